"""The language of a response: the language chosen in this browser, else the language that the browser requests.

An address may also name a language (`?lang=de`). It applies to shared cached responses, such as feeds and card images,
and to clients that request no language, such as the link previews of chat programs. Pages in other languages than
English add this parameter to their links to such addresses.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

from catalog.api_base import problems

LANGUAGE_NEUTRAL_URLS = frozenset(
    (
        "everybody-feed",
        "face",
        "game-feed",
        "game-releases-feed",
        "format-feed",
        "oembed",
        "person-feed",
        "picture",
        "releases-feed",
        "shared-picture",
        "shield",
        "sitemap",
        "storyline",
    )
) | frozenset(("sitemap-section", "robots", "security", "favicon"))
"""URL names of shared cached responses: they are in English, like the API, or in the language of the address."""


class by_language:  # noqa: N801 - a decorator like cached_property
    """A `cached_property` for values that the whole process shares: computed once for each language."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = f"{name} by language"

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        cached = instance.__dict__.setdefault(self.name, {})
        language = translation.get_language()
        if language not in cached:
            cached[language] = self.function(instance)
        return cached[language]


class ReaderLanguageMiddleware(LocaleMiddleware):
    """Middleware that activates the reader's language for pages, and English for the API and shared cached
    responses.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language of the response."""
        if problems.is_api_request(request):
            activate_english(request)
        else:
            super().process_request(request)
            if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES and "Accept-Language" not in request.headers:
                _activate(request, language_of_url(request))

    def process_view(self, request: HttpRequest, view: object, args: Any, kwargs: Any) -> None:
        """Activate English, or the language of the address, for responses that do not depend on the reader."""
        if request.resolver_match and request.resolver_match.url_name in LANGUAGE_NEUTRAL_URLS:
            _same_for_all(request, language_of_url(request))

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the headers that the language depends on to Vary, so that caches serve each page in its language."""
        if hasattr(request, "same_for_all"):
            return response
        response = super().process_response(request, response)
        patch_vary_headers(response, ["Cookie"])
        return response


def language_of_url(request: HttpRequest) -> str:
    """Return the language of an address, or English if it has none or an unsupported one."""
    language = request.GET.get("lang", "")
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def localized_url(address: str) -> str:
    """Return an address with the current language as its parameter, unless that is English."""
    language = translation.get_language()
    if language == settings.LANGUAGE_CODE:
        return address
    return f"{address}{'&' if '?' in address else '?'}lang={language}"


def activate_english(request: HttpRequest) -> None:
    """Activate English for the response, as for the API."""
    _same_for_all(request, settings.LANGUAGE_CODE)


def _same_for_all(request: HttpRequest, language: str) -> None:
    _activate(request, language)
    request.same_for_all = True  # type: ignore[attr-defined]  # read by the middleware alone


def _activate(request: HttpRequest, language: str) -> None:
    translation.activate(language)
    request.LANGUAGE_CODE = language
