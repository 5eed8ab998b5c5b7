"""The worker of `manage.py db_worker`: the worker of django-tasks-db, made resilient to database outages.

While the database is unavailable or locked, the worker waits and retries. Interrupted tasks return to the queue, and
finished ones are recorded as soon as that is possible. A thread renews the worker's lease and recovers tasks of dead
workers (`leases`).
"""

from __future__ import annotations

import logging
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, OperationalError, connection
from django_tasks_db.compat import TaskContext, task_finished, task_started
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult
from django_tasks_db.utils import exclusive_transaction

from catalog import log_context
from catalog.background import leases, periodic, task_metrics
from catalog.background.former_tasks import current_path

logger = logging.getLogger(__name__)

UNAVAILABLE = (OperationalError, InterfaceError)
"""Django's exceptions for a database that is unavailable or locked, or has ended a connection or a statement."""

FIRST_WAIT, LONGEST_WAIT = 0.25, 5.0
"""Seconds between database retries: the first wait, doubled each time up to the longest."""

REMINDER_SECONDS = 60.0
"""Seconds between two log entries about an ongoing outage."""

LAST_SECONDS = 6
"""Seconds that a task may still run after the worker was asked to stop. After that it returns to the queue."""

PERIODIC_CHECK_SECONDS = 15.0
"""Seconds between two checks for due periodic tasks."""


def _close_old_connections() -> None:
    # Called through the library module so that tests can replace it: no connection may be closed within a test's
    # transaction.
    db_worker.close_old_connections()  # type: ignore[attr-defined]  # imported, not exported by the library


class Worker(db_worker.Worker):
    """Runs tasks until it is stopped, and survives outages of the database."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.stopping = threading.Event()
        self.unsure = False
        """True if a claim may have been written whose confirmation was lost."""
        self.outage = Outage(self.stopping)
        self.periodic_at = 0.0

    # -- stopping ------------------------------------------------------------------------------------------------------

    def configure_signals(self) -> None:
        """Stop on the signals of the library, and on the alarm after the grace period of a running task."""
        super().configure_signals()
        signal.signal(signal.SIGALRM, self.shutdown)

    def shutdown(self, signum: int, frame: FrameType | None) -> None:
        """Stop after the current task, or at once on the second signal. The interrupted task returns to the queue."""
        if self.running:
            logger.info("Received %s, stopping.", signal.strsignal(signum))
            self.running = False
            self.stopping.set()
            signal.alarm(LAST_SECONDS)
            return
        self.reset_signals()
        sys.exit(1)

    # -- the loop ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run queued tasks until a signal.

        With `batch`, stop when the queue is empty; with `max_tasks`, stop after that number of tasks. With `batch`, do
        not wait for the end of an outage: raise OperationalError or InterfaceError if the database is unavailable.
        """
        if self.startup_delay and self.interval:
            self.stopping.wait(random.random())  # noqa: S311 - spreads the start of several workers
        keeper = LeaseKeeper(self.worker_id)
        try:
            while self.running:
                try:
                    going_on = self.round(keeper)
                except UNAVAILABLE as error:
                    if self.batch:
                        raise
                    self.unsure = True
                    self.outage.wait(error)
                else:
                    self.outage.over()
                    if not going_on:
                        return
        finally:
            signal.alarm(0)
            keeper.end()

    def round(self, keeper: LeaseKeeper) -> bool:
        """Run one task, or wait if none is queued. Return whether to continue."""
        _close_old_connections()
        keeper.begin()
        if self.unsure:
            for task in leases.claimed_by(self.worker_id):
                leases.release_claim(task)
            self.unsure = False
        if not self.batch:
            self.queue_periodic()
        claimed = self.claim()
        if claimed is not None:
            request = claimed.args_kwargs.get("request", "")
            with task_metrics.measured(claimed), log_context.request_context(request, str(claimed.pk)):
                self.run_task(claimed)
            return self.max_tasks is None or self._run_tasks < self.max_tasks
        if not self.batch:
            self.stopping.wait(self.interval)
        return not self.batch

    def queue_periodic(self) -> None:
        """Queue the due periodic tasks, at intervals of `PERIODIC_CHECK_SECONDS`."""
        if time.monotonic() >= self.periodic_at:
            periodic.queue_due()
            self.periodic_at = time.monotonic() + PERIODIC_CHECK_SECONDS

    def claim(self) -> DBTaskResult | None:
        """Claim and return the next task; None if the queue is empty."""
        tasks = DBTaskResult.objects.ready().filter(backend_name=self.backend_name)
        if not self.process_all_queues:
            tasks = tasks.filter(queue_name__in=self.queue_names)
        if self.excluded_queue_names:
            tasks = tasks.exclude(queue_name__in=self.excluded_queue_names)
        if not tasks.exists():  # on SQLite nobody else can write while the queue is locked
            return None
        with exclusive_transaction(tasks.db):
            task = tasks.get_locked()
            if task is not None:
                task.claim(self.worker_id)
                task.task_path = current_path(task.task_path)
        return task

    # -- one task ------------------------------------------------------------------------------------------------------

    def run_task(self, db_task_result: DBTaskResult) -> None:
        """Run a task and record its result, however long the database takes to accept that."""
        self.running_task = True
        try:
            try:
                value = _call(db_task_result)
            except BaseException as error:
                if isinstance(error, SystemExit) and not self.running:
                    leases.requeue(db_task_result, leases.TaskLost("The worker was stopped."))
                    raise
                self._note_failure(db_task_result, error)
            else:
                self._note(lambda: _set_successful(db_task_result, value))
            _send_finished(db_task_result)
        finally:
            self.running_task = False
            self._run_tasks += 1

    def _note_failure(self, task: DBTaskResult, error: BaseException) -> None:
        if isinstance(error, UNAVAILABLE) and not self.batch:
            logger.warning("Task %s (%s) met a database that is away: %s", task.pk, task.task_path, error)
            self._note(lambda: leases.requeue(task, error))
        else:
            logger.error("Task %s (%s) failed.", task.pk, task.task_path, exc_info=error)
            self._note(lambda: task.set_failed(error))

    def _note(self, write: Callable[[], object]) -> None:
        """Record the result of a task. It retries until it succeeds: otherwise the finished task would run again."""
        while True:
            try:
                write()
            except UNAVAILABLE as error:
                if self.batch:
                    raise
                self.outage.wait(error)
                _close_old_connections()
            else:
                self.outage.over()
                return


def _call(row: DBTaskResult) -> Any:
    """Return the result of a task's function. Raises its exceptions, and ImportError for an unknown path."""
    task, result = row.task, row.task_result
    task_started.send(sender=task.get_backend(), task_result=result)
    if task.takes_context:
        return task.call(TaskContext(task_result=result), *result.args, **result.kwargs)
    return task.call(*result.args, **result.kwargs)


def _set_successful(row: DBTaskResult, value: Any) -> None:
    try:
        row.set_successful(value)
    except TypeError as error:  # the returned value is not JSON
        row.set_failed(error)


def _send_finished(row: DBTaskResult) -> None:
    """Send the library's signal, whose receiver writes the log entry."""
    try:
        sender = type(row.task.get_backend())
        result = row.task_result
    except (ImportError, SuspiciousOperation):
        logger.error("There is no task %s (%s).", row.task_path, row.pk)
    else:
        task_finished.send(sender=sender, task_result=result)


class Outage:
    """An ongoing outage of the database: its start, its log entries, and the next wait."""

    def __init__(self, stopping: threading.Event) -> None:
        self.stopping = stopping
        self.since: float | None = None
        self.reminded_at = 0.0
        self.seconds = FIRST_WAIT

    def wait(self, error: Exception) -> None:
        """Wait before the next database access, longer each time."""
        now = time.monotonic()
        if self.since is None:
            self.since, self.reminded_at = now, now
            logger.warning("The database does not answer, the worker waits: %s", error)
        elif now - self.reminded_at >= REMINDER_SECONDS:
            self.reminded_at = now
            logger.error("The database has not answered for %d s: %s", now - self.since, error)
        # Not `stopping.wait`, which returns at once after a stop: recording a finished task still has to be retried.
        time.sleep(self.seconds)
        self.seconds = min(2 * self.seconds, LONGEST_WAIT)

    def over(self) -> None:
        """Record the end of the outage."""
        if self.since is not None:
            logger.warning("The database answers again after %.0f s.", time.monotonic() - self.since)
            self.since, self.seconds = None, FIRST_WAIT


class LeaseKeeper(threading.Thread):
    """Renews the lease of a worker while it runs, and recovers the tasks of dead workers."""

    def __init__(self, worker: str) -> None:
        super().__init__(name="lease", daemon=True)
        self.worker = worker
        self.ended = threading.Event()
        self.begun = False
        self.beaten_at = 0.0
        self.may_take_back_at = 0.0

    def begin(self) -> None:
        """Start to renew the lease, once. Raises OperationalError and InterfaceError."""
        if self.begun:
            return
        self.beat()
        self.begun = True
        # Within the transaction of a test, other connections do not see this worker's claims and would wait for it.
        if not connection.in_atomic_block:
            self.start()

    def run(self) -> None:
        """Renew the lease until the worker ends."""
        away = False
        while not self.ended.wait(leases.RENEWAL_SECONDS):
            try:
                self.beat()
            except UNAVAILABLE as error:
                if not away:
                    logger.warning("The lease of the worker could not be renewed: %s", error)
                away = True
            except Exception:
                logger.exception("The lease of the worker could not be renewed.")
            else:
                away = False
            finally:
                _close_old_connections()
        connection.close()

    def beat(self) -> None:
        """Renew the lease and recover lost tasks. Called every `leases.RENEWAL_SECONDS` seconds."""
        leases.renew(self.worker)
        now = time.monotonic()
        if now - self.beaten_at > 3 * leases.RENEWAL_SECONDS:
            # If this worker could not renew its lease, others could not either: they get time to renew theirs.
            self.may_take_back_at = now + leases.LEASE.total_seconds()
        self.beaten_at = now
        if now >= self.may_take_back_at:
            leases.requeue_lost()

    def end(self) -> None:
        """Stop renewing and delete the lease. If the database is unavailable, the lease expires by itself."""
        self.ended.set()
        if self.is_alive():
            self.join(timeout=1)
        if self.begun:
            try:
                leases.end(self.worker)
            except UNAVAILABLE:
                logger.warning("The end of the worker could not be noted.")
