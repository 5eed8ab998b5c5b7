"""Values in facts that are lists of rows, such as the bonus of a creature's first attack."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.schema_properties import Property
from catalog.tables.cells import InvalidCell
from legions.game_words.sheet_columns import RowPart

Rows = list[dict[str, Any]]


def part_value(rows: Sequence[Mapping[str, Any]] | None, part: RowPart) -> Any:
    """Return the value in the rows of a fact; None if it is unknown or there is no such row."""
    place = _place(rows or (), part)
    return None if place is None else (rows or ())[place].get(part.key)


def has_row(rows: Sequence[Mapping[str, Any]], part: RowPart) -> bool:
    """Return whether the row of a value exists."""
    return _place(rows, part) is not None


def with_part(rows: Sequence[Mapping[str, Any]], part: RowPart, value: Any, members: Sequence[Property]) -> Rows | None:
    """Return the rows with a value set, or removed with None; None if no row has a value any more.

    A missing row is added with its other values unknown. Raises InvalidCell if rows before it are missing.
    """
    found = [dict(row) for row in rows]
    place = _place(found, part)
    if place is None:
        if value is None:
            return found or None
        if not part.where and part.at > len(found):
            raise InvalidCell(_("Fill in the one before it first."))
        found.append({**{member.key: None for member in members if member.required}, **part.where})
        place = len(found) - 1
    found[place][part.key] = value
    if all(known is None for key, known in found[place].items() if key not in part.where):
        del found[place]
    return found or None


def _place(rows: Sequence[Mapping[str, Any]], part: RowPart) -> int | None:
    """Return the index of the row of a value, or None."""
    if not part.where:
        return part.at if part.at < len(rows) else None
    alike = (at for at, row in enumerate(rows) if all(row.get(key) == wanted for key, wanted in part.where.items()))
    return next(alike, None)
