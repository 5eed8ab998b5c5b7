"""Python types of the situations, results and odds of declared questions, for the Python client.

`manage.py build_types` writes them to `clients/python/muster_client/questions.py`; a test ensures that the file is
current.
"""

import posixpath
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from catalog.documents import load_schemas
from catalog.documents.schemas import SCHEMA_ROOT
from rulesapi.judging.question_schemas import derived_schemas

TYPES_FILE = Path(__file__).resolve().parent.parent / "clients" / "python" / "muster_client" / "questions.py"
FILE_HEADER = '''"""Situations, results and odds of questions of play. Written by manage.py build_types: do not edit."""

from typing import Any, Literal, NotRequired, TypedDict
'''
TYPE_NAMES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
FOLDERS = {"answers": "Result", "odds": "Odds"}
WIDTH = 110
"""The width of docstrings."""


def build() -> str:
    """Return the file: a class for each object of each schema, those within others first."""
    classes = [text for path, schema in derived_schemas().items() for text in _Classes(path, schema).texts()]
    return "\n\n".join([FILE_HEADER, *classes])


def class_name(path: str) -> str:
    """Return the name of the class of a schema: that of its game and question, and whether it is an answer."""
    folder = posixpath.basename(posixpath.dirname(path))
    game, question = path.partition("/")[0], posixpath.basename(path).removesuffix(".schema.json")
    return _capitalized(f"{game}-{question}") + FOLDERS.get(folder, "Situation")


class _Classes:
    """The classes of a schema and of the objects in it."""

    def __init__(self, path: str, schema: dict[str, Any]) -> None:
        self._path, self._schema, self._name = path, schema, class_name(path)
        self._written: dict[str, str] = {}

    def texts(self) -> Iterator[str]:
        self._class(self._name, self._schema)
        yield from self._written.values()

    def _class(self, name: str, schema: dict[str, Any]) -> str:
        """Write the class of an object, after those of the objects in it, and return its name."""
        if name not in self._written:
            needed = schema.get("required", ())
            types = {
                key: self._type(one, name + _capitalized(key), self._path) for key, one in schema["properties"].items()
            }
            lines = [f"    {key}: {of if key in needed else f'NotRequired[{of}]'}\n" for key, of in types.items()]
            words = " ".join(f"{schema[key].rstrip('.')}." for key in ("title", "description") if key in schema)
            self._written[name] = f"class {name}(TypedDict):\n{_docstring(words)}\n{''.join(lines)}"
        return name

    def _type(self, schema: Any, name: str, path: str) -> str:
        """Return the type of a schema at a path; an object in it has a class of this name."""
        if "$ref" in schema:
            return self._referred(schema["$ref"], name, path)
        if "enum" in schema:
            words = ", ".join(repr(one) if one is None else f'"{one}"' for one in schema["enum"])
            return f"Literal[{words}]"
        kinds = schema.get("type", [])
        found = [self._of(kind, schema, name, path) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
        return " | ".join(dict.fromkeys(found)) or "Any"

    def _of(self, kind: str, schema: dict[str, Any], name: str, path: str) -> str:
        if kind == "array":
            return f"list[{self._type(schema.get('items', {}), name, path)}]"
        if kind == "object":
            own = path == self._path and "properties" in schema
            return self._class(name, schema) if own else "dict[str, Any]"
        return TYPE_NAMES[kind]

    def _referred(self, reference: str, name: str, path: str) -> str:
        """Return the type of a schema that is referred to: a part of the situation, or a schema of cards."""
        file, _, pointer = reference.partition("#")
        steps = pointer.split("/")[1:]
        if not file and path == self._path:
            return self._class(self._name.removesuffix("Situation") + _capitalized(steps[-1]), self._at(steps))
        path = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
        target: Any = load_schemas()[path.removeprefix(SCHEMA_ROOT)]
        for step in steps:
            target = target[step]
        return self._type(target, name, path)

    def _at(self, steps: list[str]) -> dict[str, Any]:
        found: Any = self._schema
        for step in steps:
            found = found[step]
        return dict(found)


def _docstring(text: str) -> str:
    lines = wrap(text, WIDTH)
    inner = "\n    ".join(lines)
    return f'    """{inner}"""\n' if len(lines) == 1 else f'    """{inner}\n    """\n'


def _capitalized(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in name.replace("_", "-").split("-"))
