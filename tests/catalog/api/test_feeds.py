"""Feeds for programs that mirror the catalog: the changes, and the whole catalog in files."""

import gzip
import json
from hashlib import sha256
from typing import Any

import brotli
import pytest

from catalog import publishing
from catalog.documents.canonical import compact
from catalog.models import Record
from tests import factories
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


def changes(api: ApiClient, query: str = "") -> list[dict[str, Any]]:
    """Return all changes, fetched two per page."""
    found: list[dict[str, Any]] = []
    following: str | None = f"/api/v1/changes/?limit=2&{query}"
    while following:
        page = api.get(following).json()
        found += page["results"]
        following = page["next"]
    return found


@pytest.fixture
def cards() -> dict[str, Any]:
    """Publish four releases: cards are added, one changes, one gets another slug, one is retired."""
    wraith, ghoul = factories.creature(slug="wraith", cost=None), factories.creature(slug="ghoul")
    factories.publish_frame(wraith, ghoul)
    factories.publish({**wraith, "cost": 25, "text": "Wails."}, factories.creature(slug="lich"))
    publishing.change_slug(Record.objects.get(slug="ghoul"), slug="ghast", by=None, why="Its printed name")
    publishing.retire(Record.objects.get(slug="lich"), reason="Withdrawn", by=None, why="Withdrawn")
    return {"wraith": wraith, "ghoul": ghoul}


# -- changes -----------------------------------------------------------------------------------------------------


def test_each_change_has_its_release_and_the_old_and_new_values(api: ApiClient, cards: Any) -> None:
    listed = [(one["release"], one["slug"], one["change"], one["was"]) for one in changes(api, "since=1")]
    assert listed == [
        (2, "lich", "added", None),
        (2, "wraith", "changed", None),
        (3, "ghast", "renamed", "ghoul"),
        (4, "lich", "retired", None),
    ]
    added, changed, renamed, retired = (one["differences"] for one in changes(api, "since=1"))
    assert added == []
    assert changed == [
        {"pointer": "/cost", "before": None, "after": 25},
        {"pointer": "/text", "before": "Stands where it stands.", "after": "Wails."},
    ]
    assert {"pointer": "/formerly", "after": ["ghoul"]} in renamed
    assert retired == [{"pointer": "/retired", "after": "Withdrawn"}]


@pytest.mark.sampled
def test_from_the_beginning_everything_is_added(api: ApiClient, cards: Any) -> None:
    first = changes(api, "release=1")
    assert {one["change"] for one in first} == {"added"}
    assert len(first) == 4
    assert changes(api)[:4] == first


@pytest.mark.sampled
def test_changes_can_be_limited_to_a_release_and_a_game(api: ApiClient, cards: Any) -> None:
    assert [one["slug"] for one in changes(api, "since=1&release=2")] == ["lich", "wraith"]
    assert changes(api, "since=4") == []
    assert changes(api, "game=attack-wing") == changes(api)


@pytest.mark.sampled
def test_following_all_changes_yields_the_catalog(api: ApiClient, cards: Any) -> None:
    catalog = {card["slug"]: card for card in api.get("/api/v1/cards/?release=1").json()["results"]}
    for one in changes(api, "since=1"):
        catalog.pop(one["was"], None)
        catalog[one["slug"]] = api.get(f"/api/v1/cards/attack-wing/{one['slug']}/").json()
    assert catalog == {card["slug"]: card for card in api.get("/api/v1/cards/").json()["results"]}


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "code", "pointer"),
    [
        ("since=9", "unknown-release", "/since"),
        ("since=-1", "invalid-parameter", "/since"),
        ("game=atack-wing", "unknown-game", "/game"),
        ("cursor=MSBhL2I", "invalid-parameter", "/cursor"),
    ],
)
def test_an_invalid_release_or_game_is_refused(api: ApiClient, cards: Any, query: str, code: str, pointer: str) -> None:
    problem = api.get(f"/api/v1/changes/?{query}").json()
    assert (problem["code"], problem["faults"][0]["pointer"]) == (code, pointer)


@pytest.mark.sampled
@pytest.mark.parametrize("number", [5, 150])
def test_the_number_of_queries_does_not_grow_with_the_changes(
    api: ApiClient, number: int, django_assert_num_queries: Any
) -> None:
    made = [factories.creature() for _ in range(number)]
    factories.publish_frame(*made)
    factories.publish(*({**card, "cost": 1} for card in made))
    with django_assert_num_queries(3):
        assert len(api.get("/api/v1/changes/?since=1&limit=200").json()["results"]) == number


# -- files -------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_files_are_what_their_list_says(api: ApiClient, cards: Any) -> None:
    index = api.get("/api/v1/bulk/").json()
    assert index["release"] == 4
    assert {(one["kind"], one["count"]) for one in index["files"]} == {("creature", 3), ("format", 1), ("game", 1)}
    assert {(one["form"], one["encoding"]) for one in index["files"]} == {
        (form, encoding) for form in ("jsonl", "json") for encoding in (None, "gzip", "br")
    }
    for one in nonempty(index["files"]):
        response = api.get(one["address"])
        assert (response["Content-Type"], len(response.content)) == (one["media_type"], one["size"])
        assert sha256(response.content).hexdigest() == one["sha256"]
        assert sha256(api.get(one["schema"]).content).hexdigest() == one["schema_sha256"]
        assert "immutable" in response["Cache-Control"]


@pytest.mark.sampled
def test_every_form_of_a_file_says_the_same(api: ApiClient, cards: Any) -> None:
    listed = api.get("/api/v1/cards/?game=attack-wing").json()["results"]
    address = "/api/v1/bulk/attack-wing/creature"
    lines = api.get(f"{address}.jsonl").content
    assert lines == "".join(f"{compact(card)}\n" for card in listed).encode()
    whole = json.loads(api.get(f"{address}.json").content)
    assert whole["results"] == listed
    assert whole["notice"] == "Names are their owners' marks."
    for form in ("jsonl", "json"):
        plain = api.get(f"{address}.{form}").content
        assert gzip.decompress(api.get(f"{address}.{form}.gz").content) == plain
        assert brotli.decompress(api.get(f"{address}.{form}.br").content) == plain


@pytest.mark.sampled
def test_the_same_documents_give_the_same_bytes(api: ApiClient, cards: Any) -> None:
    before = {one["address"].partition("?")[0]: one["sha256"] for one in api.get("/api/v1/bulk/").json()["files"]}
    factories.publish(factories.upgrade())
    after = {one["address"].partition("?")[0]: one["sha256"] for one in api.get("/api/v1/bulk/").json()["files"]}
    assert before.items() <= after.items()
    assert len(after) == len(before) + 6


def test_a_file_is_that_of_the_release_asked_for_and_asked_for_again_cheaply(api: ApiClient, cards: Any) -> None:
    address = "/api/v1/bulk/attack-wing/creature.jsonl"
    assert api.get(f"{address}?release=1").content.count(b"\n") == 2
    response = api.get(address, headers={"Accept": "application/x-ndjson"})
    assert api.get(address, headers={"If-None-Match": response["ETag"]}).status_code == 304


@pytest.mark.parametrize("file", ["attack-wing/dragon.jsonl", "chess/creature.json", "attack-wing/creature.zip"])
def test_a_file_that_is_not_there_is_a_problem(api: ApiClient, cards: Any, file: str) -> None:
    assert api.get(f"/api/v1/bulk/{file}").json()["code"] == "not-found"
