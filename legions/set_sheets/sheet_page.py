"""The page of a set sheet: a row for each card, and a cell for each fact that decides lists."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator

from catalog.documents import sets_of
from legions.cards.stock import CardView
from legions.game_words import vocabulary
from legions.game_words.sheet_columns import SheetColumn
from legions.own_numbers.fact_table import (
    ColumnHead,
    FactTable,
    SheetRow,
    columns_of,
    facts_of_column,
    is_wanted,
    known_facts,
)
from legions.site import wording
from rulesapi.engine.core.library import find_ruleset

PAGE_SIZE = 60
"""The number of rows on a page: all their cells belong to one form."""
ORDER_PARAMETER, BY_NUMBER = "order", "number"
"""The parameter of the address for the order of the cards, and its value for their numbers in the set."""
MAX_FIRST_CARDS = 3
"""The maximum number of cards whose numbers the owner of a box is asked for first."""


@dataclass(frozen=True, slots=True)
class FirstNumbers:
    """The numbers to enter first: how many, the titles of their cards, and the place of the first card on the sheet."""

    number: int
    titles: str
    place: str


@dataclass(frozen=True, slots=True)
class SheetPart:
    """The rows of a kind of card with their heads."""

    kind: str
    title: str
    heads: tuple[ColumnHead, ...]
    rows: tuple[SheetRow, ...]


@dataclass
class SetSheet(FactTable):
    """The sheet of a set. Its cards are ordered by what their numbers decide, or `by_number` in the set."""

    set_slug: str
    number: str | None = None
    by_number: bool = False

    @property
    def document(self) -> dict[str, Any]:
        return self.stock.sets[self.set_slug]

    @property
    def name(self) -> str:
        return self.document["name"] or self.set_slug

    def columns(self, kind: str) -> tuple[SheetColumn, ...]:
        return columns_of(self.game, kind, self.stock.game["ruleset"])

    @cached_property
    def cards(self) -> list[CardView]:
        """The cards of the set with a row: kinds that can be picked first, then by number in the set, then by name.

        By default cards that few numbers make playable come before those that need more, and those that lack none come
        last. Own numbers do not change the order, so that no row moves while its cells are filled in.
        """
        kinds = [kind for kind, _title in vocabulary.card_kinds(self.game)]
        found = [card for card in self._cards_of_set if self.columns(card.document["kind"])]
        return sorted(
            found,
            key=lambda card: (
                card.document["kind"] not in self._bearers,
                kinds.index(card.document["kind"]),
                (False, 0) if self.by_number else self._need(card),
                self._number(card),
                card.title.casefold(),
                card.slug,
            ),
        )

    @cached_property
    def _bearers(self) -> Collection[str]:
        """The kinds of cards that can be picks of a list."""
        return find_ruleset(self.stock.game["ruleset"]).bearers

    def _need(self, card: CardView) -> tuple[bool, int]:
        """Return whether the catalog lacks no number of a card, and how many cells it lacks."""
        known = known_facts(card, self.stock.game["ruleset"])
        asked = (
            column
            for column in self.columns(card.document["kind"])
            if column.only_if is None or known.get(column.only_if[0]) == column.only_if[1]
        )
        lacking = sum(any(is_wanted(known, fact) for fact in facts_of_column(column, known)) for column in asked)
        return not lacking, lacking

    @property
    def order_query(self) -> str:
        """The part of the query string for the order, before the page."""
        return f"{ORDER_PARAMETER}={BY_NUMBER}&" if self.by_number else ""

    @property
    def is_numbered(self) -> bool:
        """True if cards of the set have numbers, so that they can be shown in that order."""
        return any(self._number(card) for card in self.cards)

    def _number(self, card: CardView) -> int:
        """Return the number of a card in this set; 0 if it has none, also because its number is that in another set."""
        return (card.document.get("number") or 0) if card.document.get("set") == self.set_slug else 0

    @property
    def known_cards(self) -> int:
        """The number of the set's cards in the catalog."""
        return len(self._cards_of_set)

    @property
    def unlisted_cards(self) -> int:
        """The minimum number of the set's cards that are missing in the catalog, according to their numbering."""
        highest = max(map(self._number, self._cards_of_set), default=0)
        return max(0, highest - len(self._cards_of_set))

    @cached_property
    def _cards_of_set(self) -> list[CardView]:
        """Every card that was sold in the set."""
        return [card for card in self.stock.cards.values() if self.set_slug in sets_of(card.document)]

    @cached_property
    def page(self) -> Page:
        return Paginator(self.cards, PAGE_SIZE).get_page(self.number)

    @cached_property
    def parts(self) -> list[SheetPart]:
        """The rows of the page, by kind of card; columns without cells on the page are left out."""
        by_kind: dict[str, list[SheetRow]] = {}
        for card in self.page:
            by_kind.setdefault(card.document["kind"], []).append(self.row(card))
        return [self._part_of(kind, rows) for kind, rows in by_kind.items()]

    def _part_of(self, kind: str, sheet_rows: list[SheetRow]) -> SheetPart:
        used = {cell.column for row in sheet_rows for cell in row.cells if cell.state != "none"}
        heads = tuple(self.head(kind, column) for column in self.columns(kind) if column.key in used)
        shown = (replace(row, cells=tuple(cell for cell in row.cells if cell.column in used)) for row in sheet_rows)
        return SheetPart(kind, vocabulary.kind_names(self.game, kind), heads, tuple(shown))

    @property
    def missing(self) -> int:
        """The number of empty cells on all pages."""
        return sum(row.missing for row in self.all_rows)

    @cached_property
    def first_numbers(self) -> FirstNumbers | None:
        """The fewest numbers that make cards playable, or None if no card that can be picked lacks any."""
        found = [row for row in self.all_rows if row.missing and row.card.document["kind"] in self._bearers]
        first = sorted(found, key=lambda row: row.missing)[:MAX_FIRST_CARDS]
        if not first:
            return None
        titles = wording.join_names(row.card.title for row in first)
        page = self.all_rows.index(first[0]) // PAGE_SIZE + 1
        number = sum(row.missing for row in first)
        return FirstNumbers(number, titles, f"?{self.order_query}page={page}#row-{first[0].card.slug}")

    @property
    def own(self) -> int:
        """The number of cells with own numbers on all pages."""
        return sum(row.own for row in self.all_rows)
