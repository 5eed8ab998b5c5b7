"""The queue of tasks: the database backend of django-tasks-db, which also counts tasks and notes who queued them."""

from collections.abc import Sequence
from typing import Any

from django_tasks_db import DatabaseBackend
from django_tasks_db.compat import normalize_json, task_enqueued

from catalog import log_context, metrics

PERIODIC = "catalog.background.periodic.run_periodic"
"""The task that runs a periodic task, whose name is its only argument."""


def label(path: str, args: Sequence[Any]) -> str:
    """Return the label of a task: its dotted path, or that of the periodic task that it runs."""
    return str(args[0]) if path == PERIODIC and args else path


class CountingBackend(DatabaseBackend):
    """The database backend, with a metric of queued tasks, and with the id of the request that queues a task."""

    def enqueue(self, task: Any, args: Any, kwargs: Any) -> Any:
        """Queue a task and return its result object.

        The row is that of the library and the id of the request, which workers of earlier versions ignore.
        """
        from django_tasks_db.models import DBTaskResult  # tasks are declared before Django can import models

        self.validate_task(task)
        stored = DBTaskResult.objects.create(
            args_kwargs=normalize_json({"args": args, "kwargs": kwargs, "request": log_context.request_id()}),
            priority=task.priority,
            task_path=task.module_path,
            queue_name=task.queue_name,
            run_after=task.run_after,
            backend_name=self.alias,
        )
        queued = stored.task_result
        task_enqueued.send(type(self), task_result=queued)
        metrics.labelled(metrics.TASKS_QUEUED, label(task.module_path, args)).inc()
        return queued
