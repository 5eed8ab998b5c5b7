"""Two questions that whatever runs Muster asks: does the process live, and can it serve."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from operations import readiness


@require_safe
def livez(request: HttpRequest) -> HttpResponse:
    """Say that the process answers; nothing else is asked."""
    return _plain("alive", 200)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether cards and pages can be served, and which parts are amiss besides; why stands in the log alone.

    Parts that cards and pages do without make it a 503 only where `READYZ_STRICT` says so.
    """
    found = readiness.check_readiness()
    ready = found.ready and not (settings.READYZ_STRICT and found.degraded)
    degraded = f", degraded: {', '.join(found.degraded)}" if found.degraded else ""
    return _plain(f"{'ready' if ready else 'not ready'}{degraded}", 200 if ready else 503)


def _plain(text: str, status: int) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8", headers=headers)
