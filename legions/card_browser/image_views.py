"""Card images with addresses of their own, for caching by browsers."""

from hashlib import sha256
from typing import Any

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from catalog import faces
from catalog.api_base.cors import for_any_origin
from catalog.documents.errors import InvalidInput
from legions.cards.drawn_faces import OWN_PARAMETER, draw_face, own_facts_of_address
from legions.cards.stock import CardView, Stock, stock
from legions.site.responses import IMMUTABLE_CACHE

DAY_SECONDS = 24 * 3600


@for_any_origin
@require_safe
def shield_image(request: HttpRequest, release: int, game: str, slug: str) -> HttpResponse:
    """Return a card's shield in one release as SVG. Releases never change, so the response can be cached forever."""
    card, _ = _card(release, game, slug)
    response = HttpResponse(card.shield, content_type="image/svg+xml")
    response["Cache-Control"] = IMMUTABLE_CACHE
    return response


@for_any_origin
@require_safe
def face_image(request: HttpRequest, release: int, game: str, slug: str) -> HttpResponse:
    """Return a card's face in one release as an SVG file, with the own numbers in its address.

    Its ETag is the digest of the drawing, so that it is sent again only after a change. Raises Http404, also for a kind
    of card without a face.
    """
    card, catalog = _card(release, game, slug)
    own = _own_facts(request, card, release)
    document = {**card.document, **own}
    if not faces.has_face(document):
        raise Http404("Cards of this kind have no face.")
    drawn = draw_face(document, catalog.sets.get(document.get("set") or ""), own)
    body = faces.as_file(drawn).encode()
    headers = {"Cache-Control": f"public, max-age={DAY_SECONDS}", "ETag": f'"{sha256(body).hexdigest()[:32]}"'}
    response = HttpResponse(body, content_type="image/svg+xml", headers=headers)
    return get_conditional_response(request, etag=headers["ETag"], response=response) or response


def _own_facts(request: HttpRequest, card: CardView, release: int) -> dict[str, Any]:
    """Return the own numbers in the address of a face. Raises Http404 if the site did not make that address."""
    token = request.GET.get(OWN_PARAMETER, "")
    try:
        return own_facts_of_address(card, release, token) if token else {}
    except BadSignature as error:
        raise Http404("The address of this image is not complete.") from error


def _card(release: int, game: str, slug: str) -> tuple[CardView, Stock]:
    """Return a card of a release, and its catalog snapshot. Raises Http404."""
    try:
        catalog = stock(game, release)
    except InvalidInput as error:
        raise Http404("There is no such release.") from error
    card = catalog.cards.get(slug)
    if card is None:
        raise Http404("There is no such card.")
    return card, catalog
