"""Whether the tables of a database are those that the models describe.

Django knows which migrations were applied and not what the tables look like: one that was edited after it had been
applied somewhere, a table changed by hand or a copy of half a database all pass for up to date, and the first write
that needs what is missing fails. So the two are compared here, on SQLite and PostgreSQL alike.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connections, models
from django.db.models.constraints import CheckConstraint, UniqueConstraint

WHAT_TO_DO = (
    "Keep a copy of the database as it is. Then bring the newest backup back into an empty database with manage.py "
    "restore, or make what is missing by hand: “When tables are not what they should be” in docs/operating.md says how."
)


class Column(NamedTuple):
    """A column as it stands in a database: its type as the database writes it, and what it lets in."""

    type: str
    null: bool
    generated: bool
    default: bool
    """Whether a row that does not name it can be inserted."""


Tables = dict[str, dict[str, Column]]
"""The columns of each table, both by name."""

_COLUMNS = {
    "sqlite": """
        SELECT t.name, c.name, c.type, NOT c."notnull", c.hidden IN (2, 3), c.dflt_value IS NOT NULL OR c.pk > 0
        FROM sqlite_master t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND c.hidden <> 1
    """,
    "postgresql": """
        SELECT t.relname, c.attname, format_type(c.atttypid, c.atttypmod), NOT c.attnotnull, c.attgenerated <> '',
            c.atthasdef OR c.attidentity <> ''
        FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
        WHERE t.relkind IN ('r', 'p') AND c.attnum > 0 AND NOT c.attisdropped AND pg_table_is_visible(t.oid)
    """,
}


def read_tables(using: str = "default") -> Tables:
    """Return the columns of every table of a database, asked for with one query."""
    found: Tables = defaultdict(dict)
    with connections[using].cursor() as cursor:
        cursor.execute(_COLUMNS[connections[using].vendor])
        for table, name, type_, null, generated, default in cursor.fetchall():
            found[table][name] = Column(_plain(type_), bool(null), bool(generated), bool(default))
    return dict(found)


def missing_columns(using: str = "default") -> list[str]:
    """Return the tables and columns that models name and a database does not have. One query tells them all."""
    found = read_tables(using)
    missing = []
    for model in _models():
        table = model._meta.db_table
        if table not in found:
            missing.append(table)
            continue
        columns = [field.column for field in _fields(model)]
        missing += [f"{table}.{column}" for column in columns if column not in found[table]]
    return missing


def differences(using: str = "default") -> Iterator[str]:
    """Yield a sentence for each thing that the models say of the tables of a database and that is not so.

    Compared are tables, columns with their types and whether they may be empty or are generated, primary keys, unique
    and check constraints, foreign keys and indexes. Names that Django makes up itself, with a digest in them, are not:
    what counts there is on which columns something is.
    """
    found = read_tables(using)
    for model in _models():
        columns = found.get(model._meta.db_table)
        if columns is None:
            yield f"There is no table {model._meta.db_table}."
            continue
        yield from _of_columns(model, columns, using)
        yield from _of_constraints(model, using)


def _models() -> list[type[models.Model]]:
    every = apps.get_models(include_auto_created=True)
    return [model for model in every if model._meta.managed and not model._meta.proxy and not model._meta.swapped]


def _fields(model: type[models.Model]) -> list[Any]:
    """Return the fields that have a column in the table of a model."""
    return list(model._meta.local_concrete_fields)


def _of_columns(model: type[models.Model], columns: dict[str, Column], using: str) -> Iterator[str]:
    table = model._meta.db_table
    expected = {field.column: field for field in _fields(model)}
    for name, field in expected.items():
        column = columns.get(name)
        if column is None:
            yield f"{table} has no column “{name}”."
            continue
        of = field.output_field if field.generated else field
        type_ = _plain(of.db_parameters(connections[using])["type"])
        # Django itself numbers the rows of its tables of pairs otherwise than it says.
        if column.type != type_ and not (field.primary_key and model._meta.auto_created):
            yield f"{table}.{name} is {column.type}, and should be {type_}."
        if column.generated != field.generated:
            yield f"{table}.{name} " + (
                "is not generated, and should be." if field.generated else "is generated, and should not be."
            )
        elif column.null != of.null:
            yield f"{table}.{name} " + (
                "may be empty, and should not." if column.null else "may not be empty, and should be able to."
            )
    for name, column in columns.items():
        if name not in expected and not (column.null or column.default or column.generated):
            yield f"{table} has a column “{name}” that every row must fill and no model knows."


def _of_constraints(model: type[models.Model], using: str) -> Iterator[str]:
    table = model._meta.db_table
    with connections[using].cursor() as cursor:
        found = connections[using].introspection.get_constraints(cursor, table)
    unique = {tuple(one["columns"]) for one in found.values() if one["unique"] or one["primary_key"]}
    indexed = {tuple(one["columns"]) for one in found.values() if one["index"] or one["unique"]}
    foreign = {tuple(one["columns"]): one["foreign_key"] for one in found.values() if one["foreign_key"]}
    expected = set(_unique(model))
    for columns in sorted(expected - unique):
        yield f"{table}: nothing keeps {', '.join(columns)} unique."
    for field in _fields(model):
        if field.db_index and (field.column,) not in indexed | unique:
            yield f"{table}: there is no index on {field.column}."
        if field.remote_field and field.db_constraint:
            target = field.target_field
            if foreign.get((field.column,)) != (target.model._meta.db_table, target.column):
                yield f"{table}.{field.column} does not refer to {target.model._meta.db_table}."
    yield from _of_named(model, found)
    named = {one.name for one in model._meta.constraints}
    for name, one in found.items():
        if one["unique"] and not one["primary_key"] and name not in named and tuple(one["columns"]) not in expected:
            yield f"{table}: {name} keeps {', '.join(filter(None, one['columns']))} unique, and no model asks for that."


def _unique(model: type[models.Model]) -> Iterator[tuple[str, ...]]:
    """Yield the columns that are unique together without having a name of ours."""
    for field in _fields(model):
        if field.unique:
            yield (field.column,)
    for names in model._meta.unique_together:
        yield _columns(model, names)


def _of_named(model: type[models.Model], found: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the constraints and indexes that have names of ours."""
    table = model._meta.db_table
    for one in model._meta.constraints:
        sort = "check" if isinstance(one, CheckConstraint) else "unique"
        there = found.get(one.name)
        fields = one.fields if isinstance(one, UniqueConstraint) else ()
        if there is None or not there[sort]:
            yield f"{table}: the {sort} constraint {one.name} is missing."
        elif fields and tuple(there["columns"]) != _columns(model, fields):
            yield f"{table}: the constraint {one.name} is on other columns than {', '.join(fields)}."
    for index in model._meta.indexes:
        there = found.get(index.name)
        fields = tuple(name for name, _ in index.fields_orders)
        if there is None or not there["index"]:
            yield f"{table}: the index {index.name} is missing."
        elif fields and tuple(there["columns"]) != _columns(model, fields):
            yield f"{table}: the index {index.name} is on other columns than {', '.join(fields)}."


def _columns(model: type[models.Model], names: Any) -> tuple[str, ...]:
    columns = {field.name: field.column for field in _fields(model)}
    return tuple(columns[name] for name in names)


def _plain(type_: str) -> str:
    """Return a type as both Django and the database write it."""
    return type_.lower().removesuffix(" generated always").replace("character varying", "varchar")
