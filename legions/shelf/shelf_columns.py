"""Columns of a shelf: the facts of a card in the order in which they decide most questions."""

from collections.abc import Iterator
from functools import cache

from catalog.documents.schema_properties import Construct
from legions.cards.stock import Stock
from legions.contributing.fact_order import ordered_facts
from legions.game_words import words_of_game
from legions.game_words.sheet_columns import FactGrid, SheetColumn, property_of
from legions.own_numbers.fact_table import columns_of

FIRST_COLUMNS = 8
"""The number of columns that are shown at once; the others are shown on demand."""
_NOT_IN_CELLS = (Construct.ROWS, Construct.CLAUSE, Construct.CLAUSES, Construct.OBJECT, Construct.LINES)
_NOT_ASKED = ("text", "flavour", "beta")
"""Facts that are written in our own words, or are not printed for players."""


def shelf_columns(stock: Stock, kind: str) -> tuple[SheetColumn, ...]:
    """Return the columns of a kind of card: the first ones of its game, then other facts that cells can hold, those
    that decide most first.
    """
    order = tuple(one.fact for one in ordered_facts(stock, kind))
    return _columns(stock.game["slug"], kind, stock.game["ruleset"], order)


def shelf_grids(stock: Stock, kind: str) -> tuple[FactGrid, ...]:
    """Return the grids of a kind of card, all of the same fact."""
    return words_of_game(stock.game["slug"]).grids.get(kind, ())


@cache
def _columns(game: str, kind: str, ruleset: str, order: tuple[str, ...]) -> tuple[SheetColumn, ...]:
    first = words_of_game(game).shelves.get(kind) or columns_of(game, kind, ruleset)
    return (*first, *_other_columns(game, kind, first, order))


def _other_columns(
    game: str, kind: str, first: tuple[SheetColumn, ...], order: tuple[str, ...]
) -> Iterator[SheetColumn]:
    taken = {fact for column in first for fact in column.facts}
    for fact in order:
        if fact in taken or fact in _NOT_ASKED:
            continue
        found = property_of(game, kind, fact)
        if found.construct not in _NOT_IN_CELLS:
            yield SheetColumn((fact,), only_if=found.only_if)
