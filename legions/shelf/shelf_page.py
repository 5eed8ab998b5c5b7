"""The page of a shelf: a row a card with the facts that decide most, the current card, and what can be offered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.curation import contributions
from catalog.documents import canonical, sets_of
from catalog.documents.schema_properties import Construct
from catalog.models import Contribution, ContributionPhoto
from catalog.models.contributions import ContributionState
from legions.cards.stock import CardView, Stock
from legions.game_words import vocabulary
from legions.game_words.sheet_columns import FactGrid, SheetColumn, column_property
from legions.own_numbers.fact_table import ColumnHead, FactTable, SheetCell, SheetRow, is_wanted, known_facts
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.services import current_facts
from legions.shelf.models import ShelfCard
from legions.shelf.shelf_columns import FIRST_COLUMNS, shelf_columns, shelf_grids
from legions.site import wording

MAX_DONE_ABOVE = 3
"""The number of done cards that are shown before the current one; earlier ones are folded."""
MAX_SEGMENTS = 7
"""The maximum number of choices that are shown as buttons."""
_HEADING = ("name", "number")
CLOSED = (ContributionState.WITHDRAWN, ContributionState.UNDONE)
"""States of contributions that a shelf does not show."""


@dataclass(frozen=True, slots=True)
class ShelfCell:
    """A cell of a shelf with its head. `choices` are the texts and labels of its buttons; `several` can be chosen."""

    cell: SheetCell
    head: ColumnHead
    choices: tuple[tuple[str, str], ...] = ()
    several: bool = False

    @property
    def chosen(self) -> set[str]:
        """The texts of the chosen buttons."""
        return {part.strip() for part in self.cell.shown.split(",")}


@dataclass(frozen=True, slots=True)
class ShelfGrid:
    """A grid of the current card with its cells, None where there is no value."""

    grid: FactGrid
    rows: tuple[tuple[str, tuple[SheetCell | None, ...]], ...]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The values of a cell with their labels."""
        return [(choice, wording.schema_word(choice)) for choice in self.grid.choices]

    @property
    def is_used(self) -> bool:
        """True if something was entered in the grid."""
        return any(cell is not None and cell.shown for _label, cells in self.rows for cell in cells)


@dataclass(frozen=True, slots=True)
class ShelfRow:
    """A card on a shelf. `facts` are the user's numbers that can be offered; `offer` is the newest contribution to the
    card, `shared` the titles of offered facts that another account offers alike, `disputed` those of facts that it
    offers otherwise. `photo_is_offered` is true if a photo is with the curators. `lacks_rows` is the title of a fact in
    grids that is not entered. `held_grid` is a grid of one that is entered, but not said to be complete and so
    not offered.
    """

    entry: ShelfCard
    row: SheetRow
    cells: tuple[ShelfCell, ...]
    facts: Mapping[str, Any]
    offer: Contribution | None = None
    shared: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()
    photo_is_offered: bool = False
    set_line: str = ""
    lacks_rows: str = ""
    held_grid: FactGrid | None = None

    @property
    def card(self) -> CardView:
        return self.row.card

    @property
    def first(self) -> tuple[ShelfCell, ...]:
        """The cells that decide most."""
        return self.cells[:FIRST_COLUMNS]

    @property
    def more(self) -> tuple[ShelfCell, ...]:
        """The other cells that the card has, without those of its heading that are known."""
        found = (one for one in self.cells[FIRST_COLUMNS:] if one.cell.state != "none")
        return tuple(one for one in found if one.cell.state != "known" or one.cell.column not in _HEADING)

    @property
    def empty(self) -> tuple[str, ...]:
        """The titles of the empty cells that decide most, and of empty grids."""
        found = tuple(one.head.title for one in self.first if one.cell.state == "missing")
        return (*found, self.lacks_rows) if self.lacks_rows else found

    @property
    def is_complete(self) -> bool:
        """True if all cells that decide most are filled, or the user has said that more is not to be read."""
        filled = not self.empty and self.held_grid is None
        return filled or (self.entry.enough and bool(self.row.own or self.facts))

    @property
    def can_be_offered(self) -> bool:
        """True if the card is complete and has facts that are not offered yet."""
        return bool(self.facts) and self.is_complete

    @property
    def is_offered(self) -> bool:
        """True if everything entered is with the curators, or decided."""
        return self.offer is not None and not self.facts

    @property
    def is_done(self) -> bool:
        """True if nothing remains to be entered."""
        return self.is_complete or self.is_offered

    @property
    def needs_answer(self) -> bool:
        """True if a curator has asked a question about the card."""
        return self.offer is not None and self.offer.state == ContributionState.ASKED

    @property
    def state(self) -> str:
        """The state of the card as text, empty while it is being entered."""
        if self.offer is None or self.facts:
            return ""
        return {
            ContributionState.OFFERED: _("offered"),
            ContributionState.ASKED: _("question"),
            ContributionState.ACCEPTED: _("accepted"),
            ContributionState.DECLINED: _("declined"),
            ContributionState.DISPUTED: _("sources disagree"),
        }.get(ContributionState(self.offer.state), "")

    @property
    def photo(self) -> str:
        """The address of the photo, empty without one."""
        if not self.entry.photo_version:
            return ""
        address = reverse("shelf-photo", args=[self.entry.game, self.entry.slug])
        return f"{address}?v={self.entry.photo_version}"


@dataclass
class Shelf(FactTable):
    """A user's shelf with its `entries` in order; `asked` is the slug of the card in the address.

    `offers` are the user's contributions to these cards; `others` says by slug and fact whether other accounts offer
    what the user offers.
    """

    entries: Sequence[ShelfCard] = ()
    asked: str = ""
    shows_all: bool = False
    offers: Sequence[Any] = ()
    others: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return _("Shelf")

    def columns(self, kind: str) -> tuple[SheetColumn, ...]:
        """Return the columns of a kind of card, and those in its grids."""
        grids = shelf_grids(self.stock, kind)
        return (*shelf_columns(self.stock, kind), *(column for grid in grids for column in grid.columns))

    @cached_property
    def all_rows(self) -> list[SheetRow]:
        """The rows without the cells in grids."""
        return [self.row(card, shelf_columns(self.stock, card.document["kind"])) for card in self.cards]

    @cached_property
    def cards(self) -> list[CardView]:
        return [card for card, _entry in self._placed]

    @cached_property
    def _placed(self) -> list[tuple[CardView, ShelfCard]]:
        """The cards that the catalog has, under their present slugs, with their entries."""
        found: dict[str, tuple[CardView, ShelfCard]] = {}
        for entry in self.entries:
            card = self.stock.card(entry.slug)
            if card.known and self.columns(card.document["kind"]):
                found.setdefault(card.slug, (card, entry))
        return list(found.values())

    @cached_property
    def rows(self) -> list[ShelfRow]:
        entries = {card.slug: entry for card, entry in self._placed}
        return [self._shelf_row(row, entries[row.card.slug]) for row in self.all_rows]

    @cached_property
    def current(self) -> ShelfRow | None:
        """The card that is entered now: the asked one, else one with an error, else the first that is not done."""
        by_slug = {row.card.slug: row for row in self.rows}
        wrong = next((name.split(".")[1] for name in self.errors if name.count(".") > 1), "")
        if found := by_slug.get(wrong) or by_slug.get(self.stock.card(self.asked).slug if self.asked else ""):
            return found
        return next((row for row in self.rows if not row.is_done), self.rows[0] if self.rows else None)

    @cached_property
    def grids(self) -> tuple[ShelfGrid, ...]:
        """The grids of the current card, none if the catalog has their fact."""
        if self.current is None or self.has_known_grid:
            return ()
        card = self.current.card
        grids = shelf_grids(self.stock, card.document["kind"])
        columns = [column for grid in grids for column in grid.columns]
        cells = {cell.column: cell for cell in self.row(card, columns).cells}
        return tuple(
            ShelfGrid(
                grid,
                tuple(
                    (label, tuple(None if one is None else cells[one.key] for one in columns))
                    for label, columns in grid.rows
                ),
            )
            for grid in grids
        )

    @property
    def has_known_grid(self) -> bool:
        """True if the catalog has the fact in the grids of the current card, which is then shown as a drawing."""
        if self.current is None:
            return False
        document = self.current.card.document
        return any(document[grid.fact] is not None for grid in shelf_grids(self.stock, document["kind"]))

    @property
    def shown_texts(self) -> dict[str, str]:
        """The texts of all cells on the page with own numbers, by field name."""
        in_grids = (cell for one in self.grids for _label, cells in one.rows for cell in cells if cell is not None)
        return self.own_texts(self.all_rows) | {cell.name: cell.text for cell in in_grids if cell.text}

    @property
    def next_slug(self) -> str:
        """The card after the current one that is not done; empty if there is none."""
        return self.slug_after(self.current.card.slug) if self.current else ""

    def slug_after(self, slug: str) -> str:
        """Return the next card that is not done, from the beginning again after the last; empty if there is none."""
        at = next((at for at, row in enumerate(self.rows) if row.card.slug == slug), -1)
        order = [*self.rows[at + 1 :], *self.rows[: max(at, 0)]]
        return next((row.card.slug for row in order if not row.is_done), "")

    @property
    def done(self) -> int:
        return sum(row.is_done for row in self.rows)

    @property
    def offered_now(self) -> list[ShelfRow]:
        """The cards that can be offered now."""
        return [row for row in self.rows if row.can_be_offered]

    @property
    def unfinished(self) -> list[ShelfRow]:
        """The cards with entered facts that are not complete, and those with grids that are not."""
        return [row for row in self.rows if row.held_grid or (row.facts and not row.is_complete)]

    @cached_property
    def folded(self) -> set[str]:
        """The done cards above the current one that are not shown."""
        if self.current is None or self.shows_all:
            return set()
        done = [row.card.slug for row in self.rows[: self.rows.index(self.current)] if row.is_done]
        return set(done[:-MAX_DONE_ABOVE])

    @cached_property
    def parts(self) -> list[tuple[str, tuple[ColumnHead, ...], list[ShelfRow]]]:
        """The rows by kind of card in the order of the shelf, with the title of the kind and the heads."""
        by_kind: dict[str, list[ShelfRow]] = {}
        for row in self.rows:
            if row.card.slug not in self.folded:
                by_kind.setdefault(row.card.document["kind"], []).append(row)
        return [
            (vocabulary.kind_names(self.game, kind), tuple(one.head for one in rows[0].first), rows)
            for kind, rows in by_kind.items()
        ]

    def told_cells(self, card: CardView) -> set[str]:
        """Return the slug and column of each cell whose fact follows from the rows in the grids of a card."""
        grids = shelf_grids(self.stock, card.document["kind"])
        parts = (column.part for grid in grids for column in grid.columns if column.part is not None)
        return {f"{card.slug}.{fact}" for part in parts for fact in part.tells}

    def emptied(self, numbers: OwnNumbers) -> list[str]:
        """Return the entries whose rows were said to be complete, and of which none is left in new own numbers."""
        left = current_facts(numbers)
        return [
            entry.slug
            for card, entry in self._placed
            if entry.rows_complete
            and not any(
                left.get(card.slug, {}).get(grid.fact) for grid in shelf_grids(self.stock, card.document["kind"])
            )
        ]

    def cell(self, name: str) -> SheetCell | None:
        """Return the cell with a field name, or None."""
        return next((one.cell for row in self.rows for one in row.cells if one.cell.name == name), None)

    def _shelf_row(self, row: SheetRow, entry: ShelfCard) -> ShelfRow:
        document, kind = row.card.document, row.card.document["kind"]
        mine = [one for one in self.offers if one.record.slug == row.card.slug]
        wanted = known_facts(row.card, self.stock.game["ruleset"])
        grid, held = self._incomplete_grid(row, entry)
        facts = {fact: value for fact, value in row.facts.items() if is_wanted(wanted, fact) and fact not in held}
        said = {(fact, canonical.compact(value)) for one in mine for fact, value in one.facts.items()}
        new = any((fact, canonical.compact(value)) not in said for fact, value in facts.items())
        decided = {(fact, canonical.compact(one.facts[fact])) for one in mine for fact in one.decided}
        left = {fact: value for fact, value in facts.items() if (fact, canonical.compact(value)) not in decided}
        others = self.others.get(row.card.slug, {})
        titles = {fact: vocabulary.fact_title(self.game, kind, fact) for fact in sorted(others)}
        return ShelfRow(
            entry,
            row,
            tuple(replace(self._templates[kind, cell.column], cell=cell) for cell in row.cells),
            left if new else {},
            mine[-1] if mine else None,
            tuple(title for fact, title in titles.items() if others[fact]),
            tuple(title for fact, title in titles.items() if not others[fact]),
            any(one.has_photo for one in mine),
            _set_line(self.stock, document),
            lacks_rows=vocabulary.fact_title(self.game, kind, grid.fact) if grid and not held else "",
            held_grid=grid if held else None,
        )

    def _incomplete_grid(self, row: SheetRow, entry: ShelfCard) -> tuple[FactGrid | None, set[str]]:
        """Return the first grid of a fact whose rows are not complete, None if there is none, and the own facts that
        are not offered until then: rows say that there are no others.
        """
        kind = row.card.document["kind"]
        grids = [grid for grid in shelf_grids(self.stock, kind) if row.card.document[grid.fact] is None]
        if not grids or (entry.rows_complete and row.facts.get(grids[0].fact)):
            return None, set()
        fact = grids[0].fact
        told = {one for column in grids[0].columns if column.part for one in column.part.tells}
        return grids[0], {fact, *told} if row.facts.get(fact) else set()

    @cached_property
    def _templates(self) -> dict[tuple[str, str], ShelfCell]:
        """A cell with the head and the choices of each column, by kind of card and column."""
        kinds = {card.document["kind"] for card in self.cards}
        return {
            (kind, column.key): self._template(kind, column)
            for kind in kinds
            for column in shelf_columns(self.stock, kind)
        }

    def _template(self, kind: str, column: SheetColumn) -> ShelfCell:
        blank = ShelfCell(SheetCell(column.key, "", "", "none"), self.head(kind, column))
        if column.ratings or column.says_none_alone:
            return blank
        found = column_property(self.game, kind, column)
        if found.construct is Construct.BOOLEAN:
            return replace(blank, choices=((_("yes"), _("Yes")), (_("no"), _("No"))))
        if found.construct not in (Construct.ENUM, Construct.CHOICES) or len(found.choices) > MAX_SEGMENTS:
            return blank
        choices = tuple(
            ("-" if choice == "none" else choice, wording.schema_word(choice).replace("-", " ").capitalize())
            for choice in found.choices
        )
        return replace(blank, choices=choices, several=found.construct is Construct.CHOICES)


def read_shelf(stock: Stock, user: Any, *, asked: str = "", shows_all: bool = False) -> Shelf:
    """Return the shelf of a user for the game of a catalog snapshot, with five queries."""
    game = stock.game["slug"]
    entries = list(ShelfCard.objects.of(user, game))
    slugs = [stock.card(entry.slug).slug for entry in entries]
    offers = Contribution.objects.filter(by=user, record__game=game, record__slug__in=slugs, mends=False)
    return Shelf(
        stock,
        entries=entries,
        asked=asked,
        shows_all=shows_all,
        numbers=OwnNumbers.objects.filter(owner=user, game=game).first(),
        offers=list(
            offers.exclude(state__in=CLOSED)
            .annotate(has_photo=Exists(ContributionPhoto.objects.filter(contribution=OuterRef("pk"))))
            .select_related("record")
            .order_by("changed_at", "pk")
        ),
        others=contributions.facts_offered_by_others(by=user, game=game, slugs=slugs) if slugs else {},
    )


def left_out_words(unfinished: Sequence[ShelfRow], most: int = 5) -> list[str]:
    """Return a line for each of the first cards that are not complete, with what is missing."""
    lines = [_left_out(row) for row in unfinished[:most]]
    if further := max(0, len(unfinished) - most):
        message = ngettext("{number} more card was left out.", "{number} more cards were left out.", further)
        lines.append(message.format(number=further))
    return lines


def _left_out(row: ShelfRow) -> str:
    if row.held_grid:
        return str(row.held_grid.words.left_out).format(card=row.card.title)
    return _("{card} was left out: {facts} missing.").format(card=row.card.title, facts=wording.join_names(row.empty))


def _set_line(stock: Stock, document: Mapping[str, Any]) -> str:
    """Return the name of a card's set with its number."""
    found = next((stock.sets[slug]["name"] or slug for slug in sets_of(document) if slug in stock.sets), "")
    if not document.get("number"):
        return found
    return (
        _("{set}, number {number}").format(set=found, number=document["number"]) if found else str(document["number"])
    )
