"""The index of card names that a text can use."""

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
"""The minimum likeness, out of 100, at which a name is treated as a misspelling of another."""

MAX_NAME_LENGTH = 150
"""The maximum length, in characters, of a name compared by likeness."""

SHORT_WORD_LENGTH = 7
"""The maximum length, in characters, of a single word that may differ by one letter only; longer words may by two."""

CardClasses = tuple[type[Card], ...]
ALL_CLASSES: CardClasses = (PickableCard, Upgrade)

_APOSTROPHES = re.compile("['’‘ʼ`´]")


def name_key(name: str) -> str:
    """Return the form in which names are compared: without case, accents, apostrophes and punctuation."""
    plain = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", name)).casefold()
    base_characters = (one for one in plain if not unicodedata.combining(one))
    return " ".join("".join(one if one.isalnum() else " " for one in base_characters).split())


@dataclass(frozen=True)
class NameIndex:
    """Cards of a library, indexed by exact title, by `name_key` of the title and by slug written as words."""

    library: Library
    indexes: tuple[dict[str, list[Card]], ...]

    @classmethod
    def of(cls, library: Library, *, extras: bool = False) -> "NameIndex":
        """Return the index of this library's cards; among cards that share a name, retired ones come last.

        The index covers cards that can be picks or, with `extras`, all other cards.
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
    def carries(self) -> bool:
        """True if creatures carry cards in this game."""
        return "upgrades" in self.library.ruleset.pick_fields

    @cached_property
    def carried_classes(self) -> CardClasses:
        """The classes of a card that is named next to a creature or below it."""
        return (Upgrade,) if self.carries else ALL_CLASSES

    @cached_property
    def words(self) -> frozenset[str]:
        """The shared terms of the cards, such as their kinds, which are headings in a text."""
        return card_words(self.library)

    @cached_property
    def has_costs(self) -> bool:
        """True if cards of this game cost points."""
        return any(COST_FACT in document for document in self.library.documents.values())

    @cached_property
    def unmatched(self) -> set[str]:
        """Cache of texts already found to name no card."""
        return set()

    @cached_property
    def longest(self) -> int:
        """The maximum length, in characters, of a text that can be a name, including decoration."""
        return 2 * max((len(name) for index in self.indexes for name in index), default=0)

    def has_very_name(self, text: str) -> bool:
        """Return whether a card has exactly this title, including punctuation."""
        return normalized(text) in self.indexes[0]

    def find(self, name: str) -> list[Card]:
        """Return all cards with this name; the strictest comparison that matches any card decides."""
        if len(name) > self.longest:
            return []
        key = name_key(name)
        keys = (normalized(name), key, key)
        return next((found for index, one in zip(self.indexes, keys, strict=True) if (found := index.get(one))), [])

    def guess(self, name: str, sides: CardClasses) -> tuple[list[Card], int]:
        """Return the cards of the given classes with the most similar name, and the likeness; empty and 0 if none is
        similar.
        """
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


def is_misspelling(name: str, title: str) -> bool:
    """Return whether `name` can be a misspelling of `title`. Short single words may differ by fewer letters."""
    key = name_key(name)
    if " " in key:
        return True
    most = 1 if len(key) <= SHORT_WORD_LENGTH else 2
    return _edits(key, name_key(title), most) <= most


def _edits(word: str, target: str, most: int) -> int:
    """Return the edit distance of two words, counting transpositions; any value above `most` if it is larger than
    `most`.
    """
    if abs(len(word) - len(target)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(target) + 1))
    for place, letter in enumerate(word):
        before, above, row = row, before, [place + 1]
        for at, against in enumerate(target):
            cost = min(before[at + 1] + 1, row[at] + 1, before[at] + (letter != against))
            if place and at and letter == target[at - 1] and word[place - 1] == against:
                cost = min(cost, above[at - 1] + 1)
            row.append(cost)
    return row[-1]


def _likeness(key: str, name: str) -> int:
    """Return the likeness of two different names, from 0 to 99."""
    return min(99, round(100 * SequenceMatcher(None, name, key).ratio()))
