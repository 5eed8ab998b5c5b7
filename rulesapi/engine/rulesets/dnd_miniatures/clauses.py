"""The words with which cards of these games say which creatures they are about.

They are read, negated and said as the words about a bearer are: see `conditions`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rulesapi.engine.conditions import Clause, Keyword, Name, OneOfMany, SomeOf, Word
from rulesapi.engine.model import Answer, Document
from rulesapi.engine.names import listed, spoken


class Faction(SomeOf):
    name, fact = "faction", "/factions"

    def seen(self, creature: Any) -> Any:
        return creature.factions

    def those(self, values: Any) -> str:
        return f"{listed(map(spoken, values), 'or')} creatures"

    def does(self, values: Any) -> str:
        return f"is {listed(map(spoken, values), 'or')}"

    def state(self, creature: Any) -> str:
        return f"is {listed(sorted(map(spoken, creature.factions or ()))) or 'of no faction'}"


class Alignment(OneOfMany):
    name, fact = "alignment", "/alignment"

    def seen(self, creature: Any) -> Any:
        return creature.alignment

    def those(self, values: Any) -> str:
        return f"{listed(map(_aligned, values), 'or')} creatures"

    def does(self, values: Any) -> str:
        return f"is {listed(map(_aligned, values), 'or')}"

    def state(self, creature: Any) -> str:
        return f"is {_aligned(creature.alignment)}"


class Size(OneOfMany):
    name, fact = "size", "/size"

    def seen(self, creature: Any) -> Any:
        return creature.size

    def those(self, values: Any) -> str:
        return f"{listed(values, 'or')} creatures"

    def does(self, values: Any) -> str:
        return f"is {listed(values, 'or')}"

    def state(self, creature: Any) -> str:
        return f"is {creature.size}"


class YesOrNo(Word):
    """A word about what a creature is or is not; `false` is read as the opposite of `true`: see `Clause.read`."""

    def read(self, values: Any) -> Any:
        return values

    def fits(self, wanted: Any, seen: Any) -> bool:
        return seen is wanted

    def guesses(self, asked: Collection[Any]) -> Iterable[Any]:
        return True, False


class Unique(YesOrNo):
    name, fact = "unique", "/unique"

    def seen(self, creature: Any) -> Any:
        return creature.unique

    def those(self, values: Any) -> str:
        return "unique creatures"

    def does(self, values: Any) -> str:
        return "is unique"

    def state(self, creature: Any) -> str:
        return "is unique" if creature.unique else "is not unique"


class Leader(YesOrNo):
    """Whether a creature is what its edition calls those who lead; each edition has its own word."""

    def seen(self, creature: Any) -> Any:
        return creature.leader

    def those(self, values: Any) -> str:
        return f"{self.name}s"

    def does(self, values: Any) -> str:
        return f"is a {self.name}"

    def state(self, creature: Any) -> str:
        return f"is a {self.name}" if creature.leader else f"is no {self.name}"


class Champion(Leader):
    name, fact = "champion", "/champion"


class Commander(Leader):
    name, fact = "commander", "/commander"


class CostAtMost(Word):
    name, fact = "cost_at_most", "/cost"

    def read(self, values: Any) -> Any:
        return values

    def seen(self, creature: Any) -> Any:
        return creature.cost

    def fits(self, wanted: Any, seen: Any) -> bool:
        return bool(seen <= wanted)

    def guesses(self, asked: Collection[Any]) -> Iterable[Any]:
        return sorted({*asked, max(asked, default=0) + 1})

    def those(self, values: Any) -> str:
        return f"creatures with a printed cost of {values} or less"

    def does(self, values: Any) -> str:
        return f"has a printed cost of {values} or less"

    def state(self, creature: Any) -> str:
        return f"has a printed cost of {creature.cost}"


WORDS: Mapping[str, Word] = {
    word.name: word
    for word in (
        Keyword(),
        Name(),
        Faction(),
        Alignment(),
        Size(),
        Unique(),
        Champion(),
        Commander(),
        CostAtMost(),
    )
}

Whom = tuple[Clause, ...]
"""Which creatures a card is about: every clause holds for them."""


def read_whom(rows: Iterable[Document]) -> Whom:
    """The clauses of a card's row."""
    return tuple(Clause.read(row, WORDS) for row in rows)


def among(whom: Whom, creature: Any) -> tuple[Answer, tuple[str, ...]]:
    """Whether a creature is one of those, and the facts of it that would tell while that is not known."""
    facts = []
    for clause in whom:
        answer = clause.answer(creature)
        if answer is False:
            return False, ()
        if answer is None:
            facts.append(clause.word.fact)
    return (None if facts else True), tuple(facts)


def said(whom: Whom) -> str:
    """What each of those creatures is: "is chaotic good and has the keyword outsider"."""
    return listed(_denied(clause) if clause.negated else clause.word.does(clause.values) for clause in whom)


def _denied(clause: Clause) -> str:
    verb, _, rest = clause.word.does(clause.values).partition(" ")
    return f"is not {rest}" if verb == "is" else f"does not have {rest.removeprefix('the ')}"


def _aligned(alignment: str) -> str:
    return "unaligned" if alignment == "none" else alignment
