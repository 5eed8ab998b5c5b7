"""Requests for edits that make a legion legal."""

from typing import Any

import pytest

from rulesapi.judging import fix_search
from tests import factories
from tests.engine.test_fixes import patched
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cards() -> None:
    """Publish two creatures, and an upgrade that fits only one of them."""
    factories.publish_frame(
        factories.creature(slug="wraith", cost=25, slots=[]),
        factories.creature(slug="ghoul", cost=10, slots=["arcane"]),
        factories.upgrade(slug="wand", slot="arcane", cost=3),
    )


def legion(**fields: Any) -> dict[str, Any]:
    picks = [{"card": "wraith", "upgrades": ["wand"]}, {"card": "ghoul"}]
    return {"game": "attack-wing", "picks": picks, **fields}


REMOVE = {"op": "remove", "path": "/picks/0/upgrades/0"}


def test_fixes_are_edits_that_make_the_legion_legal(api: ApiClient) -> None:
    response = api.ask("fixes", {"legion": legion()})
    assert response.status_code == 200
    answer = response.json()
    assert (answer["verdict"], answer["complete"], answer["release"]) == ("illegal", True, 1)
    moved = [{"op": "add", "path": "/picks/1/upgrades", "value": ["wand"]}, REMOVE]
    assert answer["fixes"][0] == {"do": moved, "points": 0, "verdict": "legal"}
    assert {"do": [REMOVE], "points": -3, "verdict": "legal"} in answer["fixes"]
    for fix in answer["fixes"]:
        after = api.judge(patched(legion(), fix["do"])).json()
        assert after["verdict"] == "legal"
        assert after["points"]["total"] == 38 + fix["points"]
    assert response["Cache-Control"] == "no-store"
    assert answer == fix_search.fixes(legion())


def test_no_fix_puts_in_a_card_that_the_owner_does_not_have(api: ApiClient) -> None:
    picks = [{"card": "ghoul", "count": 2}]
    fixes = api.ask("fixes", {"legion": legion(picks=picks, collection={"ghoul": 1, "wand": 1})}).json()["fixes"]
    assert [fix["do"] for fix in fixes] == [[{"op": "replace", "path": "/picks/0/count", "value": 1}]]
    swapped = {"op": "replace", "path": "/picks/0/card", "value": "wraith"}
    fixes = api.ask("fixes", {"legion": legion(picks=picks, collection={"ghoul": 1, "wraith": 2})}).json()["fixes"]
    assert [swapped] in [fix["do"] for fix in fixes]


def publish_charms() -> None:
    """Publish an open set with a creature, and an official and an open upgrade for the wraith."""
    factories.publish(
        factories.card_set(slug="bells", official=False, origin="muster"),
        factories.creature(slug="wraith", cost=25, slots=["heroic"]),
        factories.upgrade(slug="cheer", slot="heroic", cost=3),
        factories.upgrade(slug="charm", slot="heroic", cost=3, set="bells"),
        factories.creature(slug="bellows", cost=25, slots=["arcane"], set="bells"),
    )


def values(answer: dict[str, Any]) -> set[str]:
    return {step["value"] for fix in answer["fixes"] for step in fix["do"] if isinstance(step.get("value"), str)}


def test_cards_of_open_sets_come_only_where_the_legion_or_the_pool_asks_for_them(api: ApiClient) -> None:
    publish_charms()
    assert values(api.ask("fixes", {"legion": legion()}).json()) >= {"cheer"}
    assert values(api.ask("fixes", {"legion": legion()}).json()).isdisjoint({"charm", "bellows"})
    chosen = legion(sources=["official", "bells"])
    assert values(api.ask("fixes", {"legion": chosen}).json()) & {"charm", "bellows"}
    pooled = api.ask("fixes", {"legion": legion(), "pool": [{"set": ["bells"]}]}).json()
    assert values(pooled) & {"charm", "bellows"}
    assert "cheer" not in values(pooled)
    assert values(api.ask("fixes", {"legion": legion(sources=["official"]), "pool": [{"set": ["bells"]}]}).json()) <= {
        "wand"
    }
    verdict = api.judge(legion(), "?fixes=5").json()
    assert "charm" not in str(verdict["findings"])


def test_a_pool_narrows_what_comes_and_words_of_it_that_nobody_knows_are_named(api: ApiClient) -> None:
    publish_charms()
    pool = [{"card": ["cheer", "chear"]}]
    answer = api.ask("fixes", {"legion": legion(), "pool": pool}).json()
    assert values(answer) <= {"cheer", "wand"}
    assert answer["not_found"] == [{"at": "/pool/0/card/1", "slug": "chear", "nearest": ["cheer", "charm"]}]


def test_a_legal_legion_needs_no_fix(api: ApiClient) -> None:
    answer = api.ask("fixes", {"legion": legion(picks=[{"card": "ghoul"}])}).json()
    assert (answer["verdict"], answer["complete"], answer["fixes"]) == ("legal", True, [])


def test_the_name_that_the_message_suggests_is_the_first_fix(api: ApiClient) -> None:
    misspelt = legion(picks=[{"card": "ghuol", "upgrades": ["wan"]}])
    finding = api.judge(misspelt).json()["findings"][0]
    assert finding["facts"]["nearest_slugs"] == ["ghoul"]
    first, *_ = api.ask("fixes", {"legion": misspelt}).json()["fixes"]
    assert [step["value"] for step in first["do"]] == ["ghoul", "wand"]


def test_a_team_is_fixed_in_the_lists_of_its_players(api: ApiClient) -> None:
    team = {"game": "attack-wing", "team": [{"picks": [{"card": "ghoul"}]}, {"picks": legion()["picks"]}]}
    answer = api.ask("fixes", {"legion": team}).json()
    assert {step["path"].split("/")[2] for fix in answer["fixes"] for step in fix["do"]} == {"1"}
    for fix in nonempty(answer["fixes"]):
        assert api.judge(patched(team, fix["do"])).json()["verdict"] == "legal"
    verdict = api.judge(team, "?fixes=2").json()
    assert [finding["fixes"] for finding in verdict["findings"]] == [answer["fixes"][:2]]


def test_each_error_of_a_verdict_carries_the_fixes_that_were_asked_for(api: ApiClient) -> None:
    verdict = api.judge(legion(), "?fixes=2").json()
    (finding,) = verdict["findings"]
    assert finding["fixes"] == api.ask("fixes", {"legion": legion()}).json()["fixes"][:2]
    assert verdict["fixes_complete"] is True


def test_a_verdict_has_no_fixes_unless_they_are_asked_for(api: ApiClient) -> None:
    verdict = api.judge(legion()).json()
    assert "fixes" not in verdict["findings"][0]
    assert "fixes_complete" not in verdict


def test_a_warning_carries_no_fixes(api: ApiClient) -> None:
    factories.publish(factories.creature(slug="veteran", retired="Reprinted."))
    verdict = api.judge(legion(picks=[*legion()["picks"], {"card": "veteran"}]), "?fixes=1").json()
    assert {finding["level"]: "fixes" in finding for finding in verdict["findings"]} == {
        "error": True,
        "warning": False,
    }


@pytest.mark.parametrize("query", ["?fixes", "?fixes=0", "?fixes=6", "?fixes=all"])
def test_one_to_five_fixes_can_be_asked_for(api: ApiClient, query: str) -> None:
    assert api.judge(legion(), query).json()["code"] == "invalid-parameter"


def test_fixes_are_not_looked_for_in_a_batch(api: ApiClient) -> None:
    response = api.judge({"legions": [legion()]}, "?fixes=5")
    assert response.json()["code"] == "invalid-parameter"
    assert [fault["pointer"] for fault in response.json()["faults"]] == ["/fixes"]


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ([], "invalid-question", ""),
        ({}, "invalid-question", ""),
        (legion(), "invalid-question", "/picks"),
        ({"legion": legion(), "at": ""}, "invalid-question", "/at"),
        ({"legion": legion(points=0)}, "invalid-legion", "/legion/points"),
        ({"legion": legion(game="chess")}, "unknown-game", "/legion/game"),
        ({"legion": legion(format="epic")}, "unknown-format", "/legion/format"),
        ({"legion": legion(sources=["official", "nowhere"])}, "unknown-set", "/legion/sources/1"),
        ({"legion": legion(), "pool": []}, "invalid-question", "/pool"),
        ({"legion": legion(), "pool": "wand"}, "invalid-question", "/pool"),
        ({"legion": legion(), "pool": [{"cards": ["wand"]}]}, "invalid-question", "/pool/0/cards"),
        ({"legion": legion(), "pool": [{"card": ["a"]}] * 21}, "invalid-question", "/pool"),
        ({"legion": legion(campaign={"xp": 1})}, "invalid-legion", "/legion/campaign/xp"),
    ],
)
def test_a_legion_that_cannot_be_judged_is_a_problem_with_its_place(
    api: ApiClient, body: Any, code: str, pointer: str
) -> None:
    response = api.ask("fixes", body)
    assert response.status_code == 400
    assert response.json()["code"] == code
    assert pointer in [fault["pointer"] for fault in response.json()["faults"]]


@pytest.mark.one_variant
@pytest.mark.parametrize("pool", ["test-set", None, {"set": ["test-set"]}, ["test-set"], [{"set": "test-set"}], [{}]])
def test_the_fault_of_an_invalid_pool_describes_its_form(api: ApiClient, pool: Any) -> None:
    for address in ("fixes", "completions"):
        answer = api.ask(address, {"legion": legion(), "pool": pool})
        assert answer.status_code == 400
        assert '[{"set": ["starter-set"]}, {"card": ["wraith"]}]' in answer.json()["detail"]


def test_fixes_query_the_database_only_for_the_newest_release(api: ApiClient, django_assert_num_queries: Any) -> None:
    api.ask("fixes", {"legion": legion()})
    with django_assert_num_queries(1):
        api.ask("fixes", {"legion": legion()})
    with django_assert_num_queries(1):
        api.judge(legion(), "?fixes=5")
