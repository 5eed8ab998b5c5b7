"""Which language a response is in: the one chosen in this browser, or else what the browser asks for.

An address may name a language too (`?lang=de`). It decides for what caches keep for everybody, such as feeds and drawn
faces, and for whoever asks for no language, as the programs do by which chats look at a link. What a page in another
language than English links to of these is named so.
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
        "format-feed",
        "oembed",
        "person-feed",
        "picture",
        "shared-picture",
        "shield",
        "sitemap",
    )
) | frozenset(("sitemap-section", "robots", "security", "favicon"))
"""The addresses, by name, of what caches keep for everybody: it is in English, like the API, or as the address says."""


class by_language:  # noqa: N801 - a decorator, as cached_property is
    """A `cached_property` of something that the process keeps for everybody: worked out once for each language."""

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
    """Speak the reader's language on pages. The API and what is kept for everybody are in English."""

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language of the response."""
        if problems.is_api_request(request):
            activate_english(request)
        else:
            super().process_request(request)
            if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES and "Accept-Language" not in request.headers:
                _activate(request, language_of_url(request))

    def process_view(self, request: HttpRequest, view: object, args: Any, kwargs: Any) -> None:
        """Choose English, or what the address names, for what is the same for all."""
        if request.resolver_match and request.resolver_match.url_name in LANGUAGE_NEUTRAL_URLS:
            _same_for_all(request, language_of_url(request))

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Tell caches what the language was chosen by, so that none hands on a page in another one."""
        if hasattr(request, "same_for_all"):
            return response
        response = super().process_response(request, response)
        patch_vary_headers(response, ["Cookie"])
        return response


def language_of_url(request: HttpRequest) -> str:
    """Return the language that an address names, English where it names none that is spoken here."""
    language = request.GET.get("lang", "")
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def localized_url(address: str) -> str:
    """Return an address as it is linked from here: naming the language spoken, unless it is English."""
    language = translation.get_language()
    if language == settings.LANGUAGE_CODE:
        return address
    return f"{address}{'&' if '?' in address else '?'}lang={language}"


def activate_english(request: HttpRequest) -> None:
    """Answer in English, whoever asks, as the API does."""
    _same_for_all(request, settings.LANGUAGE_CODE)


def _same_for_all(request: HttpRequest, language: str) -> None:
    _activate(request, language)
    request.same_for_all = True  # type: ignore[attr-defined]  # read by the middleware alone


def _activate(request: HttpRequest, language: str) -> None:
    translation.activate(language)
    request.LANGUAGE_CODE = language
