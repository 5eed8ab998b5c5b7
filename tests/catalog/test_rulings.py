"""Rulings in the catalog: validation, file paths and admin forms."""

from typing import Any

import pytest
from django.core.management import call_command

from catalog import documents, import_export
from catalog.documents.errors import InvalidInput
from catalog.models import Revision, Ruling
from catalog.tables import columns
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.unsupported_requests import unsupported_requests
from tests import factories

FULL = factories.ruling(
    date="2014-05-21",
    said_by="publisher",
    formerly=["twins"],
    translations=[{"language": "de", "question": "Zwei von einem Namen?", "answer": "Nein."}],
)


def faults(**fields: Any) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.code) for fault in documents.faults_in({**FULL, **fields})]


def test_a_full_ruling_is_valid_and_is_no_card() -> None:
    assert (
        faults(cards=["hill-giant"], settles=[{"question": "minions", "reading": "extra"}], replaced_by="other") == []
    )
    assert documents.document_type(FULL) == "ruling"
    assert "ruling" not in documents.card_kinds()["attack-wing"]


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"name": None}, "/name"),
        ({"question": ""}, "/question"),
        ({"answer": None}, "/answer"),
        ({"rules": []}, "/rules"),
        ({"rules": ["unique-name"]}, "/rules/0"),
        ({"cards": ["Hill Giant"]}, "/cards/0"),
        ({"said_by": "a friend"}, "/said_by"),
        ({"said_by": None}, "/said_by"),
        ({"date": "21 May 2014"}, "/date"),
        ({"date": "2014-02-30"}, "/date"),
        ({"replaced_by": "two-of-a-name"}, "/replaced_by"),
        ({"sources": {}}, "/sources"),
        ({"sources": {"/answer": {"source": "A book", "checked": True}}}, "/sources"),
        ({"translations": [{"language": "de", "answer": "Nein."}]}, "/translations/0"),
        ({"settles": [{"question": "minions"}]}, "/settles/0"),
        ({"text": "More."}, "/text"),
    ],
)
def test_an_invalid_ruling_is_refused_at_its_place(fields: dict[str, Any], pointer: str) -> None:
    assert {at for at, _ in faults(**fields)} == {pointer}


def test_a_ruling_is_about_something() -> None:
    about_nothing = {key: value for key, value in FULL.items() if key != "rules"}
    assert [(fault.pointer, fault.code) for fault in documents.faults_in(about_nothing)] == [("", "missing")]
    assert documents.faults_in({**about_nothing, "cards": ["hill-giant"]}) == []


@pytest.mark.parametrize("date", [None, "2014", "2014-05", "2014-05-31"])
def test_a_date_is_as_exact_as_it_is_known(date: str | None) -> None:
    assert faults(date=date) == []


@pytest.mark.django_db
@pytest.mark.db_facing
def test_rulings_come_back_from_files_byte_for_byte(tmp_path: Any) -> None:
    factories.publish_frame(FULL)
    place = import_export.path_of(FULL)
    assert place.as_posix() == "attack-wing/rulings/two-of-a-name.json"
    import_export.write(tmp_path, 1)
    before = (tmp_path / place).read_bytes()
    call_command("import_cards", str(tmp_path))
    import_export.write(tmp_path, 1)
    assert (tmp_path / place).read_bytes() == before
    assert [one.slug for one in Ruling.objects.all()] == ["two-of-a-name"]
    assert Revision.objects.count() == 3


@pytest.mark.django_db
@pytest.mark.db_facing
@pytest.mark.parametrize(
    ("fields", "pointer", "code"),
    [
        ({"rules": ["attack-wing/unique-name", "attack-wing/nothing"]}, "/rules/1", "unfit-rule"),
        ({"settles": [{"question": "minions", "reading": "extra"}]}, "/settles/0/question", "unfit-rule"),
        ({"cards": ["nobody"]}, "/cards/0", "unknown-card"),
        ({"replaced_by": "nothing"}, "/replaced_by", "unknown-ruling"),
    ],
)
def test_a_ruling_about_a_missing_document_is_saved_as_a_draft_but_not_published(
    fields: dict[str, Any], pointer: str, code: str
) -> None:
    factories.publish_frame()
    document = factories.ruling(**fields)
    with pytest.raises(InvalidInput) as error:
        factories.publish(document)
    assert [(fault.pointer, fault.code) for fault in error.value.faults] == [(pointer, code)]
    assert factories.save_draft(document, by=None, why="For later").since_id is None
    assert not Revision.objects.newest().filter(slug=document["slug"]).exists()


@pytest.mark.django_db
@pytest.mark.db_facing
def test_a_ruling_may_be_replaced_by_one_of_the_same_release_or_of_an_older() -> None:
    newer = factories.ruling(slug="newer", name="Newer")
    assert factories.publish_frame(factories.ruling(replaced_by="newer"), newer).number == 1
    assert factories.publish(factories.ruling(slug="third", name="Third", replaced_by="newer")).number == 2


@pytest.mark.parametrize(
    ("readings", "pointer"),
    [
        ([("minions", "extra")], None),
        ([("minyons", "extra")], "/settles/0/question"),
        ([("minions", "extras")], "/settles/0/reading"),
        ([("minions", "extra"), ("minions", "counted")], "/settles/1/question"),
    ],
)
def test_a_ruling_settles_an_open_question_once_and_with_an_existing_reading(
    readings: list[tuple[str, str]], pointer: str | None
) -> None:
    settles = [{"question": question, "reading": reading} for question, reading in readings]
    found = unsupported_requests({"kind": "ruling", "settles": settles}, find_ruleset("dnd-miniatures-2003/1"))
    assert [at for at, _ in found] == [pointer] * bool(pointer)


def test_a_table_of_rulings_has_a_column_for_each_thing_that_a_ruling_says() -> None:
    known = [column.key for column in columns.columns_of("attack-wing", "ruling")]
    assert known[:2] == ["slug", "name"]
    assert {"question", "answer", "cards", "rules", "said_by", "date", "settles", "replaced_by"} <= set(known)
