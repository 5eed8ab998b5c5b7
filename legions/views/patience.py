"""Who asks for the same costly thing too often has to wait."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from . import errors


def too_often(request: HttpRequest, what: str, *, most: int, seconds: int) -> HttpResponse | None:
    """Count that an address asks for `what`, and answer 429 from the time after `most` within so many seconds on."""
    counter = f"{what}:{request.META.get('REMOTE_ADDR', '')}"
    cache.add(counter, 0, seconds)
    try:
        tries = cache.incr(counter)
    except ValueError:  # it ran out just now
        tries = 1
    if tries <= most:
        return None
    response = errors.too_many(request)
    response["Retry-After"] = str(seconds)
    return response
