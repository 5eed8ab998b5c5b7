"""Files that commands read: no more of one than shows that it is too large."""

import sys
from pathlib import Path

from catalog.documents import json_input
from catalog.documents.errors import Fault, InvalidInput

STDIN = "-"
"""The name of the standard input."""


def read_bytes(name: str) -> bytes:
    """Return the bytes of a file, and no more of them than show that it is too large. Raises InvalidInput."""
    most = json_input.BATCH_LIMIT + 1
    try:
        if name == STDIN:
            return sys.stdin.buffer.read(most)
        with Path(name).open("rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput("malformed-json", [Fault("", "unreadable", f"It cannot be read: {reason}.")]) from error
