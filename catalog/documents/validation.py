"""Validation of documents, with all faults of an invalid one.

The schema of a document is selected by its `kind` before validation, so all faults refer to that schema.
`jsonschema-rs` quickly decides whether a document is valid; `jsonschema` explains all faults of an invalid one. Both
resolve references inside `catalog/schemas/` only. Rules beyond schemas are in `semantic_validation`.
"""

import re
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

import jsonschema_rs
from django.utils.translation import gettext as _
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from catalog.documents import semantic_validation
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.documents.schema_messages import faults_of, schema_of
from catalog.documents.schemas import load_schemas, schema_path

MAX_FAULTS = 20


def faults_in(document: Any, *, most: int = MAX_FAULTS) -> list[Fault]:
    """Return up to `most` faults of a catalog document, sorted by place."""
    if not isinstance(document, dict):
        return [Fault("", "wrong-type", _("A document is a JSON object."))]
    try:
        path = schema_path(document)
    except InvalidInput as error:
        return list(error.faults)
    faults = faults_under_schema(path, document, most=most)
    return faults or list(semantic_validation.semantic_faults(document))[:most]


def validate(document: Any) -> None:
    """Raise InvalidInput `invalid-document` with the faults of a catalog document, if it has any."""
    if faults := faults_in(document):
        raise InvalidInput("invalid-document", faults)


def faults_under_schema(path: str, document: Any, *, most: int = MAX_FAULTS, batch: str | None = None) -> list[Fault]:
    """Return up to `most` faults of `document` under the schema at `path`, sorted by place.

    `batch` names a list of documents in it, of which only as many invalid ones are explained as can be reported.
    """
    return faults_by_validators(schema_validators(path), document, most=most, batch=batch)


def faults_by_validators(
    validators: "SchemaValidators",
    document: Any,
    *,
    most: int,
    facts_only: bool = False,
    batch: str | None = None,
) -> list[Fault]:
    """Return the faults of `document` under a schema without a file, as `faults_under_schema` does.

    With `facts_only` the document contains facts entered by a user, and messages do not offer null.
    """
    faults = list(_fractions(document)) if _has_fraction([document]) else []
    if not faults and validators.quick.is_valid(document):
        return []
    errors = sorted(_errors(validators.slow, document, most, batch), key=lambda error: list(error.absolute_path))
    for error in errors:
        if facts_only and len(error.absolute_path) == 1:
            _leave_out_null(error)
    pointers = {fault.pointer for fault in faults}
    faults += [fault for error in errors for fault in faults_of(error) if fault.pointer not in pointers]
    # Tests ensure that both validators agree. If they do not, the refusal of the quick one stands.
    return (
        faults[:most]
        or [
            Fault(json_pointer(*error.instance_path), "not-allowed", error.message)
            for error in validators.quick.iter_errors(document)
        ][:most]
    )


def _errors(slow: Any, document: Any, most: int, batch: str | None) -> Iterator[ValidationError]:
    """Yield the errors of a document. In a batch, only the first invalid items are explained."""
    if batch is None or not isinstance(document, dict) or not isinstance(document.get(batch), list):
        yield from slow.iter_errors(document)
        return
    yield from slow.iter_errors({**document, batch: []})
    wrong: set[str | int] = set()
    for error in slow.iter_errors({batch: document[batch]}):
        place = list(error.absolute_path)[:2]
        if place[:1] == [batch]:
            wrong.update(place[1:])
            if len(wrong) > most:
                return
            yield error


def _has_fraction(value: dict[str, Any] | list[Any]) -> bool:
    """Return whether the value contains a number with a point or exponent, which is rare."""
    for item in value.values() if isinstance(value, dict) else value:
        if type(item) is str:  # the most frequent type
            continue
        if isinstance(item, float) or (isinstance(item, (dict, list)) and _has_fraction(item)):
            return True
    return False


def _fractions(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[Fault]:
    """Yield faults for numbers with a point or exponent: all numbers are whole, and 3.0 is not accepted for 3."""
    if isinstance(value, float):
        yield Fault(json_pointer(*path), "not-whole", _("Write a whole number without a point or exponent."))
    elif isinstance(value, dict):
        for key, item in value.items():
            if key != "ext" or (path and not _is_player(path)):  # preserved for other programs, never read
                yield from _fractions(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _fractions(item, (*path, index))


def _is_player(path: tuple[str | int, ...]) -> bool:
    """Return whether a path leads to one player's legion in a team."""
    return len(path) == 2 and path[0] == "team"


def _leave_out_null(error: ValidationError) -> None:
    """Remove null from the values that an error reports as accepted."""
    schema = schema_of(error)
    types = schema.get("type")
    if isinstance(types, list):
        error.schema = {**schema, "type": [name for name in types if name != "null"]}
    if isinstance(error.validator_value, list):
        error.validator_value = [one for one in error.validator_value if one not in ("null", None)]


# -- the two validators ------------------------------------------------------------------------------------------


def _refuse_retrieval(uri: str) -> Any:
    raise LookupError(f"{uri} is no schema of ours")


class SchemaValidators:
    """The two validators of a schema, each created on first access."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    @cached_property
    def quick(self) -> jsonschema_rs.Draft202012Validator:
        """The validator that accepts documents."""
        registry = jsonschema_rs.Registry(
            [(schema["$id"], schema) for schema in load_schemas().values()], retriever=_refuse_retrieval
        )
        return jsonschema_rs.Draft202012Validator(
            self.schema, registry=registry, retriever=_refuse_retrieval, validate_formats=True
        )

    @cached_property
    def slow(self) -> Draft202012Validator:
        """The validator that explains faults.

        Schemas are registered without their `$schema`: for a schema with one, jsonschema would use its own validator
        class instead of the explaining one.
        """
        resources = [(schema["$id"], DRAFT202012.create_resource(_plain(schema))) for schema in load_schemas().values()]
        # The types of `attrs` do not know that `retrieve` sets the field `_retrieve`.
        empty: Registry[Any] = Registry(retrieve=_refuse_retrieval)  # type: ignore[call-arg]
        registry = empty.with_resources(resources)
        return _ExplainingValidator(_plain(self.schema), registry=registry, format_checker=FormatChecker())


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "$schema"}


@cache
def schema_validators(path: str) -> SchemaValidators:
    return SchemaValidators(load_schemas()[path])


def _pattern(_validator: Any, pattern: str, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    """Yield an error for a text that does not match. As in JavaScript, `$` matches only at the very end."""
    if isinstance(instance, str) and not re.search(pattern.replace("$", r"\Z"), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _required(validator: Any, required: list[str], instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Yield an error for each missing key. The schema at this point shows whether the key may be null."""
    for key in required if isinstance(instance, dict) else ():
        if key not in instance:
            part = schema.get("properties", {}).get(key, False)
            nullable = validator.evolve(schema=part).is_valid(None)
            message = _("“{key}” is missing. Write null if it is not known.") if nullable else _("“{key}” is missing.")
            yield ValidationError(message.format(key=key))


_ExplainingValidator: Any = extend(  # type: ignore[no-untyped-call]  # not annotated by `jsonschema`
    Draft202012Validator, {"pattern": _pattern, "required": _required}
)
