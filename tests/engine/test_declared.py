"""Declared questions: what a course reads of a situation, what it asks for, and what is reported as unused."""

from typing import Any

import pytest

from rulesapi.engine.resolutions.declared import parts_in
from rulesapi.engine.resolutions.reading import ReadDocument
from rulesapi.engine.values.messages import phrase
from tests.engine.declared_examples import ROBBERY, TABLE, Chest, Guard, Robbery, resolved


def asked(situation: Any) -> Robbery:
    return Robbery(situation, "", TABLE, phrase("Robbing a chest"))


def test_an_omitted_input_has_its_default_or_none() -> None:
    ask = asked({})
    assert (ask.dark, ask.tools, ask.traps, ask.chest.gold) == (False, (), (), 0)
    assert (ask.doors, ask.weather, ask.lit, ask.shout, ask.rolled, ask.others) == (None,) * 6
    assert (ask.guard.level, ask.guard.awake) == (None, None)


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


def test_parts_know_their_place_and_their_name() -> None:
    ask = asked({"guard": {"name": "Bert"}, "others": [{"card": "ogre"}, {}]})
    assert [one.at for one in ask.others or ()] == ["/others/0", "/others/1"]
    assert [ask.guard.name, *(one.name for one in ask.others or ())] == ["Bert", "Ogre", "Other guard 2"]
    assert asked({}).guard.name == "Guard" and asked({}).chest.place(Chest.gold) == "/chest/gold"
    assert ask.others and ask.others[0].slug == "ogre" and ask.guard.slug == ""


def test_inputs_without_a_default_are_asked_for_by_name_and_place() -> None:
    unknown = resolved({"guard": {"name": "Bert"}})["unknown"]
    assert [(one["fact"], one["at"], one["message"]) for one in unknown] == [
        ("/awake", ["/guard"], "Not known: the awake of Bert."),
        ("/doors", [""], "Not known: how many doors there are."),
    ]


def test_what_is_forbidden_asks_for_nothing() -> None:
    found = resolved({"guard": {"name": "Bert", "awake": True}})
    assert (found["outcome"], found["unknown"], found["result"]["robbed"]) == ("forbidden", [], False)


def test_the_answer_is_the_declared_fields() -> None:
    found = resolved({"guard": {"awake": False}, "doors": 1, "chest": {"gold": 20}, "shout": "Ha"})
    assert found["outcome"] == "allowed"
    assert found["result"] == {"robbed": True, "gold": 20, "who": ["/guard"], "shout": "Ha"}


def test_inputs_that_are_not_read_are_unused() -> None:
    found = resolved({"guard": {"awake": False, "level": 3}, "doors": 1, "weather": "rain", "others": [{}]})
    assert [one["at"] for one in found["unused"]] == ["/guard/level", "/weather", "/others"]


def test_reading_the_class_of_a_part_reads_nothing_of_the_situation() -> None:
    document = ReadDocument({"guard": {"level": 3}})
    ask = asked(document)
    assert Robbery.guard.label == "Guard" and Guard.level.name == "level"
    assert [*document.unread()] == ["/guard"]
    assert ask.guard.level == 3 and [*document.unread()] == []


@pytest.mark.parametrize(
    ("pointer", "kinds"),
    [("/guard/card", ("creature",)), ("/others/1/card", ("creature",)), ("/chest/card", ("",)), ("/nothing", ("",))],
)
def test_the_kinds_of_card_at_a_place_follow_from_the_declaration(pointer: str, kinds: tuple[str, ...]) -> None:
    assert ROBBERY.kinds_at is not None and ROBBERY.kinds_at(pointer) == kinds


def test_parts_are_listed_once_with_the_inputs_of_their_bases() -> None:
    class Captain(Guard):
        """A guard with a horn."""

    assert list(ROBBERY.parts()) == ["Guard", "Chest"]
    assert [*parts_in(Robbery)] == [Guard, Chest, Guard]
    assert Captain.inputs == Guard.inputs and Captain.kind == "creature"
