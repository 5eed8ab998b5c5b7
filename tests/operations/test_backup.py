"""Backup and restore: everything or nothing."""

import json
import os
import signal
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from catalog.models import Revision
from catalog.publishing import no_progress
from legions.accounts.models import DeletedAccount
from legions.saved_lists.models import Legion
from operations import backups, database_copy, database_move, databases
from operations.exceptions import OperationRefused
from operations.table_rows import all_tables
from tests import factories
from tests.operations import small_site
from tests.operations.conftest import Empty, serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.db_facing, pytest.mark.guard]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    """A media folder of this test's own."""
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT


@pytest.fixture
def made(shared: BaseDatabaseWrapper, empty: Empty) -> dict[str, Any]:
    """A site with data in every table."""
    return small_site.make()


def sums(using: str = "default") -> dict[str, Any]:
    """Return the checksum of every table."""
    return {table.name: table.sum(using) for table in all_tables()}


def backed_up(folder: Path) -> Path:
    """Return a backup of the site."""
    file = folder / "muster.backup"
    backups.write_backup(file, no_progress)
    return file


def test_a_backup_comes_back_row_by_row_and_is_served_as_before(made, empty: Empty, tmp_path, media) -> None:
    media.mkdir(exist_ok=True)
    (media / "card.webp").write_bytes(b"a picture")
    before, public = sums(), backups.public_files(2)
    file = backed_up(tmp_path)
    (media / "card.webp").unlink()
    with serving(empty(tables=False)):
        backups.restore_backup(file, [], no_progress)
        assert sums() == before
        assert backups.public_files(2) == public
        assert Legion.objects.get(pk=made["legion"].pk).document == made["legion"].document | {"name": "Hill and Dale"}
        assert get_user_model().objects.get(username="ann").check_password("a long enough secret")
    assert (media / "card.webp").read_bytes() == b"a picture"


def test_rows_that_come_later_get_numbers_that_nobody_had(made, empty: Empty, tmp_path) -> None:
    highest = DeletedAccount.objects.get().number
    file = backed_up(tmp_path)
    with serving(empty()):
        backups.restore_backup(file, [], no_progress)
        assert factories.UserFactory(username="new").pk > highest
        factories.publish(factories.creature(slug="new"))


def test_nobody_waits_for_a_backup_and_it_holds_one_moment(made, empty: Empty, tmp_path) -> None:
    wrote: list[Any] = []

    def write(*_: Any) -> None:
        if not wrote:
            writer = threading.Thread(target=lambda: (publish(), connection.close()))
            wrote.append(writer)
            writer.start()
            writer.join(10)
            assert not writer.is_alive()

    def publish() -> None:
        factories.publish(factories.creature(slug="meanwhile"))

    before = sums()
    backups.write_backup(tmp_path / "file", write)
    assert Revision.objects.filter(slug="meanwhile").exists()
    with serving(empty()):
        backups.restore_backup(tmp_path / "file", [], no_progress)
        assert sums() == before


def test_a_backup_is_readable_only_by_its_owner_and_never_overwritten(made, tmp_path) -> None:
    file = backed_up(tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(file))
    assert not list(tmp_path.glob(".*part"))


@pytest.mark.drill
def test_a_backup_that_is_killed_leaves_no_file_of_its_name(made, tmp_path) -> None:
    described = connections.settings["default"]
    if connection.vendor == "sqlite":
        url = f"sqlite:///{described['NAME']}"
    else:
        url = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**described)
    code = (
        "import django, os, signal; django.setup();"
        "from pathlib import Path; from operations import backups;"
        "backups.write_backup(Path('muster.backup'), lambda doing, done, total:"
        " os.kill(os.getpid(), signal.SIGKILL) if done > 5 else None)"
    )
    values = {
        **os.environ,
        "SECRET_KEY": "for tests alone " * 3,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env={**values, "PYTHONPATH": str(ROOT)})
    assert done.returncode == -signal.SIGKILL
    assert not (tmp_path / "muster.backup").exists()
    assert backups.write_backup(tmp_path / "muster.backup", no_progress)["tables"]


@pytest.mark.drill
@pytest.mark.parametrize("stage", ["Writing tables", "Comparing tables"])
def test_a_restore_that_is_killed_leaves_an_empty_database(made, empty: Empty, tmp_path, stage) -> None:
    file, url = backed_up(tmp_path), empty()
    code = (
        "import django, os, signal; django.setup();"
        "from pathlib import Path; from operations import backups;"
        f"backups.restore_backup(Path({str(file)!r}), [], lambda doing, done, total:"
        f" os.kill(os.getpid(), signal.SIGKILL) if doing == {stage!r} and done > 20 else None)"
    )
    values = {
        **os.environ,
        "SECRET_KEY": "for tests alone " * 3,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env={**values, "PYTHONPATH": str(ROOT)})
    assert done.returncode == -signal.SIGKILL
    before = sums()
    with serving(url):
        databases.require_empty("default")
        backups.restore_backup(file, [], no_progress)
        assert sums() == before


def test_a_database_that_holds_anything_is_not_restored_into(made, tmp_path) -> None:
    file, before = backed_up(tmp_path), sums()
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(file))
    assert sums() == before


def spoiled(file: Path, member: str, change: Any) -> Path:
    """Return a copy of a backup with one member changed."""
    other = file.with_suffix(".spoiled")
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(other, "w") as spoilt:
        for name in whole.namelist():
            spoilt.writestr(name, change(whole.read(name)) if name == member else whole.read(name))
    return other


def _other_bulk(raw: bytes) -> bytes:
    manifest = json.loads(raw)
    name = next(iter(manifest["public"]["files"]))
    manifest["public"]["files"][name] = "0" * 64
    return json.dumps(manifest).encode()


def _other_version(raw: bytes) -> bytes:
    version = [*json.loads(raw)["version"], "catalog.9999_of_a_later_version"]
    return json.dumps(json.loads(raw) | {"version": version}).encode()


def _former_version(raw: bytes) -> bytes:
    return json.dumps(json.loads(raw) | {"version": ["catalog.0001_initial"]}).encode()


@pytest.mark.parametrize(
    ("member", "change", "message"),
    [
        ("tables/catalog_revision.jsonl", lambda raw: raw.replace(b"Hill Giant", b"Hill Gnome"), "damaged"),
        ("tables/catalog_revision.jsonl", lambda raw: raw.partition(b"\n")[2], "damaged|not a complete backup"),
        ("tables/catalog_release.jsonl", lambda raw: b"[1]\n" + raw, "not a complete backup"),
        ("manifest.json", _other_bulk, "public files"),
        ("manifest.json", _other_version, "another version"),
        ("manifest.json", _former_version, r"before 0\.1\.1"),
        ("manifest.json", lambda raw: raw[:100], "not a complete backup"),
    ],
)
def test_a_spoiled_backup_restores_nothing(made, empty: Empty, tmp_path, member, change, message) -> None:
    file = spoiled(backed_up(tmp_path), member, change)
    with serving(empty()):
        with pytest.raises(OperationRefused, match=message):
            backups.restore_backup(file, [], no_progress)
        assert not connection.introspection.table_names() or databases.require_empty("default") is None


def test_a_file_that_is_cut_off_restores_nothing(made, empty: Empty, tmp_path) -> None:
    file = backed_up(tmp_path)
    file.write_bytes(file.read_bytes()[:-200])
    with serving(empty()), pytest.raises(OperationRefused, match="not a complete backup"):
        backups.restore_backup(file, [], no_progress)


def test_no_file_of_a_backup_gets_outside_its_folder(made, empty: Empty, tmp_path, media) -> None:
    media.mkdir(exist_ok=True)
    (media / "x").write_bytes(b"x")
    file = spoiled(backed_up(tmp_path), "manifest.json", lambda raw: raw.replace(b'"x"', b'"../../x"'))
    with serving(empty()), pytest.raises(OperationRefused, match="outside"):
        backups.restore_backup(file, [], no_progress)


def test_accounts_deleted_since_the_backup_are_deleted_again(made, empty: Empty, tmp_path) -> None:
    file, later = backed_up(tmp_path), tmp_path / "deleted"
    entry = {"number": made["bob"].pk, "deleted_at": timezone.now().isoformat()}
    later.write_text(json.dumps(entry) + "\n")
    with serving(empty()):
        call_command("restore", str(file), "--deleted", str(later))
        assert not get_user_model().objects.filter(username="bob").exists()
        assert get_user_model().objects.filter(username="ann").exists()
        assert DeletedAccount.objects.filter(number=made["bob"].pk).exists()


# -- moving --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [("",), ("sqlite", "postgresql", "sqlite")])
def test_everything_moves_to_another_database_and_on(made, empty: Empty, tmp_path, way) -> None:
    before = sums()
    public = backups.public_files(2)

    def on(places: tuple[str, ...]) -> None:
        if places:
            url = empty(places[0])
            call_command("move_database", "--to", url)
            with serving(url):
                assert sums() == before
                assert backups.public_files(2) == public
                on(places[1:])

    on(way)
    assert sums() == before


def test_nothing_is_moved_over_something(made, empty: Empty) -> None:
    url = empty()
    call_command("move_database", "--to", url)
    with pytest.raises(CommandError, match="not empty"):
        call_command("move_database", "--to", url)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite://:memory:", "sqlite:///:memory:"])
def test_nothing_is_moved_into_a_database_that_ends_with_the_command(made, url) -> None:
    with pytest.raises(CommandError, match="names no database that lasts"):
        call_command("move_database", "--to", url)


@pytest.mark.parametrize("url", ["nonsense", "mysql://somewhere/else", "postgres://nobody@127.0.0.1:1/none"])
def test_a_database_that_is_none_is_named(made, url) -> None:
    with pytest.raises(CommandError, match=r"Write the address|does not respond") as refusal:
        call_command("move_database", "--to", url)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("", r"^Name the file of the backup\.$"),
        ("nowhere/backup", r"^There is no folder \S+/nowhere for the backup\. Create it first\.$"),
        (".", r" exists already, and backups are never overwritten\."),
    ],
)
def test_a_backup_that_cannot_be_written_is_refused_in_one_sentence(made, tmp_path, file, message) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("backup", str(tmp_path / file) if file else "")


@pytest.mark.parametrize("file", ["nowhere", "."])
def test_a_backup_that_cannot_be_read_is_refused_in_one_sentence(made, tmp_path, file) -> None:
    with pytest.raises(CommandError, match=r"^/\S+ cannot be read or written: (No such file|Is a directory)"):
        call_command("restore", str(tmp_path / file))


def test_a_copy_that_differs_from_its_source_is_rolled_back(made, empty: Empty, monkeypatch) -> None:
    url = empty()
    monkeypatch.setattr(database_copy, "compare_checksums", lambda *_: (_ for _ in ()).throw(OperationRefused("other")))
    with pytest.raises(OperationRefused):
        database_move.move_database(url, no_progress)
    with databases.other_database(url) as using:
        databases.require_empty(using)


def test_a_restore_that_was_killed_while_it_made_tables_can_be_run_again(made, empty: Empty, tmp_path) -> None:
    before, file = sums(), backed_up(tmp_path)
    with serving(empty(tables=False)):
        call_command("migrate", "catalog", verbosity=0)
        backups.restore_backup(file, [], no_progress)
        assert sums() == before


def test_tables_of_an_unknown_version_are_not_touched(made, empty: Empty, tmp_path) -> None:
    file = backed_up(tmp_path)
    with serving(empty(tables=False)):
        call_command("migrate", "catalog", verbosity=0)
        MigrationRecorder(connection).record_applied("catalog", "9999_of_a_later_version")
        with pytest.raises(OperationRefused, match="another version"):
            backups.restore_backup(file, [], no_progress)
