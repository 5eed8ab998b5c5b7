"""Possible outcomes of a creature's unknown facts, taken together, for the clauses that use them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from types import MappingProxyType
from typing import Any

from rulesapi.engine.core.conditions import Clause, TooManyPossibilities

MAX_POSSIBILITIES = 1_024
"""Maximum number of cases that are tried."""

EMPTY_FACTS: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Possibility:
    """One possible outcome of unknown facts: a guessed value for each, by its pointer.

    `assume_favourable` is the answer for a clause that uses none of these facts.
    """

    facts: Mapping[str, Any]
    assume_favourable: bool

    def holds(self, clause: Clause) -> bool:
        fact = clause.word.fact
        return clause.would_hold(self.facts[fact]) if fact in self.facts else self.assume_favourable


def possibilities(open_: Iterable[Clause]) -> Iterator[Possibility]:
    """Return every case that makes a difference to clauses about one creature.

    If there are too many, return two cases: in one no clause holds, in the other all hold. These two may be impossible,
    since clauses that exclude each other are assumed to hold together.
    """
    by_fact: dict[str, list[Clause]] = {}
    for clause in open_:
        by_fact.setdefault(clause.word.fact, []).append(clause)
    try:
        guesses = [list(some[0].word.guesses([clause.accepted for clause in some])) for some in by_fact.values()]
    except TooManyPossibilities:
        guesses = []
    if len(guesses) < len(by_fact) or prod(map(len, guesses)) > MAX_POSSIBILITIES:
        yield from (Possibility(EMPTY_FACTS, assume_favourable=False), Possibility(EMPTY_FACTS, assume_favourable=True))
    else:
        for chosen in product(*guesses):
            yield Possibility(dict(zip(by_fact, chosen, strict=True)), assume_favourable=True)
