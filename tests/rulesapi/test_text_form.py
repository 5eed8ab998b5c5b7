"""The text form of a legion: reading as players write it, lossless writing, and reports of doubtful lines."""

import json
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.documents import json_input
from rulesapi import text_form
from rulesapi.engine.core.evaluation import judge, read_terms
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import GAME_FIELDS, GAME_PICK_FIELDS
from rulesapi.engine.values.model import PickableCard
from rulesapi.text_form import ReportRow, parse_text, write_text
from tests import factories
from tests.engine import conformance_cases, published_libraries
from tests.engine.generators import DocumentGenerator, chances, more_examples, validator
from tests.engine.test_own_facts import own_facts_for
from tests.nonempty import nonempty
from tests.sampling import CASES_TRIED

ROOT = Path(__file__).parents[2]

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


def read(library: Library, text: str) -> tuple[dict[str, Any], list[ReportRow]]:
    """Return the legion of a text, and the report rows about cards or unread text."""
    legion, report = parse_text(library, text)
    return legion, [row for row in report if row.card or row.outcome != "mapped"]


def picks(library: Library, text: str) -> list[Any]:
    return read(library, text)[0]["picks"]


# -- lists of players ------------------------------------------------------------------------------------------------


def test_a_pasted_list_is_read(library: Library) -> None:
    text = "\ufeffMy list (Standard, 100 pts)\n---\n• 2x WIGHT (2 soldiers) [22]\n- maur the ashen (60)\n"
    legion, report = parse_text(library, f"{text}   + Firebolt [3 pts]\n\tFirebolt\nTotal: 85 points\n")
    assert legion == {
        "game": "attack-wing",
        "name": "My list",
        "format": "standard",
        "points": 100,
        "picks": [
            {"card": "wight", "count": 2, "soldiers": 2},
            {"card": "maur", "upgrades": ["firebolt", "firebolt"]},
        ],
    }
    assert [(row.line, row.outcome, row.at) for row in report] == [
        (1, "mapped", "/name"),
        (2, "mapped", ""),
        (3, "mapped", "/picks/0"),
        (4, "mapped", "/picks/1"),
        (5, "mapped", "/picks/1/upgrades/0"),
        (6, "mapped", "/picks/1/upgrades/1"),
        (7, "mapped", ""),
    ]


@pytest.mark.parametrize("line", ["2 Wight", "2x Wight", "2 x Wight", "x2 Wight", "Wight x2"])
def test_a_count_is_read_however_people_write_it(library: Library, line: str) -> None:
    legion, report = read(library, f"# A list\n{line}")
    assert legion["picks"] == [{"card": "wight", "count": 2}]
    assert [row.outcome for row in report] == ["mapped"]


def test_a_number_that_begins_a_name_is_no_count() -> None:
    cards = [factories.creature(slug="brothers", name="Brothers"), factories.creature(slug="3-b", name="3 Brothers")]
    by = Library.build(release=1, game=factories.game(), cards=cards, formats=[factories.standard()])
    assert picks(by, "A list\n3 Brothers\n2x 3 Brothers") == [{"card": "3-b"}, {"card": "3-b", "count": 2}]


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


def test_a_misspelled_name_is_guessed_and_reported_with_its_likeness(library: Library) -> None:
    legion, (row,) = read(library, "# \nMaur the Ashem (60)")
    assert legion["picks"] == [{"card": "maur"}]
    assert (row.outcome, row.card, row.likeness, row.message) == ("guessed", "maur", 93, "Read as Maur the Ashen.")


def test_a_name_of_two_cards_is_reported_and_a_slug_decides(library: Library) -> None:
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
        ("# x\n" + "e" * 601, "A line of more than 600 characters is not read."),
        ("Elm\n" * 401, "Nothing is read beyond 400 lines or 200,000 characters."),
        ("Elm\n" + "e" * 200_000, "Nothing is read beyond 400 lines or 200,000 characters."),
    ],
)
def test_dropped_text_is_reported(library: Library, text: str, message: str) -> None:
    _, report = read(library, text)
    assert [row.message for row in report if row.outcome == "dropped"] == [message]


def test_a_bracket_without_meaning_is_reported(library: Library) -> None:
    _, (row,) = read(library, "Elm (painted) [blue]")
    assert (row.outcome, row.card, row.message) == ("mapped", "elm", "(painted) and [blue] were not read.")


@pytest.mark.parametrize(("game", "place"), [("attack-wing", 1), ("dnd-miniatures-2003", 5)])
def test_the_examples_of_the_manual_say_what_is_printed_there(game: str, place: int) -> None:
    library = fixtures(game)
    manual = (ROOT / "docs" / "text-form.md").read_text("utf-8")
    example = manual.split("```")[place].lstrip()
    legion, report = read(library, example)
    assert {row.outcome for row in report} == {"mapped"}
    assert write_text(library, legion) == example
    assert example.replace("\n", "\n    ").strip() in (text_form.__doc__ or "")


# -- fields of some games --------------------------------------------------------------------------------------------

OLD, COMMAND, NEW = "dnd-miniatures-2003", "dungeon-command", "dnd-miniatures-2008"


@cache
def fixtures(game: str) -> Library:
    documents = [json.loads(path.read_text("utf-8")) for path in (ROOT / "fixtures" / game).rglob("*.json")]
    of_kind = {kind: [one for one in documents if one["kind"] == kind] for kind in ("game", "format", "set")}
    cards = [one for one in documents if one["kind"] not in of_kind]
    return Library.build(release=1, game=of_kind["game"][0], cards=cards, formats=of_kind["format"])


EXTRA_FIELD_TEXTS = [
    (
        OLD,
        """\
        # Over the ice (parliament-skirmish, 200 points)
        faction: Chaotic Evil
        - Terrain tiles: 2x Black Ice
        Tile: pressure ridge
        Opened: 3x Breaker with a Maul
        Opened: wolf-caller-skadd
        Wolf-Caller Skadd (commander)
        2x Winter Wolf of the Lobby (minions of wolf caller skadd)
        Breaker with a Maul x8 (formed unit Left Wing)
        Ulla Splitbeam (attached to the unit left wing)
        Rime Clerk (summoned by Justice Hoar)
        """,
        {
            "name": "Over the ice",
            "format": "parliament-skirmish",
            "points": 200,
            "faction": "chaotic-evil",
            "tiles": ["black-ice", "black-ice", "pressure-ridge"],
            "pool": {"breaker-with-a-maul": 3, "wolf-caller-skadd": 1},
            "picks": [
                {"card": "wolf-caller-skadd"},
                {"card": "winter-wolf-of-the-lobby", "count": 2, "minion_of": "wolf-caller-skadd"},
                {"card": "breaker-with-a-maul", "count": 8, "unit": "left-wing", "formed": True},
                {"card": "ulla-splitbeam", "attached_to": "left-wing"},
                {"card": "rime-clerk", "summoned_by": "justice-hoar"},
            ],
        },
    ),
    (
        NEW,
        "Faction: Wild\nMap: the treeline in spring\nPool: none\nRootling\n",
        {"faction": "wild", "map": "the-treeline-in-spring", "pool": {}, "picks": [{"card": "rootling"}]},
    ),
    (
        COMMAND,
        "# Tiles: mine\nTile: Heart of Cormyr small tile 1\nTreasure: 1 token, 2 chests of 3, 1 chest of 1\n"
        "Against: 2, 3\nElf Archer\n",
        {
            "name": "Tiles: mine",
            "tiles": ["heart-of-cormyr-small-tile-1"],
            "treasure": {"chests": [1, 3, 3], "tokens": 1},
            "against": [2, 3],
            "picks": [{"card": "elf-archer"}],
        },
    ),
]


@pytest.mark.parametrize(("game", "text", "fields"), EXTRA_FIELD_TEXTS, ids=[game for game, _, _ in EXTRA_FIELD_TEXTS])
def test_fields_of_some_games_are_read_as_players_write_them(game: str, text: str, fields: dict[str, Any]) -> None:
    legion, report = parse_text(fixtures(game), dedent(text))
    assert legion == {"game": game, **fields}
    assert {row.outcome for row in report} == {"mapped"}
    assert all(row.at is not None for row in nonempty(report))
    comes_back(fixtures(game), legion)


def test_each_thing_that_only_some_games_have_is_written_in_its_words() -> None:
    legion = {"game": OLD, **EXTRA_FIELD_TEXTS[0][2]}
    assert write_text(fixtures(OLD), legion) == dedent(
        """\
        # Over the ice (parliament-skirmish, 200 points)
        Faction: chaotic evil
        Tile: 2x Black Ice
        Tile: Pressure Ridge
        Opened: 3x Breaker with a Maul
        Opened: Wolf-Caller Skadd
        Wolf-Caller Skadd
        2x Winter Wolf of the Lobby (minion of Wolf-Caller Skadd)
        8x Breaker with a Maul (formed unit left-wing)
        Ulla Splitbeam (attached to left-wing)
        Rime Clerk (summoned by Justice Hoar)
        """
    )


@pytest.mark.parametrize(
    ("game", "line", "outcome", "message"),
    [
        (OLD, "Map: Black Ice", "dropped", "Lists of this game have no such thing."),
        (OLD, "Faction: !!!", "dropped", "No faction is named here."),
        (OLD, "Tile: 101x Black Ice", "dropped", "A list has from 1 to 100 tiles."),
        (OLD, "Tile: Black Ise", "guessed", "Read as Black Ice."),
        (OLD, "Tile: Pond of Plenty", "unknown", "It is in the list as pond-of-plenty."),
        (OLD, "Tile: Black Ice (3 soldiers)", "dropped", "Only a creature of the list"),
        (OLD, "Opened: 1001x Rime Clerk", "dropped", "A pool has at most 500 figures, each at most 1,000 times."),
        (OLD, "Rime Clerk (minion of Nobody)", "unknown", "No card is called Nobody. It is in the list as nobody."),
        (OLD, "Rime Clerk [minion of no-body]", "unknown", "No card has the slug no-body."),
        (OLD, "Rime Clerk (unit a) (unit b)", "mapped", "(unit b) was not read."),
        (OLD, "Rime Clerk (unit !)", "mapped", "(unit !) was not read."),
        (NEW, "Rootling (unit left)", "mapped", "(unit left) was not read."),
        (NEW, "Map: Sheepwash Ford\nMap: Sheepwash Ford", "dropped", "A list has one map."),
        (NEW, "Map: 2x Sheepwash Ford", "dropped", "A list has one map."),
        (NEW, "Faction: wild\nFaction: wild", "dropped", "This is there already."),
        (COMMAND, "Treasure: two chests", "dropped", "Treasure is written as: 2 chests of 1, 1 chest of 3, 5 tokens."),
        (COMMAND, "Treasure: 501 chests of 1", "dropped", "There are at most 500 chests and 10,000 tokens."),
        (COMMAND, "Treasure: 10001 tokens", "dropped", "There are at most 500 chests and 10,000 tokens."),
        (COMMAND, "Against: 0", "dropped", "The players of each other team are written as: 2, 3."),
        ("attack-wing", "Faction: wild", "dropped", "Lists of this game have no such thing."),
    ],
)
def test_unclear_parts_are_reported(game: str, line: str, outcome: str, message: str) -> None:
    legion, report = parse_text(fixtures(game), f"# x\n{line}\n")
    assert report[-1].outcome == outcome
    assert message in report[-1].message
    validator("legion.schema.json").validate(legion)
    assert write_text(fixtures(game), parse_text(fixtures(game), write_text(fixtures(game), legion))[0]) == write_text(
        fixtures(game), legion
    )


# -- round trips -----------------------------------------------------------------------------------------------------


def test_the_title_has_the_settings_that_decide(library: Library) -> None:
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
    assert write_text(library, legion) == title
    again, (title_row, *rows) = parse_text(library, title)
    assert again == legion
    assert (title_row.outcome, title_row.at) == ("mapped", "/name")
    assert [(row.text, row.outcome) for row in rows] == [
        ("format no-such-format", "unknown"),
        ("house rule open-doors", "unknown"),
        ("(60 points)", "guessed"),
    ]


def test_a_card_that_its_name_does_not_single_out_is_written_with_its_slug(library: Library) -> None:
    carried = ["rock-plus", "total-5", "hash", "wight-upgrade", "wight", "twin-red", "no-such"]
    legion = factories.legion_document({"card": "twin-red", "upgrades": carried}, {"card": "nameless-drake"})
    text = write_text(library, legion)
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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("= Maur the Ashen: cost", "Own numbers are written as: = Name of the card: fact value, fact value."),
        ("= Twin: cost 3", "No card has this name."),
        ("= Nobody: cost 3", "No card has this name."),
        ("= Maur the Ashen: cost many", "“cost many” is not a fact with a value."),
        ("= Maur the Ashen: cost 1e999", "“cost 1e999” is not a fact with a value."),
        ("= Maur the Ashen: cost NaN", "“cost NaN” is not a fact with a value."),
        ("= Maur the Ashen: cost 9007199254740993", "is not a fact with a value."),
        ("= Maur the Ashen: cost " + "[" * 4_000, "is not a fact with a value."),
        ("= Maur the Ashen: keywords [1], cost 3 level 4", "“cost 3 level 4” is not a fact with a value."),
        ("= Maur the Ashen: slug \"x\"", "slug: This is not printed on cards"),
        ("= [maur]: wings 2", "There is no field “wings” here."),
        ("= [maur]: cost " + "1" * 6_000, "at most 5,000 characters"),
    ],
)  # fmt: skip
def test_an_invalid_own_number_is_reported_and_the_rest_is_read(library: Library, line: str, message: str) -> None:
    legion, report = read(library, f"# x\nElm\n{line}\n= Elm: level 3\n")
    (dropped,) = [row for row in report if row.outcome == "dropped"]
    assert message in dropped.message
    assert legion["facts"] == {"elm": {"level": 3}}


def test_own_numbers_of_one_card_may_be_in_two_lines(library: Library) -> None:
    legion, _ = read(library, '# x\nElm\n= elm: level 3, cost 4\n= [elm]: cost 5, keywords ["tree"]\n=====\n')
    assert legion["facts"] == {"elm": {"level": 3, "cost": 5, "keywords": ["tree"]}}
    assert write_text(library, legion) == '# \nElm\n= Elm: level 3, cost 5, keywords ["tree"]\n'.replace("# ", "# x")


def test_too_many_own_numbers_are_reported(library: Library) -> None:
    lines = [f"= [card-{number}]: cost 1, level 2" for number in range(150)]
    legion, report = read(library, "\n".join(["# x", *lines]))
    assert len(legion["facts"]) == 100
    assert "at most 200 own numbers" in report[-1].message


def test_a_team_is_not_written(library: Library) -> None:
    with pytest.raises(ValueError, match="one by one"):
        write_text(library, {"game": "attack-wing", "team": [{"game": "attack-wing", "picks": []}]})


# -- costs after names -------------------------------------------------------------------------------------------------

UNPRICED = (
    *CARDS,
    factories.creature(slug="balagos", name="Balagos", cost=None),
    factories.creature(slug="golem-42", name="Golem 42", cost=None),
    factories.creature(slug="band", name="Band", cost=None, troop=True, costs={"2": None}),
    factories.upgrade(slug="scale", name="Scale", cost=None),
)
PRICES = Library.build(release=1, game=factories.game(), cards=UNPRICED, formats=[factories.standard()])


@pytest.mark.parametrize(
    "line",
    [
        "Balagos 42 points",
        "Balagos (42 pts)",
        "Balagos [42 pts]",
        "Balagos: 42 Punkte",
        "Balagos - 42 points",
        "Balagos, 42pts.",
        "1x Balagos +42p",
        "42 pts Balagos",
        "(42 points) Balagos",
        "[balagos] 42 pts",
        "Balagos [balagos] (42 points)",
        "Balagoss 42 points",
    ],
)
def test_a_number_next_to_a_name_is_its_cost_if_the_catalog_has_none(line: str) -> None:
    legion, report = read(PRICES, f"# A list\n{line}")
    assert legion["picks"] == [{"card": "balagos"}]
    assert legion["facts"] == {"balagos": {"cost": 42}}
    assert "42 is taken from this line" in report[0].message


@pytest.mark.parametrize(
    "line",
    [
        *("Balagos 42", "Balagos (42)", "Balagos: 42", "Balagos - 42", "1x Balagos +42", "[balagos] 42", "Balagos #42"),
        *("Balagos (HRB) 42", "Balagos42", "Balagos [balagos] (42)", "Balagos (-42)", "Balagos (42/3)"),
    ],
)
def test_an_ambiguous_number_is_not_read_and_reported(line: str) -> None:
    legion, (row,) = read(PRICES, f"# A list\n{line}")
    assert legion["picks"] == [{"card": "balagos"}] and "facts" not in legion
    assert (row.outcome, row.likeness) == ("guessed", 100)
    assert "42" in row.message and "not read" in row.message and "“2x”" in row.message and "“60 points”" in row.message


@pytest.mark.parametrize(
    "line", ["Maur the Ashen 60", "Maur the Ashen (60)", "2x Maur the Ashen 120", "2 Maur the Ashen (60)"]
)
def test_a_cost_that_the_catalog_has_as_well_is_not_worth_telling(line: str) -> None:
    legion, report = read(PRICES, f"# A list\n{line}")
    assert legion["picks"][0]["card"] == "maur" and "facts" not in legion
    assert [(row.outcome, row.message) for row in report] == [("mapped", "")]


@pytest.mark.parametrize("line", ["Maur the Ashen 58 points", "Maur the Ashen [58 pts]", "2x Maur the Ashen 58 pts"])
def test_a_different_cost_is_reported_and_overrides_nothing(line: str) -> None:
    legion, report = read(PRICES, f"# A list\n{line}")
    assert "facts" not in legion
    assert report[0].outcome == "mapped"
    assert report[0].message == "It costs 58 here, but 60 in the catalog. The catalog counts."


def test_upgrades_have_their_costs_too_in_one_line_or_below() -> None:
    legion, _ = read(PRICES, "# A list\nBalagos 42 pts + Scale 5 pts\n")
    assert legion["picks"] == [{"card": "balagos", "upgrades": ["scale"]}]
    assert legion["facts"] == {"balagos": {"cost": 42}, "scale": {"cost": 5}}
    assert read(PRICES, "# A list\nBalagos\n  + Scale (5 points)\n")[0]["facts"] == {"scale": {"cost": 5}}


def test_a_number_breaks_no_name_and_no_count() -> None:
    text = "# A list\nGolem 42\nGolem 42 (17 pts)\n3x Maur the Ashen\nMaur the Ashen x3\n[golem-42] 17 pts\n"
    legion, _ = read(PRICES, text)
    assert [(pick["card"], pick.get("count", 1)) for pick in legion["picks"]] == [
        ("golem-42", 1),
        ("golem-42", 1),
        ("maur", 3),
        ("maur", 3),
        ("golem-42", 1),
    ]
    assert legion["facts"] == {"golem-42": {"cost": 17}}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2x Balagos 42 pts", "write it for one"),
        ("Balagos (999999999 points)", "It cannot cost"),
        ("Band (2 soldiers) 42 points", ""),
        ("Band (2 soldiers) 42", "“42” was not read"),
        ("Balagos (-42)", "“(-42)” was not read"),
    ],
)
def test_ambiguous_text_is_not_read(line: str, message: str) -> None:
    legion, report = read(PRICES, f"# A list\n{line}")
    assert "facts" not in legion
    assert message in report[0].message and bool(message) == bool(report[0].message)


def test_of_two_costs_the_first_counts_and_a_line_of_own_numbers_before_both() -> None:
    legion, report = read(PRICES, "# A list\nBalagos 42 pts\nBalagos 43 pts\n")
    assert legion["facts"] == {"balagos": {"cost": 42}}
    assert "Above it costs 42" in report[1].message
    legion, _ = read(PRICES, "# A list\nBalagos 42 pts\n= Balagos: cost 44, level 3\n")
    assert legion["facts"] == {"balagos": {"cost": 44, "level": 3}}


def test_a_game_without_costs_reads_no_number_as_one() -> None:
    library = conformance_cases.library("dungeon-command")
    slug, card = next(
        (slug, card) for slug, card in library.cards.items() if "cost" not in library.documents[card.slug]
    )
    legion, report = read(library, f"# A list\n{card.title} (3)\n")
    assert "facts" not in legion and "the cost" not in report[0].message, slug


@pytest.mark.sampled
@more_examples
@given(chances, st.sampled_from([" ({})", " [{} pts]", " {}", " - {} points"]))
def test_a_list_with_costs_next_to_the_names_has_the_same_digest(chance: Any, form: str) -> None:
    maker = DocumentGenerator(chance)
    cards = maker.cards()
    library = Library.build(release=1, game=factories.game(), cards=cards, formats=[factories.standard()])
    legion = maker.legion(cards)
    legion["facts"] = {
        card["slug"]: {"cost": chance.randint(1, 90)} for card in cards if "cost" in card and card["cost"] is None
    }
    legion = {key: value for key, value in legion.items() if key not in ("house_rules", "facts")} | (
        {"facts": legion["facts"]} if legion["facts"] else {}
    )
    priced = "\n".join(with_cost(library, legion, line, form) for line in write_text(library, legion).splitlines())
    plain_text, _ = read(library, write_text(library, legion))
    again, report = read(library, priced)
    assert digest(library, again) == digest(library, plain_text)
    assert not [row.message for row in report if "counts" in row.message]


@pytest.mark.sampled
@more_examples
@given(chances)
def test_a_list_written_with_its_points_total_verdict_and_link_has_the_same_digest(chance: Any) -> None:
    maker = DocumentGenerator(chance)
    cards = maker.cards()
    library = Library.build(release=1, game=factories.game(), cards=cards, formats=[factories.standard()])
    legion = {key: value for key, value in maker.legion(cards).items() if key not in ("house_rules", "facts")}
    unknown = [card["slug"] for card in cards if "cost" in card and card["cost"] is None]
    if unknown:
        legion["facts"] = {slug: {"cost": chance.randint(1, 90)} for slug in unknown}
    ledger = judge(library, legion).as_document()["ledger"]
    closing = [
        "Total: 118 of 120 points",
        "Verdict: Legal (with your numbers)",
        "https://muster.example/l/#" + "x" * 900,
    ]
    text = write_text(library, legion, ledger=ledger, closing=closing)
    plain_text, _ = read(library, write_text(library, legion))
    again, report = read(library, text)
    assert digest(library, again) == digest(library, plain_text)
    assert not [row.message for row in report if "counts" in row.message or "not read" in row.message]
    assert write_text(library, again, ledger=ledger) == text[: text.index("\n\n") + 1]


@pytest.mark.parametrize(
    "line",
    [
        *("Verdict: guilty", "https://muster.example/s/x/"),
        *("Total: 118 of 120, 2 left", "60 points", "118/120 pts", "(1 point total)", "- 60 points in all."),
    ],
)
def test_a_total_a_verdict_and_an_address_say_no_card(library: Library, line: str) -> None:
    legion, report = read(library, f"# A list\nElm\n{line}\n")
    assert legion["picks"] == [{"card": "elm"}] and len(report) == 1


def test_a_line_that_reads_as_a_card_is_no_closing_line(library: Library) -> None:
    text = write_text(library, {"game": "attack-wing", "picks": []}, closing=["Elm", "Total: 3\nElm", ""])
    assert read(library, text)[0]["picks"] == []


def test_a_card_has_what_the_builder_shows_then_its_cost_and_the_penalty(library: Library) -> None:
    cost = library.documents["firebolt"]["cost"]
    ledger = [
        {"at": "/picks/0", "points": 58},
        {"at": "/picks/0/upgrades/0", "points": cost},
        {"at": "/picks/0/upgrades/0", "points": 5},
        {"at": "/picks/1", "points": None},
    ]
    legion = {"game": "attack-wing", "picks": [{"card": "maur", "upgrades": ["firebolt"]}, {"card": "elm"}]}
    assert write_text(library, legion, ledger=ledger).splitlines()[1:] == [
        "Maur the Ashen (58 points: 60-2)",
        f"  + Firebolt ({cost + 5} points: {cost}+5)",
        "Elm",
    ]


@pytest.mark.parametrize("form", ["({cost}+5 points)", "({total} points: {cost}+5)", "[{total} pts: {cost}+5]"])
def test_a_cost_with_a_penalty_is_read_without_the_penalty(library: Library, form: str) -> None:
    cost = library.documents["firebolt"]["cost"]
    legion, report = parse_text(
        library, f"# x\nMaur the Ashen\n  + Firebolt {form.format(cost=cost, total=cost + 5)}\n"
    )
    assert legion["picks"] == [{"card": "maur", "upgrades": ["firebolt"]}] and "facts" not in legion
    assert [row.message for row in report if row.card] == ["", ""]


def test_own_numbers_are_read_behind_a_bullet(library: Library) -> None:
    legion, report = read(library, '# A list\n- Elm\n- = Elm: cost 5, keywords ["tree"]\n')
    assert legion["facts"] == {"elm": {"cost": 5, "keywords": ["tree"]}}
    assert [row.outcome for row in report] == ["mapped", "mapped"]


def with_cost(library: Library, legion: Any, line: str, form: str) -> str:
    """Return a line of a list with the cost of its card appended, as players write it."""
    if line.startswith(("#", "=")) or line.endswith("soldiers)"):
        return line
    row = read(library, f"# A list\n{line.strip()}" if line[0] != " " else f"# A list\n[x]\n{line}")[1][-1]
    card = library.cards.get(row.card or "")
    if card is None or row.outcome != "mapped" or "cost" not in library.documents[card.slug]:
        return line
    known = library.documents[card.slug]["cost"]
    cost = known if known is not None else legion.get("facts", {}).get(card.slug, {}).get("cost")
    return line if cost is None else line + form.format(cost)


def digest(library: Library, legion: Any) -> str:
    return str(judge(library, legion).as_document()["digest"])


BELLS = "the-nine-bells-of-tollwater"


@pytest.mark.parametrize(
    ("line", "sources"),
    [
        ("Sources: official", ["official"]),
        ("sources : Official, the nine bells of TOLLWATER", ["official", BELLS]),
        (f"Source: {BELLS}", ["official", BELLS]),
        ("Sources:", ["official"]),
        (f"Sources: {BELLS}, official, {BELLS}", ["official", BELLS]),
        (f"Sources: official\nSources: {BELLS}", ["official", BELLS]),
    ],
)
def test_the_sources_of_a_list_are_read_by_name_and_by_slug(line: str, sources: list[str]) -> None:
    by = published_libraries.library("attack-wing")
    legion, report = parse_text(by, f"# Mine\n{line}\nWraith\n")
    assert legion["sources"] == sources
    assert [row.at for row in report if row.at and "/sources" in row.at][:1] == ["/sources"]
    assert all(row.outcome == "mapped" for row in nonempty(report))
    assert [pick["card"] for pick in legion["picks"]] == ["wraith"]


def test_an_unknown_source_is_reported_and_the_others_are_read() -> None:
    by = published_libraries.library("attack-wing")
    legion, report = read(by, "Sources: official, Nowhere, Starter Set, The Nine Bells of Tollwater\nWraith\n")
    assert legion["sources"] == ["official", BELLS]
    (told,) = (row for row in report if row.outcome == "dropped")
    assert told.message == "Nowhere and Starter Set: this game has no such open set."


@pytest.mark.parametrize("game", published_libraries.GAMES)
def test_the_sources_of_a_list_come_back_from_its_text(game: str) -> None:
    by = published_libraries.library(game)
    for sources in (["official"], ["official", *by.open_sets]):
        comes_back(by, {"game": game, "sources": sources, "picks": []})


@pytest.mark.sampled
@given(st.lists(st.text(max_size=30), max_size=60, unique=True))
def test_sources_are_read_back_whatever_their_sets_are_called(names: list[str]) -> None:
    sets = [
        factories.card_set(slug=f"set-{number}", name=name or None, official=False) for number, name in enumerate(names)
    ]
    sets.append(factories.card_set(slug="x" * 100, name="y" * 100, official=False))
    by = Library.build(release=1, game=factories.game(), cards=[], formats=[factories.standard()], sets=sets)
    comes_back(by, {"game": "attack-wing", "sources": ["official", *list(by.open_sets)[-49:]], "picks": []})


def _said_in(legion: dict[str, Any]) -> set[str]:
    return {*legion, *(field for pick in legion["picks"] for field in pick)}


@pytest.mark.sampled
@pytest.mark.parametrize("game", conformance_cases.games())
def test_every_legion_of_the_cases_comes_back_from_its_text(game: str) -> None:
    found = [case["legion"] for of, _, case in conformance_cases.cases() if of == game and "picks" in case["legion"]]
    legions = [legion for legion in found if not (_said_in(legion) & WITHOUT_WORDS)]
    assert legions
    for legion in legions[::CASES_TRIED]:
        comes_back(conformance_cases.library(game), legion)


@pytest.mark.sampled
@more_examples
@given(chances, st.text(max_size=120))
def test_any_legion_comes_back_from_its_text(chance: Any, name: str) -> None:
    maker = DocumentGenerator(chance)
    cards = maker.cards()
    library = Library.build(release=1, game=factories.game(), cards=cards, formats=[factories.standard()])
    legion = maker.legion(cards) | {"name": json_input.tidy(name)}
    if facts := own_facts_for(cards, maker)[0]:
        legion["facts"] = facts | {
            "nobody": {"odd key: 1, x 2": name.replace("\0", ""), "cost": [None, {"a": "]\u200b\u00a0\n,"}]}
        }
    for card in facts:
        facts[card].pop("set", None)
    legion["facts"] = {slug: said for slug, said in legion.get("facts", {}).items() if said}
    comes_back(library, legion)


@pytest.mark.sampled
@more_examples
@given(st.sampled_from(conformance_cases.games()), chances)
def test_every_field_of_a_list_is_read_back_from_its_text(game: str, chance: Any) -> None:
    library = conformance_cases.library(game)
    comes_back(library, made_up(library, chance))


WITHOUT_WORDS = {"campaign", "bought_slot"}
"""Fields without a text form: data of a campaign is in the campaign's record."""


def made_up(library: Library, chance: Any) -> dict[str, Any]:
    """Return a random list with all or none of its game's fields, filled with values that pass the schema."""
    slugs = [*library.cards, "no-such-card", "x" * 100]
    units = ["left-wing", "2nd-line", "y" * 100]

    def some(values: list[Any], most: int = 3) -> list[Any]:
        return [chance.choice(values) for _ in range(chance.randint(0, most))]

    says = {
        "faction": lambda: chance.choice(["wild", "chaotic-evil", "z" * 100]),
        "map": lambda: chance.choice(slugs),
        "tiles": lambda: some(slugs),
        "treasure": lambda: {"chests": some([1, 2, 3]), "tokens": chance.randint(0, 10_000)},
        "pool": lambda: {slug: chance.randint(0, 1000) for slug in some(slugs)},
        "against": lambda: [chance.randint(1, 100) for _ in range(chance.randint(1, 3))],
        "minion_of": lambda: chance.choice(slugs),
        "summoned_by": lambda: chance.choice(slugs),
        "unit": lambda: chance.choice(units),
        "formed": lambda: chance.choice([True, False]),
        "attached_to": lambda: chance.choice(units),
        "upgrades": lambda: some(slugs),
        "soldiers": lambda: chance.randint(0, 6),
    }
    assert says.keys() == (GAME_FIELDS | GAME_PICK_FIELDS) - WITHOUT_WORDS

    def saying(fields: frozenset[str]) -> dict[str, Any]:
        return {field: says[field]() for field in sorted(fields - WITHOUT_WORDS) if chance.random() < 0.5}

    bearers = [slug for slug, card in library.cards.items() if isinstance(card, PickableCard)]
    picks = []
    for _ in range(chance.randint(0, 4)):
        pick = {"card": chance.choice(bearers), **saying(library.ruleset.pick_fields)}
        picks.append(pick if pick.get("upgrades") else {**pick, "count": chance.randint(1, 500)})
    return {"game": library.game, **saying(library.ruleset.fields), "picks": picks}


def comes_back(library: Library, legion: Any) -> None:
    text = write_text(library, legion)
    again, report = read(library, text)
    assert write_text(library, again) == text
    assert again.get("facts", {}) == legion.get("facts", {})
    assert again["picks"] == [plain(pick) for pick in legion["picks"]]
    for field in (*(GAME_FIELDS - WITHOUT_WORDS), "sources"):
        assert in_any_order(again.get(field)) == in_any_order(legion.get(field)), field
    assert {row.outcome for row in report} <= {"mapped", "unknown"}


def plain(pick: dict[str, Any]) -> dict[str, Any]:
    """Return a pick without default values."""
    defaults = {"count": 1, "soldiers": 1, "upgrades": [], "formed": False}
    return {field: value for field, value in pick.items() if field not in defaults or value != defaults[field]}


def in_any_order(value: Any) -> Any:
    """Return a value with the chests of a treasure sorted, because their order has no meaning."""
    return {**value, "chests": sorted(value["chests"])} if isinstance(value, dict) and "chests" in value else value


@pytest.mark.parametrize(
    "text",
    ["{one}\n  2x Nobody Of That Name", "{one}\n + Nobody Of That Name", "{one} + Nobody Of That Name"],
)
@pytest.mark.parametrize("game", [game for game in conformance_cases.games() if game != "attack-wing"])
def test_an_unknown_card_below_another_is_a_pick_where_nothing_is_carried(game: str, text: str) -> None:
    library = conformance_cases.library(game)
    one = next(card.title for card in library.cards.values() if isinstance(card, PickableCard))
    legion, report = read(library, text.format(one=one))
    assert [pick["card"] for pick in legion["picks"]][1:] == ["nobody-of-that-name"]
    assert [(row.outcome, row.at) for row in report[1:]] == [("unknown", "/picks/1")]
    assert judge(library, legion).findings


@pytest.mark.parametrize("line", ["3", "3x", "x3", "３x", "X 3", "3 x", "(3x)", "×3", "²", "½", "- 3x"])
def test_a_count_without_a_card_is_reported_and_no_card(library: Library, line: str) -> None:
    legion, report = read(library, f"# Two\nElm\n{line}\nTwin [twin-red]")
    assert [pick["card"] for pick in legion["picks"]] == ["elm", "twin-red"]
    assert [(row.line, row.outcome, row.card) for row in report][1] == (3, "guessed", None)
    assert f"“{line}” was not read: a number alone names no card." in report[1].message


# -- hostile texts ---------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "+",
        " + ",
        "= ",
        ": cost ",
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
        "(minion of ",
        "[attached to ",
        "(formed unit x)",
        "Tile: ",
        "Opened: ",
        "Treasure: ",
        "faction:",
        "Elm",
        "Twin",
    ]
)


@pytest.mark.sampled
@more_examples
@given(st.lists(PIECES | st.text(max_size=8), max_size=60).map("".join))
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    for library in (LIBRARY, conformance_cases.library(OLD), conformance_cases.library(COMMAND)):
        is_read(library, text)


def is_read(library: Library, text: str) -> None:
    legion, report = parse_text(library, text)
    validator("legion.schema.json").validate(legion)
    json_input.check(legion)
    read_terms(library, legion)
    assert write_text(library, read(library, write_text(library, legion))[0]) == write_text(library, legion)
    for row in report:
        assert (row.outcome == "dropped") == (row.at is None)
        assert row.card is None or (row.outcome == "guessed") == (row.likeness is not None)


@pytest.mark.parametrize("text", ["(" + " " * 590 + "x", "= " + " " * 4_900 + "x", "= a" + " :" * 2_400])
def test_a_line_with_long_runs_of_spaces_or_signs_is_read_in_time_proportional_to_its_length(
    library: Library, text: str
) -> None:
    legion, _report = read(library, f"{text}\n" * 20)
    json_input.check(legion)


@pytest.mark.sampled
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
    json_input.check(legion)
    assert len(legion["picks"]) <= 400
    assert len(report) <= 400 * 75
