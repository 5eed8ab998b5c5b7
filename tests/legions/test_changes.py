"""Changes in the builder: their effect on a document and their descriptions; the old document stays unchanged."""

import copy

import pytest

from catalog.documents.errors import InvalidInput
from legions.changes import basic
from legions.changes.upgrade_moves import MoveUpgrade
from tests.factories import legion_document as legion


def title(slug):
    return slug.replace("-", " ").title()


BARE = {"card": "giant"}
THREE = {"card": "giant", "count": 3}
ARMED = {"card": "giant", "upgrades": ["club", "net"]}

MADE = [
    # the document before, the change, the document after, the description, the place to focus
    (legion(), basic.AddCreature("giant"), legion(BARE), "Giant added.", "/picks/0"),
    (
        legion(BARE),
        basic.AddCreature("ogre", ("club",)),
        legion(BARE, {"card": "ogre", "upgrades": ["club"]}),
        "Ogre with Club added.",
        "/picks/1",
    ),
    (legion(BARE, ARMED), basic.RemoveCreature(0), legion(ARMED), "Giant removed.", ""),
    (legion(ARMED, BARE), basic.CopyCreature(0), legion(ARMED, ARMED, BARE), "Giant copied.", "/picks/1"),
    (legion(THREE), basic.CopyCreature(0), legion(THREE, BARE), "Giant copied.", "/picks/1"),
    (legion(BARE), basic.SetCount(0, 3), legion(THREE), "Giant: 3 of them.", None),
    (legion(THREE), basic.SetCount(0, 1), legion(BARE), "Giant: 1 of them.", None),
    (legion(BARE), basic.SetSoldiers(0, 4), legion({**BARE, "soldiers": 4}), "Giant: 4 soldiers.", None),
    (legion({**BARE, "soldiers": 4}), basic.SetSoldiers(0, 1), legion(BARE), "Giant: 1 soldier.", None),
    (
        legion(BARE),
        basic.AddUpgrade(0, "club"),
        legion({**BARE, "upgrades": ["club"]}),
        "Club added to Giant.",
        "/picks/0",
    ),
    (
        legion(THREE),
        basic.AddUpgrade(0, "club"),
        legion({**BARE, "upgrades": ["club"]}, {"card": "giant", "count": 2}),
        "Club added to Giant.",
        "/picks/0",
    ),
    (
        legion({"card": "giant", "count": 2}),
        basic.AddUpgrade(0, "club"),
        legion({**BARE, "upgrades": ["club"]}, BARE),
        "Club added to Giant.",
        "/picks/0",
    ),
    (
        legion(ARMED),
        basic.RemoveUpgrade(0, 0),
        legion({**BARE, "upgrades": ["net"]}),
        "Club taken from Giant.",
        "/picks/0",
    ),
    (
        legion({**BARE, "upgrades": ["net"]}),
        basic.RemoveUpgrade(0, 0),
        legion(BARE),
        "Net taken from Giant.",
        "/picks/0",
    ),
    (legion(), basic.SetLimits(None, 200), legion(points=200), "Limit set to 200 points.", None),
    (legion(points=200), basic.SetLimits(None, None), legion(), "The format's own limit.", None),
    (
        legion(points=200),
        basic.SetLimits("open", 60),
        legion(points=60, format="open"),
        "Format changed. Limit set to 60 points.",
        None,
    ),
    (legion(), basic.Rename("Embers"), legion(name="Embers"), "Renamed to Embers.", None),
    (legion(name="Embers"), basic.Rename(""), legion(), "Name removed.", None),
    (legion(), basic.SetNotes("Hold the hill."), legion(notes="Hold the hill."), "Notes changed.", None),
    (legion(notes="Hold the hill."), basic.SetNotes(""), legion(), "Notes removed.", None),
    (legion(release=1), basic.UseRelease(4), legion(release=4), "Now judged by release 4.", None),
    (
        legion(BARE),
        basic.ReplaceDocument(legion(ARMED, name="Embers")),
        legion(ARMED, name="Embers"),
        "Embers loaded.",
        "",
    ),
    (legion(BARE), basic.ReplaceDocument(legion(ARMED)), legion(ARMED), "List loaded.", ""),
]


@pytest.mark.one_variant
@pytest.mark.django_db
@pytest.mark.parametrize(("before", "change", "after", "message", "focus_pointer"), MADE)
def test_a_change_has_its_effect_and_no_other(before, change, after, message, focus_pointer) -> None:
    untouched = copy.deepcopy(before)
    assert change.apply(before) == after
    assert change.words(before, title) == message
    assert change.focus_pointer(before) == focus_pointer
    assert before == untouched


@pytest.mark.parametrize(
    "change",
    [
        basic.RemoveCreature(1),
        basic.CopyCreature(1),
        basic.SetCount(1, 2),
        basic.SetSoldiers(1, 2),
        basic.AddUpgrade(1, "club"),
        basic.RemoveUpgrade(0, 0),
        basic.RemoveUpgrade(1, 0),
    ],
)
def test_a_change_of_a_place_that_is_not_there_is_refused(change) -> None:
    with pytest.raises(InvalidInput) as caught:
        change.apply(legion(BARE))
    assert caught.value.faults[0].code == "no-such-place"


def test_a_list_of_another_game_is_not_laid_out_on_this_table() -> None:
    with pytest.raises(InvalidInput, match="This table is for"):
        basic.ReplaceDocument({"game": "another-game", "picks": []}).apply(legion())


def test_a_list_that_was_laid_out_is_a_copy_of_the_ready_one() -> None:
    ready = legion(ARMED)
    basic.ReplaceDocument(ready).apply(legion())["picks"][0]["upgrades"].append("rope")
    assert ready == legion(ARMED)


def test_an_upgrade_is_moved_from_one_creature_to_another() -> None:
    document = {
        "game": "attack-wing",
        "picks": [{"card": "giant", "upgrades": ["club", "axe"]}, {"card": "ogre", "count": 3}],
    }
    change = MoveUpgrade(0, 0, 1)
    picks = change.apply(document)["picks"]
    assert picks == [
        {"card": "giant", "upgrades": ["axe"]},
        {"card": "ogre", "upgrades": ["club"]},
        {"card": "ogre", "count": 2},
    ]
    assert change.words(document, str.capitalize) == "Club moved from Giant to Ogre."


@pytest.mark.parametrize("places", [(7, 0, 1), (0, 7, 1), (0, 0, 7)])
def test_an_upgrade_is_not_moved_between_places_that_are_not_there(places) -> None:
    document = {"game": "attack-wing", "picks": [{"card": "giant", "upgrades": ["club"]}, {"card": "ogre"}]}
    with pytest.raises(InvalidInput):
        MoveUpgrade(*places).apply(document)
