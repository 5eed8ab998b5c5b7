"""The words with which cards of these games say which creatures they are about.

They are read, negated and said as the words about a bearer are: see `conditions`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rulesapi.engine.conditions import Clause, Keyword, Name, OneOfMany, SomeOf, Word
from rulesapi.engine.model import Answer, Document
from rulesapi.engine.names import spoken
from rulesapi.engine.wording import Phrase, phrase


class Faction(SomeOf):
    name, fact = "faction", "/factions"

    def seen(self, creature: Any) -> Any:
        return creature.factions

    def those(self, values: Any) -> Phrase:
        return phrase("{values!k:or} creatures", values=list(values))

    def does(self, values: Any) -> Phrase:
        return phrase("is {values!k:or}", values=list(values))

    def state(self, creature: Any) -> Phrase:
        factions = sorted(map(spoken, creature.factions or ()))
        return phrase("is {values}", values=factions) if factions else phrase("is of no faction")


class Alignment(OneOfMany):
    name, fact = "alignment", "/alignment"

    def seen(self, creature: Any) -> Any:
        return creature.alignment

    def those(self, values: Any) -> Phrase:
        return phrase("{values:or} creatures", values=list(map(_aligned, values)))

    def does(self, values: Any) -> Phrase:
        return phrase("is {values:or}", values=list(map(_aligned, values)))

    def state(self, creature: Any) -> Phrase:
        return phrase("is {value}", value=_aligned(creature.alignment))


class Size(OneOfMany):
    name, fact = "size", "/size"

    def seen(self, creature: Any) -> Any:
        return creature.size

    def those(self, values: Any) -> Phrase:
        return phrase("{values:or} creatures", values=list(values))

    def does(self, values: Any) -> Phrase:
        return phrase("is {values:or}", values=list(values))

    def state(self, creature: Any) -> Phrase:
        return phrase("is {value}", value=creature.size)


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

    def those(self, values: Any) -> Phrase:
        return phrase("unique creatures")

    def does(self, values: Any) -> Phrase:
        return phrase("is unique")

    def state(self, creature: Any) -> Phrase:
        return phrase("is unique") if creature.unique else phrase("is not unique")


class Leader(YesOrNo):
    """Whether a creature is what its edition calls those who lead; each edition has its own word."""

    def seen(self, creature: Any) -> Any:
        return creature.leader

    def those(self, values: Any) -> Phrase:
        return phrase("{value}s", value=self.name)

    def does(self, values: Any) -> Phrase:
        return phrase("is a {value}", value=self.name)

    def state(self, creature: Any) -> Phrase:
        return phrase("is a {value}" if creature.leader else "is no {value}", value=self.name)


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

    def those(self, values: Any) -> Phrase:
        return phrase("creatures with a printed cost of {value} or less", value=values)

    def does(self, values: Any) -> Phrase:
        return phrase("has a printed cost of {value} or less", value=values)

    def state(self, creature: Any) -> Phrase:
        return phrase("has a printed cost of {value}", value=creature.cost)


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


def said(whom: Whom) -> Phrase:
    """What each of those creatures is: "is chaotic good and has the keyword outsider"."""
    return phrase("{each}", each=[_denied(one) if one.negated else one.word.does(one.values) for one in whom])


def _denied(clause: Clause) -> Phrase:
    does = clause.word.does(clause.values)
    verb, _, rest = does.template.partition(" ")
    denied = f"is not {rest}" if verb == "is" else f"does not have {rest.removeprefix('the ')}"
    return Phrase(denied, does.facts)


def _aligned(alignment: str) -> str:
    return "unaligned" if alignment == "none" else alignment
