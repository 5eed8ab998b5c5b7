"""Conditions that a card may put on its bearer: three-valued questions with the phrases that people read.

A clause is one condition with its values, any one of which is enough, or the opposite of that under `not`. Cards keep
lists of clauses: requirements, and what saves them a penalty. The names of the conditions are those of the card
schemas.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Creature
from rulesapi.engine.values.names import normalized, slug_as_words
from rulesapi.engine.values.truth import Truth, not3

MIN_LEVEL = 1

OTHER_VALUE = "\0"
"""A name or class that no card asks for."""

MAX_SET_SIZE = 10
"""Maximum number of relevant values of one fact for which every combination is tried (1,024 in all)."""


class TooManyPossibilities(Exception):
    """An unknown fact has too many relevant values; never raised for a single condition."""


class Condition(ABC):
    """One question about a bearer.

    `fact` points to the fact of the creature that answers it; no two conditions ask for the same fact. The phrases
    complete "... only" and "not for ..." (`plural_phrase`), "its bearer ..." (`predicate`), and "<name of the creature>
    ..." (`description`).
    """

    name: ClassVar[str]
    fact: ClassVar[str]

    def read(self, values: Any) -> Any:
        """Return the values of a document as `holds` takes them."""
        return frozenset(values)

    @abstractmethod
    def known_value(self, creature: Creature) -> Any:
        """Return the creature's fact as `fits` takes it; `None` if unknown."""

    @abstractmethod
    def fits(self, accepted: Any, seen: Any) -> bool:
        """Return whether a fact has an accepted value."""

    @abstractmethod
    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        """Return every possible value of an unknown fact that makes a difference to these questions."""

    def holds(self, accepted: Any, creature: Creature) -> Truth:
        """Return whether the creature meets the condition; `None` if that depends on an unknown fact."""
        seen = self.known_value(creature)
        if seen is not None:
            return self.fits(accepted, seen)
        answers = {self.fits(accepted, guess) for guess in self.guesses((accepted,))}
        return answers.pop() if len(answers) == 1 else None

    @abstractmethod
    def plural_phrase(self, values: Any) -> Phrase:
        """Return the phrase for the creatures that meet the condition."""

    @abstractmethod
    def predicate(self, values: Any) -> Phrase:
        """Return the phrase that says of a creature that it meets the condition."""

    @abstractmethod
    def description(self, creature: Creature) -> Phrase:
        """Return the phrase for the known fact of this creature."""


class EnumCondition(Condition):
    """A condition on a fact printed on every creature, with few possible `values`."""

    values: ClassVar[tuple[str, ...]]

    def fits(self, accepted: Any, seen: Any) -> bool:
        return seen in accepted

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        return self.values


class ValueCondition(Condition):
    """A condition on a fact with too many possible values to list."""

    def read(self, values: Any) -> Any:
        return frozenset(map(normalized, values))

    def fits(self, accepted: Any, seen: Any) -> bool:
        return seen in accepted

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        return [*sorted(frozenset().union(*accepted_values)), OTHER_VALUE]


class SetCondition(Condition):
    """A condition on a fact that is a set of values, possibly empty."""

    def fits(self, accepted: Any, seen: Any) -> bool:
        return not accepted.isdisjoint(seen)

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        alike = {
            frozenset(n for n, accepted in enumerate(accepted_values) if one in accepted): one
            for one in sorted(set().union(*accepted_values))
        }
        return _subsets(list(alike.values()))


def _subsets(ones: Sequence[str]) -> Iterable[frozenset[str]]:
    """Return every subset, the empty and the full one included."""
    if len(ones) > MAX_SET_SIZE:
        raise TooManyPossibilities
    return (frozenset(some) for size in range(len(ones) + 1) for some in combinations(ones, size))


class AlignmentCondition(EnumCondition):
    name, fact, values = "alignment", "/alignment", ("good", "neutral", "evil")

    def known_value(self, creature: Creature) -> Any:
        return creature.alignment

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("{values:or} creatures", values=list(values))

    def predicate(self, values: Any) -> Phrase:
        return phrase("is {values:or}", values=list(values))

    def description(self, creature: Creature) -> Phrase:
        return phrase("is {value}", value=creature.alignment)


class EnergyCondition(SetCondition):
    name, fact = "energy", "/energy"

    def known_value(self, creature: Creature) -> Any:
        return creature.energy

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("creatures with the energy type {values:or}", values=list(values))

    def predicate(self, values: Any) -> Phrase:
        return phrase("has the energy type {values:or}", values=list(values))

    def description(self, creature: Creature) -> Phrase:
        energy = sorted(creature.energy or ())
        if not energy:
            return phrase("has no energy type")
        return phrase("has the {number:energy type|energy types} {values}", number=len(energy), values=energy)


class PrintedClassCondition(ValueCondition):
    name, fact = "class", "/class"

    def known_value(self, creature: Creature) -> Any:
        return None if creature.printed_class is None else normalized(creature.printed_class)

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("creatures of the class {values:or}", values=list(values))

    def predicate(self, values: Any) -> Phrase:
        return phrase("is of the class {values:or}", values=list(values))

    def description(self, creature: Creature) -> Phrase:
        return phrase("is of the class {value}", value=creature.printed_class)


class NameCondition(ValueCondition):
    name, fact = "name", "/name"

    def known_value(self, creature: Creature) -> Any:
        return None if creature.name is None else creature.identity

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("creatures named {values:or}", values=list(values))

    def predicate(self, values: Any) -> Phrase:
        return phrase("is named {values:or}", values=list(values))

    def description(self, creature: Creature) -> Phrase:
        return phrase("is named {value}", value=creature.name)


class KeywordCondition(SetCondition):
    name, fact = "keyword", "/keywords"

    def known_value(self, creature: Creature) -> Any:
        return creature.keywords

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("creatures with the keyword {values!k:or}", values=list(values))

    def predicate(self, values: Any) -> Phrase:
        return phrase("has the keyword {values!k:or}", values=list(values))

    def description(self, creature: Creature) -> Phrase:
        keywords = sorted(map(slug_as_words, creature.keywords or ()))
        if not keywords:
            return phrase("has no keyword")
        return phrase("has the {number:keyword|keywords} {values}", number=len(keywords), values=keywords)


class MovementCondition(EnumCondition):
    name, fact, values = "movement", "/movement", ("flying", "ground")

    def known_value(self, creature: Creature) -> Any:
        return creature.movement

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("{values:or} creatures", values=list(values))

    def predicate(self, values: Any) -> Phrase:
        return phrase("is a {values:or} creature", values=list(values))

    def description(self, creature: Creature) -> Phrase:
        return phrase("is a {value} creature", value=creature.movement)


class BaseCondition(EnumCondition):
    name, fact, values = "base", "/base", ("small", "large")

    def known_value(self, creature: Creature) -> Any:
        return creature.base

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("creatures on a {values:or} base", values=list(values))

    def predicate(self, values: Any) -> Phrase:
        return phrase("stands on a {values:or} base", values=list(values))

    def description(self, creature: Creature) -> Phrase:
        return phrase("stands on a {value} base", value=creature.base)


class TroopCondition(Condition):
    """The troop condition. `{"troop": false}` is read as the opposite of `{"troop": true}`: see `Clause.read`."""

    name, fact = "troop", "/troop"

    def read(self, values: Any) -> Any:
        return values

    def known_value(self, creature: Creature) -> Any:
        return creature.troop

    def fits(self, accepted: Any, seen: Any) -> bool:
        return seen is accepted

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        return True, False

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("troops")

    def predicate(self, values: Any) -> Phrase:
        return phrase("is a troop")

    def description(self, creature: Creature) -> Phrase:
        return phrase("is a troop") if creature.troop else phrase("is no troop")


class LevelAtLeastCondition(Condition):
    name, fact = "level_at_least", "/level"

    def read(self, values: Any) -> Any:
        return values

    def known_value(self, creature: Creature) -> Any:
        return creature.level

    def fits(self, accepted: Any, seen: Any) -> bool:
        return bool(seen >= accepted)

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        return sorted({MIN_LEVEL, *accepted_values})

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("creatures of level {value} or higher", value=values)

    def predicate(self, values: Any) -> Phrase:
        return phrase("is level {value} or higher", value=values)

    def description(self, creature: Creature) -> Phrase:
        return phrase("is level {value}", value=creature.level)


class HasSlotCondition(SetCondition):
    """A condition on an icon printed on the banner; slots that cards add do not count."""

    name, fact = "has_slot", "/slots"

    def known_value(self, creature: Creature) -> Any:
        return creature.banner

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        """Return every set of icons: icons that are equal for the questions still differ in what can be carried."""
        return _subsets(sorted(set().union(*accepted_values)))

    def plural_phrase(self, values: Any) -> Phrase:
        return phrase("creatures with the icon {values:or} on their banner", values=list(values))

    def predicate(self, values: Any) -> Phrase:
        return phrase("has the icon {values:or} on its banner", values=list(values))

    def description(self, creature: Creature) -> Phrase:
        icons = sorted(creature.banner or ())
        return phrase("has only {values} on its banner", values=icons) if icons else phrase("has an empty banner")


CONDITIONS: Mapping[str, Condition] = {
    word.name: word
    for word in (
        AlignmentCondition(),
        EnergyCondition(),
        PrintedClassCondition(),
        NameCondition(),
        KeywordCondition(),
        MovementCondition(),
        BaseCondition(),
        TroopCondition(),
        LevelAtLeastCondition(),
        HasSlotCondition(),
    )
}


def meets_level(level: int | None, minimum: int | None) -> Truth:
    """Return whether a creature's level is at least the minimum.

    No level is below 1, so a minimum of 1 always holds.
    """
    if minimum is not None and minimum <= MIN_LEVEL:
        return True
    return None if level is None or minimum is None else level >= minimum


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition with its values, or its opposite. `document` is the clause as the card has it."""

    word: Condition
    accepted: Any
    values: Any
    negated: bool
    document: Mapping[str, Any]

    @classmethod
    def read(cls, document: Mapping[str, Any], conditions: Mapping[str, Condition] = CONDITIONS) -> Clause:
        """Read a clause of a card document; games with other conditions on other cards pass their own `conditions`."""
        negated = "not" in document
        ((name, values),) = (document["not"] if negated else document).items()
        if values is False:
            values, negated = True, not negated
        word = conditions[name]
        return cls(word, word.read(values), values, negated, document)

    def truth_for(self, creature: Creature) -> Truth:
        """Return whether the clause holds for the creature."""
        seen = self.word.known_value(creature)
        if seen is not None:
            return self.word.fits(self.accepted, seen) is not self.negated
        holds = self.word.holds(self.accepted, creature)
        return not3(holds) if self.negated else holds

    def would_hold(self, guess: Any) -> bool:
        """Return whether the clause would hold if the fact were as guessed."""
        return self.word.fits(self.accepted, guess) is not self.negated

    def description(self, creature: Creature) -> Phrase:
        """Return the phrase for the fact that makes a creature fail the clause, even if the fact is unknown."""
        return (
            self.word.predicate(self.values)
            if self.word.known_value(creature) is None
            else self.word.description(creature)
        )

    @property
    def whom(self) -> Phrase:
        """The phrase for the bearers it allows: "for evil creatures only", "not for good creatures"."""
        those = self.word.plural_phrase(self.values)
        return phrase("not for {those}" if self.negated else "for {those} only", those=those)

    @property
    def penalty_phrase(self) -> Phrase:
        """The phrase for when the penalty applies: "unless its bearer is evil", "if its bearer is good"."""
        does = self.word.predicate(self.values)
        return phrase("if its bearer {does}" if self.negated else "unless its bearer {does}", does=does)
