"""Variants of shipped situations: each part removed, added or changed, according to the schema of the question."""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).parents[1] / "catalog" / "schemas"
MOST_WORDS = 8
"""Maximum number of tested words of an enumeration."""
Steps = tuple[str | int, ...]
Variant = tuple[str, dict[str, Any]]
"""A pointer, and the situation that differs there."""


def left_out(situation: dict[str, Any]) -> Iterator[Variant]:
    """Yield the situation without each of its parts: a field or an entry of a list, at any depth."""
    for steps in parts(situation):
        changed = deepcopy(situation)
        del holder(changed, steps)[steps[-1]]
        yield pointer(steps), changed


def put_in(situation: dict[str, Any], game: str, question: str) -> Iterator[Variant]:
    """Yield the situation with each missing field that its schema allows, with some values."""
    for steps, schema in described_parts(situation, game, question):
        if not is_there(situation, steps):
            for value in samples(schema):
                yield pointer(steps), with_value(situation, steps, value)


def changed(situation: dict[str, Any], game: str, question: str) -> Iterator[Variant]:
    """Yield the situation with each of its fields changed to some other values."""
    for steps, schema in described_parts(situation, game, question):
        if is_there(situation, steps):
            now = holder(situation, steps)[steps[-1]]
            for value in samples(schema):
                if value != now:
                    yield pointer(steps), with_value(situation, steps, value)


def at_limits(situation: dict[str, Any], game: str, question: str) -> Iterator[Variant]:
    """Yield the situation with each number at its maximum, and with each list at its maximum length."""
    for steps, schema in described_parts(situation, game, question):
        for of_limit in schema.choices():
            if "maximum" in of_limit.content:
                yield pointer(steps), with_value(situation, steps, of_limit.content["maximum"])
            elif "maxItems" in of_limit.content and (items := of_limit.items()):
                entry = next(samples(items))
                entries = holder(situation, steps).get(steps[-1])
                given = entries if isinstance(entries, list) else []
                filled = [*given, *[entry] * (of_limit.content["maxItems"] - len(given))]
                yield pointer(steps), with_value(situation, steps, filled)


def parts(document: Any, steps: Steps = ()) -> Iterator[Steps]:
    """Yield the steps to each part of a document."""
    entries = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in entries:
        yield (*steps, key)
        if isinstance(value, dict | list):
            yield from parts(value, (*steps, key))


def described_parts(situation: Any, game: str, question: str) -> Iterator[tuple[Steps, "Schema"]]:
    """Yield the steps to each field that the schema of a question describes in the objects of a situation."""
    yield from _described(situation, Schema.of(f"{game}/situations/{question}.schema.json"), ())


def _described(value: Any, schema: "Schema", steps: Steps) -> Iterator[tuple[Steps, "Schema"]]:
    if isinstance(value, dict):
        for name, of_field in schema.properties():
            yield (*steps, name), of_field
            if name in value:
                yield from _described(value[name], of_field, (*steps, name))
    elif isinstance(value, list) and (items := schema.items()):
        for place, entry in enumerate(value):
            yield from _described(entry, items, (*steps, place))


class Schema:
    """A schema of a file with resolved references."""

    def __init__(self, path: Path, content: Mapping[str, Any]) -> None:
        self.path, self.content = path, content
        while reference := self.content.get("$ref"):
            name, _, place = reference.partition("#")
            self.path = (self.path.parent / name).resolve() if name else self.path
            self.content = _at(_read(self.path), place)

    @classmethod
    def of(cls, name: str) -> "Schema":
        """Return the schema of a file."""
        return cls(SCHEMAS / name, _read(SCHEMAS / name))

    def properties(self) -> Iterator[tuple[str, "Schema"]]:
        """Yield the fields of an object."""
        for part in (self.content, self.content.get("then", {})):
            of_part = Schema(self.path, part)
            for name, content in of_part.content.get("properties", {}).items():
                yield name, Schema(of_part.path, content)

    def choices(self) -> "Iterator[Schema]":
        """Yield the schema, or each of those of which it allows any."""
        for content in self.content.get("anyOf", [self.content]):
            yield Schema(self.path, content)

    def items(self) -> "Schema | None":
        """Return the schema of the entries of a list."""
        return Schema(self.path, self.content["items"]) if "items" in self.content else None


def samples(schema: Schema) -> Iterator[Any]:
    """Yield some values of a schema: words, boundary numbers, both booleans, an object with its required fields."""
    content = schema.content
    for one in content.get("anyOf", ()):
        yield from samples(Schema(schema.path, one))
    if "const" in content:
        yield content["const"]
    if "enum" in content:
        yield from content["enum"][:MOST_WORDS]
        return
    types = content.get("type", ())
    for of_type in [types] if isinstance(types, str) else types:
        yield from _of_type(of_type, schema)


def _of_type(of_type: str, schema: Schema) -> Iterator[Any]:
    content = schema.content
    if of_type == "boolean":
        yield from (True, False)
    elif of_type == "null":
        yield None
    elif of_type == "integer":
        least = content.get("minimum", 0)
        yield from dict.fromkeys(
            (least, least + 1, min(least + 2, content.get("maximum", 9)), content.get("maximum", 9))
        )
    elif of_type == "string":
        yield from ("wraith", "no-such-card") if content.get("maxLength", 99) > 64 else ("a" * 12,)
    elif of_type == "array":
        items = schema.items()
        for entry in samples(items) if items else ():
            yield [entry] * max(1, content.get("minItems", 1))
    elif of_type == "object":
        yield from _objects(schema)


def _objects(schema: Schema) -> Iterator[dict[str, Any]]:
    """Yield an object with its required fields, and with each optional field in addition."""
    fields = dict(schema.properties())
    needed = {name: next(samples(fields[name])) for name in schema.content.get("required", ())}
    yield needed
    for name, of_field in fields.items():
        if name not in needed and name != "document":  # a custom adventure is a large document of its own
            yield {**needed, name: next(samples(of_field))}


@cache
def _read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def _at(document: Any, place: str) -> Any:
    for step in place.split("/")[1:]:
        document = document[step]
    return document


def holder(document: Any, steps: Steps) -> Any:
    """Return the object or list that contains a part."""
    for step in steps[:-1]:
        document = document[step]
    return document


def is_there(document: Any, steps: Steps) -> bool:
    """Return whether a document has a field."""
    return steps[-1] in holder(document, steps)


def with_value(situation: dict[str, Any], steps: Steps, value: Any) -> dict[str, Any]:
    """Return the situation with another value of one field."""
    found = deepcopy(situation)
    holder(found, steps)[steps[-1]] = deepcopy(value)
    return found


def pointer(steps: Steps) -> str:
    """Return the steps to a part as a JSON Pointer; no field of a situation has a name that needs escaping."""
    return "".join(f"/{step}" for step in steps)
