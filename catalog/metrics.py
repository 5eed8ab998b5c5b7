"""Numbers that processes count while they work, for Prometheus.

If METRICS_TOKEN is set, each process of the site and each worker writes its numbers to files in VAR_DIR, and
`operations.metrics_view` adds them up. The values of labels come from the code, such as the names of routes and tasks:
never from a request, so that their number is bounded and no metric contains an address, a person or a secret.
"""

from functools import cache
from typing import TypeVar

from prometheus_client import Counter, Histogram, Summary
from prometheus_client.metrics import MetricWrapperBase

AnyMetric = TypeVar("AnyMetric", bound=MetricWrapperBase)

REQUEST_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
WAIT_BUCKETS = (0.001, 0.01, 0.05, 0.25, 1.0, 2.5, 10.0)
TASK_BUCKETS = (0.05, 0.25, 1.0, 5.0, 15.0, 60.0, 300.0, 1800.0)

REQUESTS = Counter("muster_requests", "Requests that were answered.", ["route", "method", "status"])
REQUEST_SECONDS = Histogram(
    "muster_request_seconds", "Duration of requests, without their wait.", ["route", "method"], buckets=REQUEST_BUCKETS
)
REQUEST_WAIT_SECONDS = Histogram(
    "muster_request_wait_seconds", "Wait of complete requests for requests before them.", buckets=WAIT_BUCKETS
)
TASKS_QUEUED = Counter("muster_tasks_queued", "Tasks that were put into the queue.", ["task"])
TASKS_RUN = Counter("muster_tasks_run", "Tasks that a worker has run, by their outcome.", ["task", "outcome"])
TASK_SECONDS = Histogram("muster_task_seconds", "Duration of tasks.", ["task"], buckets=TASK_BUCKETS)
TASK_WAIT_SECONDS = Histogram(
    "muster_task_wait_seconds", "Wait of tasks from the time they were due.", buckets=TASK_BUCKETS
)
MAILS = Counter("muster_mails", "Attempts to send a mail, by their outcome.", ["outcome"])
CACHE_READS = Counter("muster_cache_reads", "Reads from the caches in the memory of processes.", ["cache", "outcome"])
CACHE_FAILURES = Counter("muster_cache_failures", "Failed accesses to the shared cache.")
JUDGEMENT_SECONDS = Summary("muster_judgement_seconds", "Duration of verdicts on lists.", ["game"])


@cache
def labelled(metric: AnyMetric, *values: str) -> AnyMetric:
    """Return the part of a metric with these values of its labels. Only pass values that come from the code."""
    return metric.labels(*values)


def count_cache_read(name: str, *, hit: bool) -> None:
    labelled(CACHE_READS, name, "hit" if hit else "miss").inc()
