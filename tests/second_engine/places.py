"""Places in a legion's document, and the cards by any slug they have or had."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Card = Mapping[str, Any]

#: A place, its card, and how many copies stand there.
Standing = tuple[str, Card, int]


def in_order(place: str) -> list[tuple[int, int, str]]:
    """A sorting key for places as people count them: /picks/2 before /picks/10."""
    return [(0, int(step), "") if step.isdigit() else (1, 0, step) for step in place.split("/")]


def sorted_places(places: Iterable[str]) -> tuple[str, ...]:
    """Each place once, as people count them."""
    return tuple(sorted(set(places), key=in_order))


def by_any_slug(cards: Mapping[str, Card]) -> dict[str, Card]:
    """The cards by their slugs, and by those they had before."""
    return {former: card for card in cards.values() for former in card.get("formerly", [])} | dict(cards)


def title(document: Mapping[str, Any]) -> str:
    """What people call a card: its name, what its kind calls it, or its slug as words."""
    return str(document["name"] or document.get("class") or document["slug"].replace("-", " "))


def title_of_rules(document: Mapping[str, Any]) -> str:
    """What people call a format or a house rule: its name, or its slug as the beginning of a sentence."""
    return str(document["name"] or document["slug"].replace("-", " ").capitalize())


def folded(name: str) -> str:
    """A name as it is compared: neither capitals nor spaces nor how accents are written make another one."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold()).split())


def words_under(value: Any, wanted: str) -> Iterator[Any]:
    """Every value under a key, anywhere in a document."""
    if isinstance(value, dict):
        for key, below in value.items():
            if key == wanted:
                yield from below if isinstance(below, list) else [below]
            yield from words_under(below, wanted)
    elif isinstance(value, list):
        for below in value:
            yield from words_under(below, wanted)
