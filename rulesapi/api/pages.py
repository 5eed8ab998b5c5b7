"""Documentation of the API for people and programs: its description, its docs page, and a page for each problem."""

import json
from functools import cache, lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base import problems, throttling
from catalog.api_base.openapi.operations import component
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CACHE_NEWEST, BaseAPIView, conditional_response
from rulesapi import openapi
from rulesapi.docs import sections


class OpenAPIView(BaseAPIView):
    """The OpenAPI description of the API, generated with `manage.py build_openapi`."""

    parameters = ()
    response_headers = ("ETag",)
    any_origin = True

    @extend_schema(
        operation_id="getOpenApi",
        summary="Read this description",
        tags=["Catalog"],
        responses={200: component("OpenApi")},
    )
    def get(self, request: Request) -> Response:
        """Return the committed description."""
        return conditional_response(request, _description(), {"Cache-Control": CACHE_NEWEST})


@cache
def _description() -> CachedResponse:
    body = openapi.stored()
    return CachedResponse(body, digest_etag(body))


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Render the docs page."""
    host = request.build_absolute_uri("/").rstrip("/")
    return render(request, "api/docs.html", {"sections": _sections(host), "limits": throttling.api_rate_limits()})


@lru_cache(maxsize=8)  # hosts: Muster answers to few, but ALLOWED_HOSTS may name a whole domain
def _sections(host: str) -> list[dict[str, Any]]:
    return sections(json.loads(openapi.stored()), host)


@require_safe
def problem_index(request: HttpRequest) -> HttpResponse:
    """Render the list of all problem types."""
    return render(request, "api/problems.html", {"sorts": _problem_types()})


@require_safe
def problem_page(request: HttpRequest, code: str) -> HttpResponse:
    """Render the page of a problem type, to which the `type` of problems links. Raises Http404."""
    if code not in problems.PROBLEM_TYPES:
        raise Http404
    return render(request, "api/problem.html", {"code": code, "sort": problems.PROBLEM_TYPES[code]})


def _problem_types() -> list[tuple[str, Any]]:
    return sorted(problems.PROBLEM_TYPES.items(), key=lambda item: (item[1].status, item[0]))
