"""The legion as the rules see it: its picks in their places, the lines of each player, and the terms of judging."""

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
    """An upgrade in the place of one card."""

    at: str
    card: Upgrade
    copies: ClassVar[int] = 1


@value_object
class Pick:
    """A card in a place of its own, with the upgrades that it carries.

    `card` is of a subclass of `model.PickableCard`, which the ruleset that reads the game's cards knows. `line` is the
    pick's own document, for the fields that only some games have.
    """

    at: str
    card: Any
    copies: int
    soldiers: int
    carried: tuple[CarriedUpgrade, ...]
    line: Document


@value_object
class UnknownCard:
    """A slug that the library does not know. `bearer` says whether it is a pick's own card rather than an upgrade."""

    at: str
    slug: str
    bearer: bool


@value_object
class MisplacedCard:
    """A card in a place that does not allow its kind."""

    at: str
    card: Card


@value_object
class Lines:
    """The lines of one player's list with their cards resolved: see `Legion`. `at` is the list's place in the
    document.
    """

    picks: tuple[Pick, ...]
    carried: tuple[CarriedUpgrade, ...]
    unattached_upgrades: tuple[CarriedUpgrade, ...]
    unknown_cards: tuple[UnknownCard, ...]
    misplaced: tuple[MisplacedCard, ...]
    has_unnamed_card: bool
    at: str = ""

    @property
    def standing(self) -> list[Pick | CarriedUpgrade]:
        """All cards of the list: creatures and upgrades."""
        return [*self.picks, *self.carried]


class Pricing:
    """The price of a legion, computed on first use unless it is given."""

    __slots__ = ("_tell", "known")

    def __init__(self, tell: Callable[[], Price], price: Price | None = None) -> None:
        self._tell = tell
        self.known = price

    def price(self) -> Price:
        if self.known is None:
            self.known = self._tell()
        return self.known


@value_object
class Legion:
    """A legion as the rules see it: the lines of its one player, or those of a whole team together.

    `parts` are the lines of each player, the legion's own if there is only one. `on` is the date of play,
    year-month-day, if it names one. `carried` is every upgrade in a place for upgrades; of these, `unattached_upgrades`
    are the ones on a pick whose own card is unknown or misplaced, so that only rules about the whole legion can check
    them. `has_unnamed_card` says whether there is a card whose name is unknown. `fields` has the values of the fields
    that only some games have, by the place of the list that has them: that of one of the `parts`, or "" for the whole.
    `owned` are the collections that the legion is checked against, by the place of their list in the same way.
    `arranged` are the `parts` as arranged by the ruleset for its rules, if it does so. `house_rules` are the house
    rules in use, if any. `pricing` computes the price on demand: a search that tries hundreds of legions needs few of
    their prices. `campaign` is the campaign of the legion, if any.
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
        """All cards of the legion: creatures and upgrades."""
        return [*self.picks, *self.carried]

    @property
    def price(self) -> Price:
        """The price of the legion, with its ledger."""
        return self.pricing.known or self.pricing.price()
