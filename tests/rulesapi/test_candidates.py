"""Requests for candidates for a place in a legion."""

from typing import Any

import pytest

from rulesapi.judging import verdicts
from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cards() -> None:
    """Publish two creatures and two upgrades; one upgrade fits neither creature."""
    factories.publish_frame(
        factories.creature(slug="wraith", cost=25, slots=["arcane"]),
        factories.creature(slug="ghoul", cost=10),
        factories.upgrade(slug="wand", slot="arcane", cost=3),
        factories.upgrade(slug="hoard", slot="dragon", cost=4),
    )


def legion(**fields: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "picks": [{"card": "wraith"}], **fields}


def candidates(api: ApiClient, pointer: str, query: str = "", **fields: Any) -> dict[str, Any]:
    response = api.ask("candidates", {"legion": legion(**fields), "at": pointer}, query)
    assert response.status_code == 200
    return {candidate["card"]: candidate for candidate in response.json()["candidates"]}


def test_every_upgrade_is_offered_to_a_creature_with_what_it_brings(api: ApiClient) -> None:
    offered = candidates(api, "/picks/0")
    assert set(offered) == {"wand", "hoard"}
    assert (offered["wand"]["fits"], offered["wand"]["points"], offered["wand"]["findings"]) == (True, 3, [])
    assert not offered["hoard"]["fits"]
    (finding,) = offered["hoard"]["findings"]
    assert finding["code"] == "attack-wing/upgrade-slot"
    assert finding["at"] == [offered["hoard"]["at"]] == ["/picks/0/upgrades/0"]
    assert finding["message"]


def test_every_creature_is_offered_to_a_legion(api: ApiClient) -> None:
    offered = candidates(api, "", points=30)
    assert set(offered) == {"wraith", "ghoul"}
    assert [finding["code"] for finding in offered["ghoul"]["findings"]] == ["attack-wing/point-limit"]


def test_every_card_is_offered_to_a_player_of_a_team(api: ApiClient) -> None:
    team = {"game": "attack-wing", "points": 60, "team": [{"picks": [{"card": "ghoul"}]}, {"picks": legion()["picks"]}]}
    response = api.ask("candidates", {"legion": team, "at": "/team/1/picks/0"})
    offered = {candidate["card"]: candidate for candidate in response.json()["candidates"]}
    assert (offered["wand"]["at"], offered["wand"]["fits"]) == ("/team/1/picks/0/upgrades/0", True)
    assert offered["hoard"]["findings"][0]["at"] == ["/team/1/picks/0/upgrades/0"]
    response = api.ask("candidates", {"legion": {**team, "points": 36}, "at": "/team/0"})
    fitting = {candidate["card"]: candidate["fits"] for candidate in response.json()["candidates"]}
    assert fitting == {"wraith": False, "ghoul": False}


def test_the_answer_is_that_of_the_bridge(api: ApiClient) -> None:
    response = api.ask("candidates", {"legion": legion(), "at": "/picks/0"})
    assert response.json() == verdicts.candidates(legion(), "/picks/0")
    assert response["Cache-Control"] == "no-store"


def test_official_cards_are_candidates_and_those_of_open_sets_where_the_legion_asks_for_them(api: ApiClient) -> None:
    factories.publish(
        factories.card_set(slug="bells", official=False), factories.creature(slug="a-bell", name="A Bell", set="bells")
    )
    assert set(candidates(api, "")) == {"wraith", "ghoul"}
    chosen = candidates(api, "", sources=["official", "bells"])
    assert list(chosen)[-1] == "a-bell"
    assert [slug for slug, one in chosen.items() if "open_set" in one] == ["a-bell"]
    assert chosen["a-bell"]["open_set"] == "bells"
    assert "a-bell" in candidates(api, "", picks=[{"card": "a-bell"}])
    assert "a-bell" not in candidates(api, "", picks=[{"card": "a-bell"}], sources=["official"])


def test_a_collection_says_what_its_owner_has_left(api: ApiClient) -> None:
    picks = [{"card": "wraith", "upgrades": ["wand"]}, {"card": "ghoul", "count": 2}]
    owned = {"wand": 3, "ghoul": 1, "a-card-nobody-knows": 9}
    offered = candidates(api, "/picks/0", picks=picks, collection=owned)
    copies = {slug: (candidate["owned"], candidate["left"]) for slug, candidate in offered.items()}
    assert copies == {"wand": (3, 2), "hoard": (0, 0)}
    for collection, copies in ((owned, (1, 0)), ({}, (0, 0)), (None, (None, None))):
        fields = {} if collection is None else {"collection": collection}
        ghoul = candidates(api, "", picks=picks, **fields)["ghoul"]
        assert (ghoul["owned"], ghoul["left"]) == copies


def test_a_card_fits_while_its_owner_has_a_copy_left(api: ApiClient) -> None:
    owned = {"wraith": 1, "wand": 1}
    assert candidates(api, "/picks/0", collection=owned)["wand"]["fits"]
    picks = [{"card": "wraith"}, {"card": "ghoul", "upgrades": ["wand"]}]
    refused = candidates(api, "/picks/0", picks=picks, collection=owned)["wand"]
    assert not refused["fits"]
    (finding,) = refused["findings"]
    assert finding["code"] == "attack-wing/collection-limit"
    assert finding["facts"].items() >= {"slug": "wand", "owned": 1, "needed": 2}.items()
    assert candidates(api, "/picks/0", picks=picks)["wand"]["fits"]


def test_candidates_are_those_of_the_release_asked_for(api: ApiClient) -> None:
    factories.publish(factories.upgrade(slug="staff"))
    assert "staff" in candidates(api, "/picks/0")
    assert "staff" not in candidates(api, "/picks/0", "?release=1")
    assert "staff" not in candidates(api, "/picks/0", release=1)


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ([], "invalid-question", ""),
        ({}, "invalid-question", ""),
        ({"legion": legion()}, "invalid-question", ""),
        ({"at": ""}, "invalid-question", ""),
        ({"legion": legion(), "at": 0}, "invalid-question", "/at"),
        ({"legion": legion(), "at": "", "limit": 1}, "invalid-question", "/limit"),
        ({"legions": [legion()], "at": ""}, "invalid-question", "/legions"),
        ({"legion": [], "at": ""}, "invalid-legion", "/legion"),
        ({"legion": legion(pick=1), "at": ""}, "invalid-legion", "/legion/pick"),
        ({"legion": legion(game="chess"), "at": ""}, "unknown-game", "/legion/game"),
        ({"legion": legion(format="epic"), "at": ""}, "unknown-format", "/legion/format"),
        ({"legion": legion(release=9), "at": ""}, "unknown-release", "/legion/release"),
        ({"legion": {"game": "attack-wing", "team": [legion()]}, "at": ""}, "no-such-place", "/at"),
        ({"legion": {"game": "attack-wing", "team": [legion()]}, "at": "/team/1"}, "no-such-place", "/at"),
        ({"legion": legion(), "at": "/faction"}, "no-such-place", "/at"),
        ({"legion": legion(), "at": "/picks/1"}, "no-such-place", "/at"),
        ({"legion": legion(), "at": "/picks/0/upgrades"}, "no-such-place", "/at"),
        ({"legion": legion(), "at": "~" * 9_000}, "no-such-place", "/at"),
    ],
)
def test_an_invalid_question_is_a_problem_with_its_place(api: ApiClient, body: Any, code: str, pointer: str) -> None:
    response = api.ask("candidates", body)
    assert response.status_code == 400
    assert response.json()["code"] == code
    assert pointer in [fault["pointer"] for fault in response.json()["faults"]]


def test_an_unknown_release_in_the_address_is_distinguished_from_one_in_the_legion(api: ApiClient) -> None:
    response = api.ask("candidates", {"legion": legion(), "at": ""}, "?release=9")
    assert [fault["pointer"] for fault in response.json()["faults"]] == ["/release"]


def test_an_empty_body_is_refused(api: ApiClient) -> None:
    assert api.ask("candidates", b"").json()["code"] == "malformed-json"


@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_candidates_accept_only_post(api: ApiClient, method: str) -> None:
    assert getattr(api, method)("/api/v1/candidates/")["Allow"] == "POST, OPTIONS"


@pytest.mark.parametrize("address", ["candidates", "fixes", "packs"])
def test_other_origins_may_ask(api: ApiClient, address: str) -> None:
    origin = {"Origin": "https://builder.example"}
    response = api.post(f"/api/v1/{address}/", b"{}", content_type="application/json", headers=origin)
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response


def test_candidates_query_the_database_only_for_the_newest_release(
    api: ApiClient, django_assert_num_queries: Any
) -> None:
    candidates(api, "/picks/0")
    with django_assert_num_queries(1):
        candidates(api, "/picks/0")
    with django_assert_num_queries(1):
        candidates(api, "")


def test_a_legion_of_too_many_cards_is_not_searched_and_the_refusal_says_how_many_are(api: ApiClient) -> None:
    most = legion(picks=[{"card": "wraith", "upgrades": ["fireball"] * 99}])
    assert api.ask("candidates", {"legion": most, "at": "/picks/0"}).status_code == 200
    most["picks"].append({"card": "wraith"})
    problem = api.ask("candidates", {"legion": most, "at": ""}).json()
    assert (problem["code"], problem["faults"][0]["pointer"]) == ("too-many-cards", "/legion/picks")
    assert "101 cards" in problem["faults"][0]["message"]
