"""The straight way for programs: what surrounds the pages of people is left out around the answers to their questions.

A program that reads or judges shows neither a cookie nor a token. Sessions, messages, accounts and forms have nothing
to do with its question, and to ask them all takes longer than many an answer does.
"""

from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch, resolve
from django.utils.module_loading import import_string

from catalog.api_base import problems
from legions.site import languages

GetResponse = Callable[[HttpRequest], HttpResponse]
MAX_CACHED_PATH_LENGTH = 200
"""Characters of a path of which it is kept where it leads."""


def skip_page_middleware(get_response: GetResponse) -> GetResponse:
    """Answer a question of the API that shows neither a cookie nor a token without most of what stands below.

    Around it stands `API_MIDDLEWARE` alone. Nobody sees a difference: the rest does nothing to such a question.
    """
    straight = convert_exception_to_response(_call_view)
    for name in reversed(settings.API_MIDDLEWARE):
        straight = convert_exception_to_response(import_string(name)(straight))

    def middleware(request: HttpRequest) -> HttpResponse:
        if not problems.is_api_request(request) or has_credentials(request):
            return get_response(request)
        languages.activate_english(request)
        return straight(request)

    return middleware


def has_credentials(request: HttpRequest) -> bool:
    """Return whether a request shows anything by which somebody could be known."""
    return bool(request.META.get("HTTP_COOKIE") or request.META.get("HTTP_AUTHORIZATION"))


@lru_cache(maxsize=1_000)
def _resolve(path: str, urlconf: str) -> ResolverMatch:
    """Return which view a path leads to, without a walk through all patterns for those that are asked for often."""
    return resolve(path, urlconf)


def _call_view(request: HttpRequest) -> HttpResponse:
    """Return what the view says. What it raises is answered around it, as everywhere."""
    path = request.path_info
    find = _resolve if len(path) <= MAX_CACHED_PATH_LENGTH else resolve
    request.resolver_match = match = find(path, settings.ROOT_URLCONF)
    return match.func(request, *match.args, **match.kwargs)
