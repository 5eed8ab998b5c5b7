"""The games beside one another: of each what there is, how much of it is known, and where it leads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from legions.cards.stock import Stock, stocks
from rulesapi.engine.core.library import find_ruleset


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game of the catalog: its document, how many cards it has, and how many of their facts are known and wanted.

    `open_sets` are the names of its sets that are not official. `judged` tells whether Muster knows its rules.
    """

    document: Mapping[str, Any]
    stock: Stock
    cards: int
    known: int
    wanted: int
    open_sets: tuple[str, ...]
    judged: bool


def game_summaries(games: Iterable[Mapping[str, Any]]) -> list[GameSummary]:
    """Return a line for each game, from its document."""
    documents = list(games)
    shelves = stocks(document["game"] for document in documents)
    return [_line(document, catalog) for document, catalog in zip(documents, shelves, strict=True)]


def _line(document: Mapping[str, Any], catalog: Stock) -> GameSummary:
    return GameSummary(
        document,
        catalog,
        cards=len(catalog.cards),
        known=catalog.known,
        wanted=catalog.wanted,
        open_sets=tuple(one["name"] or slug for slug, one in catalog.sets.items() if not one["official"]),
        judged=_is_judged(document["ruleset"]),
    )


def _is_judged(ruleset: str) -> bool:
    try:
        find_ruleset(ruleset)
    except LookupError:
        return False
    return True
