"""The error of a form that cannot be carried out as it was sent."""

from catalog.documents.errors import Fault, InvalidInput


def invalid_form(message: str, pointer: str = "", code: str = "invalid") -> InvalidInput:
    """Return the error of a form with one fault."""
    return InvalidInput("invalid-form", [Fault(pointer, code, message)])
