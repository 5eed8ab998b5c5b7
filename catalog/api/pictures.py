"""API views of the pictures of a card and of their files."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views import View
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog import snapshots
from catalog.api.documents import SlugView
from catalog.api.releases import format_time
from catalog.api_base.middleware import API_CONTENT_POLICY
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CACHE_NEWEST, conditional_response
from catalog.models import DocumentType, Picture, Rendition, Revision
from catalog.models.pictures import MEDIA_TYPES
from catalog.pictures import services
from catalog.snapshots import Snapshot

CACHE_FOREVER = "public, max-age=31536000, immutable"


class CardPicturesView(SlugView):
    """The pictures of a card, each with its description, author, licence and files.

    Pictures are not part of a release: adding or withdrawing one takes effect at once. The files are the same picture
    in several widths, each as AVIF and as WebP. The address of a file contains the SHA-256 of its bytes and never gives
    other bytes, so cache it for as long as you like. A withdrawn picture is no longer listed, and its files are
    deleted: if you show copies, read this list from time to time. A card without pictures has an empty `pictures`.
    """

    document_type = DocumentType.CARD
    parameters = ()

    @extend_schema(
        operation_id="listPictures",
        summary="List the pictures of a card",
        tags=["Cards"],
        responses={200: component("CardPictures"), **errors("not-found")},
    )
    def get(self, request: Request, **address: Any) -> Response:
        """Return the current pictures. Raises DocumentNotFound."""
        snapshot = snapshots.newest()
        response = self.document_response(snapshot, **address)
        return conditional_response(request, response, {"Cache-Control": CACHE_NEWEST})

    def response_for(self, snapshot: Snapshot, game: str, revision: Revision) -> CachedResponse:
        document = json.loads(revision.text)
        listed = [as_document(one) for one in services.shown_pictures(game, document)]
        body = dumps({"game": game, "card": document["slug"], "pictures": listed})
        return CachedResponse(body, digest_etag(body))


def as_document(picture: Picture) -> dict[str, Any]:
    """Return a picture as JSON."""
    return {
        "alt": picture.alt,
        "author": picture.author,
        "licence": picture.licence,
        "licence_address": picture.terms.address,
        "source": picture.source or None,
        "added_at": format_time(picture.added_at),
        "files": [
            {
                "address": file.address,
                "media_type": file.media_type,
                "width": file.width,
                "height": file.height,
                "size": file.size,
                "sha256": file.digest,
            }
            for form in MEDIA_TYPES
            for file in picture.of(form)
        ],
    }


class RenditionView(View):
    """The file of a shown picture.

    Its address contains the digest of its bytes, so the response may be cached forever.
    """

    http_method_names = ["get", "head"]
    any_origin = True

    def get(self, request: HttpRequest, digest: str, form: str) -> HttpResponse:
        """Return the bytes. Also raises Http404 for a withdrawn picture."""
        found = Rendition.objects.filter(digest=digest, form=form, picture__withdrawn_at__isnull=True).first()
        body = services.rendition_bytes(found) if found else None
        if body is None:
            raise Http404("There is no such picture.")
        etag = f'"{digest}"'
        headers = {"ETag": etag, "Cache-Control": CACHE_FOREVER, **API_CONTENT_POLICY}
        response = HttpResponse(body, content_type=MEDIA_TYPES[form], headers=headers)
        return get_conditional_response(request, etag=etag, response=response) or response
