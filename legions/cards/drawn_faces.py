"""Drawn faces of cards, and the addresses of their images.

The address of a face with own numbers contains them, signed: the image depends on its address alone, like the others.
The site draws only numbers that were entered here, since they passed the card's schema; the signature covers them
together with the card and the release.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.core import signing
from django.urls import reverse

from catalog import faces
from catalog.documents import canonical
from legions.cards.stock import CardView
from legions.site import wording
from legions.site.languages import localized_url

OWN_PARAMETER = "own"
MAX_OWN_LENGTH = 1_500
"""The maximum length of the own numbers in an address, in characters of JSON; longer ones are not drawn."""


def draw_face(document: Mapping[str, Any], set_document: Mapping[str, Any] | None, own: Iterable[str] = ()) -> str:
    """Return the face of a card as SVG, with the facts `own` dashed. Raises KeyError for a kind without a face."""
    card, in_set = dict(document), None if set_document is None else dict(set_document)
    return faces.face(card, set_document=in_set, sentences=wording.card_text(card), own=own)


def face_address(card: CardView, release: int) -> str:
    """Return the address of the image of a card's face in a release, with the own numbers of the card.

    It names the language of the page, since the image has words such as the number of missing facts.
    """
    address = reverse("face", args=[release, card.game, card.slug])
    if drawn := _drawn_facts(card):
        address += f"?{urlencode({OWN_PARAMETER: _signer(card, release).sign_object(drawn, compress=True)})}"
    return localized_url(address)


def own_facts_of_address(card: CardView, release: int, token: str) -> dict[str, Any]:
    """Return the own numbers in the address of an image of a release.

    Raises BadSignature if the site did not make that address.
    """
    facts: dict[str, Any] = _signer(card, release).unsign_object(token)
    return facts


def _signer(card: CardView, release: int) -> signing.Signer:
    return signing.Signer(salt=f"face/{release}/{card.game}/{card.slug}")


def _drawn_facts(card: CardView) -> dict[str, Any]:
    """Return the own numbers for an address: the shortest first, as long as there is room."""
    drawn: dict[str, Any] = {}
    for key in sorted(card.own_keys, key=lambda key: len(canonical.compact(card.document[key]))):
        if len(canonical.compact({**drawn, key: card.document[key]})) <= MAX_OWN_LENGTH:
            drawn[key] = card.document[key]
    return drawn
