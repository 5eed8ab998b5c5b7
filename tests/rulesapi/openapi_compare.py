"""Losses of a newer OpenAPI document: `python -m tests.rulesapi.openapi_compare OLD NEW`.

Every path, operation, operation id, parameter, body, response, media type, header, security scheme, component and field
of the older document must be in the newer one, and nothing may be narrower: no removed type, value or alternative, no
tighter bound, no new requirement for requests, no weaker promise for responses. References are resolved on both sides,
so that a part of a schema may become a component. Texts and examples are not compared.
"""

import gzip
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).resolve().parent / "openapi-0.1.json.gz"
"""The API description of version 0.1, which every later one has to contain."""
SENT, GOT = "sent", "got"
TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))
LOWER_BOUNDS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER_BOUNDS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
EXACT = ("pattern", "format", "uniqueItems", "contentEncoding")
"""Keywords that may be removed, but neither added nor changed."""
OPAQUE = ("not", "if", "then", "else", "allOf", "dependentSchemas", "dependentRequired", "propertyNames")
"""Keywords that must not change, with references resolved."""
WORDS = ("title", "description", "example", "examples", "default", "$defs", "$comment", "deprecated")


def read(path: Path) -> dict[str, Any]:
    """Return the document in a file, which may be compressed."""
    raw = path.read_bytes()
    return json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)


def losses(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return a line for each removal or narrowing in `new`."""
    return list(dict.fromkeys(_Comparison(old, new).losses()))


class _Comparison:
    """Two OpenAPI documents, and the pairs of components already compared."""

    def __init__(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        self.old = old
        self.new = new
        self._seen: set[tuple[str, str, str]] = set()
        self._used: dict[str, set[str]] = {}

    def losses(self) -> Iterator[str]:
        for path, methods in self.old["paths"].items():
            for method, operation in methods.items():
                there = self.new["paths"].get(path, {}).get(method)
                where = f"{method.upper()} {path}"
                if there is None:
                    yield f"{where}: gone"
                else:
                    yield from self._operation(operation, there, where)
        yield from self._components()

    def _components(self) -> Iterator[str]:
        for sort, old in self.old["components"].items():
            new = self.new["components"].get(sort, {})
            for name, one in old.items():
                where = f"{sort} {name}"
                if name not in new:
                    yield f"{where}: gone"
                elif sort == "schemas":
                    for use in sorted(self._used.get(f"#/components/schemas/{name}", {GOT})):
                        yield from self._schema(one, new[name], where, use)
                elif sort == "securitySchemes" and _plain(one) != _plain(new[name]):
                    yield f"{where}: changed"

    def _operation(self, old: Mapping[str, Any], new: Mapping[str, Any], where: str) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"{where}: operation id {old['operationId']} is now {new['operationId']}"
        if _scopes(new) and _scopes(old) != _scopes(new):
            yield f"{where}: needs another token"
        yield from self._parameters(old.get("parameters", ()), new.get("parameters", ()), where)
        body, body_now = old.get("requestBody"), new.get("requestBody")
        if body is None and body_now and body_now.get("required"):
            yield f"{where}: needs a body"
        elif body is not None:
            yield from self._content(body, body_now or {}, f"{where} body", SENT)
        for status, response in old["responses"].items():
            there = new["responses"].get(status)
            if there is None:
                yield f"{where} {status}: gone"
                continue
            yield from self._content(response, there, f"{where} {status}", GOT)
            yield from self._headers(response, there, f"{where} {status}")

    def _parameters(self, old: Any, new: Any, where: str) -> Iterator[str]:
        known = {(one["in"], one["name"]): one for one in old}
        there = {(one["in"], one["name"]): one for one in new}
        for key, one in known.items():
            if key not in there:
                yield f"{where} {key[1]}: gone"
            else:
                yield from self._schema(one["schema"], there[key]["schema"], f"{where} {key[1]}", SENT)
        for key, one in there.items():
            if one.get("required") and not known.get(key, {}).get("required"):
                yield f"{where} {key[1]}: now required"

    def _content(self, old: Mapping[str, Any], new: Mapping[str, Any], where: str, use: str) -> Iterator[str]:
        for kind, content in old.get("content", {}).items():
            there = new.get("content", {}).get(kind)
            if there is None:
                yield f"{where} {kind}: gone"
                continue
            yield from self._schema(content["schema"], there["schema"], f"{where} {kind}", use)
            if content.get("examples") and not there.get("examples"):
                yield f"{where} {kind}: no example"

    def _headers(self, old: Mapping[str, Any], new: Mapping[str, Any], where: str) -> Iterator[str]:
        for name, header in old.get("headers", {}).items():
            there = new.get("headers", {}).get(name)
            if there is None:
                yield f"{where} {name}: gone"
            else:
                before, now = _follow(self.old, header), _follow(self.new, there)
                yield from self._schema(before["schema"], now["schema"], f"{where} {name}", GOT)

    def _schema(self, old: Any, new: Any, where: str, use: str) -> Iterator[str]:
        if "$ref" in (old if isinstance(old, dict) else ()):
            seen = (old["$ref"], json.dumps(new, sort_keys=True), use)
            self._used.setdefault(old["$ref"], set()).add(use)
            if seen in self._seen:
                return
            self._seen.add(seen)
        old, new = _follow(self.old, old), _follow(self.new, new)
        if old is False or new is True:
            return
        if new is False:
            yield f"{where}: nothing is allowed any more"
            return
        old, new = ({} if one is True else one for one in (old, new))
        yield from _values(old, new, where, use)
        yield from _bounds(old, new, where)
        yield from self._fields(old, new, where, use)
        for word in ("anyOf", "oneOf"):
            yield from self._branches(old.get(word), new.get(word), where, use)
        for word in OPAQUE:
            if self._expanded(self.old, old.get(word)) != self._expanded(self.new, new.get(word)):
                yield f"{where}: {word} changed"

    def _fields(self, old: dict[str, Any], new: dict[str, Any], where: str, use: str) -> Iterator[str]:
        fields, fields_now = old.get("properties", {}), new.get("properties", {})
        for name, one in fields.items():
            if name not in fields_now:
                yield f"{where}.{name}: gone"
            else:
                yield from self._schema(one, fields_now[name], f"{where}.{name}", use)
        required, required_now = set(old.get("required", ())), set(new.get("required", ()))
        lost = required_now - required if use == SENT else required - required_now
        for name in sorted(lost):
            yield f"{where}.{name}: {'now required' if use == SENT else 'no longer promised'}"
        if "items" in old or "items" in new:
            yield from self._schema(old.get("items", True), new.get("items", True), f"{where}[]", use)
        if "additionalProperties" in old or "additionalProperties" in new:
            others, others_now = (one.get("additionalProperties", True) for one in (old, new))
            yield from self._schema(others, others_now, f"{where}.*", use)
        for pattern, one in old.get("patternProperties", {}).items():
            there = new.get("patternProperties", {}).get(pattern, new.get("additionalProperties", True))
            yield from self._schema(one, there, f"{where}.{pattern}", use)

    def _branches(self, old: Any, new: Any, where: str, use: str) -> Iterator[str]:
        """Yield each alternative without a replacement in the newer document."""
        if new is None:
            return
        if old is None:
            yield f"{where}: alternatives where everything was allowed"
            return
        for number, branch in enumerate(old):
            if not any(self._holds(branch, other, where, use) for other in new):
                yield f"{where}: alternative {number} is gone"

    def _holds(self, old: Any, new: Any, where: str, use: str) -> bool:
        alone = _Comparison(self.old, self.new)
        alone._seen = set(self._seen)
        if next(alone._schema(old, new, where, use), None) is not None:
            return False
        for reference, uses in alone._used.items():
            self._used.setdefault(reference, set()).update(uses)
        return True

    def _expanded(self, document: Mapping[str, Any], value: Any) -> Any:
        """Return a part of a schema without texts and with resolved references."""
        if isinstance(value, list):
            return [self._expanded(document, one) for one in value]
        if not isinstance(value, dict):
            return value
        value = _follow(document, value)
        return {key: self._expanded(document, one) for key, one in value.items() if key not in WORDS}


def _follow(document: Mapping[str, Any], value: Any) -> Any:
    """Return the target of references, merged with their sibling keywords."""
    while isinstance(value, dict) and "$ref" in value:
        found: Any = document
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        siblings = {key: one for key, one in value.items() if key != "$ref"}
        value = {**found, **siblings} if isinstance(found, dict) else found
    for word in ("allOf", "anyOf", "oneOf"):
        if isinstance(value, dict) and len(value.get(word, ())) == 1:  # a single alternative is that alternative
            siblings = {key: one for key, one in value.items() if key != word}
            value = {**_follow(document, value[word][0]), **siblings}
    return value


def _values(old: dict[str, Any], new: dict[str, Any], where: str, use: str) -> Iterator[str]:
    """Yield the removed types and values, and new types in responses."""
    before, now = _types(old), _types(new)
    for name in sorted(before - now):
        yield f"{where}: no {name} any more"
    if use == GOT and before != TYPES:
        for name in sorted(now - before):
            yield f"{where}: may be {name} now"
    if (only := _only(new)) is None:
        return
    was = _only(old)
    if was is None:
        yield f"{where}: certain values only"
        return
    for value in was:
        if value not in only:
            yield f"{where}: {json.dumps(value)} is gone"


def _types(schema: dict[str, Any]) -> frozenset[str]:
    type_ = schema.get("type")
    if type_ is None:
        values = _only(schema)
        return TYPES if values is None else frozenset().union(*map(_type_of, values))
    types = {type_} if isinstance(type_, str) else set(type_)
    return frozenset(types | {"integer"} if "number" in types else types)


def _type_of(value: Any) -> set[str]:
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return {names.get(type(value), "null")}


def _only(schema: dict[str, Any]) -> list[Any] | None:
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _bounds(old: dict[str, Any], new: dict[str, Any], where: str) -> Iterator[str]:
    for words, tighter in ((LOWER_BOUNDS, lambda a, b: a > b), (UPPER_BOUNDS, lambda a, b: a < b)):
        for word in words:
            if word in new and (word not in old or tighter(new[word], old[word])):
                yield f"{where}: {word} {old.get(word, 'free')} is now {new[word]}"
    for word in EXACT:
        if word in new and new[word] != old.get(word) and not _has_more_words(old.get(word), new[word]):
            yield f"{where}: {word} {old.get(word, 'free')} is now {new[word]}"


def _has_more_words(old: Any, new: Any) -> bool:
    """Return whether a pattern of words, `^(a|b)$`, includes all words of another one and so is wider."""
    of_each = [re.fullmatch(r"\^\(([a-z|-]+)\)\$", one) if isinstance(one, str) else None for one in (old, new)]
    if not all(of_each):
        return False
    before, now = (set(found[1].split("|")) for found in of_each if found)
    return before <= now


def _scopes(operation: Mapping[str, Any]) -> Any:
    return operation.get("security") or []


def _plain(scheme: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in scheme.items() if key != "description"}


def main() -> int:
    """Print the losses between two files; return 1 if there are any."""
    old, new = (read(Path(name)) for name in sys.argv[1:3])
    found = losses(old, new)
    sys.stdout.write("".join(f"{line}\n" for line in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
