"""Dungeon Command beyond its cases: packs as sold, ready warbands, and questions that the pages put to the engine."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import read_lines
from rulesapi.engine.games.dungeon_command import cards, play_rules
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.search.fixes import fixes
from rulesapi.engine.values.model import CannotJudge
from tests.engine import conformance_cases
from tests.nonempty import nonempty

ROOT = Path(__file__).parents[2]
GAME = "dungeon-command"
FIXTURES = ROOT / "fixtures" / GAME


def documents(folder: str) -> list[dict[str, Any]]:
    return [json.loads(file.read_text("utf-8")) for file in sorted((FIXTURES / folder).glob("*.json"))]


CARDS = [card for kind in ("creature", "order", "commander", "tile") for card in documents(kind)]
SETS = documents("sets")
LIBRARY = Library.build(
    release=1,
    game=json.loads((FIXTURES / "game.json").read_text("utf-8")),
    cards=CARDS,
    formats=documents("formats"),
    sets=SETS,
)
READY = sorted((ROOT / "legions/games" / GAME.replace("-", "_") / "ready_lists").glob("*.json"))
KINDS = {card["slug"]: card["kind"] for card in CARDS}


def of_pack(pack: dict[str, Any], *kinds: str) -> list[dict[str, Any]]:
    return [{"card": r["card"], "count": r["copies"]} for r in pack["contents"] if KINDS[r["card"]] in kinds]


def as_sold(pack: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the picks of a pack with each of its commanders in turn."""
    decks = of_pack(pack, "creature", "order")
    return [{"game": GAME, "picks": [*decks, commander]} for commander in of_pack(pack, "commander")]


def test_the_catalog_is_complete() -> None:
    assert [len(documents(kind)) for kind in ("sets", "commander", "creature", "order", "tile")] == [5, 10, 50, 116, 20]


@pytest.mark.parametrize("pack", SETS, ids=lambda pack: pack["slug"])
def test_a_pack_holds_what_the_rulebook_counts(pack: dict[str, Any]) -> None:
    counts = {kind: sum(pick["count"] for pick in of_pack(pack, kind)) for kind in set(KINDS.values())}
    assert counts == {"creature": 12, "order": 36, "commander": 2, "tile": 4}
    inside = {row["card"] for row in pack["contents"]}
    assert {card["set"] for card in CARDS if card["slug"] in inside} == {pack["slug"]}


@pytest.mark.parametrize("warband", [legion for pack in SETS for legion in as_sold(pack)])
def test_a_pack_as_sold_is_legal_with_either_commander(warband: dict[str, Any]) -> None:
    verdict = judge(LIBRARY, warband)
    assert (verdict.verdict, verdict.findings) == ("legal", ())


@pytest.mark.parametrize("file", READY, ids=lambda file: file.stem)
def test_a_ready_warband_is_its_pack_and_legal(file: Path) -> None:
    warband = json.loads(file.read_text("utf-8"))
    assert judge(LIBRARY, warband).verdict == "legal"
    pack = next(pack for pack in SETS if pack["slug"] == file.stem)
    collection = {row["card"]: row["copies"] for row in pack["contents"]}
    assert judge(LIBRARY, {**warband, "collection": collection}).verdict == "legal"
    without = {**warband, "collection": {**collection, warband["picks"][1]["card"]: 0}}
    assert judge(LIBRARY, without).verdict == "illegal"


def test_every_pack_has_a_ready_warband() -> None:
    assert [file.stem for file in READY] == [pack["slug"] for pack in SETS]


def test_two_packs_of_one_kind_are_a_collection() -> None:
    pack = next(pack for pack in SETS if pack["slug"] == "heart-of-cormyr")
    doubled = {row["card"]: 2 * row["copies"] for row in pack["contents"]}
    warband = as_sold(pack)[0]
    twice = {**warband, "picks": [{**pick, "count": 2 * pick["count"]} for pick in warband["picks"][:-1]]}
    verdict = judge(LIBRARY, {**twice, "picks": [*twice["picks"], warband["picks"][-1]], "collection": doubled})
    assert verdict.verdict == "legal"
    once = {row["card"]: row["copies"] for row in pack["contents"]}
    short = judge(LIBRARY, {**twice, "picks": [*twice["picks"], warband["picks"][-1]], "collection": once})
    assert {finding.code for finding in short.findings} == {f"{GAME}/miniature-missing", f"{GAME}/card-missing"}


def test_a_half_of_a_pack_is_undetermined_while_its_set_symbols_are_not_known() -> None:
    pack = SETS[0]
    half = [{"card": pick["card"]} for pick in of_pack(pack, "creature")][:6]
    orders, count = [], 0
    for pick in of_pack(pack, "order"):
        if count < 18:
            orders.append({"card": pick["card"], "count": min(pick["count"], 18 - count)})
            count += orders[-1]["count"]
    picks = [*half, *orders, of_pack(pack, "commander")[0]]
    verdict = judge(LIBRARY, {"game": GAME, "format": "first-game", "picks": picks})
    assert verdict.verdict == "undetermined"
    assert {unknown.fact for unknown in verdict.unknown} == {"/symbol"}


@pytest.mark.parametrize(
    ("field", "pointers"),
    [
        ({"points": 100}, ("/points",)),
        ({"faction": "wild", "map": "keep", "pool": {}}, ("/faction", "/map", "/pool")),
        ({"picks": [{"card": "wolf", "upgrades": ["web"]}, {"card": "wolf", "soldiers": 2}]}, None),
    ],
)
def test_fields_of_other_games_are_refused(field: dict[str, Any], pointers: tuple[str, ...] | None) -> None:
    with pytest.raises(CannotJudge) as raised:
        judge(LIBRARY, {"game": GAME, "picks": [], **field})
    assert raised.value.code == "invalid-legion"
    assert raised.value.pointers == (pointers or ("/picks/0/upgrades", "/picks/1/soldiers"))


# -- the chance of a legal opening deployment ----------------------------------------------------------------------


def creatures(*levels: tuple[int, int]) -> list[Any]:
    """Return picks of creatures from the cases with these levels and copies."""
    library = conformance_cases.library(GAME)
    by_level = {card.level: card.slug for card in library.all_cards if isinstance(card, cards.Creature) and card.level}
    picks = [{"card": by_level[level], "count": copies} for level, copies in levels]
    return list(read_lines(picks, library.cards).picks)


@pytest.mark.parametrize("hand", range(1, 6))
@pytest.mark.parametrize("leadership", [0, 1, 2, 6])
def test_the_opening_chance_is_the_share_of_all_hands(hand: int, leadership: int) -> None:
    picks = creatures((1, 2), (2, 3), (3, 1), (6, 3))
    deck = [pick.card.level for pick in picks for _ in range(pick.copies)]
    draws = list(combinations(range(len(deck)), hand))
    fine = sum(any(deck[place] <= leadership for place in drawn) for drawn in draws)
    assert play_rules.opening_chance(picks, leadership, hand) == Fraction(fine, len(draws))


def test_the_opening_chance_is_unknown_while_one_of_its_numbers_is_unknown() -> None:
    library = conformance_cases.library(GAME)
    shade = list(read_lines([{"card": "blank-shade"}], library.cards).picks)
    assert play_rules.opening_chance(shade, 7, 3) is None
    assert play_rules.opening_chance(creatures((1, 2)), None, 3) is None
    assert play_rules.opening_chance(creatures((1, 2)), 7, None) is None
    assert play_rules.opening_chance([], 7, 3) is None
    assert play_rules.opening_chance(creatures((1, 2)), 7, 30) == 1


# -- who can play what ---------------------------------------------------------------------------------------------


def test_the_rulebooks_own_examples_of_who_can_play_what() -> None:
    cards: Any = LIBRARY.cards
    killing_strike, faerie_fire, level_up = (cards[s] for s in ("killing-strike", "faerie-fire", "level-up"))
    assert play_rules.can_play(killing_strike, cards["dragon-knight"]) is True
    assert play_rules.can_play(killing_strike, cards["dwarven-defender"]) is False
    ranger, cleric = cards["human-ranger"], cards["dwarf-cleric"]
    assert play_rules.can_play(killing_strike, ranger) is False
    assert play_rules.can_play(killing_strike, ranger, ranger.level + cleric.level) is True
    assert play_rules.can_play(faerie_fire, cards["drow-priestess"]) is True
    assert play_rules.can_play(faerie_fire, cards["giant-spider"]) is False
    assert play_rules.can_play(level_up, ranger) is True
    assert play_rules.can_play(level_up, cards["wolf"]) is False


def test_no_warning_contradicts_asking_each_creature() -> None:
    """Checking each order against each creature gives the result of the rule's fast check."""
    for pack in SETS:
        lines = read_lines([*of_pack(pack, "creature"), *of_pack(SETS[0], "order")], LIBRARY.cards)
        found = cards.read_decks(lines)
        ranks = play_rules.LevelSums(found.creatures)
        for order, _ in play_rules.picks_by_order(found.orders):
            able = [pick for pick in found.creatures if order.ability == "any" or order.ability in pick.card.abilities]
            together = sum(pick.card.level * pick.copies for pick in able)
            one_can = any(play_rules.can_play(order, pick.card, together) for pick in found.creatures)
            assert play_rules.playable(order, found.creatures, ranks) is one_can, order.slug


# -- candidates and fixes ------------------------------------------------------------------------------------------


def test_a_card_too_often_is_mended_by_counting_it_down() -> None:
    picks = [{"card": "elf-archer", "count": 5}, *as_sold(SETS[0])[0]["picks"]]
    offered = fixes(LIBRARY, {"game": GAME, "picks": picks})
    assert {"op": "replace", "path": "/picks/0/count", "value": 4} in [step for fix in offered.fixes for step in fix.do]
    assert all(fix.verdict == "legal" for fix in nonempty(offered.fixes))


def test_while_cards_are_lacking_each_that_is_added_fits() -> None:
    found = candidates(LIBRARY, {"game": GAME, "picks": [{"card": "elf-archer"}]}, "")
    assert len(found) == 176
    assert all(candidate.fits for candidate in found)
    full = candidates(LIBRARY, {"game": GAME, "picks": [{"card": "elf-archer", "count": 4}]}, "", {"elf-archer"})
    assert [finding.code for finding in full[0].findings] == [f"{GAME}/creature-copies"]
