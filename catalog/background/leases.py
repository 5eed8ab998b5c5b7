"""Leases of workers, and tasks that were claimed by a worker that is gone.

A task counts as lost when the worker that claimed it last has not renewed its lease for `LEASE`. It is put back into
the queue, up to `MAX_ATTEMPTS` times in all: a task that ends every worker that runs it must not do so for ever. So a
task can begin more than once, and each is written so that doing it again does nothing more.
"""

import logging
from datetime import timedelta

from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from catalog.models import WorkerLease

logger = logging.getLogger(__name__)

RENEWAL = 5.0
"""Seconds between two renewals of a lease."""

LEASE = timedelta(seconds=30)
"""How long a worker counts as alive after it was last seen."""

UNLEASED_TIMEOUT = timedelta(minutes=15)
"""How long a task may run whose worker never had a lease: one of an earlier version, while versions are exchanged."""

LEASE_RETENTION = timedelta(days=1)
"""After which the lease of a worker that has died is deleted."""

MAX_ATTEMPTS = 3
"""How often a task is begun: after that it has failed."""

WAIT = timedelta(seconds=5)
"""How long a task waits before it is begun again."""


class TaskLost(Exception):
    """The worker of a task has gone silent, or the database was away, at each of `MAX_ATTEMPTS` attempts."""


def renew(worker: str) -> None:
    """Say that a worker is alive."""
    WorkerLease.objects.update_or_create(worker=worker, defaults={"seen_at": timezone.now()})


def end(worker: str) -> None:
    """Say that a worker has ended; it runs nothing any more."""
    WorkerLease.objects.filter(worker=worker).delete()


def alive() -> set[str]:
    """Return the names of the workers whose lease is valid."""
    return set(WorkerLease.objects.filter(seen_at__gt=timezone.now() - LEASE).values_list("worker", flat=True))


def requeue(task: DBTaskResult, error: Exception) -> bool:
    """Have a claimed task begun again, or note that it has failed with `error` when it was begun often enough.

    Return whether it was still running under the same claim; where it was not, nothing is changed.
    """
    claimed = DBTaskResult.objects.filter(pk=task.pk, status=TaskResultStatus.RUNNING, started_at=task.started_at)
    if len(task.worker_ids) < MAX_ATTEMPTS:
        return bool(claimed.update(status=TaskResultStatus.READY, run_after=timezone.now() + WAIT))
    if not claimed.exists():
        return False
    task.set_failed(error)
    logger.error("Task %s (%s) has failed after %d attempts.", task.pk, task.task_path, len(task.worker_ids))
    return True


def release_claim(task: DBTaskResult) -> None:
    """Put a task that was claimed and not begun back into the queue, as if it had never been claimed."""
    claimed = DBTaskResult.objects.filter(pk=task.pk, status=TaskResultStatus.RUNNING, started_at=task.started_at)
    claimed.update(status=TaskResultStatus.READY, worker_ids=task.worker_ids[:-1])


def claimed_by(worker: str) -> list[DBTaskResult]:
    """Return the tasks that run in the name of a worker."""
    return [task for task in DBTaskResult.objects.running() if task.worker_ids[-1:] == [worker]]


def requeue_lost() -> int:
    """Put the tasks of workers that are gone back into the queue; return how many these were."""
    now = timezone.now()
    WorkerLease.objects.filter(seen_at__lt=now - LEASE_RETENTION).delete()
    known = dict(WorkerLease.objects.values_list("worker", "seen_at"))
    found = 0
    for task in DBTaskResult.objects.running():
        seen_at = known.get(task.worker_ids[-1] if task.worker_ids else "")
        lost = now - seen_at > LEASE if seen_at else task.started_at is None or now - task.started_at > UNLEASED_TIMEOUT
        if lost and requeue(task, TaskLost("The worker that ran it has gone silent.")):
            logger.warning("Task %s (%s) was lost with its worker.", task.pk, task.task_path)
            found += 1
    return found
