"""Health checks for process managers and load balancers: liveness and readiness."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from operations import readiness


@require_safe
def livez(request: HttpRequest) -> HttpResponse:
    """Report that the process responds; nothing is checked."""
    return _plain("alive", 200)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Report whether cards and pages can be served, and which parts are degraded; details are only in the log.

    Degraded parts that cards and pages do not need result in a 503 only if `READYZ_STRICT` is set.
    """
    found = readiness.check_readiness()
    ready = found.ready and not (settings.READYZ_STRICT and found.degraded)
    degraded = f", degraded: {', '.join(found.degraded)}" if found.degraded else ""
    return _plain(f"{'ready' if ready else 'not ready'}{degraded}", 200 if ready else 503)


def _plain(text: str, status: int) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8", headers=headers)
