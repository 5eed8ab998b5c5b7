"""What a player tells of cards from the cards in hand: it is so where no document says otherwise."""

from collections.abc import Mapping
from typing import Any

Card = Mapping[str, Any]

#: What only some cards have, and the fact that makes them so.
ONLY_OF = {"costs": "troop"}


def as_told(cards: Mapping[str, Card], legion: Mapping[str, Any]) -> dict[str, Card]:
    """The cards as the legion tells of them: each null of a document is as told, and nothing else is."""
    told = dict(cards)
    for slug, facts in legion.get("facts", {}).items():
        for card in cards.values():
            if slug == card["slug"] or (slug not in cards and slug in card.get("formerly", [])):
                told[card["slug"]] = _told(card, facts)
    return told


def _told(card: Card, facts: Mapping[str, Any]) -> Card:
    known = {fact: _with(value, facts.get(fact)) for fact, value in card.items()}
    for fact, making in ONLY_OF.items():
        if fact in facts and fact not in card and known.get(making):
            known[fact] = facts[fact]
    return known


def _with(value: Any, told: Any) -> Any:
    if value is None:
        return told
    if isinstance(value, dict) and isinstance(told, dict):
        return {key: _with(inner, told.get(key)) for key, inner in value.items()}
    return value
