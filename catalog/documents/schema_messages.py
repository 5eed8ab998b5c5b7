"""Messages for violations of a schema: one sentence for each keyword, with the remedy."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from jsonschema.exceptions import ValidationError

from catalog.documents.errors import Fault, format_number, json_pointer


def faults_of(error: ValidationError) -> Iterator[Fault]:
    """Yield the faults of a validator's error, each with its place."""
    at = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        known = list(schema_of(error).get("properties", {}))
        for key in _instance(error):
            if key not in known:
                message = _("There is no field “{key}” here.").format(key=key)
                yield Fault(json_pointer(*at, key), "unknown-field", f"{message} {_nearest(key, known)}")
    elif meant := _meant(error):
        for inner in meant:
            yield from faults_of(inner)
    elif refusal := _refusal_of_choices(error):
        yield refusal
    else:
        code, words = _WORDS.get(str(error.validator), ("not-allowed", lambda _error: _("This is not allowed here.")))
        yield Fault(json_pointer(*at), code, words(error))


def _meant(error: ValidationError) -> list[ValidationError]:
    """Return the errors of the choice that a value is meant to be, empty if that is ambiguous.

    Choices are distinguished by their types, or by a constant, such as the type of an entry: the intended choice is the
    only one of the type of the value whose constant matches.
    """
    choices = _choices_of_its_type(error)
    possible = [found for found in choices if not any(inner.validator == "const" for inner in found)]
    return possible[0] if len(possible) == 1 else []


def _choices_of_its_type(error: ValidationError) -> list[list[ValidationError]]:
    """Return the errors of each choice whose type fits the value."""
    choices: dict[Any, list[ValidationError]] = {}
    for inner in error.context or () if error.validator in ("anyOf", "oneOf") else ():
        choices.setdefault(inner.relative_schema_path[0], []).append(inner)
    return [found for found in choices.values() if not any(map(_is_of_another_type, found))]


def _is_of_another_type(error: ValidationError) -> bool:
    return error.validator == "type" and not error.relative_path


def _refusal_of_choices(error: ValidationError) -> Fault | None:
    """Return the fault of a value that matches no choice: it has another type, or lacks the constant of a choice."""
    at = tuple(error.absolute_path)
    choices = _choices_of_its_type(error)
    of_type = [inner for inner in error.context or () if _is_of_another_type(inner)]
    if not choices:
        names = dict.fromkeys(name for inner in of_type for name in _type_names(inner))
        return Fault(json_pointer(*at), "wrong-type", _written_types(names)) if names else None
    constants = [inner for found in choices for inner in found if inner.validator == "const"]
    places = {tuple(inner.relative_path) for inner in constants}
    if len(constants) == len(choices) and len(places) == 1:
        choices_words = ", ".join(dict.fromkeys(str(_expected(inner)) for inner in constants))
        others = dict.fromkeys(name for inner in of_type for name in _type_names(inner))
        message = _("Write one of: {choices}; or {types}.") if others else _("Write one of: {choices}.")
        words = message.format(choices=choices_words, types=_names_of_types(others))
        return Fault(json_pointer(*at, *places.pop()), "not-allowed", words)
    lacking = [set().union(*map(_missing_constants, found)) for found in choices]
    for name in sorted(set.intersection(*lacking)):
        return Fault(json_pointer(*at), "missing", _("“{key}” is missing.").format(key=name))
    return None


def _missing_constants(error: ValidationError) -> set[str]:
    """Return the missing fields for which the schema has a constant."""
    if error.validator != "required" or error.relative_path:
        return set()
    fields = schema_of(error).get("properties", {})
    return {name for name in _expected(error) if name not in _instance(error) and "const" in fields.get(name, {})}


def schema_of(error: ValidationError) -> Mapping[str, Any]:
    """Return the violated schema; empty for a boolean schema."""
    return error.schema if isinstance(error.schema, Mapping) else {}


def _expected(error: ValidationError) -> Any:
    """Return the value of the violated keyword."""
    return error.validator_value


def _nearest(key: str, fields: list[str]) -> str:
    near = difflib.get_close_matches(key, fields, n=1)
    if near:
        return _("Did you mean “{word}”?").format(word=near[0])
    return _("Known are: {words}.").format(words=", ".join(fields))


def _types(error: ValidationError) -> str:
    return _written_types(_type_names(error))


def _type_names(error: ValidationError) -> list[str]:
    expected = _expected(error)
    return [expected] if isinstance(expected, str) else list(expected)


def _written_types(names: Iterable[str]) -> str:
    return _("Write {types}.").format(types=_names_of_types(names))


def _names_of_types(names: Iterable[str]) -> str:
    types = {
        "array": _("a list"),
        "boolean": _("true or false"),
        "integer": _("a whole number"),
        "null": _("null if it is not known"),
        "object": _("an object"),
        "string": _("a text"),
    }
    return _(", or ").join(types[name] for name in names)


def _choices(error: ValidationError) -> str:
    expected = _expected(error)
    choices = ", ".join(str(choice) for choice in expected if choice is not None)
    if None in expected:
        return _("Write one of: {choices}; or null if it is not known.").format(choices=choices)
    return _("Write one of: {choices}.").format(choices=choices)


def _too_short(error: ValidationError) -> str:
    if _expected(error) > 1:
        message = _("Takes at least {least} characters, and has {number}.")
        return message.format(least=format_number(_expected(error)), number=format_number(_length(error)))
    if "null" in schema_of(error)["type"]:
        return _("Write something here, or null if it is not known.")
    return _("Write something here.")


def _form(error: ValidationError) -> str:
    message = _("“{written}” does not have the right form.").format(written=str(error.instance)[:60])
    return message + (_help(error) or " " + _("It has to match {pattern}.").format(pattern=_expected(error)))


def _help(error: ValidationError) -> str:
    """Return the description of the schema at this place, which explains the expected value."""
    description = schema_of(error).get("description")
    return f" {_(description)}" if description else ""


def _instance(error: ValidationError) -> Any:
    return error.instance


def _length(error: ValidationError) -> int:
    return len(_instance(error))


def _at_least(error: ValidationError) -> str:
    return _("Needs at least {number} of these.").format(number=_expected(error)) + _help(error)


def _at_most(error: ValidationError) -> str:
    message = _("Takes at most {most} of these, and has {number}.")
    return message.format(most=_expected(error), number=_length(error)) + _help(error)


def _constant(error: ValidationError) -> str:
    return _("This must be {value}.").format(value=error.validator_value) + _help(error)


def _contained(error: ValidationError) -> str:
    return _("One of these must be {value}.").format(value=_expected(error)["const"]) + _help(error)


def _too_long(error: ValidationError) -> str:
    message = _("Takes at most {most} characters, and has {number}.")
    return message.format(most=format_number(_expected(error)), number=format_number(_length(error)))


def _written_number(error: ValidationError, template: str) -> str:
    return template.format(number=format_number(_expected(error)))


def _multiple(error: ValidationError) -> str:
    step = _expected(error)
    least = -(-schema_of(error).get("minimum", 0) // step) * step
    multiples = [format_number(least + step * number) for number in range(3)]
    message = _("Write a multiple of {number}: {multiples} and so on.")
    return message.format(number=format_number(step), multiples=", ".join(multiples))


def _no_such_form(error: ValidationError) -> str:
    message = _("“{written}” is no {form}.")
    return message.format(written=str(error.instance)[:60], form=error.validator_value)


_WORDS: dict[str, tuple[str, Callable[[ValidationError], str]]] = {
    "required": ("missing", lambda error: error.message),
    "type": ("wrong-type", _types),
    "enum": ("not-allowed", _choices),
    "const": ("not-allowed", _constant),
    "contains": ("missing", _contained),
    "not": ("not-allowed", lambda error: _("This does not belong here; leave it out.") + _help(error)),
    "pattern": ("bad-form", _form),
    "format": ("bad-form", _no_such_form),
    "minLength": ("too-short", _too_short),
    "maxLength": ("too-long", _too_long),
    "minimum": ("too-small", lambda error: _written_number(error, _("Write a number that is at least {number}."))),
    "maximum": ("too-large", lambda error: _written_number(error, _("Write a number that is at most {number}."))),
    "multipleOf": ("not-allowed", _multiple),
    "minItems": ("too-few", _at_least),
    "maxItems": ("too-many", _at_most),
    "uniqueItems": ("repeated", lambda _error: _("This value is here twice. Remove one.")),
    "minProperties": ("too-few", _at_least),
    "maxProperties": ("too-many", _at_most),
}
