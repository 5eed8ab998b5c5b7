"""Databases and backups of versions before 0.1.1, which this version refuses.

Version 0.1.1 is the last one with the migrations of 0.1.0. The first migration of each app in this version creates the
tables of 0.1.1, and counts as applied in a database of 0.1.1.
"""

from collections.abc import Iterable

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

LAST_COMMIT = "bcba46c051b2fce5cf2e748e6ab4720df854fcda"
"""The commit of version 0.1.1, for repositories without its tag v0.1.1."""
LAST_MIGRATIONS = {
    "catalog": "0031_imported_documents",
    "legions": "0031_outgoing_mails",
    "rulesapi": "0004_words_of_reports",
}
"""The last migration of each app in version 0.1.1. Numbers of later migrations are higher."""

DATABASE_REFUSED = (
    "This database is of a version of Muster before 0.1.1: install version 0.1.1 "
    f"(git checkout {LAST_COMMIT}), run its manage.py migrate, then update again."
)
BACKUP_REFUSED = (
    "This backup is of a version of Muster before 0.1.1: restore it with the version that wrote it, install version "
    f"0.1.1 (git checkout {LAST_COMMIT}), run its manage.py migrate, then update again."
)


def is_former_database(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Return whether a database has tables of a version before 0.1.1."""
    connection = connections[using]
    applied = MigrationRecorder(connection).applied_migrations().keys()
    apps = [app for app, name in LAST_MIGRATIONS.items() if (app, name) not in applied]
    if not any(app in apps for app, _ in applied):
        return False
    # `migrate APP zero` removes the tables and leaves the rows of former migrations behind.
    tables = connection.introspection.table_names()
    return any(table.startswith(f"{app}_") for table in tables for app in apps)


def unknown_migrations(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Return the migrations of a newer version that are applied to a database."""
    loader = MigrationLoader(connections[using])
    return sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in LAST_MIGRATIONS
        and _number(name) > _number(LAST_MIGRATIONS[app])
        and (app, name) not in loader.disk_migrations
    )


def is_former_backup(version: Iterable[str]) -> bool:
    """Return whether a backup is of a version before 0.1.1.

    `version` has the last migration of each app in the backup.
    """
    names = {app: name for app, _, name in (migration.partition(".") for migration in version)}
    return any(_number(names.get(app, "0")) < _number(last) for app, last in LAST_MIGRATIONS.items())


def _number(name: str) -> int:
    """Return the number at the beginning of a migration's name."""
    return int(name.partition("_")[0])
