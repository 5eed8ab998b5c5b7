"""What a completion comes to, and who is told meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.core.verdict import Verdict


@dataclass(frozen=True, slots=True)
class CompletionResult:
    """An answer. `status` is `optimal`, `best-found`, `nothing-fits`, `illegal` or `undetermined`.

    `objective` are the numbers of the legion that are weighed, `value` what they come to; no legal completion comes to
    more than `bound` (`None`: not known). `left_out` counts the cards that may stand in a legal legion and were not
    searched: with any, nothing is `optimal` but what reaches a bound that holds for them as well. `undecided` counts
    those with which no legion is legal while a fact is not known, `unweighed` those that were searched though one of
    their numbers that are weighed is not known.
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
        """How much better a legion could be that was not found."""
        return None if self.bound is None else self.bound - self.value


ProgressCallback = Callable[[int | None, int | None], bool]
"""Told the best value and the bound so far; says whether to go on."""
