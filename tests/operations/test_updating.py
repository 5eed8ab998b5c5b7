"""Updates from version 0.1.0 through 0.1.1: nothing is lost, and databases that cannot be updated are refused.

The databases are created by the code of those versions, taken from the repository's history and run with the installed
packages.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django_tasks_db.models import DBTaskResult

from catalog.database import former_versions
from catalog.models import Release, Revision, UpcomingRelease
from legions.saved_lists.models import Legion
from operations import databases, preflight
from operations.exceptions import OperationRefused
from tests.nonempty import nonempty
from tests.operations import structures
from tests.operations.conftest import Empty, Manage, serving

pytestmark = pytest.mark.guard

FIRST_COMMIT = "c31f9231f815965e5258eec52783681cbcac3dec"
"""A commit of version 0.1.0, before the first migration was replaced."""
LATER_MIGRATIONS = {
    f"{file.parent.parent.name}.{file.stem}"
    for app in former_versions.LAST_MIGRATIONS
    for file in Path(settings.BASE_DIR, app, "migrations").glob("0*.py")
    if "_squashed_" not in file.name
}
"""The migrations after those of 0.2.0, which replace the former ones and are not run on a database of 0.1.1."""
FILL = """
import json
from datetime import timedelta
import django
django.setup()
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from catalog import publishing, roles
from catalog.models.upcoming import UpcomingRelease
from catalog.publishing import gathering
from tests import factories
from tests.operating import world
made = world.make()
approver = factories.UserFactory(username="carl")
roles.grant(approver, roles.CURATOR)
document = factories.creature(slug="waiting", name="Waiting")
record = publishing.save_draft(document, by=made["ann"], why="New", source="The box").record
for step, person in ((publishing.put_up, made["ann"]), (publishing.approve, approver)):
    step(record, by=person, expected=publishing.state(record))
release = gathering.begin(by=made["ann"], why="Scheduled")
now = timezone.now()
gathering.schedule(release, due_at=now + timedelta(hours=1), by=made["ann"], seen=1)
UpcomingRelease.objects.update(due_at=now)
DBTaskResult.objects.update(run_after=now)
print(json.dumps({"legion": str(made["legion"].pk), "release": release.pk}))
"""
"""Code that fills a database with version 0.1.0, with a release that is due immediately."""
CHANGED = {
    "auth_group_permissions",
    "auth_permission",
    "catalog_revision.folded",
    "django_content_type",
    "django_migrations",
    "legions_legion.created_at",
    "legions_legion.searched",
    "sqlite_sequence",
}
"""Tables and columns that migrations may change: derived data, timestamps, and Django's own rows."""


def contents() -> dict[str, dict[str, list[str]]]:
    """Return the values of each column by table, in the order of the table's primary key."""
    found: dict[str, dict[str, list[str]]] = {}
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - CHANGED:
            key = connection.introspection.get_primary_key_column(cursor, table)
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY "{key}"')  # noqa: S608 - our own names
            columns, rows = [column[0] for column in cursor.description], cursor.fetchall()
            for number, column in enumerate(columns):
                if f"{table}.{column}" not in CHANGED:
                    found.setdefault(table, {})[column] = [str(row[number]) for row in rows]
    return found


@pytest.mark.drill
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
def test_a_site_of_the_first_version_works_after_both_updates(
    shared: BaseDatabaseWrapper, empty: Empty, former: Callable[[str], Path], run: Manage, tmp_path: Path
) -> None:
    url, root, backup = empty(tables=False), Path(settings.BASE_DIR), tmp_path / "of-then.backup"
    first, last = former(FIRST_COMMIT), former(former_versions.LAST_COMMIT)
    assert run(first, url, "manage.py", "migrate", "-v", "0").stderr == ""
    filled = run(first, url, "-c", FILL)
    assert filled.returncode == 0, filled.stderr
    made = json.loads(filled.stdout.splitlines()[-1])
    assert run(first, url, "manage.py", "backup", str(backup)).returncode == 0
    with serving(url):
        before, noted = contents(), MigrationRecorder(connection).applied_migrations().keys()
    assert all(len(before[table]["id"]) >= 2 for table in ("legions_legion", "legions_legionrevision"))
    assert before["catalog_upcomingrelease"]["state"] == ["scheduled"]
    assert "catalog.publishing.clock.tick" in before["django_tasks_database_dbtaskresult"]["task_path"]
    assert before["catalog_draftstate"]["text"]

    refuses(run, root, url, tmp_path)
    restored = run(root, empty(tables=False), "manage.py", "restore", str(backup))
    assert (restored.returncode, restored.stderr) == (1, f"CommandError: {former_versions.BACKUP_REFUSED}\n")
    with serving(url):
        assert (contents(), MigrationRecorder(connection).applied_migrations().keys()) == (before, noted)

    done = run(last, url, "manage.py", "migrate", "-v", "0")
    assert done.returncode == 0, done.stderr
    done = run(root, url, "manage.py", "migrate")
    assert done.returncode == 0, done.stderr
    assert set(re.findall(r"Applying (\S+?)\.\.\.", done.stdout)) == LATER_MIGRATIONS
    with serving(url):
        after = contents()
        lost = {
            (table, column)
            for table, columns in before.items()
            for column, values in columns.items()
            if after.get(table, {}).get(column) != values
        }
        assert not lost
        migrated = structures.told()
    with serving(empty(tables=False)):
        call_command("migrate", verbosity=0)
        created = structures.told()
    assert migrated.keys() == created.keys()
    for part, expected in nonempty(created.items()):
        assert expected, part
        assert migrated[part] == expected, part

    checked = run(root, url, "manage.py", "check_data")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    done = run(root, url, "manage.py", "db_worker", "--batch", "-v", "0")
    assert done.returncode == 0, done.stderr
    with serving(url):
        works(made)


def refuses(run: Manage, folder: Path, url: str, tmp_path: Path) -> None:
    """Assert that each command refuses the database with one sentence."""
    for command in (
        ["migrate"],
        ["migrate", "--plan"],
        ["migrate", "--fake"],
        ["check_data"],
        ["upgrade", "--check"],
        ["backup", str(tmp_path / "never.backup")],
        ["move_database", "--to", f"sqlite:///{tmp_path / 'never.sqlite3'}"],
    ):
        refused = run(folder, url, "manage.py", *command)
        sentence = f"CommandError: {former_versions.DATABASE_REFUSED}\n"
        assert (refused.returncode, refused.stderr) == (1, sentence), command
    assert not (tmp_path / "never.backup").exists()
    with serving(url), pytest.raises(OperationRefused) as stopped:
        preflight.check_database()
    assert str(stopped.value) == former_versions.DATABASE_REFUSED


def works(made: dict[str, Any]) -> None:
    """Assert that queued tasks run and that pages and URLs still show their data."""
    states = set(DBTaskResult.objects.values_list("status", flat=True))
    assert states <= {"SUCCESSFUL", "READY"}, list(DBTaskResult.objects.values("task_path", "status"))
    upcoming = UpcomingRelease.objects.get(pk=made["release"])
    assert upcoming.state == "published"
    assert upcoming.release == Release.objects.first()
    assert Revision.objects.drafts().filter(slug="work").exists()
    legion = Legion.objects.get(pk=made["legion"])
    client = Client()
    assert client.get("/api/v1/cards/attack-wing/waiting/").json()["name"] == "Waiting"
    shared = client.get(f"/s/{legion.share_key}/")
    assert shared.status_code == 200
    assert "Hill and Dale" in shared.text
    client.force_login(get_user_model().objects.get(username="ann"))
    assert client.get(f"/legions/{legion.pk}/").status_code == 200


# -- parts of the update -------------------------------------------------------------------------------------------


def test_the_last_migrations_of_0_1_1_are_those_that_are_replaced() -> None:
    replacements = MigrationLoader(None).replacements
    replaced = [key for migration in replacements.values() for key in migration.replaces]
    assert sorted(replaced) == sorted(former_versions.LAST_MIGRATIONS.items())


@pytest.mark.django_db
@pytest.mark.parametrize("app", sorted(former_versions.LAST_MIGRATIONS))
def test_a_database_before_the_last_migration_of_an_app_is_refused(app: str) -> None:
    assert not former_versions.is_former_database()
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app=app).delete()
    assert not former_versions.is_former_database()  # like a new database during its creation
    recorder.record_applied(app, "0001_initial")
    assert former_versions.is_former_database()
    with pytest.raises(CommandError) as refused:
        call_command("migrate", verbosity=0)
    assert str(refused.value) == former_versions.DATABASE_REFUSED


@pytest.mark.drill
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
def test_an_app_that_was_taken_back_is_migrated_again(shared: BaseDatabaseWrapper, empty: Empty) -> None:
    with serving(empty(tables=False)):
        call_command("migrate", verbosity=0)
        MigrationRecorder(connection).record_applied("legions", "0030_shared_adventures")  # the last migration of 0.1.1
        before = structures.told()
        call_command("migrate", "legions", "zero", verbosity=0)
        call_command("migrate", verbosity=0)
        assert structures.told() == before


@pytest.mark.parametrize(
    ("version", "former"),
    [
        (["catalog.0021_words", "legions.0015_words", "rulesapi.0004_words_of_reports", "sites.0002_unique"], True),
        (["catalog.0031_imported_documents", "legions.0030_shared_adventures", "rulesapi.0004_words_of_reports"], True),
        (["catalog.0031_imported_documents", "legions.0031_outgoing_mails"], True),
        (databases.schema_version(), False),
        (["catalog.0032_of_later", "legions.0031_outgoing_mails", "rulesapi.0004_words_of_reports"], False),
    ],
)
def test_a_backup_is_known_by_its_migrations(version: list[str], former: bool) -> None:
    assert former_versions.is_former_backup(version) == former
