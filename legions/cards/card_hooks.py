"""Cards of a game in the builder and on the front page: their order, and the cards to start with."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from legions.cards.stock import CardView, Stock
from legions.game_words import game_module


class CardHooks(ABC):
    """Order, starters and tally of a game's cards; `CARD_HOOKS` of the module `cards` in a game's package."""

    @abstractmethod
    def order(self, card: CardView) -> tuple[Any, ...]:
        """Return the key that cards are sorted by in the builder."""

    @abstractmethod
    def starters(self, cards: Iterable[CardView]) -> list[CardView]:
        """Return cards to start a list with, for the front page."""

    def tally(self, document: Mapping[str, Any], stock: Stock) -> str:
        """Return a few words about the contents of a list, in a game whose cards cost no points."""
        return ""


class SchemaCardHooks(CardHooks):
    """The cards of a game without a package."""

    def order(self, card: CardView) -> tuple[Any, ...]:
        """Cards of known cost first, the cheaper before the dearer, then by name."""
        return (card.cost is None, card.cost or 0, card.title)

    def starters(self, cards: Iterable[CardView]) -> list[CardView]:
        """Return no card: the schemas do not name leaders."""
        return []


@cache
def card_hooks(game: str) -> CardHooks:
    """Return the card hooks of a game."""
    module = game_module(game, "cards")
    return SchemaCardHooks() if module is None else module.CARD_HOOKS
