"""What is wrong with a record, and what is remarked on it: noted once each, and no more than anybody reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from rulesapi.engine.values.model import Citation

MAX_FINDINGS = 100
"""Breaches of one rule that are told one by one; of more the number is told."""

MAX_NAMED = 20
"""Places and entries that one breach names; of more the number is told."""


@dataclass(slots=True)
class Breach:
    """What is wrong with a record: the rule's code without the game, the places, the entries it is about, the facts.

    `cite` is where that can be read, None where the rule says it; `more_places` and `more_entries` count those that are
    not named.
    """

    code: str
    at: tuple[str, ...]
    entries: tuple[str, ...]
    facts: Mapping[str, Any]
    cite: Citation | None = None
    more_places: int = 0
    more_entries: int = 0


class BreachLog:
    """The breaches of a record in the order they are noted, `untold` those beyond `MAX_FINDINGS` of a rule, by code.

    What is said again in the same words is one breach with several places.
    """

    def __init__(self) -> None:
        self.told: list[Breach] = []
        self.untold: Counter[str] = Counter()
        self._number: Counter[str] = Counter()
        self._same: dict[tuple[str, str, str], Breach] = {}

    def add(
        self,
        code: str,
        at: Iterable[str],
        entries: Iterable[str],
        facts: Mapping[str, Any],
        cite: Citation | None = None,
    ) -> None:
        """Note a breach at some places."""
        if self._number[code] == MAX_FINDINGS:
            self.untold[code] += 1
            return
        named, more_entries = _named(dict.fromkeys(entries))
        same = (code, repr(named), repr(facts))
        if (known := self._same.get(same)) is not None:
            known.at, more = _named((*known.at, *at))
            known.more_places += more
            return
        places, more_places = _named(at)
        breach = self._same[same] = Breach(code, places, named, facts, cite, more_places, more_entries)
        self.told.append(breach)
        self._number[code] += 1


def _named(values: Iterable[str]) -> tuple[tuple[str, ...], int]:
    """Return the values that are named, and the number of the others."""
    rest = iter(values)
    return tuple(islice(rest, MAX_NAMED)), sum(1 for _ in rest)
