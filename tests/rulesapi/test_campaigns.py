"""Records of campaigns over the API: judged like any document, refused with the place where they cannot be read."""

from typing import Any

import pytest

from catalog.documents.errors import InvalidInput
from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db
JOINED = {"type": "joined", "id": "e1", "player": "ann"}


def record(*entries: Any, **facts: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "entries": list(entries), **facts}


@pytest.fixture(autouse=True)
def catalog() -> None:
    factories.publish_frame(factories.adventure())


def test_a_record_is_judged_by_the_adventures_of_the_catalog(api: ApiClient) -> None:
    played = {
        "type": "played",
        "id": "e2",
        "adventure": "over-the-hill",
        "seats": [{"player": "ann", "side": "upper"}],
        "report": {"sides": {"upper": {"end": "won"}}},
    }
    verdict = api.ask("campaigns/verdicts", record(JOINED, played)).json()
    assert verdict["verdict"] == "legal"
    assert verdict["players"][0]["xp"] == {"least": 1, "most": 1, "entries": ["e2"]}
    assert [one["code"] for one in verdict["findings"]] == ["attack-wing/adventure-players"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"entries": []}, ""),
        *(({**record(), "entries": entries}, "/entries") for entries in (None, 7, "all", {})),
        (record(None), "/entries/0"),
        (record({"type": "joined", "id": "e1"}), "/entries/0"),
        (record({"type": "danced", "id": "e1"}), "/entries/0"),
        (record({**JOINED, "id": "No Slug"}), "/entries/0"),
        (record(adventures=[factories.adventure(game="dungeon-command")]), "/adventures/0/game"),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(api: ApiClient, body: Any, pointer: str) -> None:
    problem = api.ask("campaigns/verdicts", body).json()
    assert problem["code"] == "invalid-campaign"
    assert any(fault["pointer"].startswith(pointer) for fault in problem["faults"])


def test_an_own_adventure_that_contradicts_itself_is_refused(api: ApiClient) -> None:
    own = factories.adventure()
    own["outcomes"][0]["earned"][0]["side"] = "middle"
    problem = api.ask("campaigns/verdicts", record(adventures=[own])).json()
    assert [fault["pointer"] for fault in problem["faults"]] == ["/adventures/0/outcomes/0/earned/0/side"]


def test_ten_thousand_entries_are_refused_with_the_limit_and_nothing_is_judged(api: ApiClient) -> None:
    problem = api.ask(
        "campaigns/verdicts", record(*[{**JOINED, "id": f"e{number}"} for number in range(10_000)])
    ).json()
    assert [(fault["pointer"], fault["code"]) for fault in problem["faults"]] == [("/entries", "array-too-long")]
    assert "1,000" in problem["faults"][0]["message"]


def test_an_entry_may_hold_no_more_than_any_document(api: ApiClient) -> None:
    odd = {**JOINED, "name": "x" * 20_000}
    assert api.ask("campaigns/verdicts", record(odd)).json()["code"] == "malformed-json"


def test_a_hundred_games_are_judged_at_once(api: ApiClient) -> None:
    seats = [{"player": "ann", "side": "upper", "artifacts": []}, {"player": "bo", "side": "lower"}]
    report = {"sides": {"upper": {"end": "won", "health": 4, "holds": []}, "lower": {"end": "lost"}}, "order": []}
    game = {"type": "played", "adventure": "over-the-hill", "seats": seats, "report": report}
    games = [{**game, "id": f"g{number}"} for number in range(100)]
    verdict = api.ask("campaigns/verdicts", record(JOINED, {**JOINED, "id": "e2", "player": "bo"}, *games)).json()
    assert len(verdict["sessions"]) == 100
    assert verdict["verdict"] == "legal"


def test_a_game_that_nobody_knows_is_told(api: ApiClient) -> None:
    assert api.ask("campaigns/verdicts", {"game": "chess", "entries": []}).json()["code"] == "unknown-game"


def test_a_record_costs_its_asker_by_its_entries_and_no_more_queries(
    api: ApiClient, django_assert_max_num_queries: Any
) -> None:
    api.ask("campaigns/verdicts", record(JOINED))
    with django_assert_max_num_queries(1):
        api.ask("campaigns/verdicts", record(*[{**JOINED, "id": f"e{number}"} for number in range(500)]))


def test_what_a_player_may_use_next_is_what_a_list_takes(api: ApiClient) -> None:
    factories.publish(
        factories.creature(slug="wolf", cost=61, slots=[]), factories.adventure(slug="the-next", name="Next")
    )
    seats = [{"player": "ann", "side": "upper"}, {"player": "bo", "side": "lower"}]
    played = {"type": "played", "id": "e3", "adventure": "over-the-hill", "seats": seats}
    told = {**played, "report": {"sides": {"upper": {"end": "won"}, "lower": {"end": "lost"}}}}
    one = record(JOINED, {**JOINED, "id": "e2", "player": "bo"}, told)
    answer = api.post("/api/v1/campaigns/verdicts/?adventure=the-next&side=lower", one, "application/json").json()
    ann, bo = answer["entitlements"]
    assert (ann["player"], ann["entitlements"]["xp"]) == ("ann", {"least": 1, "most": 1, "entries": ["e3"]})
    campaign = {"adventure": "the-next", "side": "lower", "points_bought": 1}
    legion = {"game": "attack-wing", "picks": [{"card": "wolf"}]}
    verdicts = [
        api.ask("verdicts", {**legion, "campaign": {**campaign, **own}}).json()
        for own in (
            {"entitlements": ann["entitlements"]},
            {"entitlements": bo["entitlements"]},
            {"player": "ann", "record": one},
            {"player": "bo", "record": one},
        )
    ]
    assert [verdict["verdict"] for verdict in verdicts] == ["legal", "illegal", "legal", "illegal"]
    assert verdicts[0]["campaign"]["players"][0]["xp"]["entries"] == ["e3"]


@pytest.mark.parametrize("query", ["adventure=over-the-hill", "side=upper", "adventure=nowhere&side=upper"])
def test_an_adventure_or_a_side_that_is_not_there_entitles_to_nothing(api: ApiClient, query: str) -> None:
    problem = api.post(f"/api/v1/campaigns/verdicts/?{query}", record(JOINED), "application/json").json()
    assert problem["code"] == "invalid-parameter"


def test_an_adventure_with_an_outcome_that_nothing_leads_to_is_not_published() -> None:
    adventure = factories.adventure(slug="dead-end")
    adventure["outcomes"].append({**adventure["outcomes"][0], "paragraph": "3"})
    with pytest.raises(InvalidInput) as refused:
        factories.publish(adventure)
    assert [(one.pointer, one.code) for one in refused.value.faults] == [("/outcomes/2/when", "unreachable-outcome")]


@pytest.mark.parametrize(
    ("entry", "pointer"),
    [
        ({"type": "joined", "id": "e1"}, "/entries/0"),
        ({"type": "joined", "id": "e1", "player": "ann", "nme": "Ann"}, "/entries/0/nme"),
        ({"type": "played", "id": "e1", "adventure": "over-the-hill", "seats": []}, "/entries/0/seats"),
        ({"type": "upgraded", "id": "e1", "from": 1, "to": 0}, "/entries/0/to"),
        ({"type": "corrected", "id": "e1", "of": "e0", "entry": {"type": "left", "id": "e0"}}, "/entries/0/entry"),
    ],
)
def test_an_entry_is_held_against_its_own_type(api: ApiClient, entry: dict[str, Any], pointer: str) -> None:
    """Not told that it is none of six sorts of entry, but what is wrong with the one that it says it is."""
    [fault] = api.ask("campaigns/verdicts", record(entry)).json()["faults"]
    assert fault["pointer"] == pointer
    assert fault["message"] != "This is not allowed here."


def test_an_upgrade_is_told_and_nothing_follows_from_it(api: ApiClient) -> None:
    upgraded = {"type": "upgraded", "id": "e2", "from": 1, "to": 2}
    verdict = api.ask("campaigns/verdicts", record(JOINED, upgraded)).json()
    assert not verdict["findings"]
    assert [player["player"] for player in verdict["players"]] == ["ann"]
