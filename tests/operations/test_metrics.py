"""The metrics for Prometheus: their readers, their labels, and their sums over processes."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.mail import send_mail
from django.test import Client
from django.utils import timezone
from django_tasks import task
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families as parse

from catalog import audit, metrics_files
from catalog.background import leases, periodic, worker
from catalog.models import Release
from config import monitoring
from legions.mails import queue
from legions.mails.models import OutgoingMail
from operations import metrics_view, readiness, site_state
from operations.readiness import Readiness
from tests.catalog.test_worker import new_worker
from tests.legions.test_log_redaction import SECRET, with_a_secret
from tests.nonempty import nonempty

TOKEN = "a-token-of-prometheus-0123456789"
BARE: frozenset[str] = frozenset()


@task()
def measured_task(fails: bool) -> None:
    """Fail on demand."""
    if fails:
        raise ValueError("as demanded")


@pytest.fixture
def measuring(settings: Any, tmp_path: Path) -> None:
    """Set a token, as a site with metrics has it."""
    settings.METRICS_TOKEN, settings.METRICS_DIR = TOKEN, tmp_path / "metrics"
    place = settings.MIDDLEWARE.index("config.middleware.health_probes") + 1
    settings.MIDDLEWARE = [
        *settings.MIDDLEWARE[:place],
        "config.monitoring.request_metrics",
        *settings.MIDDLEWARE[place:],
    ]


def read(client: Client) -> dict[str, dict[frozenset[str], float]]:
    """Return the values of all samples, by their name and the values of their labels."""
    response = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    found: dict[str, dict[frozenset[str], float]] = {}
    for family in parse(response.content.decode()):
        for sample in family.samples:
            found.setdefault(sample.name, {})[frozenset(sample.labels.values())] = sample.value
    return found


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


@pytest.mark.guard
@pytest.mark.parametrize("authorization", ["", "Bearer", f"Basic {TOKEN}", f"Bearer {TOKEN[:-1]}", TOKEN, "Bearer ä"])
def test_a_client_without_the_token_is_refused(client: Client, measuring: None, authorization: str) -> None:
    response = client.get("/metrics", headers={"Authorization": authorization} if authorization else {})
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert response.content.decode() == f"{metrics_view.REFUSED}\n"
    assert client.get(f"/metrics?token={TOKEN}").status_code == 401
    assert client.post("/metrics").status_code == 405


@pytest.mark.guard
def test_a_site_without_a_token_has_no_metrics(client: Client) -> None:
    response = client.get("/metrics", headers={"Authorization": "Bearer "})
    assert (response.status_code, response.content.decode()) == (404, f"{metrics_view.OFF}\n")


@pytest.mark.db_facing
@pytest.mark.django_db
def test_the_state_of_the_site_costs_few_queries(
    client: Client, measuring: None, django_assert_num_queries: Any
) -> None:
    leases.renew("worker")
    Release.objects.create(number=7, why="A test")
    audit.log_action(site_state.BACKUP_WRITTEN, by=None, of="a.backup")
    measured_task.enqueue(fails=True)
    read(client)
    with django_assert_num_queries(9 if settings.SQLITE else 11):
        found = read(client)
    assert (found["muster_ready"][BARE], found["muster_degraded"][frozenset({"worker"})]) == (1, 0)
    assert (found["muster_release_number"][BARE], found["muster_workers"][BARE]) == (7, 1)
    assert found["muster_backup_timestamp_seconds"][BARE] == pytest.approx(timezone.now().timestamp(), abs=60)
    assert found["muster_tasks"][frozenset({f"{__name__}.measured_task", "waiting"})] == 1
    assert 0 < found["muster_oldest_task_seconds"][BARE] < 60
    assert BARE in found["muster_database_bytes"]
    assert found["muster_disk_free_bytes"][BARE] > 0


def test_without_a_database_the_metrics_of_processes_are_still_read(
    client: Client, measuring: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "check_readiness", lambda: Readiness(False))
    found = read(client)
    assert found["muster_ready"] == {BARE: 0}
    assert "muster_cache_failures_total" in found
    assert "muster_tasks" not in found


@pytest.mark.guard
@pytest.mark.django_db
def test_no_label_comes_from_a_request(client: Client, measuring: None) -> None:
    for address in (*nonempty(with_a_secret()), f"/{SECRET}/", f"/admin/{SECRET}/", f"/static/{SECRET}.css", "/livez"):
        client.get(address)
    client.generic("BREW", "/")
    requests = read(client)["muster_requests_total"]
    text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    assert all(word not in text for word in (SECRET, "BREW", "livez"))
    expected = ({"home", "other", "405"}, {"shared", "GET", "404"}, {monitoring.UNMATCHED, "GET", "404"})
    assert set(map(frozenset, expected)) <= requests.keys()


def test_a_warm_up_is_not_measured(client: Client, measuring: None) -> None:
    before = value("muster_request_wait_seconds_count")
    client.get("/none-such/", **{"muster.warm_up": True})
    assert value("muster_request_wait_seconds_count") == before
    client.get("/none-such/", **{"muster.waited": 3.0})
    assert value("muster_request_wait_seconds_count") == before + 1
    assert value("muster_request_wait_seconds_bucket", le="2.5") < value(
        "muster_request_wait_seconds_bucket", le="10.0"
    )


@pytest.mark.django_db
def test_tasks_are_measured_by_their_name_and_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker.db_worker, "close_old_connections", lambda: None)
    monkeypatch.setattr(periodic, "registered", dict)
    name, former = f"{__name__}.measured_task", {}
    for outcome in ("successful", "failed"):
        former[outcome] = value("muster_tasks_run_total", task=name, outcome=outcome)
        measured_task.enqueue(fails=outcome == "failed")
        new_worker().run()
        assert value("muster_tasks_run_total", task=name, outcome=outcome) == former[outcome] + 1
    assert value("muster_tasks_queued_total", task=name) >= 2
    assert value("muster_task_seconds_count", task=name) >= 2
    periodic.run_periodic.enqueue("an.app.prune")
    assert value("muster_tasks_queued_total", task="an.app.prune") >= 1


@pytest.mark.django_db
def test_a_task_that_is_queued_again_is_measured_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker.db_worker, "close_old_connections", lambda: None)
    monkeypatch.setattr(periodic, "registered", dict)
    monkeypatch.setattr(worker, "_call", lambda row: (_ for _ in ()).throw(worker.OperationalError("away")))
    name = f"{__name__}.measured_task"
    before = value("muster_tasks_run_total", task=name, outcome="requeued")
    measured_task.enqueue(fails=False)
    new_worker().run()
    assert value("muster_tasks_run_total", task=name, outcome="requeued") == before + 1


@pytest.mark.django_db
def test_mails_are_counted_by_their_outcome(settings: Any) -> None:
    settings.EMAIL_BACKEND = "legions.mails.backend.QueueEmailBackend"
    settings.MAIL_TRANSPORT = "django.core.mail.backends.locmem.EmailBackend"
    before = {outcome: value("muster_mails_total", outcome=outcome) for outcome in ("sent", "postponed", "given-up")}
    send_mail("A subject", "a text", None, ["ada@example.org"])
    queue.send_due_mails.func()
    settings.MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    for tries in (0, queue.MAX_TRIES - 1):
        send_mail("A subject", "a text", None, ["ada@example.org"])
        OutgoingMail.objects.update(tries=tries, next_at=timezone.now())
        queue.send_due_mails.func()
    after = {outcome: value("muster_mails_total", outcome=outcome) for outcome in before}
    assert after["sent"] == before["sent"] + 1
    assert after["postponed"] == before["postponed"] + 1
    assert after["given-up"] > before["given-up"]


COUNT = """
import sys
from pathlib import Path
from catalog import metrics_files
metrics_files.begin(Path(sys.argv[1]), ["server"])
from catalog import metrics
metrics.labelled(metrics.REQUESTS, "home", "GET", "200").inc(int(sys.argv[2]))
"""


def test_the_numbers_of_all_processes_are_added_up(tmp_path: Path) -> None:
    for number in ("3", "4"):
        command = [sys.executable, "-c", COUNT, str(tmp_path), number]
        subprocess.run(command, cwd=settings.BASE_DIR, check=True)
    files = metrics_files.files(tmp_path)
    sums = {sample.name: sample.value for metric in metrics_view.merge(files) for sample in metric.samples}
    assert sums["muster_requests_total"] == 7
    [folder] = tmp_path.iterdir()
    (folder / f"counter_{os.getpid()}.db").write_bytes(Path(files[0]).read_bytes())
    metrics_files.remove_files_of_ended_processes(tmp_path)
    assert [file.name for file in folder.iterdir()] == [f"counter_{os.getpid()}.db"]


def test_only_servers_and_workers_write_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(metrics_files.VARIABLE, "nothing")
    metrics_files.begin(tmp_path, ["manage.py", "backup"])
    assert os.environ[metrics_files.VARIABLE] == "nothing"
    metrics_files.begin(tmp_path, ["manage.py", "db_worker"])
    assert Path(os.environ[metrics_files.VARIABLE]).parent == tmp_path
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(PermissionError, match="another account"):
        metrics_files.begin(tmp_path, ["granian"])
    monkeypatch.setattr(metrics_files, "MEMORY", tmp_path / "none")
    assert metrics_files.default_folder(tmp_path) == tmp_path / "metrics"
