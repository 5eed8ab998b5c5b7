"""Titles of documents without a name."""

from collections.abc import Mapping
from typing import Any


def document_title(document: Mapping[str, Any]) -> str:
    """Return the title of a document: its printed name, else its class, else its slug."""
    return str(document.get("name") or document.get("class") or document["slug"])
