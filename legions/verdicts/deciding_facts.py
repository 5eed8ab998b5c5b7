"""Which number to ask for first: that on which most hangs."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

FIRST_FACT = "cost"
"""The fact that is asked for first where as much hangs on several: everybody finds it on a card."""


@dataclass(frozen=True, slots=True)
class DecidingFact:
    """A fact of a card that nobody knows and that decides lists: by how many rules, in how many lists and places.

    A rule that needs it in two lists counts twice.
    """

    card: str
    fact: str
    rules: int
    lists: int
    places: int


def deciding_facts(verdicts: Iterable[Mapping[str, Any]]) -> list[DecidingFact]:
    """Return the facts that these verdicts wait for, each once, that first on which most rules hang.

    Of equal ones that of more lists comes first, then that of more places, then a cost, then by card and fact. Parts
    of a fact are the fact: who reads one off the card reads all.
    """
    rules: Counter[tuple[str, str]] = Counter()
    lists: Counter[tuple[str, str]] = Counter()
    places: Counter[tuple[str, str]] = Counter()
    for verdict in verdicts:
        needed: dict[tuple[str, str], tuple[set[str], set[str]]] = {}
        for one in verdict["unknown"]:
            codes, at = needed.setdefault((one["card"], one["fact"].split("/")[1]), (set(), set()))
            codes.update(one["needed_by"])
            at.update(one["at"])
        for key, (codes, at) in needed.items():
            rules[key] += len(codes)
            lists[key] += 1
            places[key] += len(at)
    found = [DecidingFact(card, fact, rules[card, fact], lists[card, fact], places[card, fact]) for card, fact in lists]
    return sorted(
        found, key=lambda one: (-one.rules, -one.lists, -one.places, one.fact != FIRST_FACT, one.card, one.fact)
    )
