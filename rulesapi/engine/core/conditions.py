"""The words a card may use about its bearer. Each is a small three-valued question with the phrases that people read.

A clause is one word with its values, of which any one will do, or the opposite of that under `not`. Cards keep lists
of clauses: what a card requires, and what saves it a penalty. The words are the ones of the card schemas.
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
"""A name or class that no card wants."""

MAX_SET_SIZE = 10
"""So many values of one fact that make a difference are tried in every combination, 1,024 in all."""


class TooManyPossibilities(Exception):
    """An unknown fact has too many values that make a difference; never where there is one question alone."""


class Condition(ABC):
    """One question about a bearer.

    `fact` points at the fact of the creature that answers it. The phrases complete "... only" and "not for ..."
    (`plural_phrase`), "its bearer ..." (`predicate`), and "<name of the creature> ..." (`description`). A word names a
    fact that no other word asks for.
    """

    name: ClassVar[str]
    fact: ClassVar[str]

    def read(self, values: Any) -> Any:
        """The values of a document in the form that `holds` wants."""
        return frozenset(values)

    @abstractmethod
    def known_value(self, creature: Creature) -> Any:
        """The creature's fact, in the form that `fits` wants; `None` while it is not known."""

    @abstractmethod
    def fits(self, accepted: Any, seen: Any) -> bool:
        """Whether a fact is one of those accepted."""

    @abstractmethod
    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        """What an unknown fact could be: of all that makes a difference to these questions, each in turn."""

    def holds(self, accepted: Any, creature: Creature) -> Truth:
        """Whether the creature is one of those; `None` while its fact is not known and could be one or another."""
        seen = self.known_value(creature)
        if seen is not None:
            return self.fits(accepted, seen)
        answers = {self.fits(accepted, guess) for guess in self.guesses((accepted,))}
        return answers.pop() if len(answers) == 1 else None

    @abstractmethod
    def plural_phrase(self, values: Any) -> Phrase:
        """The creatures for which it holds."""

    @abstractmethod
    def predicate(self, values: Any) -> Phrase:
        """What such a creature is or has."""

    @abstractmethod
    def description(self, creature: Creature) -> Phrase:
        """What this creature is or has, when that is known."""


class EnumCondition(Condition):
    """A word about a fact that is one of a few `values`, and printed on every creature."""

    values: ClassVar[tuple[str, ...]]

    def fits(self, accepted: Any, seen: Any) -> bool:
        return seen in accepted

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        return self.values


class ValueCondition(Condition):
    """A word about a fact that is one of more values than can be listed."""

    def read(self, values: Any) -> Any:
        return frozenset(map(normalized, values))

    def fits(self, accepted: Any, seen: Any) -> bool:
        return seen in accepted

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        return [*sorted(frozenset().union(*accepted_values)), OTHER_VALUE]


class SetCondition(Condition):
    """A word about a fact that is any number of values, or none."""

    def fits(self, accepted: Any, seen: Any) -> bool:
        return not accepted.isdisjoint(seen)

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        alike = {
            frozenset(n for n, accepted in enumerate(accepted_values) if one in accepted): one
            for one in sorted(set().union(*accepted_values))
        }
        return _subsets(list(alike.values()))


def _subsets(ones: Sequence[str]) -> Iterable[frozenset[str]]:
    """Every set of some of these, of all, or of none."""
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
    """`{"troop": false}` is read as the opposite of `{"troop": true}`: see `Clause.read`."""

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
    """Asks for an icon that is printed on the banner; slots that cards add do not count."""

    name, fact = "has_slot", "/slots"

    def known_value(self, creature: Creature) -> Any:
        return creature.banner

    def guesses(self, accepted_values: Collection[Any]) -> Iterable[Any]:
        """Each icon by itself: two that make no difference to the questions make one to what can be carried."""
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
    """Whether a creature's level is at least the minimum; no level is below 1, so that a minimum of 1 always holds."""
    if minimum is not None and minimum <= MIN_LEVEL:
        return True
    return None if level is None or minimum is None else level >= minimum


@dataclass(frozen=True, slots=True)
class Clause:
    """One word with its values, or its opposite. `document` is the clause as the card has it."""

    word: Condition
    accepted: Any
    values: Any
    negated: bool
    document: Mapping[str, Any]

    @classmethod
    def read(cls, document: Mapping[str, Any], words: Mapping[str, Condition] = CONDITIONS) -> Clause:
        """A clause of a card document; games with other words about other cards bring their own."""
        negated = "not" in document
        ((name, values),) = (document["not"] if negated else document).items()
        if values is False:
            values, negated = True, not negated
        word = words[name]
        return cls(word, word.read(values), values, negated, document)

    def truth_for(self, creature: Creature) -> Truth:
        """Whether the clause holds for the creature."""
        seen = self.word.known_value(creature)
        if seen is not None:
            return self.word.fits(self.accepted, seen) is not self.negated
        holds = self.word.holds(self.accepted, creature)
        return not3(holds) if self.negated else holds

    def would_hold(self, guess: Any) -> bool:
        """Whether it would hold if the fact were as guessed."""
        return self.word.fits(self.accepted, guess) is not self.negated

    def description(self, creature: Creature) -> Phrase:
        """What a creature is or has for which it does not hold, also where it would not whatever the fact is."""
        return (
            self.word.predicate(self.values)
            if self.word.known_value(creature) is None
            else self.word.description(creature)
        )

    @property
    def whom(self) -> Phrase:
        """Whom it lets in: "for evil creatures only", "not for good creatures"."""
        those = self.word.plural_phrase(self.values)
        return phrase("not for {those}" if self.negated else "for {those} only", those=those)

    @property
    def penalty_phrase(self) -> Phrase:
        """When a penalty is added that the clause saves: "unless its bearer is evil", "if its bearer is good"."""
        does = self.word.predicate(self.values)
        return phrase("if its bearer {does}" if self.negated else "unless its bearer {does}", does=does)
