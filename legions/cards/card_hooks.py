"""Game-specific handling of cards: their order in the builder, starting cards, and the charts of a card."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from legions.cards.stock import CardView, Stock
from legions.game_words import game_module


@dataclass(frozen=True, slots=True)
class PrintedChart:
    """A chart next to a card on paper.

    `draw` takes a width and returns the height of the drawing and the drawing; it is None if the chart is not known,
    and `note` then says why. `key` explains the drawing.
    """

    title: str
    note: str
    draw: Callable[[float], tuple[float, str]] | None = None
    key: str = ""


class CardHooks(ABC):
    """Sort order, starting cards, tally and charts of a game's cards: `CARD_HOOKS` in the module `cards` of a game's
    package.

    `chart_template` renders the chart on a card's page, with the result of `chart`.
    """

    chart_template = ""

    @abstractmethod
    def order(self, card: CardView) -> tuple[Any, ...]:
        """Return the sort key of a card in the builder."""

    @abstractmethod
    def starters(self, cards: Iterable[CardView]) -> list[CardView]:
        """Return cards to start a list with, for the front page."""

    def chosen_by_leader(self, card: CardView, others: Sequence[CardView]) -> Mapping[str, str]:
        """Return the fields of a list that a card chooses if it leads the `others` and the fields are empty."""
        return {}

    def tally(self, document: Mapping[str, Any], stock: Stock) -> str:
        """Return a short summary of a list's contents, for a game whose cards have no cost."""
        return ""

    def chart(self, document: Mapping[str, Any], stock: Stock) -> Any:
        """Return the chart of a card for its page, or None for a card without one."""
        return None

    def printed_charts(self, document: Mapping[str, Any], stock: Stock) -> list[PrintedChart]:
        """Return the charts of a card for paper."""
        return []


class SchemaCardHooks(CardHooks):
    """The hooks of a game without a package."""

    def order(self, card: CardView) -> tuple[Any, ...]:
        """Return the sort key: cards with a known cost first, by cost, then by title."""
        return (card.cost is None, card.cost or 0, card.title)

    def starters(self, cards: Iterable[CardView]) -> list[CardView]:
        """Return no cards: the schemas do not define leaders."""
        return []


@cache
def card_hooks(game: str) -> CardHooks:
    module = game_module(game, "cards")
    return SchemaCardHooks() if module is None else module.CARD_HOOKS
