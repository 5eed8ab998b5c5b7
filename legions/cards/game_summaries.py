"""The games beside one another: of each what there is, how much of it is known, and where it leads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from legions.cards.stock import Stock, stocks
from legions.game_words import words_of_game
from rulesapi.judging.deciding_facts import Coverage
from rulesapi.judging.supported_games import has_rules


@dataclass(frozen=True, slots=True)
class CoverageLine:
    """How far the data of the official cards of a game goes, and what its cards are called."""

    game: str
    nouns: str
    numbers: Coverage


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game of the catalog: its document and what the catalog has of it.

    `open_sets` are the names of its sets that are not official. `judged` tells whether Muster knows its rules.
    """

    document: Mapping[str, Any]
    stock: Stock
    open_sets: tuple[str, ...]
    judged: bool

    @property
    def cards(self) -> int:
        """How many official cards there are."""
        return self.stock.official_facts.cards

    @property
    def open_cards(self) -> int:
        """How many cards of open sets there are."""
        return self.stock.open_facts.cards

    @property
    def coverage(self) -> CoverageLine | None:
        """How far the data of its official cards goes, None in a game whose rules nobody knows."""
        return coverage_line(self.document, self.stock)


def coverage_line(game: Mapping[str, Any], stock: Stock) -> CoverageLine | None:
    """Return how far the data of a game goes; None where nobody knows its rules, or it has no official cards."""
    numbers = stock.coverage
    if numbers is None or not numbers.cards:
        return None
    words = words_of_game(game["slug"]).list_words
    return CoverageLine(game["slug"], str(words.complete_nouns or words.nouns), numbers)


def game_summaries(games: Iterable[Mapping[str, Any]]) -> list[GameSummary]:
    """Return a line for each game, from its document."""
    documents = list(games)
    shelves = stocks(document["game"] for document in documents)
    return [_line(document, catalog) for document, catalog in zip(documents, shelves, strict=True)]


def _line(document: Mapping[str, Any], catalog: Stock) -> GameSummary:
    return GameSummary(
        document,
        catalog,
        open_sets=tuple(one["name"] or slug for slug, one in catalog.sets.items() if not one["official"]),
        judged=has_rules(document["ruleset"]),
    )
