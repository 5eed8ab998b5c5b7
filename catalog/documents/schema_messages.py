"""What a schema refuses, in words for people: one sentence for each of its keywords, saying what to write instead."""

import difflib
from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from jsonschema.exceptions import ValidationError

from .errors import Fault, format_number, json_pointer


def faults_of(error: ValidationError) -> Iterator[Fault]:
    """Yield what a validator of JSON Schema found wrong, each with its place."""
    at = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        known = list(error.schema.get("properties", {}))
        for key in error.instance:
            if key not in known:
                message = _("There is no field “{key}” here.").format(key=key)
                yield Fault(json_pointer(*at, key), "unknown-field", f"{message} {_nearest(key, known)}")
    else:
        code, words = _WORDS.get(str(error.validator), ("not-allowed", lambda _error: _("This is not allowed here.")))
        yield Fault(json_pointer(*at), code, words(error))


def _nearest(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key, known, n=1)
    if near:
        return _("Did you mean “{word}”?").format(word=near[0])
    return _("Known are: {words}.").format(words=", ".join(known))


def _types(error: ValidationError) -> str:
    names = [error.validator_value] if isinstance(error.validator_value, str) else error.validator_value
    types = {
        "array": _("a list"),
        "boolean": _("true or false"),
        "integer": _("a whole number"),
        "null": _("null if it is not known"),
        "object": _("an object"),
        "string": _("a text"),
    }
    return _("Write {types}.").format(types=_(", or ").join(types[name] for name in names))


def _choices(error: ValidationError) -> str:
    choices = ", ".join(str(choice) for choice in error.validator_value if choice is not None)
    if None in error.validator_value:
        return _("Write one of: {choices}; or null if it is not known.").format(choices=choices)
    return _("Write one of: {choices}.").format(choices=choices)


def _empty_value(error: ValidationError) -> str:
    if "null" in error.schema["type"]:
        return _("Write something here, or null if it is not known.")
    return _("Write something here.")


def _form(error: ValidationError) -> str:
    message = _("“{written}” does not have the right form.").format(written=str(error.instance)[:60])
    return message + _help(error)


def _help(error: ValidationError) -> str:
    """Return what the schema itself says of this place, for it says what is asked for and why."""
    description = error.schema.get("description")
    return f" {_(description)}" if description else ""


def _at_least(error: ValidationError) -> str:
    return _("Needs at least {number} of these.").format(number=error.validator_value) + _help(error)


def _at_most(error: ValidationError) -> str:
    message = _("Takes at most {most} of these, and has {number}.")
    return message.format(most=error.validator_value, number=len(error.instance)) + _help(error)


def _constant(error: ValidationError) -> str:
    return _("This must be {value}.").format(value=error.validator_value) + _help(error)


def _too_long(error: ValidationError) -> str:
    message = _("Takes at most {most} characters, and has {number}.")
    return message.format(most=format_number(error.validator_value), number=format_number(len(error.instance)))


def _written_number(error: ValidationError, template: str) -> str:
    return template.format(number=format_number(error.validator_value))


def _no_such_form(error: ValidationError) -> str:
    message = _("“{written}” is no {form}.")
    return message.format(written=str(error.instance)[:60], form=error.validator_value)


_WORDS: dict[str, tuple[str, Callable[[ValidationError], str]]] = {
    "required": ("missing", lambda error: error.message),
    "type": ("wrong-type", _types),
    "enum": ("not-allowed", _choices),
    "const": ("not-allowed", _constant),
    "not": ("not-allowed", lambda error: _("This does not belong here; leave it out.") + _help(error)),
    "pattern": ("bad-form", _form),
    "format": ("bad-form", _no_such_form),
    "minLength": ("too-short", _empty_value),
    "maxLength": ("too-long", _too_long),
    "minimum": ("too-small", lambda error: _written_number(error, _("Write a number that is at least {number}."))),
    "maximum": ("too-large", lambda error: _written_number(error, _("Write a number that is at most {number}."))),
    "minItems": ("too-few", _at_least),
    "maxItems": ("too-many", _at_most),
    "uniqueItems": ("repeated", lambda _error: _("A value stands here twice. Keep one of them.")),
    "minProperties": ("too-few", _at_least),
    "maxProperties": ("too-many", _at_most),
}
