"""Periodic tasks of the catalog, and the cleanup of the task queue."""

from datetime import timedelta

from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from catalog.background.periodic import delete_in_chunks, periodic_task
from catalog.tables import table_import

SUCCESSFUL_RETENTION, FAILED_RETENTION = timedelta(hours=2), timedelta(days=7)
"""Retention of task results. Failed tasks are kept longer, so that an operator finds their tracebacks."""


@periodic_task(every=timedelta(hours=1))
def prune_task_results() -> None:
    """Delete the results of tasks that ended long ago. Queued tasks stay, however long no worker runs."""
    now = timezone.now()
    delete_in_chunks(DBTaskResult.objects.successful().filter(finished_at__lt=now - SUCCESSFUL_RETENTION))
    delete_in_chunks(DBTaskResult.objects.failed().filter(finished_at__lt=now - FAILED_RETENTION))


@periodic_task(every=timedelta(hours=6))
def prune_tables() -> None:
    """Delete imported tables that no curator has used for a long time."""
    delete_in_chunks(table_import.expired_tables())
