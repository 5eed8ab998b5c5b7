"""Additional database connections: snapshots of the site's database, and other databases to be filled."""

from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import environ
from django.core.management import call_command
from django.db import DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.utils import DEFAULT_DB_ALIAS

from catalog.database import former_versions, timeouts
from operations.exceptions import OperationRefused
from operations.table_rows import MIGRATE_TABLES, Table, all_tables, as_tables

SNAPSHOT, OTHER = "snapshot", "other"


@dataclass(frozen=True)
class Layout:
    """The structure of a database: the last migration of each app, which identifies it, and the tables."""

    version: list[str]
    tables: list[Table]


@contextmanager
def snapshot() -> Iterator[str]:
    """Yield the alias of a connection that sees a snapshot of the site's database, regardless of later writes.

    It does not block writers: SQLite is read without the lock that the site's own connections take, PostgreSQL in a
    single repeatable-read transaction.
    """
    options: dict[str, Any] = {}
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        options["transaction_mode"] = "DEFERRED"
    else:
        from psycopg import IsolationLevel

        options["isolation_level"] = IsolationLevel.REPEATABLE_READ
    with unpooled(SNAPSHOT, **options), transaction.atomic(using=SNAPSHOT):
        with connections[SNAPSHOT].cursor() as cursor:
            cursor.execute("SELECT count(*) FROM django_migrations")  # the snapshot is taken at the first query
        yield SNAPSHOT


@contextmanager
def unpooled(alias: str, **more: Any) -> Iterator[str]:
    """Yield the alias of a connection to the site's database outside the pool, with `more` options."""
    described = connections.settings[DEFAULT_DB_ALIAS]
    options = {key: value for key, value in described["OPTIONS"].items() if key != "pool"}
    with _additional_database(alias, {**described, "OPTIONS": options | more}):
        yield alias


@contextmanager
def read_from_snapshot() -> Iterator[None]:
    """Run all queries to the site's database on a snapshot. Only for processes that do nothing else."""
    with snapshot() as alias:
        usual = connections[DEFAULT_DB_ALIAS]
        connections[DEFAULT_DB_ALIAS] = connections[alias]
        try:
            yield
        finally:
            connections[DEFAULT_DB_ALIAS] = usual


@contextmanager
def other_database(url: str, alias: str = OTHER) -> Iterator[str]:
    """Yield the alias of the database at an address. Raises OperationRefused if it cannot be reached."""
    if url.partition(":")[0] not in {"sqlite", "postgres", "postgresql"}:
        raise OperationRefused(
            "Write the address like sqlite:////folder/file.sqlite3 or postgres://user:password@host/name."
        )
    url_config = environ.Env.db_url_config(url)
    if url_config["NAME"] in {"", ":memory:"}:
        raise OperationRefused("The address names no database that lasts. Give the file or the name of one.")
    defaults = {"TIME_ZONE": None, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True}
    defaults |= {"ATOMIC_REQUESTS": False, "TEST": connections.settings[DEFAULT_DB_ALIAS]["TEST"]}
    if "sqlite3" in url_config["ENGINE"]:
        url_config["OPTIONS"] = timeouts.sqlite_options(timeouts.WORK)
    with _additional_database(alias, {**defaults, "OPTIONS": {}, **url_config}):
        try:
            connections[alias].ensure_connection()
        except DatabaseError as error:
            raise OperationRefused(f"The database does not respond: {' '.join(str(error).split())}") from error
        yield alias


@contextmanager
def _additional_database(alias: str, described: dict[str, Any]) -> Iterator[None]:
    connections.settings[alias] = described
    try:
        connections[alias] = connections.create_connection(alias)
    finally:
        del connections.settings[alias]  # not one of the site's databases, so other code must not find it
    try:
        yield
    finally:
        connections[alias].close()
        del connections[alias]


def identity() -> str:
    """Return what distinguishes the site's database from another one that takes its name later."""
    connection = connections[DEFAULT_DB_ALIAS]
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        file = Path(name)
        return f"{name} {file.stat().st_ino if file.exists() else 0}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT oid FROM pg_database WHERE datname = current_database()")
        return f"{name} {cursor.fetchone()[0]}"


def schema_version() -> list[str]:
    """Return the last migration of each app, which identifies the table structure of this version."""
    graph = MigrationLoader(None).graph
    return _names(graph, graph.leaf_nodes())


def _names(graph: Any, last: Iterable[tuple[str, str]]) -> list[str]:
    """Return the names of migrations, each with its app.

    A squashed migration is named by the last one it replaces, so that backups made before the squash still match.
    """
    nodes = (graph.nodes[key] for key in last)
    return sorted(".".join(one.replaces[-1] if one.replaces else (one.app_label, one.name)) for one in nodes)


def current_layout() -> Layout:
    """Return the layout of this version."""
    return Layout(schema_version(), all_tables())


def applied_layout(using: str) -> Layout:
    """Return the layout of a database as its applied migrations made it, also if it is of an earlier version."""
    loader = MigrationLoader(connections[using])
    applied = {key for key in loader.applied_migrations if key in loader.graph.nodes}
    last = [key for key in applied if not _is_followed(loader.graph, key, applied)]
    models = loader.project_state(last).apps.get_models(include_auto_created=True)
    return Layout(_names(loader.graph, last), as_tables(models))


def _is_followed(graph: Any, key: tuple[str, str], applied: Container[tuple[str, str]]) -> bool:
    """Return whether a migration is followed by an applied one of its app."""
    return any(child.key in applied and child.key[0] == key[0] for child in graph.node_map[key].children)


def pending_migrations(using: str) -> list[str]:
    """Return the migrations of this version that are not applied to a database, in their order."""
    executor = MigrationExecutor(connections[using])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def has_current_schema(using: str) -> bool:
    """Return whether the tables of a database have the structure of this version."""
    return not pending_migrations(using)


def require_current_schema(using: str) -> None:
    """Raise OperationRefused for a database whose tables do not have the structure of this version."""
    if former_versions.is_former_database(using):
        raise OperationRefused(former_versions.DATABASE_REFUSED)
    if not has_current_schema(using):
        raise OperationRefused("The database belongs to another version of Muster. Run manage.py migrate first.")


def prepare_empty(using: str) -> None:
    """Create the tables of an empty database, or the remaining ones after an interrupted restore.

    Raises OperationRefused for a database that contains rows, or tables of another version.
    """
    connection = connections[using]
    tables = set(connection.introspection.table_names())
    if not has_current_schema(using):
        require_empty(using, tables)
        if tables and not _is_begun_by_this_version(using, tables):
            raise OperationRefused(
                "The target database has tables of another version of Muster. Give an empty database."
            )
        call_command("migrate", database=using, verbosity=0, interactive=False)
    require_empty(using)


def _is_begun_by_this_version(using: str, tables: set[str]) -> bool:
    """Return whether all migrations applied to a database are known to this version."""
    loader = MigrationLoader(connections[using])
    known = {*loader.disk_migrations, *former_versions.LAST_MIGRATIONS.items()}
    return "django_migrations" in tables and set(loader.applied_migrations) <= known


def require_empty(using: str, tables: Container[str] | None = None) -> None:
    """Raise OperationRefused for a database with rows; `tables` are its existing tables, if some may be missing."""
    own = [one for one in all_tables() if one.name not in MIGRATE_TABLES and (tables is None or one.name in tables)]
    filled = [one.name for one in own if one.model._base_manager.using(using).exists()]
    if filled:
        raise OperationRefused(
            f"The target database is not empty: it has rows in {', '.join(filled)}. Give an empty database."
        )


def delete_migrate_rows(using: str) -> None:
    """Delete the rows that `migrate` creates, which are replaced by the copied ones."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for name in sorted(MIGRATE_TABLES):
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")  # noqa: S608 - the names are ours


def sequence_values(using: str, tables: list[Table]) -> dict[str, int]:
    """Return the last primary key assigned in each table, including deleted rows, so that none is assigned again."""
    connection = connections[using]
    found: dict[str, int] = {}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, seq FROM sqlite_sequence")
            known = dict(cursor.fetchall())
            return {one.name: known.get(one.name, 0) for one in tables if one.numbered}
        for table in tables:
            if table.numbered:
                cursor.execute(f"SELECT last_value, is_called FROM {_sequence(cursor, table)}")  # noqa: S608 - as above
                number, called = cursor.fetchone()
                found[table.name] = number if called else 0
    return found


def set_sequences(numbers: dict[str, int], using: str) -> None:
    """Set the sequence of each table, so that new rows get higher primary keys."""
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
    """Return the quoted name of the sequence of a table's primary key on PostgreSQL."""
    cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table.name}"', table.model._meta.pk.column])
    name: str = cursor.fetchone()[0]
    return name
