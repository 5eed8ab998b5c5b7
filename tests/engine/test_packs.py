"""Packs that a list needs, compared with trying every number of every pack, and owned copies."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given

from benchmarks.engine_rate import count_lines
from rulesapi.engine.core.collection import without_collections
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.search.pack_plans import (
    MAX_SELECTIONS,
    MissingCopies,
    PackSelections,
    fewest_packs,
    missing_copies,
    plan_packs,
)
from rulesapi.engine.values.model import CannotJudge, Card
from tests.engine.conformance_cases import library
from tests.engine.conformance_cases import library_documents as documents
from tests.engine.generators import chances


def card(slug: str) -> Card:
    return Card(slug, "creature", slug, slug, slug, False, 0, frozenset(), None, frozenset(), None, {})


CARDS = [card(slug) for slug in ("ash", "birch", "cedar", "elm")]


# -- the fewest packs ------------------------------------------------------------------------------------------------


@given(chances)
def test_the_ways_are_all_those_with_the_fewest_packs(chance: Random) -> None:
    contents = {
        pack: {one: chance.randint(1, 3) for one in CARDS if chance.random() < 0.6} for pack in ("red", "grey", "old")
    }
    contained = {one for inside in contents.values() for one in inside}
    used = {one: chance.randint(1, 5) for one in CARDS if one in contained and chance.random() < 0.8}
    found = fewest_packs(contents, used)

    def holds(packs: dict[str, int]) -> bool:
        return all(sum(n * contents[p].get(one, 0) for p, n in packs.items()) >= copies for one, copies in used.items())

    every = [dict(zip(contents, numbers, strict=True)) for numbers in product(range(6), repeat=len(contents))]
    fewest = min(sum(packs.values()) for packs in every if holds(packs))
    fewest_options = [packs for packs in every if holds(packs) and sum(packs.values()) == fewest]
    expected = sorted(sorted((slug, n) for slug, n in packs.items() if n) for packs in fewest_options)
    assert found.smallest
    assert found.complete == (len(expected) <= MAX_SELECTIONS)
    if found.complete:
        assert [list(way.items()) for way in found.options] == expected


def test_an_empty_list_needs_none() -> None:
    found = fewest_packs({"red": {CARDS[0]: 1}}, {})
    assert (found.options, found.smallest, found.complete) == (({},), True, True)


def test_no_more_ways_are_named_than_may_and_the_answer_says_that_there_are_more() -> None:
    contents = {f"pack-{number:02}": {CARDS[0]: 1} for number in range(MAX_SELECTIONS + 1)}
    found = fewest_packs(contents, {CARDS[0]: 1})
    assert len(found.options) == MAX_SELECTIONS
    assert (found.smallest, found.complete) == (True, False)


@pytest.mark.sampled
def test_a_search_that_is_given_up_still_finds_packs_that_do_and_says_so() -> None:
    cards = [card(f"card-{number}") for number in range(40)]
    contents = {f"pack-{n}": {one: 1 for place, one in enumerate(cards) if place % 7 != n} for n in range(7)}
    used = dict.fromkeys(cards, 60)
    found = fewest_packs(contents, used)
    assert (len(found.options), found.smallest, found.complete) == (1, False, False)
    for one, copies in used.items():
        assert sum(n * contents[pack].get(one, 0) for pack, n in found.options[0].items()) >= copies


@pytest.mark.sampled
def test_the_most_copies_that_a_legion_can_have_are_answered_in_few_steps() -> None:
    cards = [card(f"card-{number}") for number in range(500)]
    contents = {"red": dict.fromkeys(cards, 1), "grey": dict.fromkeys(cards, 1)}
    found: list[PackSelections] = []
    steps = count_lines(lambda: found.append(fewest_packs(contents, dict.fromkeys(cards, 500))))
    assert steps < 3_000_000
    assert sum(found[0].options[0].values()) >= 500


# -- what is owned ---------------------------------------------------------------------------------------------------


def command_library() -> Library:
    return library("dungeon-command")


SETS = documents("dungeon-command")["sets"]


def with_sets(sets: list[dict[str, Any]]) -> Library:
    known = documents("dungeon-command")
    frame = {key: known[key] for key in ("release", "game", "cards", "formats")}
    return Library.build(**frame, sets=sets)


def warband(*picks: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"game": "dungeon-command", "picks": list(picks), **fields}


def pick(slug: str, count: int = 1) -> dict[str, Any]:
    return {"card": slug, "count": count}


def short(document: dict[str, Any]) -> dict[str, int]:
    return {one.slug: one.copies for one in missing_copies(command_library(), document)}


def test_owned_cards_are_not_missing() -> None:
    picks = [pick("ash-bow", 3), pick("marshal-oren"), pick("strike", 2)]
    assert short(warband(*picks)) == {"ash-bow": 3, "marshal-oren": 1, "strike": 2}
    assert short(warband(*picks, packs={"grey-pack": 1})) == {"ash-bow": 1}
    assert short(warband(*picks, packs={"grey-pack": 1}, collection={"ash-bow": 1})) == {}
    assert short(warband(*picks, collection={"ash-bow": 9, "a-card-nobody-knows": 2})) == {
        "marshal-oren": 1,
        "strike": 2,
    }


def test_cards_count_at_every_place_and_an_unknown_one_is_in_no_pack() -> None:
    legion = warband(pick("grey-hall"), pick("nobody-knows", 2), tiles=["grey-hall", "red-gate"])
    assert missing_copies(command_library(), legion) == [
        MissingCopies("grey-hall", command_library().cards["grey-hall"], 2, ("/picks/0", "/tiles/0")),
        MissingCopies("nobody-knows", None, 2, ("/picks/1",)),
        MissingCopies("red-gate", command_library().cards["red-gate"], 1, ("/tiles/1",)),
    ]
    found = plan_packs(command_library(), legion)
    assert found.packs.options == ({"grey-pack": 2, "red-pack": 1},)
    assert [one.slug for one in found.nowhere] == ["nobody-knows"]


def team(*parts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"game": "dungeon-command", "team": [{"picks": [pick("ash-bow", 2)], **part} for part in parts], **fields}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (team({}, {}), 4),
        (team({}, {}, packs={"grey-pack": 1}), 2),
        (team({"packs": {"grey-pack": 1}}, {}), 2),
        (team({"packs": {"grey-pack": 2}}, {"packs": {}}), 2),
        (team({"collection": {}}, {}, packs={"grey-pack": 9}), 2),
        (team({"packs": {"grey-pack": 1}}, {}, collection={}), 4),
    ],
)
def test_a_team_misses_what_its_players_miss_and_what_it_misses_together(
    document: dict[str, Any], expected: int
) -> None:
    assert short(document) == {"ash-bow": expected}


@pytest.mark.parametrize(
    ("fields", "code", "places"),
    [
        ({"packs": {"grey-pak": 1, "grey-pack": 1}}, "unknown-set", ("/packs/grey-pak",)),
        ({"packs": {"lost-pack": 1}}, "uncounted-set", ("/packs/lost-pack",)),
    ],
)
def test_a_pack_that_nobody_can_open_is_refused(fields: dict[str, Any], code: str, places: tuple[str, ...]) -> None:
    uncounted = {key: value for key, value in SETS[0].items() if key != "contents"}
    with pytest.raises(CannotJudge) as refused:
        judge(with_sets([*SETS, {**uncounted, "slug": "lost-pack"}]), warband(**fields))
    assert (refused.value.code, refused.value.pointers) == (code, places)


def test_a_pack_is_known_by_its_former_slug_too() -> None:
    renamed = with_sets([{**SETS[0], "formerly": ["old-pack"]}, *SETS[1:]])
    legion = warband(pick("ash-bow", 3), packs={"old-pack": 1, "grey-pack": 1})
    assert missing_copies(renamed, legion) == []


def test_owned_packs_do_not_change_the_digest() -> None:
    legion = warband(pick("ash-bow"))
    assert len({judge(command_library(), {**legion, **own}).digest for own in ({}, {"packs": {"grey-pack": 1}})}) == 1


def test_a_document_can_be_shown_without_what_is_owned_and_keeps_all_else() -> None:
    legion = warband(pick("ash-bow"), name="Mine")
    assert without_collections({**legion, "packs": {}, "collection": {"ash-bow": 1}}) == legion
    plain = team({}, {})
    assert without_collections(team({"packs": {}}, {"collection": {}}, packs={"grey-pack": 1})) == plain
