"""The page of a set sheet: a row for each card, and a cell for each fact that decides lists."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from catalog import documents
from catalog.documents import provenance, sets_of
from catalog.documents.schema_properties import Construct
from legions.cards.card_sheet import fact_words
from legions.cards.stock import CardView, Stock
from legions.changes.change_sentences import retold
from legions.game_words import vocabulary, words_of_game
from legions.game_words.sheet_columns import SheetColumn, is_reportable, property_of
from legions.own_numbers.cell_texts import key_help, write_cell
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.services import Facts, current_facts
from legions.site import wording
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.ratings import with_implied_facts

PAGE_SIZE = 60
"""The number of rows on a page: all their cells belong to one form."""
ORDER_PARAMETER, BY_NUMBER = "order", "number"
"""The parameter of the address for the order of the cards, and its value for their numbers in the set."""
MAX_FIRST_CARDS = 3
"""The maximum number of cards whose numbers the owner of a box is asked for first."""


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """The head of a column: its title, and a help text about its cells."""

    key: str
    title: str
    help: str
    numeric: bool = False
    narrow: bool = False


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell. `state` is `known` to the catalog, the user's `own`, `missing`, or `none` if the card has no such fact.

    `text` is the value, `entered` a submitted text that was refused, with its `error`. A known cell has its `source`,
    any `doubt` about it, and whether it was `checked`; `part` is the known part of a fact that is not known in full.
    """

    column: str
    slug: str
    title: str
    state: str
    text: str = ""
    words: str = ""
    source: str = ""
    doubt: str = ""
    checked: bool = False
    part: str = ""
    entered: str | None = None
    error: str = ""

    @property
    def name(self) -> str:
        """The name of the form field."""
        return f"c.{self.slug}.{self.column}"

    @property
    def shown(self) -> str:
        """The text in the form field."""
        return self.text if self.entered is None else self.entered


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A card with its cells; `facts` are the user's own numbers."""

    card: CardView
    cells: tuple[SheetCell, ...]
    facts: Mapping[str, Any]

    @property
    def missing(self) -> int:
        """The number of empty cells."""
        return sum(cell.state == "missing" for cell in self.cells)

    @property
    def own(self) -> int:
        """The number of cells with own numbers."""
        return sum(cell.state == "own" for cell in self.cells)


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


def columns_of(game: str, kind: str, ruleset: str) -> tuple[SheetColumn, ...]:
    """Return the columns of a kind of card: those defined by its game, or the facts that decide lists."""
    if named := words_of_game(game).sheets.get(kind):
        return named
    try:
        deciding = find_ruleset(ruleset).deciding_facts.get(kind, ())
    except LookupError:
        return ()
    return tuple(
        SheetColumn((one.fact,), only_if=one.only_if) for one in deciding if is_reportable(game, kind, one.fact)
    )


@dataclass
class SetSheet:
    """The sheet of a set for a user with these `numbers`, None if nothing was ever entered.

    Its cards are ordered by what their numbers decide, or `by_number` in the set. `entered` are refused cells and
    `errors` the reasons, both by field name.
    """

    stock: Stock
    set_slug: str
    numbers: OwnNumbers | None = None
    number: str | None = None
    by_number: bool = False
    entered: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def game(self) -> str:
        slug: str = self.stock.game["slug"]
        return slug

    @property
    def document(self) -> dict[str, Any]:
        return self.stock.sets[self.set_slug]

    @property
    def name(self) -> str:
        return self.document["name"] or self.set_slug

    @cached_property
    def facts(self) -> Facts:
        """The user's own numbers of the game."""
        return current_facts(self.numbers) if self.numbers is not None else {}

    @property
    def version(self) -> int:
        """The version of the own numbers on the page; 0 if nothing was ever entered."""
        return self.numbers.version if self.numbers is not None else 0

    @property
    def undo_words(self) -> str:
        """The description of the next change to undo; empty if there is none."""
        return _newest_words(self.numbers.undo_steps if self.numbers is not None else [])

    @property
    def redo_words(self) -> str:
        """The description of the next change to redo; empty if there is none."""
        return _newest_words(self.numbers.redo_steps if self.numbers is not None else [])

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
        lacking = sum(any(is_wanted(known, fact) for fact in _facts_of(column, known)) for column in asked)
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
        heads = tuple(self._head(kind, column) for column in self.columns(kind) if column.key in used)
        shown = (replace(row, cells=tuple(cell for cell in row.cells if cell.column in used)) for row in sheet_rows)
        return SheetPart(kind, vocabulary.kind_names(self.game, kind), heads, tuple(shown))

    @cached_property
    def all_rows(self) -> list[SheetRow]:
        return [self.row(card) for card in self.cards]

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

    def row(self, card: CardView) -> SheetRow:
        said = self.facts.get(card.slug, {})
        columns = self.columns(card.document["kind"])
        return SheetRow(card, tuple(self._cell(card, column, said) for column in columns), said)

    def own_texts(self, sheet_rows: Iterable[SheetRow]) -> dict[str, str]:
        """Return the texts of the cells with own numbers in some rows, by field name."""
        return {cell.name: cell.text for row in sheet_rows for cell in row.cells if cell.state == "own"}

    def _head(self, kind: str, column: SheetColumn) -> ColumnHead:
        construct = None if len(column.facts) > 1 else property_of(self.game, kind, column.key).construct
        return ColumnHead(
            column.key,
            column_title(self.game, kind, column),
            key_help(self.game, kind, column),
            numeric=construct is Construct.INTEGER,
            narrow=construct in (Construct.INTEGER, Construct.BOOLEAN),
        )

    def _cell(self, card: CardView, column: SheetColumn, own: Mapping[str, Any]) -> SheetCell:
        kind, document = card.document["kind"], known_facts(card, self.stock.game["ruleset"])
        title = column_title(self.game, kind, column)
        name = f"c.{card.slug}.{column.key}"
        with_said = {**document, **{fact: value for fact, value in own.items() if is_wanted(document, fact)}}
        if column.only_if is not None and with_said.get(column.only_if[0]) != column.only_if[1]:
            return SheetCell(column.key, card.slug, title, "none")
        facts = _facts_of(column, document)
        if all(not is_wanted(document, fact) for fact in facts):
            source = provenance.source_of(dict(card.document), f"/{column.key}") or {}
            text = write_cell(self.game, kind, column, document)
            return SheetCell(
                column.key,
                card.slug,
                title,
                "known",
                text=text,
                words=_value_text(self.game, column, document, text),
                source=_source_words(source),
                doubt=source.get("doubt", ""),
                checked=bool(source.get("checked")),
            )
        text = (
            "" if any(is_wanted(with_said, fact) for fact in facts) else write_cell(self.game, kind, column, with_said)
        )
        return SheetCell(
            column.key,
            card.slug,
            title,
            "own" if text else "missing",
            text=text,
            part=_part(self.game, column, document),
            entered=self.entered.get(name),
            error=self.errors.get(name, ""),
        )


def known_facts(card: CardView, ruleset: str) -> dict[str, Any]:
    """Return the document of a card with the facts implied by its other facts."""
    try:
        pairs = find_ruleset(ruleset).rating_pairs
    except LookupError:
        pairs = {}
    return dict(with_implied_facts(dict(card.document), pairs))


def column_title(game: str, kind: str, column: SheetColumn) -> str:
    return str(column.label) if column.label else vocabulary.fact_title(game, kind, column.key)


def _facts_of(column: SheetColumn, document: Mapping[str, Any]) -> list[str]:
    """Return the facts of a column that a card has, and always the first of the column."""
    return [fact for fact in column.facts if fact in document or fact == column.key]


def is_wanted(document: Mapping[str, Any], fact: str) -> bool:
    """Return whether a fact of a card is unknown, fully or in part, or missing in its document."""
    return fact not in document or bool(documents.wanted_pointers(document[fact]))


def _value_text(game: str, column: SheetColumn, document: Mapping[str, Any], text: str) -> str:
    if len(column.facts) > 1:
        return text
    return fact_words(game, column.key, document[column.key])[0] or text


def _part(game: str, column: SheetColumn, document: Mapping[str, Any]) -> str:
    """Return the known facts of a column that is not known in full, as text."""
    known = [fact for fact in column.facts if not is_wanted(document, fact)]
    words = [
        f"{fact.replace('_', ' ')}: {fact_words(game, fact, document[fact])[0]}" for fact in known if column.ratings
    ]
    return ", ".join(words)


def _newest_words(steps: list[dict[str, Any]]) -> str:
    return (retold(steps[-1]["what"]) or _("Your last change.")) if steps else ""


def _source_words(source: Mapping[str, Any]) -> str:
    if not source:
        return ""
    page = source.get("page")
    return _("{source}, p. {page}").format(source=source["source"], page=page) if page else source["source"]
