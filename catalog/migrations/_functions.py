"""What migrations of this app call, as it was when they were written; frozen like them.

The product's own functions change and move. A migration does to every database what it did to the first one, so it
calls nothing of the product.
"""

import secrets
from collections.abc import Callable
from itertools import islice
from typing import Any

from django.db import connections
from django.db.models import QuerySet

LOT = 500
"""How many rows are held and sent at once."""


def fill(rows: QuerySet, name: str, told: Callable[[Any], Any]) -> None:
    """Write into the field `name` of all `rows` what is told of each.

    One short statement is read once and done for a lot of rows. Django's `bulk_update` makes a long one for each lot,
    and takes as long as an `update` of each row.
    """
    connection = connections[rows.db]
    field, key = rows.model._meta.get_field(name), rows.model._meta.pk
    table, column, place = (
        connection.ops.quote_name(one) for one in (rows.model._meta.db_table, field.column, key.column)
    )
    there = rows.iterator(chunk_size=LOT)
    with connection.cursor() as cursor:
        while lot := list(islice(there, LOT)):
            values = [
                (field.get_db_prep_save(told(one), connection), key.get_db_prep_save(one.pk, connection)) for one in lot
            ]
            cursor.executemany(f"UPDATE {table} SET {column} = %s WHERE {place} = %s", values)  # noqa: S608 - our own names


def new_key() -> str:
    """Return a key for a preview of a release."""
    return secrets.token_urlsafe(12)
