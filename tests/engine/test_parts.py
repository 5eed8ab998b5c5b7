"""A legion judged in parts is judged as the whole is."""

from random import Random

import pytest
from hypothesis import given

from rulesapi.engine.model import Broken, CannotJudge, Creature, Upgrade
from rulesapi.engine.reading import read_lines
from rulesapi.engine.ruleset import Rule, ask, fielded, read_terms, weigh
from rulesapi.engine.search.parts import Judge
from tests.engine import cases
from tests.engine.making import Document, Maker, chances, many
from tests.engine.test_properties import library, made


@many
@given(chances)
def test_the_parts_say_what_the_whole_says(chance: Random) -> None:
    shelf, legion = made(chance)
    by = library(shelf)
    judge = Judge(by, legion)
    assert judge.weigh(judge.parts(legion["picks"])) == weigh(by, legion)


@many
@given(chances)
def test_a_rule_that_asks_each_creature_says_of_a_legion_what_it_says_of_each_pick(chance: Random) -> None:
    shelf, legion = made(chance)
    by = library(shelf)
    terms = read_terms(by, legion)
    whole = fielded(by, terms, read_lines(legion["picks"], by.cards))
    parts = [fielded(by, terms, read_lines([line], by.cards, number)) for number, line in enumerate(legion["picks"])]
    for rule in by.ruleset.rules:
        if rule.each:
            assert [*ask(rule, whole, by)] == [thing for part in parts for thing in ask(rule, part, by)], rule.code


@many
@given(chances)
def test_a_card_that_a_rule_is_not_about_leaves_what_it_says_as_it_is(chance: Random) -> None:
    shelf, legion = made(chance)
    by, picks = library(shelf, Maker(chance).format(shelf)), legion["picks"]
    terms = read_terms(by, {**legion, "format": chance.choice(["standard", "picky"]), "collection": {}})
    card = chance.choice([card for card in by.shelf if isinstance(card, Creature | Upgrade)])
    place = chance.choice([number for number, pick in enumerate(picks) if pick.get("count", 1) == 1] or [None])
    if isinstance(card, Creature):
        after = [*picks, {"card": card.slug}]
    elif place is not None:
        pick = {**picks[place], "upgrades": [*picks[place].get("upgrades", ()), card.slug]}
        after = [*picks[:place], pick, *picks[place + 1 :]]
    else:
        return
    without, with_card = (fielded(by, terms, read_lines(lines, by.cards)) for lines in (picks, after))
    for rule in by.ruleset.rules:
        if not rule.about(card):
            assert ask(rule, with_card, by) == ask(rule, without, by), rule.code


@many
@given(chances)
def test_a_rule_that_asks_each_upgrade_says_the_same_of_each_by_itself(chance: Random) -> None:
    shelf, legion = made(chance)
    by = library(shelf)
    terms = read_terms(by, legion)

    def said(rule: Rule, line: Document) -> list[str]:
        things = ask(rule, fielded(by, terms, read_lines([line], by.cards)), by)
        return [repr(thing.facts) if isinstance(thing, Broken) else thing.fact for thing in things]

    for pick in legion["picks"]:
        bare = [{"card": pick["card"], "upgrades": [slug]} for slug in pick.get("upgrades", ())]
        for rule in by.ruleset.rules:
            if rule.paired:
                assert rule.each
                assert said(rule, pick) == [thing for line in bare for thing in said(rule, line)], rule.code


def test_a_team_is_not_searched() -> None:
    with pytest.raises(CannotJudge) as refusal:
        Judge(cases.library("attack-wing"), {"game": "attack-wing", "team": []})
    assert refusal.value.pointers == ("/team",)
