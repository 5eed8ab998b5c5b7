"""The complete result of `migrate` on an empty database, for comparing two ways of creating it."""

import re
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection

_POSTGRESQL = {
    "columns": """
        SELECT c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,
            format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
            pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation::text
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped
    """,
    "constraints": """
        SELECT t.conrelid::regclass::text, t.conname, pg_get_constraintdef(t.oid), t.condeferrable, t.condeferred,
            t.convalidated
        FROM pg_constraint t JOIN pg_namespace n ON n.oid = t.connamespace WHERE n.nspname = 'public'
    """,
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "sequences": "SELECT sequencename, data_type::text, increment_by FROM pg_sequences WHERE schemaname = 'public'",
    "triggers": """
        SELECT tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    """,
    "functions": """
        SELECT p.proname, pg_get_functiondef(p.oid) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = 'public' AND p.prokind = 'f'
    """,
}


def told() -> dict[str, Any]:
    """Return the structure of all tables, and the rows that `migrate` writes."""
    return {**(_of_postgresql() if connection.vendor == "postgresql" else _of_sqlite()), **_rows()}


def _rows() -> dict[str, Any]:
    """Return content types, permissions and groups, without their ids."""
    members = Group.objects.values_list("name", "permissions__content_type__model", "permissions__codename")
    return {
        "content types": sorted(ContentType.objects.values_list("app_label", "model")),
        "permissions": sorted(
            Permission.objects.values_list("content_type__app_label", "content_type__model", "codename", "name")
        ),
        "groups": sorted(members, key=str),
    }


def _of_postgresql() -> dict[str, Any]:
    found = {}
    with connection.cursor() as cursor:
        for what, sql in _POSTGRESQL.items():
            cursor.execute(sql)
            found[what] = sorted(cursor.fetchall(), key=str)
    return found


def _of_sqlite() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
        rows = cursor.fetchall()
    made = {(type_, name): _ordered_alternatives(re.sub(r"\s+", " ", sql)) for type_, name, sql in rows}
    return {"made": {key: _parts(sql) if key[0] == "table" else sql for key, sql in made.items()}}


def _ordered_alternatives(sql: str) -> str:
    """Return SQL with the values of each IN sorted, because Django takes them from a set with a random order."""
    return re.sub(r"(?<=IN \()('[a-z]+',)+'[a-z]+'(?=\))", lambda match: ",".join(sorted(match[0].split(","))), sql)


def _parts(sql: str) -> list[str]:
    """Return the columns and constraints of a table, sorted.

    For most changes on SQLite Django creates the table again, with its columns in another order.
    """
    inner = sql[sql.index("(") + 1 : sql.rindex(")")]
    parts, depth, quote, begin = [], 0, "", 0
    for place, letter in enumerate(inner):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter == "," and not depth:
            parts.append(inner[begin:place].strip())
            begin = place + 1
        else:
            depth += {"(": 1, ")": -1}.get(letter, 0)
    parts.append(inner[begin:].strip())
    return sorted(parts)
