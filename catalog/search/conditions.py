"""What a query asks of a card, bound to the facts of a game. The database, documents and sentences read it.

A condition is answered yes, no or not known. A fact that is not known answers neither a comparison nor its opposite;
one that a kind of card does not have answers no.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from catalog.search.card_texts import EVERYTHING, STEMS, TITLE
from catalog.search.fields import Field

RETIRED, WANTED = "retired", "wanted"


@dataclass(frozen=True, slots=True)
class CardSelection:
    """Cards that somebody picked out by other means, by slug: those it surely holds for, and those it may hold for.

    `words` end the sentence "cards that ...".
    """

    words: str
    yes: frozenset[str]
    maybe: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class MentionsText:
    """The words of the card have this in them, as it is folded. What a card does not tell, it does not say."""

    text: str
    spoken: str

    def is_said(self, texts: Mapping[str, str]) -> bool:
        """Return whether a card with these texts says it."""
        return self.text in texts[EVERYTHING]

    def is_named(self, texts: Mapping[str, str]) -> bool:
        """Return whether the name or class of a card with these texts has it."""
        return self.text in texts[TITLE]


@dataclass(frozen=True, slots=True)
class MentionsWord:
    """The card says a word in any of its forms.

    It has one of `phrases` among its stems, or a word of its name or class begins with `text`. If the word is
    `incomplete`, because no card says it, it may be the beginning of any word, or any part of a name or class.
    """

    text: str
    phrases: tuple[str, ...]
    incomplete: bool
    spoken: str

    def is_said(self, texts: Mapping[str, str]) -> bool:
        """Return whether a card with these texts says it."""
        begun = f" {self.text}"
        if any(phrase in texts[STEMS] for phrase in self.phrases) or begun in texts[TITLE]:
            return True
        return self.incomplete and (self.text in texts[TITLE] or begun in texts[EVERYTHING])

    def is_named(self, texts: Mapping[str, str]) -> bool:
        """Return whether the name or class of a card with these texts has it."""
        return f" {self.text}" in texts[TITLE] or any(phrase in texts[TITLE] for phrase in self.phrases)


@dataclass(frozen=True, slots=True)
class IsKind:
    """The card is of one of these kinds."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InSet:
    """The card was sold in one of these sets; `titles` are what they are called."""

    slugs: tuple[str, ...]
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """A fact is, or a list has, one of these words."""

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
    """A fact that is yes or no is yes."""

    field: Field


@dataclass(frozen=True, slots=True)
class Contains:
    """What stands in a fact has this text in it, as it is folded."""

    field: Field
    text: str
    spoken: str


@dataclass(frozen=True, slots=True)
class IsUnknown:
    """The card has a fact under one of these keys that nobody has told; `label` is what it is called."""

    keys: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class HasState:
    """The card is retired, or has facts that are wanted."""

    what: str


@dataclass(frozen=True, slots=True)
class FromOpenSet:
    """The card was made with one of these sets, which are open and not official; a publisher's card is of none."""

    slugs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InSelection:
    """The card is one of those picked out."""

    cards: CardSelection


@dataclass(frozen=True, slots=True)
class Negation:
    """The condition does not hold."""

    condition: "Condition"


@dataclass(frozen=True, slots=True)
class Conjunction:
    """All conditions hold; with none of them, always."""

    conditions: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class Disjunction:
    """At least one of the conditions holds."""

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
