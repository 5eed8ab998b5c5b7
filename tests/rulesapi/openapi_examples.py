"""The documents that the examples of the description are about: cards that come with Muster, and legions of them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from catalog.api_base.openapi import examples

SOURCE = Path(__file__).resolve().parent / "openapi_examples.json"
FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
JSON = "application/json"


@cache
def example_world() -> dict[str, Any]:
    """Return the documents."""
    return json.loads(SOURCE.read_text("utf-8"))


def in_path(operation: str) -> dict[str, Any]:
    """Return the parts of the path in the examples of an operation."""
    return examples.of(operation)["parameters"]


def answers(operation: str, status: int = 200) -> dict[str, Any]:
    """Return the responses in the examples of an operation, by their names."""
    return examples.of(operation)["responses"][str(status)][JSON]
