"""Titles of documents whose name is not known."""

from collections.abc import Mapping
from typing import Any


def document_title(document: Mapping[str, Any]) -> str:
    """Return the name for people: the printed name, else the class, else the slug."""
    return str(document.get("name") or document.get("class") or document["slug"])
