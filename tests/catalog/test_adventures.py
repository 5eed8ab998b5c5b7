"""Adventures in the catalog: validation, references and file paths."""

import copy
from typing import Any

import pytest

from catalog import documents
from catalog.documents.errors import InvalidInput
from catalog.import_export import path_of
from catalog.models import Adventure, Card
from catalog.publishing.planning import references_of
from tests import factories
from tests.nonempty import nonempty

PLACED: dict[str, Any] = {
    "pieces": [{"number": 3, "what": "A stone", "card": "amulet"}],
    "questions": [
        {
            "question": "who-falls",
            "text": "Who falls first?",
            "readings": [{"reading": "upper", "text": "One."}, {"reading": "lower", "text": "The other."}],
        }
    ],
}


def changed(path: str, value: Any, **facts: Any) -> dict[str, Any]:
    """Return an adventure with another value at a pointer."""
    document: Any = factories.adventure(**copy.deepcopy(PLACED), **facts)
    place: Any = document
    *above, last = path.strip("/").split("/")
    for part in above:
        place = place[int(part)] if isinstance(place, list) else place[part]
    place[int(last) if isinstance(place, list) else last] = value
    return document


def test_an_adventure_is_a_document_of_every_game_and_no_card() -> None:
    adventure = factories.adventure(**PLACED)
    assert documents.faults_in(adventure) == []
    assert documents.document_type(adventure) == "adventure"
    assert all("adventure" not in kinds for kinds in nonempty(documents.card_kinds().values()))
    assert path_of(adventure).as_posix() == "attack-wing/adventures/over-the-hill.json"


@pytest.mark.parametrize(
    ("path", "value", "pointer", "code"),
    [
        ("/sides/1/side", "upper", "/sides/1/side", "repeated"),
        ("/outcomes/1/paragraph", "1", "/outcomes/1/paragraph", "repeated"),
        ("/outcomes/0/when/0/all/0/side", "middle", "/outcomes/0/when/0/all/0/side", "unknown-side"),
        ("/outcomes/0/when/0/all/0/after", ["middle"], "/outcomes/0/when/0/all/0/after/0", "unknown-side"),
        ("/outcomes/0/when/0/all/0/is", ["left"], "/outcomes/0/when/0/all/0/is/0", "not-allowed"),
        ("/outcomes/0/when/0/all/0/by", ["north"], "/outcomes/0/when/0/all/0/by/0", "not-allowed"),
        ("/outcomes/0/when/0/all/0/holds", [4], "/outcomes/0/when/0/all/0/holds/0", "not-allowed"),
        ("/sides/0/may_leave", [{"all": [{"side": "no"}]}], "/sides/0/may_leave/0/all/0/side", "unknown-side"),
        ("/sides/0/may_leave", [{"all": []}], "/sides/0/may_leave/0/all", "too-few"),
        ("/outcomes/0/earned/0/side", "middle", "/outcomes/0/earned/0/side", "unknown-side"),
        ("/outcomes/0/earned/0/only_held", True, "/outcomes/0/earned/0", "missing"),
        ("/outcomes/0/when/0/question", "who-falls", "/outcomes/0/when/0", "missing"),
        (
            "/outcomes/0/when/0",
            {"all": [{"side": "upper"}], "question": "who-falls", "reading": "nobody"},
            "/outcomes/0/when/0/reading",
            "unknown-reading",
        ),
        (
            "/claims",
            [{"side": "upper", "adventure": "over-the-hill", "cards": ["amulet"]}],
            "/claims/0/adventure",
            "own-slug",
        ),
    ],
)
def test_parts_of_an_adventure_mean_each_other_by_words_that_are_there(
    path: str, value: Any, pointer: str, code: str
) -> None:
    assert (pointer, code) in [(one.pointer, one.code) for one in documents.faults_in(changed(path, value))]


def test_without_sides_the_form_asks_to_name_them_first() -> None:
    words = [one.message for one in documents.faults_in(changed("/sides", [])) if one.code == "unknown-side"]
    assert words
    assert all("has no sides yet" in one for one in words)


def test_an_adventure_refers_to_cards_other_adventures_and_a_format() -> None:
    document = changed("/outcomes/0/earned/0/cards", ["amulet"], format="standard")
    document["sides"][0]["required_cards"] = ["dragon"]
    document["claims"] = [{"side": "upper", "adventure": "first", "cards": ["ring"]}]
    assert set(references_of(document)) == {
        ("/format", "format", "standard"),
        ("/sides/0/required_cards/0", "card", "dragon"),
        ("/pieces/0/card", "card", "amulet"),
        ("/claims/0/adventure", "adventure", "first"),
        ("/claims/0/cards/0", "card", "ring"),
        ("/outcomes/0/earned/0/cards/0", "card", "amulet"),
    }


@pytest.mark.django_db
def test_an_adventure_with_a_card_that_nobody_has_is_not_published_and_a_whole_one_is_a_record_of_its_own() -> None:
    with pytest.raises(InvalidInput, match="amulet"):
        factories.publish_frame(factories.adventure(**PLACED))
    factories.publish_frame(factories.upgrade(slug="amulet"), factories.adventure(**PLACED))
    assert Adventure.objects.get().slug == "over-the-hill"
    assert not Card.objects.filter(slug="over-the-hill").exists()
