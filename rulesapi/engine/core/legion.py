"""A legion as the rules see it: its picks in their places, the lines of each player, and what it is judged under."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rulesapi.engine.core.campaign_context import CampaignContext
from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.house_rules import HouseRules
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Card, Document, OwnedCopies, Price, value_object


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


@value_object
class Lines:
    """The lines of one player's list with their cards found: see `Legion`. `at` is the list's place in the document."""

    picks: tuple[Pick, ...]
    carried: tuple[CarriedUpgrade, ...]
    unattached_upgrades: tuple[CarriedUpgrade, ...]
    unknown_cards: tuple[UnknownCard, ...]
    misplaced: tuple[MisplacedCard, ...]
    has_unnamed_card: bool
    at: str = ""

    @property
    def standing(self) -> list[Pick | CarriedUpgrade]:
        """All cards that stand in the list: creatures and upgrades alike."""
        return [*self.picks, *self.carried]


class Pricing:
    """The price of a legion, told once it is asked for unless it is known beforehand."""

    __slots__ = ("_tell", "known")

    def __init__(self, tell: Callable[[], Price], known: Price | None = None) -> None:
        self._tell = tell
        self.known = known

    def price(self) -> Price:
        """Return the price."""
        if self.known is None:
            self.known = self._tell()
        return self.known


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
    does. `house_rules` are the house rules that were agreed on, if any. `pricing` tells its price, which a search that
    tries hundreds of legions need not know of most. `campaign` is what it is built in, if it is.
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
    pricing: Pricing
    campaign: CampaignContext | None = None

    @property
    def standing(self) -> list[Pick | CarriedUpgrade]:
        """All cards that stand in the legion: creatures and upgrades alike."""
        return [*self.picks, *self.carried]

    @property
    def price(self) -> Price:
        """What the legion costs, with its ledger."""
        return self.pricing.known or self.pricing.price()
