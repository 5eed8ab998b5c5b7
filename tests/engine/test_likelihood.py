"""Likely outcomes of undetermined lists: logic instead of an estimate, and none for a settled verdict."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from tests.engine import conformance_cases
from tests.engine.generators import Document, chances
from tests.engine.test_fixes_of_games import real
from tests.engine.test_properties import library, made

WARBANDS = "dnd-miniatures-2008"


def told(legion: Document, by: Library | None = None) -> dict[str, Any]:
    return judge(by or conformance_cases.library(legion["game"]), legion).as_document()


def warband(*picks: Document, **fields: Any) -> Document:
    return {"game": WARBANDS, "faction": "wild", "map": "small-yard", "points": 50, "picks": list(picks), **fields}


def half_map(by: Library) -> str:
    """Return a real map for small games."""
    return next(slug for slug, card in by.documents.items() if card["kind"] == "battle-map" and card["area"] == "half")


def test_thirty_real_orc_raiders_at_50_points_are_likely_illegal_and_cost_what_is_printed_on_them() -> None:
    by = real(WARBANDS)
    verdict = told(warband({"card": "orc-raider", "count": 30}, map=half_map(by)), by)
    assert verdict["verdict"] == "undetermined"
    assert verdict["points"] == {"total": None, "known": 240, "limit": 50}
    likely = verdict["likely"]
    assert likely["verdict"] == "illegal"
    assert likely["message"] == "Illegal, unless the card of Orc Raider says otherwise."
    assert {one["card"] for one in likely["unless"]} == {"orc-raider"}
    assert {one["code"] for one in likely["findings"]} == {f"{WARBANDS}/point-limit", f"{WARBANDS}/creature-count"}


def test_a_list_that_other_facts_could_save_is_not_called_likely_illegal() -> None:
    legion = warband({"card": "unseen-raider"}, {"card": "unknown-faction"})
    verdict = told(legion)
    assert verdict["verdict"] == "undetermined"
    assert "likely" not in verdict


def test_if_a_known_text_may_apply_no_outcome_is_likely() -> None:
    legion = warband({"card": "unknown-champion-of-goblins"}, {"card": "goblin"})
    verdict = told(legion)
    assert verdict["verdict"] == "undetermined"
    assert "likely" not in verdict


@pytest.mark.parametrize("picks", [[{"card": "unseen-raider"}], [{"card": "unseen-raider"}, {"card": "nobody"}]])
def test_a_certain_verdict_has_no_likely_outcome(picks: list[Document]) -> None:
    verdict = told(warband(*picks))
    assert verdict["verdict"] != "undetermined"
    assert "likely" not in verdict


def test_of_several_findings_the_one_that_the_fewest_texts_lift_says_which_cards_could_turn_it() -> None:
    raiders = {"faction": "wild", "map": "small-yard", "picks": [{"card": "unseen-raider", "count": 7}]}
    wolf = {"faction": "wild", "map": "small-yard", "picks": [{"card": "wolf"}]}
    legion = {"game": WARBANDS, "points": 50, "team": [raiders, wolf]}
    likely = told(legion)["likely"]
    assert {tuple(one["at"]) for one in likely["unless"]} == {("/team/0/picks/0",)}


def test_a_text_of_another_creature_waives_no_requirement_on_a_single_creature() -> None:
    case = next(
        one for _, _, one in conformance_cases.cases() if one["name"] == "unknown grants may be what is missing"
    )
    (harness,) = case["likely"]["unless"]
    (pick,) = case["legion"]["picks"]
    verdict = told({**case["legion"], "picks": [pick, {**pick, "upgrades": pick["upgrades"][::-1]}]})
    assert [one["at"] for one in verdict["likely"]["findings"]] == [
        ["/picks/0/upgrades/0", "/picks/0/upgrades/1"],
        ["/picks/1/upgrades/0", "/picks/1/upgrades/1"],
    ]
    assert verdict["likely"]["unless"] == [harness]


def test_many_cards_that_could_turn_it_are_counted_and_one_is_named() -> None:
    by = real(WARBANDS)
    creatures = [card["slug"] for card in by.documents.values() if card.get("warband_building", ()) is None][:5]
    verdict = told(warband(*({"card": slug, "count": 3} for slug in creatures), map=half_map(by)), by)
    message = verdict["likely"]["message"]
    assert message.startswith("Illegal, unless one of 5 cards says otherwise, for example that of ")


def test_own_facts_that_say_that_a_card_has_no_such_text_settle_what_was_likely() -> None:
    legion = warband({"card": "unseen-raider", "count": 30})
    plain = {"unseen-raider": {"champion": True, "champion_rating": 1, "warband_building": [], "discounts": []}}
    verdict = told({**legion, "facts": plain})
    assert verdict["verdict"] == "illegal"
    assert "likely" not in verdict
    assert {one["code"] for one in verdict["findings"]} == {one["code"] for one in told(legion)["likely"]["findings"]}


def test_judging_with_own_facts_leaves_nothing_behind_in_the_library() -> None:
    by = conformance_cases.library(WARBANDS)
    told(warband({"card": "unseen-raider", "count": 30}), by)
    kept = len(by.without_waivers)
    told(warband({"card": "unseen-raider", "count": 30}, facts={"unseen-raider": {"size": "large"}}), by)
    assert len(by.without_waivers) == kept


@given(chance=chances)
def test_the_likely_outcome_is_certain_if_the_named_texts_are_empty(chance: Random) -> None:
    cards, legion = made(chance, unknown=5)
    verdict = told(legion, library(cards))
    if "likely" not in verdict:
        return
    assert verdict["verdict"] == "undetermined"
    named = {(one["card"], one["fact"][1:]) for one in verdict["likely"]["unless"]}
    plain = [{**card, **{fact: [] for fact in ("exempt", "grants") if (card["slug"], fact) in named}} for card in cards]
    assert told(legion, library(plain))["verdict"] == "illegal"
