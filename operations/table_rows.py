"""The rows of every table, spelled in one way on both databases, so that they can be kept, moved and compared."""

import base64
import datetime
import json
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice
from typing import Any

from django.apps import apps
from django.db import connections
from django.db.models import AutoField, BinaryField, Field, JSONField, Model

CHUNK = 500
# Tables that `migrate` fills by itself: a database with rows only there is an empty one.
MIGRATE_TABLES = frozenset({"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"})


class Checksum:
    """A checksum of rows that does not depend on their order, in which databases differ."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, line: str) -> None:
        """Count one row in."""
        self.rows += 1
        self._sum = (self._sum + int.from_bytes(sha256(line.encode()).digest())) % 2**256

    @property
    def summary(self) -> dict[str, Any]:
        """How many rows there are, and their checksum."""
        return {"rows": self.rows, "sha256": f"{self._sum:064x}"}


@dataclass(frozen=True)
class Table:
    """One table: what is kept of its rows, and how. Columns that the database fills itself are left out."""

    model: type[Model]

    @property
    def name(self) -> str:
        """What the table is called in the database."""
        return self.model._meta.db_table

    @cached_property
    def fields(self) -> list[Field]:
        """The columns that are written."""
        return [one for one in self.model._meta.local_concrete_fields if not one.generated]

    @property
    def columns(self) -> list[str]:
        """What these are called in the database."""
        return [str(one.column) for one in self.fields]

    @property
    def numbered(self) -> bool:
        """Whether the database numbers the rows."""
        return isinstance(self.model._meta.pk, AutoField)

    def count(self, using: str) -> int:
        """Return how many rows there are."""
        return self.model._base_manager.using(using).count()

    def lines(self, using: str) -> Iterator[str]:
        """Yield each row as a line of JSON, equal for equal rows on every database."""
        rows = self.model._base_manager.using(using).order_by("pk")
        for row in rows.values_list(*(one.attname for one in self.fields)).iterator(chunk_size=CHUNK):
            yield json.dumps(
                [_json_value(value) for value in row], ensure_ascii=False, sort_keys=True, separators=(",", ":")
            )

    def fill(self, lines: Iterable[str], using: str) -> None:
        """Write the rows of such lines, with their numbers. Raises ValueError for a line that is no such row."""
        connection = connections[using]
        quoted = [connection.ops.quote_name(name) for name in (self.name, *self.columns)]
        marks = ", ".join(["%s"] * len(self.fields))
        sql = f"INSERT INTO {quoted[0]} ({', '.join(quoted[1:])}) VALUES ({marks})"  # noqa: S608 - names are ours
        rows = iter(lines)
        with connection.cursor() as cursor:
            while chunk := list(islice(rows, CHUNK)):
                cursor.executemany(sql, [self._row(line, connection) for line in chunk])

    def sum(self, using: str) -> dict[str, Any]:
        """Return the checksum of the rows as they stand in the database."""
        checksum = Checksum()
        for line in self.lines(using):
            checksum.add(line)
        return checksum.summary

    def _row(self, line: str, connection: Any) -> list[Any]:
        values = json.loads(line)
        return [_column(one, value, connection) for one, value in zip(self.fields, values, strict=True)]


def all_tables() -> list[Table]:
    """Return every table of ours and of the libraries, what refers to another after it where that can be."""
    return [Table(model) for model in apps.get_models(include_auto_created=True) if _is_table(model)]


def _is_table(model: type[Model]) -> bool:
    return model._meta.managed and not model._meta.proxy


def _json_value(value: Any) -> Any:
    """Return a value as it stands in a line. A document is spelled as both databases give it back."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat(timespec="microseconds")
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    if isinstance(value, float):  # PostgreSQL keeps 1e2 as 100
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return {key: _json_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_json_value(item) for item in value]
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"No way is known to keep a {type(value).__name__}.")


def _column(field: Field, value: Any, connection: Any) -> Any:
    """Return a value of a line as the database takes it."""
    if isinstance(field, JSONField):
        if value is None and field.null:
            return None
        return connection.ops.adapt_json_value(value, field.encoder)
    if isinstance(field, BinaryField):
        value = None if value is None else base64.b64decode(value)
    return field.get_db_prep_save(field.to_python(value), connection)
