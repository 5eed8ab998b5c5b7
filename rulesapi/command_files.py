"""Input files of commands, read only up to the maximum size."""

import sys
from pathlib import Path

from catalog.documents import json_input
from catalog.documents.errors import Fault, InvalidInput

STDIN = "-"
"""The file name that means standard input."""


def read_bytes(name: str) -> bytes:
    """Return the bytes of a file, up to one byte beyond the maximum size. Raises InvalidInput."""
    most = json_input.BATCH_LIMIT + 1
    try:
        if name == STDIN:
            return sys.stdin.buffer.read(most)
        with Path(name).open("rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput("malformed-json", [Fault("", "unreadable", f"It cannot be read: {reason}.")]) from error
