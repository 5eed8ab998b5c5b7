"""Conditions of a query, bound to the facts of a game. The database, documents and descriptions evaluate them.

The result of a condition is yes, no or unknown. For an unknown fact, both a comparison and its negation are unknown.
For a fact that the kind of card does not have, the result is no.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from catalog.search.card_texts import EVERYTHING, STEMS, TITLE
from catalog.search.fields import Field

RETIRED, WANTED = "retired", "wanted"


@dataclass(frozen=True, slots=True)
class CardSelection:
    """Slugs of cards selected by other means: cards that match, and cards that may match.

    `words` is the end of the sentence “cards that ...”.
    """

    words: str
    yes: frozenset[str]
    maybe: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class MentionsText:
    """The folded words of the card contain this text. Unknown facts contain nothing."""

    text: str
    spoken: str

    def is_said(self, texts: Mapping[str, str]) -> bool:
        """Return whether a card with these texts matches."""
        return self.text in texts[EVERYTHING]

    def is_named(self, texts: Mapping[str, str]) -> bool:
        """Return whether the name or class of a card with these texts matches."""
        return self.text in texts[TITLE]


@dataclass(frozen=True, slots=True)
class MentionsWord:
    """The card contains a word in any of its forms.

    It has one of `phrases` among its stems, or a word of its name or class begins with `text`. If the word is
    `incomplete`, because no card contains it, it also matches the beginning of any word, and any part of a name or
    class.
    """

    text: str
    phrases: tuple[str, ...]
    incomplete: bool
    spoken: str

    def is_said(self, texts: Mapping[str, str]) -> bool:
        """Return whether a card with these texts matches."""
        begun = f" {self.text}"
        if any(phrase in texts[STEMS] for phrase in self.phrases) or begun in texts[TITLE]:
            return True
        return self.incomplete and (self.text in texts[TITLE] or begun in texts[EVERYTHING])

    def is_named(self, texts: Mapping[str, str]) -> bool:
        """Return whether the name or class of a card with these texts matches."""
        return f" {self.text}" in texts[TITLE] or any(phrase in texts[TITLE] for phrase in self.phrases)


@dataclass(frozen=True, slots=True)
class IsKind:
    """The card is of one of these kinds."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InSet:
    """The card was sold in one of these sets. `titles` are their names."""

    slugs: tuple[str, ...]
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """A fact is one of these words, or a list contains one."""

    field: Field
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A fact is a number that compares with this one: `:` `<` `<=` `>` `>=`."""

    field: Field
    sign: str
    number: int


@dataclass(frozen=True, slots=True)
class IsTrue:
    """A yes/no fact is yes."""

    field: Field


@dataclass(frozen=True, slots=True)
class Contains:
    """The folded text of a fact contains this text."""

    field: Field
    text: str
    spoken: str


@dataclass(frozen=True, slots=True)
class IsUnknown:
    """The card has a fact with one of these keys, and its value is unknown. `label` is the name of the fact."""

    keys: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class HasState:
    """The card is retired, or has unknown facts."""

    what: str


@dataclass(frozen=True, slots=True)
class FromOpenSet:
    """The card is from one of these unofficial sets. False for every official card."""

    slugs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InSelection:
    """The card is in the selection."""

    cards: CardSelection


@dataclass(frozen=True, slots=True)
class Negation:
    """The condition does not hold."""

    condition: "Condition"


@dataclass(frozen=True, slots=True)
class Conjunction:
    """All conditions are true. A conjunction without conditions is true."""

    conditions: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class Disjunction:
    """At least one of the conditions is true."""

    conditions: tuple["Condition", ...]


SearchedWord = MentionsText | MentionsWord
Leaf = (
    SearchedWord
    | IsKind
    | InSet
    | OneOf
    | Comparison
    | IsTrue
    | Contains
    | IsUnknown
    | HasState
    | FromOpenSet
    | InSelection
)
Condition = Leaf | Negation | Conjunction | Disjunction
