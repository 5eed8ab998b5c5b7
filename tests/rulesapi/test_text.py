"""The text form of a legion: read as players write it, written so that it comes back, told where it is not sure."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog import guard
from rulesapi import text
from rulesapi.engine.ruleset import Library
from rulesapi.text import read, write
from tests import factories
from tests.engine import cases
from tests.engine.making import Maker, chances, many, validator

CARDS = (
    factories.creature(slug="maur", name="Maur the Ashen", cost=60),
    factories.creature(slug="wight", name="Wight", troop=True, costs={"2": 11}),
    factories.creature(slug="bjorn", name="Björn’s Élan"),
    factories.creature(slug="twin-blue", name="Twin"),
    factories.creature(slug="twin-red", name="Twin"),
    factories.creature(slug="elm", name="Elm"),
    factories.creature(slug="elm-old", name="Elm (old)"),
    factories.creature(slug="nameless-drake", name=None, **{"class": "Drake"}),
    factories.upgrade(slug="firebolt", name="Firebolt"),
    factories.upgrade(slug="rock-plus", name="Rock + Roll"),
    factories.upgrade(slug="wight-upgrade", name="Wight"),
    factories.upgrade(slug="total-5", name="Total: 5"),
    factories.upgrade(slug="hash", name="# Hash"),
)


LIBRARY = Library.build(release=1, game=factories.game(), cards=CARDS, formats=[factories.standard()])


@pytest.fixture
def library() -> Library:
    return LIBRARY


def picks(library: Library, text: str) -> list[Any]:
    return read(library, text)[0]["picks"]


# -- what players write ----------------------------------------------------------------------------------------------


def test_a_pasted_list_is_read(library: Library) -> None:
    text = "\ufeffMy list (Standard, 100 pts)\n---\n• 2x WIGHT (3 soldiers) [22]\n- maur the ashen (60)\n"
    legion, report = read(library, f"{text}   + Firebolt [3 pts]\n\tFirebolt\nTotal: 85 points\n")
    assert legion == {
        "game": "attack-wing",
        "name": "My list",
        "format": "standard",
        "points": 100,
        "picks": [
            {"card": "wight", "count": 2, "soldiers": 3},
            {"card": "maur", "upgrades": ["firebolt", "firebolt"]},
        ],
    }
    assert [(row.line, row.outcome, row.at) for row in report] == [
        (3, "mapped", "/picks/0"),
        (4, "mapped", "/picks/1"),
        (5, "mapped", "/picks/1/upgrades/0"),
        (6, "mapped", "/picks/1/upgrades/1"),
    ]


@pytest.mark.parametrize("name", ["bjorn's elan", "BJÖRN'S ÉLAN", "Bjorns  Elan", "Bjo\u0308rn`s E\u0301lan", "bjorn"])
def test_accents_case_and_apostrophes_do_not_count(library: Library, name: str) -> None:
    assert picks(library, name) == [{"card": "bjorn"}]


@pytest.mark.parametrize(
    ("text", "carried"),
    [
        ("Maur the Ashen + Firebolt + Rock + Roll", ["firebolt"]),
        ("Maur the Ashen\n+ Rock + Roll\n+Firebolt", ["rock-plus", "firebolt"]),
        ("Maur the Ashen\nFirebolt", ["firebolt"]),
        ("Maur the Ashen\n  2x Firebolt", ["firebolt", "firebolt"]),
        ("Maur the Ashen\n  Firebolt x2", ["firebolt", "firebolt"]),
        ("    Maur the Ashen\n    + Wight", ["wight-upgrade"]),
        ("Maur the Ashen\n# a remark\n\n+ [wight]", ["wight"]),
    ],
)
def test_upgrades_are_carried_by_the_creature_above(library: Library, text: str, carried: list[str]) -> None:
    assert picks(library, text)[0]["upgrades"][: len(carried)] == carried


def test_copies_that_carry_something_are_picks_of_their_own(library: Library) -> None:
    legion, report = read(library, "2x Maur the Ashen\n  + Firebolt")
    assert legion["picks"] == [{"card": "maur", "upgrades": ["firebolt"]}] * 2
    assert report[1].message == "Each of the 2 carries it."


def test_brackets_that_belong_to_a_name_are_no_brackets(library: Library) -> None:
    assert picks(library, "Elm (old) (20)\nElm (20)\nElm [elm-old]") == [
        {"card": "elm-old"},
        {"card": "elm"},
        {"card": "elm-old"},
    ]


# -- the report ------------------------------------------------------------------------------------------------------


def test_a_misspelt_name_is_guessed_and_told_with_its_likeness(library: Library) -> None:
    legion, (row,) = read(library, "# \nMaur the Ashem (60)")
    assert legion["picks"] == [{"card": "maur"}]
    assert (row.outcome, row.card, row.likeness, row.message) == ("guessed", "maur", 93, "Read as Maur the Ashen.")


def test_a_name_of_two_cards_is_told_and_a_slug_decides(library: Library) -> None:
    legion, (twin, other) = read(library, "Twin\nTwin [twin-red]")
    assert legion["picks"] == [{"card": "twin-blue"}, {"card": "twin-red"}]
    assert twin.outcome == "guessed"
    assert "2 cards have this name: twin-blue and twin-red." in twin.message
    assert "[twin-red]" in twin.message
    assert (other.outcome, other.message) == ("mapped", "")


def test_an_unknown_name_stays_in_the_legion_by_a_slug(library: Library) -> None:
    legion, (row,) = read(library, "# x\nQuagmire’s Bride")
    assert legion["picks"] == [{"card": "quagmires-bride"}]
    assert (row.outcome, row.at) == ("unknown", "/picks/0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# x\n+ Firebolt", "There is no creature above that could carry it."),
        ("Elm\n+ Firebolt (3 soldiers)", "Only a creature has soldiers."),
        ("0x Elm", "Numbers go from 1 to 500."),
        ("Elm (501 soldiers)", "Numbers go from 1 to 500."),
        ("500x Elm\n+ Firebolt", "A text holds at most 400 cards."),
        ("# x\nשלום", "No card has this name."),
        ("# x (120 points, blue)", "The title says this, and it is nothing that a legion has."),
        ("# x\n" + "e" * 301, "A line of more than 300 characters says no card."),
        ("Elm\n" * 401, "Nothing is read beyond 400 lines or 200,000 characters."),
        ("Elm\n" + "e" * 200_000, "Nothing is read beyond 400 lines or 200,000 characters."),
    ],
)
def test_what_is_left_out_is_told(library: Library, text: str, message: str) -> None:
    _, report = read(library, text)
    assert [row.message for row in report if row.outcome == "dropped"] == [message]


def test_a_bracket_that_says_nothing_is_told(library: Library) -> None:
    _, (row,) = read(library, "Elm (painted) [blue]")
    assert (row.outcome, row.card, row.message) == ("mapped", "elm", "(painted) and [blue] were not read.")


def test_the_example_of_the_manual_says_what_is_printed_there() -> None:
    root = Path(__file__).parents[2]
    documents = [json.loads(path.read_text("utf-8")) for path in (root / "fixtures" / "attack-wing").rglob("*.json")]
    of_kind = {kind: [one for one in documents if one["kind"] == kind] for kind in ("game", "format")}
    library = Library.build(release=1, game=of_kind["game"][0], cards=documents, formats=of_kind["format"])
    manual = (root / "docs" / "text-form.md").read_text("utf-8")
    example = manual.split("```")[1].lstrip()
    legion, report = read(library, example)
    assert {row.outcome for row in report} == {"mapped"}
    assert write(library, legion) == example
    assert example.replace("\n", "\n    ").strip() in (text.__doc__ or "")


# -- there and back --------------------------------------------------------------------------------------------------


def test_what_decides_stands_in_the_title(library: Library) -> None:
    legion = {
        "game": "attack-wing",
        "name": "Ash (60 points)",
        "format": "no-such-format",
        "points": 200,
        "release": 1,
        "on": "2026-02-03",
        "house_rules": ["open-doors"],
        "picks": [],
    }
    title = "# Ash (60 points) (format no-such-format, 200 points, release 1, on 2026-02-03, house rule open-doors)\n"
    assert write(library, legion) == title
    assert read(library, title) == (legion, [])


def test_a_card_that_its_name_does_not_single_out_is_written_with_its_slug(library: Library) -> None:
    carried = ["rock-plus", "total-5", "hash", "wight-upgrade", "wight", "twin-red", "no-such"]
    legion = factories.legion_document({"card": "twin-red", "upgrades": carried}, {"card": "nameless-drake"})
    text = write(library, legion)
    assert text.splitlines() == [
        "#",
        "Twin [twin-red]",
        "  + Rock + Roll",
        "  + [total-5]",
        "  + [hash]",
        "  + Wight",
        "  + Wight [wight]",
        "  + Twin [twin-red]",
        "  + [no-such]",
        "Drake",
    ]
    assert read(library, text)[0] == legion


def test_a_team_is_not_written(library: Library) -> None:
    with pytest.raises(ValueError, match="one by one"):
        write(library, {"game": "attack-wing", "team": [{"game": "attack-wing", "picks": []}]})


@pytest.mark.parametrize(
    "legion",
    [case["legion"] for game, _, case in cases.cases() if game == "attack-wing" and "picks" in case["legion"]],
    ids=repr,
)
def test_every_legion_of_the_cases_comes_back_from_its_text(legion: Any) -> None:
    comes_back(cases.library("attack-wing"), legion)


@many
@given(chances, st.text(max_size=120))
def test_any_legion_comes_back_from_its_text(chance: Any, name: str) -> None:
    maker = Maker(chance)
    shelf = maker.shelf()
    library = Library.build(release=1, game=factories.game(), cards=shelf, formats=[factories.standard()])
    legion = maker.legion(shelf) | {"name": guard.tidy(name)}
    comes_back(library, legion)


def comes_back(library: Library, legion: Any) -> None:
    text = write(library, legion)
    again, report = read(library, text)
    assert write(library, again) == text
    assert again["picks"] == [plain(pick) for pick in legion["picks"]]
    assert {row.outcome for row in report} <= {"mapped", "unknown"}


def plain(pick: dict[str, Any]) -> dict[str, Any]:
    """A pick without what is said by leaving it out."""
    said_anyway = {"count": 1, "soldiers": 1, "upgrades": []}
    return {field: value for field, value in pick.items() if value != said_anyway.get(field)}


# -- hostile texts ---------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "+",
        " + ",
        "\n",
        "\n  ",
        "(",
        ")",
        "[",
        "]",
        "2x ",
        "x9",
        "999999999x ",
        "#",
        "points",
        "(3 soldiers)",
        "Elm",
        "Twin",
    ]
)


@many
@given(st.lists(PIECES | st.text(max_size=8), max_size=60).map("".join))
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    library = LIBRARY
    legion, report = read(library, text)
    validator("legion.schema.json").validate(legion)
    guard.check(legion)
    assert write(library, read(library, write(library, legion))[0]) == write(library, legion)
    for row in report:
        assert (row.outcome == "dropped") == (row.at is None)
        assert (row.outcome == "guessed") == (row.likeness is not None)


@pytest.mark.parametrize(
    "text",
    [
        "Zorg of the Bog\n" * 100_000,
        "()" * 100_000,
        "\0" * 100_000,
        "+ " * 100_000,
        "Elm + " * 40_000,
        "\u202eabc\n+ \u05d0\u05d1\n" * 10_000,
        "\ud800\udfff\n" * 1000,
        ("(" * 299 + "\n") * 400,
        ("[a]" * 99 + "\n") * 400,
        ("a + " * 74 + "\n") * 400,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_a_text_that_is_far_too_much_is_bounded(library: Library, text: str) -> None:
    legion, report = read(library, text)
    guard.check(legion)
    assert len(legion["picks"]) <= 400
    assert len(report) <= 400 * 75
