"""Unknown words are reported with similar known ones: in filters, URLs and bodies."""

from typing import Any

import pytest

from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cards() -> None:
    """Publish a few cards, a set, a format and a house rule."""
    factories.publish_frame(
        factories.creature(slug="wraith", set="first-peal", cost=25, slots=["arcane"]),
        factories.upgrade(slug="wand", slot="arcane", keywords=["wooden"]),
        factories.card_set(slug="first-peal"),
        factories.house_rule(slug="open-gate", waives=["attack-wing/upgrade-slot"]),
    )


def legion(**fields: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "points": 40, "picks": [{"card": "wraith"}], **fields}


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "code", "pointer", "nearest"),
    [
        ("game=atack-wing", "unknown-game", "/game", ["attack-wing"]),
        ("kind=creture", "unknown-kind", "/kind", ["creature"]),
        ("set=first-peel", "unknown-set", "/set", ["first-peal"]),
        ("game=attack-wing&set=first-peel", "unknown-set", "/set", ["first-peal"]),
        ("slot=arcana", "invalid-parameter", "/slot", ["arcane"]),
        ("alignment=evill", "invalid-parameter", "/alignment", ["evil"]),
        ("energy=fyre", "invalid-parameter", "/energy", ["fire"]),
        ("facets=knd", "invalid-parameter", "/facets", ["kind"]),
        ("set=qqqqqq", "unknown-set", "/set", None),
    ],
)
def test_a_filter_that_no_card_could_pass_is_refused(
    api: ApiClient, query: str, code: str, pointer: str, nearest: list[str] | None
) -> None:
    response = api.get(f"/api/v1/cards/?{query}")
    assert response.status_code == 400
    (fault,) = response.json()["faults"]
    assert (response.json()["code"], fault["pointer"]) == (code, pointer)
    assert fault.get("nearest", [None])[0] == (nearest[0] if nearest else None)
    assert ("Did you mean" in fault["message"]) == bool(nearest)


def test_a_filter_for_a_fact_that_no_card_of_the_game_has_is_refused(api: ApiClient) -> None:
    of_it = {"game": "dungeon-command"}
    factories.publish(factories.game(**of_it, slug="dungeon-command"), factories.standard(**of_it, points=None))
    response = api.get("/api/v1/cards/?game=dungeon-command&slot=arcane")
    assert (response.status_code, response.json()["faults"][0]["pointer"]) == (400, "/slot")


@pytest.mark.parametrize(
    ("address", "nearest"),
    [
        ("cards/attack-wing/wrath", ["wraith"]),
        ("cards/attack-wings/wraith", ["attack-wing"]),
        ("sets/attack-wing/first-peel", ["first-peal"]),
        ("formats/attack-wing/standart", ["standard"]),
        ("house-rules/attack-wing/opengate", ["open-gate"]),
        ("games/atack-wing", ["attack-wing"]),
    ],
)
def test_an_address_of_a_misspelt_slug_says_what_may_have_been_meant(
    api: ApiClient, address: str, nearest: list[str]
) -> None:
    problem = api.get(f"/api/v1/{address}/").json()
    assert problem["code"] == "not-found"
    assert [fault["nearest"] for fault in problem["faults"]] == [nearest]
    assert f"Did you mean “{nearest[0]}”?" in problem["detail"]


@pytest.mark.parametrize(
    ("fields", "pointer", "nearest"),
    [
        ({"game": "atack-wing"}, "/game", "attack-wing"),
        ({"format": "standart"}, "/format", "standard"),
        ({"house_rules": ["open-gate", "open-gait"]}, "/house_rules/1", "open-gate"),
        ({"packs": {"first-peel": 1}}, "/packs/first-peel", "first-peal"),
    ],
)
def test_unknown_names_in_a_legion_get_suggestions(
    api: ApiClient, fields: dict[str, Any], pointer: str, nearest: str
) -> None:
    (fault,) = api.judge(legion(**fields)).json()["faults"]
    assert (fault["pointer"], fault["nearest"]) == (pointer, [nearest])
    assert fault["message"].endswith(f" Did you mean “{nearest}”?")
    (under,) = api.ask("fixes", {"legion": legion(**fields)}).json()["faults"]
    assert under == {**fault, "pointer": "/legion" + pointer}


def test_a_card_of_a_collection_that_nobody_knows_is_named_in_every_answer(api: ApiClient) -> None:
    owned = legion(collection={"wrath": 2, "wraith": 1})
    named = [{"at": "/collection/wrath", "slug": "wrath", "nearest": ["wraith"]}]
    assert api.judge(owned).json()["not_found"] == named
    assert api.ask("candidates", {"legion": owned, "at": ""}).json()["not_found"] == named
    assert api.ask("fixes", {"legion": owned}).json()["not_found"] == named
    assert api.ask("packs", {"legion": owned}).json()["not_found"] == named
    assert "not_found" not in api.judge(legion(collection={"wraith": 1})).json()


def test_in_a_team_the_place_of_an_unknown_card_names_its_collection(api: ApiClient) -> None:
    part = {"picks": [{"card": "wraith"}], "collection": {"wrath": 1}}
    verdict = api.judge({"game": "attack-wing", "points": 90, "team": [{"picks": []}, part]}).json()
    assert [one["at"] for one in verdict["not_found"]] == ["/team/1/collection/wrath"]


def test_only_a_few_unknown_cards_of_a_collection_get_suggestions(api: ApiClient) -> None:
    owned = legion(collection={f"wraith-{number}": 1 for number in range(9)})
    nearest = [one["nearest"] for one in api.judge(owned).json()["not_found"]]
    assert nearest == [["wraith"]] * 5 + [[]] * 4


def test_words_of_a_pool_that_nobody_knows_are_named(api: ApiClient) -> None:
    pool = [{"card": ["wand", "wnd"]}, {"keyword": ["woden"]}, {"set": ["first-peal", "first-peel"]}]
    payload = {"legion": legion(collection={"wrath": 1, "wraith": 1, "wand": 1}), "pool": pool}
    answer = api.ask("completions", payload).json()
    assert [(one["at"], one["nearest"]) for one in answer["not_found"]] == [
        ("/pool/0/card/1", ["wand"]),
        ("/pool/1/keyword/0", ["wooden"]),
        ("/pool/2/set/1", ["first-peal"]),
        ("/legion/collection/wrath", ["wraith"]),
    ]
    assert "not_found" not in api.ask("completions", {"legion": legion(), "pool": [{"card": ["wand"]}]}).json()


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"cost": "x"}, "Write a whole number."),
        ({"cost": None}, "This does not belong here; leave it out. Leave out a fact that is not known."),
        ({"movement": "x"}, "Write one of: flying, ground."),
        ({"name": ""}, "Write something here."),
    ],
)
def test_an_own_number_is_never_asked_to_be_null(api: ApiClient, facts: dict[str, Any], message: str) -> None:
    errors = api.judge(legion(facts={"wraith": facts})).json()["faults"]
    messages = [fault["message"] for fault in errors]
    assert not any("null" in message for message in messages)
    assert message in messages
