"""Inputs of declared questions, in parts and lists of parts: wrong ones are refused by place, all others are answered.

Situations are drawn from the schemas, with the cards of the game.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from catalog import documents
from catalog.documents.validation import schema_validators
from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.table_events import changed, value_at
from rulesapi.judging.question_schemas import declared_questions
from tests.engine.test_situations import answered, table
from tests.nonempty import nonempty
from tests.rulesapi.test_erased_inputs import SCHEMAS, inputs, is_of_card, knows_no_other, resolved, schema_file
from tests.rulesapi.test_erased_inputs import without as erased_at

QUESTIONS = [pytest.param(game, one, id=f"{game}/{one.name}") for game, one in declared_questions()]
DRAWN = 25
"""Situations drawn of each question."""
DOCUMENT = "document"
"""A document of its own, such as an adventure, which has tests of its own."""
LIKELY = 0.6
"""The chance that an input is drawn."""


def schema_path(game: str, question: Question) -> Path:
    return (SCHEMAS / game / "situations" / f"{question.name}.schema.json").resolve()


class Draw:
    """Values of schemas: all possible inputs, or some of them drawn by chance."""

    def __init__(self, game: str, chance: random.Random | None = None) -> None:
        self.chance = chance
        self.slugs = sorted(table(game).cards)

    def value(self, schema: Any, path: Path, name: str = "") -> Any:
        schema, path = resolved(schema, path)
        if readings := schema.get("anyOf", schema.get("oneOf")):
            return self.value(readings[0], path, name)
        if "const" in schema:
            return schema["const"]
        kinds = schema.get("type", "string")
        kind = kinds if isinstance(kinds, str) else kinds[0]
        if "enum" in schema:
            return self._one([word for word in schema["enum"] if word is not None])
        if kind == "object":
            fields = [(key, one) for key, one in schema.get("properties", {}).items() if key != DOCUMENT]
            kept = [(key, one) for key, one in fields if self.chance is None or self.chance.random() < LIKELY]
            return {key: self.value(one, path, key) for key, one in kept}
        if kind == "array":
            return self._entries(schema, path)
        if kind == "integer":
            least, step = schema.get("minimum", 0), schema.get("multipleOf", 1)
            return self._one(range(least, min(schema.get("maximum", 99), least + 12 * step) + 1, step))
        return self._one([True, False]) if kind == "boolean" else self._word(name, schema)

    def _entries(self, schema: Any, path: Path) -> list[Any]:
        least, most = schema.get("minItems", 0), min(3, schema.get("maxItems", 3))
        number = max(1, least) if self.chance is None else self.chance.randint(least, most)
        drawn = [self.value(schema["items"], path) for _ in range(number)]
        return [one for place, one in enumerate(drawn) if "uniqueItems" not in schema or one not in drawn[:place]]

    def _word(self, name: str, schema: Any) -> str:
        word: str = self._one(self.slugs if name == "card" else ["brute", "undead", "drow"])
        return word if len(word) >= (least := schema.get("minLength", 1)) else "a" * least

    def _one(self, of: Any) -> Any:
        return of[0] if self.chance is None else self.chance.choice(of)


def places(document: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the pointer and value of each part of a document."""
    yield pointer, document
    if isinstance(document, dict | list):
        for key, value in document.items() if isinstance(document, dict) else enumerate(document):
            yield from places(value, f"{pointer}/{key}")


def wrong_values(value: Any) -> list[Any]:
    """Return values that an input with this value cannot have: of other types, unknown words, too many, too large."""
    if isinstance(value, dict):
        return [7, [], value | {"nothing-like-this": 1}]
    if isinstance(value, list):
        return [7, {"nothing-like-this": 1}, value * 300, [{"nothing-like-this": 1}]]
    if isinstance(value, bool):
        return [7, "true", {}]
    return ["x", 7.5, 10**9, -(10**9)] if isinstance(value, int) else [7, "", "x" * 500, ["x"]]


@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_what_an_input_cannot_be_is_refused_with_its_place(game: str, question: Question) -> None:
    path = schema_path(game, question)
    name = f"{game}/situations/{question.name}.schema.json"
    whole = Draw(game).value(schema_file(path), path)
    assert documents.faults_under_schema(name, whole) == []
    for pointer, value in nonempty(places(whole)):
        for wrong in nonempty(wrong_values(value)):
            faults = documents.faults_under_schema(name, changed(whole, [(pointer, wrong)]) if pointer else wrong)
            assert faults and all(fault.pointer.startswith(pointer) for fault in faults), (pointer, wrong)


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_any_inputs_are_answered_and_without_one_of_them_nothing_else_is(game: str, question: Question) -> None:
    path = schema_path(game, question)
    fits = schema_validators(f"{game}/situations/{question.name}.schema.json").quick.is_valid
    of_answer = schema_validators(f"{game}/situations/answers/{question.name}.schema.json").quick.is_valid
    for seed in range(DRAWN):
        situation = Draw(game, random.Random(seed)).value(schema_file(path), path)
        if not fits(situation):  # a schema of cards can ask for more than types
            continue
        found = answered(game, question.name, situation)
        assert found["outcome"] in ("allowed", "forbidden", "undetermined") and of_answer(found["result"])
        if found["outcome"] == "forbidden":
            continue
        for at, has_default in inputs(situation, schema_file(path), path):
            erased = erased_at(situation, at)
            if isinstance(value_at(situation, "".join(f"/{step}" for step in at)), dict):  # not one input, but a part
                continue
            if has_default or is_of_card(game, situation, at) or not fits(erased):
                continue
            without = answered(game, question.name, erased)
            if without["outcome"] == "allowed":
                assert knows_no_other(without["result"], found["result"]), (situation, at)
