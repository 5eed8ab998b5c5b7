"""Questions to the solver that take longer than an answer may: kept, worked on by `db_worker`, looked at meanwhile.

A question is taken back by being deleted: who works on it finds out with the next progress it writes.
"""

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from catalog.faults import Malformed

from . import completions
from .completing.solving import SolverFailed
from .models import KEPT, Completion
from .problems import QueueFull

log = logging.getLogger(__name__)

MOST_WAITING = 20
QUICK = 0.9
"""Seconds that an answer may take before the question becomes a job; what it takes to end the solver comes on top."""

BACKGROUND = 10
"""By how much a job stands back behind the site, as the system call `nice` counts it."""

SILENT = timedelta(seconds=30)
"""After which a job that says nothing any more is taken for lost."""

State = Completion.State


@contextmanager
def alone() -> Iterator[bool]:
    """Whether no other process of this machine answers such a question at this moment.

    A server answers one request a process at a time: however many such questions come, one of its processes at most is
    kept from the site by them. A process that dies lets go.
    """
    import fcntl  # not everywhere: where it is missing every question becomes a job

    path = Path(settings.VAR_DIR, "completing.lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True


def ask(sent: Mapping[str, Any], release: int | None = None) -> dict[str, Any] | Completion:
    """Return the answer to a question, or the job it has become when the answer takes longer.

    Raises Malformed as `completions.read` does, and QueueFull.
    """
    library, question = completions.read(sent, release)
    seconds = sent.get("seconds", completions.SECONDS)
    with alone() as free:
        if free:
            answer = completions.answer(library, question, min(seconds, QUICK))
            if answer["status"] != "best-found" or seconds <= 1:
                return answer
    return start(sent, library.release, seconds)


def keep(sent: Mapping[str, Any], release: int | None = None) -> Completion:
    """Ask as `ask` does, and keep an answer that comes at once as well, for who shows it on a page of its own."""
    answer = ask(sent, release)
    if isinstance(answer, Completion):
        return answer
    now = timezone.now()
    with transaction.atomic():
        _forget()
        return Completion.objects.create(
            question=sent,
            release=answer["release"],
            seconds=sent.get("seconds", completions.SECONDS),
            state=State.DONE,
            best=answer["value"],
            bound=answer["bound"],
            answer=answer,
            started_at=now,
            heard_at=now,
        )


def start(sent: Mapping[str, Any], release: int, seconds: int) -> Completion:
    """Keep a question for who works on them. Raises QueueFull."""
    with transaction.atomic():
        _forget()
        if Completion.objects.filter(state__in=[State.WAITING, State.RUNNING]).count() >= MOST_WAITING:
            raise QueueFull
        job = Completion.objects.create(question=sent, release=release, seconds=seconds)
        work.enqueue(job.key)
    return job


def _forget() -> None:
    """Forget what has been kept for long enough, and what is known of the work on it."""
    now = timezone.now()
    Completion.objects.filter(expires_at__lt=now).delete()
    forget_work()


def forget_work() -> None:
    """Forget what is known of work that was begun long ago. What waits to be done stays, however long it waits."""
    begun = DBTaskResult.objects.exclude(status=TaskResultStatus.READY)
    begun.filter(started_at__lt=timezone.now() - 2 * KEPT).delete()


@task()
def work(key: str) -> None:
    """Answer the question of that key, unless it has been taken back."""
    jobs = Completion.objects.filter(key=key)
    now = timezone.now()
    if not jobs.filter(state=State.WAITING).update(state=State.RUNNING, started_at=now, heard_at=now):
        return
    job = jobs.get()
    told = time.monotonic()

    def heard(best: int | None, bound: int | None) -> bool:
        nonlocal told
        if time.monotonic() - told < 1:
            return True
        told = time.monotonic()
        return jobs.update(best=best, bound=bound, heard_at=timezone.now()) > 0

    try:
        library, question = completions.read(job.question, job.release)
        answer = completions.answer(library, question, job.seconds, heard, nice=BACKGROUND)
    except (Malformed, SolverFailed):
        log.exception("A legion could not be completed.")
        jobs.update(state=State.FAILED, heard_at=timezone.now())
        raise
    jobs.update(state=State.DONE, answer=answer, best=answer["value"], bound=answer["bound"], heard_at=timezone.now())


def as_document(job: Completion) -> dict[str, Any]:
    """Return a job as JSON."""
    until = job.heard_at if job.state in (State.DONE, State.FAILED) else timezone.now()
    lost = job.state == State.RUNNING and timezone.now() - job.heard_at > SILENT
    known = job.best is not None and job.bound is not None
    return {
        "job": job.key,
        "url": reverse("api-completion", args=[job.key]),
        "state": State.FAILED.value if lost else job.state,
        "progress": {
            "best": job.best,
            "bound": job.bound,
            "gap": job.bound - job.best if known else None,
            "seconds": round((until - job.started_at).total_seconds(), 1) if job.started_at else 0,
        },
        "completion": job.answer,
    }


def standing() -> Any:
    """Return the questions that are not forgotten yet."""
    return Completion.objects.filter(expires_at__gte=timezone.now())
