"""The component schemas of the API description: a postprocessing hook of drf-spectacular.

They consist of the JSON Schemas of the catalog's documents and of the API's own schemas (`openapi/components/*.json` of
each app). Client generators need each referenced part to be a component of its own. The target of a reference into a
schema, such as `#/components/schemas/verdict/properties/points`, becomes a component named after both, verdict.points.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urldefrag, urljoin

from catalog import documents
from catalog.api_base.openapi.files import read_all
from catalog.api_base.openapi.operations import COMPONENTS, component
from catalog.documents import SCHEMA_ROOT

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SUMMARY = "Cards of miniatures games, and verdicts on army lists with their reasons."
KEYWORDS = frozenset(("$defs", "properties"))
"""Parts of a reference that are left out of the name of its component."""


def complete(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Add the component schemas to a description, and fields that drf-spectacular has no settings for."""
    result["jsonSchemaDialect"] = DIALECT
    result["info"]["summary"] = SUMMARY
    result["security"] = []
    result["components"]["schemas"] = schemas()
    return result


def schemas() -> dict[str, Any]:
    """Return all component schemas, keyed by name."""
    found = {**_of_documents(), "Card": _card(), "HouseRule": _house_rule(), **read_all("components")}
    return dict(sorted(_titled(_spelled_out(_flat(found))).items()))


def _name(path: str) -> str:
    """Return the component name of the schema at `path`."""
    return path.removesuffix(".schema.json").replace("/", ".")


def _of_documents() -> dict[str, Any]:
    return {
        _name(path): {
            key: _rewritten(value, schema["$id"]) for key, value in schema.items() if key not in ("$schema", "$id")
        }
        for path, schema in documents.load_schemas().items()
    }


def _card() -> dict[str, Any]:
    cards = [component(f"{game}.{kind}") for game, kinds in documents.card_kinds().items() for kind in kinds]
    return {"title": "Card", "description": "A card of any kind; `game` and `kind` say which.", "oneOf": cards}


def _house_rule() -> dict[str, Any]:
    """Return the house-rule component: the schemas of games that have their own, and the common schema."""
    own = [path for path in documents.load_schemas() if path.endswith("/house-rule.schema.json")]
    return {
        "title": "House rule",
        "description": "An agreement of a group in addition to the rules of its `game`.",
        "anyOf": [component(_name(path)) for path in (*own, "house-rule.schema.json")],
    }


def _rewritten(value: Any, base: str) -> Any:
    """Return part of a schema with its references, relative to `base`, replaced by references to components."""
    if isinstance(value, list):
        return [_rewritten(item, base) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _reference(item, base) if key == "$ref" and isinstance(item, str) else _rewritten(item, base)
        for key, item in value.items()
    }


def _reference(relative: str, base: str) -> str:
    address, fragment = urldefrag(urljoin(base, relative))
    return COMPONENTS + _name(address.removeprefix(SCHEMA_ROOT)) + fragment


# -- parts that are components of their own ------------------------------------------------------------------------


def _flat(components: dict[str, Any]) -> dict[str, Any]:
    """Return the schemas without references into a schema: each referenced part is a component.

    A part that is only a reference does not become a component: references to it are replaced by its target.
    """
    parts = sorted({name for name in _references(components) if "/" in name}, key=lambda name: (-name.count("/"), name))
    names = {part: part if "/" not in part else _name_of_part(part) for part in (*components, *parts)}
    moved: dict[str, Any] = {}
    for part in parts:  # the deepest first, since they are parts of others
        holder, last = _holder(components, part)
        if holder[last].keys() == {"$ref"}:
            names[part] = holder[last]["$ref"].removeprefix(COMPONENTS)
        else:
            moved[names[part]] = holder[last]
            holder[last] = component(names[part])
    for schema in components.values():
        schema.pop("$defs", None)
    if twice := moved.keys() & components.keys():
        raise ValueError(f"a part would be called like a component: {', '.join(sorted(twice))}")
    return _renamed({**components, **moved}, names)


def _references(value: Any) -> Iterator[str]:
    """Yield the targets of all references below `value`, without the common prefix."""
    if isinstance(value, dict):
        if isinstance(reference := value.get("$ref"), str):
            yield reference.removeprefix(COMPONENTS)
        value = value.values()
    elif not isinstance(value, list):
        return
    for item in value:
        yield from _references(item)


def _name_of_part(part: str) -> str:
    return ".".join(word for word in part.split("/") if word not in KEYWORDS)


def _holder(components: dict[str, Any], part: str) -> tuple[Any, str]:
    *way, last = part.split("/")
    holder: Any = components
    for word in way:
        holder = holder[word]
    return holder, last


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if not isinstance(value, dict):
        return value
    renamed = {key: _renamed(item, names) for key, item in value.items()}
    if isinstance(reference := renamed.get("$ref"), str):
        name = reference.removeprefix(COMPONENTS)
        while name in names and names[name] != name:
            name = names[name]
        renamed["$ref"] = COMPONENTS + name
    return renamed


# -- constructs that generators cannot handle ------------------------------------------------------------------------


def _spelled_out(value: Any) -> Any:
    """Return a schema with each optional field that can only be `true` as a choice with one option.

    For a plain `const`, openapi-python-client generates a module that cannot be imported.
    """
    if isinstance(value, list):
        return [_spelled_out(item) for item in value]
    if not isinstance(value, dict):
        return value
    schema = {key: _spelled_out(item) for key, item in value.items()}
    if isinstance(fields := schema.get("properties"), dict):
        schema["properties"] = {
            name: one if name in schema.get("required", ()) else _choice(one) for name, one in fields.items()
        }
    return schema


def _choice(field: Any) -> Any:
    if not isinstance(field, dict) or field.get("const") is not True:
        return field
    return {**{key: item for key, item in field.items() if key != "const"}, "anyOf": [{"const": True}]}


# -- titles, from which generators derive class names ---------------------------------------------------------------


def _titled(components: dict[str, Any]) -> dict[str, Any]:
    """Return the schemas with titles that give unique class names, different from the names of their own fields.

    A conflicting title is replaced by the name of the component.
    """
    titles = Counter(_class_name(schema.get("title", name)) for name, schema in components.items())
    names = Counter(map(_class_name, components))
    titled = {}
    for name, schema in components.items():
        fields = set(map(_class_name, schema.get("properties", ())))
        taken = _class_name(schema.get("title", name))
        if titles[taken] > 1 or taken in fields:
            alone = names[_class_name(name)] == 1 and _class_name(name) not in fields
            schema = {**schema, "title": name if alone or not name.islower() else f"{name} document"}
        titled[name] = schema
    return titled


def _class_name(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())
