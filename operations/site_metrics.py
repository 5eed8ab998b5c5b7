"""Metrics of the whole site, read when Prometheus asks: every node of a site returns the same values."""

import logging
from collections.abc import Callable, Iterable, Iterator

from django.db import DatabaseError
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from catalog.background import leases
from operations import readiness, site_state

logger = logging.getLogger(__name__)


class SiteMetrics(Collector):
    """The metrics that come from the database and the disk. Without a database only the readiness is returned."""

    def collect(self) -> Iterable[Metric]:
        state = readiness.check_readiness()
        yield _gauge("muster_ready", "1 if cards and pages can be served.", state.ready)
        degraded = GaugeMetricFamily("muster_degraded", "1 for each degraded part of /readyz.", labels=["part"])
        for part in readiness.PARTS:
            degraded.add_metric([part], part in state.degraded)
        yield degraded
        if state.ready:
            for read in (_release, _tasks, _mails, _workers, _disk, _backup):
                yield from _readable(read)


def _readable(read: Callable[[], Iterator[Metric]]) -> list[Metric]:
    try:
        return list(read())
    except (DatabaseError, OSError):
        logger.exception("Metrics of the site could not be read.")
        return []


def _release() -> Iterator[Metric]:
    if release := site_state.newest_release():
        yield _gauge("muster_release_number", "The newest release.", release.number)
        yield _gauge(
            "muster_release_published_timestamp_seconds", "When it was published.", release.published_at.timestamp()
        )


def _tasks() -> Iterator[Metric]:
    tasks = GaugeMetricFamily("muster_tasks", "Tasks in the database, by their state.", labels=["task", "state"])
    oldest = GaugeMetricFamily("muster_oldest_task_seconds", "Wait of the oldest due task so far.")
    queues = site_state.task_queues()
    for queue in queues:
        for state in ("waiting", "scheduled", "running", "failed"):
            tasks.add_metric([queue.path, state], getattr(queue, state))
    oldest.add_metric([], max((site_state.seconds_since(queue.waiting_since) for queue in queues), default=0))
    yield from (tasks, oldest)


def _mails() -> Iterator[Metric]:
    queue = site_state.mail_queue()
    mails = GaugeMetricFamily("muster_mails_unsent", "Unsent mails, by their state.", labels=["state"])
    mails.add_metric(["waiting"], queue.waiting)
    mails.add_metric(["failed"], queue.failed)
    yield mails
    age = site_state.seconds_since(queue.waiting_since)
    yield _gauge("muster_oldest_mail_seconds", "Age of the oldest waiting mail.", age)


def _workers() -> Iterator[Metric]:
    yield _gauge("muster_workers", "Workers with a valid lease, on all nodes.", len(leases.alive()))


def _disk() -> Iterator[Metric]:
    yield _gauge("muster_disk_free_bytes", "Free space of the disk of VAR_DIR.", site_state.free_bytes())
    yield _gauge("muster_database_bytes", "Size of the database.", site_state.database_bytes())


def _backup() -> Iterator[Metric]:
    if backup := site_state.last_entry(site_state.BACKUP_WRITTEN):
        yield _gauge("muster_backup_timestamp_seconds", "When the last backup was written.", backup.at.timestamp())


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(name, meaning, value=value)
