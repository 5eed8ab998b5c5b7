"""Leases of workers, and recovery of tasks whose worker is gone.

A task counts as lost if the worker that claimed it last has not renewed its lease for `LEASE`. It returns to the queue,
up to `MAX_ATTEMPTS` attempts in total, so that a task that crashes every worker does not do so forever. A task can
therefore start more than once, and every task has to be idempotent.
"""

import logging
from datetime import timedelta

from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from catalog.models import WorkerLease

logger = logging.getLogger(__name__)

RENEWAL_SECONDS = 5.0
"""Seconds between two renewals of a lease."""

LEASE = timedelta(seconds=30)
"""The time after the last renewal during which a worker counts as alive."""

UNLEASED_TIMEOUT = timedelta(minutes=15)
"""The time limit of tasks whose worker never had a lease, such as a worker of an earlier version during an update."""

LEASE_RETENTION = timedelta(days=1)
"""Age at which the lease of a dead worker is deleted."""

MAX_ATTEMPTS = 3
"""Maximum number of attempts; a task fails after the last one."""

RETRY_DELAY = timedelta(seconds=5)
"""Delay of the next attempt."""


class TaskLost(Exception):
    """A task whose worker disappeared, or whose database was unavailable, at all `MAX_ATTEMPTS` attempts."""


def renew(worker: str) -> None:
    WorkerLease.objects.update_or_create(worker=worker, defaults={"seen_at": timezone.now()})


def end(worker: str) -> None:
    """Delete the lease of a worker that has ended."""
    WorkerLease.objects.filter(worker=worker).delete()


def alive() -> set[str]:
    """Return the names of the workers with a valid lease."""
    return set(WorkerLease.objects.filter(seen_at__gt=timezone.now() - LEASE).values_list("worker", flat=True))


def requeue(task: DBTaskResult, error: Exception) -> bool:
    """Queue a claimed task again, or after `MAX_ATTEMPTS` attempts mark it as failed with `error`.

    Return whether the task was still running under this claim; if not, nothing is changed.
    """
    claimed = DBTaskResult.objects.filter(pk=task.pk, status=TaskResultStatus.RUNNING, started_at=task.started_at)
    if len(task.worker_ids) < MAX_ATTEMPTS:
        return bool(claimed.update(status=TaskResultStatus.READY, run_after=timezone.now() + RETRY_DELAY))
    if not claimed.exists():
        return False
    task.set_failed(error)
    logger.error("Task %s (%s) has failed after %d attempts.", task.pk, task.task_path, len(task.worker_ids))
    return True


def try_again(task: DBTaskResult) -> bool:
    """Queue a failed task again with all attempts. Return whether it was still failed."""
    failed = DBTaskResult.objects.filter(pk=task.pk, status=TaskResultStatus.FAILED)
    return bool(failed.update(status=TaskResultStatus.READY, worker_ids=[], run_after=timezone.now()))


def release_claim(task: DBTaskResult) -> None:
    """Return a claimed task that was not started to the queue, as if it had never been claimed."""
    claimed = DBTaskResult.objects.filter(pk=task.pk, status=TaskResultStatus.RUNNING, started_at=task.started_at)
    claimed.update(status=TaskResultStatus.READY, worker_ids=task.worker_ids[:-1])


def claimed_by(worker: str) -> list[DBTaskResult]:
    """Return the running tasks claimed by a worker."""
    return [task for task in DBTaskResult.objects.running() if task.worker_ids[-1:] == [worker]]


def requeue_lost() -> int:
    """Queue the tasks of dead workers again. Return their number."""
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
