"""Incremental judging: a legion in parts gets the verdict of the whole."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from rulesapi.engine.core.evaluation import evaluate, expand_legion, read_terms, run_rule, triggered_rules
from rulesapi.engine.core.parsing import join_lines, read_lines, with_other_cards
from rulesapi.engine.core.rule_hints import any_card
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.search.candidates import with_line
from rulesapi.engine.search.incremental import IncrementalJudge
from rulesapi.engine.values.interpretations import breaches_in
from rulesapi.engine.values.model import Creature, RuleBreach
from tests.engine import conformance_cases
from tests.engine.alike_cards import assert_alike_is_told_alike
from tests.engine.generators import Document, DocumentGenerator, chances, more_examples
from tests.engine.test_properties import library, made
from tests.nonempty import nonempty


@pytest.mark.sampled
@more_examples
@given(chances)
def test_the_parts_say_what_the_whole_says(chance: Random) -> None:
    cards, legion = made(chance)
    by = library(cards)
    judge = IncrementalJudge(by, legion)
    assert judge.evaluate(judge.parts(legion["picks"])) == evaluate(by, legion)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_rule_that_asks_each_creature_says_of_a_legion_what_it_says_of_each_pick(chance: Random) -> None:
    cards, legion = made(chance)
    by = library(cards)
    terms = read_terms(by, legion)
    whole = expand_legion(by, terms, read_lines(legion["picks"], by.cards))
    parts = [
        expand_legion(by, terms, read_lines([line], by.cards, number)) for number, line in enumerate(legion["picks"])
    ]
    for rule in nonempty(by.ruleset.rules):
        if by.ruleset.hints_for(rule).per_creature:
            assert [*run_rule(rule, whole, by)] == [thing for part in parts for thing in run_rule(rule, part, by)], (
                rule.code
            )


NULLABLE_FACTS = (
    *("name", "class", "keywords", "unique", "cost", "level", "alignment", "energy", "slots", "movement", "base"),
    *("troop", "costs", "slot", "minimum_level", "requires", "excludes", "penalties", "grants", "limits", "exempt"),
)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_rule_stays_silent_or_broken_without_a_fact_that_it_does_not_read(chance: Random) -> None:
    cards, document = made(chance)
    by = library(cards)
    terms = read_terms(by, document)
    lines = read_lines(document["picks"], by.cards)
    legion = expand_legion(by, terms, lines)
    results = {rule: run_rule(rule, legion, by) for rule, level, _ in terms.active_rules if level == "error"}
    for card in {standing.card for standing in legion.standing}:
        for fact in set(NULLABLE_FACTS) & by.documents[card.slug].keys():
            plain = by.ruleset.card({**by.documents[card.slug], fact: None})
            unsure = expand_legion(by, terms, with_other_cards(lines, {card: plain}))
            for rule, results_before in results.items():
                facts_in = by.ruleset.hints_for(rule).facts_in
                if facts_in is not None and fact not in facts_in(legion):
                    results_without = run_rule(rule, unsure, by)
                    if breaches_in(results_before):
                        assert breaches_in(results_without), (rule.code, fact)
                    elif not results_before:
                        assert not results_without, (rule.code, fact)


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_card_that_a_rule_is_not_about_leaves_what_it_says_as_it_is(chance: Random) -> None:
    cards, legion = made(chance)
    by, picks = library(cards, DocumentGenerator(chance).format(cards)), legion["picks"]
    terms = read_terms(by, {**legion, "format": chance.choice(["standard", "picky"]), "collection": {}})
    card = chance.choice([card for card in by.all_cards if isinstance(card, Creature | Upgrade)])
    place = chance.choice([number for number, pick in enumerate(picks) if pick.get("count", 1) == 1] or [None])
    bearer: list[Document] = []
    if isinstance(card, Creature):
        after = [*picks, {"card": card.slug}]
    elif place is not None:
        pick = {**picks[place], "upgrades": [*picks[place].get("upgrades", ()), card.slug]}
        after, bearer = [*picks[:place], pick, *picks[place + 1 :]], [picks[place]]
    else:
        return
    without, with_card, alone = (
        expand_legion(by, terms, read_lines(lines, by.cards)) for lines in (picks, after, bearer)
    )
    for rule in nonempty(by.ruleset.rules):
        hints = by.ruleset.hints_for(rule)
        relevant_here = hints.relevant_cards_in(alone if hints.per_creature else without)
        if not (hints.relevant_cards(card) and relevant_here(card)):
            assert run_rule(rule, with_card, by) == run_rule(rule, without, by), rule.code


@pytest.mark.sampled
@more_examples
@given(chances)
def test_upgrades_that_are_alike_to_a_rule_have_the_same_results(chance: Random) -> None:
    cards, legion = made(chance)
    by, picks = library(cards), legion["picks"]
    single = [number for number, pick in enumerate(picks) if pick.get("count", 1) == 1]
    if not single:
        return
    place, terms = chance.choice(single), read_terms(by, legion)
    before, pick, after = picks[:place], picks[place], picks[place + 1 :]
    without, alone = (expand_legion(by, terms, read_lines(lines, by.cards)) for lines in (picks, [pick]))
    present = {by.cards[slug] for one in picks for slug in one.get("upgrades", ()) if slug in by.cards}
    tried = {}
    for card in nonempty(by.all_cards):
        if isinstance(card, Upgrade) and card not in present:
            more = {**pick, "upgrades": [*pick.get("upgrades", ()), card.slug]}
            tried[card] = expand_legion(by, terms, read_lines([*before, more, *after], by.cards))
    assert_alike_is_told_alike(by, without, alone, tried)


def test_unknown_upgrades_are_alike_to_several_rules() -> None:
    by = conformance_cases.library("attack-wing")
    legion = {"game": "attack-wing", "points": 40, "picks": [{"card": "hill-wolf"}]}
    terms = read_terms(by, legion)
    without = expand_legion(by, terms, read_lines(legion["picks"], by.cards))
    tried = {
        card: expand_legion(by, terms, read_lines([{"card": "hill-wolf", "upgrades": [card.slug]}], by.cards))
        for card in by.all_cards
        if isinstance(card, Upgrade)
    }
    assert assert_alike_is_told_alike(by, without, without, tried) > 100


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_rule_that_asks_each_upgrade_says_the_same_of_each_by_itself(chance: Random) -> None:
    cards, legion = made(chance)
    by = library(cards)
    terms = read_terms(by, legion)

    def results_of(rule: Rule, line: Document) -> list[str]:
        things = run_rule(rule, expand_legion(by, terms, read_lines([line], by.cards)), by)
        return [repr(thing.facts) if isinstance(thing, RuleBreach) else thing.fact for thing in things]

    for pick in legion["picks"]:
        bare = [{"card": pick["card"], "upgrades": [slug]} for slug in pick.get("upgrades", ())]
        for rule in nonempty(by.ruleset.rules):
            hints = by.ruleset.hints_for(rule)
            if hints.per_upgrade:
                assert hints.per_creature
                assert results_of(rule, pick) == [thing for line in bare for thing in results_of(rule, line)], rule.code


@pytest.mark.sampled
@more_examples
@given(chances)
def test_the_predicted_price_of_a_card_is_exact(chance: Random) -> None:
    cards, legion = made(chance)
    by, picks = library(cards), legion["picks"]
    terms = read_terms(by, legion)
    lines = read_lines(picks, by.cards)
    before, added = expand_legion(by, terms, lines).price, by.ruleset.price_delta(lines)
    for card in nonempty(by.all_cards):
        points = added(card)
        for place in range(len(picks)) if points is not None and isinstance(card, Upgrade) else ():
            pick = {**picks[place], "upgrades": [*picks[place].get("upgrades", ()), card.slug]}
            at = f"/picks/{place}/upgrades/{len(pick['upgrades']) - 1}"
            expected = with_line(before, at, card, points)
            after = expand_legion(by, terms, read_lines([*picks[:place], pick, *picks[place + 1 :]], by.cards)).price
            assert sorted(after.lines, key=repr) == sorted(expected.lines, key=repr)
            assert replace(after, lines=()) == replace(expected, lines=())


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["dnd-miniatures-2003", "dnd-miniatures-2008"])
def test_the_predicted_price_of_a_creature_is_exact(game: str) -> None:
    by, compared = conformance_cases.library(game), 0
    for _, _, case in nonempty(
        one for one in conformance_cases.cases() if one[0] == game and "team" not in one[2]["legion"]
    ):
        picks, terms = case["legion"]["picks"], read_terms(by, case["legion"])
        lines = read_lines(picks, by.cards)
        before, added = expand_legion(by, terms, lines).price, by.ruleset.price_delta(lines)
        for card in nonempty(by.all_cards):
            if (points := added(card)) is not None:
                compared += 1
                expected = with_line(before, f"/picks/{len(picks)}", card, points)
                after = expand_legion(by, terms, read_lines([*picks, {"card": card.slug}], by.cards)).price
                assert sorted(after.lines, key=repr) == sorted(expected.lines, key=repr)
                assert replace(after, lines=()) == replace(expected, lines=())
    assert compared


@pytest.mark.parametrize("game", conformance_cases.games())
def test_a_rule_that_is_not_asked_of_a_legion_has_nothing_to_say_of_it(game: str) -> None:
    by = conformance_cases.library(game)
    left_out, not_triggered, hints = set(), set(), by.ruleset.hints_for
    for _, _, case in nonempty(one for one in conformance_cases.cases() if one[0] == game):
        legion = case["legion"]
        terms = read_terms(by, legion)
        lists = [read_lines(part["picks"], by.cards, of=at) for at, part in players(legion)]
        whole = expand_legion(by, terms, join_lines(lists), parts=lists)
        for rule in nonempty(by.rules[terms.format.slug]):
            if hints(rule).relevant_fields and rule not in [active for active, _, _ in terms.active_rules]:
                left_out.add(rule)
                assert run_rule(rule, whole, by) == [] or (
                    terms.house_rules and rule.code in terms.house_rules.waivers
                ), rule.code
        for rule, _, bit in terms.active_rules:
            if not triggered_rules(by, whole) & bit:
                not_triggered.add(rule)
                assert list(run_rule(rule, whole, by)) == [], rule.code
    always = {rule for number, rule in enumerate(by.ruleset.rules) if by.triggered >> number & 1}
    assert not_triggered == {rule for rule in by.ruleset.rules if hints(rule).triggered_by is not any_card} - always
    assert left_out == {rule for rule in by.ruleset.rules if hints(rule).relevant_fields}


def players(legion: Document) -> list[tuple[str, Document]]:
    """Yield each player's list with its place."""
    team = [(f"/team/{number}", part) for number, part in enumerate(legion.get("team", ()))]
    return team or [("", legion)]


@pytest.mark.sampled
@more_examples
@given(chances)
def test_the_parts_of_a_team_say_what_the_team_says(chance: Random) -> None:
    maker = DocumentGenerator(chance, tame=chance.random() < 0.5)
    cards = maker.cards()
    by, team = library(cards), maker.team(cards)
    judge = IncrementalJudge(by, team)
    assert judge.evaluate([part for at, one in players(team) for part in judge.parts(one["picks"], at)]) == evaluate(
        by, team
    )
