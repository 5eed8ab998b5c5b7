"""The drf-spectacular schema class of Muster's views.

A view declares the id, summary, request and responses of each operation (`extend_schema`, with the names of
components). Everything else is derived from the view: its query parameters, the scopes of tokens, the header fields of
its responses, and the problems that follow from these. Examples are in files (`examples`).
"""

import inspect
from collections.abc import Iterator, Mapping
from typing import Any, cast

import uritemplate
from drf_spectacular import openapi
from drf_spectacular.utils import OpenApiResponse
from rest_framework.permissions import SAFE_METHODS

from catalog.api_base import problems
from catalog.api_base.openapi import examples
from catalog.api_base.openapi.operations import Errors, component, in_path
from catalog.api_base.query_params import RELEASE, QueryParameter

LIMITS = "at most 2,000 values and 32 levels a document, no NUL, no unpaired surrogate, no number beyond 2^53"
BODY = f"UTF-8 JSON of at most 256 KiB; {LIMITS}."
BATCH_BODY = f"UTF-8 JSON. A legion has at most 256 KiB, a batch 10 MiB; {LIMITS}. With lines, each line is a document."
_TEXT = {"type": "string"}
PATH_PARAMETERS = [
    in_path("game", "The game's slug.", _TEXT),
    in_path("slug", "The slug. A former slug of the document redirects with 301.", _TEXT),
    in_path("number", "The release's number.", {"type": "integer", "minimum": 1}),
    in_path("key", "The key of the job, from the response with status 202.", _TEXT),
    in_path("rule", "The rule's code without the game.", _TEXT),
    in_path("question", "The name of the question, as its game lists it.", _TEXT),
    in_path("kind", "The kind of document.", _TEXT),
    in_path("form", "`jsonl` or `json`, followed by `.gz` or `.br` for a compressed file.", _TEXT),
    in_path("path", "The path of the schema, as in its `$id`.", _TEXT),
    in_path("at", "The address of the section. A former one redirects with 301.", _TEXT),
]
"""Descriptions of path parameters, unless a view has its own."""
OF_EVERY_OPERATION = (
    *("unknown-parameter", "not-acceptable", "too-many-requests", "internal-error", "out-of-order", "unavailable"),
)
OF_A_BODY = ("malformed-json", "length-required", "too-slow", "too-large", "unsupported-media-type")
OF_A_TOKEN = ("unauthorized", "forbidden")
CREATED, ACCEPTED = 201, 202


class AutoSchema(openapi.AutoSchema):
    """The description of one operation: the declarations of the view, and the parts derived from its attributes."""

    view: Any  # a BaseAPIView: no other view is described

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the operation, with a list of parameters even if it is empty."""
        operation = super().get_operation(*args, **kwargs)
        return operation and {"parameters": [], **operation}

    def get_description(self) -> str:  # type: ignore[override]  # the library calls it so
        """Return the docstring of the view. Docstrings of methods are for developers and not published."""
        return inspect.getdoc(type(self.view)) or ""

    def get_override_parameters(self) -> list[Any]:
        """Return the common path parameters. A view's own parameters override them."""
        return list(PATH_PARAMETERS)

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return the required scope of the token; empty if no token is needed."""
        scopes = getattr(self.view, "required_scopes", None)
        return [{"token": [str(scopes[self.method not in SAFE_METHODS])]}] if scopes else []

    def get_request_serializer(self) -> Any:
        """Return None: views with a request body declare it themselves."""
        return None

    def _overrides(self) -> dict[tuple[str, str], dict[str, Any]]:
        """Return the parameters described by hand, keyed by name and place."""
        return self._process_override_parameters()  # type: ignore[no-untyped-call]  # the library annotates little

    def _responses(self) -> Mapping[Any, Any]:
        """Return the declared responses, keyed by status, or by status and media type."""
        return cast("Mapping[Any, Any]", self.get_response_serializers())

    def _get_parameters(self) -> list[dict[str, Any]]:
        by_name_and_place = self._overrides()
        path = [by_name_and_place[name, "path"] for name in uritemplate.variables(self.path)]
        path_examples = examples.of(self.get_operation_id()).get("parameters")
        for parameter in path:
            parameter["example"] = (path_examples or self._example_of_success())[parameter["name"]]
        headers = [{"required": False, **one} for (_, place), one in by_name_and_place.items() if place == "header"]
        return [*path, *map(_in_query, self.view.get_parameters()), *headers]

    def _get_request_body(self, direction: str = "request") -> dict[str, Any] | None:
        body = super()._get_request_body(direction)  # type: ignore[no-untyped-call]  # the library annotates little
        about = BATCH_BODY if hasattr(self.view, "batch") else BODY
        return body and {"description": about, "required": True, **body}

    def _get_examples(self, serializer: Any, direction: str, media_type: str, *args: Any, **kwargs: Any) -> Any:
        """Return the examples of a request. Examples of responses are added with the responses."""
        request_examples = examples.of(self.get_operation_id()).get("request", {}).get(media_type, {})
        return examples.named(examples.of_body(request_examples, serializer))

    def _example_of_success(self) -> dict[str, Any]:
        """Return the example of the response, for an operation without a file of examples."""
        schema = next(one for one in self._responses().values() if isinstance(one, dict))
        return next(iter(examples.of_body({}, schema).values()))

    def _get_response_bodies(self, direction: str = "response") -> dict[str, Any]:
        responses = self._responses()
        codes = [code for one in responses.values() if isinstance(one, Errors) for code in one.codes]
        bodies: dict[str, Any] = {}
        for key, one in responses.items():
            if isinstance(one, Errors):
                continue
            status, media_type = key if isinstance(key, tuple) else (key, self.view.renderer_classes[0].media_type)
            self._add_response(bodies, status, media_type, one)
        if self.view.redirects:
            bodies["301"] = {"description": "The document has a new slug; Location is its address."}
        if self.method == "GET" and "ETag" in self.view.response_headers:
            bodies["304"] = {"description": "The version you have is current."}
        return {**bodies, **dict(_refusals({*codes, *self._implied()}))}

    def _add_response(self, bodies: dict[str, Any], status: int, media_type: str, declared: Any) -> None:
        schema, description = (
            (declared.response, declared.description) if isinstance(declared, OpenApiResponse) else (declared, "")
        )
        body = bodies.setdefault(str(status), {"description": description or self.get_summary()})
        if not schema:
            return
        response_examples = (
            examples.of(self.get_operation_id()).get("responses", {}).get(str(status), {}).get(media_type, {})
        )
        shown = examples.named(examples.of_body(response_examples, schema))
        body.setdefault("content", {})[media_type] = {"schema": schema, "examples": shown}
        if headers := list(self._headers(status)):
            body["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}

    def _headers(self, status: int) -> Iterator[str]:
        """Yield the names of the additional header fields of a response with a body."""
        if self.method == "GET":
            yield from self.view.response_headers
        elif "ETag" in self.view.response_headers:
            yield "ETag"
        if status in (CREATED, ACCEPTED):
            yield "Location"

    def _implied(self) -> Iterator[str]:
        """Yield the codes of problems that follow from the attributes of the view."""
        yield from OF_EVERY_OPERATION
        if self.get_auth():
            yield from OF_A_TOKEN
        if self._get_request_body():
            yield from OF_A_BODY
        headers = {name for name, place in self._overrides() if place == "header"}
        if "If-Match" in headers:
            yield from ("version-needed", "changed-meanwhile")
        if "Idempotency-Key" in headers:
            yield from ("invalid-parameter", "key-used-before")
        if self.view.get_parameters():
            yield "invalid-parameter"
        if RELEASE in self.view.get_parameters():
            yield "unknown-release"


def _in_query(parameter: QueryParameter) -> dict[str, Any]:
    schema = {key: value for key, value in parameter.schema.items() if key != "title"}
    described: dict[str, Any] = {"name": parameter.name, "in": "query", "description": parameter.description}
    if schema["type"] == "array":
        schema["items"] = {key: value for key, value in schema["items"].items() if key != "title"}
        described |= {"style": "form", "explode": False}
    described["schema"] = schema
    return described if parameter.example is None else {**described, "example": parameter.example}


def _refusals(codes: set[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the responses for these problem codes, keyed by status."""
    for status in sorted({problems.PROBLEM_TYPES[code].status for code in codes}):
        of_status = [
            code for code in problems.PROBLEM_TYPES if code in codes and problems.PROBLEM_TYPES[code].status == status
        ]
        shown = examples.named({code: examples.of_problem(code) for code in of_status})
        yield (
            str(status),
            {
                "description": "; ".join(problems.PROBLEM_TYPES[code].title for code in of_status),
                "content": {problems.MEDIA_TYPE: {"schema": component("Problem"), "examples": shown}},
            },
        )
