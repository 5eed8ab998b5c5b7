"""Canonical JSON in two forms: indented for files, compact for storage, responses and digests."""

import json
from typing import Any


def compact(document: Any) -> str:
    """Return `document` in the compact form: sorted keys and no spaces.

    For ASCII keys and integers, the only ones in documents, this equals RFC 8785.
    """
    return json.dumps(document, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def pretty(document: Any) -> str:
    """Return `document` in the form of files: sorted keys, indented by two spaces, with a final newline."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False, sort_keys=True, indent=2) + "\n"
