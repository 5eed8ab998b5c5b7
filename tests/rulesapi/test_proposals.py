"""No proposal names a card of a set outside of the list's sources, in any game and for any fault.

The cards of the sources are computed here from the documents alone, independently of the engine.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rulesapi.engine.core.formats import CardSelector
from rulesapi.engine.search.candidates import candidates, search_candidates
from rulesapi.engine.search.enabling_changes import enabling_changes
from rulesapi.engine.search.fixes import fixes
from rulesapi.engine.search.top_candidates import top_candidates
from rulesapi.engine.values.model import CannotJudge
from rulesapi.solver.client import SolverClient
from rulesapi.solver.optimizer import complete_with
from rulesapi.solver.request import CompletionRequest
from tests.engine.generators import chances
from tests.engine.published_libraries import FRAME, GAMES, documents, library
from tests.nonempty import nonempty

Document = dict[str, Any]
BELLS = "the-nine-bells-of-tollwater"
few = settings(max_examples=max(8, settings.default.max_examples // 8))
FIELDS = {
    "dnd-miniatures-2003": ("faction", "tiles"),
    "dnd-miniatures-2008": ("faction", "map"),
    "dungeon-command": ("tiles",),
}
PLACES = {"attack-wing": ("", "/picks/0"), "dnd-miniatures-2003": ("", "/tiles"), "dnd-miniatures-2008": ("", "/map")}


@cache
def set_of(game: str) -> dict[str, str | None]:
    """Return the open set of each card by slug; None for an official card."""
    official = {one["slug"]: one["official"] for one in documents(game) if one["kind"] == "set"}
    cards = [one for one in documents(game) if one["kind"] not in FRAME]
    return {one["slug"]: None if one["set"] is None or official[one["set"]] else one["set"] for one in cards}


def slugs_in(value: Any) -> Iterator[str]:
    """Yield every string in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (one for key, item in value.items() for one in (key, *slugs_in(item)))
    elif isinstance(value, list):
        yield from (one for item in value for one in slugs_in(item))


def foreign(game: str, legion: Document, named: Iterable[Any], pool_sets: Iterable[str] = ()) -> set[str]:
    """Return the proposed cards of open sets that are neither in the sources nor in the list."""
    own = set(slugs_in(legion))
    if "sources" in legion:
        allowed = set(legion["sources"])
    else:
        allowed = {of for slug in own if (of := set_of(game).get(slug)) is not None} | set(pool_sets)
    of_cards = {slug: set_of(game)[slug] for one in named for slug in slugs_in(one) if slug in set_of(game)}
    return {slug for slug, of in of_cards.items() if of is not None and of not in allowed and slug not in own}


def some_legion(game: str, chance: Random) -> Document:
    """Return a random list, usually with several faults, and sometimes with sources."""
    kinds = library(game).ruleset.bearers
    cards = [one for one in documents(game) if one["kind"] not in FRAME]
    real, every = [one for one in cards if set_of(game)[one["slug"]] is None], cards
    among = real if chance.random() < 0.7 else every
    bearers = [one["slug"] for one in among if one["kind"] in kinds]
    picks: list[Document] = [{"card": chance.choice(bearers)} for _ in range(chance.randint(0, 4))]
    if picks and chance.random() < 0.2:
        picks[0]["card"] = picks[0]["card"][:-1]  # an unknown slug, for which a message suggests another
    if picks and game == "attack-wing":
        carried = [one["slug"] for one in among if one["kind"] in ("upgrade", "spell")]
        picks[0]["upgrades"] = chance.sample(carried, chance.randint(0, 2))
    legion: Document = {"game": game, "picks": picks}
    if game == "attack-wing":
        legion["points"] = chance.choice([20, 60, 120])
    for field, kind in (("tiles", "terrain-tile"), ("tiles", "tile"), ("map", "battle-map")):
        pieces = [one["slug"] for one in among if one["kind"] == kind]
        if field in FIELDS.get(game, ()) and pieces and chance.random() < 0.3:
            legion[field] = chance.sample(pieces, 2) if field == "tiles" else chance.choice(pieces)
    if chance.random() < 0.5:
        open_sets = sorted({of for of in set_of(game).values() if of})
        legion["sources"] = ["official", *(one for one in open_sets if chance.random() < 0.5)]
    return legion


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@few
@given(chance=chances)
def test_no_fix_names_a_card_of_another_source(game: str, chance: Random) -> None:
    legion = some_legion(game, chance)
    offered = fixes(library(game), legion, budget=1_500).fixes
    assert foreign(game, legion, [step.get("value") for fix in offered for step in fix.do]) == set()


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@few
@given(chance=chances)
def test_no_fix_from_a_pool_names_a_card_outside_of_it_or_of_another_source(game: str, chance: Random) -> None:
    legion = some_legion(game, chance)
    sets = sorted({one["slug"] for one in documents(game) if one["kind"] == "set"})
    chosen = chance.sample(sets, min(len(sets), 3))
    pool = CardSelector.read([{"set": chosen}], library(game).cards)
    named = [
        step.get("value") for fix in fixes(library(game), legion, budget=1_500, pool=pool).fixes for step in fix.do
    ]
    assert foreign(game, legion, named, chosen) == set()
    cards, own = library(game).cards, set(slugs_in(legion))
    assert all(cards[slug].sets & {*chosen} for slug in slugs_in(named) if slug in cards and slug not in own)


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@few
@given(chance=chances)
def test_no_candidate_is_of_another_source_and_official_ones_are_first(game: str, chance: Random) -> None:
    legion = some_legion(game, chance)
    places = [at for at in PLACES.get(game, ("",)) if at != "/picks/0" or legion["picks"]]
    for at in nonempty(places):
        found = search_candidates(library(game), legion, at, budget=2_000).candidates
        slugs = [one.card for one in found]
        assert foreign(game, legion, slugs) == set()
        assert [one.open_set for one in found] == [set_of(game).get(slug) for slug in slugs]
        is_open = [one.open_set is not None for one in found]
        assert is_open == sorted(is_open)
        every = sorted(set_of(game))
        first = top_candidates(library(game), legion, at, every, 20, budget=2_000).candidates
        assert foreign(game, legion, [one.card for one in first]) == set()


@pytest.mark.sampled
def test_all_cards_of_the_sources_are_candidates_and_every_source_can_be_requested() -> None:
    found, of_cards = library("attack-wing"), set_of("attack-wing")
    creatures = {card.slug for card in found.all_cards if card.kind == "creature"}
    legion = {"game": "attack-wing", "picks": []}
    assert {one.card for one in candidates(found, legion, "")} == {one for one in creatures if of_cards[one] is None}
    both = {**legion, "sources": ["official", BELLS]}
    assert {one.card for one in candidates(found, both, "")} == creatures
    every = search_candidates(found, legion, "", of_all_sources=True).candidates
    assert {one.card for one in every} == creatures
    document = next(one.as_document() for one in every if one.open_set)
    assert document["open_set"] == BELLS
    assert "open_set" not in next(one.as_document() for one in every if not one.open_set)


def test_names_are_suggested_only_from_the_sources() -> None:
    misspelt: Document = {"game": "attack-wing", "picks": [{"card": "kiln-dragn"}]}
    assert foreign("attack-wing", misspelt, [fix.do for fix in fixes(library("attack-wing"), misspelt).fixes]) == set()
    chosen = fixes(library("attack-wing"), {**misspelt, "sources": ["official", BELLS]}).fixes
    assert [dict(step) for step in chosen[0].do] == [{"op": "replace", "path": "/picks/0/card", "value": "kiln-dragon"}]


@few
@given(chance=chances)
def test_enabling_changes_name_places_and_no_card(chance: Random) -> None:
    legion = some_legion("attack-wing", chance)
    card = chance.choice(sorted(one for one, of in set_of("attack-wing").items() if of))
    found = enabling_changes(library("attack-wing"), legion, "", card, budget=500)
    assert all(place.startswith("/picks/") for one in found.changes for place in one.remove)


@pytest.fixture(scope="module")
def solver() -> Iterator[SolverClient]:
    with SolverClient() as running:
        yield running


@pytest.mark.sampled
@pytest.mark.parametrize("card", [None, "wraith", "kiln-dragon"])
@pytest.mark.parametrize("sources", [None, ["official"], ["official", BELLS]])
@pytest.mark.parametrize("pool", [None, [{"set": [BELLS, "wraith-expansion"]}]])
def test_no_completion_adds_a_card_of_another_source(
    card: str | None, sources: list[str] | None, pool: list[Document] | None, solver: SolverClient
) -> None:
    legion: Document = {"game": "attack-wing", "points": 60, "picks": [] if card is None else [{"card": card}]}
    if sources is not None:
        legion["sources"] = sources
    question = CompletionRequest.read(library("attack-wing"), legion, {}, pool)
    found = complete_with(solver, library("attack-wing"), question, 10)
    named = [step.get("value") for step in found.do]
    assert foreign("attack-wing", legion, named, [BELLS] if pool else []) == set()
    if sources == ["official", BELLS] and card is None:
        assert found.do  # something from both sources


def test_a_source_that_is_no_set_is_refused_by_every_search() -> None:
    legion = {"game": "attack-wing", "picks": [], "sources": ["official", "nowhere"]}
    for search in (
        lambda: fixes(library("attack-wing"), legion),
        lambda: candidates(library("attack-wing"), legion, ""),
        lambda: top_candidates(library("attack-wing"), legion, "", [], 5),
        lambda: enabling_changes(library("attack-wing"), legion, "", "wraith"),
        lambda: CompletionRequest.read(library("attack-wing"), legion, {}, None),
    ):
        with pytest.raises(CannotJudge) as refused:
            search()
        assert refused.value.code == "unknown-set"
