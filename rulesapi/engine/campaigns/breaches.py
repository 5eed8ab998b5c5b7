"""Breaches of a record and remarks on it: each is logged once, and up to a maximum number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from rulesapi.engine.values.model import Citation

MAX_FINDINGS = 100
"""Maximum number of breaches of one rule listed one by one; the others are only counted."""

MAX_NAMED = 20
"""Maximum number of places and entries that one breach names; the others are only counted."""


@dataclass(slots=True)
class Breach:
    """An error in a record: the rule's code without the game, the places, the entries concerned, and the facts.

    `cite` is its citation if it differs from that of the rule; `more_places` and `more_entries` count the omitted ones.
    """

    code: str
    at: tuple[str, ...]
    entries: tuple[str, ...]
    facts: Mapping[str, Any]
    cite: Citation | None = None
    more_places: int = 0
    more_entries: int = 0


class BreachLog:
    """The breaches of a record in the order they were added; `untold` counts breaches beyond `MAX_FINDINGS` by code.

    Breaches with equal messages are one breach with several places.
    """

    def __init__(self) -> None:
        self.told: list[Breach] = []
        self.untold: Counter[str] = Counter()
        self._number: Counter[str] = Counter()
        self._same: dict[tuple[str, str, str], Breach] = {}

    def add(
        self,
        code: str,
        pointers: Iterable[str],
        entries: Iterable[str],
        facts: Mapping[str, Any],
        cite: Citation | None = None,
    ) -> None:
        """Add a breach at some places."""
        if self._number[code] == MAX_FINDINGS:
            self.untold[code] += 1
            return
        named, more_entries = _named(dict.fromkeys(entries))
        same = (code, repr(named), repr(facts))
        if (known := self._same.get(same)) is not None:
            known.at, more = _named((*known.at, *pointers))
            known.more_places += more
            return
        places, more_places = _named(pointers)
        breach = self._same[same] = Breach(code, places, named, facts, cite, more_places, more_entries)
        self.told.append(breach)
        self._number[code] += 1


def _named(values: Iterable[str]) -> tuple[tuple[str, ...], int]:
    """Return the values to name in a message, and the number of omitted values."""
    rest = iter(values)
    return tuple(islice(rest, MAX_NAMED)), sum(1 for _ in rest)
