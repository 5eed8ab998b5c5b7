"""The pictures of a card, and the files of them."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from catalog.models import Picture, Rendition, Revision, Shelf
from catalog.models.pictures import FORMS
from catalog.pictures import keeping

from .. import snapshots
from ..kept import Answer, mark
from ..middleware import DATA_ONLY
from ..renderers import dumps
from ..snapshots import Snapshot
from .base import LIVE, send
from .documents import AtSlug
from .releases import written

FOR_EVER = "public, max-age=31536000, immutable"


class Pictures(AtSlug):
    """The pictures of a card, each with what it shows, whose it is, under which licence, and its files.

    They are in no release: what is added or withdrawn is so at once. The files are the same picture in several widths,
    each as AVIF and as WebP; the address of one has the SHA-256 of its bytes in it and never gives other bytes, so keep
    them as long as you like. A picture that is withdrawn is not listed any more and its files are gone: whoever shows
    copies asks here now and then. A card without pictures has none under `pictures`.
    """

    shelf = Shelf.CARD
    parameters = ()

    def get(self, request: Request, **address: Any) -> HttpResponse:
        """Answer with the pictures as they are now. Raises Missing."""
        snapshot = snapshots.newest()
        answer = self.found(snapshot, **address)
        return send(request, answer, {"Cache-Control": LIVE})

    def told(self, snapshot: Snapshot, game: str, revision: Revision) -> Answer:
        """Return the pictures of a card."""
        document = json.loads(revision.text)
        listed = [as_document(one) for one in keeping.shown(game, document)]
        body = dumps({"game": game, "card": document["slug"], "pictures": listed})
        return Answer(body, mark(body))


def as_document(one: Picture) -> dict[str, Any]:
    """Return what is said of a picture."""
    return {
        "alt": one.alt,
        "author": one.author,
        "licence": one.licence,
        "licence_address": one.terms.address,
        "source": one.source or None,
        "added_at": written(one.added_at),
        "files": [
            {
                "address": file.address,
                "media_type": file.media_type,
                "width": file.width,
                "height": file.height,
                "size": file.size,
                "sha256": file.digest,
            }
            for form in FORMS
            for file in one.of(form)
        ],
    }


@require_safe
def rendition(request: HttpRequest, digest: str, form: str) -> HttpResponse:
    """Give a file of a picture that is shown. Its address is of its bytes, so the answer may be kept for ever."""
    found = Rendition.objects.filter(digest=digest, form=form, picture__withdrawn_at__isnull=True).first()
    body = keeping.body_of(found) if found else None
    if body is None:
        raise Http404("There is no such picture.")
    etag = f'"{digest}"'
    headers = {"ETag": etag, "Cache-Control": FOR_EVER, **DATA_ONLY}
    response = HttpResponse(body, content_type=FORMS[form], headers=headers)
    return get_conditional_response(request, etag=etag, response=response)
