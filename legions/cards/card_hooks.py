"""Game-specific handling of cards in the builder and on the front page: sort order and starting cards."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from legions.cards.stock import CardView, Stock
from legions.game_words import game_module


class CardHooks(ABC):
    """Sort order, starting cards and tally of a game's cards: `CARD_HOOKS` in the module `cards` of a game's
    package.
    """

    @abstractmethod
    def order(self, card: CardView) -> tuple[Any, ...]:
        """Return the sort key of a card in the builder."""

    @abstractmethod
    def starters(self, cards: Iterable[CardView]) -> list[CardView]:
        """Return cards to start a list with, for the front page."""

    def tally(self, document: Mapping[str, Any], stock: Stock) -> str:
        """Return a short summary of a list's contents, for a game whose cards have no cost."""
        return ""


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
