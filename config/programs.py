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

from legions import languages
from rulesapi import problems

Answering = Callable[[HttpRequest], HttpResponse]
LONGEST_KEPT = 200
"""Characters of a path of which it is kept where it leads."""


def straight_for_programs(get_response: Answering) -> Answering:
    """Answer a question of the API that shows neither a cookie nor a token without most of what stands below.

    Around it stands `MIDDLEWARE_OF_PROGRAMS` alone. Nobody sees a difference: the rest does nothing to such a question.
    """
    straight = convert_exception_to_response(_answered)
    for name in reversed(settings.MIDDLEWARE_OF_PROGRAMS):
        straight = convert_exception_to_response(import_string(name)(straight))

    def middleware(request: HttpRequest) -> HttpResponse:
        if not problems.concerns(request) or is_somebodys(request):
            return get_response(request)
        languages.speak_english(request)
        return straight(request)

    return middleware


def is_somebodys(request: HttpRequest) -> bool:
    """Return whether a request shows anything by which somebody could be known."""
    return bool(request.META.get("HTTP_COOKIE") or request.META.get("HTTP_AUTHORIZATION"))


@lru_cache(maxsize=1_000)
def _found(path: str, urlconf: str) -> ResolverMatch:
    """Return which view a path leads to, without a walk through all patterns for those that are asked for often."""
    return resolve(path, urlconf)


def _answered(request: HttpRequest) -> HttpResponse:
    """Return what the view says. What it raises is answered around it, as everywhere."""
    path = request.path_info
    find = _found if len(path) <= LONGEST_KEPT else resolve
    request.resolver_match = match = find(path, settings.ROOT_URLCONF)
    return match.func(request, *match.args, **match.kwargs)
