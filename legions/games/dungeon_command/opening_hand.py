"""The opening hand of a warband: a drawn hand, the odds of its orders, and its curve of levels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.cards.stock import CardView, Stock
from legions.games.dungeon_command.level_plot import level_plot
from legions.site.plots import Plot, percent
from rulesapi.engine.core.legion import Pick
from rulesapi.engine.core.parsing import read_lines
from rulesapi.engine.games.dungeon_command.cards import Decks, read_decks
from rulesapi.engine.games.dungeon_command.order_odds import OrderOdds, order_odds, orders_seen
from rulesapi.engine.games.dungeon_command.play_rules import can_play, picks_by_order
from rulesapi.judging import verdicts

MAX_SEED = 999_999
MAX_TURN = 20
MAX_DECK = 500
"""Maximum cards of a deck that hands are drawn from."""

T = TypeVar("T")


class HandForm(forms.Form):
    """The number of a hand, which determines its cards, and the turn until which orders are drawn."""

    seed = forms.IntegerField(label=gettext_lazy("Hand number"), min_value=0, max_value=MAX_SEED)
    turn = forms.IntegerField(
        label=gettext_lazy("Until turn"), min_value=0, max_value=MAX_TURN, required=False, initial=0
    )


@dataclass(frozen=True, slots=True)
class HandOrder:
    """An order in hand: the turn in which it was drawn (0 before the first), and the creatures that can play it.

    The creatures are those of the opening hand that can be deployed at once and play it alone.
    """

    card: CardView
    turn: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandCreature:
    """A creature in hand; `deployable` is true if it is within the starting Leadership, None if that is not known."""

    card: CardView
    deployable: bool | None


@dataclass(frozen=True, slots=True)
class OddsRow:
    """The odds of one order: its copies in the deck, and the odds in words."""

    card: CardView
    copies: int
    odds: OrderOdds

    @property
    def drawn(self) -> str:
        """The probability to have drawn it."""
        return percent(self.odds.drawn)

    @property
    def playable(self) -> str:
        """The least probability that it can be played."""
        return _("not known") if self.odds.playable is None else percent(self.odds.playable)


def draw(deck: Sequence[T], cards: int, seed: int) -> list[T]:
    """Return the first cards of a deck shuffled by a seed: the same cards for the same seed on every machine."""
    order = Random(seed)  # noqa: S311 - a practice hand
    places = [order.random() for _card in deck]  # the one method whose numbers never change between Python versions
    return [deck[place] for place in sorted(range(len(deck)), key=places.__getitem__)[:cards]]


class OpeningHand:
    """The page of a warband's opening hand. `data` are the parameters of its address."""

    def __init__(self, document: Mapping[str, Any], stock: Stock, data: Mapping[str, str]) -> None:
        self.stock = stock
        self.form = HandForm(data)
        library = verdicts.library(document["game"], document.get("release"))
        self.decks: Decks = read_decks(read_lines(document.get("picks", ()), library.cards))

    @cached_property
    def seed(self) -> int | None:
        """The number of the hand, None if it is invalid."""
        return self.form.cleaned_data["seed"] if self.form.is_valid() else None

    @cached_property
    def turn(self) -> int:
        """The turn until which orders are drawn."""
        return (self.form.is_valid() and self.form.cleaned_data["turn"]) or 0

    @cached_property
    def missing(self) -> str:
        """The reason why no hand can be drawn; empty if one can."""
        if len(self.decks.commanders) != 1 or self.decks.commanders[0].copies != 1:
            return _("The commander says how many cards you draw. Choose exactly one.")
        if not (self.decks.creatures and self.decks.orders):
            return _("Add creatures and orders to draw from.")
        if max(self.decks.of_creatures, self.decks.of_orders) > MAX_DECK:
            return _("Hands are drawn from decks of up to %(cards)d cards.") % {"cards": MAX_DECK}
        if None in (self.order_hand, self.commander.creature_hand):
            return _("The catalog does not know how many cards %(commander)s draws.") % {
                "commander": self.commander.title
            }
        return ""

    @property
    def commander(self) -> Any:
        """The commander's card."""
        return self.decks.commanders[0].card

    @property
    def order_hand(self) -> int | None:
        """The number of orders in the opening hand, None if unknown."""
        return self.stock.card(self.commander.slug).document.get("order_hand")

    @property
    def creature_hand(self) -> int:
        """The number of creatures in the opening hand."""
        return int(self.commander.creature_hand or 0)

    @cached_property
    def seen(self) -> int:
        """The number of orders drawn by the chosen turn, whether or not the deck has so many."""
        return orders_seen(self.order_hand or 0, self.turn)

    @property
    def runs_out(self) -> bool:
        """True if the order deck runs out before the chosen turn."""
        return self.seen > self.decks.of_orders

    @property
    def next_turn(self) -> int | None:
        """The next turn, None after the last one or if the order deck is empty."""
        return self.turn + 1 if self.turn < MAX_TURN and self.seen < self.decks.of_orders else None

    @cached_property
    def _creatures(self) -> list[Pick]:
        return draw(_copies(self.decks.creatures), self.creature_hand, 2 * (self.seed or 0))

    @property
    def creatures(self) -> list[HandCreature]:
        """The creatures of the opening hand."""
        return [HandCreature(self._view(pick), _within(pick, self.commander.leadership)) for pick in self._creatures]

    @property
    def orders(self) -> list[HandOrder]:
        """The orders in hand, in the order in which they were drawn."""
        drawn = draw(_copies(self.decks.orders), self.seen, 2 * (self.seed or 0) + 1)
        able = [pick for pick in self._creatures if _within(pick, self.commander.leadership)]
        return [
            HandOrder(
                self._view(pick),
                max(0, place + 1 - (self.order_hand or 0)),
                tuple(dict.fromkeys(one.card.title for one in able if can_play(pick.card, one.card))),
            )
            for place, pick in enumerate(drawn)
        ]

    @cached_property
    def odds(self) -> list[OddsRow]:
        """The odds of each order of the deck by the chosen turn, the most likely to be playable first."""
        rows = []
        for order, picks in picks_by_order(self.decks.orders):
            copies = sum(pick.copies for pick in picks)
            odds = order_odds(
                order,
                copies,
                self.decks.of_orders,
                self.seen,
                self.decks.creatures,
                self.commander.leadership,
                self.commander.creature_hand,
            )
            rows.append(OddsRow(self._view(picks[0]), copies, odds))
        return sorted(rows, key=lambda row: (-(row.odds.playable or 0), -row.odds.drawn, row.card.title))

    @property
    def level_plot(self) -> Plot:
        """The curve of levels of both decks."""
        return level_plot(self.decks)

    def _view(self, pick: Pick) -> CardView:
        return self.stock.card(pick.card.slug)


def _copies(picks: Sequence[Pick]) -> list[Pick]:
    return [pick for pick in picks for _copy in range(pick.copies)]


def _within(pick: Pick, leadership: int | None) -> bool | None:
    return None if pick.card.level is None or leadership is None else pick.card.level <= leadership
