"""What views say of their operations to `extend_schema`: components by name, problems by code, parameters."""

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
"""The problems of what takes a legion."""


class Errors(NamedTuple):
    """The problems that an operation answers with one status."""

    codes: tuple[str, ...]


def component(name: str) -> dict[str, str]:
    """Return a reference to the component schema `name`."""
    return {"$ref": COMPONENTS + name}


def body(name: str, *, lines: str = "") -> dict[str, dict[str, str]]:
    """Return the request body that is the component `name`; or, as lines, one of the component `lines` each."""
    plain = {GuardedJSONParser.media_type: component(name)}
    return {**plain, LinesParser.media_type: component(lines)} if lines else plain


def response(name: str, description: str) -> OpenApiResponse:
    """Return the response that is the component `name`, empty for none, where the summary does not describe it."""
    return OpenApiResponse(component(name) if name else None, description)


def errors(*codes: str) -> dict[int, Errors]:
    """Return the responses that are these problems, by status.

    Left out are those that follow from how the view is made (`AutoSchema`).
    """
    by_status: dict[int, tuple[str, ...]] = {}
    for code in codes:
        status = problems.PROBLEM_TYPES[code].status
        by_status[status] = (*by_status.get(status, ()), code)
    return {status: Errors(codes) for status, codes in by_status.items()}


def in_path(name: str, description: str, schema: Mapping[str, Any]) -> OpenApiParameter:
    """Return a part of a path."""
    return OpenApiParameter(name, dict(schema), OpenApiParameter.PATH, description=description)


def in_header(name: str, description: str, *, required: bool = False) -> OpenApiParameter:
    """Return a header field that an operation reads."""
    schema = {"type": "string", "maxLength": 400}
    return OpenApiParameter(name, schema, OpenApiParameter.HEADER, required=required, description=description)
