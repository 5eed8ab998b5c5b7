"""Liveness and readiness of the process."""

import errno
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from catalog import snapshots
from catalog.background import leases
from catalog.database import errors
from catalog.models import WorkerLease
from legions.site import static_files
from operations import readiness


def test_to_live_needs_no_database(client: Client) -> None:
    response = client.get("/livez")  # a database query would fail this test, which has no database mark
    assert (response.status_code, response.content) == (200, b"alive\n")
    assert response["Cache-Control"] == "no-store"


@pytest.fixture
def asked_anew() -> Iterator[None]:
    """Clear the cached result of the migration check before and after the test."""
    readiness._check_migrations.cache_clear()
    yield
    readiness._check_migrations.cache_clear()


@pytest.fixture
def worker(db: None, asked_anew: None, settings: Any, tmp_path: Path) -> None:
    """A live worker, and a separate VAR_DIR."""
    settings.VAR_DIR = tmp_path
    leases.renew("worker")


def readyz(client: Client) -> tuple[int, str]:
    response = client.get("/readyz")
    assert response["Cache-Control"] == "no-store"
    return response.status_code, response.content.decode().rstrip("\n")


@pytest.mark.db_facing
def test_ready_when_everything_is_in_order(client: Client, worker: None) -> None:
    assert readyz(client) == (200, "ready")
    assert client.head("/readyz").status_code == 200


def test_the_questions_are_few(client: Client, worker: None, django_assert_num_queries: Any) -> None:
    readyz(client)  # migrations are checked once
    writable = 1 if connection.vendor == "postgresql" else 0  # asked of the server; of SQLite it is seen at the file
    with django_assert_num_queries(4 + writable):
        readyz(client)


# -- services that cards do not need ----------------------------------------------------------------------------------


def migrations_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: ["catalog.0099"])


def table_of_lists_without_a_column(monkeypatch: pytest.MonkeyPatch) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE legions_legionrevision RENAME COLUMN once TO twice")


def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    WorkerLease.objects.update(seen_at=timezone.now() - 2 * leases.LEASE)


def disk_full(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = os.statvfs
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_bavail=10, f_frsize=usual(path).f_frsize))


def folder_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)


def write_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    errors.log_error(OperationalError("database or disk is full"), errors.Failure.FULL)


def cache_away(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = SimpleNamespace(set=lambda *_, **__: None, get=lambda _: None)
    monkeypatch.setattr(readiness, "caches", {"default": gone})


DEGRADED = {
    migrations_missing: "migrations",
    table_of_lists_without_a_column: "tables",
    no_worker: "worker",
    disk_full: "disk",
    folder_read_only: "disk",
    write_failed: "database",
    cache_away: "cache",
}


@pytest.mark.db_facing
@pytest.mark.parametrize("trouble", DEGRADED)
def test_degraded_parts_are_named_while_cards_can_be_read(
    client: Client, worker: None, monkeypatch: pytest.MonkeyPatch, settings: Any, trouble: Any
) -> None:
    trouble(monkeypatch)
    assert readyz(client) == (200, f"ready, degraded: {DEGRADED[trouble]}")
    settings.READYZ_STRICT = True
    assert readyz(client) == (503, f"not ready, degraded: {DEGRADED[trouble]}")


@pytest.mark.sampled
@pytest.mark.db_facing
def test_without_static_files_every_page_is_an_error_so_the_process_is_not_ready(
    client: Client, worker: None, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path / "static"
    call_command("collectstatic", interactive=False, verbosity=0)  # the tests' storage, without a manifest
    storage = static_files.MinifiedStaticFilesStorage()
    monkeypatch.setattr(static_files, "staticfiles_storage", storage)
    assert readyz(client) == (503, "not ready, degraded: static")


def test_several_are_named_one_after_the_other(
    client: Client, worker: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    no_worker(monkeypatch)
    disk_full(monkeypatch)
    assert readyz(client) == (200, "ready, degraded: disk, worker")
    readyz(client)
    assert caplog.text.count("to ready; disk; worker.") == 1


def test_a_disk_that_hangs_is_named_in_time_and_is_asked_once_until_it_answers(
    client: Client, worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, asked, usual = threading.Event(), [], os.statvfs

    def hang(path: Path) -> os.statvfs_result:
        asked.append(path)
        answers.wait()
        return usual(path)

    monkeypatch.setattr(os, "statvfs", hang)
    with monkeypatch.context() as impatient:
        impatient.setattr(readiness, "DISK_TIMEOUT_SECONDS", 0.05)
        assert [readyz(client)[1] for _ in range(3)] == ["ready, degraded: disk"] * 3
    assert len(asked) == 1
    answers.set()
    assert readyz(client) == (200, "ready")


@pytest.mark.db_facing
def test_migrations_newer_than_the_program_are_fine(client: Client, worker: None) -> None:
    MigrationRecorder(connection).record_applied("catalog", "9999_newer")
    assert readyz(client) == (200, "ready")


def test_in_order_again_once_migrations_are_applied(
    client: Client, worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        migrations_missing(patched)
        assert readyz(client) == (200, "ready, degraded: migrations")
    assert readyz(client) == (200, "ready")


# -- services that cards need -----------------------------------------------------------------------------------------


def database_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("no route to db.internal")

    monkeypatch.setattr(snapshots, "newest", away)


def column_of_cards_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE catalog_revision RENAME COLUMN text TO away")


@pytest.mark.db_facing
@pytest.mark.parametrize("trouble", [database_away, column_of_cards_missing])
def test_not_ready_says_so_and_nothing_else(
    client: Client, worker: None, monkeypatch: pytest.MonkeyPatch, trouble: Any
) -> None:
    trouble(monkeypatch)
    assert readyz(client) == (503, "not ready")


@pytest.mark.django_db
def test_the_database_is_not_blamed_for_the_time_that_importing_takes(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    readiness._import_migrations.cache_clear()
    monkeypatch.setattr(readiness, "MigrationLoader", lambda _connection: order.append("migrations imported"))
    usual = readiness._database_timeout

    def timed() -> AbstractContextManager[None]:
        order.append("time begins")
        return usual()

    monkeypatch.setattr(readiness, "_database_timeout", timed)
    assert [readyz(client)[0] for _ in range(2)] == [200, 200]
    assert order == ["migrations imported", "time begins", "time begins"]


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_health_is_only_asked_about(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
