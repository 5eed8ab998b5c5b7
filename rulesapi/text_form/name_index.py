"""The names that a library's cards answer to in a text."""

import re
import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.model import Card, PickableCard
from rulesapi.engine.core.names import normalized, slug_as_words
from rulesapi.engine.core.upgrades import Upgrade

MIN_LIKENESS = 75
"""The likeness, of 100, from which a name is taken for a misspelt other one."""

MAX_NAME_LENGTH = 150
"""Characters of a name that is still compared with others by likeness."""

CardClasses = tuple[type[Card], ...]
ALL_CLASSES: CardClasses = (PickableCard, Upgrade)

_APOSTROPHES = re.compile("['’‘ʼ`´]")


def name_key(name: str) -> str:
    """The form in which names of a text are compared: no case, accents, apostrophes or punctuation."""
    plain = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", name)).casefold()
    base_characters = (one for one in plain if not unicodedata.combining(one))
    return " ".join("".join(one if one.isalnum() else " " for one in base_characters).split())


@dataclass(frozen=True, slots=True)
class NameIndex:
    """The cards of a library that have a place in a legion, by exact name, by `key`, and by slug said as words."""

    library: Library
    indexes: tuple[dict[str, list[Card]], ...]

    @classmethod
    def of(cls, library: Library, *, extras: bool = False) -> "NameIndex":
        """The names of this library's cards; of cards that share one, those in use stand before retired ones.

        They are those that have a place among the picks, or else those `beside` them.
        """
        cards = [card for card in library.all_cards if isinstance(card, ALL_CLASSES) is not extras]
        cards.sort(key=lambda card: (card.retired is not None, card.slug))
        indexes: tuple[dict[str, list[Card]], ...] = ({}, {}, {})
        for card in cards:
            names = (normalized(card.title), name_key(card.title), name_key(slug_as_words(card.slug)))
            for index, name in zip(indexes, names, strict=True):
                index.setdefault(name, []).append(card)
        return cls(library, indexes)

    def find(self, name: str) -> list[Card]:
        """Every card of that name; the sharpest comparison that finds any decides."""
        keys = (normalized(name), name_key(name), name_key(name))
        return next((found for index, one in zip(self.indexes, keys, strict=True) if (found := index.get(one))), [])

    def guess(self, name: str, sides: CardClasses) -> tuple[list[Card], int]:
        """The cards of those sides whose name is most like this one, with the likeness; none when none is likely."""
        key = name_key(name)
        if not key or len(key) > MAX_NAME_LENGTH:
            return [], 0
        named: dict[str, list[Card]] = {}
        for index in self.indexes[1:]:
            for known, cards in index.items():
                if known not in named and (fitting := [card for card in cards if isinstance(card, sides)]):
                    named[known] = fitting
        close = get_close_matches(key, named, n=1, cutoff=MIN_LIKENESS / 100)
        return (named[close[0]], _likeness(key, close[0])) if close else ([], 0)


def _likeness(key: str, name: str) -> int:
    """How like two different names are, from 0 to 99."""
    return min(99, round(100 * SequenceMatcher(None, name, key).ratio()))
