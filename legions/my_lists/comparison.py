"""Comparison of two to four lists, variants or states: differences and common parts.

Equal lines share a row; the remaining lines of a card are in rows with the remaining lines of the other lists.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents import canonical
from catalog.documents.errors import json_pointer
from legions.cards.stock import CardView, format_name
from legions.changes.basic import picks
from legions.game_words import words_of_game
from legions.my_lists.list_lines import ListLine, judge_each
from legions.saved_lists.models import display_name_of_document
from legions.table.table_hooks import table_hooks
from legions.verdicts.findings import FindingView
from rulesapi.engine.core.collection import COLLECTION_FIELDS

MAX_COMPARED = 4
COLUMN_LABELS = "ABCD"


@dataclass(frozen=True, slots=True)
class ComparedSource:
    """Something to compare: a document, a note below its name, and the path of its page."""

    token: str
    document: dict[str, Any]
    note: str
    address: str


@dataclass(frozen=True)
class ComparisonColumn(ListLine):
    """A column of the comparison. `letter` distinguishes columns with the same name."""

    source: ComparedSource
    letter: str

    @property
    def name(self) -> str:
        """The display name."""
        return display_name_of_document(self.document)

    @property
    def release(self) -> int | None:
        """The release of the verdict; None if the list cannot be judged."""
        return self.verdict.release if self.verdict else None


@dataclass(frozen=True, slots=True)
class ComparedUpgrade:
    """An upgrade of a pick. `differs` means that not all others in the row have it."""

    title: str
    differs: bool


@dataclass(frozen=True, slots=True)
class PickGroup:
    """Equal lines of a list: their number, upgrades, role and cost."""

    card: CardView
    count: int
    soldiers: int | None
    part: str
    upgrades: tuple[str, ...]
    points: int | None
    priced: bool

    @property
    def sign(self) -> tuple[Any, ...]:
        """The values that make two groups equal."""
        return (self.count, self.soldiers, self.part, self.upgrades)


@dataclass(frozen=True, slots=True)
class PickGroupCell:
    """A group in its row. `counts` and `troop_sizes_differ` say what differs from the others in the row."""

    lot: PickGroup
    upgrades: tuple[ComparedUpgrade, ...]
    counts: bool
    troop_sizes_differ: bool
    part_differs: bool


@dataclass(frozen=True, slots=True)
class CardComparisonRow:
    """A row about one card, with None for a list without such a group. `same` means that nothing differs."""

    card: CardView
    cells: tuple[PickGroupCell | None, ...]
    same: bool


@dataclass(frozen=True, slots=True)
class TextComparisonRow:
    """A row of texts, for parts of a list other than its picks."""

    label: Any
    cells: tuple[str, ...]

    @property
    def same(self) -> bool:
        """True if all cells are equal."""
        return len(set(self.cells)) == 1


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding, and the columns with it."""

    finding: FindingView
    columns: tuple[ComparisonColumn, ...]


class Comparison:
    """A comparison of lists of one game."""

    def __init__(self, sources: Sequence[ComparedSource]) -> None:
        parts = judge_each([source.document for source in sources])
        self.columns = [
            ComparisonColumn(*part, source=source, letter=letter)
            for part, source, letter in zip(parts, sources, COLUMN_LABELS, strict=False)
        ]

    @property
    def several(self) -> bool:
        """True if there is something to compare."""
        return len(self.columns) > 1

    @property
    def address(self) -> str:
        """The query string of this comparison."""
        return "&".join(f"with={column.source.token}" for column in self.columns)

    def without(self, column: ComparisonColumn) -> str:
        """Return the query string of the comparison without a column."""
        return "&".join(f"with={one.source.token}" for one in self.columns if one is not column)

    @property
    def heads(self) -> list[tuple[ComparisonColumn, str]]:
        """The columns, each with the query string of the comparison without it."""
        return [(column, self.without(column)) for column in self.columns]

    @cached_property
    def rows(self) -> list[CardComparisonRow]:
        """The rows of picks: in the order of the first list, then picks of the others only."""
        lots = [_pick_groups(column) for column in self.columns]
        slugs = dict.fromkeys(slug for found in lots for slug in found)
        return [row for slug in slugs for row in _card_rows([found.get(slug, []) for found in lots])]

    @cached_property
    def words(self) -> list[TextComparisonRow]:
        """The rows of texts; rows that are empty in all lists are left out."""
        rows = [
            TextComparisonRow(label, tuple(cell(column) for column in self.columns))
            for label, cell in (
                (_("Format"), _format),
                (_("Limit"), _limit),
                (_("House rules"), _house_rules),
                (_("Own numbers"), _own_numbers),
                (_("Cards owned"), _owned),
                (_("Release"), _release),
            )
        ]
        return [row for row in (*self._extra_rows(), *rows) if any(row.cells)]

    @cached_property
    def differing(self) -> list[CardComparisonRow]:
        """The rows of picks with differences."""
        return [row for row in self.rows if not row.same]

    @cached_property
    def same(self) -> list[CardComparisonRow]:
        """The rows of picks without differences."""
        return [row for row in self.rows if row.same]

    @property
    def differing_words(self) -> list[TextComparisonRow]:
        """The rows of texts with differences."""
        return [row for row in self.words if not row.same]

    @cached_property
    def findings(self) -> list[FindingRow]:
        """The distinct findings with their columns; findings missing from some lists come first."""
        found: dict[tuple[str, str], tuple[FindingView, list[ComparisonColumn]]] = {}
        for column in self.columns:
            for finding in column.verdict.finding_list.findings if column.verdict else ():
                found.setdefault((finding.rule, finding.message), (finding, []))[1].append(column)
        rows = [FindingRow(finding, tuple(columns)) for finding, columns in found.values()]
        return sorted(rows, key=lambda row: len(row.columns) == len(self.columns))

    @property
    def sentence(self) -> str:
        """A sentence about the number of differences."""
        number = len(self.differing) + len(self.differing_words)
        if not number:
            return _("They have the same cards and settings.")
        words = ngettext("%(number)d thing differs", "%(number)d things differ", number) % {"number": number}
        return f"{words}{self._points()}."

    def _points(self) -> str:
        """Return a phrase with the difference in points, if there are two lists with known costs."""
        priced = [column.verdict for column in self.columns if column.verdict and column.verdict.priced]
        totals = [verdict.points.total for verdict in priced if verdict.points.total is not None]
        if len(totals) != 2 or len(self.columns) != 2 or totals[0] == totals[1]:
            return ""
        by = totals[1] - totals[0]
        words = _("; B costs %(by)d points more than A") if by > 0 else _("; B costs %(by)d points less than A")
        return words % {"by": abs(by)}

    def _extra_rows(self) -> Iterable[TextComparisonRow]:
        """Return the rows for a game's parts of lists other than picks."""
        hooks = table_hooks(self.columns[0].document["game"])
        extras = [hooks.extras(column.document, column.stock) for column in self.columns]
        labels = {field: label for found in extras for field, label, _words in found}
        words = [{field: words for field, _label, words in found} for found in extras]
        return [TextComparisonRow(label, tuple(one.get(field, "") for one in words)) for field, label in labels.items()]


# -- groups and rows ---------------------------------------------------------------------------------------------


def _pick_groups(column: ComparisonColumn) -> dict[str, list[PickGroup]]:
    """Return the groups of picks by card: lines that differ only in their place form one group."""
    found: dict[str, dict[str, PickGroup]] = {}
    part_of = table_hooks(column.document["game"]).pick_parts(column.document, column.stock)  # once per list
    for index, pick in enumerate(picks(column.document)):
        part = part_of(index, False) if part_of else None
        lot = _pick_group(index, pick, column, str(part.words) if part and part.words else "")
        alike = found.setdefault(lot.card.slug, {})
        sign = canonical.compact([pick.get("soldiers"), lot.part, list(lot.upgrades)])
        alike[sign] = _together(alike[sign], lot) if sign in alike else lot
    return {slug: list(alike.values()) for slug, alike in found.items()}


def _pick_group(index: int, pick: dict[str, Any], column: ComparisonColumn, part: str) -> PickGroup:
    stock, verdict = column.stock, column.verdict
    card = stock.card(pick["card"])
    return PickGroup(
        card=card,
        count=pick.get("count", 1),
        soldiers=pick.get("soldiers", 1) if card.troop else None,
        part=part,
        upgrades=tuple(sorted(stock.title(slug) for slug in pick.get("upgrades", ()))),
        points=verdict.places.points_at(json_pointer("picks", index)) if verdict else None,
        priced=words_of_game(column.document["game"]).priced,
    )


def _together(first: PickGroup, second: PickGroup) -> PickGroup:
    points = None if first.points is None or second.points is None else first.points + second.points
    return PickGroup(
        first.card, first.count + second.count, first.soldiers, first.part, first.upgrades, points, first.priced
    )


def _card_rows(lots: Sequence[Sequence[PickGroup]]) -> list[CardComparisonRow]:
    """Return the rows about one card from each list's groups of it."""
    by_sign: dict[tuple[Any, ...], dict[int, PickGroup]] = {}
    for index, found in enumerate(lots):
        for lot in found:
            by_sign.setdefault(lot.sign, {})[index] = lot
    rows: list[dict[int, PickGroup]] = []
    for alike in sorted(by_sign.values(), key=len, reverse=True):
        target = next((row for row in rows if not row.keys() & alike.keys()), None)
        if target is None:
            rows.append(alike)
        else:
            target.update(alike)
    return [_row(row, len(lots)) for row in rows]


def _row(lots: dict[int, PickGroup], columns: int) -> CardComparisonRow:
    carried = [Counter(lot.upgrades) for lot in lots.values()]
    everywhere = carried[0]
    for upgrades in carried[1:]:
        everywhere &= upgrades

    def differ(value_of: Callable[[PickGroup], Any]) -> bool:
        return len({value_of(lot) for lot in lots.values()}) > 1

    counts, soldiers, parts = (
        differ(lambda lot: lot.count),
        differ(lambda lot: lot.soldiers),
        differ(lambda lot: lot.part),
    )
    cells = tuple(
        PickGroupCell(lots[index], tuple(_marked(lots[index].upgrades, everywhere)), counts, soldiers, parts)
        if index in lots
        else None
        for index in range(columns)
    )
    same = len(lots) == columns and not differ(lambda lot: lot.sign) and not differ(lambda lot: lot.points)
    return CardComparisonRow(next(iter(lots.values())).card, cells, same)


def _marked(upgrades: Iterable[str], everywhere: Counter[str]) -> Iterable[ComparedUpgrade]:
    left = Counter(everywhere)
    for title in upgrades:
        yield ComparedUpgrade(title, left[title] <= 0)
        left[title] -= 1


# -- texts of other rows -----------------------------------------------------------------------------------------


def _format(column: ComparisonColumn) -> str:
    return format_name(column.stock, column.verdict.verdict["format"]) if column.verdict else ""


def _limit(column: ComparisonColumn) -> str:
    limit = column.verdict.points.limit if column.verdict else None
    return ngettext("%(limit)d point", "%(limit)d points", limit) % {"limit": limit} if limit else ""


def _house_rules(column: ComparisonColumn) -> str:
    return ", ".join(one["name"] for one in column.verdict.house_rules) if column.verdict else ""


def _own_numbers(column: ComparisonColumn) -> str:
    own = column.verdict.own if column.verdict else []
    return "; ".join(
        f"{card.card.title}: {', '.join(f'{one.label} {one.words}' for one in card.numbers)}" for card in own
    )


def _owned(column: ComparisonColumn) -> str:
    return _("Yes") if any(key in column.document for key in COLLECTION_FIELDS) else ""


def _release(column: ComparisonColumn) -> str:
    return str(column.release or column.document.get("release", ""))
