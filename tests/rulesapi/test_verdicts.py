"""Requests for one or many verdicts, and the libraries they are judged with."""

import gc
import json
import threading
import weakref
from typing import Any

import pytest
from django.test import RequestFactory
from rest_framework.request import Request

from catalog.documents.errors import InvalidInput
from catalog.models import Revision
from rulesapi.api.verdicts import VerdictsView
from rulesapi.judging import verdicts
from tests import factories
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def wraith() -> dict[str, Any]:
    """Publish a game with one creature."""
    card = factories.creature(slug="wraith", name="Wraith", cost=25, unique=False)
    factories.publish_frame(card)
    return card


def legion(**fields: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "picks": [{"card": "wraith"}], **fields}


# -- one legion --------------------------------------------------------------------------------------------------


def test_a_legal_legion_gets_its_verdict(api: ApiClient, wraith: dict[str, Any]) -> None:
    response = api.judge(legion(picks=[{"card": "wraith", "count": 3}]))
    assert response.status_code == 200
    verdict = response.json()
    assert verdict["verdict"] == "legal"
    assert verdict["points"] == {"total": 75, "known": 75, "limit": 120}
    assert verdict["release"] == 1
    assert verdict["format"] == "standard"


def test_an_illegal_legion_is_a_normal_answer(api: ApiClient, wraith: dict[str, Any]) -> None:
    response = api.judge(legion(points=20))
    assert response.status_code == 200
    assert response.json()["verdict"] == "illegal"
    assert [finding["code"] for finding in response.json()["findings"]] == ["attack-wing/point-limit"]


def test_an_unknown_card_is_a_finding_and_no_problem(api: ApiClient, wraith: dict[str, Any]) -> None:
    response = api.judge(legion(picks=[{"card": "wrath"}]))
    assert response.status_code == 200
    assert [finding["code"] for finding in response.json()["findings"]] == ["attack-wing/unknown-card"]


def test_judging_says_the_same_as_the_bridge(api: ApiClient, wraith: dict[str, Any]) -> None:
    assert api.judge(legion()).json() == verdicts.judge(legion())


@pytest.mark.parametrize(("payload", "status"), [({"legions": [legion()]}, 200), ({"legions": 1}, 400)])
def test_a_request_that_is_answered_is_gone_without_the_collector(
    wraith: dict[str, Any], payload: dict[str, Any], status: int
) -> None:
    seen: list[weakref.ref[Request]] = []

    class Watched(VerdictsView):
        def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
            seen.append(weakref.ref(request))
            super().initial(request, *args, **kwargs)

    request = RequestFactory().post("/api/v1/verdicts/", json.dumps(payload), "application/json")
    gc.disable()
    try:
        assert Watched.as_view()(request).status_code == status
        assert seen[0]() is None
    finally:
        gc.enable()


def test_a_body_in_another_spelling_gets_the_same_verdict(api: ApiClient, wraith: dict[str, Any]) -> None:
    plain = api.judge(b'{"game":"attack-wing","picks":[{"card":"wraith"}]}')
    spelt = api.judge(rb' {"picks" : [ {"c\u0061rd": "wr\u0061ith"} ] , "game" : "attack-wing" } ')
    assert spelt.content == plain.content


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"game": "chess"}, "unknown-game", "/game"),
        ({"format": "epic"}, "unknown-format", "/format"),
        ({"sources": ["official", "nowhere"]}, "unknown-set", "/sources/1"),
        ({"release": 7}, "unknown-release", "/release"),
        ({"release": 2**40}, "unknown-release", "/release"),
        ({"house_rules": ["no-dragons"]}, "unknown-house-rule", "/house_rules/0"),
        ({"campaign": {"xp": 1}}, "invalid-legion", "/campaign/xp"),
        ({"campaign": {"adventure": "nowhere", "side": "any"}}, "invalid-legion", "/campaign/adventure"),
        ({"collection": ["wraith"]}, "invalid-legion", "/collection"),
        ({"collection": {"wraith": -1}}, "invalid-legion", "/collection/wraith"),
        ({"collection": {"wraith": 100_001}}, "invalid-legion", "/collection/wraith"),
        ({"collection": {"wraith": True}}, "invalid-legion", "/collection/wraith"),
        ({"collection": {"wraith": 1.0}}, "invalid-legion", "/collection/wraith"),
        ({"collection": {"Wraith": 1}}, "invalid-legion", "/collection"),
        ({"collection": {f"card-{number}": 1 for number in range(1_501)}}, "invalid-legion", "/collection"),
        ({"pick": []}, "invalid-legion", "/pick"),
        ({"points": 0}, "invalid-legion", "/points"),
        ({"points": 1.0}, "invalid-legion", "/points"),
        ({"picks": [{"card": "wraith", "count": 2, "upgrades": ["x"]}]}, "invalid-legion", "/picks/0/count"),
    ],
)
def test_an_invalid_legion_is_a_problem_with_its_place(
    api: ApiClient, wraith: dict[str, Any], fields: dict[str, Any], code: str, pointer: str
) -> None:
    response = api.judge(legion(**fields))
    assert response.status_code == 400
    assert response.json()["code"] == code
    assert pointer in [fault["pointer"] for fault in response.json()["faults"]]


def test_a_team_is_judged_as_one_and_each_players_part_is_shown(api: ApiClient, wraith: dict[str, Any]) -> None:
    parts = [{"picks": [{"card": "wraith", "count": 3}]}, {"game": "attack-wing", "picks": [{"card": "wraith"}]}]
    verdict = api.judge({"game": "attack-wing", "points": 90, "team": parts}).json()
    assert verdict["verdict"] == "illegal"
    assert verdict["points"] == {"total": 100, "known": 100, "limit": 90}
    assert verdict["parts"] == [
        {"at": "/team/0", "points": {"total": 75, "known": 75, "limit": None}},
        {"at": "/team/1", "points": {"total": 25, "known": 25, "limit": None}},
    ]
    assert [(finding["code"], finding["at"]) for finding in verdict["findings"]] == [
        ("attack-wing/team-points", ["/points"])
    ]
    assert "parts" not in api.judge(legion()).json()


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("part", "code", "pointer"),
    [
        ({"points": 60}, "invalid-legion", "/team/1/points"),
        ({"format": "standard"}, "invalid-legion", "/team/1/format"),
        ({"house_rules": []}, "invalid-legion", "/team/1/house_rules"),
        ({"team": []}, "invalid-legion", "/team/1/team"),
        ({"picks": [{"card": "Wraith"}]}, "invalid-legion", "/team/1/picks/0/card"),
        ({"game": "chess"}, "unknown-game", "/team/1/game"),
        ({"campaign": {"xp": 1}}, "invalid-legion", "/team/1/campaign/xp"),
        ({"collection": {"wraith": -1}}, "invalid-legion", "/team/1/collection/wraith"),
    ],
)
def test_a_fault_of_a_player_of_a_team_is_a_problem_with_its_place(
    api: ApiClient, wraith: dict[str, Any], part: dict[str, Any], code: str, pointer: str
) -> None:
    response = api.judge({"game": "attack-wing", "team": [{"picks": []}, {**legion(), **part}]})
    assert response.status_code == 400
    assert response.json()["code"] == code
    assert pointer in [fault["pointer"] for fault in response.json()["faults"]]


def test_a_collection_is_asked_of_each_player_who_sends_one(api: ApiClient, wraith: dict[str, Any]) -> None:
    two = [{"card": "wraith", "count": 2}]
    owned = {"wraith": 1, "a-card-of-tomorrow": 100_000}
    (finding,) = api.judge(legion(picks=two, collection=owned)).json()["findings"]
    assert finding["code"] == "attack-wing/collection-limit"
    assert finding["at"] == ["/picks/0"]
    assert finding["facts"] == {"card": wraith["name"], "slug": "wraith", "owned": 1, "needed": 2}
    assert finding["cite"]["page"] == 32
    team = {"game": "attack-wing", "team": [{"picks": two}, {"picks": two, "collection": owned}]}
    assert [finding["at"] for finding in api.judge(team).json()["findings"]] == [["/team/1/picks/0"]]


def test_a_collection_changes_no_digest(api: ApiClient, wraith: dict[str, Any]) -> None:
    plain, owned, empty = (
        api.judge(legion(**fields)).json() for fields in ({}, {"collection": {"wraith": 9}}, {"collection": {}})
    )
    assert plain == owned
    assert empty["digest"] == plain["digest"]
    assert empty["verdict"] == "illegal"


def test_the_largest_collection_is_read(api: ApiClient, wraith: dict[str, Any]) -> None:
    owned = {"wraith": 100_000} | {f"card-{number}": 100_000 for number in range(1_499)}
    assert api.judge(legion(collection=owned)).json()["verdict"] == "legal"


def test_a_format_bars_cards_and_has_days(api: ApiClient, wraith: dict[str, Any]) -> None:
    league = factories.standard(slug="league", name="League", bans=[{"card": ["wraith"]}], until="2026-05-31")
    factories.publish(league)
    findings = api.judge(legion(format="league", on="2026-06-01")).json()["findings"]
    assert [(finding["code"], finding["at"], finding["message"]) for finding in findings] == [
        ("attack-wing/barred", ["/picks/0"], "League bars Wraith by name."),
        ("attack-wing/format-dates", ["/on"], "League was played until 2026-05-31. The legion is for 2026-06-01."),
    ]
    assert api.judge(legion(format="standard", on="2026-06-01")).json()["verdict"] == "legal"
    assert api.get("/api/v1/formats/attack-wing/league/").json() == league


def test_every_fault_of_a_legion_is_named_at_once(api: ApiClient) -> None:
    response = api.judge({"picks": [{"upgrades": "x"}], "colour": "red"})
    assert [fault["pointer"] for fault in response.json()["faults"]] == ["", "/colour", "/picks/0", "/picks/0/upgrades"]


def test_with_nothing_published_no_game_is_known(api: ApiClient) -> None:
    assert api.judge(legion()).json()["code"] == "unknown-game"


def test_a_game_without_rules_is_not_judged_yet(api: ApiClient) -> None:
    factories.publish(factories.game(ruleset="attack-wing/999"), factories.standard())
    assert api.judge(legion()).json()["code"] == "not-judged-yet"
    assert api.get("/api/v1/rules/").json()["results"] == []


@pytest.mark.parametrize("query", ["?mends=5", "?limit=1", "?format=json"])
def test_parameters_that_verdicts_do_not_know_are_refused(api: ApiClient, wraith: Any, query: str) -> None:
    response = api.judge(legion(), query)
    assert response.status_code == 400
    assert response.json()["code"] == "unknown-parameter"


@pytest.mark.parametrize("method", ["get", "head", "put", "patch", "delete"])
def test_verdicts_accept_only_post(api: ApiClient, method: str) -> None:
    response = getattr(api, method)("/api/v1/verdicts/")
    assert response.status_code == 405
    assert response["Allow"] == "POST, OPTIONS"


def test_verdicts_are_not_cached(api: ApiClient, wraith: dict[str, Any]) -> None:
    assert api.judge(legion())["Cache-Control"] == "no-store"


# -- releases ----------------------------------------------------------------------------------------------------


def test_the_release_of_the_legion_goes_before_that_of_the_address(api: ApiClient, wraith: dict[str, Any]) -> None:
    factories.publish({**wraith, "cost": 30})
    totals = [
        api.judge(document, query).json()["points"]["total"]
        for document, query in [
            (legion(), ""),
            (legion(), "?release=1"),
            (legion(release=2), "?release=1"),
            (legion(release=1), ""),
        ]
    ]
    assert totals == [30, 25, 30, 25]


def test_a_publication_is_seen_by_the_next_verdict(api: ApiClient, wraith: dict[str, Any]) -> None:
    assert api.judge(legion(picks=[{"card": "ghoul"}])).json()["verdict"] == "illegal"
    factories.publish(factories.creature(slug="ghoul"))
    verdict = api.judge(legion(picks=[{"card": "ghoul"}])).json()
    assert (verdict["verdict"], verdict["release"]) == ("legal", 2)


def test_a_draft_is_no_card_to_field(api: ApiClient, wraith: dict[str, Any]) -> None:
    factories.save_draft(factories.creature(slug="ghoul"), by=None, why="Later")
    factories.save_draft({**wraith, "cost": 1}, by=None, why="Later")
    verdict = api.judge(legion(picks=[{"card": "ghoul"}, {"card": "wraith"}])).json()
    assert [finding["code"] for finding in verdict["findings"]] == ["attack-wing/unknown-card"]
    assert verdict["points"]["known"] == 25


def test_an_address_with_an_unknown_release_is_refused_even_without_legions(api: ApiClient, wraith: Any) -> None:
    assert api.judge({"legions": []}, "?release=9").json()["code"] == "unknown-release"


# -- many legions ------------------------------------------------------------------------------------------------


def test_a_batch_is_answered_in_its_order_with_problems_in_their_place(api: ApiClient, wraith: Any) -> None:
    factories.publish({**wraith, "cost": 30})
    legions = [
        legion(points=10),
        {"game": "attack-wing"},
        legion(),
        legion(game="chess"),
        "no legion",
        legion(release=1),
        legion(release=9),
        legion(format="epic"),
    ]
    response = api.judge({"legions": legions})
    assert response.status_code == 200
    answers = response.json()["verdicts"]
    assert [answer.get("verdict") or answer["code"] for answer in answers] == [
        "illegal",
        "invalid-legion",
        "legal",
        "unknown-game",
        "invalid-legion",
        "legal",
        "unknown-release",
        "unknown-format",
    ]
    assert answers[1]["faults"][0] == {"pointer": "", "code": "missing", "message": "“picks” is missing."}
    assert [answer["points"]["total"] for answer in answers if "points" in answer] == [30, 30, 25]


def test_a_legion_over_a_limit_spoils_only_itself(api: ApiClient, wraith: Any) -> None:
    wide = legion(ext={"numbers": [[0] * 500] * 5})
    long, null = legion(name="x" * 10_001), legion(name="a\x00b")
    answers = api.judge({"legions": [wide, legion(), long, null, legion()]}).json()["verdicts"]
    assert [answer.get("verdict") or answer["faults"][0]["code"] for answer in answers] == [
        "too-many-values",
        "legal",
        "string-too-long",
        "nul",
        "legal",
    ]


@pytest.mark.sampled
def test_a_thousand_legions_are_judged_at_once(
    api: ApiClient, wraith: dict[str, Any], django_assert_max_num_queries: Any
) -> None:
    legions = [legion(points=number + 1, release=1) for number in range(1_000)]
    with django_assert_max_num_queries(6):
        answers = api.judge({"legions": legions}).json()["verdicts"]
    assert [answer["points"]["limit"] for answer in answers] == list(range(1, 1_001))


def test_more_than_a_thousand_legions_are_too_many_for_one_request(api: ApiClient) -> None:
    answer = api.judge({"legions": [legion()] * 1_001})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["faults"]] == [("/legions", "array-too-long")]


def test_no_legions_get_no_verdicts(api: ApiClient) -> None:
    assert api.judge({"legions": []}).json() == {"verdicts": []}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({"legions": {}}, "/legions"), ({"legions": None}, "/legions"), ({"legions": [], "points": 9}, "/points")],
)
def test_a_batch_holds_a_list_of_legions_and_nothing_else(api: ApiClient, body: Any, pointer: str) -> None:
    response = api.judge(body)
    assert response.status_code == 400
    assert response.json()["faults"][0]["pointer"] == pointer


# -- candidates --------------------------------------------------------------------------------------------------


def test_candidates_are_all_cards_that_could_be_at_the_place(wraith: dict[str, Any]) -> None:
    factories.publish(factories.creature(slug="ghoul"), factories.spell(slug="bolt"))
    answer = verdicts.candidates(legion(), "/picks/0")
    assert (answer["game"], answer["release"], answer["at"]) == ("attack-wing", 2, "/picks/0")
    assert [candidate["card"] for candidate in answer["candidates"]] == ["bolt"]
    assert {one["card"] for one in verdicts.candidates(legion(), "")["candidates"]} == {"ghoul", "wraith"}


def test_candidates_can_be_limited_to_a_few_cards(wraith: dict[str, Any]) -> None:
    factories.publish(factories.spell(slug="bolt"), factories.spell(slug="light"))
    answer = verdicts.candidates(legion(), "/picks/0", among={"light", "no-such-card"})
    assert [candidate["card"] for candidate in answer["candidates"]] == ["light"]


def test_a_missing_place_has_no_candidates(wraith: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        verdicts.candidates(legion(), "/picks/9")
    assert caught.value.code == "no-such-place"


# -- libraries ---------------------------------------------------------------------------------------------------


def test_a_verdict_queries_the_database_only_for_the_newest_release(
    api: ApiClient, wraith: dict[str, Any], django_assert_num_queries: Any
) -> None:
    api.judge(legion())
    with django_assert_num_queries(1):
        api.judge(legion())
    with django_assert_num_queries(1):
        api.judge(legion(release=1))


@pytest.mark.sampled
@pytest.mark.parametrize("cards", [10, 500])
def test_building_a_library_takes_as_many_queries_for_many_cards(cards: int, django_assert_num_queries: Any) -> None:
    factories.publish_frame(*(factories.creature() for _ in range(cards)))
    with django_assert_num_queries(4):
        verdicts.library("attack-wing")


def test_one_library_serves_a_release_and_another_the_next(wraith: dict[str, Any]) -> None:
    first = verdicts.library("attack-wing")
    assert verdicts.library("attack-wing") is first
    assert verdicts.library("attack-wing", 1) is first
    factories.publish(factories.creature())
    assert verdicts.library("attack-wing") is not first
    assert verdicts.library("attack-wing", 1) is first


def test_libraries_share_the_cards_that_did_not_change(wraith: dict[str, Any]) -> None:
    changing = factories.creature(slug="ghoul")
    factories.publish(changing)
    before = verdicts.library("attack-wing")
    factories.publish({**changing, "cost": 99})
    after = verdicts.library("attack-wing")
    assert after.cards["wraith"] is before.cards["wraith"]
    assert after.cards["ghoul"] is not before.cards["ghoul"]
    assert (before.cards["ghoul"].cost, after.cards["ghoul"].cost) == (20, 99)


@pytest.mark.sampled
def test_libraries_are_cached_within_a_memory_limit(wraith: dict[str, Any]) -> None:
    for _ in range(40):
        factories.publish(factories.creature())
    libraries = [verdicts.library("attack-wing", number) for number in range(1, 42)]
    assert all(verdicts.library("attack-wing", one.release) is one for one in libraries)


@pytest.mark.sampled
def test_the_libraries_asked_for_longest_ago_go_when_all_take_too_much(
    wraith: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts._libraries, "most_bytes", 0)
    for _ in range(10):
        factories.publish(factories.creature())
    libraries = [verdicts.library("attack-wing", number) for number in range(1, 12)]
    assert len(verdicts._libraries) == verdicts._libraries.fewest == 8
    assert all(verdicts.library("attack-wing", one.release) is one for one in nonempty(libraries[-8:]))
    oldest = verdicts.library("attack-wing", 1)
    assert (oldest.release, len(oldest.cards)) == (1, 1)


def test_a_former_slug_still_fields_its_card(api: ApiClient, wraith: dict[str, Any]) -> None:
    factories.publish({**wraith, "slug": "barrow-wraith", "formerly": ["wraith"]})
    assert api.judge(legion()).json()["verdict"] == "legal"


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_threads_that_ask_at_once_get_one_library() -> None:
    factories.publish_frame(factories.creature(slug="wraith"))
    start, found = threading.Barrier(6), []

    def ask() -> None:
        from django.db import connection

        start.wait(timeout=10)
        try:
            found.append(verdicts.library("attack-wing"))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert len(found) == 6
    assert len({id(one) for one in found}) == 1


def test_judging_changes_neither_the_catalog_nor_the_legion(wraith: dict[str, Any]) -> None:
    before, document = list(Revision.objects.values_list("pk", "text")), legion(name="Mine")
    verdicts.judge(document)
    assert document == legion(name="Mine")
    assert list(Revision.objects.values_list("pk", "text")) == before
