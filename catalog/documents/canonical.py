"""Canonical JSON: one spelling for files, one for the wire and for digests."""

import json
from typing import Any


def compact(document: Any) -> str:
    """Return `document` without spaces and with sorted keys, as it is stored, served and digested.

    For ASCII keys and integers, which is all our documents hold, this equals RFC 8785.
    """
    return json.dumps(document, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def pretty(document: Any) -> str:
    """Return `document` as it stands in a file: sorted keys, two spaces, a final newline."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False, sort_keys=True, indent=2) + "\n"
