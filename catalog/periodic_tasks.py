"""What the catalog does again and again, and what is forgotten of the queue itself."""

from datetime import timedelta

from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from catalog.background.periodic import delete_in_chunks, periodic_task
from catalog.tables import table_import

SUCCESSFUL_RETENTION, FAILED_RETENTION = timedelta(hours=2), timedelta(days=7)
"""How long it is kept what came of a task; of one that failed for longer, so that an operator finds its traceback."""


@periodic_task(every=timedelta(hours=1))
def prune_task_results() -> None:
    """Delete what came of tasks that ended long ago. What is queued stays, however long no worker runs."""
    now = timezone.now()
    delete_in_chunks(DBTaskResult.objects.successful().filter(finished_at__lt=now - SUCCESSFUL_RETENTION))
    delete_in_chunks(DBTaskResult.objects.failed().filter(finished_at__lt=now - FAILED_RETENTION))


@periodic_task(every=timedelta(hours=6))
def prune_tables() -> None:
    """Delete the tables that curators brought in and that nobody has touched for long."""
    delete_in_chunks(table_import.expired_tables())
