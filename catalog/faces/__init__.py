"""Drawings of cards: pure functions from a card document to an SVG, with heraldry in place of art.

Every drawing is complete and standalone, without style attributes and scripts. It can be embedded in a page or served
as a picture. Equal documents give equal drawings.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from catalog.faces import layouts
from catalog.faces.coats_of_arms import arms_of, draw_arms
from catalog.faces.drawn_card import drawn_card
from catalog.faces.known_games import faces_of_game
from catalog.faces.outlined_text import outlined
from catalog.faces.parts import CARD, HIGH, WIDE
from catalog.faces.sparse_cards import is_sparse, missing_words, sparse_card
from catalog.faces.typography import plain_text

__all__ = ["as_file", "back", "blazon", "face", "has_face", "is_sparse", "missing_words", "shield"]


def face(
    document: dict[str, Any],
    *,
    set_document: dict[str, Any] | None = None,
    sentences: Iterable[str] = (),
    own: Iterable[str] = (),
) -> str:
    """Return the front of a card, 63 x 88 mm, as SVG.

    `set_document` is the set of the card; the card shows that a set is not official. `sentences` are the requirements
    of an upgrade on its bearer, in bold before its text. `own` are the keys of facts in the document that are a
    player's own numbers; they are drawn dashed. A card with many unknown facts shows its arms and the known facts.
    Raises KeyError for a kind without a face.
    """
    draw = faces_of_game(document["game"]).faces[document["kind"]]
    card = drawn_card(document, set_document, sentences, own)
    return sparse_card(card) if is_sparse(document) else draw(card)


def has_face(document: dict[str, Any]) -> bool:
    """Return whether cards of this kind have a face. A game needs a module in `games` for that."""
    return document["kind"] in faces_of_game(document["game"]).faces


def as_file(drawing: str) -> str:
    """Return a drawn face as a file in its print size, with text as outlines, which look the same in every program."""
    sized = drawing.replace(f' width="{WIDE}" height="{HIGH}"', f' width="{WIDE / 10:g}mm" height="{HIGH / 10:g}mm"', 1)
    return outlined(sized)


def shield(document: dict[str, Any]) -> str:
    """Return the arms of a card, 5 x 6, for lists and previews. They are decoration and hidden from screen readers."""
    name = escape(plain_text(document.get("name") or ""))
    title = f"<title{CARD}>{name}</title>" if name else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="shield" aria-hidden="true" viewBox="0 0 100 120"'
        f' width="100" height="120">{title}{draw_arms(arms_of(document))}</svg>'
    )


def blazon(document: dict[str, Any]) -> str:
    """Return the arms of a card in one sentence."""
    return arms_of(document).blazon


def back() -> str:
    """Return the back of every card."""
    return layouts.reverse()
