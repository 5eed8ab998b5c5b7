"""The order of a kind's facts: facts of lists first, then facts of play, then the rest, each exactly once."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalog import documents
from catalog.documents.card_facts import reportable_facts
from legions.cards.stock import stock
from legions.contributing.fact_order import Decides, OrderedFact, ordered_facts
from legions.saved_lists.published_lists import published_lists
from rulesapi.engine.core.library import find_ruleset
from rulesapi.judging import verdicts
from rulesapi.judging.fact_needs import needs_of_lists, questions_with_fact
from tests import factories, worlds
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]

FIXTURES = Path(__file__).parents[2] / "fixtures"
GAMES = ("attack-wing", "dnd-miniatures-2003", "dnd-miniatures-2008", "dungeon-command")
KINDS = [(game, kind) for game in GAMES for kind in documents.card_kinds()[game]]


@worlds.once_a_module
def world() -> None:
    factories.publish(
        *(json.loads(file.read_text("utf-8")) for game in GAMES for file in sorted((FIXTURES / game).rglob("*.json")))
    )


def order(game: str, kind: str) -> list[OrderedFact]:
    return nonempty(ordered_facts(stock(game), kind))


def names(game: str, kind: str, decides: Decides) -> list[str]:
    return [one.fact for one in order(game, kind) if one.decides is decides]


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_reportable_fact_of_each_kind_is_in_the_order_once(game: str, kind: str) -> None:
    facts = [one.fact for one in order(game, kind)]
    assert sorted(facts) == sorted(reportable_facts(f"{game}/{kind}.schema.json"))


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_facts_of_lists_come_before_those_of_play_and_the_others_last(game: str, kind: str) -> None:
    tiers = [list(Decides).index(one.decides) for one in order(game, kind)]
    assert tiers == sorted(tiers)


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_the_facts_that_the_ruleset_asks_for_come_first_by_lists_and_rules(game: str, kind: str) -> None:
    declared = find_ruleset(stock(game).game["ruleset"]).deciding_facts.get(kind, ())
    asked = {one.fact for one in declared if one.fact in reportable_facts(f"{game}/{kind}.schema.json")}
    first = order(game, kind)[: len(asked)]
    assert {one.fact for one in first} == asked
    numbers = [(one.lists, one.rules, one.waiting) for one in first]
    assert numbers == sorted(numbers, reverse=True)


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_fact_has_lists_only_with_a_rule_and_at_most_all_published_ones(game: str, kind: str) -> None:
    for one in nonempty(order(game, kind)):
        assert bool(one.lists) == bool(one.rules)
        assert one.waiting <= one.lists <= len(published_lists(game))
        assert one.decides is Decides.LISTS or not one.lists


def test_a_cost_decides_most_where_cards_have_one() -> None:
    for game, kind in (("attack-wing", "creature"), ("attack-wing", "upgrade"), ("dnd-miniatures-2003", "creature")):
        assert order(game, kind)[0].fact == "cost"
    champion = order("dnd-miniatures-2008", "creature")[0]
    assert (champion.fact, champion.decides) == ("champion", Decides.LISTS)
    assert champion.rules > 1


def test_a_fact_of_play_has_the_number_of_questions_that_take_it_from_the_card() -> None:
    found = {one.fact: one.questions for one in order("attack-wing", "creature")}
    assert found["attack"] == found["health"] > 1
    assert found["alignment"] == 0
    found = {one.fact: one.questions for one in order("dnd-miniatures-2003", "creature")}
    assert (found["hp"] > 1, found["rarity"]) == (True, 0)


def test_play_needs_the_facts_of_a_fight_even_without_a_question() -> None:
    assert {"ac", "hp", "speed", "attacks", "level"} <= set(names("dnd-miniatures-2003", "creature", Decides.PLAY))
    assert {"hit_points", "speed", "melee_damage"} <= set(names("dungeon-command", "creature", Decides.PLAY))
    assert "rarity" in names("dnd-miniatures-2003", "creature", Decides.NOTHING)


def test_the_order_is_computed_once_for_a_release_and_is_always_the_same(
    django_assert_num_queries: Any,
) -> None:
    catalog = stock("dnd-miniatures-2008")
    before = ordered_facts(catalog, "creature")
    with django_assert_num_queries(0):
        assert ordered_facts(catalog, "battle-map")
        assert ordered_facts(catalog, "creature") is before
    assert ordered_facts(replace(catalog, fact_orders={}), "creature") == before


def test_a_game_without_known_rules_has_the_facts_of_play_first() -> None:
    catalog = stock("attack-wing")
    strange = replace(catalog, game={**catalog.game, "ruleset": "unheard-of/1"}, fact_orders={})
    found = ordered_facts(strange, "creature")
    assert found[0].decides is Decides.PLAY
    assert not any(one.rules for one in found)


def test_an_unknown_kind_has_no_order() -> None:
    with pytest.raises(KeyError):
        ordered_facts(stock("attack-wing"), "unheard-of")


def test_lists_that_cannot_be_judged_need_nothing() -> None:
    library = verdicts.library("attack-wing")
    assert needs_of_lists(library, [{"game": "attack-wing", "format": "unheard-of", "picks": []}]) == {}
    assert questions_with_fact("unheard-of", "creature") == {}
