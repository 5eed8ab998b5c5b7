"""The engine's values. All are immutable: judging never changes what it judges.

`None` for a fact always means "not known"; a fact that a kind of card does not have gets a value that asks for nothing.
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
    """A value that is made anew for each legion: mypy refuses to change it, at run time nothing keeps watch.

    Keeping watch, as a frozen dataclass does, triples the time it takes to make one; named tuples are slow to read.
    """
    return dataclass(slots=True)(cls)


Document = Mapping[str, Any]
"""A JSON object as it was sent; the engine only reads it."""

Severity = Literal["error", "warning"]
VerdictOutcome = Literal["legal", "illegal", "undetermined"]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """What every card has, whatever its kind; a card of this very class has no place in a legion.

    `title` is what people call it even when its name is not known. `identity` is the same for two cards when they have
    one name; a card whose name is not known has an identity of its own. `numbers` are those printed facts of the card
    that its game's ruleset weighs. A library holds each card once, so that cards are compared as objects.
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
    retired: str | None
    numbers: Mapping[str, int | None]


@dataclass(frozen=True, slots=True, eq=False)
class PickableCard(Card):
    """A card that stands for itself in a legion: every pick is of one. Each game derives what its own cards tell."""


@dataclass(frozen=True, slots=True, eq=False)
class Creature(PickableCard):
    """A card that stands for itself and carries others. `banner` counts its printed icons, `costs` a troop's tokens."""

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

    `points` is `None` while not known; `each` stands where several copies are counted, `rests_on_own_facts` where
    points are what they are by own facts of the legion.
    """

    at: str
    card: str
    reason: str
    points: int | None
    each: NotRequired[int]
    by_your_word: NotRequired[Literal[True]]


@value_object
class MissingFact:
    """A fact that is not known and would decide: the card's slug, the fact's pointer in the card, the card's place."""

    card: str
    fact: str
    at: str


@value_object
class RuleBreach:
    """What a rule says of one thing wrong: its places and the facts its message is filled from.

    A fact `short` says how many cards are lacking: with every one that is added less is wrong.
    """

    at: tuple[str, ...]
    facts: dict[str, Any]


@value_object
class Price:
    """What a legion costs: at least `least`, at most `upper_bound` (`None`: no bound is known).

    `known` is what is known of it, as people are told: a text that nobody has seen takes nothing off there, and may
    take all off of the least.
    """

    lines: tuple[LedgerLine, ...]
    total: int | None
    known: int
    upper_bound: int | None
    missing_facts: tuple[MissingFact, ...]
    least: int

    def as_points(self, limit: int | None) -> dict[str, Any]:
        """The price against a limit as the verdict's document has it."""
        return {"total": self.total, "known": self.known, "limit": limit}


OwnedCopies = Mapping[Card, int]
"""How many copies of each card somebody owns; none of a card that is not in it."""


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule can be read."""

    source: str
    page: int | None = None
    section: str | None = None

    def as_document(self) -> dict[str, Any]:
        """The cite as the verdict's document has it."""
        return {"source": self.source, "page": self.page, "section": self.section}


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """One ruling that holds: about `cards` by slug and `rules` by code; `settles` has readings by question."""

    slug: str
    title: str
    cards: frozenset[str]
    rules: frozenset[str]
    settles: Mapping[str, str]

    @classmethod
    def read(cls, document: Document, cards: Mapping[str, Card]) -> Ruling:
        """A ruling's document; a card may stand in it by a former slug. `cards` are those of its library, by slug."""
        return cls(
            slug=document["slug"],
            title=document["name"],
            cards=frozenset(cards[slug].slug if slug in cards else slug for slug in document.get("cards", ())),
            rules=frozenset(document.get("rules", ())),
            settles={row["question"]: row["reading"] for row in document.get("settles", ())},
        )

    def as_document(self) -> dict[str, Any]:
        """The ruling as a verdict cites it."""
        return {"slug": self.slug, "name": self.title}


@value_object
class Finding:
    """A rule that is broken. Its message is filled from the facts by the rule's templates: see `wording`.

    `rulings` are those that it cites beside its rule.
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
        """What is wrong, in plain words."""
        return fill_template(self.templates, self.facts)

    def as_document(self) -> dict[str, Any]:
        """The finding as the verdict's document has it."""
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
    """A fact that the catalog does not have and that would decide, with every place and every rule that needs it."""

    card: str
    fact: str
    at: tuple[str, ...]
    needed_by: tuple[str, ...]

    def as_document(self) -> dict[str, Any]:
        """The unknown fact as the verdict's document has it."""
        return {"card": self.card, "fact": self.fact, "at": list(self.at), "needed_by": list(self.needed_by)}


@value_object
class PlayerShare:
    """What one player's part of a team costs, for `total` see `Price`; `limit` is what that player alone keeps to."""

    at: str
    total: int | None
    known: int
    limit: int | None

    def as_document(self) -> dict[str, Any]:
        """The part as the verdict's document has it."""
        return {"at": self.at, "points": {"total": self.total, "known": self.known, "limit": self.limit}}


PriceDelta = Callable[[Card], int | None]
"""What one card more adds to a price, wherever it is put; `None` where that has to be weighed with all the others."""


class CannotJudge(Exception):
    """The legion is well formed, but there is nothing to judge it by. Never raised for anything else.

    `code` is short and stable, `pointers` name the places in the legion's document that stand in the way. `nearest`
    are, by place, the words that may have been meant there.
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
    """A word beside the picks that nobody knows: it was left aside. `nearest` are those that may have been meant."""

    at: str
    slug: str
    nearest: tuple[str, ...]

    def as_document(self) -> dict[str, Any]:
        """The word as JSON."""
        return {"at": self.at, "slug": self.slug, "nearest": list(self.nearest)}
