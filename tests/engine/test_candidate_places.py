"""Candidates for fields of a list and for lists of a team, compared with verdicts on the changed list."""

import copy
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.search.candidates import MAX_TEAM_CARDS, candidates
from rulesapi.engine.values.model import CannotJudge
from tests.engine import conformance_cases
from tests.engine.generators import GAME, Document, DocumentGenerator, chances
from tests.engine.test_candidates import finding_counts
from tests.engine.test_fixes_of_games import ready, real
from tests.engine.test_properties import library
from tests.sampling import CASES_TRIED

OF_2003, OF_2008, COMMAND = "dnd-miniatures-2003", "dnd-miniatures-2008", "dungeon-command"
FIELDS = {GAME: (), OF_2003: ("faction", "tiles"), OF_2008: ("faction", "map"), COMMAND: ("tiles",)}


def lists(legion: Document) -> Iterator[tuple[str, Document]]:
    """Yield each list of a legion with its place."""
    if "team" not in legion:
        yield "", legion
    for number, part in enumerate(legion.get("team", ())):
        yield f"/team/{number}", part


def put(legion: Document, pointer: str, slug: str) -> Document:
    """Return the legion with a card or a word added at a place that has candidates."""
    made: Any = copy.deepcopy(legion)
    steps = pointer.split("/")[1:]
    inside = made["team"][int(steps[1])] if steps[:1] == ["team"] else made
    match steps[2:] if steps[:1] == ["team"] else steps:
        case []:
            inside["picks"].append({"card": slug})
        case ["picks", number]:
            pick = inside["picks"][int(number)]
            pick["upgrades"] = [*pick.get("upgrades", ()), slug]
        case ["tiles"]:
            inside["tiles"] = [*inside.get("tiles", ()), slug]
        case [field]:
            inside[field] = slug
    return made  # type: ignore[no-any-return]


def of_all_sources(by: Library, legion: Document) -> Document:
    """Return the legion with every open set of the library among its sources: generated cards are of such sets."""
    return {**legion, "sources": ["official", *by.open_sets]}


def hold(by: Library, legion: Document, pointer: str, among: set[str] | None = None) -> int:
    """Compare each candidate with the verdicts without and with it; return the number of candidates."""
    legion = of_all_sources(by, legion)
    before, offered = judge(by, legion), candidates(by, legion, pointer, among)
    for one in offered:
        after = judge(by, put(legion, pointer, one.card))
        assert one.verdict_if_added == after.verdict
        new = finding_counts(after.findings, one.at) - finding_counts(before.findings, one.at)
        assert finding_counts(one.findings, one.at) <= finding_counts(after.findings, one.at)
        assert Counter(code for code, _, _ in finding_counts(one.findings, one.at)) <= Counter(
            code for code, _, _ in new
        )
        assert one.fits is all(finding.level != "error" for finding in one.findings)
        assert all(fact in after.unknown and fact not in before.unknown for fact in one.unknown)
        if one.points is not None:
            assert one.points == after.price.known - before.price.known
    return len(offered)


@pytest.mark.sampled
@pytest.mark.parametrize("game", FIELDS)
def test_candidates_of_a_field_agree_with_the_verdict_with_each(game: str) -> None:
    by, chance, compared = conformance_cases.library(game), Random(game), Counter[str]()
    assert by.ruleset.settings.keys() == set(FIELDS[game])
    tried = [case["legion"] for of, _, case in conformance_cases.cases() if of == game]
    for legion in chance.sample(tried, min(50, len(tried))):
        for at, _ in lists(legion):
            for field in FIELDS[game]:
                compared[field] += hold(by, legion, f"{at}/{field}")
    assert all(compared[field] for field in FIELDS[game])


@pytest.mark.parametrize("game", conformance_cases.games())
def test_in_each_game_what_could_join_a_team_is_what_the_verdict_with_it_says(game: str) -> None:
    by, chance = conformance_cases.library(game), Random(game)
    teams = [case["legion"] for of, _, case in conformance_cases.cases() if of == game and "team" in case["legion"]]
    assert teams
    slugs = [card.slug for card in by.all_cards]
    for legion in teams[::CASES_TRIED]:
        for at, part in lists(legion):
            among = set(chance.sample(slugs, min(12, len(slugs))))
            hold(by, legion, at, among)
            for number, pick in enumerate(part["picks"]):
                if pick.get("count", 1) == 1:
                    hold(by, legion, f"{at}/picks/{number}", among)


@pytest.mark.sampled
@given(chances)
def test_candidates_of_a_team_agree_with_the_verdict_with_each(chance: Random) -> None:
    maker = DocumentGenerator(chance, tame=chance.random() < 0.5)
    cards = maker.cards()
    team = maker.team(cards)
    for part in team["team"]:
        part["picks"] = [{**pick, "count": 1} for pick in part["picks"]]
    at, part = chance.choice(list(lists(team)))
    hold(library(cards), team, chance.choice([at, *(f"{at}/picks/{n}" for n in range(len(part["picks"])))]))


# -- with the real cards ---------------------------------------------------------------------------------------------


def tiles_of(box: str) -> list[str]:
    """Return the tiles in a box, copies included."""
    inside = real(COMMAND).contents[box].items()
    return [card.slug for card, copies in inside if card.kind == "tile" for _ in range(copies)]


def test_a_map_replaces_the_present_one() -> None:
    warband = of_all_sources(real(OF_2008), {"game": OF_2008, "picks": [], "map": "no-such-map"})
    offered = {one.card: one for one in candidates(real(OF_2008), warband, "/map")}
    assert {real(OF_2008).cards[slug].kind for slug in offered} == {"battle-map"}
    (first, *_) = (one for one in offered.values() if one.fits)
    assert (first.at, first.findings) == ("/map", ())


def test_a_tile_joins_those_that_are_laid_out() -> None:
    tiles = tiles_of("blood-of-gruumsh")
    warband = {**ready(COMMAND, "blood-of-gruumsh"), "tiles": tiles[:-1], "treasure": {"chests": [1] * 9, "tokens": 9}}
    offered = candidates(real(COMMAND), warband, "/tiles")
    assert {one.at for one in offered} == {f"/tiles/{len(tiles) - 1}"}
    again = next(one for one in offered if one.card == tiles[-1])
    assert (again.fits, again.findings) == (True, ())
    assert not all(one.fits for one in offered)


def test_every_faction_is_offered_by_its_word() -> None:
    warband = ready(OF_2008, "a-furlong-nearer")
    offered = candidates(real(OF_2008), warband, "/faction")
    assert [one.card for one in offered] == ["borderlands", "civilization", "underdark", "wild"]
    assert {(one.at, one.points, one.owned, one.left) for one in offered} == {("/faction", 0, None, None)}
    assert warband["faction"] in [one.card for one in offered if one.fits]
    assert not all(one.fits for one in offered)


def test_a_collection_says_how_many_tiles_are_left() -> None:
    tile, *_ = tiles_of("blood-of-gruumsh")
    warband = {"game": COMMAND, "picks": [], "tiles": [tile, tile], "collection": {tile: 3}}
    offered = candidates(real(COMMAND), warband, "/tiles", [tile])
    assert [(one.owned, one.left) for one in offered] == [(3, 1)]


def test_a_player_of_a_team_has_what_both_collections_leave() -> None:
    team = {
        "game": GAME,
        "collection": {"hill-wolf": 4},
        "team": [
            {"picks": [{"card": "hill-wolf", "count": 2}]},
            {"picks": [{"card": "hill-wolf"}], "collection": {"hill-wolf": 3}},
        ],
    }
    by = conformance_cases.library(GAME)
    offered = [candidates(by, team, f"/team/{number}", ["hill-wolf"])[0] for number in (0, 1)]
    assert [(one.owned, one.left, one.at) for one in offered] == [(4, 1, "/team/0/picks/1"), (3, 1, "/team/1/picks/1")]


def test_a_creature_of_several_copies_of_a_team_gets_the_card_once() -> None:
    team = {"game": GAME, "team": [{"picks": []}, {"picks": [{"card": "hill-wolf", "count": 3}]}]}
    (claws,) = candidates(conformance_cases.library(GAME), team, "/team/1/picks/0", ["claws"])
    assert (claws.at, claws.fits, claws.points) == ("/team/1/picks/0/upgrades/0", True, 2)


@pytest.mark.parametrize("place", ["", "/team", "/team/2", "/team/0/picks/1", "/team/0/tiles", "/picks/0", "/team/00"])
def test_a_missing_place_in_a_team_is_refused(place: str) -> None:
    team = {"game": GAME, "team": [{"picks": [{"card": "hill-wolf"}]}, {"picks": []}]}
    with pytest.raises(CannotJudge) as refusal:
        candidates(conformance_cases.library(GAME), team, place)
    assert (refusal.value.code, refusal.value.pointers) == ("no-such-place", (place,))


@pytest.mark.parametrize("place", ["/tiles", "/team/0/tiles"])
def test_a_tile_can_be_added_to_an_empty_list_of_tiles(place: str) -> None:
    empty: Document = {"picks": [], "tiles": []}
    legion = {"game": COMMAND, **({"team": [empty]} if "team" in place else empty)}
    assert {one.at for one in candidates(real(COMMAND), legion, place)} == {f"{place}/0"}
    assert hold(conformance_cases.library(COMMAND), legion, place) > 0


@pytest.mark.parametrize(
    ("game", "place"), [(GAME, "/faction"), (OF_2003, "/map"), (OF_2008, "/tiles"), (COMMAND, "/pool")]
)
def test_a_field_of_other_games_is_refused_as_a_place(game: str, place: str) -> None:
    with pytest.raises(CannotJudge) as refusal:
        candidates(conformance_cases.library(game), {"game": game, "picks": []}, place)
    assert (refusal.value.code, str(refusal.value)) == (
        "no-such-place",
        f"Nothing can be put at {place} in this game.",
    )


def test_a_missing_pick_is_named_in_the_refusal() -> None:
    with pytest.raises(CannotJudge) as refusal:
        candidates(conformance_cases.library(GAME), {"game": GAME, "picks": []}, "/picks/9")
    assert str(refusal.value) == "There is no card at /picks/9."


def test_a_team_of_too_many_cards_is_not_searched() -> None:
    part = {"picks": [{"card": "hill-wolf"}] * (MAX_TEAM_CARDS // 2)}
    by, team = conformance_cases.library(GAME), {"game": GAME, "team": [part, part]}
    assert candidates(by, team, "/team/0", ["hill-wolf"])
    with pytest.raises(CannotJudge) as refusal:
        candidates(by, {**team, "team": [part, part, {"picks": [{"card": "hill-wolf"}]}]}, "/team/0")
    assert (refusal.value.code, refusal.value.pointers) == ("too-many-cards", ("/team",))
