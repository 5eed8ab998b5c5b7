"""Query parameters, each declared once for parsing and for the API description.

An address rejects unknown parameters: a misspelled filter would otherwise seem to be applied.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from catalog.documents import json_input
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.snapshots import MAX_NUMBER

ONE_SLUG = r"[a-z0-9]+(-[a-z0-9]+)*"
"""The pattern of a slug within a longer text. `SLUG` matches a whole text."""
SLUG = rf"^{ONE_SLUG}$"
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,10}\Z", re.ASCII)


@dataclass(frozen=True)
class QueryParameter:
    """A query parameter: its name, its description, and the JSON Schema of its value.

    The value is a string, an integer or an array. With `names` it is a list of names separated by commas, which is
    normalized: sorted, and each name once.
    """

    name: str
    description: str
    schema: Mapping[str, Any]
    example: Any = field(default=None, kw_only=True)
    names: bool = field(default=False, kw_only=True)

    def read(self, text: str) -> Any:
        """Return the value. Raises ValueError with a sentence about the accepted values."""
        if self.schema["type"] == "array":
            return self._several(text)
        return self._number(text) if self.schema["type"] == "integer" else self._text(text)

    def _several(self, text: str) -> tuple[Any, ...]:
        one = replace(self, schema=self.schema["items"])
        most = self.schema["maxItems"]
        values = tuple(dict.fromkeys(one.read(part.strip()) for part in text.split(",")[: most + 1]))
        if text.count(",") >= most:
            raise ValueError(f"{self.name} takes up to {most} values separated by commas.")
        return values

    def _number(self, text: str) -> int:
        least, most = self.schema["minimum"], self.schema["maximum"]
        if not _WHOLE_NUMBER.match(text) or not least <= int(text) <= most:
            raise ValueError(f"{self.name} takes a whole number from {least} to {most}.")
        return int(text)

    def _text(self, text: str) -> str:
        least, most = self.schema.get("minLength", 1), self.schema["maxLength"]
        if not least <= len(text) <= most:
            raise ValueError(f"{self.name} takes {least} to {most} characters.")
        if "pattern" in self.schema and not re.search(self.schema["pattern"].replace("$", r"\Z"), text):
            raise ValueError(f"{self.name} takes {self.schema['title']}.")
        try:
            json_input.check(text)
        except InvalidInput as error:
            raise ValueError(error.faults[0].message) from error
        tidied: str = json_input.tidy(text)
        if not self.names:
            return tidied
        return ",".join(sorted({name.strip() for name in tidied.split(",")} - {""}))


def slug(name: str, description: str, *, example: str | None = None) -> QueryParameter:
    """Return a parameter that takes a slug."""
    schema = {"type": "string", "pattern": SLUG, "maxLength": 100, "title": "a slug: a-z, 0-9 and single hyphens"}
    return QueryParameter(name, description, schema, example=example)


def comma_separated(name: str, description: str, most: int, *, slugs: bool = False) -> QueryParameter:
    """Return a parameter that takes up to `most` slugs or release numbers, separated by commas."""
    items = dict((slug if slugs else _release)(name, "").schema)
    return QueryParameter(name, description, {"type": "array", "items": items, "minItems": 1, "maxItems": most})


def _release(name: str, description: str) -> QueryParameter:
    return number(name, description, 1, MAX_NUMBER)


def number(name: str, description: str, least: int, most: int, *, default: int | None = None) -> QueryParameter:
    """Return a parameter that takes a whole number."""
    schema = {"type": "integer", "minimum": least, "maximum": most}
    return QueryParameter(name, description, schema if default is None else {**schema, "default": default})


RELEASE = number("release", "The release of the catalog to use. Default: the newest.", 1, MAX_NUMBER)
DEFAULT_LIMIT, MAX_LIMIT = 50, 200
LIMIT = number("limit", "The maximum number of results a page.", 1, MAX_LIMIT, default=DEFAULT_LIMIT)
CURSOR = QueryParameter(
    "cursor",
    "The start of the page and its release. Take it from the address in `next`; do not build it yourself.",
    {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "maxLength": 400, "title": "a cursor taken from next"},
)
LISTING = (RELEASE, LIMIT, CURSOR)
FIELDS = QueryParameter(
    "fields",
    "Only these fields of each document, separated by commas; `game`, `kind` and `slug` are always included.",
    {"type": "string", "minLength": 1, "maxLength": 500},
    example="name,text",
    names=True,
)


def read(parameters: Iterable[QueryParameter], query_dict: QueryDict) -> dict[str, Any]:
    """Return the values of the given parameters, in the order of their declaration.

    A default value is left out, so that equal queries give equal results. Raises InvalidInput `unknown-parameter` or
    `invalid-parameter` with all faults. The pointer of a fault is the parameter.
    """
    by_name = {parameter.name: parameter for parameter in parameters}
    unknown, invalid = [], []
    values: dict[str, Any] = {}
    for name, texts in query_dict.lists():
        if name not in by_name:
            unknown.append(Fault(_pointer(name), "unknown-parameter", _unknown(name, list(by_name))))
        elif len(texts) > 1:
            invalid.append(
                Fault(json_pointer(name), "invalid-parameter", f"{name} is given {len(texts)} times. Give it once.")
            )
        else:
            try:
                values[name] = by_name[name].read(texts[0])
            except ValueError as error:
                invalid.append(Fault(json_pointer(name), "invalid-parameter", str(error)))
    if unknown or invalid:
        raise InvalidInput("unknown-parameter" if unknown else "invalid-parameter", [*unknown, *invalid])
    return {
        name: values[name]
        for name, parameter in by_name.items()
        if name in values and values[name] != parameter.schema.get("default")
    }


def address(path: str, query: Mapping[str, Any]) -> str:
    """Return an address with parsed query values. Values of a list are separated by commas."""
    texts = {name: ",".join(map(str, value)) if isinstance(value, tuple) else value for name, value in query.items()}
    return f"{path}?{urlencode(texts)}" if texts else path


def next_address(path: str, query: Mapping[str, Any], cursor: str) -> str:
    """Return the address of the page that begins at a cursor: the parameters as declared, with the cursor last."""
    return address(path, {**{name: value for name, value in query.items() if name != CURSOR.name}, "cursor": cursor})


def _unknown(name: str, names: list[str]) -> str:
    there_are = f"It takes {', '.join(names)}." if names else "It takes none."
    return f"The address has no parameter “{_short(name)}”. {there_are}"


def _pointer(name: str) -> str:
    return json_pointer(_short(name))


def _short(name: str) -> str:
    return name if len(name) <= 60 else name[:59] + "…"
