"""The conditions by which cards of these games select creatures.

They are read, negated and phrased like the conditions about a bearer (see `conditions`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rulesapi.engine.core.conditions import (
    Clause,
    Condition,
    KeywordCondition,
    NameCondition,
    SetCondition,
    ValueCondition,
)
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Document
from rulesapi.engine.values.names import slug_as_words
from rulesapi.engine.values.truth import Truth, all3_with_needs


class FactionCondition(SetCondition):
    name, fact = "faction", "/factions"

    def known_value(self, creature: Any) -> Any:
        return creature.factions

    def holds(self, accepted: Any, creature: Any) -> Truth:
        """Return whether the creature has an accepted faction, which a part of its factions may show."""
        return True if not accepted.isdisjoint(creature.certain_factions) else super().holds(accepted, creature)

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("{values!k:or} creatures", values=list(values))

    def predicate(self, values: Any) -> Phrase:
        return phrase("is {values!k:or}", values=list(values))

    def description(self, creature: Any) -> Phrase:
        factions = sorted(map(slug_as_words, creature.factions or ()))
        return phrase("is {values}", values=factions) if factions else phrase("is of no faction")


class AlignmentCondition(ValueCondition):
    name, fact = "alignment", "/alignment"

    def known_value(self, creature: Any) -> Any:
        return creature.alignment

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("{values:or} creatures", values=list(map(_alignment_word, values)))

    def predicate(self, values: Any) -> Phrase:
        return phrase("is {values:or}", values=list(map(_alignment_word, values)))

    def description(self, creature: Any) -> Phrase:
        return phrase("is {value}", value=_alignment_word(creature.alignment))


class SizeCondition(ValueCondition):
    name, fact = "size", "/size"

    def known_value(self, creature: Any) -> Any:
        return creature.size

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("{values:or} creatures", values=list(values))

    def predicate(self, values: Any) -> Phrase:
        return phrase("is {values:or}", values=list(values))

    def description(self, creature: Any) -> Phrase:
        return phrase("is {value}", value=creature.size)


class BooleanCondition(Condition):
    """A condition with a true or false value; `false` is read as the opposite of `true` (see `Clause.read`)."""

    def read(self, values: Any) -> Any:
        return values

    def fits(self, accepted: Any, seen: Any) -> bool:
        return seen is accepted

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        return True, False


class UniqueCondition(BooleanCondition):
    name, fact = "unique", "/unique"

    def known_value(self, creature: Any) -> Any:
        return creature.unique

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("unique creatures")

    def predicate(self, values: Any) -> Phrase:
        return phrase("is unique")

    def description(self, creature: Any) -> Phrase:
        return phrase("is unique") if creature.unique else phrase("is not unique")


class LeaderCondition(BooleanCondition):
    """The condition that a creature leads. Each edition has its own word for leaders."""

    def known_value(self, creature: Any) -> Any:
        return creature.leader

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("{value}s", value=self.name)

    def predicate(self, values: Any) -> Phrase:
        return phrase("is a {value}", value=self.name)

    def description(self, creature: Any) -> Phrase:
        return phrase("is a {value}" if creature.leader else "is no {value}", value=self.name)


class ChampionCondition(LeaderCondition):
    name, fact = "champion", "/champion"


class CommanderCondition(LeaderCondition):
    name, fact = "commander", "/commander"


class CostAtMostCondition(Condition):
    name, fact = "cost_at_most", "/cost"

    def read(self, values: Any) -> Any:
        return values

    def known_value(self, creature: Any) -> Any:
        return creature.cost

    def fits(self, accepted: Any, seen: Any) -> bool:
        return bool(seen <= accepted)

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        return sorted({*accepted_values, max(accepted_values, default=0) + 1})

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("creatures with a printed cost of {value} or less", value=values)

    def predicate(self, values: Any) -> Phrase:
        return phrase("has a printed cost of {value} or less", value=values)

    def description(self, creature: Any) -> Phrase:
        return phrase("has a printed cost of {value}", value=creature.cost)


CONDITIONS: Mapping[str, Condition] = {
    word.name: word
    for word in (
        KeywordCondition(),
        NameCondition(),
        FactionCondition(),
        AlignmentCondition(),
        SizeCondition(),
        UniqueCondition(),
        ChampionCondition(),
        CommanderCondition(),
        CostAtMostCondition(),
    )
}

CreatureClauses = tuple[Clause, ...]
"""Conditions on the creatures that a card affects; all clauses must hold."""


def read_clauses(documents: Iterable[Document]) -> CreatureClauses:
    """Return the clauses of a card's rows."""
    return tuple(Clause.read(row, CONDITIONS) for row in documents)


def matches_all(whom: CreatureClauses, creature: Any) -> tuple[Truth, tuple[str, ...]]:
    """Return whether a creature matches all clauses, and the facts of it that would decide an unknown answer."""
    return all3_with_needs((clause.word.fact, clause.truth_for(creature)) for clause in whom)


def clauses_phrase(whom: CreatureClauses) -> Phrase:
    """Return a phrase for the matching creatures, such as "is chaotic good and has the keyword outsider"."""
    return phrase(
        "{each}", each=[_negated_phrase(one) if one.negated else one.word.predicate(one.values) for one in whom]
    )


def _negated_phrase(clause: Clause) -> Phrase:
    does = clause.word.predicate(clause.values)
    verb, _, rest = does.template.partition(" ")
    denied = f"is not {rest}" if verb == "is" else f"does not have {rest.removeprefix('the ')}"
    return Phrase(denied, does.facts)


def _alignment_word(alignment: str) -> str:
    return "unaligned" if alignment == "none" else alignment
