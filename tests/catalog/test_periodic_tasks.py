"""Periodic tasks: queued once when due, and registered by the apps."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from catalog import periodic_tasks
from catalog.background import periodic
from catalog.models import PeriodicTaskState

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

RUNS: list[str] = []


def count_run() -> None:
    RUNS.append("run")


NAME = f"{__name__}.count_run"


@pytest.fixture(autouse=True)
def one_task(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register a single hourly task."""
    monkeypatch.setattr(periodic, "registered", lambda: {NAME: timedelta(hours=1)})
    yield
    RUNS.clear()


def queued() -> list[Any]:
    rows = DBTaskResult.objects.filter(task_path=periodic.run_periodic.module_path)
    return [row.args_kwargs["args"] for row in rows]


def test_a_task_that_was_never_run_is_queued_once_and_then_when_its_time_is_over() -> None:
    assert periodic.queue_due() == [NAME]
    assert periodic.queue_due() == []
    PeriodicTaskState.objects.update(due_at=timezone.now() - timedelta(days=3))
    assert periodic.queue_due() == [NAME]
    assert periodic.queue_due() == []
    assert queued() == [[NAME], [NAME]]


def test_of_two_workers_that_find_it_due_at_the_same_moment_one_queues_it(monkeypatch: pytest.MonkeyPatch) -> None:
    PeriodicTaskState.objects.create(name=NAME, due_at=timezone.now() - timedelta(minutes=1))
    queue = periodic._queue
    other: list[bool] = []

    def queue_late(name: str, every: timedelta) -> bool:
        other.append(queue(name, every))
        return queue(name, every)

    monkeypatch.setattr(periodic, "_queue", queue_late)
    assert (periodic.queue_due(), other) == ([], [True])
    assert queued() == [[NAME]]


def test_a_task_that_cannot_be_queued_stays_due(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError), transaction.atomic():
        patch.setattr(type(periodic.run_periodic), "enqueue", lambda *given: 1 / 0)
        periodic.queue_due()
    assert periodic.queue_due() == [NAME]


def test_queued_tasks_run_and_tasks_of_another_version_do_nothing() -> None:
    periodic.run_periodic.call(NAME)
    periodic.run_periodic.call("catalog.periodic_tasks.prune_what_was_once")
    assert RUNS == ["run"]


def test_every_app_registers_what_it_prunes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    names = set(periodic.registered())
    assert {
        "catalog.periodic_tasks.prune_task_results",
        "catalog.periodic_tasks.prune_tables",
        "rulesapi.periodic_tasks.prune_completions",
        "legions.periodic_tasks.prune_sessions",
        "legions.periodic_tasks.prune_idempotency_keys",
    } <= names
    for name in names:
        periodic.run_periodic.call(name)


def test_rows_are_deleted_in_lots_and_only_those_that_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(periodic, "ROWS_PER_CHUNK", 3)
    now = timezone.now()
    for number in range(10):
        PeriodicTaskState.objects.create(name=f"old {number}", due_at=now - timedelta(days=1))
    PeriodicTaskState.objects.create(name="new", due_at=now)
    assert periodic.delete_in_chunks(PeriodicTaskState.objects.filter(due_at__lt=now)) == 10
    assert PeriodicTaskState.objects.get().name == "new"


def test_results_are_pruned_later_if_they_failed_and_queued_tasks_never() -> None:
    now = timezone.now()
    for status, age in (
        ("SUCCESSFUL", timedelta(hours=1)),
        ("SUCCESSFUL", timedelta(hours=3)),
        ("FAILED", timedelta(hours=3)),
        ("FAILED", timedelta(days=8)),
    ):
        row = DBTaskResult.objects.get(pk=periodic.run_periodic.enqueue(f"{status} {age}").id)
        DBTaskResult.objects.filter(pk=row.pk).update(status=status, finished_at=now - age)
    waiting = periodic.run_periodic.enqueue("waiting")
    DBTaskResult.objects.filter(pk=waiting.id).update(enqueued_at=now - timedelta(days=99))
    periodic_tasks.prune_task_results()
    left = [row.args_kwargs["args"][0] for row in DBTaskResult.objects.all()]
    assert sorted(left) == ["FAILED 3:00:00", "SUCCESSFUL 1:00:00", "waiting"]
