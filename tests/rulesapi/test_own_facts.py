"""Own numbers over the API: accepted and refused facts with their pointers, and their effect on verdicts."""

import json
from pathlib import Path
from typing import Any

import pytest

from catalog import documents
from catalog.documents import card_facts
from rulesapi.judging import verdicts
from tests import factories
from tests.engine import conformance_cases
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
RED = {"": {"source": "A made-up rulebook", "page": 1, "checked": True}}


@pytest.fixture(autouse=True)
def cards() -> None:
    """Publish a creature with few known facts, a complete one, and an upgrade without a known icon."""
    factories.publish_frame(
        factories.creature(slug="balagos", cost=None, slots=None, level=None, energy=None, name="Balagos"),
        factories.creature(slug="wraith", cost=25),
        factories.creature(slug="grave-line", troop=None, cost=None, formerly=["old-line"]),
        factories.upgrade(slug="charm", cost=None, slot=None),
    )


def legion(*picks: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "picks": list(picks) or [{"card": "balagos"}], **more}


def refused(api: ApiClient, facts: Any) -> list[tuple[str, str]]:
    answer = api.judge(legion(facts=facts))
    assert answer.status_code == 400, answer.content
    assert answer.json()["code"] == "invalid-legion"
    return [(fault["pointer"], fault["code"]) for fault in answer.json()["faults"]]


def test_a_price_from_the_card_in_hand_settles_the_verdict_and_is_marked(api: ApiClient) -> None:
    assert api.judge(legion()).json()["verdict"] == "undetermined"
    verdict = api.judge(legion(facts={"balagos": {"cost": 38}})).json()
    assert verdict["verdict"] == "legal"
    assert verdict["points"] == {"total": 38, "known": 38, "limit": 120}
    assert verdict["ledger"] == [
        {"at": "/picks/0", "card": "balagos", "reason": "printed", "points": 38, "by_your_word": True}
    ]
    assert verdict["facts"] == [{"card": "balagos", "fact": "/cost", "value": 38, "state": "used", "at": ["/picks/0"]}]


def test_the_catalog_is_left_as_it_is(api: ApiClient) -> None:
    before = api.get("/api/v1/cards/attack-wing/balagos/").content
    api.judge(legion(facts={"balagos": {"cost": 38}}))
    assert api.judge(legion()).json()["verdict"] == "undetermined"
    assert api.get("/api/v1/cards/attack-wing/balagos/").content == before


def test_facts_known_in_a_newer_release_take_precedence_and_the_old_list_stays_valid(api: ApiClient) -> None:
    own = legion(facts={"balagos": {"cost": 38}})
    first = api.judge(own).json()
    factories.publish(factories.creature(slug="balagos", cost=41, slots=None, level=None, energy=None))
    verdict = api.judge(own).json()
    assert verdict["points"]["total"] == 41
    assert verdict["facts"] == [
        {"card": "balagos", "fact": "/cost", "value": 38, "state": "known", "at": ["/picks/0"], "catalog": 41}
    ]
    assert "by_your_word" not in verdict["ledger"][0]
    assert api.judge({**own, "release": first["release"]}).json() == first


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("facts", "faults"),
    [
        ({"balagos": {"cost": "38"}}, [("/facts/balagos/cost", "wrong-type")]),
        ({"balagos": {"cost": -1}}, [("/facts/balagos/cost", "too-small")]),
        ({"balagos": {"cost": 2**53}}, [("/facts/balagos/cost", "too-large")]),
        ({"balagos": {"cost": None}}, [("/facts/balagos/cost", "not-allowed")]),
        ({"balagos": {"cost": 38.0}}, [("/facts/balagos/cost", "not-whole")]),
        ({"balagos": {"cost": True}}, [("/facts/balagos/cost", "wrong-type")]),
        ({"balagos": {"cots": 38}}, [("/facts/balagos/cots", "unknown-field")]),
        ({"balagos": {"minimum_level": 3}}, [("/facts/balagos/minimum_level", "unknown-field")]),
        ({"balagos": {"slots": ["dragon", "wing"]}}, [("/facts/balagos/slots/1", "not-allowed")]),
        ({"balagos": {"energy": ["fire"] * 2}}, [("/facts/balagos/energy", "repeated")]),
        ({"balagos": {"costs": {"2": 9}}}, [("/facts/balagos/costs", "missing")] * 4),
        ({"balagos": {}}, [("/facts/balagos", "too-few")]),
        ({"balagos": 38}, [("/facts/balagos", "wrong-type")]),
        ({"Balagos": {"cost": 38}}, [("/facts", "bad-form")]),
        ({"": {"cost": 38}}, [("/facts", "bad-form")]),
        ({"charm": {"cost_each": {"family": ["x"], "cost": 1}}}, [("/facts/charm/cost_each", "not-allowed")]),
        ({"nobody": {"sources": {}}}, [("/facts/nobody/sources", "not-allowed")]),
        (
            {"grave-line": {"cost": 1}, "old-line": {"cost": 2}},
            [("/facts/old-line", "repeated")],
        ),
        (
            {"balagos": {"cost": -1, "level": "x"}, "wraith": {"armor": []}},
            [
                ("/facts/balagos/cost", "too-small"),
                ("/facts/balagos/level", "wrong-type"),
                ("/facts/wraith/armor", "wrong-type"),
            ],
        ),
    ],
)  # fmt: skip
def test_an_invalid_own_fact_is_refused_at_its_place(api: ApiClient, facts: Any, faults: list[tuple[str, str]]) -> None:
    assert refused(api, facts) == faults


@pytest.mark.parametrize("fact", ["slug", "kind", "game", "set", "sources", "retired", "formerly", "text"])
def test_facts_that_are_not_on_cards_cannot_be_own_facts(api: ApiClient, fact: str) -> None:
    for value in ("x", None, [], {}):
        assert refused(api, {"balagos": {fact: value}}) == [(f"/facts/balagos/{fact}", "not-allowed")]


def test_a_troop_by_the_players_word_has_tokens_by_it(api: ApiClient) -> None:
    costs = {"2": 11, "3": 15, "4": None, "5": None, "6": None}
    verdict = api.judge(
        legion({"card": "grave-line", "soldiers": 3}, facts={"grave-line": {"troop": True, "costs": costs}})
    ).json()
    assert (verdict["verdict"], verdict["points"]["total"]) == ("legal", 15)


def test_a_batch_refuses_only_the_legion_with_invalid_own_numbers(api: ApiClient) -> None:
    fine, bad = legion(facts={"balagos": {"cost": 38}}), legion(facts={"balagos": {"cost": -1}})
    verdict = api.judge({"legions": [fine, bad, fine]}).json()["verdicts"]
    assert [one.get("verdict") for one in verdict] == ["legal", None, "legal"]
    assert verdict[1]["faults"][0]["pointer"] == "/facts/balagos/cost"


def test_candidates_fixes_and_completions_take_own_numbers_and_refuse_wrong_ones(api: ApiClient) -> None:
    own = legion({"card": "wraith"}, points=60, facts={"balagos": {"cost": 38}, "charm": {"cost": 2, "slot": "any"}})
    found = api.ask("candidates", {"legion": own, "at": ""}).json()["candidates"]
    (balagos,) = (one for one in found if one["card"] == "balagos")
    assert (balagos["points"], balagos["fits"]) == (38, False)
    mended = api.ask("fixes", {"legion": {**own, "picks": [{"card": "balagos"}, {"card": "wraith"}]}}).json()
    assert {fix["points"] for fix in mended["fixes"]} >= {-25}
    done = api.ask("completions", {"legion": {**own, "points": 100}}).json()
    assert done["legion"]["facts"] == own["facts"]
    assert done["verdict"]["verdict"] == "legal"
    wrong = {**own, "facts": {"balagos": {"cost": -1}}}
    for what, extra in (("candidates", {"at": ""}), ("fixes", {}), ("completions", {})):
        problem = api.ask(what, {"legion": wrong, **extra}).json()
        assert (problem["code"], problem["faults"][0]["pointer"]) == ("invalid-legion", "/legion/facts/balagos/cost")


def test_fixes_in_a_verdict_are_judged_by_own_numbers(api: ApiClient) -> None:
    submitted = legion({"card": "balagos"}, {"card": "wraith"}, points=60, facts={"balagos": {"cost": 38}})
    verdict = api.judge(submitted, "?fixes=3").json()
    assert verdict["findings"][0]["fixes"]


def test_many_own_numbers_are_read_and_too_many_refused_quickly(api: ApiClient) -> None:
    cards = {f"card-{number}": {"cost": 1, "level": 2} for number in range(500)}
    assert {row["state"] for row in api.judge(legion(facts=cards)).json()["facts"]} == {"not-in-catalog"}
    assert refused(api, {**cards, "card-500": {"cost": 1}}) == [("/facts", "too-many")]
    assert refused(api, {"balagos": {f"fact-{number}": 1 for number in range(51)}})[0] == ("/facts/balagos", "too-many")
    assert len(refused(api, {slug: {"set": "x", "slug": "y"} for slug in cards})) == documents.MAX_FAULTS
    deep: Any = 1
    for _ in range(28):
        deep = [deep]
    assert refused(api, {"balagos": {"keywords": deep}}) == [("/facts/balagos/keywords/0", "wrong-type")]
    thousands = {f"card-{number}": {"cost": 1} for number in range(3_000)}
    assert api.judge(legion(facts=thousands)).json()["code"] == "malformed-json"


def test_no_more_is_asked_of_the_database_with_own_numbers_than_without(
    api: ApiClient, django_assert_num_queries: Any
) -> None:
    verdicts.judge(legion())
    for submitted in (legion(), legion(facts={"balagos": {"cost": 38}, "wraith": {"cost": 1}})):
        with django_assert_num_queries(1):
            verdicts.judge(submitted)


@pytest.mark.sampled
def test_each_kind_of_card_has_possible_own_facts_and_none_defined_by_muster() -> None:
    for game, kinds in nonempty(documents.card_kinds().items()):
        for kind in nonempty(kinds):
            may = card_facts.reportable_facts(f"{game}/{kind}.schema.json")
            assert "name" in may
            assert not {"slug", "kind", "game", "set", "sources", "retired", "formerly", "text"} & set(may)


@pytest.mark.parametrize("game", conformance_cases.games())
def test_the_own_numbers_of_the_cases_are_valid(game: str) -> None:
    kinds = {card["slug"]: documents.schema_path(card) for card in conformance_cases.library_documents(game)["cards"]}
    all_facts = [case["legion"].get("facts", {}) for file in conformance_cases.files(game) for case in file["cases"]]
    assert any(all_facts)
    for facts in nonempty(all_facts):
        for slug, own in facts.items():
            assert slug not in kinds or card_facts.faults_in_facts(kinds[slug], own) == [], json.dumps(facts)


def publish_orc_raider() -> None:
    """Publish a real creature of 2008 that may be a champion, with the documents of its game."""
    root = ROOT / "fixtures" / "dnd-miniatures-2008"
    files = ("game.json", "formats/assault.json", "sets/dungeons-of-dread.json", "creature/orc-raider.json")
    factories.publish(*(json.loads((root / file).read_text(encoding="utf-8")) for file in files))


def test_a_leader_with_rating_0_is_refused_in_own_facts(api: ApiClient) -> None:
    publish_orc_raider()
    facts = {"champion": True, "champion_rating": 0}
    verdict = {"game": "dnd-miniatures-2008", "picks": [{"card": "orc-raider"}], "facts": {"orc-raider": facts}}
    answer = api.judge(verdict)
    assert answer.status_code == 400
    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["faults"]] == [
        ("/facts/orc-raider/champion_rating", "not-allowed")
    ]


@pytest.mark.sampled
def test_seven_creatures_with_a_rating_of_0_by_the_player_are_priced_as_printed(api: ApiClient) -> None:
    publish_orc_raider()
    verdict = {"game": "dnd-miniatures-2008", "points": 50, "picks": [{"card": "orc-raider", "count": 7}]}
    open_ = api.judge(verdict).json()
    rated = api.judge({**verdict, "facts": {"orc-raider": {"champion_rating": 0}}}).json()
    over = "dnd-miniatures-2008/point-limit"
    assert over not in {finding["code"] for finding in open_["findings"]}
    assert {finding["code"]: finding["facts"] for finding in rated["findings"]}[over] == {"total": 56, "limit": 50}
