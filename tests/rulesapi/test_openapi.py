"""The OpenAPI document: up to date, complete, well-formed, and consistent with its examples."""

import copy
import json
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import jsonschema_rs
import pytest
from django.core.management import CommandError, call_command
from django.urls import URLPattern, URLResolver, get_resolver
from openapi_spec_validator import OpenAPIV31SpecValidator
from openapi_spec_validator.readers import read_from_filename

from catalog import documents, import_export
from catalog.api_base import problems
from catalog.api_base.openapi import examples, hooks
from catalog.search.compiler import compile_query
from catalog.search.fields import query_language
from config import openapi as config_openapi
from rulesapi import openapi
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import CannotJudge
from rulesapi.judging.verdicts import as_malformed
from rulesapi.models import Completion
from tests import factories
from tests.nonempty import nonempty
from tests.rulesapi import api_client
from tests.rulesapi import openapi_examples as world
from tests.rulesapi.api_client import ApiClient

METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return api_client.described()


def operations(description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for address, methods in description["paths"].items():
        for method, operation in methods.items():
            yield address, method, operation


def nodes(value: Any, pointer: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object below `value` with its pointer, except the contents of examples."""
    if isinstance(value, dict):
        yield pointer, value
        for key, item in value.items():
            if key not in ("example", "examples"):
                yield from nodes(item, f"{pointer}/{key}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from nodes(item, f"{pointer}/{number}")


def found(description: dict[str, Any], reference: str) -> Any:
    value: Any = description
    for part in reference.removeprefix("#/").split("/"):
        value = value[part.replace("~1", "/").replace("~0", "~")]
    return value


# -- up to date and complete -------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_committed_file_is_what_the_program_would_write() -> None:
    assert openapi.DESCRIPTION_FILE.read_text("utf-8") == openapi.build(), "run manage.py build_openapi"


@pytest.mark.sampled
def test_the_description_is_valid_by_the_metaschema_of_openapi(description: dict[str, Any]) -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(description).iter_errors()] == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda description: description["info"].pop("title"),
        lambda description: description.update(openapi="3.0.3"),
        lambda description: description["paths"]["/api/v1/verdicts/"]["post"].update(responses={}),
        lambda description: description["paths"]["/api/v1/verdicts/"]["post"].update(parameter=[]),
        lambda description: description["components"]["schemas"]["Problem"].update(type="objekt"),
    ],
)
def test_an_invalid_description_would_be_noticed(description: dict[str, Any], spoil: Any) -> None:
    spoilt = copy.deepcopy(description)
    spoil(spoilt)
    assert next(OpenAPIV31SpecValidator(spoilt).iter_errors(), None) is not None


@pytest.mark.sampled
def test_the_command_checks_and_writes(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openapi, "DESCRIPTION_FILE", tmp_path / "openapi.json")
    with pytest.raises(CommandError, match="out of date"):
        call_command("build_openapi", "--check")
    call_command("build_openapi", stdout=StringIO())
    call_command("build_openapi", "--check")
    assert openapi.DESCRIPTION_FILE.read_text("utf-8") == openapi.build()


def served(patterns: list[Any], prefix: str = "/") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from served(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield re.sub(r"<\w+:(\w+)>", r"{\1}", prefix + str(pattern.pattern))


def test_every_address_under_the_api_is_described_and_every_described_one_served(description: dict[str, Any]) -> None:
    addresses = {address for address in served(get_resolver().url_patterns) if address.startswith("/api/v1/")}
    assert addresses == set(description["paths"])


def test_every_card_schema_is_a_component(description: dict[str, Any]) -> None:
    components = description["components"]["schemas"]
    for path in nonempty(documents.load_schemas()):
        assert path.removesuffix(".schema.json").replace("/", ".") in components
    kinds = sum(len(kinds) for kinds in documents.card_kinds().values())
    assert len(components["Card"]["oneOf"]) == kinds


def test_every_operation_lists_its_possible_problems(description: dict[str, Any]) -> None:
    general = {"method-not-allowed", "bad-request"}  # general codes, valid for all paths
    described = {
        code
        for _, _, operation in operations(description)
        for status, response in operation["responses"].items()
        if status >= "400"
        for code in response["content"][problems.MEDIA_TYPE]["examples"]
    }
    assert described == set(problems.PROBLEM_TYPES) - general


# -- well formed (OpenAPI 3.1) -------------------------------------------------------------------------------------


def test_the_frame_is_that_of_openapi_3_1(description: dict[str, Any]) -> None:
    known = {"openapi", "info", "jsonSchemaDialect", "servers", "paths", "webhooks", "components", "security", "tags"}
    assert set(description) <= known
    assert re.fullmatch(r"3\.1\.\d+", description["openapi"])
    assert {"title", "version"} <= set(description["info"])
    assert set(description["info"]["license"]) == {"name", "identifier"}
    assert {tag["name"] for tag in description["tags"]} == {
        one for _, _, o in operations(description) for one in o["tags"]
    }
    known = {"schemas", "headers", "responses", "parameters", "examples", "securitySchemes"}
    assert set(description["components"]) <= known
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+", name) for name in description["components"]["schemas"])


def test_every_reference_leads_somewhere_in_the_file(description: dict[str, Any]) -> None:
    references = [node["$ref"] for _, node in nodes(description) if isinstance(node.get("$ref"), str)]
    assert len(references) > 100
    for reference in references:
        assert reference.startswith("#/components/")
        assert reference.count("/") == 3, "a part of a component, which generators of clients cannot name"
        assert found(description, reference) is not None


def test_no_schema_names_a_base_of_its_own(description: dict[str, Any]) -> None:
    for name, schema in nonempty(description["components"]["schemas"].items()):
        assert "$id" not in schema, name
        assert "$schema" not in schema, name


def test_every_component_is_a_schema_that_validates(description: dict[str, Any]) -> None:
    for name, schema in description["components"]["schemas"].items():
        jsonschema_rs.meta.validate({"$schema": hooks.DIALECT, **schema})
        api_client.validator(f"#/components/schemas/{name}").is_valid({})


def test_generators_of_clients_make_a_class_of_each_component(description: dict[str, Any]) -> None:
    """Generators name classes by titles and confuse a field with a class of that name, and an optional field that is a
    plain `true` stops openapi-python-client.
    """

    def plain(text: str) -> str:
        return re.sub(r"[^a-z0-9]", "", text.lower())

    schemas = description["components"]["schemas"]
    classes = [plain(schema.get("title", name)) for name, schema in schemas.items()]
    assert len(set(classes)) == len(classes)
    for name, schema in nonempty(schemas.items()):
        assert plain(schema.get("title", name)) not in map(plain, schema.get("properties", ())), name
    for pointer, node in nonempty(nodes(schemas)):
        for field, one in node.get("properties", {}).items():
            assert field in node.get("required", ()) or one.get("const") is not True, (pointer, field)


def test_every_operation_is_well_formed(description: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(description)]
    assert len(names) == len(set(names))
    for address, method, operation in nonempty(operations(description)):
        assert method in METHODS
        assert set(operation) <= {
            *("operationId", "tags", "summary", "description", "parameters", "requestBody", "responses"),
            "security",
        }
        in_path = [one["name"] for one in operation["parameters"] if one["in"] == "path"]
        assert in_path == re.findall(r"\{(\w+)\}", address)
        places = [(one["in"], one["name"]) for one in operation["parameters"]]
        assert len(places) == len(set(places))
        for parameter in operation["parameters"]:
            assert parameter["in"] in {"path", "query", "header"}
            assert parameter["in"] != "path" or parameter["required"] is True
            assert parameter["description"]
            jsonschema_rs.meta.validate({"$schema": hooks.DIALECT, **parameter["schema"]})
            if "example" in parameter:
                assert jsonschema_rs.is_valid(parameter["schema"], parameter["example"])
        for status, response in operation["responses"].items():
            assert re.fullmatch(r"[1-5]\d\d", status)
            assert response["description"]
            assert set(response) <= {"description", "headers", "content"}


def of_the_catalog(description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the operations that need only a catalog; operations on account data have their own tests."""
    for address, method, operation in operations(description):
        if set(operation["tags"]) <= {"Verdicts", "Cards", "Rules", "Catalog"}:
            yield address, method, operation


# -- consistency with the examples ---------------------------------------------------------------------------------


def contents(description: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for address, method, operation in operations(description):
        bodies = [operation["requestBody"]] if "requestBody" in operation else []
        for part in (*bodies, *operation["responses"].values()):
            for content in part.get("content", {}).values():
                yield f"{method} {address}", content


def test_every_body_and_every_answer_has_examples_that_are_valid(description: dict[str, Any]) -> None:
    for where, content in nonempty(contents(description)):
        assert content["examples"], where
        for example in content["examples"].values():
            api_client.validator(content["schema"]["$ref"]).validate(example["value"])


def test_the_documents_of_the_examples_are_valid() -> None:
    world_now = world.example_world()
    for document in (
        world_now["game"],
        world_now["format"],
        world_now["house_rule"],
        world_now["ruling"],
        world_now["adventure"],
        world_now["reference"],
        world_now["rulebook"],
        world_now["section"],
        world_now["set"],
        *world_now["cards"],
    ):
        assert documents.faults_in(document) == []
    assert documents.faults_under_schema("legion.schema.json", world_now["legal"]) == []
    assert documents.faults_under_schema("legion.schema.json", world_now["illegal"]) == []
    for code in (
        "invalid-legion",
        "unknown-format",
        "unknown-house-rule",
        "unknown-set",
        "uncounted-set",
        "not-judged-yet",
    ):
        assert [fault["code"] for fault in examples.of_problem(code)["faults"]]


def test_the_cards_of_the_examples_come_with_muster() -> None:
    fixtures = openapi.DESCRIPTION_FILE.parent.parent / "fixtures"
    for document in (*world.example_world()["cards"], world.example_world()["set"]):
        assert list(fixtures.rglob(f"{document['slug']}.json")), document["slug"]


def test_the_examples_of_problems_are_real_responses() -> None:
    world_now = world.example_world()
    expected: dict[str, Any] = {
        "invalid-legion": documents.faults_under_schema("legion.schema.json", world_now["malformed"])
    }
    expected["invalid-query"] = compile_query("kind:spel energy:fire", query_language(world_now["game"]["slug"])).faults
    cards = {"cards": world_now["cards"], "formats": [world_now["format"]], "house_rules": [world_now["house_rule"]]}
    library = Library.build(
        release=world_now["release"]["number"], game=world_now["game"], sets=[world_now["set"]], **cards
    )
    for code, legion in world_now["refused"].items():
        with pytest.raises(CannotJudge) as refused:
            judge(library, legion)
        expected[code] = as_malformed(refused.value).faults
    for code in problems.PROBLEM_TYPES:
        shown = examples.of_problem(code)
        sort = problems.PROBLEM_TYPES[code]
        assert (shown["code"], shown["title"], shown["status"]) == (code, sort.title, sort.status)
        assert code not in expected or shown == problems.problem_document(code, expected[code])


def test_every_example_is_of_an_operation(description: dict[str, Any]) -> None:
    known = {operation["operationId"] for _, _, operation in operations(description)}
    assert set(examples.stored()) - {examples.PROBLEMS} <= known


@pytest.mark.sampled
@pytest.mark.django_db
def test_every_example_can_be_asked_for_and_is_answered_so(api: ApiClient, description: dict[str, Any]) -> None:
    world_now = world.example_world()
    boxes = import_export.read(import_export.find([world.FIXTURES / world_now["packed"]["game"]])).documents
    frame = [
        world_now[name]
        for name in ("game", "format", "house_rule", "ruling", "adventure", "reference", "rulebook", "section", "set")
    ]
    factories.publish(*frame, *world_now["cards"], *boxes)
    Completion.objects.create(key=world.in_path("getCompletion")["key"], question={}, release=1, seconds=1)
    for address, method, operation in nonempty(of_the_catalog(description)):
        for parameter in operation["parameters"]:
            if parameter["in"] == "path":
                example = 1 if parameter["name"] == "number" else parameter["example"]
                address = address.replace(f"{{{parameter['name']}}}", str(example))
        if method in ("get", "delete"):
            assert api.generic(method.upper(), address).status_code == (200 if method == "get" else 204), address
            continue
        examples = operation["requestBody"]["content"]["application/json"]["examples"]
        shown = operation["responses"]["200"]["content"]["application/json"]["examples"]
        for name, example in nonempty(examples.items()):
            response = api.ask(address.removeprefix("/api/v1/").strip("/"), example["value"]).json()
            answer = json.loads(re.sub(r'"release": 1\b', '"release": 12', json.dumps(response)))
            if "seconds" in answer:
                answer["seconds"] = shown[name]["value"]["seconds"]
            if "signature" in answer:  # receipts are signed with the current release and time
                answer["receipt"]["time"] = shown[name]["value"]["receipt"]["time"]
                answer |= {key: shown[name]["value"][key] for key in ("signature", "code", "url")}
            assert answer == shown[name]["value"]


@pytest.mark.sampled
@pytest.mark.django_db
def test_every_question_of_the_examples_says_something_on_the_cards_that_come_with_muster(
    api: ApiClient, description: dict[str, Any]
) -> None:
    factories.publish(*import_export.read(import_export.find([world.FIXTURES])).documents)
    for address, method, operation in nonempty(of_the_catalog(description)):
        if method != "post" or "completions" in address:  # the best completion of all cards takes too long for a test
            continue
        shown = operation["responses"]["200"]["content"]["application/json"]["examples"]
        for name, example in operation["requestBody"]["content"]["application/json"]["examples"].items():
            response = api.ask(address.removeprefix("/api/v1/").strip("/"), example["value"])
            assert response.status_code == 200, (address, name, response.json())
            answer, promised = response.json(), shown[name]["value"]
            for word in ("verdict", "points", "without", "facts", "ways"):
                assert answer.get(word) == promised.get(word), (address, name, word)
            strange = [[one["at"] for one in verdicts.get("not_found", ())] for verdicts in (answer, promised)]
            assert strange[0] == strange[1], (address, name)


def test_the_house_rule_of_the_examples_changes_the_verdict() -> None:
    answer = world.answers("judge")["Under a house rule"]
    assert (answer["verdict"], answer["without"]["verdict"]) == ("legal", "illegal")


def test_the_pack_at_home_of_the_examples_saves_one() -> None:
    whole, less = (answer["ways"] for answer in world.answers("findPacks").values())
    assert sum(row["copies"] for row in whole[0]) == sum(row["copies"] for row in less[0]) + 1


def test_the_description_is_served_as_it_is_committed_and_asked_for_again_cheaply(api: ApiClient) -> None:
    response = api.get("/api/v1/openapi.json")
    assert response.content == openapi.DESCRIPTION_FILE.read_bytes()
    assert response["Content-Type"] == "application/json"
    assert api.get("/api/v1/openapi.json", headers={"If-None-Match": response["ETag"]}).status_code == 304
    assert api.get("/api/v1/openapi.json?release=1").status_code == 400


@pytest.mark.sampled
def test_programs_that_read_it_as_yaml_read_the_same() -> None:
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]", openapi.stored().decode())
    read, _uri = read_from_filename(str(openapi.DESCRIPTION_FILE))
    assert read == json.loads(openapi.stored())
    OpenAPIV31SpecValidator(read).validate()


@pytest.mark.sampled
def test_control_characters_are_escaped_in_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = "\x7f\x85\x8b\u2028\u2029\ufeff\uffff\x1f é “”"
    monkeypatch.setattr(config_openapi, "WEBHOOKS", {"odd": {"summary": odd}})
    written = openapi.build()
    assert not re.search("[\x7f-\x9f\u2028\u2029\ufeff\uffff]", written)
    assert json.loads(written)["webhooks"]["odd"]["summary"] == odd


def test_messages_to_webhooks_are_described(description: dict[str, Any]) -> None:
    message = description["webhooks"]["message"]["post"]
    schema = message["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    assert schema == "#/components/schemas/WebhookMessage"
    names = {one["name"] for one in message["parameters"]}
    assert names == {"webhook-id", "webhook-timestamp", "webhook-signature"}
    assert message["operationId"] not in {one["operationId"] for _, _, one in operations(description)}
