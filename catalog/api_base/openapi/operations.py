"""Arguments of `extend_schema` for views: components by name, problems by code, parameters."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from catalog.api_base import problems
from catalog.api_base.parsers import GuardedJSONParser, LinesParser

COMPONENTS = "#/components/schemas/"
LEGION_ERRORS = (
    "invalid-legion",
    "unknown-game",
    "unknown-format",
    "unknown-house-rule",
    "unknown-set",
    "uncounted-set",
    "not-judged-yet",
)
"""The problems of operations that take a legion."""


class Errors(NamedTuple):
    """The problems of an operation with one status."""

    codes: tuple[str, ...]


def component(name: str) -> dict[str, str]:
    """Return a reference to the component schema `name`."""
    return {"$ref": COMPONENTS + name}


def body(name: str, *, lines: str = "") -> dict[str, dict[str, str]]:
    """Return the request body with the component `name`, also accepted as lines of the component `lines` if given."""
    plain = {GuardedJSONParser.media_type: component(name)}
    return {**plain, LinesParser.media_type: component(lines)} if lines else plain


def response(name: str, description: str) -> OpenApiResponse:
    """Return a response with the component `name`, or without a body for an empty name, and its own description."""
    return OpenApiResponse(component(name) if name else None, description)


def errors(*codes: str) -> dict[int, Errors]:
    """Return the responses for these problem codes, keyed by status.

    Problems that follow from the attributes of the view are added by `auto_schema.AutoSchema`.
    """
    by_status: dict[int, tuple[str, ...]] = {}
    for code in codes:
        status = problems.PROBLEM_TYPES[code].status
        by_status[status] = (*by_status.get(status, ()), code)
    return {status: Errors(codes) for status, codes in by_status.items()}


def in_path(name: str, description: str, schema: Mapping[str, Any]) -> OpenApiParameter:
    """Return a path parameter."""
    return OpenApiParameter(name, dict(schema), OpenApiParameter.PATH, description=description)


def in_header(name: str, description: str, *, required: bool = False) -> OpenApiParameter:
    """Return a request header field."""
    schema = {"type": "string", "maxLength": 400}
    return OpenApiParameter(name, schema, OpenApiParameter.HEADER, required=required, description=description)
