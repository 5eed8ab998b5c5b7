"""Requests for the packs that a legion needs."""

from typing import Any

import pytest

from rulesapi.judging import verdicts
from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db


def box(slug: str, **copies: int) -> dict[str, Any]:
    return factories.card_set(slug=slug, contents=[{"card": card, "copies": n} for card, n in copies.items()])


@pytest.fixture(autouse=True)
def cards() -> None:
    """Publish three cards in two boxes and in none."""
    factories.publish_frame(
        factories.creature(slug="wraith", cost=25, slots=["arcane"]),
        factories.creature(slug="ghoul", cost=10, set="lost-box"),
        factories.upgrade(slug="wand", slot="arcane", cost=3),
        box("grey-box", wraith=1, wand=1),
        box("red-box", wand=2),
        factories.card_set(slug="lost-box"),
    )


def legion(**fields: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "picks": [{"card": "wraith", "upgrades": ["wand"]}], **fields}


def packs(api: ApiClient, **fields: Any) -> dict[str, Any]:
    response = api.ask("packs", {"legion": legion(**fields)})
    assert response.status_code == 200
    return response.json()


def test_the_fewest_packs_are_named(api: ApiClient) -> None:
    assert packs(api) == {
        "game": "attack-wing",
        "release": 1,
        "ways": [[{"set": "grey-box", "copies": 1}]],
        "smallest": True,
        "all_ways": True,
        "nowhere": [],
        "counted": ["grey-box", "red-box"],
    }


def test_ways_that_are_equally_small_are_all_named(api: ApiClient) -> None:
    picks = [{"card": "wraith", "upgrades": ["wand", "wand"]}]
    assert packs(api, picks=picks)["ways"] == [
        [{"set": "grey-box", "copies": 1}, {"set": "red-box", "copies": 1}],
        [{"set": "grey-box", "copies": 2}],
    ]


def test_owned_cards_are_not_needed_again(api: ApiClient) -> None:
    assert packs(api, packs={"grey-box": 1})["ways"] == [[]]
    assert packs(api, collection={"wraith": 1})["ways"] == [
        [{"set": "grey-box", "copies": 1}],
        [{"set": "red-box", "copies": 1}],
    ]
    assert packs(api, collection={})["ways"] == packs(api)["ways"]


def test_cards_in_no_counted_set_are_named_with_their_set_and_places(api: ApiClient) -> None:
    picks = [{"card": "ghoul", "count": 2}, {"card": "nobody-knows"}, {"card": "ghoul"}]
    answer = packs(api, picks=picks, collection={"ghoul": 1})
    assert answer["ways"] == [[]]
    assert answer["nowhere"] == [
        {"card": "ghoul", "copies": 2, "set": "lost-box", "at": ["/picks/0", "/picks/2"]},
        {"card": "nobody-knows", "copies": 1, "set": None, "at": ["/picks/1"]},
    ]


def test_without_counted_sets_the_answer_has_an_empty_list_of_them(api: ApiClient) -> None:
    sets = [factories.card_set(slug=slug) for slug in ("grey-box", "red-box")]
    factories.publish(*sets)
    answer = packs(api)
    assert (answer["ways"], answer["counted"]) == ([[]], [])
    assert [one["card"] for one in answer["nowhere"]] == ["wand", "wraith"]
    assert api.ask("packs", {"legion": legion()}, "?release=1").json()["nowhere"] == []


def test_the_answer_is_that_of_the_bridge(api: ApiClient) -> None:
    response = api.ask("packs", {"legion": legion()})
    assert response.json() == verdicts.packs(legion())
    assert response["Cache-Control"] == "no-store"


def test_a_verdict_is_checked_against_packs_like_against_a_collection(api: ApiClient) -> None:
    picks = [{"card": "wraith", "count": 2}]
    assert api.judge(legion(picks=picks, packs={"grey-box": 2})).json()["verdict"] == "legal"
    verdict = api.judge(legion(picks=picks, packs={"grey-box": 1}, collection={"ghoul": 3})).json()
    (finding,) = verdict["findings"]
    assert (finding["code"], finding["at"]) == ("attack-wing/collection-limit", ["/picks/0"])
    assert finding["facts"].items() >= {"slug": "wraith", "owned": 1, "needed": 2}.items()


def test_candidates_count_what_is_left_of_packs(api: ApiClient) -> None:
    body = {"legion": legion(packs={"grey-box": 2}, collection={"wand": 3}), "at": "/picks/0"}
    (wand,) = api.ask("candidates", body).json()["candidates"]
    assert (wand["owned"], wand["left"]) == (5, 4)


@pytest.mark.one_variant
@pytest.mark.parametrize("address", ["packs", "candidates", "fixes", "completions"])
@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"packs": {"grey-bax": 1}}, "unknown-set", "/legion/packs/grey-bax"),
        ({"packs": {"lost-box": 1}}, "uncounted-set", "/legion/packs/lost-box"),
        ({"packs": ["grey-box"]}, "invalid-legion", "/legion/packs"),
        ({"packs": {"grey-box": -1}}, "invalid-legion", "/legion/packs/grey-box"),
        ({"packs": {"grey-box": 10_001}}, "invalid-legion", "/legion/packs/grey-box"),
        ({"packs": {f"box-{number}": 1 for number in range(201)}}, "invalid-legion", "/legion/packs"),
    ],
)
def test_packs_that_cannot_be_counted_are_a_problem_with_their_place(
    api: ApiClient, address: str, fields: dict[str, Any], code: str, pointer: str
) -> None:
    at = {"at": ""} if address == "candidates" else {}
    response = api.ask(address, {"legion": legion(**fields), **at})
    assert response.status_code == 400
    assert response.json()["code"] == code
    assert pointer in [fault["pointer"] for fault in response.json()["faults"]]


def test_the_packs_of_one_player_of_a_team_are_refused_at_their_place(api: ApiClient) -> None:
    part = {"picks": [], "packs": {"lost-box": 1}}
    problem = api.judge({"game": "attack-wing", "team": [{"picks": []}, part]}).json()
    assert [fault["pointer"] for fault in problem["faults"]] == ["/team/1/packs/lost-box"]


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "invalid-question", ""),
        ({"legion": legion(), "sets": 1}, "invalid-question", "/sets"),
        ({"legion": legion(game="chess")}, "unknown-game", "/legion/game"),
        ({"legion": legion(format="epic")}, "unknown-format", "/legion/format"),
        ({"legion": legion(release=9)}, "unknown-release", "/legion/release"),
        ({"legion": legion(map="nowhere")}, "invalid-legion", "/legion/map"),
    ],
)
def test_an_invalid_question_is_a_problem_with_its_place(api: ApiClient, body: Any, code: str, pointer: str) -> None:
    response = api.ask("packs", body)
    assert response.status_code == 400
    assert response.json()["code"] == code
    assert pointer in [fault["pointer"] for fault in response.json()["faults"]]


def test_packs_query_the_database_only_for_the_newest_release(api: ApiClient, django_assert_num_queries: Any) -> None:
    packs(api)
    with django_assert_num_queries(1):
        packs(api)
