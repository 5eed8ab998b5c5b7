"""Addresses in queries: `604.4.b`, or `p15/combat-phase`."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rulesapi.rulebooks.search.entries import Entry

NAMED_SCORE, BELOW_SCORE = 40.0, 20.0
"""The scores of a section whose address is searched, and of the sections below it."""
MARKS = ".,;:!?()[]§#“”\"'"
"""Marks around an address that do not belong to it."""
SEPARATORS = "./"


class AddressedQuery(NamedTuple):
    """The addresses in a query, the scores of the entries there by their numbers, and the query without them."""

    addresses: tuple[str, ...]
    scores: Mapping[int, float]
    rest: str


class Addresses:
    """The addresses of entries; of several entries at one address, the first has it."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._numbers: dict[str, int] = {}
        for number, entry in enumerate(entries):
            if entry.address:
                self._numbers.setdefault(entry.address.lower(), number)

    def read(self, query: str) -> AddressedQuery:
        """Return the addresses that a query names. The entries below them are found with less score."""
        typed = query.lower().split()
        named = dict.fromkeys(word.strip(MARKS) for word in typed if self._is_address(word.strip(MARKS), typed))
        if not named:
            return AddressedQuery((), {}, query)
        scores: dict[int, float] = {}
        for address in named:
            below = tuple(address + separator for separator in SEPARATORS)
            scores |= {number: BELOW_SCORE for other, number in self._numbers.items() if other.startswith(below)}
        scores |= {self._numbers[address]: NAMED_SCORE for address in named}
        rest = (word for word in query.split() if word.lower().strip(MARKS) not in named)
        return AddressedQuery(tuple(named), scores, " ".join(rest))

    def _is_address(self, word: str, typed: list[str]) -> bool:
        """Return whether a word is the address of an entry.

        A word without a point or a slash is one only if it is a number and the whole query: “10” may be any number
        among other words, and “cover” is a word.
        """
        is_divided = any(separator in word for separator in SEPARATORS)
        return word in self._numbers and (is_divided or (word.isdecimal() and len(typed) == 1))
