"""Campaign records over the API: judged like any document, or refused with the pointer of each fault."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from benchmarks.engine_rate import count_lines
from catalog import documents
from catalog.documents.errors import InvalidInput
from rulesapi.engine.campaigns import bounds
from rulesapi.engine.campaigns import verdict as engine_verdict
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


@pytest.mark.one_variant
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
def test_an_invalid_record_is_refused_with_its_place(api: ApiClient, body: Any, pointer: str) -> None:
    problem = api.ask("campaigns/verdicts", body).json()
    assert problem["code"] == "invalid-campaign"
    assert any(fault["pointer"].startswith(pointer) for fault in problem["faults"])


def test_an_own_adventure_that_contradicts_itself_is_refused(api: ApiClient) -> None:
    own = factories.adventure()
    own["outcomes"][0]["earned"][0]["side"] = "middle"
    problem = api.ask("campaigns/verdicts", record(adventures=[own])).json()
    assert [fault["pointer"] for fault in problem["faults"]] == ["/adventures/0/outcomes/0/earned/0/side"]


def test_ten_thousand_entries_are_refused_with_the_limit_and_nothing_is_judged(api: ApiClient) -> None:
    answer = api.ask("campaigns/verdicts", record(*[{**JOINED, "id": f"e{number}"} for number in range(10_000)]))
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (413, "too-large")
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


def test_an_unknown_game_is_reported(api: ApiClient) -> None:
    assert api.ask("campaigns/verdicts", {"game": "chess", "entries": []}).json()["code"] == "unknown-game"


def test_a_record_costs_its_asker_by_its_entries_and_no_more_queries(
    api: ApiClient, django_assert_max_num_queries: Any
) -> None:
    api.ask("campaigns/verdicts", record(JOINED))
    with django_assert_max_num_queries(1):
        api.ask("campaigns/verdicts", record(*[{**JOINED, "id": f"e{number}"} for number in range(500)]))


def test_entitlements_of_a_verdict_are_valid_in_a_list(api: ApiClient) -> None:
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


@pytest.mark.parametrize(
    "query",
    ["adventure=over-the-hill", "side=upper", "adventure=nowhere&side=upper", "adventure=over-the-hill&side=middle"],
)
def test_an_adventure_or_a_side_that_is_not_there_entitles_to_nothing(api: ApiClient, query: str) -> None:
    for entries in ((), (JOINED,)):
        problem = api.post(f"/api/v1/campaigns/verdicts/?{query}", record(*entries), "application/json").json()
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
    """The fault names the problem in the entry's own type, not that the entry matches none of the types."""
    [fault] = api.ask("campaigns/verdicts", record(entry)).json()["faults"]
    assert fault["pointer"] == pointer
    assert fault["message"] != "This is not allowed here."


def test_an_upgrade_of_the_release_causes_no_finding(api: ApiClient) -> None:
    upgraded = {"type": "upgraded", "id": "e2", "from": 1, "to": 2}
    verdict = api.ask("campaigns/verdicts", record(JOINED, upgraded)).json()
    assert not verdict["findings"]
    assert [player["player"] for player in verdict["players"]] == ["ann"]


# -- leaving too early -----------------------------------------------------------------------------------------------

AMBUSH = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "attack-wing" / "adventures" / "ambush-in-the-valley.json").read_text()
)
DRAGONS = ("balagos", "eshaedra", "galadaeros")


def ambush(ends: dict[str, str], order: tuple[str, ...]) -> dict[str, Any]:
    """Return the record of one ambush with its adventure and its report of sides that left by an edge."""
    sides = {
        side: {"end": end} if end in ("left", "defeated", "present") else {"end": "left", "exit": end}
        for side, end in ends.items()
    }
    played = {
        "type": "played",
        "id": "g",
        "adventure": AMBUSH["slug"],
        "seats": [{"player": side, "side": side} for side in DRAGONS],
        "report": {"sides": sides, "order": list(order)},
    }
    joined = [{"type": "joined", "id": side, "player": side} for side in DRAGONS]
    return record(*joined, played, adventures=[AMBUSH])


@pytest.mark.parametrize(
    ("ends", "order", "paragraph", "earned"),
    [
        (("present", "left", "present"), ("eshaedra",), "5", (0, 0, 2)),
        (("north", "left", "present"), ("balagos", "eshaedra"), "4", (0, 1, 1)),
        (("south", "left", "defeated"), ("eshaedra", "galadaeros", "balagos"), "1", (2, 0, 0)),
        (("south", "left", "defeated"), ("balagos", "galadaeros", "eshaedra"), "3", (0, 2, 0)),
    ],
)
def test_a_dragon_that_leaves_before_it_may_is_defeated(
    api: ApiClient, ends: tuple[str, ...], order: tuple[str, ...], paragraph: str, earned: tuple[int, ...]
) -> None:
    verdict = api.ask("campaigns/verdicts", ambush(dict(zip(DRAGONS, ends, strict=True)), order)).json()
    assert verdict["verdict"] == "legal"
    assert [one["paragraph"] for one in verdict["sessions"][0]["outcomes"]] == [paragraph]
    spans = [one["xp"] for one in verdict["players"]]
    assert [(one["least"], one["most"]) for one in spans] == [(xp, xp) for xp in earned]


def test_whether_a_dragon_earns_that_fell_after_the_other_left_is_open(api: ApiClient) -> None:
    ends = {"balagos": "defeated", "eshaedra": "east", "galadaeros": "defeated"}
    verdict = api.ask("campaigns/verdicts", ambush(ends, ("balagos", "eshaedra", "galadaeros"))).json()
    assert verdict["verdict"] == "undetermined"
    assert [one["question"] for one in verdict["open"]] == ["galadaeros-has-fallen"]
    assert verdict["players"][2]["xp"]["most"] == 1
    assert verdict["players"][2]["xp"]["least"] == 0


@pytest.mark.parametrize("side", ["balagos", "eshaedra"])
def test_a_way_out_that_there_is_not_leaves_open_what_became_of_the_side(api: ApiClient, side: str) -> None:
    ends = dict.fromkeys(DRAGONS, "defeated") | {side: "west"}
    verdict = api.ask("campaigns/verdicts", ambush(ends, ("galadaeros",))).json()
    assert [one["code"] for one in verdict["findings"]] == ["attack-wing/unknown-outcome"]
    assert not any(card["sure"] for one in verdict["players"] for card in one["cards"])
    assert f"/sides/{side}/end" in verdict["sessions"][0]["unknown"]


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ("MAX_SEATS", "2 seats in all sessions together, of which 1 are judged at once at most."),
        ("MAX_USES", "2 cards carried and slots bought, of which 1 are judged at once at most."),
        ("MAX_COMPARISONS", "conditions of outcomes in all sessions, of which 1 are compared at once at most."),
        ("MAX_ANSWER_BYTES", "bytes; 1 are given at once at most."),
    ],
)
def test_a_record_over_a_limit_is_refused_with_the_limit_and_not_judged(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, limit: str, message: str
) -> None:
    seat = {"player": "ann", "side": "upper", "artifacts": ["a"], "slots_bought": [{"pick": 0, "icon": "dragon"}]}
    seats = [seat, {"player": "bo", "side": "lower"}]
    played = {"type": "played", "id": "e2", "adventure": "over-the-hill", "seats": seats}
    monkeypatch.setattr(bounds, limit, 1)
    monkeypatch.setattr(engine_verdict, "judge_record", None)
    answer = api.ask("campaigns/verdicts", record(JOINED, played))
    assert answer.status_code == 413
    [fault] = answer.json()["faults"]
    assert (fault["pointer"], fault["code"]) == ("/entries", "too-large")
    assert message in fault["message"]
    legion = {"game": "attack-wing", "picks": [], "campaign": {"adventure": "over-the-hill", "side": "upper"}}
    legion["campaign"] |= {"player": "ann", "record": record(JOINED, played)}
    problem = api.ask("verdicts", legion).json()
    assert [(one["pointer"], one["code"]) for one in problem["faults"]] == [("/campaign/record", "invalid-legion")]
    assert message in problem["faults"][0]["message"]


def test_a_thousand_entries_that_are_wrong_are_refused_at_once_with_the_first_twenty(api: ApiClient) -> None:
    wrong = {"type": "corrected", "of": "e1", "entry": {"type": "left", "id": "e0"}}
    rows = [{**wrong, "id": f"e{number}"} for number in range(996)]
    steps = count_lines(lambda: documents.faults_under_schema("campaign.schema.json", record(*rows), batch="entries"))
    assert steps < 2_000_000
    problem = api.ask("campaigns/verdicts", record(JOINED, *rows)).json()
    assert [one["pointer"] for one in problem["faults"]] == [f"/entries/{number}/entry" for number in range(1, 21)]


@pytest.mark.sampled
def test_a_record_counts_by_what_it_takes_to_judge(api: ApiClient, settings: Any) -> None:
    settings.API_LIMITS = True
    cache.clear()
    seats = [{"player": "ann", "side": "upper", "artifacts": [f"card-{number}" for number in range(20)]}]
    games = [
        {"type": "played", "id": f"g{number}", "adventure": "over-the-hill", "seats": seats} for number in range(900)
    ]
    left = [
        int(api.ask("campaigns/verdicts", body)["RateLimit"].partition("r=")[2].partition(";")[0])
        for body in (record(JOINED), record(JOINED, *games))
    ]
    assert left[0] - left[1] > 1
