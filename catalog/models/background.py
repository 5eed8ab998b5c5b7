"""Models of `db_worker`: the workers that are alive, and the due times of periodic tasks."""

from django.db import models


class WorkerLease(models.Model):
    """A running worker process; it renews `seen_at` every few seconds.

    A task claimed by a worker without a valid lease is lost, and another worker takes it over.
    """

    worker = models.CharField(primary_key=True, max_length=64)
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.worker} ({self.seen_at})"


class PeriodicTaskState(models.Model):
    """The time at which a periodic task is queued next, by its dotted path. Only the worker that updates `due_at`
    queues it.
    """

    name = models.CharField(primary_key=True, max_length=200)
    due_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} ({self.due_at})"
