"""The queue of tasks: the database backend of django-tasks-db, which also counts queued tasks."""

from collections.abc import Sequence
from typing import Any

from django_tasks_db.backend import DatabaseBackend

from catalog import metrics

PERIODIC = "catalog.background.periodic.run_periodic"
"""The task that runs a periodic task, whose name is its only argument."""


def label(path: str, args: Sequence[Any]) -> str:
    """Return the label of a task: its dotted path, or that of the periodic task that it runs."""
    return str(args[0]) if path == PERIODIC and args else path


class CountingBackend(DatabaseBackend):
    """The database backend, with a metric of queued tasks."""

    def enqueue(self, task: Any, args: Any, kwargs: Any) -> Any:
        """Queue a task and return its result object."""
        queued: Any = super().enqueue(task, args, kwargs)
        metrics.labelled(metrics.TASKS_QUEUED, label(task.module_path, args)).inc()
        return queued
