"""Which release of the catalog a request is about.

Every request asks the database once, so that all processes see a publication at once. The ORM takes ten times as long
to write this query as any database takes to answer it; that is why it stands here as SQL.
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
"""The largest number that both databases keep for a release."""


class Snapshot(NamedTuple):
    """One release as it is published; whatever was computed from it stays true, so it is a key for keeping that.

    `release` is 0 while nothing is published. `published_at` is whatever the database driver gives for it: it is only
    compared, and tells a release from one of the same number in a database that was put in its place.
    """

    release: int
    published_at: Any


EMPTY = Snapshot(0, None)


def newest() -> Snapshot:
    """Return the newest release, `EMPTY` while nothing is published."""
    row = _row(_NEWEST)
    return Snapshot(*row) if row else EMPTY


def at(number: int | None) -> Snapshot:
    """Return the release of that number; for None the newest. Raises InvalidInput `unknown-release`."""
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
