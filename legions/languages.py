"""Which language an answer is in: the one chosen in this browser, or else what the browser asks for."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

from rulesapi import problems

SAME_FOR_ALL = frozenset(
    (
        "everybody-feed",
        "face",
        "game-feed",
        "format-feed",
        "person-feed",
        "picture",
        "shared-picture",
        "shield",
        "sitemap",
    )
) | frozenset(("sitemap-section", "robots", "security", "favicon"))
"""The addresses, by name, of what caches keep for everybody: it is in English, like the API."""


class LanguageOfReader(LocaleMiddleware):
    """Speak the reader's language on pages. The API and what is kept for everybody are in English."""

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language of the answer."""
        if problems.concerns(request):
            _same_for_all(request)
        else:
            super().process_request(request)

    def process_view(self, request: HttpRequest, view: object, args: Any, kwargs: Any) -> None:
        """Choose English for what is the same for all."""
        if request.resolver_match.url_name in SAME_FOR_ALL:
            _same_for_all(request)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Tell caches what the language was chosen by, so that none hands on a page in another one."""
        if hasattr(request, "same_for_all"):
            return response
        response = super().process_response(request, response)
        patch_vary_headers(response, ["Cookie"])
        return response


def _same_for_all(request: HttpRequest) -> None:
    translation.activate("en")
    request.LANGUAGE_CODE = "en"
    request.same_for_all = True
