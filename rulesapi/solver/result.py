"""The result of a completion, and the callback for its progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.core.verdict import Verdict


@dataclass(frozen=True, slots=True)
class CompletionResult:
    """The result of a completion. `status` is `optimal`, `best-found`, `nothing-fits`, `illegal` or `undetermined`.

    `objective` are the weighed numbers of the legion and `value` is their weighted sum; no legal completion exceeds
    `bound`, None if unknown. `left_out` counts the cards that may be in a legal legion but were not searched; if there
    are any, `optimal` requires a bound that also holds with them. `undecided` counts the cards with which no legion is
    legal while a fact is unknown, `unweighed` the cards searched with an unknown value of a weighed number.
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
    seconds: float

    @property
    def gap(self) -> int | None:
        """The difference between the bound and the value found; None if there is no bound."""
        return None if self.bound is None else self.bound - self.value


ProgressCallback = Callable[[int | None, int | None], bool]
"""A function that receives the best value and the bound so far, and returns whether to continue."""
