"""The order of unknown facts: those on which most depends come first."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

FIRST_FACT = "cost"
"""The fact preferred among equally important ones, because it is easy to find on a card."""


@dataclass(frozen=True, slots=True)
class DecidingFact:
    """An unknown fact of a card that verdicts depend on, with the number of rules, lists and places that need it.

    A rule that needs it in two lists counts twice.
    """

    card: str
    fact: str
    rules: int
    lists: int
    places: int


def deciding_facts(verdicts: Iterable[Mapping[str, Any]]) -> list[DecidingFact]:
    """Return the unknown facts of these verdicts without duplicates, facts that most rules need first.

    Ties are resolved by the number of lists, then of places, then costs first, then by card and fact. Parts of a fact
    are counted as the fact, since a reader of the card can read all of it.
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
        found, key=lambda fact: (-fact.rules, -fact.lists, -fact.places, fact.fact != FIRST_FACT, fact.card, fact.fact)
    )
