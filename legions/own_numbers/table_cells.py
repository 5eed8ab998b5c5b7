"""Cells of tables: store them as own numbers, and select the facts to offer to the curators."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents import json_input
from catalog.documents.errors import InvalidInput
from catalog.tables.cells import InvalidCell
from legions.accounts.holders import Holder
from legions.game_words.sheet_columns import SheetColumn, property_of
from legions.own_numbers import services as own_numbers
from legions.own_numbers.cell_texts import Facts, read_cell, read_part
from legions.own_numbers.fact_table import FactTable, SheetRow, column_title, is_wanted, known_facts
from legions.own_numbers.models import OwnNumbers
from legions.site import wording
from legions.site.errors import ActionRefused

CELL_PREFIX = "c."
"""The prefix of the names of cell fields, before slug and column."""
SEEN_FIELD = "seen"
"""The field with the texts of the cells when the page was rendered."""


Names = dict[tuple[str, str], list[str]]
"""The names of the cells that each fact was read from, by slug and fact."""


@dataclass
class SavedCells:
    """The result of storing cells: the number of stored ones, and the `errors` of the others by field name."""

    kept: int = 0
    errors: dict[str, str] = field(default_factory=dict)
    numbers: OwnNumbers | None = None


def save_cells(*, holder: Holder, table: FactTable, texts: Mapping[str, str]) -> SavedCells:
    """Store cells by their field names; an empty cell removes the value.

    A wrong cell does not prevent the others from being stored: its error is returned. Raises ActionRefused,
    RateLimitExceeded.
    """
    result = SavedCells()
    named = {name.removeprefix(CELL_PREFIX).partition(".")[0] for name in texts}
    rows = {card.slug: table.row(card) for card in table.cards if card.slug in named}
    said: dict[str, dict[str, Any]] = {}
    names: Names = {}
    for name, text in texts.items():
        slug, _dot, key = name.removeprefix(CELL_PREFIX).partition(".")
        row = rows.get(slug)
        column = (
            next((one for one in table.columns(row.card.document["kind"]) if one.key == key), None) if row else None
        )
        if row is None or column is None:
            result.errors[name] = _("There is no such cell in this table. Load the page again.")
            continue
        try:
            facts = _new_facts(table, row, column, text, said.get(slug, {}))
        except InvalidCell as error:
            result.errors[name] = str(error)
            continue
        said.setdefault(slug, {}).update(facts)
        for fact in facts:
            names.setdefault((slug, fact), []).append(name)
    while said:
        try:
            what = _change_words(table, said, names)
            result.numbers = own_numbers.set_facts(holder=holder, game=table.game, facts=said, what=what)
        except InvalidInput as error:
            if not _drop_wrong(said, names, error, result):
                raise
        else:
            break
    result.kept = len(_names_of(said, names))
    return result


def changed_cells(data: QueryDict) -> dict[str, str]:
    """Return the changed cells of a form, compared with the shown texts that the form contains, if it does."""
    cells = {name: str(value) for name, value in data.items() if name.startswith(CELL_PREFIX)}
    if SEEN_FIELD not in data:
        return cells
    try:
        seen = json_input.loads(str(data[SEEN_FIELD]).encode("utf-8", "surrogatepass"))
    except InvalidInput:
        seen = {}
    shown: dict[str, Any] = seen if isinstance(seen, dict) else {}
    return {name: text for name, text in cells.items() if text.strip() != shown.get(name, "")}


def refusal_message(refused: ActionRefused | InvalidInput) -> str:
    """Return the reason why cells were not stored."""
    return refused.faults[0].message if isinstance(refused, InvalidInput) else str(refused)


def offered_rows(table: FactTable) -> dict[str, dict[str, Any]]:
    """Return the own numbers of a sheet that the catalog lacks and that can be offered, by slug."""
    found = {}
    for row in table.all_rows:
        document = row.card.document
        facts = {fact: value for fact, value in row.facts.items() if fact not in document or is_wanted(document, fact)}
        if facts:
            found[row.card.slug] = facts
    return found


def _names_of(changes: Mapping[str, Mapping[str, Any]], names: Names) -> set[str]:
    return {name for slug, facts in changes.items() for fact in facts for name in names[slug, fact]}


def _new_facts(table: FactTable, row: SheetRow, column: SheetColumn, text: str, together: Mapping[str, Any]) -> Facts:
    """Return the facts in a cell that the catalog does not know. Raises InvalidCell if the catalog has another
    value.

    `together` are the facts in other cells of the row that are stored together with this one.
    """
    kind = row.card.document["kind"]
    if column.part is not None:
        fact, published = column.fact, row.card.document.get(column.fact)
        if not is_wanted(row.card.document, fact) or (column.part.whole and published is not None):
            raise InvalidCell(_("The catalog knows this. If your card differs, report it on the page of the card."))
        said = {**row.facts, **together}
        facts = read_part(table.game, kind, column, text, said.get(fact, published))
        return facts | _told_facts(table, row, column, facts, said)
    if not text.strip() or text.strip() == "?":
        return dict.fromkeys(column.facts, None)
    facts = read_cell(table.game, kind, column, text)
    document = known_facts(row.card, table.stock.game["ruleset"])
    if column.says_none_alone:
        return {fact: value for fact, value in facts.items() if is_wanted(document, fact)}
    for fact, value in facts.items():
        if not is_wanted(document, fact) and document[fact] != value:
            title = wording.inline_noun(column_title(table.game, kind, SheetColumn((fact,))))
            message = _(
                "The catalog has another value for {fact}. If your card differs, report it on the page of the card."
            )
            raise InvalidCell(message.format(fact=title))
    return {fact: value for fact, value in facts.items() if is_wanted(document, fact)}


def _told_facts(
    table: FactTable, row: SheetRow, column: SheetColumn, facts: Facts, earlier: Mapping[str, Any]
) -> Facts:
    """Return the facts that new rows tell besides their own, in place of `earlier` ones, without those that the catalog
    knows or the user has entered otherwise.
    """
    assert column.part is not None
    found = {}
    for told, member in column.part.tells.items():
        choices = property_of(table.game, row.card.document["kind"], told).choices
        before, after = (_values(rows.get(column.fact), member, choices) for rows in (earlier, facts))
        if is_wanted(row.card.document, told) and earlier.get(told) in (None, before) and before != after:
            found[told] = after
    return found


def _values(fact_rows: Sequence[Mapping[str, Any]] | None, member: str, choices: Iterable[str]) -> list[str] | None:
    """Return the values of a member in some rows in the order of `choices`; None without rows."""
    standing = {row[member] for row in fact_rows or ()}
    return [choice for choice in choices if choice in standing] or None


def _drop_wrong(changes: dict[str, dict[str, Any]], names: Names, error: InvalidInput, saved: SavedCells) -> bool:
    """Remove refused cells from the facts, note their errors, and return whether there were any."""
    wrong: dict[str, str] = {}
    for fault in error.faults:
        slug, _slash, rest = fault.pointer[1:].partition("/")
        fact = rest.partition("/")[0]
        found = names.get((slug, fact)) or next((names[one] for one in names if one[0] == slug), [])
        for name in found:
            wrong.setdefault(name, fault.message)
    for (slug, fact), cells in names.items():
        if wrong.keys() & set(cells) and slug in changes:
            changes[slug].pop(fact, None)
    for slug in [slug for slug, facts in changes.items() if not facts]:
        del changes[slug]
    saved.errors |= wrong
    return bool(wrong)


def _change_words(table: FactTable, changes: Mapping[str, Mapping[str, Any]], names: Names) -> str:
    cells = sorted(_names_of(changes, names))
    if len(cells) == 1:
        slug, _dot, key = cells[0].removeprefix(CELL_PREFIX).partition(".")
        card = table.stock.card(slug)
        columns = {one.key: one for one in table.columns(card.document["kind"])}
        title = wording.inline_noun(column_title(table.game, card.document["kind"], columns[key]))
        return _("{card}: {fact}.").format(card=card.title, fact=title)
    return ngettext("{set}: {number} number.", "{set}: {number} numbers.", len(cells)).format(
        set=table.name, number=len(cells)
    )
