"""`manage.py upgrade`: what it refuses, what a failed or killed one leaves, and the drilled way back."""

import fcntl
import json
import re
import signal
import subprocess
import sys
from collections import namedtuple
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from catalog.background import leases
from operations import backups, data_checks, databases, preflight, upgrades
from operations.table_rows import all_tables
from tests.nonempty import nonempty
from tests.operations.conftest import Empty, Manage, serving, site_environment
from tests.operations.released_versions import RELEASED

ROOT = Path(project.BASE_DIR)
FILL = """
import json
from datetime import timedelta
import django
django.setup()
from django.core.mail import send_mail
from django.utils import timezone
from catalog import permissions, publishing
from catalog.publishing import scheduling, upcoming_releases
from tests import factories
from tests.legions import campaign_helpers
from tests.operations import small_site
made = small_site.make()
carl = factories.UserFactory(username="carl")
permissions.grant(carl, permissions.CURATOR)
document = factories.creature(slug="waiting", name="Waiting")
draft = publishing.save_and_submit(document, by=made["ann"], why="New", sources_hold=None)
publishing.approve(draft.record, by=carl, expected=publishing.edit_token(draft.record))
upcoming = upcoming_releases.create_upcoming(by=made["ann"], why="Scheduled")
due_at = timezone.now() + timedelta(hours=1)
scheduling.schedule(upcoming, due_at=due_at, by=made["ann"], seen=upcoming.version)
campaign = campaign_helpers.table_of_two(made["ann"])
send_mail("A release", "It changes a verdict.", None, ["ann@example.org"])
"""
"""Code that fills a site with lists, drafts, a scheduled release, queued tasks and mails, and a campaign."""
DERIVED = {"django_migrations", "django_content_type", "auth_permission", "auth_group_permissions", "sqlite_sequence"}
CHANGED = {
    "catalog_importeddocument": {"digest", "release_id", "text"},
    "catalog_revision": {"until_id", "folded"},
    "legions_legion": {"searched"},
}
"""Columns that an upgrade may change in rows that were there before."""

Rows = dict[str, dict[Any, dict[str, str]]]


def rows() -> Rows:
    """Return the rows of each table, keyed by table and primary key."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - DERIVED:
            key = connection.introspection.get_primary_key_column(cursor, table)
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - our own names
            columns = [column[0] for column in cursor.description]
            each = [dict(zip(columns, map(text_of, row), strict=True)) for row in cursor.fetchall()]
            found[table] = {row[str(key)]: row for row in each}
    return found


def text_of(value: Any) -> str:
    """Return a value as text; a restored document may have its keys in another order, and 100 for 100.0."""
    text = str(value)
    return json.dumps(json.loads(text, parse_float=shortest), sort_keys=True) if text.startswith("{") else text


def shortest(number: str) -> float:
    """Return a number of a document, a whole one as an integer."""
    return int(float(number)) if float(number).is_integer() else float(number)


def changed(before: Rows, after: Rows) -> list[tuple[str, str, str]]:
    """Return the values of former rows that an upgrade lost or changed."""
    return [
        (table, str(key), column)
        for table, each in before.items()
        for key, row in each.items()
        for column, value in row.items()
        if column not in CHANGED.get(table, ()) and after.get(table, {}).get(key, {}).get(column) != value
    ]


# -- drills ----------------------------------------------------------------------------------------------------------


@pytest.fixture(params=RELEASED)
def lived_in(request: pytest.FixtureRequest, empty: Empty, former: Any, run: Manage) -> tuple[Path, str, Rows]:
    """The code of a released version, the address of a site that it filled, and the rows of this site."""
    folder, url = former(RELEASED[request.param]), empty(tables=False)
    for arguments in (("manage.py", "migrate", "-v", "0"), ("-c", FILL)):
        done = run(folder, url, *arguments)
        assert done.returncode == 0, done.stderr
    with serving(url):
        before = rows()
    for table in (
        *("legions_legion", "legions_campaign", "legions_outgoingmail", "django_tasks_database_dbtaskresult"),
        *("catalog_upcomingrelease", "catalog_draftstate"),
    ):
        assert before[table], table
    return folder, url, before


def go_back(lines: list[str], folder: Path, empty: Empty, run: Manage) -> Rows:
    """Type the way back that an upgrade printed, with the code of the former version; return the rows that it leads to.

    The lines that install the former version are replaced by its folder.
    """
    typed = [line.split()[2:] for line in lines if line.startswith("python manage.py ") and " > " not in line]
    assert [words[0] for words in typed] == ["restore", "collectstatic"]
    url = empty(tables=False)
    for words in (*typed, ["check_data"]):
        done = run(folder, url, "manage.py", *words)
        assert done.returncode == 0, done.stdout + done.stderr
    with serving(url):
        return rows()


@pytest.mark.drill
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
def test_a_lived_in_site_of_a_released_version_is_upgraded_and_finds_its_way_back(
    shared: BaseDatabaseWrapper, lived_in: Any, empty: Empty, run: Manage, tmp_path: Path
) -> None:
    folder, url, before = lived_in
    checked = run(ROOT, url, "manage.py", "upgrade", "--check")
    assert checked.returncode == 0, checked.stderr
    with serving(url):
        assert rows() == before
    done = run(ROOT, url, "manage.py", "upgrade", "--backups", str(tmp_path / "kept"), "--previous", "abc")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.findall(r"(?m)^\[(\d)/7, \d+ s\]", done.stdout) == list("1234567")
    assert "Everything fits." in done.stdout
    with serving(url):
        assert databases.pending_migrations("default") == []
        after = rows()
    assert changed(before, after) == []
    assert len(after["catalog_record"]) > len(before["catalog_record"]) + 1_000
    lines = [line.strip() for line in done.stdout.splitlines() if line.startswith("    ")]
    assert f"git -C {ROOT} checkout abc" in lines
    listed = next(line.split(" > ")[1] for line in lines if " > " in line)
    Path(listed).write_text(run(ROOT, url, "manage.py", "deleted_accounts").stdout)
    assert go_back(lines, folder, empty, run) == before


@pytest.mark.drill
@pytest.mark.django_db(transaction=True)
@pytest.mark.db_facing
@pytest.mark.parametrize("lived_in", ["0.2.0"], indirect=True)
def test_an_upgrade_that_is_killed_again_and_again_is_completed_by_running_it_again(
    shared: BaseDatabaseWrapper, lived_in: Any, empty: Empty, run: Manage, tmp_path: Path
) -> None:
    folder, url, before = lived_in
    command = ["manage.py", "upgrade", "--without-cards", "--backups", str(tmp_path / "kept")]
    for line in ("] Backup", "Applying catalog.0034", "Applying legions.0033", "] Roles", "] Static files", "] Data"):
        killed_at(line, command, site_environment(url, tmp_path / "var"))
    done = run(ROOT, url, *command)
    assert done.returncode == 0, done.stderr
    with serving(url):
        assert changed(before, rows()) == []
    lines = [line.strip() for line in done.stdout.splitlines() if line.startswith("    ")]
    back = [line.partition(" --deleted")[0] for line in lines]
    assert go_back(back, folder, empty, run) == before


def killed_at(text: str, command: list[str], environment: dict[str, str]) -> None:
    """Kill a command of `manage.py` when it prints a line with this text."""
    program = [sys.executable, "-u", *command]
    with subprocess.Popen(program, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert any(text in line for line in process.stdout), text
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


# -- refusals and failures -------------------------------------------------------------------------------------------


@pytest.fixture
def site(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The VAR_DIR of a site whose database is up to date; a second connection would not see what its test writes."""
    monkeypatch.setattr(preflight, "check_database", lambda: None)
    settings.VAR_DIR = tmp_path / "var"
    settings.MEDIA_ROOT = settings.VAR_DIR / "media"
    return settings.VAR_DIR


def upgrade(*options: str) -> tuple[str, str]:
    """Run the command; return its output and its errors, with the message of a CommandError as the last line."""
    stdout, stderr = StringIO(), StringIO()
    try:
        call_command("upgrade", *options, stdout=stdout, stderr=stderr)
    except CommandError as error:
        stderr.write(str(error))
    return stdout.getvalue(), stderr.getvalue()


def last_migration() -> tuple[str, str]:
    """Return a migration that no other one needs."""
    (last,) = MigrationLoader(None).graph.leaf_nodes("legions")
    return last


@pytest.mark.django_db
def test_the_layout_of_the_applied_migrations_is_that_of_the_models() -> None:
    layout = databases.applied_layout("default")
    assert layout.version == databases.schema_version()
    assert {table.name: table.columns for table in layout.tables} == {
        table.name: table.columns for table in nonempty(all_tables())
    }


@pytest.mark.guard
@pytest.mark.django_db
def test_a_site_that_cannot_be_upgraded_is_refused_in_one_sentence_and_not_changed(
    site: Path, monkeypatch: Any
) -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("catalog", "0999_of_tomorrow")
    assert "newer version of Muster, which has catalog.0999_of_tomorrow. Install that version" in upgrade()[1]
    recorder.record_unapplied("catalog", "0999_of_tomorrow")
    recorder.record_unapplied(*last_migration())
    assert "Run manage.py upgrade without --local on one machine first." in upgrade("--local")[1]
    recorder.record_applied(*last_migration())
    usage = namedtuple("usage", "total used free")
    with monkeypatch.context() as patch:
        patch.setattr(upgrades.shutil, "disk_usage", lambda folder: usage(100, 99, 1))
        assert "backups has 1 byte free, and the upgrade may need" in upgrade()[1]
    with monkeypatch.context() as patch:
        patch.setattr(data_checks, "database_faults", lambda: iter(["Row 7 names nobody."]))
        assert "The database is damaged: Row 7 names nobody. Nothing was changed. Restore a backup" in upgrade()[1]
    with monkeypatch.context() as patch:
        patch.setattr(upgrades, "card_files", lambda: site / "nothing")
        assert "nothing is missing. Install the whole version" in upgrade()[1]
    assert "cannot be combined" in upgrade("--without-backup", "--backups", str(site / "elsewhere"))[1]
    assert "cannot be combined" in upgrade("--local", "--backups", str(site / "elsewhere"))[1]
    (site / "a-file").touch()
    assert f"Muster cannot write into {site / 'a-file'}." in upgrade("--backups", str(site / "a-file" / "in-it"))[1]
    with (site / upgrades.LOCK).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert upgrade()[1].startswith("Another upgrade is running on this machine.")
    assert not list((site / "backups").glob("*"))


@pytest.mark.django_db
def test_a_check_says_what_would_be_done_and_writes_nothing(site: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(upgrades, "_plan_cards", lambda upgrade: "Dry run: 2 added.")
    monkeypatch.setattr(leases, "alive", lambda: {"a worker"})
    said, warned = upgrade("--check")
    titles = ["Backup", "Tables", "Roles", "Static files", "Cards", "Public lists", "Data"]
    assert re.findall(r"(?m)^\d\. ([\w ]+):", said) == titles
    assert "2. Tables: Every migration is applied." in said
    assert "5. Cards: Dry run: 2 added." in said
    assert said.endswith("Nothing was changed.\n")
    assert warned.startswith("Note: The site is running")
    assert sorted(path.name for path in site.rglob("*")) == ["media", upgrades.LOCK]


STAGES = (
    "_back_up",
    "_migrate",
    "_create_roles",
    "_collect_static_files",
    "_import_cards",
    "_seed_lists",
    "_check_data",
)


@pytest.mark.guard
@pytest.mark.django_db
@pytest.mark.parametrize("failing", STAGES)
def test_a_stage_that_fails_says_whether_anything_changed_or_the_way_back(
    site: Path, monkeypatch: Any, failing: str
) -> None:
    done: list[str] = []
    for name in STAGES:
        monkeypatch.setattr(upgrades, name, lambda upgrade, stream, name=name: done.append(name))

    def fail(upgrade: upgrades.Upgrade, stream: Any) -> None:
        raise CommandError("the disk\nis full")

    monkeypatch.setattr(upgrades, failing, fail)
    said, warned = upgrade("--previous", "abc")
    assert done == list(STAGES[: STAGES.index(failing)])
    assert warned.endswith("failed: the disk is full")
    unchanged = failing in STAGES[:2]
    assert ("The database is as it was" in warned) == unchanged
    assert ("run the same command again" in warned) == (not unchanged)
    assert ("checkout abc" in said and "python manage.py restore" in said) == (not unchanged)
    assert not (site / upgrades.JOURNAL).exists()


@pytest.mark.django_db
def test_ctrl_c_ends_a_stage_with_its_exit_status(site: Path, monkeypatch: Any) -> None:
    def stop(upgrade: upgrades.Upgrade, stream: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(upgrades, "_back_up", stop)
    with pytest.raises(CommandError, match="Stopped during “Backup”") as stopped:
        call_command("upgrade", stdout=StringIO(), stderr=StringIO())
    assert stopped.value.returncode == 130


@pytest.mark.django_db
def test_another_machine_only_collects_its_files(site: Path, monkeypatch: Any) -> None:
    collected: list[bool] = []
    monkeypatch.setattr(upgrades, "_collect_static_files", lambda upgrade, stream: collected.append(True))
    said, _ = upgrade("--local")
    assert collected == [True]
    assert "[1/1, 0 s] Static files" in said
    assert "way back" not in said


@pytest.mark.django_db
def test_the_backup_of_a_stopped_upgrade_is_kept_as_long_as_it_leads_back(site: Path) -> None:
    preparing = upgrades.Choices(folder=site / "backups")
    journal = upgrades.prepare(preparing).journal
    kept = site / "backups" / "kept.backup"
    stopped = replace(journal, backup=str(kept), before=["catalog.0031_imported_documents"])

    def continues(**fields: Any) -> bool:
        (site / upgrades.JOURNAL).write_text(json.dumps(vars(replace(stopped, **fields))))
        return upgrades.prepare(preparing).is_continued

    (site / upgrades.JOURNAL).write_text(json.dumps(vars(stopped)))
    assert "which is missing now. Put it back" in upgrade()[1]
    kept.parent.mkdir()
    kept.write_bytes(b"a backup")
    assert continues()
    assert not continues(finished=True)
    assert not continues(database="another one")
    assert not continues(began=(timezone.now() - timedelta(days=2)).isoformat())
    MigrationRecorder(connection).record_unapplied(*last_migration())
    assert continues(began=(timezone.now() - timedelta(days=2)).isoformat())
    assert not continues(before=databases.applied_layout("default").version)
    (site / upgrades.JOURNAL).write_text("{")
    assert not upgrades.prepare(preparing).is_continued


@pytest.mark.guard
@pytest.mark.django_db(transaction=True)
def test_an_upgrade_of_this_version_writes_a_backup_that_comes_back(
    shared: BaseDatabaseWrapper, empty: Empty, site: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(upgrades, "_collect_static_files", lambda upgrade, stream: None)
    said, warned = upgrade("--without-cards")
    assert warned == ""
    assert "Everything fits." in said
    assert json.loads((site / upgrades.JOURNAL).read_text())["finished"]
    (backup,) = (site / "backups").glob("*.backup")
    assert f"python manage.py restore {backup} --deleted" in said
    with serving(empty(tables=False)):
        backups.restore_backup(backup, [], lambda *_: None)
