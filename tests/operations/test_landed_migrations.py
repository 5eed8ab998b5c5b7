"""Released migrations stay unchanged, and tables that differ from the models are reported."""

import ast
import hashlib
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from catalog.database import structure
from tests.operations.conftest import Empty, serving

OURS = ("catalog", "legions", "rulesapi")
ROOT = Path(settings.BASE_DIR)
DIGESTS = ROOT / "tests" / "landed_migrations.sha256"


# -- unchanged migrations ------------------------------------------------------------------------------------------


def digests() -> dict[str, str]:
    """Return the checksum of our migrations and the files they read, by path."""
    files = [file for app in OURS for file in sorted((ROOT / app / "migrations").glob("[0-9_]*.*"))]
    files = [file for file in files if file.name != "__init__.py"]
    return {str(file.relative_to(ROOT)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def test_no_migration_that_has_landed_is_edited_renamed_or_taken_away() -> None:
    listed = dict(reversed(line.split("  ")) for line in DIGESTS.read_text("utf-8").splitlines())
    now = digests()
    edited = [name for name, digest in listed.items() if now.get(name) != digest]
    assert not edited, (
        f"{', '.join(edited)}: databases have been made with what stood there, and Django applies no migration twice. "
        "Bring it back as it was, and write a new migration for what shall be otherwise."
    )
    new = sorted(now.keys() - listed.keys())
    assert not new, (
        f"{', '.join(new)}: list new migrations, which are not edited from then on: "
        f"sha256sum {' '.join(new)} >> {DIGESTS.relative_to(ROOT)}"
    )


@pytest.mark.sampled
@pytest.mark.django_db
def test_models_are_what_the_migrations_make() -> None:
    output = StringIO()
    call_command("makemigrations", "--check", "--dry-run", stdout=output)
    assert output.getvalue() == "No changes detected\n"


def defaults() -> set[str]:
    """Return the modules of functions that model fields call, which Django names in migrations."""
    fields = [field for model in apps.get_models() for field in model._meta.local_fields]
    called = [one for field in fields for one in (field.default, getattr(field, "upload_to", None)) if callable(one)]
    return {one.__module__ for one in called}


def test_migrations_import_nothing_of_the_product_that_could_change() -> None:
    allowed = {f"{app}.migrations" for app in OURS} | defaults()
    files = sorted(file for app in OURS for file in (ROOT / app / "migrations").glob("*.py"))
    assert files
    for file in files:
        nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
        names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        names |= {f"{'.' * node.level}{node.module}" for node in nodes if isinstance(node, ast.ImportFrom)}
        ours = {name for name in names if name.startswith(".") or name.split(".")[0] in (*OURS, "config", "tests")}
        assert {name for name in ours - allowed if name.rpartition("._")[0] not in allowed} == set(), file


# -- comparison of tables with models --------------------------------------------------------------------------------

TROUBLES = {
    "ALTER TABLE legions_favourite RENAME TO away": "There is no table legions_favourite.",
    "ALTER TABLE legions_profile RENAME COLUMN barred TO off": "legions_profile has no column “barred”.",
    "DROP INDEX legion_of_guest": "legions_legion: the index legion_of_guest is missing.",
    "DROP INDEX legion_revision_once": "legions_legionrevision: the unique constraint legion_revision_once is missing.",
    "ALTER TABLE legions_profile ADD COLUMN told integer NOT NULL DEFAULT 0": None,
    "CREATE UNIQUE INDEX alone ON legions_profile (name)": (
        "legions_profile: alone keeps name unique, and no model asks for that."
    ),
}
TROUBLES_OF_POSTGRESQL = {
    "ALTER TABLE legions_profile ALTER COLUMN name DROP NOT NULL": (
        "legions_profile.name may be empty, and should not."
    ),
    "ALTER TABLE legions_legion ALTER COLUMN owner_id SET NOT NULL": (
        "legions_legion.owner_id may not be empty, and should be able to."
    ),
    "ALTER TABLE legions_profile ALTER COLUMN name TYPE varchar(20)": (
        "legions_profile.name is varchar(20), and should be varchar(60)."
    ),
    "ALTER TABLE catalog_revision ALTER COLUMN level DROP EXPRESSION": (
        "catalog_revision.level is not generated, and should be."
    ),
    "ALTER TABLE legions_legion DROP CONSTRAINT legion_has_one_holder": (
        "legions_legion: the check constraint legion_has_one_holder is missing."
    ),
    "ALTER TABLE auth_user DROP CONSTRAINT auth_user_username_key": "auth_user: nothing keeps username unique.",
    "ALTER TABLE legions_profile ADD COLUMN told integer NOT NULL": (
        "legions_profile has a column “told” that every row must fill and no model knows."
    ),
    "DROP INDEX rulesapi_completion_expires_at_{digest}": "rulesapi_completion: there is no index on expires_at.",
}


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.db_facing
@pytest.mark.parametrize("sql", [*TROUBLES, *TROUBLES_OF_POSTGRESQL])
def test_differences_between_tables_and_models_are_reported(sql: str) -> None:
    if sql in TROUBLES_OF_POSTGRESQL and connection.vendor != "postgresql":
        pytest.skip("SQLite changes no column")
    with connection.cursor() as cursor:
        if "{digest}" in sql:
            found = connection.introspection.get_constraints(cursor, "rulesapi_completion")
            name = next(name for name, one in found.items() if one["columns"] == ["expires_at"])
            cursor.execute(f'DROP INDEX "{name}"')
        else:
            cursor.execute(sql)
    message = {**TROUBLES, **TROUBLES_OF_POSTGRESQL}[sql]
    assert list(structure.differences()) == ([message] if message else [])


@pytest.mark.django_db
def test_columns_are_looked_for_with_one_query(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert structure.missing_columns() == []


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.db_facing
def test_migrate_and_check_data_say_what_is_wrong_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE catalog_picture RENAME COLUMN barred TO off")
        cursor.execute("ALTER TABLE legions_legionrevision RENAME COLUMN once TO twice")
    with pytest.raises(CommandError) as refused:
        call_command("migrate", verbosity=0)
    assert "catalog_picture has no column “barred”.\n" in str(refused.value)
    assert "legions_legionrevision has no column “once”.\n" in str(refused.value)
    assert "docs/operating.md" in str(refused.value)


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
def test_check_data_continues_without_a_missing_table(
    shared: BaseDatabaseWrapper, empty: Empty, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(empty()):
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE legions_legion RENAME COLUMN searched TO sought")
        with pytest.raises(CommandError):
            call_command("check_data")
        output = capsys.readouterr().out
    assert (
        "WRONG Tables are those of this version of Muster\n      legions_legion has no column “searched”.\n" in output
    )
    assert "WRONG Legions match their newest state\n      The check failed: " in output
    assert "ok    Offers of players" in output
