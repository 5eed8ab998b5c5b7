"""A SQLite file replaced under open connections: nothing is written to the removed file."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.signals import request_started
from django.db import OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from catalog.database import errors, sqlite_file
from catalog.models import Release
from operations import databases, readiness
from tests.operations.conftest import serving

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connections['default'].vendor != 'sqlite'", reason="a file of SQLite"),
]


@pytest.fixture
def file(shared: BaseDatabaseWrapper, tmp_path: Path) -> Iterator[Path]:
    """A separate database with one release and an open connection."""
    file = tmp_path / "muster.sqlite3"
    shutil.copyfile(shared.settings_dict["NAME"], file)
    with serving(f"sqlite:///{file}"):
        connections["default"].settings_dict["CONN_MAX_AGE"] = connections["default"].close_at = None
        Release.objects.create(number=1, why="First")
        yield file


def replace(file: Path) -> None:
    """Replace the database file, as a restore does."""
    other = file.with_name("other.sqlite3")
    with databases.other_database(f"sqlite:///{file}", "whole") as alias, connections[alias].cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(other)])
    other.replace(file)
    for end in ("-wal", "-shm"):
        file.with_name(f"{file.name}{end}").unlink(missing_ok=True)


def test_a_write_to_a_replaced_file_is_refused_and_the_next_one_succeeds(file: Path) -> None:
    replace(file)
    for write in (_in_a_transaction, _by_itself):
        with pytest.raises(sqlite_file.DatabaseReplaced, match="nothing was written") as raised:
            write(2)
        assert errors.classify(raised.value) == errors.Failure.AWAY
        write(2)  # with a new connection, because the old one was closed
        with databases.other_database(f"sqlite:///{file}", "looking") as alias:
            assert Release.objects.using(alias).filter(number=2).exists()
        Release.objects.filter(number=2).delete()
        replace(file)


def _in_a_transaction(number: int) -> None:
    with transaction.atomic():
        Release.objects.create(number=number, why="In a transaction")


def _by_itself(number: int) -> None:
    with connections["default"].cursor() as cursor:
        sql = "INSERT INTO catalog_release (number, why, published_at) VALUES (%s, 'By itself', '2026-11-23')"
        cursor.execute(sql, [number])


@pytest.mark.sampled
def test_a_request_reopens_a_replaced_file(file: Path) -> None:
    former = connections["default"].connection
    request_started.send(sender=None)
    assert connections["default"].connection is former
    replace(file)
    request_started.send(sender=None)
    _in_a_transaction(2)
    assert connections["default"].connection is not former
    assert Release.objects.filter(number=2).exists()


@pytest.mark.sampled
def test_a_file_that_was_taken_away_can_be_read_and_not_written(file: Path, client: Client) -> None:
    file.rename(file.with_name("taken-away"))
    request_started.send(sender=None)
    assert Release.objects.count() == 1
    with pytest.raises(OperationalError):
        _in_a_transaction(2)
    assert not file.exists()
    assert readiness.check_readiness() == readiness.Readiness(False)
    file.with_name("taken-away").rename(file)
    _in_a_transaction(2)
    assert readiness.check_readiness().ready


# -- databases without room -------------------------------------------------------------------------------------------


def without_room_beside(file: Path) -> Path:
    """Close the database, and simulate a full disk for the index of its log."""
    connections["default"].close()
    index = file.with_name(f"{file.name}-shm")
    index.symlink_to("nowhere")  # a symlink that SQLite does not follow
    return index


@pytest.mark.sampled
def test_a_file_without_room_for_its_log_is_read_and_later_written_again(file: Path, client: Client) -> None:
    index = without_room_beside(file)
    request_started.send(sender=None)
    assert Release.objects.count() == 1
    assert "database" in readiness.check_readiness().degraded
    with pytest.raises(OperationalError) as raised:
        _in_a_transaction(2)
    assert errors.classify(raised.value) == errors.Failure.READ_ONLY
    index.unlink()
    request_started.send(sender=None)
    _in_a_transaction(2)
    assert Release.objects.count() == 2


@pytest.mark.sampled
def test_rows_that_are_only_in_the_log_are_included(file: Path) -> None:
    without_room_beside(file)
    file.with_name(f"{file.name}-wal").write_bytes(b"a transaction")
    with pytest.raises(OperationalError):
        Release.objects.count()


@pytest.mark.sampled
def test_a_read_only_file_is_reopened_each_time(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connections["default"].close()
    with monkeypatch.context() as read_only:
        read_only.setattr(os, "access", lambda path, mode: False)
        assert Release.objects.count() == 1
    former = connections["default"].connection
    request_started.send(sender=None)
    assert Release.objects.count() == 1
    assert connections["default"].connection is not former


@pytest.mark.sampled
def test_a_server_keeps_its_file_open_so_that_it_can_be_read_on_a_full_disk(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_open_files", None)
    index = file.with_name(f"{file.name}-shm")
    connections["default"].close()
    assert not index.exists()
    sqlite_file.keep_open()
    assert connections["default"].connection is None
    assert index.exists()
    replace(file)
    assert not index.exists()
    assert Release.objects.count() == 1
    connections["default"].close()
    assert index.exists()
