"""Fixes that follow a suggested name for an unknown card, in every game."""

import copy
from typing import Any

import pytest

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.parsing import referenced_cards
from rulesapi.engine.search.fixes import Fixes, fixes
from tests.engine import conformance_cases
from tests.engine.generators import GAME, Document
from tests.engine.test_fixes import patched
from tests.engine.test_fixes_of_games import ready, real
from tests.nonempty import nonempty

OF_2003, OF_2008, COMMAND = "dnd-miniatures-2003", "dnd-miniatures-2008", "dungeon-command"


def mended(legion: Document, **how: Any) -> Fixes:
    """Return the fixes of a legion of real cards, each of which must make it legal."""
    found = fixes(real(legion["game"]), legion, **how)
    for fix in nonempty(found.fixes):
        assert fix.verdict == judge(real(legion["game"]), patched(legion, fix.do)).verdict == "legal"
    return found


def renamed(path: str, slug: str) -> tuple[Document, ...]:
    return ({"op": "replace", "path": path, "value": slug},)


def misspelt(legion: Document, number: int) -> tuple[Document, str]:
    """Return a legion with one letter left out of the slug of a pick, and that slug."""
    picks = list(legion["picks"])
    slug = picks[number]["card"]
    picks[number] = {**picks[number], "card": f"{slug[:3]}{slug[4:]}"}
    return {**legion, "picks": picks}, slug


def test_the_name_of_a_creature_that_was_meant_comes_first() -> None:
    found = mended({"game": GAME, "points": 60, "picks": [{"card": "wraht"}]})
    assert found.complete
    assert (found.fixes[0].do, found.fixes[0].points) == (renamed("/picks/0/card", "wraith"), 25)


def test_the_name_of_an_upgrade_that_was_meant_comes_first() -> None:
    found = mended({"game": GAME, "points": 66, "picks": [{"card": "maurghoros", "upgrades": ["fly", "firebal"]}]})
    assert found.fixes[0].do == renamed("/picks/0/upgrades/1", "fireball")


def test_the_suggested_name_is_a_fix_by_itself() -> None:
    (fix,) = mended({"game": GAME, "points": 60, "picks": [{"card": "wraht"}, {"card": "wraith"}]}, most=1).fixes
    assert fix.do == renamed("/picks/0/card", "wraith")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "name"),
    [
        (GAME, "the-morning-office"),
        (OF_2003, "the-assize-sits"),
        (OF_2008, "a-furlong-nearer"),
        (COMMAND, "heart-of-cormyr"),
    ],
)
def test_in_a_ready_list_of_each_game_the_name_that_was_meant_comes_first(game: str, name: str) -> None:
    legion, tried = ready(game, name), 0
    for place, slug in nonempty(referenced_cards(legion)):
        wrong = with_slug(legion, place, f"{slug[:3]}{slug[4:]}")
        nearest = [near for one in judge(real(game), wrong).findings for near in one.facts.get("nearest_slugs", ())]
        if nearest[:1] == [slug]:
            path = place if place.endswith("/map") or "/tiles/" in place or "/upgrades/" in place else f"{place}/card"
            if "/tiles/" not in place:
                assert mended(wrong).fixes[0].do == renamed(path, slug)
            else:
                (step,) = mended(wrong).fixes[0].do
                assert (step["path"], step["value"]) == ("/tiles", legion["tiles"])
            tried += 1
    assert tried > 2


def with_slug(legion: Document, place: str, slug: str) -> Document:
    """Return a legion with another slug at a place from `referenced_cards`."""
    made: Any = copy.deepcopy(legion)
    *way, last = place.split("/")[1:]
    inside = made
    for step in way:
        inside = inside[int(step)] if isinstance(inside, list) else inside[step]
    if isinstance(inside, list) and way[-1] == "picks":
        inside[int(last)]["card"] = slug
    else:
        inside[int(last) if isinstance(inside, list) else last] = slug
    return made  # type: ignore[no-any-return]


def with_pool(**more: int) -> Document:
    """Return a ready list of 2003 with a pool of all its cards and of some others."""
    legion = ready(OF_2003, "the-assize-sits")
    opened = {pick["card"]: pick.get("count", 1) for pick in legion["picks"]}
    return {**legion, "pool": {**opened, **{slug.replace("_", "-"): copies for slug, copies in more.items()}}}


def test_a_figure_of_the_pool_gets_the_name_that_was_meant() -> None:
    (fix, *_) = mended(with_pool(howling_ocr=2)).fixes
    assert fix.do == (
        {"op": "remove", "path": "/pool/howling-ocr"},
        {"op": "add", "path": "/pool/howling-orc", "value": 2},
    )


def test_the_copies_of_a_figure_that_the_pool_has_twice_are_added_up() -> None:
    (fix, *_) = mended(with_pool(howling_ocr=2, howling_orc=1)).fixes
    assert fix.do == (
        {"op": "remove", "path": "/pool/howling-ocr"},
        {"op": "replace", "path": "/pool/howling-orc", "value": 3},
    )


def test_several_figures_of_a_pool_get_their_names_at_once() -> None:
    legion = with_pool(howling_ocr=2, kobold_sorcrer=1)
    mended_pool = patched(legion, mended(legion).fixes[0].do)["pool"]
    assert mended_pool == {**with_pool(howling_orc=2)["pool"], "kobold-sorcerer": 1}


@pytest.mark.sampled
def test_many_misspelt_names_are_all_put_right_at_once() -> None:
    warband = ready(COMMAND, "blood-of-gruumsh")
    wrong = warband
    for number in range(0, len(warband["picks"]), 3):
        wrong = misspelt(wrong, number)[0]
    assert patched(wrong, mended(wrong).fixes[0].do)["picks"] == warband["picks"]


@pytest.mark.sampled
def test_other_errors_are_fixed_with_the_suggested_name() -> None:
    legion = {
        "game": GAME,
        "points": 120,
        "picks": [{"card": "maurghoros", "upgrades": ["firebal"]}, {"card": "wraht"}],
    }
    dear = {**legion, "points": 86}
    assert patched(legion, mended(legion).fixes[0].do)["picks"][0]["upgrades"] == ["fireball"]
    assert any("wraith" in str(fix.do) or "fireball" in str(fix.do) for fix in mended(dear).fixes)


@pytest.mark.sampled
def test_a_name_that_needs_more_edits_than_the_smallest_comes_last_and_once() -> None:
    sources = ["official", *real(GAME).open_sets]
    picks = [{"card": "maurghoros", "upgrades": ["firebal"]}]
    found = mended({"game": GAME, "points": 60, "sources": sources, "picks": picks})
    assert found.fixes[0].do == ({"op": "remove", "path": "/picks/0/upgrades/0"},)
    assert [len(fix.do) for fix in found.fixes] == [1, 2]
    assert found.fixes[1].do[-1] in renamed("/picks/0/upgrades/0", "fireball")


def test_no_name_is_offered_that_does_not_make_the_legion_legal() -> None:
    wolf = judge(conformance_cases.library(GAME), {"game": GAME, "picks": [{"card": "hill-wolf"}]}).price.known
    legion = {"game": GAME, "points": wolf, "picks": [{"card": "hill-wolf", "upgrades": ["clawz"]}]}
    assert "Did you mean Claws" in judge(conformance_cases.library(GAME), legion).findings[0].message
    found = fixes(conformance_cases.library(GAME), legion)
    assert ({"op": "replace", "path": "/picks/0/upgrades/0", "value": "claws"},) not in [fix.do for fix in found.fixes]


def test_a_name_that_a_card_had_before_is_no_name_that_nobody_knows() -> None:
    found = mended({"game": GAME, "points": 60, "picks": [{"card": "no-card-of-any-such-name"}]})
    assert found.fixes


def test_the_name_that_was_meant_is_offered_to_a_player_of_a_team() -> None:
    team = {"game": GAME, "points": 120, "team": [{"picks": [{"card": "ghoul"}]}, {"picks": [{"card": "wraht"}]}]}
    team["team"] = [{"picks": [{"card": "maurghoros"}]}, {"picks": [{"card": "wraht"}]}]
    assert mended(team).fixes[0].do == renamed("/team/1/picks/0/card", "wraith")
