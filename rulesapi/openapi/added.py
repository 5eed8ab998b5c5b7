"""The part of the description that tells of the chapters other apps add."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from catalog.api_base import schema_extensions
from catalog.api_base.index import uri_template
from catalog.api_base.schema_extensions import BodyDescription, MethodDescription, SchemaExtension

from . import parts
from .operations import FOR_ALL

SECURITY = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A personal token, made on the page of one's account. Cookies open nothing here.",
    }
}
HEADER_SCHEMA = {"type": "string", "maxLength": 400}
Content = Callable[[str, Mapping[str, Any]], dict[str, Any]]


def paths(
    *,
    content: Content,
    in_query: Callable[[Any], dict[str, Any]],
    refusals: Callable[[tuple[str, ...]], dict[str, Any]],
) -> Iterator[tuple[str, Any]]:
    """Yield each address of every chapter with what is described of it; the arguments describe parts of it."""
    for chapter in schema_extensions.extensions():
        for pattern in chapter.patterns:
            methods = chapter.methods[str(pattern.name)]
            address = uri_template(pattern)
            yield (
                address,
                {
                    verb: {
                        **_head(chapter, method),
                        "parameters": [
                            *_in_path(chapter, address),
                            *(in_query(parameter) for parameter in method.parameters),
                            *_in_headers(method),
                        ],
                        **_body(method, content),
                        "responses": {**_answers(method, content), **refusals(_codes(method))},
                    }
                    for verb, method in methods.items()
                },
            )


def _head(chapter: SchemaExtension, method: MethodDescription) -> dict[str, Any]:
    head = {
        "operationId": method.name,
        "tags": [chapter.name],
        "summary": method.summary,
        "description": method.about,
    }
    return {**head, "security": [{"token": [method.scope]}]} if method.scope else head


def _in_path(chapter: SchemaExtension, address: str) -> Iterator[dict[str, Any]]:
    for word in re.findall(r"{(\w+)}", address):
        about, schema, example = chapter.words[word]
        described = {"name": word, "in": "path", "required": True, "description": about, "schema": schema}
        yield {**described, "example": example}


def _in_headers(method: MethodDescription) -> Iterator[dict[str, Any]]:
    for name, (about, needed) in method.headers.items():
        yield {"name": name, "in": "header", "required": needed, "description": about, "schema": HEADER_SCHEMA}


def _body(method: MethodDescription, content: Content) -> dict[str, Any]:
    if not method.asked:
        return {}
    bodies = {kind: content(sent.component, sent.examples) for kind, sent in method.asked.items()}
    return {"requestBody": {"required": True, "description": parts.BODY, "content": bodies}}


def _answers(method: MethodDescription, content: Content) -> dict[str, Any]:
    return {str(status): _answer(sent, method.summary, content) for status, sent in method.answers.items()}


def _answer(sent: BodyDescription, summary: str, content: Content) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": sent.about or summary}
    if sent.component:
        answer["content"] = {"application/json": content(sent.component, sent.examples)}
    if sent.headers:
        answer["headers"] = {name: parts.header(name) for name in sent.headers}
    return answer


def _codes(method: MethodDescription) -> tuple[str, ...]:
    for_token = ("unauthorized", "forbidden") if method.scope else ()
    return (*method.problems, *for_token, *FOR_ALL, *(("invalid-parameter",) if method.parameters else ()))
