"""Metrics of tasks: their wait, duration and outcome."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult, get_date_max

from catalog import metrics
from catalog.background.task_backend import label


def due_at(task: DBTaskResult) -> datetime:
    """Return the time from which a worker may run a task."""
    return task.enqueued_at if task.run_after == get_date_max() else task.run_after


@contextmanager
def measured(task: DBTaskResult) -> Iterator[None]:
    """Measure a claimed task that is run and recorded in the block. A task that is still running is queued again."""
    name = label(task.task_path, task.args_kwargs["args"])
    if task.started_at:
        metrics.TASK_WAIT_SECONDS.observe(max(0.0, (task.started_at - due_at(task)).total_seconds()))
    began = time.monotonic()
    try:
        yield
    finally:
        outcome = "requeued" if task.status == TaskResultStatus.RUNNING else task.status.lower()
        metrics.labelled(metrics.TASK_SECONDS, name).observe(time.monotonic() - began)
        metrics.labelled(metrics.TASKS_RUN, name, outcome).inc()
