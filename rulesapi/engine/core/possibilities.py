"""How the unknown facts of a creature could turn out, all together, as far as some clauses ask for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from types import MappingProxyType
from typing import Any

from rulesapi.engine.core.conditions import Clause, TooManyPossibilities

MAX_POSSIBILITIES = 1_024
"""More cases than this are not tried."""

EMPTY_FACTS: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Possibility:
    """One way in which unknown facts could turn out: what each is guessed to be, by its pointer.

    `assume_favourable` is what a clause gets that asks for none of these.
    """

    facts: Mapping[str, Any]
    assume_favourable: bool

    def holds(self, clause: Clause) -> bool:
        """Whether a clause would hold."""
        fact = clause.word.fact
        return clause.would_hold(self.facts[fact]) if fact in self.facts else self.assume_favourable


def possibilities(open_: Iterable[Clause]) -> Iterator[Possibility]:
    """Every case that makes a difference to clauses about one creature; of too many, those in which none holds or all.

    Those two are no real ones: clauses of which only one can hold are taken to hold together.
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
