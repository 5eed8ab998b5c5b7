"""The API description prepared for the docs page: sections of operations, with examples to copy."""

import json
import re
from typing import Any
from urllib.parse import urlencode

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from catalog.snapshots import MAX_NUMBER


def sections(description: dict[str, Any], host: str) -> list[dict[str, Any]]:
    """Return the sections of the docs: name, description and operations. `host` is the host in examples."""
    found = [
        _operation(address, method, operation, host)
        for address, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    return [
        {
            **tag,
            "description": marked(tag["description"]),
            "operations": [one for one in found if one["tag"] == tag["name"]],
        }
        for tag in description["tags"]
    ]


def _operation(address: str, method: str, operation: dict[str, Any], host: str) -> dict[str, Any]:
    body = operation.get("requestBody")
    requests = [one for content in body["content"].values() for one in _examples(content)] if body else []
    answered = next(iter(operation["responses"].values())).get("content", {})
    return {
        "id": operation["operationId"],
        "tag": operation["tags"][0],
        "method": method.upper(),
        "address": address,
        "summary": operation["summary"],
        "description": [marked(paragraph) for paragraph in operation["description"].split("\n\n")],
        "parameters": [
            {**one, "description": marked(one["description"]), "takes": _takes(one["schema"])}
            for one in operation["parameters"]
        ],
        "curl": _curl(address, method, operation, host),
        "questions": requests,
        "answers": [example for content in answered.values() for example in _examples(content)],
        "refusals": [
            {"status": status, "code": code, "title": example["value"]["title"]}
            for status, response in operation["responses"].items()
            if status >= "400"
            for code, example in next(iter(response["content"].values()))["examples"].items()
        ],
    }


def marked(text: str) -> SafeString:
    """Return a text of the description as HTML, with text in backticks as code."""
    return mark_safe(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))  # noqa: S308 - escaped just here


def _examples(content: dict[str, Any]) -> list[dict[str, str]]:
    return [
        {"name": example["summary"], "text": json.dumps(example["value"], ensure_ascii=False, indent=2)}
        for example in content["examples"].values()
    ]


def _takes(schema: dict[str, Any]) -> str:
    """Return a short description of a parameter's values."""
    if schema["type"] == "array":
        return f"up to {schema['maxItems']}, with commas: {_takes(schema['items'])}"
    if schema["type"] == "integer":
        least, most = schema["minimum"], schema.get("maximum", MAX_NUMBER)
        words = f"whole number from {least}" if most == MAX_NUMBER else f"{least} to {most:,}"
        return f"{words}, else {schema['default']}" if "default" in schema else words
    return "slug" if "pattern" in schema and schema["maxLength"] == 100 else "text"


def _curl(address: str, method: str, operation: dict[str, Any], host: str) -> str:
    for parameter in operation["parameters"]:
        if parameter["in"] == "path":
            address = address.replace(f"{{{parameter['name']}}}", str(parameter["example"]))
    query = {
        one["name"]: one["example"] for one in operation["parameters"] if one["in"] == "query" and "example" in one
    }
    address += f"?{urlencode(query)}" if query and method == "get" else ""
    options = [f"-H '{line}'" for line in _headers(operation)]
    if body := operation.get("requestBody"):
        kind, content = next(iter(body["content"].items()))
        example = json.dumps(next(iter(content["examples"].values()))["value"], ensure_ascii=True)
        options += [f"-H 'Content-Type: {kind}'", "-d '{}'".format(example.replace("'", "'\\''"))]
    plain = method == "get" or (method == "post" and body)
    return " \\\n  ".join([f"curl {'' if plain else f'-X {method.upper()} '}'{host}{address}'", *options])


def _headers(operation: dict[str, Any]) -> list[str]:
    """Return the headers that an example needs, with dots in place of their values."""
    token = ["Authorization: Bearer muster_…"] if "security" in operation else []
    needed = [one["name"] for one in operation["parameters"] if one["in"] == "header" and one["required"]]
    return token + [f'{name}: "…"' for name in needed]
