"""Migrations that have landed stay as they are, and databases from when some did not are mended."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from catalog.database import structure
from legions.saved_lists import services
from legions.saved_lists.models import Legion, LegionRevision
from tests import factories
from tests.operations import migration_states
from tests.operations.conftest import Empty, serving
from tests.sampling import FORMER_STATES

ROOT = Path(settings.BASE_DIR)
DIGESTS = ROOT / "tests" / "landed_migrations.sha256"


# -- they stay as they are -----------------------------------------------------------------------------------------


def digests() -> dict[str, str]:
    """Return what the migrations of ours are, and what they call and read, by their file."""
    files = [
        file for app in sorted(migration_states.OURS) for file in sorted((ROOT / app / "migrations").glob("[0-9_]*.*"))
    ]
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


def test_the_last_former_state_is_one_that_stands_today() -> None:
    last = migration_states.state(len(migration_states.MIGRATION_STATES) - 1)
    assert set(last.values()) == {"as now"}
    assert {f"{name.replace('.', '/migrations/')}.py" for name in last} <= digests().keys()


# -- databases of former states are mended -------------------------------------------------------------------------

FIRST, SECOND, FOLDED_IN = 1, 3, 4
"""The states in which `once` was not there yet, came with a migration of its own, and with the first one."""

RENAMED = next(
    number for number, step in enumerate(migration_states.MIGRATION_STATES) if "legions.0015_words_of_the_desk" in step
)
"""The state whose last migrations have other names now.

`python -m tests.operations.migration_states` goes through every state.
"""


@pytest.mark.drill
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
@pytest.mark.parametrize("number", [FIRST, SECOND, RENAMED][::FORMER_STATES])
def test_a_database_of_a_state_that_was_edited_is_brought_up_to_date(
    shared: BaseDatabaseWrapper, empty: Empty, number: int
) -> None:
    with serving(empty(tables=False)):
        migration_states.bring_up_to_date(number)
        factories.publish_frame(factories.creature(slug="beast"))
        legion = Legion.objects.first()
        services.rename_legion(legion=legion, base=legion.version, name="Night")
        assert set(LegionRevision.objects.values_list("once", flat=True)) == {""}
        assert LegionRevision.objects.filter(legion=legion).count() == 2


@pytest.mark.drill
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
def test_what_is_mended_was_missing_and_a_database_that_is_right_is_left_alone(
    shared: BaseDatabaseWrapper, empty: Empty
) -> None:
    last = "0016_spent_codes"
    with serving(empty(tables=False)):
        migration_states.build(FIRST)
        call_command("migrate", "legions", last, verbosity=0)
        assert _of_revisions() == [
            "legions_legionrevision has no column “once”.",
            "legions_legionrevision: the unique constraint legion_revision_once is missing.",
        ]
    for number in (SECOND, FOLDED_IN):
        with serving(empty(tables=False)):
            migration_states.build(number)
            call_command("migrate", "legions", last, verbosity=0)
            before = _as_written()
            assert _of_revisions() == []
            call_command("migrate", "legions", verbosity=0)
            assert _as_written() == before


def _of_revisions() -> list[str]:
    """Return what is wrong with the table of the states of lists."""
    return [one for one in structure.differences() if one.startswith("legions_legionrevision")]


def _as_written() -> Any:
    """Return how the table of states was made."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT sql FROM sqlite_master WHERE tbl_name = 'legions_legionrevision' ORDER BY name")
            return cursor.fetchall()
        return connection.introspection.get_constraints(cursor, "legions_legionrevision")


@pytest.mark.drill
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
def test_the_last_change_of_own_numbers_becomes_their_first_step_and_comes_back(
    shared: BaseDatabaseWrapper, empty: Empty
) -> None:
    undo, again = {"facts": {"beast": {"cost": 3}}}, {"facts": {"beast": {"cost": 4}}, "again": "Beast: cost."}
    with serving(empty(tables=False)):
        call_command("migrate", "legions", "0023_names_of_models", verbosity=0)
        with connection.cursor() as cursor:
            for key, before in (("undo", json.dumps(undo)), ("again", json.dumps(again)), ("never", None)):
                cursor.execute(
                    "INSERT INTO legions_ownnumbers (guest_key, game, facts, before, what, version, updated_at)"
                    " VALUES (%s, 'attack-wing', '{}', %s, 'Last.', 1, '2026-11-25 00:00:00')",
                    [key, before],
                )
        call_command("migrate", "legions", "0024_steps_of_own_numbers", verbosity=0)
        assert _of_own_numbers("undo_steps", "redo_steps") == {
            "undo": ([{"what": "Last.", "facts": undo["facts"]}], []),
            "again": ([], [{"what": "Beast: cost.", "facts": again["facts"]}]),
            "never": ([], []),
        }
        call_command("migrate", "legions", "0023_names_of_models", verbosity=0)
        assert _of_own_numbers("before") == {"undo": (undo,), "again": (again,), "never": (None,)}


def _of_own_numbers(*columns: str) -> dict[str, tuple[Any, ...]]:
    """Return what stands in columns of the own numbers, by whose they are."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT guest_key, {', '.join(columns)} FROM legions_ownnumbers")  # noqa: S608 - ours
        rows = cursor.fetchall()
    return {key: tuple(json.loads(one) if isinstance(one, str) else one for one in values) for key, *values in rows}


# -- what stands is compared with what the models say ----------------------------------------------------------------

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
def test_what_is_not_as_the_models_say_is_told(sql: str) -> None:
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
def test_check_data_goes_on_where_a_table_is_missing(
    shared: BaseDatabaseWrapper, empty: Empty, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(empty()):
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE legions_legion RENAME COLUMN searched TO sought")
        with pytest.raises(CommandError):
            call_command("check_data")
        output = capsys.readouterr().out
    assert (
        "WRONG Tables are what this version of Muster needs\n      legions_legion has no column “searched”.\n" in output
    )
    assert "WRONG Legions are what their newest state says\n      It could not be looked at: " in output
    assert "ok    Offers of players" in output
