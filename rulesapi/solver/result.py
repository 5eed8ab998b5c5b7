"""The result of a completion, and the callback for its progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.core.verdict import Verdict
from rulesapi.engine.values.model import Card


@dataclass(frozen=True, slots=True)
class LeftOutCards:
    """The number of cards that were left out of the search for one reason.

    `reason` is `unknown-fact`, with the fact of these cards; `unknown-fact-of-others`, a fact of cards that they need;
    or `not-tried`.
    """

    reason: str
    fact: str | None
    cards: int

    @classmethod
    def by_reason(
        cls, left_out: Collection[Card], undecided: Collection[Card], unknown_facts: Mapping[Card, str]
    ) -> tuple[LeftOutCards, ...]:
        """Return the numbers of the cards that were left out or are undecided, the largest first."""
        found: Counter[tuple[str, str | None]] = Counter()
        for cards, otherwise in ((left_out, "not-tried"), (undecided, "unknown-fact-of-others")):
            for card in cards:
                fact = unknown_facts.get(card)
                found["unknown-fact" if fact else otherwise, fact] += 1
        rows = [cls(reason, fact, cards) for (reason, fact), cards in found.items()]
        return tuple(sorted(rows, key=lambda row: (-row.cards, row.reason, row.fact or "")))

    def as_document(self) -> dict[str, Any]:
        fact = {"fact": self.fact} if self.fact else {}
        return {"reason": self.reason, **fact, "cards": self.cards}


@dataclass(frozen=True, slots=True)
class CompletionResult:
    """The result of a completion. `status` is `optimal`, `best-found`, `nothing-fits`, `illegal` or `undetermined`.

    `objective` are the weighed numbers of the legion and `value` is their weighted sum; no legal completion exceeds
    `bound`, None if unknown. `left_out` counts the cards that may be in a legal legion but were not searched; if there
    are any, `optimal` requires a bound that also holds with them. `undecided` counts the cards with which no legion is
    legal while a fact is unknown, `unweighed` the cards searched with an unknown value of a weighed number.
    `left_out_for` has the reasons for both counts.
    """

    status: str
    legion: dict[str, Any]
    verdict: Verdict
    do: list[dict[str, Any]]
    objective: dict[str, int]
    value: int
    bound: int | None
    left_out: int
    undecided: int
    unweighed: int
    left_out_for: tuple[LeftOutCards, ...]
    seconds: float

    @property
    def gap(self) -> int | None:
        """The difference between the bound and the value found; None if there is no bound."""
        return None if self.bound is None else self.bound - self.value


ProgressCallback = Callable[[int | None, int | None], bool]
"""A function that receives the best value and the bound so far, and returns whether to continue."""
