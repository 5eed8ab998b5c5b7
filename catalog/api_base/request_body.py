"""How the body of a request is read: an object of certain fields, every other refused by its name."""

from collections.abc import Iterable, Sequence
from typing import Any

from rest_framework.request import Request

from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.documents.suggestions import close_matches, did_you_mean, listed


def read_body(request: Request, what: str) -> Any:
    """Return the JSON that was sent.

    Raises InvalidInput `malformed-json`, for no body at all too; `what` was expected.
    """
    if request.stream is None:
        raise InvalidInput("malformed-json", [Fault("", "not-json", f"The body is empty. Send {what} as JSON.")])
    return request.data


def read_object(request: Request, known: Sequence[str], needed: Iterable[str]) -> tuple[dict[str, Any], list[Fault]]:
    """Return the object that was sent, and what is wrong with its fields: those needed that are missing, strange ones.

    Raises InvalidInput `malformed-json`, and `invalid-question` for what is no object.
    """
    return check_object(read_body(request, "a question"), known, needed)


def check_object(found: Any, known: Sequence[str], needed: Iterable[str]) -> tuple[dict[str, Any], list[Fault]]:
    """Return `found`, and what is wrong with its fields as in `read_object`.

    Raises InvalidInput for what is no object.
    """
    if not isinstance(found, dict):
        raise InvalidInput("invalid-question", [Fault("", "wrong-type", f"Expected an object of {_named(known)}.")])
    errors = [Fault("", "missing", f"“{field}” is missing.") for field in needed if field not in found]
    errors += [_unknown_field(field, known) for field in found if field not in known]
    return found, errors


def _unknown_field(field: str, known: Sequence[str]) -> Fault:
    near = close_matches(field, known)
    message = f"There is no such field. A question has {_named(known)}.{did_you_mean(near)}"
    return Fault(json_pointer(field), "unknown-field", message, nearest=near)


def _named(fields: Iterable[str]) -> str:
    return listed(f"“{field}”" for field in fields)
