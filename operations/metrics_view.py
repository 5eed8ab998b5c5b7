"""The page that Prometheus reads: the sums of the metrics of all processes of this node, and the state of the site."""

from collections.abc import Callable, Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY, CollectorRegistry, Metric, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from catalog import metrics_files
from operations import site_metrics

merge: Callable[[list[str]], Iterable[Metric]] = MultiProcessCollector.merge

OFF = "Metrics are off. Set METRICS_TOKEN and start Muster again."
REFUSED = "Send the token of METRICS_TOKEN in the header Authorization: Bearer TOKEN."


class _ProcessMetrics(Collector):
    """The metrics of all processes, added up; without files those of this process."""

    def collect(self) -> Iterable[Metric]:
        files = metrics_files.files(settings.METRICS_DIR)
        return merge(files) if files else REGISTRY.collect()


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics to a client with the token."""
    if not settings.METRICS_TOKEN:
        return _refusal(OFF, 404)
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        return _refusal(REFUSED, 401)
    registry = CollectorRegistry()
    registry.register(_ProcessMetrics())
    registry.register(site_metrics.SiteMetrics())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST, headers=HEADERS)


HEADERS = {"Cache-Control": "no-store"}


def _refusal(text: str, status: int) -> HttpResponse:
    headers = HEADERS | ({"WWW-Authenticate": "Bearer"} if status == 401 else {})
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8", headers=headers)
