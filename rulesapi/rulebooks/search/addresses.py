"""Addresses in queries: `604.4.b`, or `p15/combat-phase`."""

from collections.abc import Iterable

from rulesapi.rulebooks.search.entries import Entry

NAMED_SCORE, BELOW_SCORE = 40.0, 20.0
"""The scores of a section whose address is searched, and of the sections below it."""
MARKS = ".,;:!?()[]§#“”\"'"
"""Marks around an address that do not belong to it."""
SEPARATORS = "./"


class Addresses:
    """The addresses of entries; of several entries at one address, the first has it."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._numbers: dict[str, int] = {}
        for number, entry in enumerate(entries):
            if entry.address:
                self._numbers.setdefault(entry.address.lower(), number)

    def named(self, query: str) -> dict[int, float]:
        """Return the entries whose addresses a query names, and those below them, with their scores.

        A word without a point or a slash is an address only if it is a number and the whole query: “10” may be any
        number among other words, and “cover” is a word.
        """
        typed = [word.strip(MARKS) for word in query.lower().split()]
        known_addresses = (word for word in typed if word in self._numbers)
        named = [word for word in known_addresses if _is_divided(word) or (word.isdecimal() and len(typed) == 1)]
        scores: dict[int, float] = {}
        for address in named:
            below = tuple(address + separator for separator in SEPARATORS)
            scores |= {number: BELOW_SCORE for other, number in self._numbers.items() if other.startswith(below)}
        return scores | {self._numbers[address]: NAMED_SCORE for address in named}


def _is_divided(word: str) -> bool:
    return any(separator in word for separator in SEPARATORS)
