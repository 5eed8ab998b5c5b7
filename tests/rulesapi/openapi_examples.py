"""The documents used in the examples of the OpenAPI document: cards that ship with Muster, and legions of them."""

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
    """Return the documents of the examples."""
    return json.loads(SOURCE.read_text("utf-8"))


def in_path(operation: str) -> dict[str, Any]:
    """Return the path parameters in the examples of an operation."""
    return examples.of(operation)["parameters"]


def answers(operation: str, status: int = 200) -> dict[str, Any]:
    """Return the example responses of an operation by name."""
    return examples.of(operation)["responses"][str(status)][JSON]
