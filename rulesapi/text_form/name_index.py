"""The names that a library's cards answer to in a text."""

import re
import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Card, PickableCard
from rulesapi.engine.values.names import normalized, slug_as_words
from rulesapi.text_form.headings import card_words
from rulesapi.text_form.known_costs import COST_FACT

MIN_LIKENESS = 75
"""The likeness, of 100, from which a name is taken for a misspelt other one."""

MAX_NAME_LENGTH = 150
"""Characters of a name that is still compared with others by likeness."""

SHORT_WORD_LENGTH = 7
"""Characters of a single word up to which a misspelling is one letter more, less, other or exchanged; else two."""

CardClasses = tuple[type[Card], ...]
ALL_CLASSES: CardClasses = (PickableCard, Upgrade)

_APOSTROPHES = re.compile("['’‘ʼ`´]")


def name_key(name: str) -> str:
    """The form in which names of a text are compared: no case, accents, apostrophes or punctuation."""
    plain = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", name)).casefold()
    base_characters = (one for one in plain if not unicodedata.combining(one))
    return " ".join("".join(one if one.isalnum() else " " for one in base_characters).split())


@dataclass(frozen=True)
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

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that the cards have in common, such as their kinds: in a text they are headings."""
        return card_words(self.library)

    @cached_property
    def has_costs(self) -> bool:
        """Whether cards of this game cost points."""
        return any(COST_FACT in document for document in self.library.documents.values())

    @cached_property
    def unmatched(self) -> set[str]:
        """Texts that were found to name no card, so that they are compared once."""
        return set()

    @cached_property
    def longest(self) -> int:
        """Characters of a text that can be a name, marks around it included."""
        return 2 * max((len(name) for index in self.indexes for name in index), default=0)

    def has_very_name(self, text: str) -> bool:
        """Return whether a card is called by this text as it stands, punctuation included."""
        return normalized(text) in self.indexes[0]

    def find(self, name: str) -> list[Card]:
        """Every card of that name; the sharpest comparison that finds any decides."""
        if len(name) > self.longest:
            return []
        key = name_key(name)
        keys = (normalized(name), key, key)
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


def is_misspelling(name: str, other: str) -> bool:
    """Return whether one name can be the other misspelt. Short single words differ in so few letters by chance."""
    key = name_key(name)
    if " " in key:
        return True
    most = 1 if len(key) <= SHORT_WORD_LENGTH else 2
    return _edits(key, name_key(other), most) <= most


def _edits(one: str, other: str, most: int) -> int:
    """Return how many letters have to be changed to make one word the other; more than `most` is any number above."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one):
        before, above, row = row, before, [place + 1]
        for at, against in enumerate(other):
            cost = min(before[at + 1] + 1, row[at] + 1, before[at] + (letter != against))
            if place and at and letter == other[at - 1] and one[place - 1] == against:
                cost = min(cost, above[at - 1] + 1)
            row.append(cost)
    return row[-1]


def _likeness(key: str, name: str) -> int:
    """How like two different names are, from 0 to 99."""
    return min(99, round(100 * SequenceMatcher(None, name, key).ratio()))
