"""The engine's values. All are immutable: judging never changes what it judges.

`None` for a fact always means "not known"; a fact that a kind of card does not have gets a value that asks for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NotRequired, TypedDict, TypeVar, dataclass_transform

from rulesapi.engine.core.messages import fill_template
from rulesapi.engine.core.truth import Truth

if TYPE_CHECKING:
    from rulesapi.engine.core.conditions import Clause
    from rulesapi.engine.core.formats import Format
    from rulesapi.engine.core.house_rules import HouseRules
    from rulesapi.engine.core.parsing import Lines
    from rulesapi.engine.core.rulings import Ruling

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


@dataclass(frozen=True, slots=True)
class CostPenalty:
    """Points that an upgrade costs more unless the clause holds for its bearer."""

    unless: Clause
    cost: int


@dataclass(frozen=True, slots=True)
class CostPerUpgrade:
    """Points that a card costs for each upgrade of a family (any of the keywords) in the legion."""

    family: frozenset[str]
    cost: int


@dataclass(frozen=True, slots=True)
class UpgradeLimit:
    """How many upgrades of a family (any of the keywords) may stand together on a creature or in a legion."""

    family: frozenset[str]
    per: str
    at_most: int


@dataclass(frozen=True, slots=True, eq=False)
class Upgrade(Card):
    """A card that a creature carries.

    `icons` are those it can stand in, `icon` the one if there is only one; with `slot_known` false it stands in exactly
    one of them, not known which. `minimum_level` is 0 on a card that asks for none. `flat_cost` is what it costs
    wherever it stands: the number printed, where that is known and none of its own texts adds to it.
    """

    icons: frozenset[str]
    slot_known: bool
    icon: str | None
    minimum_level: int | None
    requires: tuple[Clause, ...] | None
    excludes: frozenset[str] | None
    penalties: tuple[CostPenalty, ...] | None
    grants: Mapping[str, int] | None
    cost_each: CostPerUpgrade | None
    limits: tuple[UpgradeLimit, ...] | None
    exempt: frozenset[str] | None
    flat_cost: int | None


@value_object
class CarriedUpgrade:
    """An upgrade in its place, where one card stands."""

    at: str
    card: Upgrade
    copies: ClassVar[int] = 1


@value_object
class Pick:
    """A card that stands for itself in its place, with the upgrades that it carries.

    `card` is of a class derived from `PickableCard`, which one the ruleset knows that reads its game's cards. `line` is
    the pick's own document, for the fields that only some games have.
    """

    at: str
    card: Any
    copies: int
    soldiers: int
    carried: tuple[CarriedUpgrade, ...]
    line: Document


@value_object
class UnknownCard:
    """A slug that the library does not know. `bearer` tells whether it is a pick's own, or an upgrade's."""

    at: str
    slug: str
    bearer: bool


@value_object
class MisplacedCard:
    """A card where its kind has no place."""

    at: str
    card: Card


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
    """What a legion costs: at least `known`, at most `upper_bound` (`None`: no bound is known)."""

    lines: tuple[LedgerLine, ...]
    total: int | None
    known: int
    upper_bound: int | None
    missing_facts: tuple[MissingFact, ...]

    def as_points(self, limit: int | None) -> dict[str, Any]:
        """The price against a limit as the verdict's document has it."""
        return {"total": self.total, "known": self.known, "limit": limit}


OwnedCopies = Mapping[Card, int]
"""How many copies of each card somebody owns; none of a card that is not in it."""


@value_object
class Legion:
    """A legion as the rules see it: the lines of its one player, or those of a whole team together.

    `parts` are the lines of each player, the legion's own where there is only one. `on` is the date on which it is to
    be played, year-month-day, if it names one. `carried` is every upgrade in a place for upgrades; of these,
    `unattached_upgrades` are the ones on a pick whose own card is unknown or out of place, so that only the rules about
    the whole legion can be asked of them. `has_unnamed_card` tells whether there is a card whose name is not known.
    `fields` is what the document says in the fields that only some games have, by the place of the list that says it:
    that of one of the `parts`, or
    "" for the whole. `owned` are the collections that the legion is to be checked against, by the place of the list
    that each is for, in the same way. `arranged` are the `parts` as the ruleset arranges them for its rules, if it
    does. `house_rules` are the house rules that were agreed on, if any.
    """

    format: Format
    house_rules: HouseRules | None
    on: str | None
    limit: int | None
    limit_pointer: str
    team: bool
    parts: tuple[Lines, ...]
    picks: tuple[Pick, ...]
    carried: tuple[CarriedUpgrade, ...]
    unattached_upgrades: tuple[CarriedUpgrade, ...]
    unknown_cards: tuple[UnknownCard, ...]
    misplaced: tuple[MisplacedCard, ...]
    has_unnamed_card: bool
    fields: Mapping[str, Mapping[str, Any]]
    owned: Mapping[str, OwnedCopies]
    arranged: tuple[Any, ...]
    price: Price

    @property
    def standing(self) -> list[Pick | CarriedUpgrade]:
        """All cards that stand in the legion: creatures and upgrades alike."""
        return [*self.picks, *self.carried]


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule can be read."""

    source: str
    page: int | None = None
    section: str | None = None

    def as_document(self) -> dict[str, Any]:
        """The cite as the verdict's document has it."""
        return {"source": self.source, "page": self.page, "section": self.section}


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
