"""Squashed migrations make what those make that they replace, and every database goes on from where it stands."""

import ast
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from legions.accounts.models import AccountName
from operations import databases
from tests.operations import migration_states, structures
from tests.operations.conftest import Empty, serving

ROOT = Path(settings.BASE_DIR)
SQUASHED = {key: one for key, one in MigrationLoader(None).replacements.items() if key[0] in migration_states.OURS}
LAST = len(migration_states.MIGRATION_STATES) - 1


def applied() -> set[tuple[str, str]]:
    """Return what the database says was applied."""
    return set(MigrationRecorder(connection).applied_migrations())


def test_each_app_has_one_that_replaces_all_before_it() -> None:
    assert {app for app, _ in SQUASHED} == migration_states.OURS
    there = MigrationLoader(None).disk_migrations.keys() - SQUASHED.keys()
    for (app, _), one in SQUASHED.items():
        assert one.replaces == sorted(key for key in there if key[0] == app and key <= one.replaces[-1])


@pytest.mark.drill
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
def test_an_empty_database_becomes_the_same_by_either_way(shared: BaseDatabaseWrapper, empty: Empty) -> None:
    with serving(empty(tables=False)):
        migration_states.build(LAST)
        assert not applied() & SQUASHED.keys()
        call_command("migrate", verbosity=0)  # makes permissions, and notes that the squashed ones are applied
        assert applied() >= SQUASHED.keys()
        noted, by_originals = applied(), structures.told()
    with serving(empty(tables=False)):
        call_command("migrate", verbosity=0)
        assert applied() == noted
        squashed = structures.told()
    assert squashed.keys() == by_originals.keys()
    assert all(by_originals.values())  # nothing was left out
    for what, there in by_originals.items():
        assert squashed[what] == there, what


@pytest.mark.sampled
@pytest.mark.django_db
def test_models_are_what_the_squashed_migrations_make() -> None:
    output = StringIO()
    call_command("makemigrations", "--check", "--dry-run", stdout=output)
    assert output.getvalue() == "No changes detected\n"


@pytest.mark.drill
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
def test_who_goes_back_behind_a_squashed_one_goes_forward_from_there(shared: BaseDatabaseWrapper, empty: Empty) -> None:
    with serving(empty()):
        before, noted = structures.told(), applied()
        call_command("migrate", "legions", "0014_token_scopes", verbosity=0)
        assert noted - applied() == {
            ("legions", name) for app, name in noted if app == "legions" and (name > "0015" or "squashed" in name)
        }
        call_command("migrate", verbosity=0)
        assert (applied(), structures.told()) == (noted, before)


@pytest.mark.drill
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
def test_accounts_that_stay_when_the_tables_go_have_their_looks_again(
    shared: BaseDatabaseWrapper, empty: Empty
) -> None:
    with serving(empty()):
        for name in ("mila", "m1la", "rnila"):
            get_user_model().objects.bulk_create([get_user_model()(username=name)])
        call_command("migrate", "legions", "zero", verbosity=0)
        assert not any(app == "legions" for app, _ in applied())
        call_command("migrate", verbosity=0)
        looks = AccountName.objects.order_by("pk").values_list("name", "skeleton")
        assert list(looks) == [("mila", "rnila"), ("m1la", "rnlla"), ("rnila", None)]


def test_a_backup_from_before_they_were_squashed_is_of_this_version() -> None:
    ours = [one for one in databases.schema_version() if one.partition(".")[0] in migration_states.OURS]
    there = MigrationLoader(None).disk_migrations.keys() - SQUASHED.keys()
    assert ours == sorted(f"{app}.{max(name for of, name in there if of == app)}" for app in migration_states.OURS)


# -- nothing of the product is in them -----------------------------------------------------------------------------


def defaults() -> set[str]:
    """Return the modules of functions that fields of models call, which Django names in migrations."""
    fields = [field for model in apps.get_models() for field in model._meta.local_fields]
    called = [one for field in fields for one in (field.default, getattr(field, "upload_to", None)) if callable(one)]
    return {one.__module__ for one in called}


def migrations() -> Iterator[Path]:
    for app in sorted(migration_states.OURS):
        yield from sorted((ROOT / app / "migrations").glob("*.py"))
    yield from sorted(migration_states.MIGRATIONS_FOLDER.glob("*.py"))


@pytest.mark.sampled
def test_migrations_import_nothing_of_the_product_that_could_change() -> None:
    theirs = {f"{app}.migrations" for app in migration_states.OURS}
    for file in migrations():
        allowed = theirs | (defaults() if "squashed" in file.name else set())
        nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
        names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        names |= {f"{'.' * node.level}{node.module}" for node in nodes if isinstance(node, ast.ImportFrom)}
        ours = {
            one
            for one in names
            if one.startswith(".") or one.split(".")[0] in (*migration_states.OURS, "config", "tests")
        }
        assert {one for one in ours if one not in allowed and one.rpartition("._")[0] not in theirs} == set(), file
