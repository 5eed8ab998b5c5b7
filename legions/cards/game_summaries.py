"""Summaries of the games: the contents of each, its first cards, and the completeness of its data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from catalog import faces
from legions.cards.card_hooks import card_hooks
from legions.cards.stock import CardView, Stock, stocks
from legions.game_words import words_of_game
from rulesapi.judging.deciding_facts import Coverage
from rulesapi.judging.supported_games import is_judged

MAX_FAN = 3
"""The maximum number of cards in the picture of a game."""


@dataclass(frozen=True, slots=True)
class CoverageLine:
    """The completeness of the data of a game's official cards, and the noun for them."""

    game: str
    nouns: str
    numbers: Coverage


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game with its document and its catalog snapshot.

    `open_sets` are the names of its unofficial sets. `judged` is true if Muster knows its rules.
    """

    document: Mapping[str, Any]
    stock: Stock
    open_sets: tuple[str, ...]
    judged: bool

    @property
    def cards(self) -> int:
        """The number of official cards."""
        return self.stock.official_facts.cards

    @property
    def open_cards(self) -> int:
        """The number of cards in open sets."""
        return self.stock.open_facts.cards

    @property
    def starters(self) -> tuple[CardView, ...]:
        """Cards to start a list with, only official ones if there are any."""
        return self._starters(official=True) or self._starters(official=False)

    @property
    def fan(self) -> list[CardView]:
        """The cards in the picture of the game: starters with enough known facts, official ones first."""
        starters = [*self._starters(official=True), *self._starters(official=False)]
        return [card for card in starters if not faces.is_sparse(dict(card.document))][:MAX_FAN]

    def _starters(self, *, official: bool) -> tuple[CardView, ...]:
        kept = self.stock.starters
        if official not in kept:
            cards = [card for card in self.stock.cards.values() if bool(card.open_set) != official]
            kept[official] = tuple(card_hooks(self.document["slug"]).starters(cards))
        return kept[official]

    @property
    def coverage(self) -> CoverageLine | None:
        """The completeness of the data of its official cards, None for a game without known rules."""
        return coverage_line(self.document, self.stock)


def coverage_line(game: Mapping[str, Any], stock: Stock) -> CoverageLine | None:
    """Return the completeness of a game's data, None for a game without known rules or official cards."""
    numbers = stock.coverage
    if numbers is None or not numbers.cards:
        return None
    words = words_of_game(game["slug"]).list_words
    return CoverageLine(game["slug"], str(words.complete_nouns or words.nouns), numbers)


def game_summaries(games: Iterable[Mapping[str, Any]]) -> list[GameSummary]:
    """Return the summary of each game."""
    documents = list(games)
    shelves = stocks(document["game"] for document in documents)
    return [_line(document, catalog) for document, catalog in zip(documents, shelves, strict=True)]


def _line(document: Mapping[str, Any], catalog: Stock) -> GameSummary:
    return GameSummary(
        document,
        catalog,
        open_sets=tuple(one["name"] or slug for slug, one in catalog.sets.items() if not one["official"]),
        judged=is_judged(document),
    )
