"""The release of the catalog that a request is about.

Every request queries the database once, so that all processes see a publication at once. The query is written in SQL
because the ORM takes ten times as long to compile it as any database takes to answer it.
"""

from typing import Any, NamedTuple

from django.db import connection
from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from catalog.models import Release

_SELECT = f"SELECT number, published_at FROM {Release._meta.db_table} "  # noqa: S608 - the table's name is ours
_NEWEST = _SELECT + "ORDER BY number DESC LIMIT 1"
_NUMBERED = _SELECT + "WHERE number = %s"
MAX_NUMBER = 2**31 - 1
"""The largest release number that both databases can store."""


class Snapshot(NamedTuple):
    """A published release. It never changes, so it is a cache key for everything computed from it.

    `release` is 0 as long as nothing is published. `published_at` has the type that the database driver returns: it is
    only compared, and distinguishes releases with equal numbers after the database was replaced.
    """

    release: int
    published_at: Any


EMPTY = Snapshot(0, None)


def newest() -> Snapshot:
    """Return the newest release, `EMPTY` if nothing is published."""
    row = _row(_NEWEST)
    return Snapshot(*row) if row else EMPTY


def at(number: int | None) -> Snapshot:
    """Return the release with this number, or the newest for None. Raises InvalidInput `unknown-release`."""
    if number is None:
        return newest()
    row = _row(_NUMBERED, number) if number <= MAX_NUMBER else None
    if row is None:
        message = _("There is no release {number}. The newest is {newest}.")
        text = message.format(number=number, newest=newest().release)
        raise InvalidInput("unknown-release", [Fault("/release", "unknown-release", text)])
    return Snapshot(*row)


def _row(sql: str, *values: int) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)
        return cursor.fetchone()
