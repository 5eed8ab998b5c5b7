"""The OpenAPI document contains everything of version 0.1, and the comparison finds losses."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from rulesapi import openapi
from tests.rulesapi.openapi_compare import GOLDEN, losses, read

THING = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 20},
        "level": {"type": ["integer", "null"], "minimum": 1},
        "sort": {"enum": ["a", "b"]},
        "part": {"$ref": "#/components/schemas/Whole/$defs/part"},
        "either": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
    },
    "required": ["name", "level"],
}


def small() -> dict[str, Any]:
    """Return an OpenAPI document with one path."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}, "examples": {"one": {}}}}
    query = {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 200}}
    answers = {"200": {"content": content, "headers": {"ETag": {"schema": {"type": "string"}}}}, "404": {}}
    put = {
        "operationId": "putThing",
        "security": [{"token": ["write"]}],
        "parameters": [query],
        "requestBody": {"content": content, "required": True},
        "responses": answers,
    }
    whole = {"type": "object", "$defs": {"part": {"type": "string"}}, "properties": {"one": {"type": "string"}}}
    return copy.deepcopy(
        {
            "paths": {"/things/": {"put": put}},
            "components": {
                "schemas": {"Thing": THING, "Whole": whole, "Unused": {"type": "string"}},
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def put_of(description: dict[str, Any]) -> dict[str, Any]:
    return description["paths"]["/things/"]["put"]


def thing_of(description: dict[str, Any]) -> dict[str, Any]:
    return description["components"]["schemas"]["Thing"]


LOST: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "path": (lambda spec: spec["paths"].clear(), "PUT /things/: gone"),
    "id": (lambda spec: put_of(spec).update(operationId="x"), "operation id putThing is now x"),
    "parameter": (lambda spec: put_of(spec).update(parameters=[]), "limit: gone"),
    "needed parameter": (lambda spec: put_of(spec)["parameters"][0].update(required=True), "limit: now required"),
    "status": (lambda spec: put_of(spec)["responses"].pop("404"), "404: gone"),
    "header": (lambda spec: put_of(spec)["responses"]["200"]["headers"].clear(), "200 ETag: gone"),
    "media type": (lambda spec: put_of(spec)["requestBody"]["content"].clear(), "body application/json: gone"),
    "token": (lambda spec: put_of(spec)["security"][0]["token"].append("more"), "needs another token"),
    "scheme": (lambda spec: spec["components"]["securitySchemes"]["token"].update(scheme="basic"), "token: changed"),
    "component": (lambda spec: spec["components"]["schemas"].pop("Unused"), "schemas Unused: gone"),
    "field": (lambda spec: thing_of(spec)["properties"].pop("sort"), ".sort: gone"),
    "type": (lambda spec: thing_of(spec)["properties"]["level"].update(type="integer"), ".level: no null any more"),
    "wider answer": (lambda spec: thing_of(spec)["properties"]["name"].update(type=["string", "null"]), "may be null"),
    "value": (lambda spec: thing_of(spec)["properties"]["sort"].update(enum=["a"]), '"b" is gone'),
    "bound": (lambda spec: thing_of(spec)["properties"]["name"].update(maxLength=19), "maxLength 20 is now 19"),
    "new bound": (lambda spec: thing_of(spec)["properties"]["name"].update(minLength=1), "minLength free is now 1"),
    "required": (lambda spec: thing_of(spec)["required"].append("sort"), "body application/json.sort: now required"),
    "promise": (lambda spec: thing_of(spec)["required"].remove("name"), "json.name: no longer promised"),
    "alternative": (lambda spec: thing_of(spec)["properties"]["either"]["anyOf"].pop(), "alternative 2 is gone"),
    "closed": (lambda spec: thing_of(spec).update(additionalProperties=False), ".*: nothing is allowed"),
    "condition": (lambda spec: thing_of(spec).update({"not": {"required": ["x"]}}), "not changed"),
}


@pytest.mark.parametrize("lost", LOST)
def test_losses_are_reported(lost: str) -> None:
    spoil, told = LOST[lost]
    new = small()
    spoil(new)
    assert any(told in line for line in losses(small(), new)), losses(small(), new)


def test_additions_and_wider_types_are_no_loss() -> None:
    new = small()
    thing_of(new)["properties"]["more"] = {"type": "string"}
    thing_of(new)["properties"]["sort"]["enum"].append("c")
    thing_of(new)["properties"]["name"]["maxLength"] = 30
    thing_of(new)["properties"]["either"]["anyOf"].insert(0, {"type": "null"})
    put_of(new)["responses"]["409"] = {}
    put_of(new)["parameters"][0]["schema"]["maximum"] = 500
    new["paths"]["/more/"] = {}
    assert losses(small(), new) == []


def test_a_pattern_of_words_may_have_more_and_never_fewer() -> None:
    old, new = small(), small()
    thing_of(old)["properties"]["word"] = {"type": "string", "pattern": "^(a|b)$"}
    thing_of(new)["properties"]["word"] = {"type": "string", "pattern": "^(a|b|c)$"}
    assert losses(old, new) == []
    assert any("pattern" in line for line in losses(new, old))
    thing_of(new)["properties"]["word"]["pattern"] = "^(a|c)$"
    assert any("pattern" in line for line in losses(old, new))


def test_a_part_may_become_a_component_of_its_own() -> None:
    new = small()
    schemas = new["components"]["schemas"]
    schemas["Whole.part"] = schemas["Whole"].pop("$defs")["part"]
    thing_of(new)["properties"]["part"] = {"$ref": "#/components/schemas/Whole.part"}
    assert losses(small(), new) == []
    schemas["Whole.part"]["type"] = "integer"
    assert any("part: no string" in line for line in losses(small(), new))


@pytest.mark.sampled
def test_nothing_of_version_0_1_is_gone_or_narrower() -> None:
    assert losses(read(GOLDEN), json.loads(openapi.stored())) == []
