"""Services of set sheets: store cells as own numbers, and select the facts to offer to the curators."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents.errors import InvalidInput
from catalog.tables.cells import InvalidCell
from legions.accounts.holders import Holder
from legions.game_words.sheet_columns import SheetColumn
from legions.own_numbers import services as own_numbers
from legions.own_numbers.cell_texts import Facts, read_cell
from legions.own_numbers.models import OwnNumbers
from legions.set_sheets.sheet_page import SetSheet, SheetRow, column_title, is_wanted, known_facts
from legions.site import wording

CELL_PREFIX = "c."
"""The prefix of the names of cell fields, before slug and column."""


@dataclass
class SavedCells:
    """The result of storing cells: the number of stored ones, and the `errors` of the others by field name."""

    kept: int = 0
    errors: dict[str, str] = field(default_factory=dict)
    numbers: OwnNumbers | None = None


def save_cells(*, holder: Holder, sheet: SetSheet, texts: Mapping[str, str]) -> SavedCells:
    """Store cells by their field names; an empty cell removes the value.

    A wrong cell does not prevent the others from being stored: its error is returned. Raises ActionRefused,
    RateLimitExceeded.
    """
    result = SavedCells()
    rows = {row.card.slug: row for row in sheet.all_rows}
    said: dict[str, dict[str, Any]] = {}
    names: dict[tuple[str, str], str] = {}
    for name, text in texts.items():
        slug, _dot, key = name.removeprefix(CELL_PREFIX).partition(".")
        row = rows.get(slug)
        column = (
            next((one for one in sheet.columns(row.card.document["kind"]) if one.key == key), None) if row else None
        )
        if row is None or column is None:
            result.errors[name] = _("There is no such cell in this sheet. Load the page again.")
            continue
        try:
            facts = _new_facts(sheet, row, column, text)
        except InvalidCell as error:
            result.errors[name] = str(error)
            continue
        said.setdefault(slug, {}).update(facts)
        names |= {(slug, fact): name for fact in facts}
    while said:
        try:
            what = _change_words(sheet, said, names)
            result.numbers = own_numbers.set_facts(holder=holder, game=sheet.game, facts=said, what=what)
        except InvalidInput as error:
            if not _drop_wrong(said, names, error, result):
                raise
        else:
            break
    result.kept = len({names[slug, fact] for slug, facts in said.items() for fact in facts})
    return result


def offered_rows(sheet: SetSheet) -> dict[str, dict[str, Any]]:
    """Return the own numbers of a sheet that the catalog lacks and that can be offered, by slug."""
    found = {}
    for row in sheet.all_rows:
        document = row.card.document
        facts = {fact: value for fact, value in row.facts.items() if fact not in document or is_wanted(document, fact)}
        if facts:
            found[row.card.slug] = facts
    return found


def _new_facts(sheet: SetSheet, row: SheetRow, column: SheetColumn, text: str) -> Facts:
    """Return the facts in a cell that the catalog does not know. Raises InvalidCell if the catalog has another
    value.
    """
    kind = row.card.document["kind"]
    if not text.strip() or text.strip() == "?":
        return dict.fromkeys(column.facts, None)
    facts = read_cell(sheet.game, kind, column, text)
    document = known_facts(row.card, sheet.stock.game["ruleset"])
    if column.says_none_alone:
        return {fact: value for fact, value in facts.items() if is_wanted(document, fact)}
    for fact, value in facts.items():
        if not is_wanted(document, fact) and document[fact] != value:
            title = wording.inline_noun(column_title(sheet.game, kind, SheetColumn((fact,))))
            message = _(
                "The catalog has another value for {fact}. If your card differs, report it on the page of the card."
            )
            raise InvalidCell(message.format(fact=title))
    return {fact: value for fact, value in facts.items() if is_wanted(document, fact)}


def _drop_wrong(
    changes: dict[str, dict[str, Any]], names: Mapping[tuple[str, str], str], error: InvalidInput, saved: SavedCells
) -> bool:
    """Remove refused cells from the facts, note their errors, and return whether there were any."""
    wrong: dict[str, str] = {}
    for fault in error.faults:
        slug, _slash, rest = fault.pointer[1:].partition("/")
        fact = rest.partition("/")[0]
        name = names.get((slug, fact)) or next((names[one] for one in names if one[0] == slug), "")
        if name:
            wrong.setdefault(name, fault.message)
    for (slug, fact), name in names.items():
        if name in wrong and slug in changes:
            changes[slug].pop(fact, None)
    for slug in [slug for slug, facts in changes.items() if not facts]:
        del changes[slug]
    saved.errors |= wrong
    return bool(wrong)


def _change_words(
    sheet: SetSheet, changes: Mapping[str, Mapping[str, Any]], names: Mapping[tuple[str, str], str]
) -> str:
    cells = sorted({names[slug, fact] for slug, facts in changes.items() for fact in facts})
    if len(cells) == 1:
        slug, _dot, key = cells[0].removeprefix(CELL_PREFIX).partition(".")
        card = sheet.stock.card(slug)
        columns = {one.key: one for one in sheet.columns(card.document["kind"])}
        title = wording.inline_noun(column_title(sheet.game, card.document["kind"], columns[key]))
        return _("{card}: {fact}.").format(card=card.title, fact=title)
    return ngettext("{set}: {number} number.", "{set}: {number} numbers.", len(cells)).format(
        set=sheet.name, number=len(cells)
    )
