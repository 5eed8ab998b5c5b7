"""Putting the description together."""

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.urls import URLPattern

from catalog import documents
from catalog.api.documents import DocumentView, SlugView
from catalog.api_base import problems, schema_extensions
from catalog.api_base.index import IndexView, uri_template
from catalog.api_base.query_params import RELEASE, QueryParameter

from ..api.verdicts import LINES_MEDIA_TYPE
from ..urls import api
from . import added, examples, parts, shapes
from .operations import FOR_ALL, OPERATIONS, PASSING, REMOVALS, TAGS, WITH_PARAMETERS, Operation

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ABOUT = """\
Cards of miniatures games, and verdicts on army lists that say why.

Cards and verdicts need no account: reading and judging are open to every origin, without credentials. Legions that \
somebody keeps are reached with a personal token. Every document comes \
from a release of the catalog, a numbered state that never changes; leave `release` out for the newest. Lists are \
walked by following `next`. A legion that breaks rules gets a verdict with status 200; what cannot be read gets a \
problem (RFC 9457).

Additions are compatible and can come at any time: new fields, new kinds, new codes. Nothing is removed, and no code \
changes its meaning, under `/api/v1/`.

A legion is an army list of any game here, also of a game whose players call theirs a warband.

Muster is unofficial and connected with no publisher. Facts of cards belong to nobody; the wording is Muster's own.
"""
HEADERS = {
    "ETag": ("A strong validator: send it back in If-None-Match.", {"type": "string"}),
    "Muster-Release": ("The release this is from.", {"type": "integer"}),
    "Location": ("The address of what was made.", {"type": "string"}),
    "Muster-Revision": ("The revision of the document.", {"type": "integer"}),
}
BATCH_BODY = (
    f"UTF-8 JSON. One legion up to 256 KiB, a batch up to 10 MiB; {parts.LIMITS}. As lines: each is a document of its "
    "own."
)
IN_PATH = {
    "game": "The game's slug.",
    "slug": "The slug. A slug the document had before leads on with 301.",
    "number": "The release's number.",
    "key": "The key of the question, as its 202 says it.",
    "rule": "The rule's code without the game.",
    "kind": "The kind of document.",
    "form": "`jsonl` or `json`, with `.gz` or `.br` behind it for a compressed file.",
    "path": "The path of the schema, as in its `$id`.",
}


def build() -> str:
    """Return the description as the text of its file."""
    return json.dumps(compose(), ensure_ascii=False, indent=1) + "\n"


def compose() -> dict[str, Any]:
    """Return the description."""
    return {
        "openapi": "3.1.1",
        "jsonSchemaDialect": DIALECT,
        "info": {
            "title": "Muster",
            "version": "1.0.0",
            "summary": "Cards of miniatures games, and verdicts on army lists that say why.",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [],
        "tags": [{"name": name, "description": about} for name, about in tags().items()],
        "paths": dict(_paths()),
        "components": {
            "schemas": {
                **shapes.schemas(),
                **{n: s for one in schema_extensions.extensions() for n, s in one.schemas.items()},
            },
            "securitySchemes": added.SECURITY,
            "headers": {name: {"description": about, "schema": schema} for name, (about, schema) in HEADERS.items()},
        },
    }


def tags() -> dict[str, str]:
    """Return the chapters that there are, each with words about it."""
    return {**TAGS, **{chapter.name: chapter.about for chapter in schema_extensions.extensions()}}


def _paths() -> Iterator[tuple[str, Any]]:
    by_name = {pattern.name: pattern for pattern in api}
    for name, operation in OPERATIONS.items():
        pattern = by_name[name]
        view = pattern.callback.view_class
        method = "post" if hasattr(view, "post") else "get"
        methods = {method: _operation(name, operation, view, pattern)}
        if name in REMOVALS:
            methods["delete"] = _operation(name, REMOVALS[name], view, pattern)
        yield uri_template(pattern), methods
    yield from added.paths(content=_content, in_query=_in_query, refusals=_refusals)


def _operation(name: str, operation: Operation, view: type, pattern: URLPattern) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": inspect.getdoc(view),
        "parameters": [
            *(_in_path(name, part) for part in re.findall(r"<\w+:(\w+)>", str(pattern.pattern))),
            *(_in_query(parameter) for parameter in view.parameters),
        ],
        "responses": _responses(name, operation, view),
    }
    if operation.question:
        described["requestBody"] = {
            "required": True,
            "description": BATCH_BODY if hasattr(view, "batch") else parts.BODY,
            "content": {"application/json": _content(operation.question, examples.questions(name))},
        }
    if operation.in_lines:
        asked, answered = examples.in_lines()
        described["requestBody"]["content"][LINES_MEDIA_TYPE] = _content(operation.in_lines[0], asked)
        described["responses"]["200"]["content"][LINES_MEDIA_TYPE] = _content(operation.in_lines[1], answered)
    return described


def _in_path(name: str, part: str) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 1} if part == "number" else {"type": "string"}
    return {
        "name": part,
        "in": "path",
        "required": True,
        "description": IN_PATH[part],
        "schema": schema,
        "example": examples.parameters()[name][part],
    }


def _in_query(parameter: QueryParameter) -> dict[str, Any]:
    schema = {key: value for key, value in parameter.schema.items() if key != "title"}
    described: dict[str, Any] = {"name": parameter.name, "in": "query", "description": parameter.description}
    if schema["type"] == "array":
        schema["items"] = {key: value for key, value in schema["items"].items() if key != "title"}
        described |= {"style": "form", "explode": False}
    described["schema"] = schema
    return described if parameter.example is None else {**described, "example": parameter.example}


def _responses(name: str, operation: Operation, view: type) -> dict[str, Any]:
    answered: dict[str, Any] = {"description": operation.summary}
    responses: dict[str, Any] = {"200" if operation.answer else "204": answered}
    if operation.answer:
        answered["content"] = {operation.media_type: _content(operation.answer, examples.answers(name))}
        answered["content"] |= {kind: _content(of, examples.other(kind)) for kind, of in operation.others.items()}
    if operation.later:
        responses["202"] = {
            "description": "It takes longer; Location is where its answer will be.",
            "content": {operation.media_type: _content(operation.later, examples.later(name))},
        }
    if hasattr(view, "get") and name not in PASSING:
        sent = ["ETag", "Muster-Release"] if RELEASE in view.parameters or view is IndexView else ["ETag"]
        if issubclass(view, DocumentView):
            sent.append("Muster-Revision")
        if issubclass(view, SlugView):
            responses["301"] = {"description": "The document has another slug now; Location is its address."}
        answered["headers"] = {name: parts.header(name) for name in sent}
        responses["304"] = {"description": "What you hold is what would be sent."}
    codes = [*operation.problems, *FOR_ALL, *(WITH_PARAMETERS if view.parameters else ())]
    return {**responses, **_refusals(codes)}


def _refusals(codes: Iterable[str]) -> dict[str, Any]:
    """Return the answers that are these problems, by status."""
    refusals = {}
    for status in sorted({problems.PROBLEM_TYPES[code].status for code in codes}):
        of_status = [
            code for code in problems.PROBLEM_TYPES if code in codes and problems.PROBLEM_TYPES[code].status == status
        ]
        refusals[str(status)] = {
            "description": "; ".join(problems.PROBLEM_TYPES[code].title for code in of_status),
            "content": {problems.MEDIA_TYPE: _content("Problem", {code: examples.problem(code) for code in of_status})},
        }
    return refusals


def _content(component: str, shown: Mapping[str, Any]) -> dict[str, Any]:
    named = {documents.slugify(name): {"summary": name, "value": value} for name, value in shown.items()}
    return {"schema": parts.ref(component), "examples": named}
