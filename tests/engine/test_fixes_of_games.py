"""Fixes in games whose lists have a minimum size and fields of their own: no smaller fix would work."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.search.edit_trials import TrialJudge
from rulesapi.engine.search.fixes import BUDGET, MIN_CANDIDATE_FIXES, NOTHING_MENDS, Fixes, _FixSearch, fixes
from tests.engine import conformance_cases
from tests.engine.brute_force import brute_force_fixes, key
from tests.engine.generators import Document, chances
from tests.engine.test_fixes import all_of, patched
from tests.nonempty import nonempty

pytestmark = pytest.mark.sampled

FIXTURES = Path(__file__).parents[2] / "fixtures"
COMMAND, OF_2003, OF_2008 = "dungeon-command", "dnd-miniatures-2003", "dnd-miniatures-2008"
few = settings(max_examples=max(12, settings.default.max_examples // 8))
"""Settings for properties tested by brute force."""


def some(chance: Random, cards: list[Document], **kinds: int) -> list[Document]:
    """Return a number of cards of each kind."""
    named = {kind.replace("_", "-"): number for kind, number in kinds.items()}
    return [
        card
        for kind, number in named.items()
        for card in chance.sample([one for one in cards if one["kind"] == kind], number)
    ]


def picks_of(chance: Random, cards: list[Document], most: int) -> list[Document]:
    """Return up to that many picks, some of several copies."""
    slugs = [card["slug"] for card in cards if card["kind"] in ("creature", "order", "commander")]
    return [
        {"card": slug, **({"count": chance.randint(2, 3)} if chance.random() < 0.3 else {})}
        for slug in chance.sample(slugs, chance.randint(0, most))
    ]


def small_command(chance: Random) -> tuple[Library, Document]:
    """Return warbands for a format that requires exactly two creatures and two orders of one half of a pack."""
    documents = conformance_cases.library_documents(COMMAND)
    cards = some(chance, documents["cards"], creature=2, order=2, commander=2, tile=1)
    cards = [{**card, "set": "box", **({"symbol": "gold"} if "symbol" in card else {})} for card in cards]
    first = next(one for one in documents["formats"] if one["slug"] == "first-game")
    numbers = [{"name": name, "number": 2} for name in ("creatures", "orders")]
    without = [f"{COMMAND}/{code}" for code in ("minimum-creatures", "minimum-orders", "tiles", "treasure-supply")]
    tiny = {**first, "slug": "tiny", "numbers": numbers, "without": without}
    by = Library.build(
        release=1, game={**documents["game"], "default_format": "tiny"}, cards=cards, formats=[tiny], sets=[]
    )
    return by, {"game": COMMAND, "picks": picks_of(chance, cards, 4)}


def small_warband(game: str, chance: Random) -> tuple[Library, Document]:
    """Return warbands of a few creatures, with or without a faction, a map and tiles."""
    documents = conformance_cases.library_documents(game)
    extras = {"terrain_tile": 2} if game == OF_2003 else {"battle_map": 2}
    cards = some(chance, documents["cards"], creature=5, **extras)
    by = Library.build(
        release=1, game=documents["game"], cards=cards, formats=documents["formats"], house_rules=[], sets=[]
    )
    formats = ["constructed-2006", "followers-alone", "minions-extra"] if game == OF_2003 else ["assault", "name-alone"]
    legion: Document = {"game": game, "format": chance.choice(formats), "picks": picks_of(chance, cards, 3)}
    if chance.random() < 0.7:
        legion["faction"] = chance.choice(by.ruleset.choices(by, by.format(None), {})["faction"])
    if game == OF_2008 and chance.random() < 0.7:
        legion["map"] = chance.choice([card["slug"] for card in cards if card["kind"] == "battle-map"])
    return by, legion


def small(game: str, chance: Random) -> tuple[Library, Document]:
    return small_command(chance) if game == COMMAND else small_warband(game, chance)


@pytest.mark.parametrize("game", [COMMAND, OF_2003, OF_2008])
@few
@given(chance=chances)
def test_brute_force_finds_no_smaller_fix_and_no_other_of_that_size(game: str, chance: Random) -> None:
    by, legion = small(game, chance)
    if judge(by, legion).verdict == "legal":
        return
    tried = brute_force_fixes(by, legion, most=2)
    if tried is None:  # a complete search with more edits than are tried here would take millions of trials
        found = fixes(by, legion, most=10_000)
        assert not found.complete or not found.fixes or all(len(fix.do) > 2 for fix in found.fixes)
    else:
        found = all_of(by, legion)
        assert found.complete
        assert {key(patched(legion, fix.do)) for fix in found.fixes} == tried[1]


# -- with the real cards ---------------------------------------------------------------------------------------------


@cache
def real(game: str) -> Library:
    """Return the library of everything published for a game."""
    documents = [json.loads(file.read_text("utf-8")) for file in sorted((FIXTURES / game).rglob("*.json"))]
    return Library.build(
        release=1,
        game=next(document for document in documents if document["kind"] == "game"),
        cards=[document for document in documents if document["kind"] not in conformance_cases.NO_CARDS],
        formats=[document for document in documents if document["kind"] == "format"],
        sets=[document for document in documents if document["kind"] == "set"],
    )


def ready(game: str, name: str) -> Document:
    """Return the judged fields of a ready list."""
    file = FIXTURES.parent / "legions/games" / game.replace("-", "_") / "ready_lists" / f"{name}.json"
    fields = ("game", "format", "points", "faction", "map", "tiles", "picks")
    legion: Document = {field: value for field, value in json.loads(file.read_text("utf-8")).items() if field in fields}
    return legion


def mended(legion: Document) -> Fixes:
    """Return the fixes of a list, each of which must make it legal."""
    by = real(legion["game"])
    found = fixes(by, legion)
    for fix in found.fixes:
        assert fix.verdict == judge(by, patched(legion, fix.do)).verdict == "legal"
    return found


def steps(fix_result: Fixes) -> list[list[Any]]:
    return [list(fix.do) for fix in fix_result.fixes]


def kinds(legion: Document) -> list[str]:
    """Return the kinds of the picks of a list."""
    return [real(legion["game"]).cards[pick["card"]].kind for pick in legion["picks"]]


BLOOD = ready(COMMAND, "blood-of-gruumsh")


def of_kind(legion: Document, *accepted_kinds: str) -> list[Document]:
    return [pick for pick, kind in zip(legion["picks"], kinds(legion), strict=True) if kind in accepted_kinds]


def test_a_warband_without_a_commander_gets_one() -> None:
    found = mended({**BLOOD, "picks": of_kind(BLOOD, "creature", "order")})
    assert found.complete
    for (step,) in nonempty(steps(found)):
        assert (step["op"], step["path"]) == ("add", "/picks/-")
        assert real(COMMAND).cards[step["value"]["card"]].kind == "commander"


def test_of_commanders_that_mend_alike_the_one_of_the_warbands_own_pack_comes_first() -> None:
    found = mended({**BLOOD, "picks": of_kind(BLOOD, "creature", "order")})
    first, *others = [real(COMMAND).cards[step["value"]["card"]].set for (step,) in steps(found)]
    assert first == "blood-of-gruumsh"
    assert set(others) - {first}


def test_five_fixes_are_no_five_cards_in_one_place() -> None:
    """A list slightly over its limit could be repaired by many replacements of one of its cards."""
    by = real("attack-wing")
    cards = [card for card in by.all_cards if card.kind == "creature" and card.cost and card.retired is None]
    dear = sorted(cards, key=lambda card: (-card.cost, card.slug))[:3]
    picks = [{"card": card.slug} for card in dear]
    legion = {"game": "attack-wing", "points": sum(card.cost for card in dear) - 2, "picks": picks}
    shapes = {tuple((step["op"], step["path"]) for step in fix.do) for fix in fixes(by, legion).fixes}
    assert len(shapes) == 5


def test_a_deck_that_is_too_small_is_filled_with_as_few_cards_as_can_be() -> None:
    creatures, orders = of_kind(BLOOD, "creature"), of_kind(BLOOD, "order")
    fewer = orders
    while sum(pick.get("count", 1) for pick in fewer) > 22:
        fewer = fewer[:-1]
    lacking = 30 - sum(pick.get("count", 1) for pick in fewer)
    found = mended({**BLOOD, "picks": [*creatures, *fewer, *of_kind(BLOOD, "commander")]})
    assert found.fixes
    for do in nonempty(steps(found)):
        assert len(do) == -(-lacking // 4)


def test_an_empty_warband_gets_both_decks_and_a_commander() -> None:
    found = mended({"game": COMMAND, "picks": []})
    assert len(found.fixes) == 1
    assert not found.complete


def test_nothing_joins_that_the_collection_does_not_have() -> None:
    used = {pick["card"]: pick.get("count", 1) for pick in BLOOD["picks"]}
    other = next(card.slug for card in real(COMMAND).all_cards if card.kind == "commander" and card.slug not in used)
    (mine,) = of_kind(BLOOD, "commander")
    without = {**BLOOD, "picks": of_kind(BLOOD, "creature", "order"), "collection": {**used, mine["card"]: 0, other: 1}}
    assert steps(mended(without)) == [[{"op": "add", "path": "/picks/-", "value": {"card": other}}]]


def test_a_warband_that_names_no_faction_and_no_map_gets_both() -> None:
    furlong = ready(OF_2008, "a-furlong-nearer")
    found = mended({field: value for field, value in furlong.items() if field not in ("faction", "map")})
    assert found.complete
    for do in nonempty(steps(found)):
        assert [(step["op"], step["path"]) for step in do] == [("add", "/faction"), ("add", "/map")]
        assert do[0]["value"] == furlong["faction"]


def test_a_warband_of_one_faction_is_not_mended_card_by_card_when_another_word_does() -> None:
    found = mended({**ready(OF_2008, "a-furlong-nearer"), "faction": "underdark"})
    assert steps(found) == [[{"op": "replace", "path": "/faction", "value": "wild"}]]


def test_a_warband_without_its_tiles_gets_as_many_as_the_format_asks_for() -> None:
    session = ready(OF_2003, "first-session-of-the-winter")
    found = mended({field: value for field, value in session.items() if field != "tiles"})
    assert found.complete
    assert [step["path"] for do in steps(found) for step in do] == ["/tiles"] * 5
    assert all(len(do[0]["value"]) == 4 for do in nonempty(steps(found)))


def test_a_tile_too_few_is_mended_by_leaving_the_tiles_out_or_by_one_more() -> None:
    tiles = [card.slug for card in real(COMMAND).all_cards if card.kind == "tile"][:3]
    assert [{"op": "remove", "path": "/tiles"}] in steps(mended({**BLOOD, "tiles": tiles}))


def test_errors_that_no_edit_fixes_have_no_fix() -> None:
    sealed = {**ready(OF_2008, "a-furlong-nearer"), "format": "sealed-booster"}
    assert mended(sealed) == Fixes("illegal", (), True, NOTHING_MENDS)


@pytest.mark.parametrize("game", [OF_2003, OF_2008])
def test_all_creatures_there_are_in_one_warband_leave_a_way_out(game: str) -> None:
    picks = [{"card": card.slug} for card in real(game).all_cards if card.kind == "creature"]
    found = mended({"game": game, "picks": picks[:60]})
    assert len(found.fixes) == 1
    assert not found.complete


def test_errors_of_the_terms_are_not_fixed_and_no_edit_is_tried() -> None:
    legion = {"game": OF_2008, "faction": "wild", "map": "wide-plain", "picks": [{"card": "wolf"}]}
    late = {"format": "winter-league", "on": "1999-01-01", **legion}
    for points in (200, 60):
        assert fixes(conformance_cases.library(OF_2008), {**late, "points": points}, budget=1) == Fixes(
            "illegal", (), True, NOTHING_MENDS
        )


@pytest.mark.parametrize("code", ["dungeon-command/team-size", "dnd-miniatures-2008/team-not-allowed"])
def test_the_number_of_players_is_not_fixed_and_no_edit_is_tried(code: str) -> None:
    found = [
        fixes(conformance_cases.library(game), case["legion"], budget=1)
        for game, _, case in conformance_cases.cases()
        if {finding["code"] for finding in case["findings"] if finding["level"] == "error"} == {code}
    ]
    assert found
    assert set(found) == {Fixes("illegal", (), True, NOTHING_MENDS)}


def points_in(fix_result: Fixes) -> list[int]:
    """Return the point limits that fixes set, in order, each once."""
    return list(
        dict.fromkeys(step["value"] for fix in fix_result.fixes for step in fix.do if step["path"] == "/points")
    )


@pytest.mark.parametrize(
    ("points", "map_of", "limits"),
    [
        (60, "small-yard", [50, 100]),
        (80, "small-yard", [100, 50]),
        (10, "small-yard", [50]),
        (5_000, "wide-plain", [1_000]),
        (None, "wide-plain", [200, 500, 1_000]),
    ],
)
def test_a_limit_that_the_format_does_not_allow_is_replaced_by_the_nearest(
    points: int | None, map_of: str, limits: list[int]
) -> None:
    by = conformance_cases.library(OF_2008)
    legion = {"game": OF_2008, "format": "agreed-assault", "faction": "wild", "map": map_of}
    legion |= {"picks": [{"card": "wolf"}], **({} if points is None else {"points": points})}
    found = fixes(by, legion, most=50)
    assert found.complete
    assert points_in(found) == limits
    for fix in found.fixes:
        assert len(fix.do) == 1
        assert judge(by, patched(legion, fix.do)).verdict == fix.verdict == "legal"


def test_a_team_sets_its_limit_once_and_for_all_players() -> None:
    by, part = conformance_cases.library("attack-wing"), {"picks": [{"card": "bare-golem"}]}
    team = {"game": "attack-wing", "format": "at-sixty", "points": 100, "team": [part, part]}
    (fix,) = fixes(by, team).fixes
    assert fix.do == ({"op": "replace", "path": "/points", "value": 60},)
    assert judge(by, patched(team, fix.do)).verdict == "legal"


def test_a_lower_limit_takes_out_what_is_too_dear_for_it() -> None:
    by = conformance_cases.library("attack-wing")
    dear = {"game": "attack-wing", "format": "at-sixty", "points": 100, "picks": [{"card": "bare-golem", "count": 9}]}
    found = fixes(by, dear)
    assert found.complete
    assert points_in(found) == [60]
    assert all(len(fix.do) == 2 and judge(by, patched(dear, fix.do)).verdict == "legal" for fix in found.fixes)
    assert found.fixes


def test_the_judgements_for_a_list_of_one_card_are_bounded_too() -> None:
    tries = TrialJudge(conformance_cases.library(OF_2008), {"game": OF_2008, "picks": [{"card": "wolf"}]}, BUDGET)
    _FixSearch(tries)
    assert tries.each == MIN_CANDIDATE_FIXES


@pytest.mark.parametrize("game", [OF_2003, OF_2008])
def test_a_card_after_which_another_faction_is_left_makes_nothing_worse(game: str) -> None:
    found = candidates(real(game), {"game": game, "picks": []}, "")
    assert not [one.card for one in found if any(finding.code.endswith("/faction") for finding in one.findings)]


def test_an_empty_warband_of_every_card_there_is_gets_a_way_out() -> None:
    found = fixes(real(COMMAND), {"game": COMMAND, "picks": []})
    assert [fix.verdict for fix in found.fixes] == ["legal"]
