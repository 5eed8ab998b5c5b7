"""House rules in the catalog: validation, file paths and admin forms."""

from typing import Any

import pytest
from django.core.management import call_command

from catalog import documents, import_export, publishing
from catalog.documents.errors import InvalidInput
from catalog.models import HouseRule, Record, Revision
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.unsupported_requests import unsupported_requests
from tests import factories

CODE = "attack-wing/unique-name"
FULL = factories.house_rule(
    waives=[CODE],
    levels=[{"rule": "attack-wing/retired-card", "level": "error"}],
    points=90,
    bans=[{"keyword": ["armor"]}],
    pool=[{"set": ["box"]}],
    limits=[{"cards": [{"keyword": ["dragon"]}], "per": "legion", "at_most": 1}],
    slots=[{"slot": "arcane", "count": 1, "bearers": [{"not": {"keyword": ["dragon"]}}]}],
    formerly=["shut-gate"],
)


def test_a_full_house_rule_is_valid_and_a_game_without_a_schema_of_its_own_takes_the_common_one() -> None:
    assert documents.faults_in(FULL) == []
    without_slots = {key: value for key, value in FULL.items() if key != "slots"}
    assert documents.faults_under_schema("house-rule.schema.json", without_slots) == []
    assert [fault.pointer for fault in documents.faults_under_schema("house-rule.schema.json", FULL)] == ["/slots"]
    assert documents.schema_path(FULL) == "attack-wing/house-rule.schema.json"
    assert "house-rule" not in documents.card_kinds()["attack-wing"]


@pytest.mark.parametrize(
    "fields",
    [
        {"name": None},
        {"text": None},
        {"official": None},
        {"points": 0},
        {"waives": []},
        {"waives": ["unique-name"]},
        {"bans": [{"alignment": ["evil"]}]},
        {"limits": [{"cards": [], "per": "legion", "at_most": 1}]},
        {"slots": [{"slot": "pocket", "count": 1}]},
        {"slots": [{"slot": "arcane", "count": 1, "bearers": [{"wealth": ["rich"]}]}]},
    ],
)
def test_an_invalid_house_rule_is_refused(fields: dict[str, Any]) -> None:
    assert documents.faults_in({**FULL, **fields})


@pytest.mark.django_db
@pytest.mark.db_facing
def test_house_rules_come_back_from_files_byte_for_byte(tmp_path: Any) -> None:
    factories.publish_frame(FULL)
    place = import_export.path_of(FULL)
    assert place.as_posix() == "attack-wing/house-rules/open-gate.json"
    import_export.write(tmp_path, 1)
    before = (tmp_path / place).read_bytes()
    call_command("import_cards", str(tmp_path))
    import_export.write(tmp_path, 1)
    assert (tmp_path / place).read_bytes() == before
    assert Revision.objects.count() == 3


@pytest.mark.django_db
@pytest.mark.db_facing
def test_a_house_rule_has_a_shelf_of_its_own_and_is_no_card() -> None:
    factories.publish_frame(FULL, factories.creature(slug="open-gate"))
    assert HouseRule.objects.get().slug == "open-gate"
    assert Record.objects.filter(slug="open-gate").count() == 2
    assert [one.kind for one in Revision.objects.of_type("card")] == ["creature"]


@pytest.mark.one_variant
@pytest.mark.django_db
@pytest.mark.db_facing
@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        (factories.house_rule(waives=[CODE, "attack-wing/no-such-rule"]), "/waives/1"),
        (factories.house_rule(waives=["attack-wing/troop-cost"]), "/waives/0"),
        (factories.house_rule(levels=[{"rule": "attack-wing/nothing", "level": "error"}]), "/levels/0/rule"),
        (factories.standard(slug="odd", levels=[{"rule": "attack-wing/nothing", "level": "error"}]), "/levels/0/rule"),
        (factories.standard(slug="odd", waives=[CODE, "attack-wing/nothing"]), "/waives/1"),
        (factories.standard(slug="odd", without=["attack-wing/nothing"]), "/without/0"),
        (factories.standard(slug="odd", **{"with": [CODE, "attack-wing/nothing"]}), "/with/1"),
        (factories.standard(slug="odd", settles=[{"question": "minions", "reading": "extra"}]), "/settles/0/question"),
    ],
)
def test_a_document_that_names_a_rule_its_game_does_not_have_is_not_published(
    document: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(InvalidInput) as error:
        factories.publish_frame(document)
    assert [(fault.pointer, fault.code) for fault in error.value.faults] == [(f"/2{pointer}", "unfit-rule")]
    factories.publish_frame()
    assert [fault.pointer for _, fault in publishing.plan([document]).faults] == [pointer]
    assert factories.save_draft(document, by=None, why="For later").since_id is None
    assert not Revision.objects.newest().filter(slug=document["slug"]).exists()


@pytest.mark.parametrize(
    ("readings", "pointer", "sentence"),
    [
        ([("minions", "extra")], None, ""),
        ([("minyons", "extra")], "/settles/0/question", "leaves no question minyons open, but "),
        ([("minions", "extras")], "/settles/0/reading", "minions has no reading extras, but "),
        ([("minions", "extra"), ("minions", "extra")], "/settles/1/question", "minions is settled here already."),
    ],
)
def test_a_format_settles_an_open_question_once_and_with_an_existing_reading(
    readings: list[tuple[str, str]], pointer: str | None, sentence: str
) -> None:
    settles = [{"question": question, "reading": reading} for question, reading in readings]
    document = {"kind": "format", "settles": settles}
    found = list(unsupported_requests(document, find_ruleset("dnd-miniatures-2003/1")))
    assert [at for at, _ in found] == [pointer] * bool(pointer)
    assert all(sentence in said for _, said in found)


@pytest.mark.django_db
@pytest.mark.db_facing
def test_rules_of_a_game_without_a_ruleset_are_not_checked() -> None:
    odd = factories.house_rule(waives=["attack-wing/whatever"])
    assert factories.publish(factories.game(ruleset="attack-wing/99"), factories.standard(), odd).number == 1
