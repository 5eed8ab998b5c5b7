"""Phrases of clauses: each word in full, with several values and negated."""

from typing import Any

import pytest

from rulesapi.engine.core.card_text import sentences
from rulesapi.engine.core.conditions import CONDITIONS, Clause

PHRASES = [
    ({"alignment": ["good", "evil"]}, "good or evil creatures", "is good or evil"),
    ({"energy": ["fire", "cold"]}, "creatures with the energy type fire or cold", "has the energy type fire or cold"),
    ({"class": ["Elf", "Old Elf"]}, "creatures of the class Elf or Old Elf", "is of the class Elf or Old Elf"),
    ({"name": ["Ash", "Elm"]}, "creatures named Ash or Elm", "is named Ash or Elm"),
    (
        {"keyword": ["red-dragon", "undead"]},
        "creatures with the keyword red dragon or undead",
        "has the keyword red dragon or undead",
    ),
    ({"movement": ["flying", "ground"]}, "flying or ground creatures", "is a flying or ground creature"),
    ({"base": ["small", "large"]}, "creatures on a small or large base", "stands on a small or large base"),
    ({"troop": True}, "troops", "is a troop"),
    ({"level_at_least": 7}, "creatures of level 7 or higher", "is level 7 or higher"),
    (
        {"has_slot": ["arcane", "divine"]},
        "creatures with the icon arcane or divine on their banner",
        "has the icon arcane or divine on its banner",
    ),
]


def test_every_word_of_clauses_is_tested_here() -> None:
    assert {name for document, _, _ in PHRASES for name in document} == set(CONDITIONS)


@pytest.mark.parametrize(("document", "creatures", "does"), PHRASES, ids=lambda value: str(value))
def test_a_clause_describes_its_creatures_and_its_opposite(document: Any, creatures: str, does: str) -> None:
    clause, opposite = Clause.read(document), Clause.read({"not": document})
    assert clause.whom == f"for {creatures} only"
    assert opposite.whom == f"not for {creatures}"
    assert clause.penalty_phrase == f"unless its bearer {does}"
    assert opposite.penalty_phrase == f"if its bearer {does}"


@pytest.mark.parametrize(("document", "creatures", "does"), PHRASES, ids=lambda value: str(value))
def test_the_clauses_of_a_card_are_sentences(document: Any, creatures: str, does: str) -> None:
    assert sentences({"requires": [document, {"not": document}]}) == [
        f"{creatures[0].upper()}{creatures[1:]} only.",
        f"Not for {creatures}.",
    ]
    assert sentences({"penalties": [{"unless": document, "cost": 5}]}) == [f"Costs 5 more unless its bearer {does}."]
