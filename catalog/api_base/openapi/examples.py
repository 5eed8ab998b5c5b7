"""The examples of the API description: `openapi/examples/*.json` of each app, keyed by operation id.

Each operation has examples of its path `parameters`, of its `request` by media type, and of its `responses` by status
and media type, each under a descriptive name. By default the first of the `examples` in the component schema of a body
is used, also for the path parameters. `problems.json` has an example of each problem, keyed by code.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from catalog import documents
from catalog.api_base import problems
from catalog.api_base.openapi.files import read_all

PROBLEMS = "problems"
UNNAMED = "As it is answered"


@cache
def stored() -> dict[str, Any]:
    """Return the content of all example files."""
    return read_all("examples")


def of(operation: str) -> dict[str, Any]:
    """Return the examples of an operation."""
    return stored().get(operation, {})


def of_body(body_examples: Mapping[str, Any], schema: Mapping[str, str] | None) -> dict[str, Any]:
    """Return the given examples of a body, or the example of its component if none are given."""
    if body_examples or not schema:
        return dict(body_examples)
    component = _components().get(schema["$ref"].rpartition("/")[2], {})
    return {UNNAMED: component["examples"][0]} if "examples" in component else {}


@cache
def _components() -> dict[str, Any]:
    return read_all("components")


def of_problem(code: str) -> dict[str, Any]:
    """Return an example of the problem `code`."""
    return stored()[PROBLEMS].get(code) or problems.problem_document(code)


def named(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return examples in OpenAPI's format."""
    return {documents.slugify(name): {"summary": name, "value": value} for name, value in shown.items()}
