"""Refusals of pasted text from which no list can be read."""

from catalog.documents.errors import Fault, InvalidInput


def refused(code: str, message: str, *, status: int = 400) -> InvalidInput:
    """Return the error for a text that is no list."""
    return InvalidInput("invalid-legion", [Fault("", code, message)], status=status)
