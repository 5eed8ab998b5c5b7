"""Releases, rules and schemas."""

import json
from pathlib import Path

import pytest

from catalog import documents, publishing
from catalog.models import Revision
from catalog.publishing import changesets
from rulesapi.engine.core.library import find_ruleset
from rulesapi.judging import conformance_cases
from tests import factories
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db


# -- releases ----------------------------------------------------------------------------------------------------


def test_releases_are_listed_the_newest_first_and_without_who(api: ApiClient) -> None:
    factories.publish_frame()
    second = factories.publish(factories.creature(), factories.creature(), why="More giants")
    listed = api.get("/api/v1/releases/").json()
    assert listed["release"] == 2
    assert [release["number"] for release in listed["results"]] == [2, 1]
    assert listed["results"][0] == {
        "number": 2,
        "published_at": second.published_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "why": "More giants",
        "revisions": 2,
    }
    assert api.get("/api/v1/releases/2/").json() == listed["results"][0]


def test_an_old_release_knows_no_later_one(api: ApiClient) -> None:
    factories.publish_frame()
    factories.publish(factories.creature())
    assert [one["number"] for one in api.get("/api/v1/releases/?release=1").json()["results"]] == [1]
    assert api.get("/api/v1/releases/2/?release=1").status_code == 404


@pytest.mark.parametrize("number", [0, 3, 2**31, 10**30])
def test_a_release_that_is_not_there_is_not_found(api: ApiClient, number: int) -> None:
    factories.publish_frame()
    assert api.get(f"/api/v1/releases/{number}/").status_code == 404


@pytest.mark.sampled
@pytest.mark.parametrize("releases", [2, 30])
def test_listing_releases_takes_two_queries(api: ApiClient, releases: int, django_assert_num_queries: object) -> None:
    factories.publish_frame()
    for _ in range(releases):
        factories.publish(factories.creature())
    with django_assert_num_queries(2):
        api.get("/api/v1/releases/")


@pytest.mark.guard
def test_changesets_of_a_release_are_listed_without_people_and_drafts(api: ApiClient) -> None:
    factories.publish_frame(factories.creature(slug="one"), factories.creature(slug="two"))
    author = factories.UserFactory(username="secret-login", email="secret@example.org")
    one, two = (
        {**Revision.objects.newest().get(slug=slug).document, "cost": 3, "text": "Another."} for slug in ("one", "two")
    )
    first = factories.save_draft(one, by=author, why="Still secret")
    second = factories.save_draft(two, by=author, why="Read again")
    changesets.add_note(first.changeset, text="A careless author", by=author)
    publishing.publish_draft(second.record, by=author, why="The price of two")
    answer = api.get("/api/v1/releases/2/changesets/")
    assert answer.json() == {
        "release": 2,
        "results": [
            {"title": None, "origin": "work", "documents": 1, "reasons": ["The price of two"], "more_reasons": 0}
        ],
        "more": 0,
    }
    publishing.publish_draft(first.record, by=author, why="The price of one")
    assert api.get("/api/v1/releases/2/changesets/").json()["results"][0]["title"] == "Still secret"
    assert "secret" not in answer.content.decode() and "careless" not in answer.content.decode()


@pytest.mark.guard
@pytest.mark.parametrize("number", [0, 3, 2**31, 10**30])
def test_changesets_of_a_release_that_is_not_there_are_not_found(api: ApiClient, number: int) -> None:
    factories.publish_frame()
    assert api.get(f"/api/v1/releases/{number}/changesets/").status_code == 404
    assert api.get("/api/v1/releases/1/changesets/?release=1").status_code == 400


@pytest.mark.sampled
@pytest.mark.parametrize("documents", [1, 20])
def test_changesets_take_four_queries(api: ApiClient, documents: int, django_assert_num_queries: object) -> None:
    factories.publish_frame(*(factories.creature() for _ in range(documents)))
    with django_assert_num_queries(4):
        api.get("/api/v1/releases/1/changesets/")


# -- rules -------------------------------------------------------------------------------------------------------


def test_rules_are_in_the_order_of_the_rulebook_with_the_texts_of_the_engine(api: ApiClient) -> None:
    factories.publish_frame()
    rules = api.get("/api/v1/rules/?game=attack-wing&limit=200").json()["results"]
    engine = find_ruleset("attack-wing/1").rules
    assert [rule["code"] for rule in rules] == [rule.code for rule in engine]
    assert [rule["text"] for rule in rules] == [rule.text for rule in engine]
    assert rules[0]["cite"] == engine[0].cite.as_document()
    assert {rule["level"] for rule in rules} == {"error", "warning", None}
    assert rules == api.get("/api/v1/rules/?limit=200").json()["results"]


def test_rules_of_an_unknown_game_are_a_problem(api: ApiClient) -> None:
    factories.publish_frame()
    assert api.get("/api/v1/rules/?game=chess").json()["code"] == "unknown-game"


@pytest.mark.sampled
def test_every_rule_leads_to_its_cases_and_these_to_what_they_are_judged_by(api: ApiClient) -> None:
    factories.publish_frame()
    for rule in nonempty(api.get("/api/v1/rules/?limit=200").json()["results"]):
        examples = rule["examples"]
        answer = api.get(examples["cases"])
        assert answer.json()["rule"] == rule["code"]
        assert len(answer.json()["cases"]) == examples["count"]
        assert answer.content == (conformance_cases.CASES_FOLDER / f"{rule['code']}.json").read_bytes()
        assert api.get(examples["cases"], headers={"If-None-Match": answer["ETag"]}).status_code == 304
        assert api.get(examples["library"]).json()["game"]["slug"] == rule["game"]


@pytest.mark.parametrize("path", ["chess/point-limit/cases", "attack-wing/library/cases", "chess/library"])
def test_cases_of_what_is_no_rule_are_not_found(api: ApiClient, path: str) -> None:
    factories.publish_frame()
    assert api.get(f"/api/v1/rules/{path}/").status_code == 404


def test_an_installation_without_the_tests_links_no_cases(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(conformance_cases, "CASES_FOLDER", tmp_path)
    factories.publish_frame()
    assert {rule["examples"] for rule in api.get("/api/v1/rules/?limit=200").json()["results"]} == {None}
    assert api.get("/api/v1/rules/attack-wing/point-limit/cases/").status_code == 404


# -- schemas -----------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_every_schema_is_served_at_its_id(api: ApiClient) -> None:
    listed = api.get("/api/v1/schemas/?limit=200").json()["results"]
    assert [entry["path"] for entry in listed] == sorted(documents.load_schemas())
    for entry in nonempty(listed):
        response = api.get(entry["$id"])
        assert response["Content-Type"] == "application/schema+json"
        assert json.loads(response.content) == documents.load_schemas()[entry["path"]]
        assert json.loads(response.content)["$id"] == entry["$id"]


@pytest.mark.parametrize("accept", ["application/schema+json", "application/json", "*/*"])
def test_a_schema_is_sent_to_clients_that_accept_json(api: ApiClient, accept: str) -> None:
    response = api.get("/api/v1/schemas/legion.schema.json", headers={"Accept": accept})
    assert response["Content-Type"] == "application/schema+json"


@pytest.mark.parametrize(
    "path",
    [
        "nothing.schema.json",
        "../settings.schema.json",
        "attack-wing/../legion.schema.json",
        "legion.json",
        "%00.schema.json",
    ],
)
def test_nothing_but_schemas_is_served(api: ApiClient, path: str) -> None:
    assert api.get(f"/api/v1/schemas/{path}").status_code == 404
