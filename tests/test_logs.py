"""The log as JSON, the access log, error reports, and the ids of requests in both processes."""

import json
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from catalog import audit, log_context
from catalog.background import periodic, worker
from config import monitoring
from config.middleware import request_ids
from legions.site.error_reports import ErrorReporter
from legions.site.json_logs import JSONFormatter
from tests.catalog.test_worker import new_worker
from tests.legions.test_log_redaction import SECRET, console

REPORTS: list[tuple[BaseException, dict[str, Any]]] = []
NGINX_ID = "0f" * 16


def report(error: BaseException, context: dict[str, Any]) -> None:
    REPORTS.append((error, context))


def failing_report(error: BaseException, context: dict[str, Any]) -> None:
    raise ConnectionError("the tracker is away")


@task()
def logging_task(fails: bool) -> None:
    """Write to both logs, and fail on demand."""
    audit.log_action("logged in", by=None)
    if fails:
        raise ValueError(f"at /s/{SECRET}/")


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """The log as JSON, and a reporter of errors."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JSONFormatter())
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler, ErrorReporter(f"{__name__}.report")])
    monkeypatch.setattr(logging.getLogger("muster.access"), "level", logging.INFO)
    monkeypatch.setattr(worker.db_worker, "close_old_connections", lambda: None)
    monkeypatch.setattr(periodic, "registered", dict)
    yield written
    REPORTS.clear()


def entries(stream: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_entry_is_one_object_without_secrets(stream: StringIO) -> None:
    try:
        raise ValueError(f"muster_{SECRET}\nand more")
    except ValueError:
        logging.getLogger("a.module").exception("At %s", f"/s/{SECRET}/")
    [entry] = entries(stream)
    assert entry.keys() == {"time", "level", "logger", "message", "exception"}
    assert (entry["level"], entry["logger"], entry["message"]) == ("ERROR", "a.module", "At /s/…/")
    assert entry["time"].endswith("+00:00")
    assert "ValueError: muster_…\nand more" in entry["exception"]
    assert SECRET not in stream.getvalue()
    [(error, context)] = REPORTS
    assert isinstance(error, ValueError)
    assert context["message"] == "At /s/…/"


def test_an_entry_with_half_a_character_can_be_written() -> None:
    record = logging.LogRecord("a.module", logging.ERROR, __file__, 1, "half \udc80", None, None)
    assert json.loads(JSONFormatter().format(record).encode())["message"] == "half \udc80"


@pytest.mark.parametrize(
    ("sent", "proxies", "is_kept"),
    [
        (NGINX_ID, 1, True),
        ("3f2b9d4e-77aa-4a52-9a3c-5a2f0a1d9f10", 1, True),
        (NGINX_ID, 0, False),
        ("", 1, False),
        ("a b", 1, False),
        ("a\r\nb: c", 1, False),
        ("ä", 1, False),
        ("a" * 65, 1, False),
    ],
)
def test_only_a_proxy_names_requests_and_only_plainly(settings: Any, sent: str, proxies: int, is_kept: bool) -> None:
    settings.PROXIES = proxies
    named: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        named.append(log_context.request_id())
        return HttpResponse()

    response = request_ids(view)(RequestFactory().get("/", headers={"X-Request-ID": sent}))
    assert response["X-Request-ID"] == named[0]
    assert (named[0] == sent) is is_kept
    assert 16 <= len(named[0]) <= log_context.MAX_ID_LENGTH
    assert log_context.request_id() == ""


@pytest.mark.django_db
def test_the_access_log_has_no_query_and_no_secret(stream: StringIO, settings: Any) -> None:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE[:3], "config.monitoring.access_log", *settings.MIDDLEWARE[3:]]
    client = Client()
    response = client.get(f"/s/{SECRET}/?q=private")
    client.get("/livez")
    client.get("/", **{"muster.warm_up": True})
    client.generic("BREW", f"/{'x' * 2 * monitoring.MAX_PATH_LENGTH}/")
    first, second = [entry for entry in entries(stream) if entry["logger"] == "muster.access"]
    assert first.items() >= {"method": "GET", "path": "/s/…/", "route": "shared", "status": 404}.items()
    assert (first["bytes"], first["request_id"]) == (len(response.content), response["X-Request-ID"])
    assert first["milliseconds"] > 0
    assert (second["method"], second["route"]) == ("other", monitoring.UNMATCHED)
    assert len(second["path"]) == monitoring.MAX_PATH_LENGTH
    assert "private" not in stream.getvalue()
    assert SECRET not in stream.getvalue()


@pytest.mark.django_db
def test_a_task_is_logged_with_the_request_that_queued_it(stream: StringIO) -> None:
    with log_context.request_context(NGINX_ID):
        logging_task.enqueue(fails=True)
    new_worker().run()
    row = DBTaskResult.objects.get()
    [entry] = [entry for entry in entries(stream) if "exception" in entry]
    assert (entry["request_id"], entry["task_id"]) == (NGINX_ID, str(row.pk))
    assert audit.AuditEntry.objects.get().request == NGINX_ID
    [(error, context)] = REPORTS
    assert isinstance(error, ValueError)
    assert context["task_id"] == str(row.pk)
    assert SECRET not in stream.getvalue() + str(context)
    assert log_context.task_id() == ""


@pytest.mark.django_db
def test_a_task_of_an_earlier_version_runs_without_a_request(stream: StringIO) -> None:
    logging_task.enqueue(fails=False)
    DBTaskResult.objects.update(args_kwargs={"args": [], "kwargs": {"fails": False}})
    new_worker().run()
    assert DBTaskResult.objects.get().status == "SUCCESSFUL"


def test_a_failing_reporter_disturbs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    written = StringIO()
    monkeypatch.setattr(
        logging.getLogger(), "handlers", [console(written), ErrorReporter(f"{__name__}.failing_report")]
    )
    try:
        raise ValueError("away")
    except ValueError:
        logging.getLogger("a.module").exception("A failure")
    logging.getLogger("a.module").error("No exception")
    assert f"{__name__}.failing_report failed: ConnectionError" in written.getvalue()


@pytest.mark.django_db
def test_an_unexpected_error_of_a_page_is_reported(stream: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legions.pages.home.queries.published_games", lambda: 1 / 0)
    response = Client(raise_request_exception=False).get("/")
    assert response.status_code == 500
    [(error, context)] = REPORTS
    assert isinstance(error, ZeroDivisionError)
    assert (context["method"], context["path"], context["route"]) == ("GET", "/", "home")
    assert context["request_id"] == response["X-Request-ID"]
