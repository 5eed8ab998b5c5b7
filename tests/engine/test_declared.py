"""Declared questions: what a course reads of a situation, what it asks for, and what is reported as unused."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulesapi.engine.resolutions.declared import parts_in
from rulesapi.engine.resolutions.input_kinds import Beyond
from rulesapi.engine.resolutions.reading import ReadDocument
from rulesapi.engine.resolutions.resolving import resolve
from rulesapi.engine.values.chances import both, of_die
from rulesapi.engine.values.messages import phrase
from tests.engine.declared_examples import (
    PLAY,
    ROBBERY,
    TABLE,
    WATCH,
    Chest,
    Door,
    Guard,
    Lock,
    Robbery,
    Sighting,
    at_least,
    average,
    resolved,
)


def asked(situation: Any) -> Robbery:
    return Robbery(situation, "", TABLE, phrase("Robbing a chest"))


def test_an_omitted_input_has_its_default_or_none() -> None:
    ask = asked({})
    assert (ask.dark, ask.tools, ask.traps, ask.chest.gold) == (False, (), (), 0)
    assert (ask.doors, ask.weather, ask.lit, ask.shout, ask.rolled, ask.others) == (None,) * 6
    assert (ask.guard.level, ask.guard.awake) == (None, None)
    assert (ask.mood, ask.way_out, ask.alarm.strength) == ("calm", None, None)


def test_an_entered_value_goes_before_that_of_the_card() -> None:
    assert asked({"guard": {"card": "ogre"}}).guard.level == 4
    assert asked({"guard": {"card": "ogre", "level": 2}}).guard.level == 2
    assert asked({"guard": {"card": "ogre", "keywords": []}}).guard.keywords == frozenset()
    assert asked({"guard": {"card": "ogre"}}).guard.awake is None


def test_values_are_converted_from_json() -> None:
    ask = asked({"tools": ["rope"], "rolled": ["moon", "skull"], "others": [{"card": "ogre"}, {"awake": True}]})
    assert ask.tools == ("rope",) and ask.rolled == ("moon", "skull")
    assert asked({"guard": {"card": "ogre"}}).guard.keywords == {"giant"}
    assert [one.level for one in ask.others or ()] == [4, None]


def test_null_as_a_measured_range_is_out_of_range() -> None:
    assert asked({"way_out": None}).way_out is Beyond.OUT_OF_RANGE
    assert asked({"way_out": 2}).way_out == 2


def test_a_step_sets_what_a_situation_can_have() -> None:
    assert asked({}).sets(Robbery.tools, ("rope",)) == (("/tools", ["rope"]),)


def test_a_part_about_which_nothing_is_entered_is_asked_for_by_its_phrase() -> None:
    unknown = resolved({"guard": {"awake": False}, "doors": 1, "bonus": 2, "dark": True})["unknown"]
    assert [(one["fact"], one["message"]) for one in unknown] == [("/alarm", "Not known: which alarm there is.")]
    assert not asked({}).has(Robbery.alarm) and asked({"alarm": {}}).has(Robbery.alarm)


def test_parts_know_their_place_and_their_name() -> None:
    ask = asked({"guard": {"name": "Bert"}, "others": [{"card": "ogre"}, {}]})
    assert [one.at for one in ask.others or ()] == ["/others/0", "/others/1"]
    assert [ask.guard.name, *(one.name for one in ask.others or ())] == ["Bert", "Ogre", "Other guard 2"]
    assert asked({}).guard.name == "Guard" and asked({}).chest.place(Chest.gold) == "/chest/gold"
    assert ask.others and ask.others[0].slug == "ogre" and ask.guard.slug == ""


def test_parts_in_parts_know_their_place() -> None:
    (gate,) = asked({"gates": [{"lock": {"strength": 3}, "spares": [{}, {"rusty": True}]}]}).gates
    assert (gate.lock.at, gate.lock.strength) == ("/gates/0/lock", 3)
    assert [(one.at, one.rusty) for one in gate.spares] == [("/gates/0/spares/0", False), ("/gates/0/spares/1", True)]
    assert asked({}).cellar.lock.at == "/cellar/lock" and asked({}).cellar.watchers is None


def test_inputs_without_a_default_are_asked_for_by_name_and_place() -> None:
    unknown = resolved({"guard": {"name": "Bert"}})["unknown"]
    assert [(one["fact"], one["at"], one["message"]) for one in unknown] == [
        ("/awake", ["/guard"], "Not known: the awake of Bert."),
        ("/doors", [""], "Not known: how many doors there are."),
        ("/bonus", [""], "Not known: the bonus to luck."),
    ]


def test_what_is_forbidden_asks_for_nothing() -> None:
    found = resolved({"guard": {"name": "Bert", "awake": True}})
    assert (found["outcome"], found["unknown"], found["result"]["robbed"]) == ("forbidden", [], False)


def test_a_warning_leaves_the_facts_that_are_asked_for() -> None:
    warned = replace(PLAY.rules["caught"], level="warning")
    play = replace(PLAY, rules={**PLAY.rules, "caught": warned})
    found = resolve(play, ROBBERY, {"guard": {"name": "Bert", "awake": True}}, TABLE).as_document()
    assert (found["outcome"], [one["fact"] for one in found["unknown"]]) == ("undetermined", ["/doors", "/bonus"])


def test_the_answer_is_the_declared_fields() -> None:
    found = resolved({"guard": {"awake": False}, "doors": 1, "chest": {"gold": 20}, "shout": "Ha"})
    assert found["outcome"] == "allowed"
    planned = {"robbed": True, "gold": 20, "who": ["/guard"], "shout": "Ha", "stage": "planned"}
    assert found["result"] == planned
    found = resolved({"guard": {"awake": False}, "doors": 1, "chest": {"gold": 20}, "shout": "Ha", "luck": 3})
    assert found["result"] == planned | {"stage": "done", "shares": [{"who": "/guard", "gold": 3}]}
    assert found["odds"] is None


def test_what_only_odds_need_is_asked_for_and_leaves_nothing_else_open() -> None:
    found = resolved({"guard": {"awake": False}, "doors": 1})
    assert (found["outcome"], found["odds"]) == ("allowed", None)
    assert [(one["fact"], one["only_for_odds"]) for one in found["unknown"]] == [("/bonus", True)]
    undetermined = resolved({"guard": {}, "doors": 1})
    assert undetermined["outcome"] == "undetermined"
    assert [(one["fact"], "only_for_odds" in one) for one in undetermined["unknown"]] == [
        ("/awake", False),
        ("/bonus", True),
    ]


def test_the_odds_of_a_twenty_sided_die_are_exact() -> None:
    odds = resolved({"guard": {"awake": False}, "doors": 1, "bonus": 2})["odds"]
    assert odds["good"] == {"exact": "2/5", "value": 0.4} and odds["average"]["exact"] == "57/20"
    assert [(one["outcome"], one["exact"]) for one in odds["outcomes"]] == [("good", "2/5"), ("bad", "3/5")]
    assert [(one["number"], one["exact"], one["at_least"]["exact"]) for one in odds["numbers"]] == [
        (1, "1/20", "1/1"),
        (2, "1/20", "19/20"),
        (3, "9/10", "9/10"),
    ]


def test_chances_of_two_dice_are_those_of_all_their_faces() -> None:
    die = of_die(lambda face: face)
    both_dice = both(die, die, max)
    counted = [max(one, other) for one in range(1, 21) for other in range(1, 21)]
    assert both_dice == {number: Fraction(counted.count(number), 400) for number in range(1, 21)}
    assert average(both_dice) == Fraction(sum(counted), 400) and at_least(both_dice, 20) == Fraction(39, 400)


def test_inputs_that_are_not_read_are_unused() -> None:
    found = resolved({"guard": {"awake": False, "level": 3}, "doors": 1, "weather": "rain", "others": [{}]})
    assert [one["at"] for one in found["unused"]] == ["/guard/level", "/weather", "/others"]


def test_reading_the_class_of_a_part_reads_nothing_of_the_situation() -> None:
    document = ReadDocument({"guard": {"level": 3}})
    ask = asked(document)
    assert Robbery.guard.label == "Guard" and Guard.level.name == "level"
    assert [*document.unread()] == ["/guard"]
    assert ask.guard.level == 3 and [*document.unread()] == []


def test_named_cards_and_their_kinds_follow_from_the_declaration() -> None:
    watchers = {"watchers": [{"card": "ogre"}]}
    situation = {"guard": {"card": "a"}, "others": [{}, {"card": "b"}], "gates": [{}, watchers], "chest": {"card": "c"}}
    named = [(one.at, one.slug, one.kinds) for one in ROBBERY.named_cards(situation)]
    assert sorted(named) == [
        ("/gates/1/watchers/0/card", "ogre", ("creature",)),
        ("/guard/card", "a", ("creature",)),
        ("/others/1/card", "b", ("creature",)),
    ]


def test_an_input_can_be_entered_as_a_name_that_parts_have_themselves() -> None:
    found = resolved({"sightings": [{"who": "Bert", "card": "ogre"}, {}]}, WATCH)
    assert [one["seen"][0]["card"] for one in found["result"]["rows"]] == ["ogre", None] and not found["findings"]
    assert Sighting.of_card.name == "card" and list(Sighting.inputs)[4] == "card"
    [named] = WATCH.named_cards({"sightings": [{"card": "ogre"}]})
    assert (named.at, named.kinds) == ("/sightings/0/card", ("creature",))


def test_parts_are_listed_once_with_the_inputs_of_their_bases() -> None:
    class Captain(Guard):
        """A guard with a horn."""

    assert list(ROBBERY.parts()) == ["Guard", "Chest", "Door", "Lock"]
    assert [*parts_in(Robbery)] == [Guard, Chest, Guard, Chest, Door, Door, Lock]
    assert Captain.inputs == Guard.inputs and Captain.kind == "creature"
