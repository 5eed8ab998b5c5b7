"""Lookup of many cards at once, and selection of fields."""

import json
from typing import Any

import pytest

from tests import factories
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards() -> dict[str, dict[str, Any]]:
    """Publish a few cards, one with former slugs."""
    made = [
        factories.creature(slug="wraith", name="Wraith"),
        factories.creature(slug="stone-giant", name="Stone Giant", formerly=["hill-giant", "rock-giant"]),
        factories.upgrade(slug="wand"),
    ]
    factories.publish_frame(*made, factories.card_set(slug="first-peal"))
    return {card["slug"]: card for card in made}


def look_up(api: ApiClient, *slugs: Any, query: str = "", **fields: Any) -> Any:
    return api.ask("cards/lookup", {"game": "attack-wing", "cards": list(slugs), **fields}, query)


# -- many at once ------------------------------------------------------------------------------------------------


def test_cards_are_answered_in_the_order_of_the_question_each_once(api: ApiClient, cards: Any) -> None:
    response = look_up(api, "wand", "wraith", "wand")
    assert response.json() == {"release": 1, "results": [cards["wand"], cards["wraith"]], "not_found": []}
    assert (response["Muster-Release"], response["Cache-Control"]) == ("1", "no-store")


def test_missing_cards_are_named_with_their_place_and_near_slugs(api: ApiClient, cards: Any) -> None:
    answer = look_up(api, "wrath", "wand", "qqq").json()
    assert answer["results"] == [cards["wand"]]
    assert answer["not_found"] == [
        {"at": "/cards/0", "slug": "wrath", "nearest": ["wraith"]},
        {"at": "/cards/2", "slug": "qqq", "nearest": []},
    ]


def test_a_former_slug_finds_its_card(api: ApiClient, cards: Any) -> None:
    answer = look_up(api, "rock-giant", "hill-giant", "stone-giant").json()
    assert answer == {"release": 1, "results": [cards["stone-giant"]], "not_found": []}


def test_cards_of_a_release_are_those_of_that_release(api: ApiClient, cards: Any) -> None:
    factories.publish({**cards["wraith"], "cost": 99}, factories.creature(slug="ghoul"))
    assert [card["cost"] for card in look_up(api, "wraith", "ghoul").json()["results"]] == [99, 20]
    assert look_up(api, "wraith", "ghoul", query="?release=1").json()["results"] == [cards["wraith"]]


@pytest.mark.sampled
@pytest.mark.parametrize("number", [1, 500])
def test_five_hundred_cards_take_as_many_queries_as_one(
    api: ApiClient, number: int, django_assert_num_queries: Any
) -> None:
    factories.publish_frame(*(factories.creature(slug=f"card-{count}") for count in range(number)))
    with django_assert_num_queries(3):
        answer = look_up(api, *(f"card-{count}" for count in range(number))).json()
    assert len(answer["results"]) == number
    with django_assert_num_queries(5):
        answer = look_up(api, *(f"strange-{count}" for count in range(number))).json()
    assert len(answer["not_found"]) == number


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ([], "invalid-question", ""),
        ({"game": "attack-wing"}, "invalid-question", ""),
        ({"game": "attack-wing", "cards": "wraith"}, "invalid-question", "/cards"),
        ({"game": "attack-wing", "cards": ["wraith", "No Slug"]}, "invalid-question", "/cards/1"),
        ({"game": "attack-wing", "cards": [{}]}, "invalid-question", "/cards/0"),
        ({"game": 7, "cards": []}, "invalid-question", "/game"),
        ({"game": "atack-wing", "cards": []}, "unknown-game", "/game"),
        ({"game": "attack-wing", "cards": [], "card": []}, "invalid-question", "/card"),
        ({"game": "attack-wing", "cards": ["x"] * 501}, "malformed-json", "/cards"),
        (b"", "malformed-json", ""),
    ],
)
def test_a_question_that_cannot_be_read_is_a_problem(
    api: ApiClient, cards: Any, body: Any, code: str, pointer: str
) -> None:
    response = api.ask("cards/lookup", body)
    assert response.status_code == 400
    assert (response.json()["code"], response.json()["faults"][0]["pointer"]) == (code, pointer)


def test_a_field_that_is_misspelt_is_named_with_the_one_that_was_meant(api: ApiClient, cards: Any) -> None:
    (fault,) = look_up(api, "wand", releases=1, cads=[]).json()["faults"][-1:]
    assert (fault["pointer"], fault["nearest"]) == ("/cads", ["cards"])


# -- field selection ---------------------------------------------------------------------------------------------


def test_of_a_card_only_the_fields_asked_for_are_answered(api: ApiClient, cards: Any) -> None:
    expected = {"game": "attack-wing", "kind": "creature", "slug": "wraith", "name": "Wraith", "cost": 20}
    assert api.get("/api/v1/cards/attack-wing/wraith/?fields=name,cost").json() == expected
    assert look_up(api, "wraith", query="?fields=cost,name").json()["results"] == [expected]
    listed = api.get("/api/v1/cards/?fields=slot, name").json()["results"]
    assert [set(card) - {"game", "kind", "slug"} for card in listed] == [{"name"}, {"name", "slot"}, {"name"}]


@pytest.mark.parametrize("name", ["sets", "formats", "games"])
def test_every_list_of_documents_takes_fields(api: ApiClient, cards: Any, name: str) -> None:
    for document in nonempty(api.get(f"/api/v1/{name}/?fields=name").json()["results"]):
        assert set(document) == {"game", "kind", "slug", "name"}


def test_a_walk_keeps_its_fields(api: ApiClient, cards: Any) -> None:
    page = api.get("/api/v1/cards/?limit=2&fields=name").json()
    assert set(api.get(page["next"]).json()["results"][0]) == {"game", "kind", "slug", "name"}


def test_the_whole_and_a_part_of_a_document_have_marks_of_their_own(api: ApiClient, cards: Any) -> None:
    address = "/api/v1/cards/attack-wing/wraith/"
    marks = [api.get(address + query)["ETag"] for query in ("", "?fields=name", "?fields=cost")]
    assert len(set(marks)) == 3
    assert api.get(f"{address}?fields=name", headers={"If-None-Match": marks[1]}).status_code == 304
    assert api.get(f"{address}?fields=name", headers={"If-None-Match": marks[0]}).status_code == 200


def test_a_former_address_leads_on_with_its_parameters(api: ApiClient, cards: Any) -> None:
    response = api.get("/api/v1/cards/attack-wing/hill-giant/?fields=name&release=1")
    assert response.status_code == 301
    assert response["Location"] == "/api/v1/cards/attack-wing/stone-giant/?release=1&fields=name"
    assert api.get(response["Location"]).json()["name"] == "Stone Giant"


@pytest.mark.parametrize(
    ("fields", "nearest"), [("nmae", "name"), ("name,alignement", "alignment"), ("qqqqqq", None), (",", None)]
)
def test_a_field_that_no_document_has_is_refused(api: ApiClient, cards: Any, fields: str, nearest: str | None) -> None:
    response = api.get(f"/api/v1/cards/?fields={fields}")
    assert (response.status_code, response.json()["code"]) == (400, "invalid-parameter")
    fault = response.json()["faults"][0]
    assert (fault["pointer"], fault.get("nearest", [None])[0]) == ("/fields", nearest)


def test_a_part_says_exactly_what_the_whole_says(api: ApiClient, cards: Any) -> None:
    whole = api.get("/api/v1/cards/attack-wing/wraith/").json()
    every = ",".join(whole)
    assert json.loads(api.get(f"/api/v1/cards/attack-wing/wraith/?fields={every}").content) == whole
