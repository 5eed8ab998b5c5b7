"""Parts of declared questions: lists that are only counted, parts called like others, and inputs of several bases."""

from typing import Any

from rulesapi.engine.resolutions.answers import AnswerFields, Difference, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import (
    Part,
    Situation,
    number,
    numbers,
    one_part,
    optional_parts,
    played_adventure,
    repeated,
    text,
)
from rulesapi.engine.resolutions.model import Breach, Course
from rulesapi.engine.values.messages import phrase
from tests.engine.declared_examples import TABLE


class Tree(Part):
    """A tree in between."""

    height = number("Height", 9)


class Fighter(Part, kind="creature"):
    """A creature that fights."""

    tokens = repeated("Tokens", {"aim": "Aim", "dodge": "Dodge"}, 9)


class Foe(Part):
    """Somebody who is fought."""

    who = one_part(Fighter, "", called="")


class Common(Part):
    """Inputs that several parts have."""

    oath = text("Oath", 20)
    lost = numbers("Dice lost", 5, 2)


class Duel(Situation, Common):
    """A duel."""

    fighter = one_part(Fighter, "Fighter")
    oath = Common.oath
    trees = optional_parts(Tree, "Tree", 4, plural="Trees", or_number=9)
    foes = optional_parts(Foe, "Foe", 3, plural="Foes")
    adventure = played_adventure()


@answer
class DuelAnswer(AnswerFields):
    """The answer: what it gains."""

    gain: Difference | None = told("Gain")


def duel(ask: Duel) -> Course[DuelAnswer]:
    """Answer nothing, after a breach that the fighter names."""
    yield Breach(ask.fighter.name, (), {})
    yield ask.missing(Duel.oath, "look")
    return DuelAnswer(gain=None)


def asked(situation: Any) -> Duel:
    return Duel(situation, "", TABLE, phrase("A duel"))


def test_a_list_of_which_only_the_number_is_known_has_parts_at_its_place() -> None:
    trees = asked({"trees": 2}).trees
    assert [(one.height, one.missing(Tree.height, "look").at) for one in trees] == [(None, "/trees")] * 2
    assert [one.at for one in asked({"trees": [{}, {}]}).trees] == ["/trees/0", "/trees/1"]
    assert asked({}).trees == ()


def test_a_part_without_a_name_of_its_own_is_called_like_the_part_around_it() -> None:
    foes = asked({"foes": [{}, {"who": {"name": "Bert"}}]}).foes
    assert [one.who.name for one in foes] == ["Foe 1", "Bert"]


def test_a_class_has_the_inputs_of_all_its_bases_and_its_own_last() -> None:
    assert [*Duel.inputs] == ["lost", "fighter", "oath", "trees", "foes", "adventure"]
    assert asked({"lost": [0, 5]}).lost == (0, 5) and asked({}).lost is None


def test_a_step_sets_a_list_as_json() -> None:
    fighter = asked({"fighter": {"tokens": ["aim", "dodge"]}}).fighter
    assert fighter.sets(Fighter.tokens, fighter.tokens) == (("/fighter/tokens", ["aim", "dodge"]),)


def test_cards_in_the_document_of_an_adventure_are_not_named_by_the_situation() -> None:
    question = declared("duel", "A duel", "A duel.", Duel, DuelAnswer, duel)
    adventure = {"document": {"pieces": [{"card": "amulet"}]}}
    named = question.named_cards({"adventure": adventure, "foes": [{"who": {"card": "ogre"}}]})
    assert [(one.at, one.kinds) for one in named] == [("/foes/0/who/card", ("creature",))]
