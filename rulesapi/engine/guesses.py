"""How the unknown facts of a creature could turn out, all together, as far as some clauses ask for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from types import MappingProxyType
from typing import Any

from rulesapi.engine.conditions import Clause, TooManyGuesses

MOST_CASES = 1_024
"""More cases than this are not tried."""

NO_FACTS: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Case:
    """One way in which unknown facts could turn out: what each is guessed to be, by its pointer.

    `favourable` is what a clause gets that asks for none of these.
    """

    facts: Mapping[str, Any]
    favourable: bool

    def holds(self, clause: Clause) -> bool:
        """Whether a clause would hold."""
        fact = clause.word.fact
        return clause.would(self.facts[fact]) if fact in self.facts else self.favourable


def cases(open_: Iterable[Clause]) -> Iterator[Case]:
    """Every case that makes a difference to clauses about one creature; of too many, those in which none holds or all.

    Those two are no real ones: clauses of which only one can hold are taken to hold together.
    """
    by_fact: dict[str, list[Clause]] = {}
    for clause in open_:
        by_fact.setdefault(clause.word.fact, []).append(clause)
    try:
        guesses = [list(some[0].word.guesses([clause.wanted for clause in some])) for some in by_fact.values()]
    except TooManyGuesses:
        guesses = []
    if len(guesses) < len(by_fact) or prod(map(len, guesses)) > MOST_CASES:
        yield from (Case(NO_FACTS, favourable=False), Case(NO_FACTS, favourable=True))
    else:
        for chosen in product(*guesses):
            yield Case(dict(zip(by_fact, chosen, strict=True)), favourable=True)
