"""Places in a legion's document, and cards by their current and former slugs."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Card = Mapping[str, Any]

#: A place, its card, and the number of copies there.
Standing = tuple[str, Card, int]


def in_order(place: str) -> list[tuple[int, int, str]]:
    """Return the sort key of a place, numbers by value: /picks/2 before /picks/10."""
    return [(0, int(step), "") if step.isdigit() else (1, 0, step) for step in place.split("/")]


def sorted_places(places: Iterable[str]) -> tuple[str, ...]:
    """Return each place once, in order."""
    return tuple(sorted(set(places), key=in_order))


def by_any_slug(cards: Mapping[str, Card]) -> dict[str, Card]:
    """Return the cards by their current and former slugs."""
    return {former: card for card in cards.values() for former in card.get("formerly", [])} | dict(cards)


def title(document: Mapping[str, Any]) -> str:
    """Return a name for people: the card's name, its class, or its slug as words."""
    return str(document["name"] or document.get("class") or document["slug"].replace("-", " "))


def title_of_rules(document: Mapping[str, Any]) -> str:
    """Return the name of a format or a house rule, or its slug capitalized if it has no name."""
    return str(document["name"] or document["slug"].replace("-", " ").capitalize())


def folded(name: str) -> str:
    """Return a name in the form in which it is compared: capitals, spaces and Unicode composition do not count."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold()).split())


def words_under(value: Any, wanted: str) -> Iterator[Any]:
    """Yield every value under a key, anywhere in a document."""
    if isinstance(value, dict):
        for key, below in value.items():
            if key == wanted:
                yield from below if isinstance(below, list) else [below]
            yield from words_under(below, wanted)
    elif isinstance(value, list):
        for below in value:
            yield from words_under(below, wanted)
