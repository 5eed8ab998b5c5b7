"""Classification of database errors, the resulting responses, and the log messages."""

import errno
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.db import DataError, IntegrityError, InterfaceError, OperationalError, ProgrammingError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client, RequestFactory

from catalog import log_context
from catalog.api_base import problems
from catalog.database import errors
from catalog.database.errors import Failure
from legions.middleware import DatabaseUnavailable
from legions.site import error_views as pages
from tests import factories

SAID = "secret-host:5432"


def failed(code: str, *, kind: type[Exception] = OperationalError, message: str = SAID) -> Exception:
    """Return an error as Django raises it for an error code of SQLite or PostgreSQL."""
    error, cause = kind(message), Exception(message)
    if code:
        setattr(cause, "sqlite_errorname" if code.startswith("SQLITE") else "sqlstate", code)
        error.__cause__ = cause
    return error


MEANT = [
    (failed("SQLITE_BUSY"), Failure.BUSY),
    (failed("SQLITE_BUSY_SNAPSHOT"), Failure.BUSY),
    (failed("55P03"), Failure.BUSY),
    (failed("57014"), Failure.BUSY),
    (failed("25P03", kind=InterfaceError), Failure.BUSY),
    (failed("57P01"), Failure.AWAY),
    (failed(""), Failure.AWAY),
    (failed("", kind=InterfaceError), Failure.AWAY),
    (failed("SQLITE_FULL"), Failure.FULL),
    (failed("SQLITE_IOERR_SHMSIZE"), Failure.FULL),
    (OSError(errno.ENOSPC, SAID), Failure.FULL),
    (OSError(errno.EROFS, SAID), Failure.READ_ONLY),
    (failed("53100"), Failure.FULL),
    (failed("SQLITE_READONLY"), Failure.READ_ONLY),
    (failed("SQLITE_READONLY_DIRECTORY"), Failure.READ_ONLY),
    (failed("25006", kind=ProgrammingError), Failure.READ_ONLY),
    (failed("SQLITE_ERROR", message=f"no such column: {SAID}"), Failure.OUTDATED),
    (failed("42703", kind=ProgrammingError), Failure.OUTDATED),
    (failed("42P01", kind=ProgrammingError), Failure.OUTDATED),
    (failed("SQLITE_IOERR_WRITE"), Failure.DAMAGED),
    (failed("SQLITE_CANTOPEN"), Failure.DAMAGED),
]
OURS = [
    failed("SQLITE_ERROR", message='near "SELEC": syntax error'),
    failed("42601", kind=ProgrammingError),
    IntegrityError(SAID),
    DataError(SAID),
    ValueError(SAID),
    FileNotFoundError(errno.ENOENT, SAID),
    None,
]


@pytest.mark.parametrize(("error", "meant"), MEANT)
def test_an_error_is_recognized_by_its_code(error: Exception, meant: Failure) -> None:
    assert errors.classify(error) == meant


@pytest.mark.parametrize("error", OURS)
def test_a_fault_of_ours_is_none_of_the_database(error: Exception | None, rf: RequestFactory) -> None:
    assert errors.classify(error) is None
    assert problems.database_response(error) is None
    assert pages.database_error(rf.get("/"), error) is None


@pytest.mark.parametrize(("error", "meant"), MEANT)
@pytest.mark.parametrize("path", ["/", "/api/v1/cards/"])
def test_no_retry_is_suggested_if_it_cannot_help(
    error: Exception, meant: Failure, path: str, rf: RequestFactory, caplog: pytest.LogCaptureFixture
) -> None:
    request = rf.get(path)
    request.htmx = False
    with log_context.request_context("8f2e"):
        response = pages.database_error(request, error)
    assert response.status_code == 503
    text = response.content.decode()
    text = text.partition('class="lede"')[2].partition("</p>")[0] or text
    again = meant in (Failure.AWAY, Failure.BUSY)
    assert ("Retry-After" in response) == again
    assert ("ry again" in text or "etry after" in text) == again
    assert SAID not in text
    assert "Request 8f2e: the database: " in caplog.text
    assert SAID in caplog.text
    if path.startswith("/api/"):
        assert f'"code":"{"unavailable" if again else "out-of-order"}"' in text


@pytest.mark.parametrize(("code", "named"), [("SQLITE_FULL", "is full"), ("25006", "is read-only")])
def test_a_program_is_told_why_it_cannot_write(code: str, named: str, rf: RequestFactory) -> None:
    body = problems.database_response(failed(code)).content.decode()
    assert named in body
    assert "Nothing was written" in body
    assert "lacks" not in body


def test_errors_outside_of_views_are_answered_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """For example a middleware that reads a session: Django turns its exception into a 500."""

    def away(self: Any, request: Any, *args: Any) -> None:
        raise failed("57P01")

    monkeypatch.setattr(DatabaseUnavailable, "process_view", away, raising=False)
    client.raise_request_exception = False
    response = client.get("/")
    assert (response.status_code, response["Retry-After"]) == (503, "30")
    assert len(response["X-Request-ID"]) == 16


@pytest.mark.django_db
@pytest.mark.db_facing
def test_a_missing_column_is_recognized_as_a_schema_error_on_both_databases(client: Client) -> None:
    factories.publish_frame(factories.creature(slug="beast"))
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE catalog_release RENAME COLUMN published_at TO away")
    response = client.get("/api/v1/cards/")
    assert (response.status_code, response.json()["code"]) == (503, "out-of-order")
    assert "Retry-After" not in response


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file of SQLite")
@pytest.mark.parametrize(("pragma", "meant"), [("query_only = ON", Failure.READ_ONLY), ("max_page_count = 1", None)])
def test_messages_of_sqlite_itself_are_recognized(shared: BaseDatabaseWrapper, pragma: str, meant: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size")
        (free,) = cursor.fetchone()  # bytes that can be written without growing the file
        cursor.execute(f"PRAGMA {pragma}")
        try:
            with pytest.raises(OperationalError) as raised:
                cursor.execute("CREATE TABLE more AS SELECT zeroblob(%s) AS what", [free + 100_000])
        finally:
            cursor.execute("PRAGMA query_only = OFF")
            cursor.execute("PRAGMA max_page_count = 1073741823")
    assert errors.classify(raised.value) == (meant or Failure.FULL)


def test_a_file_that_is_none_of_sqlite_wants_mending(tmp_path: Path) -> None:
    file = tmp_path / "muster.sqlite3"
    file.write_bytes(b"no database" * 100)
    error = OperationalError()
    with pytest.raises(sqlite3.DatabaseError) as raised, sqlite3.connect(file) as there:
        there.execute("SELECT 1 FROM sqlite_master")
    error.__cause__ = raised.value
    assert errors.classify(error) == Failure.DAMAGED
