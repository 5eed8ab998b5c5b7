"""Files derived from declared questions: they are current, and each kind of input has a schema."""

import dataclasses
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from django.core.management import CommandError, call_command

from catalog.documents import load_schemas
from catalog.documents.validation import schema_validators
from rulesapi.engine.resolutions.answers import AnswerFields, Difference, answer, told
from rulesapi.engine.resolutions.inputs import fact
from rulesapi.engine.resolutions.table_events import changed
from rulesapi.judging import question_files, question_schemas
from rulesapi.judging.question_schemas import declared_questions, derived_schemas, fact_schema
from tests.engine.declared_examples import GAME, ROBBERY, WATCH, Guard, resolved
from tests.engine.test_situations import FILES, answered, cases
from tests.nonempty import nonempty

SITUATION = f"{GAME}/situations/robbery.schema.json"
ANSWER = f"{GAME}/situations/answers/robbery.schema.json"
ODDS = f"{GAME}/situations/odds/robbery.schema.json"


@pytest.fixture
def schemas(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the schemas of the made-up question."""
    monkeypatch.setattr(question_schemas, "declared_questions", lambda: [(GAME, ROBBERY), (GAME, WATCH)])
    return derived_schemas()


def test_the_committed_files_are_those_of_the_declarations() -> None:
    call_command("build_questions", "--check", stdout=StringIO())


def test_the_command_checks_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    file = tmp_path / "a" / "b.json"
    monkeypatch.setattr(question_files, "derived_files", lambda: {file: "text"})
    with pytest.raises(CommandError, match=r"a/b\.json is out of date"):
        call_command("build_questions", "--check")
    call_command("build_questions", stdout=StringIO())
    assert file.read_text("utf-8") == "text"
    call_command("build_questions", "--check", stdout=StringIO())


def test_a_page_without_the_markers_is_reported() -> None:
    with pytest.raises(ValueError, match="build_questions"):
        question_files.with_tables("A page.")


@pytest.mark.usefixtures("schemas")
def test_each_kind_of_input_has_a_schema(schemas: dict[str, Any]) -> None:
    properties = schemas[SITUATION]["properties"]
    assert properties == {
        "guard": {"title": "Guard", "$ref": "#/$defs/guard"},
        "chest": {"title": "Chest", "$ref": "#/$defs/chest"},
        "others": {"title": "Other guards", "type": "array", "items": {"$ref": "#/$defs/guard"}, "maxItems": 3},
        "traps": {
            "title": "Traps",
            "description": "If omitted: none.",
            "type": "array",
            "items": {"$ref": "#/$defs/chest"},
            "maxItems": 2,
        },
        "gates": {
            "title": "Gates",
            "description": "If omitted: none.",
            "type": "array",
            "items": {"$ref": "#/$defs/door"},
            "maxItems": 2,
        },
        "cellar": {"title": "Cellar", "$ref": "#/$defs/door"},
        "doors": {"title": "Doors", "type": "integer", "minimum": 1, "maximum": 9},
        "weather": {"title": "Weather", "enum": ["rain", "sun"]},
        "tools": {
            "title": "Tools",
            "description": "If omitted: none.",
            "type": "array",
            "items": {"enum": ["rope", "lamp"]},
            "maxItems": 2,
            "uniqueItems": True,
        },
        "dark": {"title": "Dark", "description": "If omitted: no.", "type": "boolean"},
        "lit": {"title": "The lamp is lit", "type": "boolean"},
        "shout": {"title": "Shout", "type": "string", "minLength": 1, "maxLength": 20},
        "rolled": {
            "title": "Rolled",
            "description": "If omitted: not rolled yet.",
            "type": "array",
            "items": {"enum": ["skull", "moon"]},
            "maxItems": 3,
        },
        "luck": {
            "title": "Luck",
            "description": "If omitted: not rolled yet.",
            "type": "integer",
            "minimum": 1,
            "maximum": 20,
        },
        "bonus": {"title": "Bonus", "type": "integer", "minimum": 0, "maximum": 5},
        "alarm": {"title": "Alarm", "$ref": "#/$defs/lock"},
        "mood": {"title": "Mood", "description": "If omitted: calm.", "enum": ["calm", "angry"]},
        "way_out": {
            "title": "Way out",
            "description": "If omitted: not measured yet.",
            "type": ["integer", "null"],
            "minimum": 0,
            "maximum": 99,
        },
    }
    door = schemas[SITUATION]["$defs"]["door"]["properties"]
    assert door["lock"] == {"title": "Lock", "$ref": "#/$defs/lock"}
    assert door["watchers"]["items"] == {"$ref": "#/$defs/guard"}
    gold = schemas[SITUATION]["$defs"]["chest"]["properties"]["gold"]
    assert (gold["multipleOf"], gold["maximum"], gold["description"]) == (10, 500, "If omitted: none.")


@pytest.mark.usefixtures("schemas")
def test_inputs_about_a_log_and_its_deck_have_schemas(schemas: dict[str, Any]) -> None:
    slug = {"$ref": "../../common.schema.json#/$defs/slug"}
    watch = schemas[f"{GAME}/situations/watch.schema.json"]
    properties = {name: {**one} for name, one in watch["properties"].items()}
    assert [properties[name].pop("title") for name in properties] == ["Sightings", "Hoard", "Deal", "Passwords", "Seal"]
    assert properties == {
        "sightings": {
            "description": "If omitted: none.",
            "type": "array",
            "items": {"$ref": "#/$defs/sighting"},
            "maxItems": 9,
        },
        "hoard": {"description": "If omitted: another one."} | slug,
        "deal": {"type": "string", "minLength": 8, "maxLength": 64, "pattern": "^[A-Za-z0-9_-]{8,64}$"},
        "words": {
            "description": "If omitted: none.",
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": 9},
            "maxItems": 3,
        },
        "seal": {
            "description": "If omitted: none.",
            "type": "string",
            "minLength": 4,
            "maxLength": 12,
            "pattern": "^[a-z]+$",
        },
    }
    sighting = watch["$defs"]["sighting"]["properties"]
    assert list(sighting) == ["comes", "who", "count", "armed", "card", "cards"]
    assert sighting["comes"]["enum"] == ["rain", "somebody"] and sighting["card"]["$ref"] == slug["$ref"]
    assert sighting["cards"] == {"title": "Creatures", "type": "array", "items": slug, "maxItems": 2}


@pytest.mark.usefixtures("schemas")
def test_an_answer_with_cards_and_labels_fits_its_schema(schemas: dict[str, Any]) -> None:
    schema = schemas[f"{GAME}/situations/answers/watch.schema.json"]
    found = resolved({"sightings": [{"card": "ogre"}, {"comes": "rain"}]}, WATCH)["result"]
    assert jsonschema_rs.validator_for(schema).is_valid(found)
    assert not jsonschema_rs.validator_for(schema).is_valid(found | {"alarm": "horn"})
    assert schema["properties"]["alarm"] == {"title": "Alarm", "enum": ["bell", "dog", None]}


def test_an_answer_fits_its_schema(schemas: dict[str, Any]) -> None:
    validator = jsonschema_rs.validator_for(schemas[ANSWER])
    for situation in (
        {},
        {"guard": {"awake": True}},
        {"guard": {"awake": False}, "doors": 2, "shout": "Ha", "luck": 1},
    ):
        assert validator.is_valid(found := resolved(situation)["result"])
        assert not validator.is_valid(found | {"stage": "stolen"})
    assert not validator.is_valid({"robbed": True})


def test_odds_fit_their_own_schema_and_are_no_part_of_the_result(schemas: dict[str, Any]) -> None:
    validator = jsonschema_rs.validator_for(schemas[ODDS])
    odds = resolved({"guard": {"awake": False}, "doors": 1, "bonus": 2})["odds"]
    assert validator.is_valid(odds) and not validator.is_valid(odds | {"good": "2/5"})
    assert "odds" not in schemas[ANSWER]["properties"] and schemas[ANSWER]["properties"]["stage"] == {
        "title": "Stage",
        "enum": ["planned", "done"],
    }
    rows = schemas[ODDS]["properties"]["outcomes"]["items"]
    assert rows["properties"]["outcome"] == {"title": "Luck", "enum": ["good", "bad"]}
    assert rows["required"] == ["exact", "value", "outcome"]
    assert schemas[ANSWER]["properties"]["robbed"]["type"] == ["boolean", "null"]


def test_each_result_and_each_changed_situation_of_a_declared_question_fits_its_schema() -> None:
    names = {(game, question.name) for game, question in nonempty(declared_questions())}
    for game, path in nonempty((game, path) for game, path in FILES if (game, path.stem) in names):
        validator = schema_validators(f"{game}/situations/answers/{path.stem}.schema.json").quick
        of_situation = schema_validators(f"{game}/situations/{path.stem}.schema.json").quick
        odds_path = f"{game}/situations/odds/{path.stem}.schema.json"
        of_odds = schema_validators(odds_path).quick.is_valid if odds_path in load_schemas() else lambda _odds: False
        for case in nonempty(cases(path)):
            found = answered(game, path.stem, case["situation"])
            assert validator.is_valid(found["result"]), case["name"]
            assert found["odds"] is None or of_odds(found["odds"]), case["name"]
            sets = [(one["at"], one["value"]) for step in found["steps"] for one in step.get("sets", ())]
            assert not sets or of_situation.is_valid(changed(case["situation"], sets)), case["name"]


def test_a_fact_has_the_schema_of_its_card_without_null() -> None:
    keywords = fact_schema(GAME, "creature", "keywords", SITUATION)
    assert keywords["type"] == "array" and keywords["items"] == {"$ref": "../../common.schema.json#/$defs/slug"}
    ability = fact_schema(GAME, "order", "ability", SITUATION)
    assert None not in ability["enum"] and "any" in ability["enum"]
    requires = fact_schema(GAME, "order", "requires", SITUATION)
    assert requires["items"] == {"$ref": "../common.schema.json#/$defs/clause"}


def test_a_fact_that_its_card_does_not_have_is_reported() -> None:
    with pytest.raises(KeyError):
        fact_schema(GAME, "creature", "armor", SITUATION)


def test_an_answer_of_another_type_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    @answer
    class Odd(AnswerFields):
        """An answer without a schema."""

        share: bytes = told("Share")

    odd = dataclasses.replace(ROBBERY, answer=Odd)
    monkeypatch.setattr(question_schemas, "declared_questions", lambda: [(GAME, odd)])
    monkeypatch.setitem(globals(), "Odd", Odd)
    with pytest.raises(TypeError, match="no schema"):
        derived_schemas()


def test_an_inherited_input_can_be_replaced() -> None:
    class Sleeper(Guard):
        """A guard whose level does not count."""

        level = fact(str)

    assert Sleeper.inputs["level"] is Sleeper.level and Guard.inputs["level"] is Guard.level


def test_a_difference_has_the_format_of_a_chance() -> None:
    assert question_schemas.OF_TYPES[Difference]["required"] == ["exact", "value"]
