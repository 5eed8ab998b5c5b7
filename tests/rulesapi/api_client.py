"""An API client that validates every response against the OpenAPI document."""

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs
from django.http import HttpResponse
from django.test import Client

from catalog.api_base import problems
from rulesapi import openapi

DESCRIPTION = "urn:description"
JSON, LINES = "application/json", "application/x-ndjson"


@cache
def described() -> dict[str, Any]:
    """Return the OpenAPI document as served to clients."""
    return json.loads(openapi.stored())


def _refuse(uri: str) -> Any:
    raise LookupError(uri)


@cache
def _registry() -> jsonschema_rs.Registry:
    """Return the registry with the OpenAPI document, shared by all validators."""
    return jsonschema_rs.Registry([(DESCRIPTION, described())], retriever=_refuse)


@cache
def validator(pointer: str) -> jsonschema_rs.Draft202012Validator:
    """Return the validator of the schema at `pointer` in the OpenAPI document."""
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"{DESCRIPTION}{pointer}"}, registry=_registry(), retriever=_refuse, validate_formats=True
    )


@cache
def _templates() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Return a pattern for each path of the OpenAPI document, with its methods."""
    found = []
    for template, methods in described()["paths"].items():
        pattern = re.escape(template).replace(r"\{path\}", ".+")
        found.append((re.compile(re.sub(r"\\{\w+\\}", "[^/]+", pattern)), methods))
    return found


def operation(method: str, path: str) -> dict[str, Any] | None:
    """Return the description of a method at a path, None if there is none."""
    for pattern, methods in _templates():
        if pattern.fullmatch(path):
            return methods.get("get" if method == "HEAD" else method.lower())
    return None


def check(method: str, path: str, response: HttpResponse) -> None:
    """Fail if a response does not match its description."""
    if response.streaming:
        response.streaming_content = [b"".join(response.streaming_content)]
        (content,) = response.streaming_content = list(response.streaming_content)
    else:
        content = response.content
    kind = response["Content-Type"].partition(";")[0] if content else None
    if response.status_code >= 400 and method != "HEAD":
        assert kind == problems.MEDIA_TYPE, (path, kind)
        validator("#/components/schemas/Problem").validate(response.json())
    known = operation(method, path)
    if known is None:
        return
    assert str(response.status_code) in known["responses"], f"{method} {path} answers {response.status_code}"
    response_description = known["responses"][str(response.status_code)]
    if not content:
        assert method == "HEAD" or "content" not in response_description, path
        return
    assert kind in response_description["content"], f"{method} {path} answers {kind}"
    reference = response_description["content"][kind]["schema"]["$ref"]
    if not {JSON, LINES, "application/schema+json"} & {kind}:
        return
    documents = content.splitlines() if kind == LINES else [content]
    for document in documents:
        validator(reference).validate(json.loads(document))
    if kind != LINES and "fields=" not in response.wsgi_request.META["QUERY_STRING"]:
        _check_whole(json.loads(content), reference)
    for header in response_description.get("headers", ()):
        required = described()["components"]["headers"][header].get("required", False)
        assert header in response or not required, f"{method} {path} has no {header}"


def _check_whole(answer: Any, reference: str) -> None:
    """Fail if a document is incomplete although the request did not select fields."""
    schema = found(reference)
    within = schema.get("properties", {}).get("results", {}).get("items", {}).get("$ref", "")
    for document, either in ((answer, reference), *((one, within) for one in answer.get("results", ()))):
        if either.endswith("OrFields"):
            validator(found(either)["anyOf"][0]["$ref"]).validate(document)


def found(reference: str) -> dict[str, Any]:
    """Return the component of a reference."""
    return described()["components"]["schemas"][reference.rpartition("/")[2]]


class ApiClient(Client):
    """Django's test client; a test fails if an API response does not match its description."""

    def generic(self, method: str, path: str, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().generic(method, path, *args, **kwargs)
        if problems.is_api_request(response.wsgi_request):
            check(method, response.wsgi_request.path, response)
        return response

    def judge(self, body: Any, query: str = "") -> HttpResponse:
        """Request a verdict; bytes are sent unchanged."""
        return self.ask("verdicts", body, query)

    def ask(self, endpoint: str, body: Any, query: str = "") -> HttpResponse:
        """Post a body to an API endpoint; bytes are sent unchanged."""
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.post(f"/api/v1/{endpoint}/{query}", raw, content_type="application/json")
