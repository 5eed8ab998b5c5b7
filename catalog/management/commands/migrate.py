"""`manage.py migrate`: Django's command, with checks of the database before and after it.

It refuses databases of versions before 0.1.1. When every migration is applied, it compares the tables with the models:
Django knows which migrations were applied, but not whether the tables have been changed since.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from catalog.database import former_versions, structure
from catalog.publishing import no_progress
from catalog.publishing.stored_texts import outdated_texts, refresh_texts

MIGRATE_LOCK = 5_717_420_115
"""The key of the PostgreSQL advisory lock of `migrate`."""


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate. Raises CommandError for a refused database, or if the tables do not match the models afterwards."""
        if options["plan"] or options["check_unapplied"]:
            self._migrate(*args, **options)
            return
        with _turn(options["database"], self.stderr.write):
            self._migrate(*args, **options)

    def _migrate(self, *args: Any, **options: Any) -> None:
        if former_versions.is_former_database(options["database"]):
            raise CommandError(former_versions.DATABASE_REFUSED)
        super().handle(*args, **options)
        if not (options["plan"] or options["check_unapplied"] or options["app_label"]):
            _compare(options["database"])
            if options["database"] == DEFAULT_DB_ALIAS:
                self._refresh_texts()

    def _refresh_texts(self) -> None:
        """Recompute the search texts of cards that were written by an earlier version."""
        if mended := refresh_texts(outdated_texts(), no_progress):
            self.stdout.write(f"The search texts of {mended:,} card revisions were rebuilt.")


@contextmanager
def _turn(using: str, say: Callable[[str], Any]) -> Iterator[None]:
    """Wait until no other `migrate` runs on a PostgreSQL database; SQLite has only one writer anyway."""
    connection = connections[using]
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [MIGRATE_LOCK])
        if not cursor.fetchone()[0]:
            say("Another migrate is changing this database. Waiting until it ends.")
            cursor.execute("SET lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATE_LOCK])
            cursor.execute("RESET lock_timeout")
    try:
        yield
    finally:
        with suppress(DatabaseError), connection.cursor() as cursor:  # a lost connection has lost its lock, too
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATE_LOCK])


def _compare(using: str) -> None:
    """Raise CommandError if the tables differ from the models after all migrations."""
    if found := list(structure.differences(using)):
        differences = "\n".join(f"  {one}" for one in found)
        raise CommandError(
            "Every migration is applied, but the tables are not those of this version of "
            f"Muster:\n{differences}\n{structure.WHAT_TO_DO}"
        )
