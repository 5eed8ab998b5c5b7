"""What `db_worker` keeps about itself: which workers are alive, and when each periodic task is due."""

from django.db import models


class WorkerLease(models.Model):
    """A worker process that is alive: it renews `seen_at` every few seconds for as long as it runs.

    A task that a worker without a valid lease had claimed is lost, and another worker takes it up.
    """

    worker = models.CharField(primary_key=True, max_length=64)
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.worker} ({self.seen_at})"


class PeriodicTaskState(models.Model):
    """When a periodic task is to be queued next, by its dotted path. Only the worker that moves `due_at` queues it."""

    name = models.CharField(primary_key=True, max_length=200)
    due_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} ({self.due_at})"
