"""Validation of request bodies: an object with known fields. Unknown fields are rejected by name."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from rest_framework.request import Request

from catalog.api_base.openapi.files import read_all
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.documents.suggestions import close_matches, did_you_mean, listed
from catalog.documents.validation import SchemaValidators, faults_by_validators

MAX_EMPTY_BYTES = 20
"""Number of bytes that are read of a body to see whether it is empty."""

MAX_FAULTS = 100
"""Maximum number of reported faults of one body."""


def read_body(request: Request, expected: str) -> Any:
    """Return the parsed JSON body.

    Raises InvalidInput `malformed-json`, also for an empty body. `expected` names the expected content in the message.
    """
    if request.stream is None:
        raise InvalidInput("malformed-json", [Fault("", "not-json", f"The body is empty. Send {expected} as JSON.")])
    return request.data


def refuse_body(request: Request, parameters: Sequence[str]) -> None:
    """Raise InvalidInput `invalid-question` if a request has a body; an empty object is none.

    `parameters` are the query parameters of the request, which may have been meant.
    """
    start = b"" if request.stream is None else request.stream.read(MAX_EMPTY_BYTES + 1)
    if len(start) <= MAX_EMPTY_BYTES and b"".join(start.split()) in {b"", b"{}", b"null"}:
        return
    message = "This request takes no body. Leave it out."
    if parameters:
        message += f" Its parameters belong into the address: {', '.join(parameters)}."
    raise InvalidInput("invalid-question", [Fault("", "not-allowed", message)])


def read_object(request: Request, fields: Sequence[str], needed: Iterable[str]) -> tuple[dict[str, Any], list[Fault]]:
    """Return the parsed object, and the faults of its fields: missing and unknown ones.

    Raises InvalidInput `malformed-json`, and `invalid-question` if the body is not an object.
    """
    return check_object(read_body(request, "a question"), fields, needed)


def read_fields(request: Request, component: str, *, apart: Sequence[str] = ()) -> dict[str, Any]:
    """Return the parsed object after validation against a published component.

    The fields `apart` are not validated. They hold documents, which the caller validates by schemas of their own.
    Raises InvalidInput `malformed-json` and `invalid-question`.
    """
    schema = _components()[component]
    fields, faults = read_object(request, tuple(schema["properties"]), schema["required"])
    described = {name: value for name, value in fields.items() if name in schema["properties"] and name not in apart}
    faults += faults_by_validators(_validators(component, tuple(apart)), described, most=MAX_FAULTS)
    raise_faults(faults)
    return fields


def raise_faults(faults: list[Fault]) -> None:
    """Raise InvalidInput `invalid-question` if there are any faults."""
    if faults:
        raise InvalidInput("invalid-question", faults[:MAX_FAULTS])


@cache
def _components() -> dict[str, Any]:
    return read_all("components")


@cache
def _validators(component: str, apart: tuple[str, ...]) -> SchemaValidators:
    properties = _components()[component]["properties"]
    described = {name: schema for name, schema in properties.items() if name not in apart}
    return SchemaValidators({"type": "object", "properties": described})


def check_object(body: Any, fields: Sequence[str], needed: Iterable[str]) -> tuple[dict[str, Any], list[Fault]]:
    """Return the object, and the faults of its fields as in `read_object`.

    Raises InvalidInput if it is not an object.
    """
    if not isinstance(body, dict):
        raise InvalidInput("invalid-question", [Fault("", "wrong-type", f"Expected an object of {_named(fields)}.")])
    errors = [Fault("", "missing", f"“{field}” is missing.") for field in needed if field not in body]
    errors += [_unknown_field(field, fields) for field in body if field not in fields]
    return body, errors


def _unknown_field(field: str, fields: Sequence[str]) -> Fault:
    near = close_matches(field, fields)
    message = f"There is no such field. The request has {_named(fields)}.{did_you_mean(near)}"
    return Fault(json_pointer(field), "unknown-field", message, nearest=near)


def _named(fields: Iterable[str]) -> str:
    return listed(f"“{field}”" for field in fields)
