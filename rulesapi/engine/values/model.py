"""The engine's values. All are immutable: judging never changes its input.

`None` for a fact always means "unknown"; a fact that a kind of card does not have gets a neutral value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict, TypeVar, dataclass_transform

from rulesapi.engine.values.messages import fill_template
from rulesapi.engine.values.truth import Truth

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value_object(cls: type[T]) -> type[T]:
    """Declare a value created for each legion: mypy forbids changes, at run time nothing checks.

    A frozen dataclass, which checks, takes three times as long to create; named tuples are slow to read.
    """
    return dataclass(slots=True)(cls)


Document = Mapping[str, Any]
"""A JSON object as it was sent; the engine only reads it."""

Severity = Literal["error", "warning"]
VerdictOutcome = Literal["legal", "illegal", "undetermined"]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """The facts that every card has, whatever its kind; a card of this class itself has no place in a legion.

    `title` is a name for people even if the card's name is unknown. `identity` is equal for two cards with one name; a
    card of unknown name has an identity of its own. `sets` are the known sets in which it was sold, `set` is its own,
    or None. `numbers` are the printed facts of the card that its game's ruleset
    weighs. A library holds each card once, so cards are compared as objects.
    """

    slug: str
    kind: str
    name: str | None
    title: str
    identity: str
    unique: Truth
    cost: int | None
    keywords: frozenset[str] | None
    set: str | None
    sets: frozenset[str]
    retired: str | None
    numbers: Mapping[str, int | None]


@dataclass(frozen=True, slots=True, eq=False)
class PickableCard(Card):
    """A card that can be a pick of a legion. Each game derives a class for the facts of its own cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Creature(PickableCard):
    """A pickable card that carries others. `banner` counts its printed icons, `costs` a troop's tokens."""

    printed_class: str | None
    level: int | None
    alignment: str | None
    energy: frozenset[str] | None
    banner: Mapping[str, int] | None
    movement: str | None
    base: str | None
    troop: Truth
    costs: Mapping[str, int | None] | None


class LedgerLine(TypedDict):
    """One line of the price, a dictionary as in the verdict's document, because every card gets at least one.

    `points` is `None` while unknown; `each` is present if several copies are counted, `by_your_word` if the points
    depend on own facts of the legion.
    """

    at: str
    card: str
    reason: str
    points: int | None
    each: NotRequired[int]
    by_your_word: NotRequired[Literal[True]]


@value_object
class MissingFact:
    """An unknown fact that would decide: the card's slug, the fact's pointer in the card, the card's place."""

    card: str
    fact: str
    at: str


@value_object
class RuleBreach:
    """One error by a rule: its places and the facts its message is filled from.

    A fact named "short" is the number of cards lacking: every added card reduces the error.
    """

    at: tuple[str, ...]
    facts: dict[str, Any]


@value_object
class Price:
    """The price of a legion: at least `least`, at most `upper_bound` (`None`: no bound is known).

    `known` is the known part as shown to people. It ignores texts that are not known, which may reduce `least` to 0.
    """

    lines: tuple[LedgerLine, ...]
    total: int | None
    known: int
    upper_bound: int | None
    missing_facts: tuple[MissingFact, ...]
    least: int

    def as_points(self, limit: int | None) -> dict[str, Any]:
        """Return the price against a limit as the verdict's document has it."""
        return {"total": self.total, "known": self.known, "limit": limit}


OwnedCopies = Mapping[Card, int]
"""The number of owned copies by card; none of a card that is not in it."""


@dataclass(frozen=True, slots=True)
class Citation:
    """The place in a source where a rule can be read.

    `at` is the address of a section of the game's rulebook, None for another source. `further` has the addresses of
    other sections that the rule applies.
    """

    source: str
    page: int | None = None
    section: str | None = None
    at: str | None = None
    further: tuple[str, ...] = ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of all sections of the rulebook that the rule applies, the cited one first."""
        return () if self.at is None else (self.at, *self.further)

    def as_document(self) -> dict[str, Any]:
        """Return the citation as the verdict's document has it."""
        return {"source": self.source, "page": self.page, "section": self.section, "at": self.at}


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """One ruling in force: about `cards` by slug and `rules` by code; `settles` has readings by question."""

    slug: str
    title: str
    cards: frozenset[str]
    rules: frozenset[str]
    settles: Mapping[str, str]

    @classmethod
    def read(cls, document: Document, cards: Mapping[str, Card]) -> Ruling:
        """Read a ruling's document, which may name a card by a former slug. `cards` are the cards of its library, by
        slug.
        """
        return cls(
            slug=document["slug"],
            title=document["name"],
            cards=frozenset(cards[slug].slug if slug in cards else slug for slug in document.get("cards", ())),
            rules=frozenset(document.get("rules", ())),
            settles={row["question"]: row["reading"] for row in document.get("settles", ())},
        )

    def as_document(self) -> dict[str, Any]:
        """Return the ruling as a verdict cites it."""
        return {"slug": self.slug, "name": self.title}


@value_object
class Finding:
    """A breach of a rule. Its message is filled from the facts by the rule's templates: see `messages`.

    `rulings` are the rulings cited in addition to its rule.
    """

    code: str
    level: Severity
    at: tuple[str, ...]
    facts: Mapping[str, Any]
    cite: Citation
    templates: tuple[str, ...]
    rulings: tuple[Ruling, ...] = ()

    @property
    def message(self) -> str:
        """The error in plain words."""
        return fill_template(self.templates, self.facts)

    def as_document(self) -> dict[str, Any]:
        """Return the finding as the verdict's document has it."""
        document: dict[str, Any] = {
            "code": self.code,
            "level": self.level,
            "at": list(self.at),
            "message": self.message,
            "facts": dict(self.facts),
            "cite": self.cite.as_document(),
        }
        if self.rulings:
            document["rulings"] = [one.as_document() for one in self.rulings]
        return document


@value_object
class UnknownFact:
    """A deciding fact that the catalog does not have, with every place and every rule that needs it."""

    card: str
    fact: str
    at: tuple[str, ...]
    needed_by: tuple[str, ...]

    def as_document(self) -> dict[str, Any]:
        """Return the unknown fact as the verdict's document has it."""
        return {"card": self.card, "fact": self.fact, "at": list(self.at), "needed_by": list(self.needed_by)}


@value_object
class PlayerShare:
    """The price of one player's part of a team, with `total` as in `Price`; `limit` is the limit of that player
    alone.
    """

    at: str
    total: int | None
    known: int
    limit: int | None

    def as_document(self) -> dict[str, Any]:
        """Return the part as the verdict's document has it."""
        return {"at": self.at, "points": {"total": self.total, "known": self.known, "limit": self.limit}}


PriceDelta = Callable[[Card], int | None]
"""Returns the points that one more card adds in any place; `None` if that depends on all the others."""


class CannotJudge(Exception):
    """A well-formed legion that cannot be judged, for example because its format is unknown.

    `code` is short and stable, `pointers` name the places in the legion's document that prevent judging. `nearest` has
    near matches by place.
    """

    def __init__(
        self, code: str, message: str, pointers: tuple[str, ...], nearest: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointers = pointers
        self.nearest = nearest or {}


@value_object
class UnmatchedSlug:
    """An unknown slug outside the picks, which is ignored. `nearest` are near matches."""

    at: str
    slug: str
    nearest: tuple[str, ...]

    def as_document(self) -> dict[str, Any]:
        """Return the slug as JSON."""
        return {"at": self.at, "slug": self.slug, "nearest": list(self.nearest)}
