"""Databases beside the one that the site is served from: seen as they are at one moment, or filled."""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from typing import Any

import environ
from django.core.management import call_command
from django.db import DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.utils import DEFAULT_DB_ALIAS

from catalog.database import former_versions, timeouts
from operations.exceptions import OperationRefused
from operations.table_rows import MIGRATE_TABLES, Table, all_tables

SNAPSHOT, OTHER = "snapshot", "other"


@contextmanager
def snapshot() -> Iterator[str]:
    """Yield the alias of a connection that sees the site's database as it is at this moment, whatever is written then.

    Who writes does not wait for it: SQLite is read without the lock that the site's own connections take, PostgreSQL
    in one repeatable read.
    """
    options: dict[str, Any] = {}
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        options["transaction_mode"] = "DEFERRED"
    else:
        from psycopg import IsolationLevel

        options["isolation_level"] = IsolationLevel.REPEATABLE_READ
    with unpooled(SNAPSHOT, **options), transaction.atomic(using=SNAPSHOT):
        with connections[SNAPSHOT].cursor() as cursor:
            cursor.execute("SELECT count(*) FROM django_migrations")  # the moment is that of the first question
        yield SNAPSHOT


@contextmanager
def unpooled(alias: str, **more: Any) -> Iterator[str]:
    """Yield the alias of a connection to the site's database that is of no pool, with `more` options."""
    described = connections.settings[DEFAULT_DB_ALIAS]
    options = {key: value for key, value in described["OPTIONS"].items() if key != "pool"}
    with _additional_database(alias, {**described, "OPTIONS": options | more}):
        yield alias


@contextmanager
def read_from_snapshot() -> Iterator[None]:
    """Have everything that asks the site's database see it as it is at this moment. For a process of its own."""
    with snapshot() as alias:
        usual = connections[DEFAULT_DB_ALIAS]
        connections[DEFAULT_DB_ALIAS] = connections[alias]
        try:
            yield
        finally:
            connections[DEFAULT_DB_ALIAS] = usual


@contextmanager
def other_database(url: str, alias: str = OTHER) -> Iterator[str]:
    """Yield the alias of the database at an address. Raises OperationRefused for one that cannot be reached."""
    if url.partition(":")[0] not in {"sqlite", "postgres", "postgresql"}:
        raise OperationRefused(
            "Write the address like sqlite:////folder/file.sqlite3 or postgres://user:password@host/name."
        )
    url_config = environ.Env.db_url_config(url)
    defaults = {"TIME_ZONE": None, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True}
    defaults |= {"ATOMIC_REQUESTS": False, "TEST": connections.settings[DEFAULT_DB_ALIAS]["TEST"]}
    if "sqlite3" in url_config["ENGINE"]:
        url_config["OPTIONS"] = timeouts.sqlite_options(timeouts.WORK)
    with _additional_database(alias, {**defaults, "OPTIONS": {}, **url_config}):
        try:
            connections[alias].ensure_connection()
        except DatabaseError as error:
            raise OperationRefused(f"The database does not answer: {error}") from error
        yield alias


@contextmanager
def _additional_database(alias: str, described: dict[str, Any]) -> Iterator[None]:
    connections.settings[alias] = described
    try:
        connections[alias] = connections.create_connection(alias)
    finally:
        del connections.settings[alias]  # no database of the site's own, so nobody else comes upon it
    try:
        yield
    finally:
        connections[alias].close()
        del connections[alias]


def schema_version() -> list[str]:
    """Return the last migration of each app, which tells what the tables of this version look like.

    A migration that replaces others is named by the last of these: a backup of the version that had them fits.
    """
    graph = MigrationLoader(None).graph
    last = (graph.nodes[key] for key in graph.leaf_nodes())
    return sorted(".".join(one.replaces[-1] if one.replaces else (one.app_label, one.name)) for one in last)


def has_current_schema(using: str) -> bool:
    """Return whether the tables of a database are those of this Muster."""
    executor = MigrationExecutor(connections[using])
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def require_current_schema(using: str) -> None:
    """Raise OperationRefused for a database whose tables are not those of this Muster."""
    if former_versions.is_former_database(using):
        raise OperationRefused(former_versions.DATABASE_REFUSED)
    if not has_current_schema(using):
        raise OperationRefused("The database is of another version of Muster. Run manage.py migrate first.")


def prepare_empty(using: str) -> None:
    """Make the tables of a database that has none, or the rest of them after a restore was killed while it made them.

    Raises OperationRefused for a database that holds anything, or that another version of Muster has begun.
    """
    connection = connections[using]
    tables = set(connection.introspection.table_names())
    if not has_current_schema(using):
        require_empty(using, tables)
        if tables and not _is_begun_by_this_version(using, tables):
            raise OperationRefused("That database has tables of another version of Muster. Give an empty database.")
        call_command("migrate", database=using, verbosity=0, interactive=False)
    require_empty(using)


def _is_begun_by_this_version(using: str, tables: set[str]) -> bool:
    """Return whether all migrations that were applied to a database are known to this version."""
    loader = MigrationLoader(connections[using])
    known = {*loader.disk_migrations, *former_versions.LAST_MIGRATIONS.items()}
    return "django_migrations" in tables and set(loader.applied_migrations) <= known


def require_empty(using: str, tables: Container[str] | None = None) -> None:
    """Raise OperationRefused for a database that holds anything; `tables` names those it has, if not all."""
    own = [one for one in all_tables() if one.name not in MIGRATE_TABLES and (tables is None or one.name in tables)]
    filled = [one.name for one in own if one.model._base_manager.using(using).exists()]
    if filled:
        raise OperationRefused(
            f"That database is not empty: there are rows in {', '.join(filled)}. Give an empty database."
        )


def delete_migrate_rows(using: str) -> None:
    """Take out what `migrate` wrote, in whose place comes what was kept of it."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for name in sorted(MIGRATE_TABLES):
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")  # noqa: S608 - the names are ours


def sequence_values(using: str) -> dict[str, int]:
    """Return the last number that each table has given to a row, gone ones included: none is given twice."""
    connection = connections[using]
    found: dict[str, int] = {}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, seq FROM sqlite_sequence")
            known = dict(cursor.fetchall())
            return {one.name: known.get(one.name, 0) for one in all_tables() if one.numbered}
        for table in all_tables():
            if table.numbered:
                cursor.execute(f"SELECT last_value, is_called FROM {_sequence(cursor, table)}")  # noqa: S608 - as above
                number, called = cursor.fetchone()
                found[table.name] = number if called else 0
    return found


def set_sequences(numbers: dict[str, int], using: str) -> None:
    """Have each table number its next row after these."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for table in all_tables():
            number = numbers.get(table.name, 0) if table.numbered else 0
            if not number:
                continue
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table.name])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table.name, number])
            else:
                cursor.execute("SELECT setval(%s, %s)", [_sequence(cursor, table), number])


def _sequence(cursor: Any, table: Table) -> str:
    """Return the name of what numbers a table's rows on PostgreSQL, quoted as it is."""
    cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table.name}"', table.model._meta.pk.column])
    name: str = cursor.fetchone()[0]
    return name
