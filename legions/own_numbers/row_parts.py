"""Values in facts that are lists of rows, such as the bonus of a creature's first attack."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.schema_properties import Property
from catalog.tables.cells import InvalidCell
from legions.game_words.sheet_columns import RowPart

Rows = list[dict[str, Any]]


def part_value(standing: Sequence[Mapping[str, Any]] | None, part: RowPart) -> Any:
    """Return the value in the rows of a fact; None if it is unknown or there is no such row."""
    place = _place(standing or (), part)
    return None if place is None else (standing or ())[place].get(part.key)


def has_row(standing: Sequence[Mapping[str, Any]], part: RowPart) -> bool:
    """Return whether the row of a value exists."""
    return _place(standing, part) is not None


def with_part(
    standing: Sequence[Mapping[str, Any]], part: RowPart, value: Any, members: Sequence[Property]
) -> Rows | None:
    """Return the rows with a value set, or removed with None; None if no row has a value any more.

    A missing row is added with its other values unknown. Raises InvalidCell if rows before it are missing, and if a
    value that no row can lack is missing or would be.
    """
    found = [dict(row) for row in standing]
    place = _place(found, part)
    if place is None:
        if value is None:
            return found or None
        if not part.where and part.at > len(found):
            raise InvalidCell(_("Fill in the one before it first."))
        if lacking := [one for one in members if _is_needed(one) and one.key not in {part.key, *part.where}]:
            raise InvalidCell(_("First fill in: {label}.").format(label=_(lacking[0].title)))
        found.append({**{member.key: None for member in members if member.required}, **part.where})
        place = len(found) - 1
    found[place][part.key] = value
    needed = any(one.key == part.key and _is_needed(one) for one in members)
    if value is None and needed and not _is_empty(found[place], part):
        raise InvalidCell(_("The other values of the same row need it. Empty them first."))
    if part.where and _is_empty(found[place], part):
        del found[place]
    while found and _is_empty(found[-1], part):  # rows in between keep their places
        found.pop()
    return found or None


def _is_needed(member: Property) -> bool:
    return member.required and not member.nullable


def _is_empty(row: Mapping[str, Any], part: RowPart) -> bool:
    return all(value is None for key, value in row.items() if key not in part.where)


def _place(standing: Sequence[Mapping[str, Any]], part: RowPart) -> int | None:
    """Return the index of the row of a value, or None."""
    if not part.where:
        return part.at if part.at < len(standing) else None
    alike = (at for at, row in enumerate(standing) if all(row.get(key) == wanted for key, wanted in part.where.items()))
    return next(alike, None)
