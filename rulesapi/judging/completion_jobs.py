"""Completions that take longer than a response may: stored, solved by `db_worker`, with progress that can be read.

Deleting a completion cancels it: the worker notices with its next progress update.
"""

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django_tasks import TaskContext, task

from catalog.api_base.problems import QueueFull
from catalog.api_base.throttling import charge_storage
from catalog.background import child_processes
from catalog.background.child_processes import Bounds
from catalog.documents.canonical import compact
from rulesapi.judging import completions
from rulesapi.models import Completion
from rulesapi.solver import client, optimizer
from rulesapi.solver.client import SolverFailed

logger = logging.getLogger(__name__)

MAX_WAITING = 20
INLINE_SECONDS = 0.9
"""The maximum time in seconds before a completion becomes a job; ending the solver takes additional time."""

NICENESS = 10
"""The niceness of a job, so that the site has priority."""

HEARTBEAT_TIMEOUT = timedelta(seconds=60)
"""The time without progress after which a job counts as failed.

A job whose worker is gone is taken up by another worker earlier, when its lease expires (`catalog.background.leases`).
"""

MAX_ATTEMPTS = 2
"""The maximum number of starts of a job: one that ends its worker twice would end a third one, too."""

INLINE_BOUNDS = Bounds(
    "completion", seconds=INLINE_SECONDS + client.GRACE_SECONDS, memory=client.MAX_MEMORY_BYTES, at_once=1
)
"""The limits of a completion during a request, and the number of such completions on this machine at a time."""

State = Completion.State


@contextmanager
def inline_slot() -> Iterator[bool]:
    """Yield True if this process may solve a completion during a request, because no other process of the machine does.

    These completions therefore occupy at most one server thread. A process that dies releases the slot.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(child_processes.reserve_place(INLINE_BOUNDS))
        except child_processes.NoCapacity:
            yield False
        else:
            yield True


def complete_or_queue(payload: Mapping[str, Any], release: int | None = None) -> dict[str, Any] | Completion:
    """Return the answer to a request, or a job if the answer takes longer.

    The request also becomes a job if its solver is killed. Raises InvalidInput as `completions.read_request` does, and
    QueueFull.
    """
    library, request = completions.read_request(payload, release)
    seconds = payload.get("seconds", completions.DEFAULT_SECONDS)
    with inline_slot() as free:
        if free:
            with suppress(SolverFailed):
                time_limit = min(seconds, INLINE_SECONDS)
                result = completions.complete_request(library, request, time_limit)
                # If cards were left out although half of the time was not used up, more time would not include them.
                in_time = result["seconds"] < time_limit * optimizer.MODEL_TIME_SHARE
                if result["status"] != "best-found" or in_time or seconds <= 1:
                    return result
    return queue_completion(payload, library.release, seconds)


def complete_at_once(payload: Mapping[str, Any], release: int | None = None) -> dict[str, Any] | None:
    """Return the answer found while a request waits; None if no slot is free.

    Raises InvalidInput as `completions.read_request` does, and SolverFailed.
    """
    library, request = completions.read_request(payload, release)
    with inline_slot() as free:
        return completions.complete_request(library, request, INLINE_SECONDS) if free else None


def complete_and_store(payload: Mapping[str, Any], release: int | None = None) -> Completion:
    """Complete as `complete_or_queue` does, but also store an immediate result, so that it has a page."""
    result = complete_or_queue(payload, release)
    if isinstance(result, Completion):
        return result
    charge_storage(len(compact([payload, result])), guest=True)
    now = timezone.now()
    with transaction.atomic():
        expired_completions().delete()
        return Completion.objects.create(
            question=payload,
            release=result["release"],
            seconds=payload.get("seconds", completions.DEFAULT_SECONDS),
            state=State.DONE,
            best=result["value"],
            bound=result["bound"],
            answer=result,
            started_at=now,
            heard_at=now,
        )


def queue_completion(payload: Mapping[str, Any], release: int, seconds: int) -> Completion:
    """Store a request as a job for the workers. Raises QueueFull."""
    with transaction.atomic():
        expired_completions().delete()
        if Completion.objects.filter(state=State.WAITING).count() + _running().count() >= MAX_WAITING:
            raise QueueFull
        charge_storage(len(compact(payload)), guest=True)
        job = Completion.objects.create(question=payload, release=release, seconds=seconds)
        run_completion.enqueue(job.key)
    return job


def expired_completions() -> QuerySet[Completion]:
    """Return the completions past their expiry."""
    return Completion.objects.filter(expires_at__lt=timezone.now())


def _running() -> QuerySet[Completion]:
    """Return the jobs that are running; jobs without progress for too long do not count."""
    return Completion.objects.filter(state=State.RUNNING, heard_at__gt=timezone.now() - HEARTBEAT_TIMEOUT)


@task(takes_context=True)
def run_completion(context: TaskContext, key: str) -> None:
    """Solve the job with this key, unless it was canceled.

    The task is retried if its worker is gone or the database was unavailable, with at most `MAX_ATTEMPTS` attempts.
    """
    jobs = Completion.objects.filter(key=key)
    if not _claim_job(jobs, context.attempt):
        return
    job = jobs.get()
    reported_at = time.monotonic()

    def on_progress(best: int | None, bound: int | None) -> bool:
        nonlocal reported_at
        if time.monotonic() - reported_at < 1:
            return True
        reported_at = time.monotonic()
        return jobs.update(best=best, bound=bound, heard_at=timezone.now()) > 0

    try:
        library, request = completions.read_request(job.question, job.release)
        result = completions.complete_request(library, request, job.seconds, on_progress, nice=NICENESS)
    except (OperationalError, InterfaceError):
        raise  # the worker retries it
    except Exception:
        logger.exception("A legion could not be completed.")
        jobs.update(state=State.FAILED, heard_at=timezone.now())
        raise
    jobs.update(state=State.DONE, answer=result, best=result["value"], bound=result["bound"], heard_at=timezone.now())


def _claim_job(jobs: QuerySet[Completion], attempt: int) -> bool:
    """Mark a job as running and return whether that was possible; a job out of attempts is marked as failed.

    No other worker has the job, since this one holds its task in the queue.
    """
    now = timezone.now()
    open_ = Q(state=State.WAITING) | Q(pk__in=_running())
    if attempt <= MAX_ATTEMPTS and jobs.filter(open_).update(state=State.RUNNING, started_at=now, heard_at=now):
        return True
    jobs.filter(state__in=[State.WAITING, State.RUNNING]).update(state=State.FAILED, heard_at=now)
    return False


def as_document(job: Completion) -> dict[str, Any]:
    now = timezone.now()
    heard_at = job.heard_at or now
    until = heard_at if job.state in (State.DONE, State.FAILED) else now
    lost = job.state == State.RUNNING and now - heard_at > HEARTBEAT_TIMEOUT
    return {
        "job": job.key,
        "url": reverse("api-completion", args=[job.key]),
        "state": State.FAILED.value if lost else job.state,
        "progress": {
            "best": job.best,
            "bound": job.bound,
            "gap": None if job.best is None or job.bound is None else job.bound - job.best,
            "seconds": round((until - job.started_at).total_seconds(), 1) if job.started_at else 0,
        },
        "completion": job.answer,
    }


def unexpired() -> Any:
    """Return the completions before their expiry."""
    return Completion.objects.filter(expires_at__gte=timezone.now())
