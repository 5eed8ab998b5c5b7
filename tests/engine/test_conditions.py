"""Conditions of cards: their truth and their phrases."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core.card_text import EXEMPTION_PHRASES, sentences
from rulesapi.engine.core.conditions import CONDITIONS, Clause, EnumCondition, TooManyPossibilities, meets_level
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.values.model import Creature
from tests.engine import conformance_cases
from tests.engine.generators import CLAUSES, GAME, Document, DocumentGenerator, chances
from tests.engine.generators import WORDS as DEFINITIONS
from tests.nonempty import nonempty

DOCUMENTS = {card["slug"]: card for card in conformance_cases.library_documents(GAME)["cards"]}


def creature(**facts: Any) -> Creature:
    card = find_ruleset("attack-wing/1").card({**DOCUMENTS["ash-drake"], **facts})
    assert isinstance(card, Creature)
    return card


TRUE_OF_THE_DRAKE: list[Document] = [
    {"alignment": ["good", "evil"]},
    {"energy": ["cold", "fire"]},
    {"class": ["young  ash dragon"]},
    {"name": ["ASH DRAKE"]},
    {"keyword": ["undead", "dragon"]},
    {"movement": ["flying"]},
    {"base": ["large"]},
    {"troop": False},
    {"level_at_least": 8},
    {"has_slot": ["divine", "arcane"]},
]
FALSE_OF_THE_DRAKE: list[Document] = [
    {"alignment": ["good"]},
    {"energy": ["cold"]},
    {"class": ["Ash Dragon"]},
    {"name": ["Ash"]},
    {"keyword": ["undead"]},
    {"movement": ["ground"]},
    {"base": ["small"]},
    {"troop": True},
    {"level_at_least": 9},
    {"has_slot": ["divine"]},
]
FACTS = {word.fact.removeprefix("/") for word in CONDITIONS.values()}


def test_the_words_are_those_of_the_schema() -> None:
    assert set(CONDITIONS) == set(CLAUSES)
    assert {next(iter(clause)) for clause in TRUE_OF_THE_DRAKE} == set(CLAUSES)


def test_the_few_values_of_a_word_are_those_of_the_schema() -> None:
    few = {name: word.values for name, word in CONDITIONS.items() if isinstance(word, EnumCondition)}
    schema = {name: clause["items"]["enum"] for name, clause in CLAUSES.items() if "enum" in clause.get("items", {})}
    assert {name: set(values) for name, values in few.items()} == {name: set(values) for name, values in schema.items()}


@pytest.mark.parametrize(
    "word", [word for word in CONDITIONS.values() if isinstance(word, EnumCondition)], ids=lambda w: w.name
)
def test_a_clause_with_every_value_there_is_is_answered_though_nothing_is_known(word: EnumCondition) -> None:
    nameless = creature(**{word.fact.strip("/"): None})
    assert Clause.read({word.name: list(word.values)}).truth_for(nameless) is True
    assert Clause.read({"not": {word.name: list(word.values)}}).truth_for(nameless) is False
    assert Clause.read({word.name: list(word.values[:-1])}).truth_for(nameless) is None


def test_a_creature_barred_in_every_case_is_described_as_barred() -> None:
    barred = Clause.read({"not": {"movement": ["flying", "ground"]}})
    assert barred.description(creature(movement=None)) == "is a flying or ground creature"
    assert barred.description(creature()) == "is a flying creature"


def test_an_unknown_fact_is_guessed_in_every_way_that_makes_a_difference() -> None:
    word = CONDITIONS["keyword"]
    guesses = list(word.guesses([frozenset("ab"), frozenset("bc")]))
    assert {tuple(not accepted.isdisjoint(guess) for accepted in (set("ab"), set("bc"))) for guess in guesses} == {
        (False, False),
        (True, False),
        (False, True),
        (True, True),
    }
    assert len(list(word.guesses([frozenset(map(str, range(99)))]))) == 2
    with pytest.raises(TooManyPossibilities):
        word.guesses([frozenset([number]) for number in "abcdefghijk"])


@pytest.mark.parametrize("document", TRUE_OF_THE_DRAKE, ids=str)
def test_a_clause_that_holds(document: Document) -> None:
    assert Clause.read(document).truth_for(creature()) is True
    assert Clause.read({"not": document}).truth_for(creature()) is False


@pytest.mark.parametrize("document", FALSE_OF_THE_DRAKE, ids=str)
def test_a_clause_that_does_not_hold(document: Document) -> None:
    assert Clause.read(document).truth_for(creature()) is False
    assert Clause.read({"not": document}).truth_for(creature()) is True


@pytest.mark.parametrize("document", TRUE_OF_THE_DRAKE + FALSE_OF_THE_DRAKE, ids=str)
def test_a_clause_about_a_fact_that_is_not_known_is_not_known_either_way(document: Document) -> None:
    clause = Clause.read(document)
    assert clause.truth_for(creature(**dict.fromkeys(FACTS))) is None
    assert Clause.read({"not": document}).truth_for(creature(**dict.fromkeys(FACTS))) is None
    only_this = creature(**{clause.word.fact.removeprefix("/"): None})
    assert clause.truth_for(only_this) is None


@pytest.mark.parametrize("document", [{"energy": ["fire"]}, {"keyword": ["dragon"]}, {"has_slot": ["dragon"]}], ids=str)
def test_values_printed_as_none_are_known(document: Document) -> None:
    assert Clause.read(document).truth_for(creature(energy=[], keywords=[], slots=[])) is False


@pytest.mark.parametrize(
    ("level", "minimum", "answer"),
    [
        (5, 5, True),
        (4, 5, False),
        (None, 5, None),
        (5, None, None),
        (None, 1, True),
        (None, 0, True),
        (None, None, None),
    ],
)
def test_a_level_is_reached_when_it_is_at_least_the_minimum(level: Any, minimum: Any, answer: Any) -> None:
    assert meets_level(level, minimum) is answer


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("spiked-mail", ["Evil creatures only.", "No other upgrade with the keyword armor on the same creature."]),
        ("sworn-oath", ["Good or neutral creatures only.", "Creatures of level 4 or higher only.", "Not for troops."]),
        ("rally-horn", ["Troops only."]),
        ("guild-mark", ["Creatures of the class Human Brigand or Human Thief only."]),
        ("heirloom", ["Creatures named River Watch only."]),
        (
            "feather-cloak",
            [
                "Ground creatures only.",
                "Creatures on a small base only.",
                "Creatures with the icon heroic on their banner only.",
            ],
        ),
        ("enervation-ray", ["Creatures with the keyword beholder only."]),
        ("fireball", ["Needs a creature of level 5 or higher."]),
        ("ember-breath", ["Costs 5 more unless its bearer has the energy type fire."]),
        ("weakening-breath", ["Costs 5 more unless its bearer has the keyword gold dragon."]),
        ("folded-wings", ["Costs 2 more if its bearer is a flying creature."]),
        ("pack-harness", ["Gives its bearer 2 more equipment slots, for other cards than itself."]),
        (
            "scales-of-tiamat",
            [
                "Fits any slot.",
                "Not for good creatures.",
                "Costs 1 for each upgrade with the keyword artifact of tiamat in the legion, counting itself.",
                "At most 1 upgrade with the keyword artifact of tiamat on a creature.",
                "Does not count towards the limit of one Campaign Artifact.",
            ],
        ),
        ("relic-of-dawn", ["Fits any slot.", "At most 2 upgrades with the keyword relic in a legion."]),
        ("plain-blade", []),
        ("unread-charter", []),
        ("torn-page", []),
        ("hill-wolf", []),
        ("shaken", []),
    ],
)
def test_sentences(slug: str, expected: list[str]) -> None:
    assert sentences(DOCUMENTS[slug]) == expected


@pytest.mark.parametrize(
    ("unless", "when"),
    [
        ({"alignment": ["evil"]}, "unless its bearer is evil"),
        ({"class": ["Beholder"]}, "unless its bearer is of the class Beholder"),
        ({"name": ["Ash Drake"]}, "unless its bearer is named Ash Drake"),
        ({"base": ["large"]}, "unless its bearer stands on a large base"),
        ({"troop": False}, "if its bearer is a troop"),
        ({"not": {"troop": False}}, "unless its bearer is a troop"),
        ({"not": {"level_at_least": 9}}, "if its bearer is level 9 or higher"),
        ({"has_slot": ["arcane", "divine"]}, "unless its bearer has the icon arcane or divine on its banner"),
    ],
)
def test_a_penalty_says_when_it_is_due(unless: Document, when: str) -> None:
    card = {**DOCUMENTS["ember-breath"], "penalties": [{"unless": unless, "cost": 3}]}
    assert sentences(card) == [f"Costs 3 more {when}."]


def test_a_printed_price_and_one_for_each_add_up() -> None:
    card = {**DOCUMENTS["dusk-horn"], "cost": 2}
    assert "Costs 1 more for each upgrade with the keyword dusk shard in the legion, counting itself." in sentences(
        card
    )


def test_every_exemption_of_the_schema_has_its_sentence() -> None:
    assert set(EXEMPTION_PHRASES) == set(DEFINITIONS["exempt"]["items"]["enum"])


@given(chances)
def test_the_conditions_of_every_card_can_be_described(chance: Random) -> None:
    for card in nonempty(DocumentGenerator(chance).cards()):
        assert all(line[0].isupper() and line.endswith(".") for line in sentences(card))


@pytest.mark.parametrize(
    ("clause", "facts", "state"),
    [
        ({"energy": ["cold"]}, {"energy": []}, "has no energy type"),
        ({"energy": ["cold"]}, {"energy": ["fire", "acid"]}, "has the energy types acid and fire"),
        ({"keyword": ["undead"]}, {"keywords": ["red-dragon"]}, "has the keyword red dragon"),
        ({"has_slot": ["divine"]}, {"slots": []}, "has an empty banner"),
        ({"class": ["Wolf"]}, {}, "is of the class Young Ash Dragon"),
    ],
)
def test_a_creature_says_what_it_is_instead(clause: Document, facts: Document, state: str) -> None:
    assert Clause.read(clause).word.description(creature(**facts)) == state
