"""Tables of cards and their facts with editable cells: sets' sheets and shelves.

A cell shows the value of the catalog, the user's own number, or nothing. `table_cells` stores the cells.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from catalog import documents
from catalog.documents import provenance
from catalog.documents.schema_properties import Construct
from legions.cards.card_sheet import fact_words
from legions.cards.stock import CardView, Stock
from legions.changes.change_sentences import retold
from legions.game_words import vocabulary, words_of_game
from legions.game_words.sheet_columns import RowPart, SheetColumn, column_property, is_reportable
from legions.own_numbers.cell_texts import key_help, write_cell
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.row_parts import has_row, part_value
from legions.own_numbers.services import Facts, current_facts
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.ratings import with_implied_facts


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
class FactTable:
    """Cards of a game with their facts, for a user with these `numbers`, None if nothing was ever entered.

    `entered` are refused cells and `errors` the reasons, both by field name. Subclasses choose the cards and columns.
    """

    stock: Stock
    numbers: OwnNumbers | None = field(default=None, kw_only=True)
    entered: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    errors: Mapping[str, str] = field(default_factory=dict, kw_only=True)

    @property
    def game(self) -> str:
        slug: str = self.stock.game["slug"]
        return slug

    @property
    def name(self) -> str:
        """The name of the table in the descriptions of changes."""
        raise NotImplementedError

    def columns(self, kind: str) -> tuple[SheetColumn, ...]:
        """Return the columns of a kind of card."""
        raise NotImplementedError

    @property
    def cards(self) -> list[CardView]:
        """The cards with a row."""
        raise NotImplementedError

    @cached_property
    def all_rows(self) -> list[SheetRow]:
        return [self.row(card) for card in self.cards]

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

    def row(self, card: CardView, columns: Sequence[SheetColumn] | None = None) -> SheetRow:
        """Return the row of a card with its cells, or only with those of some `columns`."""
        said = self.facts.get(card.slug, {})
        columns = self.columns(card.document["kind"]) if columns is None else columns
        document = known_facts(card, self.stock.game["ruleset"])
        with_said = {**document, **{fact: value for fact, value in said.items() if is_wanted(document, fact)}}
        return SheetRow(card, tuple(self._cell(card, column, document, with_said) for column in columns), said)

    def own_texts(self, sheet_rows: Iterable[SheetRow]) -> dict[str, str]:
        """Return the texts of the cells with own numbers in some rows, by field name."""
        return {cell.name: cell.text for row in sheet_rows for cell in row.cells if cell.state == "own"}

    def head(self, kind: str, column: SheetColumn) -> ColumnHead:
        construct = None if len(column.facts) > 1 else column_property(self.game, kind, column).construct
        return ColumnHead(
            column.key,
            column_title(self.game, kind, column),
            key_help(self.game, kind, column),
            numeric=construct is Construct.INTEGER,
            narrow=construct in (Construct.INTEGER, Construct.BOOLEAN),
        )

    def _cell(
        self, card: CardView, column: SheetColumn, document: Mapping[str, Any], with_said: Mapping[str, Any]
    ) -> SheetCell:
        """Return the cell of a card whose facts are `document`, and `with_said` together with the own numbers."""
        kind = card.document["kind"]
        title = column_title(self.game, kind, column)
        name = f"c.{card.slug}.{column.key}"
        if column.only_if is not None and with_said.get(column.only_if[0]) != column.only_if[1]:
            return SheetCell(column.key, card.slug, title, "none")
        facts = facts_of_column(column, document)
        if column.part is not None and _lacks_row(with_said.get(column.fact), column.part, document.get(column.fact)):
            return SheetCell(column.key, card.slug, title, "none")
        if all(not is_wanted(document, fact) for fact in facts) or _is_known_part(document, column):
            source = provenance.source_of(dict(card.document), f"/{column.fact}") or {}
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
        whole = column.part is not None or not any(is_wanted(with_said, fact) for fact in facts)
        text = write_cell(self.game, kind, column, with_said) if whole else ""
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


def _is_known_part(document: Mapping[str, Any], column: SheetColumn) -> bool:
    """Return whether the catalog knows the value of a column with a part."""
    return column.part is not None and part_value(document.get(column.fact), column.part) is not None


def _lacks_row(standing: Any, part: RowPart, published: Any) -> bool:
    """Return whether a card has no row for a value: the catalog knows all rows (any row of a whole fact), or there are
    none.
    """
    if part.whole and published is not None:
        return True
    if published is not None and not documents.wanted_pointers(published):
        return not has_row(published, part)
    return standing == [] and bool(part.at or part.where)


def known_facts(card: CardView, ruleset: str) -> dict[str, Any]:
    """Return the document of a card with the facts implied by its other facts."""
    try:
        pairs = find_ruleset(ruleset).rating_pairs
    except LookupError:
        pairs = {}
    return dict(with_implied_facts(dict(card.document), pairs))


def column_title(game: str, kind: str, column: SheetColumn) -> str:
    return str(column.label) if column.label else vocabulary.fact_title(game, kind, column.fact)


def facts_of_column(column: SheetColumn, document: Mapping[str, Any]) -> list[str]:
    """Return the facts of a column that a card has, and always the first of the column."""
    return [fact for fact in column.facts if fact in document or fact == column.fact]


def is_wanted(document: Mapping[str, Any], fact: str) -> bool:
    """Return whether a fact of a card is unknown, fully or in part, or missing in its document."""
    return fact not in document or bool(documents.wanted_pointers(document[fact]))


def _value_text(game: str, column: SheetColumn, document: Mapping[str, Any], text: str) -> str:
    if len(column.facts) > 1 or column.part is not None:
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
