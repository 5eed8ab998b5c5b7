"""The worker while the database is away, and the tasks of dead workers."""

import inspect
import re
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.db import InterfaceError, OperationalError
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks import task
from django_tasks.base import Task
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult

from catalog.background import leases, periodic, worker
from catalog.background.former_tasks import FORMER_TASKS, current_path
from catalog.background.worker import Worker
from catalog.models import WorkerLease
from catalog.publishing import Busy
from tests.nonempty import nonempty
from tests.operations.released_versions import RELEASED

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

DONE: list[str] = []
TROUBLE: list[BaseException] = []


@task()
def note(call: str) -> str:
    """Record the call; fail once for each planned error."""
    DONE.append(call)
    if TROUBLE:
        raise TROUBLE.pop(0)
    return call


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Replace sleeping by recording, and keep the connection of the test open."""
    waited: list[float] = []
    monkeypatch.setattr(worker.time, "sleep", waited.append)
    monkeypatch.setattr(db_worker, "close_old_connections", lambda: None)
    monkeypatch.setattr(periodic, "registered", dict)
    yield waited
    DONE.clear()
    TROUBLE.clear()


def new_worker(name: str = "one", **options: Any) -> Worker:
    values = {"queue_names": ["default"], "excluded_queue_names": [], "interval": 0, "batch": False, "max_tasks": 1}
    return Worker(**values | {"backend_name": "default", "startup_delay": False, "worker_id": name} | options)


def failing(times: int, error: type[Exception], function: Any) -> Any:
    """Return a function that fails this many times before it works."""
    left = [error("the connection is lost")] * times

    def fail(*args: Any, **named: Any) -> Any:
        if left:
            raise left.pop()
        return function(*args, **named)

    return fail


def rows() -> list[tuple[str, int]]:
    found = DBTaskResult.objects.order_by("enqueued_at")
    return [(row.status, len(row.worker_ids)) for row in found]


def lost(row: Any, *, attempts: int = 1, name: str = "gone") -> None:
    """Have a task be claimed by a worker that was last seen long ago."""
    ago = timezone.now() - 2 * leases.LEASE
    claimed = DBTaskResult.objects.filter(pk=row.id)
    claimed.update(status="RUNNING", started_at=ago, worker_ids=[name] * attempts)
    WorkerLease.objects.update_or_create(worker=name, defaults={"seen_at": ago})


def test_the_documented_command_is_ours() -> None:
    assert get_commands()["db_worker"] == "catalog"


# -- the database is away ------------------------------------------------------------------------------------------


@pytest.mark.one_variant
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (leases, "renew"),
        (periodic, "queue_due"),
        (worker, "exclusive_transaction"),  # waits for a lock on SQLite, and for a connection on PostgreSQL
        (DBTaskResult, "claim"),
    ],
)
def test_the_worker_waits_for_the_database_wherever_it_fails(
    owner: Any, name: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch, waits: list[float]
) -> None:
    note.enqueue("a")
    monkeypatch.setattr(owner, name, failing(6, error, getattr(owner, name)))
    new_worker().run()
    assert (DONE, rows()) == (["a"], [("SUCCESSFUL", 1)])
    assert waits == [0.25, 0.5, 1, 2, 4, 5]


def test_a_finished_task_is_stored_as_successful_after_the_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    note.enqueue("a")
    monkeypatch.setattr(DBTaskResult, "set_successful", failing(9, OperationalError, DBTaskResult.set_successful))
    new_worker().run()
    assert (DONE, rows()) == (["a"], [("SUCCESSFUL", 1)])


def test_a_failed_task_is_stored_as_failed_after_the_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    note.enqueue("a")
    TROUBLE.append(ValueError("no"))
    monkeypatch.setattr(DBTaskResult, "set_failed", failing(9, OperationalError, DBTaskResult.set_failed))
    new_worker().run()
    assert (DONE, rows()) == (["a"], [("FAILED", 1)])


@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("closed"), Busy("others write")])
def test_a_task_that_meets_a_database_that_is_away_is_begun_again(error: Exception) -> None:
    note.enqueue("a")
    TROUBLE.append(error)
    new_worker().run()
    assert rows() == [("READY", 1)]
    DBTaskResult.objects.update(run_after=timezone.now())
    new_worker().run()
    assert (DONE, rows()) == (["a", "a"], [("SUCCESSFUL", 2)])


def test_a_task_that_always_meets_trouble_fails_in_the_end() -> None:
    note.enqueue("a")
    TROUBLE.extend(OperationalError("gone") for _ in range(9))
    for _ in range(leases.MAX_ATTEMPTS):
        new_worker().run()
        DBTaskResult.objects.update(run_after=timezone.now())
    assert rows() == [("FAILED", leases.MAX_ATTEMPTS)]
    assert "gone" in DBTaskResult.objects.get().traceback


def test_a_claim_that_was_written_though_nobody_heard_of_it_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    note.enqueue("a")
    claim = Worker.claim
    broken: list[bool] = []

    def claim_and_lose(self: Worker) -> Any:
        row = claim(self)
        if not broken:
            broken.append(True)
            raise OperationalError("the connection broke at the commit")
        return row

    monkeypatch.setattr(Worker, "claim", claim_and_lose)
    new_worker().run()
    assert (DONE, rows()) == (["a"], [("SUCCESSFUL", 1)])


def test_a_batch_waits_for_nothing(monkeypatch: pytest.MonkeyPatch, waits: list[float]) -> None:
    note.enqueue("a")
    monkeypatch.setattr(worker, "exclusive_transaction", failing(1, OperationalError, worker.exclusive_transaction))
    with pytest.raises(OperationalError):
        new_worker(batch=True).run()
    assert waits == []
    new_worker(batch=True, max_tasks=None).run()
    assert (DONE, rows()) == (["a"], [("SUCCESSFUL", 1)])


def test_an_unknown_task_fails_and_the_worker_continues() -> None:
    first = note.enqueue("a")
    note.enqueue("b")
    DBTaskResult.objects.filter(pk=first.id).update(task_path="catalog.gone.work")
    new_worker(max_tasks=2).run()
    assert (DONE, rows()) == (["b"], [("FAILED", 1), ("SUCCESSFUL", 1)])


# -- dead workers --------------------------------------------------------------------------------------------------


def test_a_worker_says_that_it_lives_and_that_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    note.enqueue("a")
    seen: list[set[str]] = []
    call = worker._call
    monkeypatch.setattr(worker, "_call", lambda row: (seen.append(leases.alive()), call(row)))
    new_worker("ann").run()
    assert seen == [{"ann"}]
    assert not leases.alive()


def test_the_task_of_a_worker_that_is_gone_is_begun_again() -> None:
    lost(note.enqueue("a"))
    assert leases.requeue_lost() == 1
    assert leases.requeue_lost() == 0
    assert rows() == [("READY", 1)]


def test_a_task_that_ends_every_worker_is_begun_only_so_often() -> None:
    lost(note.enqueue("a"), attempts=leases.MAX_ATTEMPTS)
    leases.requeue_lost()
    assert rows() == [("FAILED", leases.MAX_ATTEMPTS)]
    assert "TaskLost" in DBTaskResult.objects.get().exception_class_path


def test_tasks_of_live_workers_are_not_taken_and_those_without_a_lease_only_later() -> None:
    for name, age in (("lives", timedelta(0)), ("former", timedelta(minutes=1))):
        row = note.enqueue(name)
        lost(row, name=name)
        DBTaskResult.objects.filter(pk=row.id).update(started_at=timezone.now() - age)
    leases.renew("lives")
    leases.end("former")
    assert leases.requeue_lost() == 0
    DBTaskResult.objects.update(started_at=timezone.now() - leases.UNLEASED_TIMEOUT - timedelta(minutes=1))
    assert leases.requeue_lost() == 1
    assert rows() == [("RUNNING", 1), ("READY", 1)]


def test_after_an_outage_others_get_their_time_to_be_heard_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000.0]
    monkeypatch.setattr(worker.time, "monotonic", lambda: now[0])
    keeper = worker.LeaseKeeper("one")
    lost(note.enqueue("a"))
    keeper.beat()
    assert rows() == [("RUNNING", 1)], "it has only just begun to listen"
    while now[0] < 1_000 + leases.LEASE.total_seconds():
        now[0] += leases.RENEWAL_SECONDS
        keeper.beat()
    assert rows() == [("READY", 1)]
    lost(DBTaskResult.objects.get())
    now[0] += 60
    keeper.beat()
    assert rows() == [("RUNNING", 1)], "nobody could be heard for a minute"


# -- stopping ------------------------------------------------------------------------------------------------------


@pytest.fixture
def alarms(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the alarms that were set; none of them fires."""
    found: list[int] = []
    monkeypatch.setattr(worker.signal, "alarm", found.append)
    return found


def test_a_stopped_worker_finishes_its_task_first(alarms: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    note.enqueue("a")
    note.enqueue("b")
    one = new_worker(max_tasks=None)
    call = worker._call
    monkeypatch.setattr(worker, "_call", lambda row: (one.shutdown(15, None), call(row))[1])
    one.run()
    assert (DONE, rows()) == (["a"], [("SUCCESSFUL", 1), ("READY", 0)])
    assert alarms == [worker.LAST_SECONDS, 0]


def test_a_task_that_takes_too_long_to_stop_goes_back_into_the_queue(
    alarms: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    note.enqueue("a")
    one = new_worker()
    monkeypatch.setattr(worker, "_call", lambda row: (one.shutdown(15, None), one.shutdown(14, None)))
    with pytest.raises(SystemExit):
        one.run()
    assert rows() == [("READY", 1)]


# -- queues of former versions -------------------------------------------------------------------------------------

FORMER_ROWS: dict[str, list[Any]] = {
    "catalog.publishing.clock.tick": [1],
    "catalog.publishing.effects.work": ["a-key"],
    "catalog.tables.bringing.work": [1],
    "legions.alerts.stops.work": [1, 3],
    "legions.alerts.telling.work": [1, 3],
    "legions.hooks.delivering.work": ["00000000-0000-0000-0000-000000000000"],
    "rulesapi.bulk.work": [1],
    "rulesapi.jobs.work": ["a-key"],
}
"""Tasks queued by version 0.1.0, with their arguments."""


@pytest.mark.sampled
def test_tasks_queued_by_an_earlier_version_run_under_their_current_path(monkeypatch: pytest.MonkeyPatch) -> None:
    called: dict[str, list[Any]] = {}

    def call(of: Task, *args: Any, **kwargs: Any) -> None:
        inspect.signature(of.func).bind(*args, **kwargs)
        called[of.module_path] = list(args[of.takes_context :])

    monkeypatch.setattr(Task, "call", call)
    for path, args in FORMER_ROWS.items():
        row = note.enqueue("a")
        DBTaskResult.objects.filter(pk=row.id).update(task_path=path, args_kwargs={"args": args, "kwargs": {}})
    new_worker(max_tasks=len(FORMER_ROWS)).run()
    assert rows() == [("SUCCESSFUL", 1)] * len(FORMER_ROWS)
    assert called == {FORMER_TASKS[path]: args for path, args in FORMER_ROWS.items()}
    assert FORMER_ROWS.keys() <= FORMER_TASKS.keys() <= {*FORMER_ROWS, *RELEASED_PATHS}


RELEASED_PATHS = (
    "catalog.api.bulk_files.build_files",
    "catalog.background.periodic.run_periodic",
    "catalog.publishing.previews.compute_preview",
    "catalog.publishing.scheduling.publish_if_due",
    "catalog.tables.table_import.process_table",
    "legions.mails.queue.send_due_mails",
    "legions.notifications.stopped_schedules.notify_scheduler",
    "legions.notifications.verdict_changes.notify_owners",
    "legions.webhooks.delivery.run_attempt",
    "rulesapi.judging.completion_jobs.run_completion",
)
"""Task paths of the released versions, which old queues contain. They stay valid when a task moves."""


def task_paths(commit: str) -> set[str]:
    """Return the task paths in the code of a commit."""
    apps = ("catalog", "rulesapi", "legions", "operations")
    command = ["git", "grep", "-nE", "-A", "9", "^@task", commit, "--", *apps]
    found = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True)
    pattern = rf"^{commit}:([\w/]+)\.py:\d+:@task.*\n(?:.*-\d+-(?!def ).*\n)*.*-\d+-def (\w+)"
    return {f"{path.replace('/', '.')}.{name}" for path, name in re.findall(pattern, found.stdout, re.MULTILINE)}


def test_the_listed_tasks_are_those_of_the_released_versions() -> None:
    commits = nonempty(RELEASED.values())
    for commit in commits:
        if subprocess.run(["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=settings.BASE_DIR).returncode:
            pytest.skip("needs the history of the released versions")
    assert set().union(*map(task_paths, commits)) == set(RELEASED_PATHS)


@pytest.mark.parametrize("path", [*RELEASED_PATHS, *FORMER_ROWS])
def test_each_task_of_a_former_version_is_found(path: str) -> None:
    assert isinstance(import_string(current_path(path)), Task)
