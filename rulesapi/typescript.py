"""TypeScript types of the API's requests and responses, from the component schemas of its description.

`manage.py build_types` writes them to `clients/typescript/muster.d.ts`; a test ensures that the file is current.
Constraints that types cannot express (patterns, lengths, conditions) are left out, so a type may allow more than the
API.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from catalog.api_base.openapi.operations import COMPONENTS

TYPES_FILE = Path(__file__).resolve().parent.parent / "clients" / "typescript" / "muster.d.ts"
FILE_HEADER = """\
// What Muster's API takes and gives. Written by manage.py build_types from the OpenAPI description: do not edit.
"""
TYPE_NAMES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_PLAIN = re.compile(r"[A-Za-z_]\w*\Z")


def build(schemas: dict[str, Any]) -> str:
    """Return the file for component schemas: a type for each schema and for each part that another schema refers to."""
    found: dict[str, Any] = {}
    pending = list(schemas)
    while pending:
        pointer = pending.pop(0)
        if pointer not in found:
            found[pointer] = _schema_at(schemas, pointer)
            pending += (ref.removeprefix(COMPONENTS) for ref in _references(found[pointer]))
    types = Types(found)
    return "\n".join((FILE_HEADER, *map(types.declared, found)))


class Types:
    """The types of schemas, by the pointers of the schemas."""

    def __init__(self, schemas: dict[str, Any]) -> None:
        """Name the types; if two names collide, the document's own schema gets the suffix `Document`.

        Raises ValueError if names still collide.
        """
        self._schemas = schemas
        plain = Counter(map(_name, schemas))
        self._names = {
            pointer: _name(pointer) + ("Document" if plain[_name(pointer)] > 1 and pointer.islower() else "")
            for pointer in schemas
        }
        if len(set(self._names.values())) != len(schemas):
            raise ValueError("two schemas would be one type")

    def declared(self, pointer: str) -> str:
        schema = self._schemas[pointer]
        return f"{_doc_comment(schema, '')}export type {self._names[pointer]} = {self._type(schema, '')};\n"

    def _type(self, schema: Any, indent: str) -> str:
        if schema is False:
            return "never"
        if not isinstance(schema, dict):
            return "unknown"
        if "$ref" in schema:
            return self._names[schema["$ref"].removeprefix(COMPONENTS)]
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
        for word in ("oneOf", "anyOf"):
            if word in schema and all(isinstance(one, dict) and one.keys() != {"required"} for one in schema[word]):
                return _either(self._type(one, indent) for one in schema[word])
        if "type" in schema:
            sorts = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            return _either(self._of(sort, schema, indent) for sort in sorts)
        return self._object(schema, indent) if "properties" in schema else "unknown"

    def _of(self, sort: str, schema: dict[str, Any], indent: str) -> str:
        if sort == "array":
            items = [one["items"] for one in (schema, *schema.get("allOf", ())) if "items" in one]
            return f"Array<{self._type(items[0] if items else True, indent)}>"
        return self._object(schema, indent) if sort == "object" else TYPE_NAMES[sort]

    def _object(self, schema: dict[str, Any], indent: str) -> str:
        inner = f"{indent}  "
        needed = schema.get("required", ())
        rows = [
            f"{_doc_comment(one, inner)}{inner}{key if _PLAIN.match(key) else json.dumps(key)}"
            f"{'' if key in needed else '?'}: {self._type(one, inner)};\n"
            for key, one in schema.get("properties", {}).items()
        ]
        if rows:
            return f"{{\n{''.join(rows)}{indent}}}"
        return f"Record<string, {self._type(schema.get('additionalProperties', True), indent)}>"


def _schema_at(schemas: dict[str, Any], pointer: str) -> Any:
    found: Any = schemas
    for part in pointer.split("/"):
        found = found[part.replace("~1", "/").replace("~0", "~")]
    return found


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _references(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref" and isinstance(item, str):
                yield item
            else:
                yield from _references(item)


def _name(pointer: str) -> str:
    """Return the name of a schema's type: the parts of its pointer without schema keywords."""
    parts = [part for part in pointer.split("/") if part not in ("$defs", "properties")]
    words = re.split(r"[^A-Za-z0-9]+", "-".join(parts))
    return "".join(word[:1].upper() + word[1:] for word in words if word)


def _either(types: Iterator[str]) -> str:
    return " | ".join(dict.fromkeys(types))


def _doc_comment(schema: Any, indent: str) -> str:
    words = schema.get("description", "") if isinstance(schema, dict) else ""
    return f"{indent}/** {' '.join(words.split()).replace('*/', '*')} */\n" if words else ""
