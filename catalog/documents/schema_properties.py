"""The constructs of JSON Schema that documents use, and the classification of properties as one of them.

The form builder supports exactly these constructs. A schema that uses any other is refused here, so that the error
appears when the schema is written and not when a curator loses a fact.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any
from urllib.parse import urljoin

from catalog.documents.schemas import SCHEMA_ROOT, load_schemas

Schema = dict[str, Any]


class Construct(StrEnum):
    """The possible constructs of a property."""

    CONSTANT = "constant"
    TEXT = "text"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    ENUM = "enum"
    CHOICES = "list of enum, each at most once"
    SEQUENCE = "list of enum, in order and repeatable"
    WORDS = "list of slugs or numbers"
    LINES = "list of texts"
    OBJECT = "flat object"
    ROWS = "rows of flat objects"
    CLAUSE = "clause"
    CLAUSES = "list of clauses"
    SOURCES = "sources"


LISTS = (
    Construct.CHOICES,
    Construct.SEQUENCE,
    Construct.WORDS,
    Construct.LINES,
    Construct.ROWS,
    Construct.CLAUSES,
)
# Keywords that each construct may use, in addition to those in ANYWHERE.
KEYWORDS: dict[Construct, frozenset[str]] = {
    Construct.CONSTANT: frozenset({"const"}),
    Construct.TEXT: frozenset({"minLength", "maxLength", "pattern"}),
    Construct.INTEGER: frozenset({"minimum", "maximum"}),
    Construct.BOOLEAN: frozenset(),
    Construct.ENUM: frozenset({"enum"}),
    Construct.OBJECT: frozenset({"properties", "required", "additionalProperties"}),
    Construct.CLAUSE: frozenset({"properties", "minProperties", "maxProperties", "additionalProperties"}),
    Construct.SOURCES: frozenset({"propertyNames", "additionalProperties", "maxProperties"}),
    **{construct: frozenset({"items", "minItems", "maxItems", "uniqueItems"}) for construct in LISTS},
}
ANYWHERE = frozenset({"title", "description", "type"})
DOCUMENT = frozenset({"$schema", "$id", "$defs", "if", "then", "else"})
PLAIN = {"string": Construct.TEXT, "integer": Construct.INTEGER, "boolean": Construct.BOOLEAN}


class UnknownConstruct(Exception):
    """A schema that no form can represent."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property of an object: its construct, and whether it may be absent or unknown.

    `only_if` has the name of another property and the value it must have for this property to be present.
    """

    key: str
    construct: Construct
    schema: Schema
    base: str
    required: bool
    nullable: bool
    only_if: tuple[str, Any] | None = None

    @property
    def title(self) -> str:
        """The label of the field."""
        return self.schema.get("title") or self.key.replace("_", " ").capitalize()

    @property
    def description(self) -> str:
        """The help text of the field."""
        return self.schema.get("description", "")

    @property
    def choices(self) -> list[str]:
        """The values of an enum, or of the items of a list of enum, without null."""
        schema = self.schema if self.construct is Construct.ENUM else self.items
        return [value for value in schema["enum"] if value is not None]

    @property
    def items(self) -> Schema:
        """The schema of the items of a list."""
        return resolve(self.schema["items"], self.base)[0]

    @property
    def members(self) -> list["Property"]:
        """The properties of an object, of the rows of a list or of a source, or the words of a clause.

        Rows of single values have one property, `item`.
        """
        if self.construct in (Construct.OBJECT, Construct.CLAUSE):
            return properties(self.schema, self.base)
        below = "additionalProperties" if self.construct is Construct.SOURCES else "items"
        schema, base = resolve(self.schema[below], self.base)
        if self.construct is Construct.SEQUENCE:
            schema = {"properties": {"item": schema}, "required": ["item"]}
        return properties(schema, base)


def resolve(schema: Schema, base: str) -> tuple[Schema, str]:
    """Resolve all `$ref`s. Return the schema, and the `$id` of the file that contains it.

    Keywords next to a `$ref`, such as a title, override those of its target.
    """
    while "$ref" in schema:
        siblings = {key: value for key, value in schema.items() if key != "$ref"}
        file, _, pointer = urljoin(base, schema["$ref"]).partition("#")
        target: Any = load_schemas()[file.removeprefix(SCHEMA_ROOT)]
        for part in pointer.split("/")[1:]:
            target = target[part]
        schema, base = {**target, **siblings}, file
    return schema, base


@cache
def document_properties(path: str) -> tuple[Property, ...]:
    """Return the properties of documents whose schema is at `path`, in the schema's order.

    Raises UnknownConstruct for a schema that no form can represent.
    """
    schema = load_schemas()[path]
    _reject_unknown(schema, DOCUMENT | ANYWHERE | KEYWORDS[Construct.OBJECT], path)
    return tuple(properties(schema, schema["$id"], _conditions(schema, path)))


def properties(schema: Schema, base: str, conditions: dict[str, tuple[str, Any]] | None = None) -> list[Property]:
    """Return the properties of an object, in the schema's order."""
    conditions = conditions or {}
    required = schema.get("required", ())
    found = []
    for key, subschema in schema["properties"].items():
        resolved, its_base = resolve(subschema, base)
        found.append(
            Property(
                key=key,
                construct=construct_of(resolved, its_base),
                schema=resolved,
                base=its_base,
                required=key in required,
                nullable="null" in _types(resolved) or None in resolved.get("enum", ()),
                only_if=conditions.get(key),
            )
        )
    return found


def construct_of(schema: Schema, base: str) -> Construct:
    """Return the construct of a resolved schema. Raises UnknownConstruct for an unsupported schema."""
    construct = _recognise(schema, base)
    _reject_unknown(schema, ANYWHERE | KEYWORDS[construct], base)
    if "properties" in schema and schema.get("additionalProperties") is not False:
        raise UnknownConstruct(f"{base}: an object that takes more than its properties")
    return construct


def _recognise(schema: Schema, base: str) -> Construct:
    if "const" in schema:
        return Construct.CONSTANT
    if "enum" in schema:
        return Construct.ENUM
    types = _types(schema) - {"null"}
    if len(types) == 1:
        (name,) = types
        if name in PLAIN:
            return PLAIN[name]
        if name == "array" and "items" in schema and "maxItems" in schema:
            return _recognise_list(schema, base)
        if name == "object":
            return _recognise_object(schema, base)
    raise UnknownConstruct(f"{base}: {sorted(schema)}")


def _recognise_object(schema: Schema, base: str) -> Construct:
    if "propertyNames" in schema:
        construct_of(*resolve(schema["additionalProperties"], base))
        return Construct.SOURCES
    if schema.get("minProperties") == schema.get("maxProperties") == 1:
        return Construct.CLAUSE
    if "required" in schema:
        return Construct.OBJECT
    raise UnknownConstruct(f"{base}: an object that does not say what is required")


def _recognise_list(schema: Schema, base: str) -> Construct:
    items, items_base = resolve(schema["items"], base)
    item = construct_of(items, items_base)
    if item is Construct.ENUM:
        # If the maximum number of items allows each value only once, the list is a set of checkboxes; otherwise values
        # may repeat.
        ticks = schema.get("uniqueItems") or schema["maxItems"] <= len(items["enum"])
        return Construct.CHOICES if ticks else Construct.SEQUENCE
    if item is Construct.INTEGER or (item is Construct.TEXT and "pattern" in items):
        return Construct.WORDS
    lists = {Construct.TEXT: Construct.LINES, Construct.OBJECT: Construct.ROWS, Construct.CLAUSE: Construct.CLAUSES}
    if item not in lists:
        raise UnknownConstruct(f"{base}: a list of {item}")
    return lists[item]


def _types(schema: Schema) -> set[str]:
    types = schema.get("type", ())
    return {types} if isinstance(types, str) else set(types)


def _conditions(schema: Schema, path: str) -> dict[str, tuple[str, Any]]:
    """Return the conditions of the form `if` a property has a value, `then` others are required, `else` forbidden."""
    if "if" not in schema:
        return {}
    try:
        ((key, condition),) = schema["if"]["properties"].items()
        keys = schema["then"]["required"]
        expected: tuple[dict[str, Any], ...] = (
            {"properties": {key: {"const": condition["const"]}}, "required": [key]},
            {"required": keys},
            {"properties": {name: {"not": {}} for name in keys}},
        )
    except (KeyError, ValueError) as error:
        raise UnknownConstruct(f"{path}: a condition of another form") from error
    if expected != (schema["if"], schema["then"], schema["else"]):
        raise UnknownConstruct(f"{path}: a condition of another form")
    return dict.fromkeys(keys, (key, condition["const"]))


def _reject_unknown(schema: Schema, supported: frozenset[str], where: str) -> None:
    if unknown := schema.keys() - supported:
        raise UnknownConstruct(f"{where}: {', '.join(sorted(unknown))} in {schema.get('title', 'a schema')}")
