"""Questions to the solver that take longer than an answer may: kept, worked on by `db_worker`, looked at meanwhile.

A question is taken back by being deleted: who works on it finds out with the next progress it writes.
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
"""Seconds that an answer may take before the question becomes a job; what it takes to end the solver comes on top."""

NICENESS = 10
"""By how much a job stands back behind the site, as the system call `nice` counts it."""

HEARTBEAT_TIMEOUT = timedelta(seconds=60)
"""After which a job that says nothing any more has failed. Until then another worker takes it up, once the lease of its
own has run out (`catalog.background.leases`), which is sooner."""

MAX_ATTEMPTS = 2
"""How often a job is begun: one that ends its worker twice would end the third one, too."""

INLINE_BOUNDS = Bounds("completion", seconds=INLINE_SECONDS + client.GRACE, memory=client.MEMORY, at_once=1)
"""What a question may take while a request waits for it, and how many do so on this machine."""

State = Completion.State


@contextmanager
def inline_slot() -> Iterator[bool]:
    """Whether no other process of this machine answers such a question at this moment.

    However many such questions come, one thread of the server at most is kept from the site by them. A process that
    dies lets go.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(child_processes.reserve_place(INLINE_BOUNDS))
        except child_processes.NoCapacity:
            yield False
        else:
            yield True


def complete_or_queue(payload: Mapping[str, Any], release: int | None = None) -> dict[str, Any] | Completion:
    """Return the answer to a question, or the job it has become when the answer takes longer.

    A solver that is killed while the request waits makes it a job as well. Raises InvalidInput as
    `completions.read_request` does, and QueueFull.
    """
    library, request = completions.read_request(payload, release)
    seconds = payload.get("seconds", completions.DEFAULT_SECONDS)
    with inline_slot() as free:
        if free:
            with suppress(SolverFailed):
                time_limit = min(seconds, INLINE_SECONDS)
                result = completions.complete_request(library, request, time_limit)
                # What left cards out before half of the time was over would leave them out with more time, too.
                in_time = result["seconds"] < time_limit * optimizer.MODEL_TIME_SHARE
                if result["status"] != "best-found" or in_time or seconds <= 1:
                    return result
    return queue_completion(payload, library.release, seconds)


def complete_at_once(payload: Mapping[str, Any], release: int | None = None) -> dict[str, Any] | None:
    """Return the answer to a question that is found while a request waits, None where no place is free for that.

    Raises InvalidInput as `completions.read_request` does, and SolverFailed.
    """
    library, request = completions.read_request(payload, release)
    with inline_slot() as free:
        return completions.complete_request(library, request, INLINE_SECONDS) if free else None


def complete_and_store(payload: Mapping[str, Any], release: int | None = None) -> Completion:
    """Complete as `complete_or_queue` does, and store an immediate result as well, for a page of its own."""
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
    """Keep a question for who works on them. Raises QueueFull."""
    with transaction.atomic():
        expired_completions().delete()
        if Completion.objects.filter(state=State.WAITING).count() + _running().count() >= MAX_WAITING:
            raise QueueFull
        charge_storage(len(compact(payload)), guest=True)
        job = Completion.objects.create(question=payload, release=release, seconds=seconds)
        run_completion.enqueue(job.key)
    return job


def expired_completions() -> QuerySet[Completion]:
    """Return the questions that nobody can ask for any more."""
    return Completion.objects.filter(expires_at__lt=timezone.now())


def _running() -> QuerySet[Completion]:
    """Return the questions that somebody works on, or will again: what is silent for longer holds no place."""
    return Completion.objects.filter(state=State.RUNNING, heard_at__gt=timezone.now() - HEARTBEAT_TIMEOUT)


@task(takes_context=True)
def run_completion(context: TaskContext, key: str) -> None:
    """Answer the question of that key, unless it has been taken back.

    It is begun again where its worker is gone, or the database was away; but at most `MAX_ATTEMPTS` times.
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
        raise  # the worker begins it again
    except Exception:
        logger.exception("A legion could not be completed.")
        jobs.update(state=State.FAILED, heard_at=timezone.now())
        raise
    jobs.update(state=State.DONE, answer=result, best=result["value"], bound=result["bound"], heard_at=timezone.now())


def _claim_job(jobs: QuerySet[Completion], attempt: int) -> bool:
    """Return whether a question is to be worked on, which from now on it is; one that was lost for good has failed.

    Nobody else works on it: its task in the queue is ours.
    """
    now = timezone.now()
    open_ = Q(state=State.WAITING) | Q(pk__in=_running())
    if attempt <= MAX_ATTEMPTS and jobs.filter(open_).update(state=State.RUNNING, started_at=now, heard_at=now):
        return True
    jobs.filter(state__in=[State.WAITING, State.RUNNING]).update(state=State.FAILED, heard_at=now)
    return False


def as_document(job: Completion) -> dict[str, Any]:
    """Return a job as JSON."""
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
    """Return the questions that are not forgotten yet."""
    return Completion.objects.filter(expires_at__gte=timezone.now())
