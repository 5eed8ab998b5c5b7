"""Pasted lists in every game: no line is lost, and no guess is silent."""

import re
from itertools import product
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import PickableCard
from rulesapi.text_form import ReportRow, as_card_line, parse_text
from tests import factories
from tests.engine import published_libraries
from tests.engine.generators import more_examples
from tests.nonempty import nonempty

AW = "attack-wing"
EXAMPLES = {
    "attack-wing": ("Maurghoros", "Wraith", "maurghoros", "wraith"),
    "dnd-miniatures-2003": ("Aasimar Fighter", "Cleric of St. Cuthbert", "aasimar-fighter", "cleric-of-st-cuthbert"),
    "dnd-miniatures-2008": ("Antler Knight", "Blackroot Treant", "antler-knight", "blackroot-treant"),
    "dungeon-command": ("Boar", "Bugbear Berserker", "boar", "bugbear-berserker"),
}
"""Two cards of each game, by name and by slug."""


def read(text: str, game: str = AW) -> tuple[dict[str, Any], list[ReportRow]]:
    return parse_text(published_libraries.library(game), text)


def picks(text: str, game: str = AW) -> list[tuple[str, int, list[str]]]:
    return [(one["card"], one.get("count", 1), one.get("upgrades", [])) for one in read(text, game)[0]["picks"]]


def row_of(text: str, line: int, game: str = AW) -> ReportRow:
    return next(row for row in read(text, game)[1] if row.line == line)


def has_a_row_for_each_line(text: str, report: list[ReportRow]) -> bool:
    return {row.line for row in report} >= {
        number for number, line in enumerate(text.splitlines(), start=1) if line.strip() and line.isprintable()
    }


# -- the first line ----------------------------------------------------------------------------------------------------


def test_a_title_that_may_have_been_a_card_says_so() -> None:
    text = "Death Tyrant\nMaurghoros\n + Fireball"
    legion, (title, *_) = read(text)
    assert legion["name"] == "Death Tyrant"
    assert (title.line, title.outcome, title.may_be_card) == (1, "guessed", True)
    assert "“1x”" in title.message
    assert picks(as_card_line(text, 1))[0] == ("death-tyrant", 1, [])


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Death Tyrant (60)\nMaurghoros", ("death-tyrant", 1, [])),
        ("Commander: Maurghoros\nWraith", ("maurghoros", 1, [])),
        ("Wraith, the best\nMaurghoros", ("wraith", 1, [])),
        ("Maurghoros (60): Fireball (3), Candle-Flight (2)\nWraith", ("maurghoros", 1, ["fireball", "candle-flight"])),
        ("(60) Maurghoros [Dragon]\n  + Fireball", ("maurghoros", 1, ["fireball"])),
        ("2x Death Tyrant\nWraith", ("death-tyrant", 2, [])),
        ("1x Death Tyrant\nWraith", ("death-tyrant", 1, [])),
        ("Death Tyrant x2\nWraith", ("death-tyrant", 2, [])),
        ("• Death Tyrant\n• Wraith", ("death-tyrant", 1, [])),
        ("Death Tyrant\n  + Fireball\nWraith", ("death-tyrant", 1, ["fireball"])),
        ("Death Tyrant\nFireball\nWraith", ("death-tyrant", 1, ["fireball"])),
        ("Death Tyrant:\n  Fireball\nWraith", ("death-tyrant", 1, ["fireball"])),
        ("#1 Wraith\n#2 Maurghoros", ("wraith", 1, [])),
        ("1. Wraith\n2. Maurghoros", ("wraith", 1, [])),
    ],
)
def test_a_first_line_is_a_card_where_anything_makes_it_one(text: str, first: tuple[str, int, list[str]]) -> None:
    legion, _ = read(text)
    assert "name" not in legion
    assert picks(text)[0] == first


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Maurghoros and two Wraiths\nMaurghoros", "Maurghoros and two Wraiths"),
        ("Two Wraiths\n2x Wraith", "Two Wraiths"),
        ("Wraiths\n2x Wraith", "Wraiths"),
        ("Dragons\n2x Wraith", "Dragons"),
        ("Liga 2026\nWraith", "Liga 2026"),
        ("My list #3\nWraith", "My list #3"),
        ("My list\n  Wraith\n    Fireball", "My list"),
    ],
)
def test_a_merely_similar_name_or_a_number_in_it_stays_a_title(text: str, name: str) -> None:
    assert read(text)[0]["name"] == name


def test_the_row_of_a_title_names_the_card_that_it_might_be() -> None:
    row = row_of("Wraiths\n2x Maurghoros", 1)
    assert "Wraith" in row.message and row.may_be_card and row.card is None


def test_the_words_next_to_a_known_card_are_reported() -> None:
    assert "“the best”" in row_of("Wraith, the best\nMaurghoros", 1).message
    assert "“Commander”" in row_of("Commander: Maurghoros", 1).message


@pytest.mark.parametrize("line", ["# hello", "#1 wishes", "Total: 118", "118/120", "---", "https://a.example/b", "= x"])
def test_a_line_that_names_no_card_has_a_row(line: str) -> None:
    text = f"# A list\n\nWraith\n{line}\n"
    legion, report = read(text)
    assert [row.line for row in report] == [1, 3, 4]
    assert legion["picks"] == [{"card": "wraith"}]


def test_a_numbered_card_after_a_number_sign_is_a_card() -> None:
    assert picks("# A list\n#1 Wraith") == [("wraith", 1, [])]
    text = "# A list\n#7 Wraith"
    assert picks(text) == [("wraith", 1, [])]
    assert row_of(text, 2).outcome == "guessed" and "“#7”" in row_of(text, 2).message


def test_a_remark_that_names_a_card_says_so() -> None:
    row = row_of("# A list\n# Wraith", 2)
    assert row.may_be_card and "Wraith" in row.message


ODD_NAMES = (
    "Total",
    "120 points",
    "# Hash",
    "= Equal",
    "Sideboard",
    "Creatures:",
    "118/120",
    "Name: Dragons",
    "--",
    "2x",
)


@pytest.mark.parametrize("name", ODD_NAMES)
@pytest.mark.parametrize("before", ["", "# A list\nElm\n"])
def test_a_card_with_a_misleading_name_is_the_card(name: str, before: str) -> None:
    cards = [factories.creature(slug="odd", name=name), factories.creature(slug="elm", name="Elm")]
    library = Library.build(release=1, game=factories.game(), cards=cards, formats=[factories.standard()])
    legion, _ = parse_text(library, f"{before}{name}\nElm")
    assert {"card": "odd"} in legion["picks"]


# -- counts ------------------------------------------------------------------------------------------------------------

COUNTED = (
    *(
        "2x{}",
        "2X {}",
        "2 x {}",
        "x2 {}",
        "x2{}",
        "({}) x2",
        "{} x2",
        "{}x2",
        "{} 2x",
        "{} (x2)",
        "{} [2x]",
        "{} ×2",
        "2×{}",
    ),
    *("2✕ {}", "2✖{}", "2* {}", "2*{}", "2· {}", "2·{}", "\uff12\uff58{}", "2 \u0445 {}"),
    *(
        "(2) {}",
        "[2] {}",
        "{{2}} {}",
        "<2> {}",
        "2,{}",
        "2, {}",
        "2|{}",
        "2 | {}",
        "2;{}",
        "2\t{}",
        "2. {}",
        "2.{}",
        "2) {}",
    ),
    *("{}, 2", "{} ; 2", "{} | 2", "{}|2", "{} * 2", "2 {}", "2 - {}", "2: {}", "two {}", "Two {}", "zwei {}"),
    *(
        "**2x {}**",
        "“2x {}”",
        "2x “{}”",
        "~ 2x {} ~",
        "[x] 2x {}",
        "- [ ] 2x {}",
        "• 2x {}",
        "(2x {})",
        "_2x {}_",
        "> 2x {}",
    ),
    *("| 2 | {} |", "|2|{}|", "SB: 2 {}", "SB: 2x{}", "[b]2x {}[/b]", "2x {} (painted)", "2x {} - painted"),
)


@pytest.mark.sampled
@pytest.mark.parametrize("game", published_libraries.GAMES)
@pytest.mark.parametrize("form", COUNTED)
def test_two_copies_are_two_however_they_are_written(game: str, form: str) -> None:
    name, _, slug, _ = EXAMPLES[game]
    text = f"# A list\n{form.format(name)}"
    assert [(card, count) for card, count, _ in picks(text, game)] == [(slug, 2)]


@pytest.mark.parametrize("game", published_libraries.GAMES)
@pytest.mark.parametrize(
    "form",
    [
        "2.5 {}",
        "½ {}",
        "1e2 {}",
        "1/2 {}",
        "② {}",
        "{} #2",
        "{} - 2",
        "{} 2",
        "{}2",
        "{} (HRB) 12",
        "{} (2/60)",
        "{} 2,5",
    ],
)
def test_a_number_that_may_be_anything_is_reported(game: str, form: str) -> None:
    name, _, slug, _ = EXAMPLES[game]
    text = f"# A list\n{form.format(name)}"
    row = row_of(text, 2, game)
    assert (row.card, row.outcome, row.likeness) == (slug, "guessed", 100)
    assert re.search(r"“[^”]*[\d½②][^”]*” was not read", row.message)


@pytest.mark.parametrize("game", published_libraries.GAMES)
@pytest.mark.parametrize("form", ["-1 {}", "−1 {}", "-1x {}", "–2 {}"])
def test_a_card_that_is_taken_out_is_not_put_in(game: str, form: str) -> None:
    text = f"# A list\n{form.format(EXAMPLES[game][0])}"
    assert picks(text, game) == []
    assert row_of(text, 2, game).outcome == "dropped" and "takes a card out" in row_of(text, 2, game).message


@pytest.mark.sampled
@pytest.mark.parametrize("game", published_libraries.GAMES)
def test_each_card_of_a_game_is_counted_or_reported_in_each_form(game: str) -> None:
    """A number may be the cost of a card; the row then reports that."""
    library = published_libraries.library(game)
    cards = [card for card in library.all_cards if isinstance(card, PickableCard)]
    forms = ("3x{}", "(3) {}", "3, {}", "3. {}", "{}, 3", "{} x3")
    for card, form in product(cards[::7], forms):
        legion, report = parse_text(library, f"# A list\n{form.format(card.title)}")
        (row,) = report[1:]
        assert legion["picks"][0].get("count", 1) == 3 or (row.outcome == "guessed" and "3" in row.message), form


def test_the_counts_of_upgrades_are_read() -> None:
    assert picks("# A\nMaurghoros\n+ 2xFireball")[0][2] == ["fireball"] * 2
    assert picks("# A\nMaurghoros, 2x Fireball")[0][2] == ["fireball"] * 2
    assert "“2”" in row_of("# A\nMaurghoros\n+ Fireball2", 3).message


def test_a_small_number_that_is_the_cost_is_reported() -> None:
    row = row_of("# A\nMaurghoros\n+ 3 Fireball", 3)
    assert row.outcome == "guessed" and "“3x”" in row.message
    assert picks("# A\nMaurghoros\n+ 3x Fireball")[0][2] == ["fireball"] * 3
    assert picks("# A\nMaurghoros\n+ 3 Fireball (3)")[0][2] == ["fireball"] * 3


@pytest.mark.parametrize(
    "line", ["25 Wraith", "(25) Wraith", "{25} Wraith", "Wraith 25", "Wraith: 25", "Wraith, 25", "Wraith (25)"]
)
def test_the_known_cost_is_no_count(line: str) -> None:
    assert picks(f"# A\n{line}") == [("wraith", 1, [])]
    assert row_of(f"# A\n{line}", 2).outcome == "mapped"


@pytest.mark.parametrize("line", ["2 Wraith 50", "2x Wraith (50)", "2 Wraith (25)", "(50) 2x Wraith", "2, Wraith, 25"])
def test_copies_and_their_cost_are_both_read(line: str) -> None:
    assert picks(f"# A\n{line}") == [("wraith", 2, [])]
    assert row_of(f"# A\n{line}", 2).outcome == "mapped"


@pytest.mark.parametrize("form", ["{}. ", "{}) ", "#{} ", "{}: "])
def test_numbers_that_run_on_count_nothing(form: str) -> None:
    text = "".join(
        f"{form.format(number)}{name}\n" for number, name in enumerate(["Wraith", "Maurghoros", "Wraith"], start=1)
    )
    assert [count for _, count, _ in picks(f"# A\n{text}")] == [1, 1, 1]
    assert [row.outcome for row in read(f"# A\n{text}")[1]] == ["mapped"] * 4


def test_numbers_that_do_not_run_on_count() -> None:
    assert [count for _, count, _ in picks("# A\n3. Wraith\n2. Maurghoros")] == [3, 2]


def test_numbered_lines_keep_their_counts() -> None:
    assert [count for _, count, _ in picks("# A\n1. 2x Wraith\n2. Maurghoros")] == [2, 1]


@pytest.mark.parametrize(
    ("game", "line", "field", "value"),
    [
        ("dnd-miniatures-2003", "Tile: 2xBlack Ice", "tiles", ["black-ice"] * 2),
        ("dnd-miniatures-2003", "Tile: (2) Black Ice", "tiles", ["black-ice"] * 2),
        ("dnd-miniatures-2003", "Tiles: Black Ice, Pressure Ridge", "tiles", ["black-ice", "pressure-ridge"]),
        ("dnd-miniatures-2003", "2xBlack Ice", "tiles", ["black-ice"] * 2),
        ("dnd-miniatures-2003", "Opened: 3xRime Clerk", "pool", {"rime-clerk": 3}),
        ("dnd-miniatures-2003", "Opened: Rime Clerk, 3", "pool", {"rime-clerk": 3}),
        ("dungeon-command", "Tile: 2xHeart of Cormyr small tile 1", "tiles", ["heart-of-cormyr-small-tile-1"] * 2),
        ("dungeon-command", "Heart of Cormyr small tile 1", "tiles", ["heart-of-cormyr-small-tile-1"]),
        ("dnd-miniatures-2008", "The Treeline in Spring", "map", "the-treeline-in-spring"),
    ],
)
def test_cards_outside_the_picks_are_counted_too(game: str, line: str, field: str, value: Any) -> None:
    for before in ("# A list\n", ""):
        legion, report = read(f"{before}{line}\n{EXAMPLES[game][0]}", game)
        assert legion[field] == value
        assert {row.outcome for row in report} == {"mapped"}


@pytest.mark.parametrize("game", ["dnd-miniatures-2003", "dnd-miniatures-2008", "dungeon-command"])
def test_every_map_and_tile_is_recognized_on_a_bare_line(game: str) -> None:
    library = published_libraries.library(game)
    extras = [card for card in library.all_cards if not isinstance(card, PickableCard)]
    assert extras
    for card in extras:
        legion, report = read(f"{card.title}\n{EXAMPLES[game][0]}", game)
        assert card.slug in str([legion.get("map"), legion.get("tiles")])
        assert {row.outcome for row in report} == {"mapped"} and "name" not in legion


# -- the title ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "limit",
    [
        *(
            "1,200 points",
            "1.200 points",
            "1 200 points",
            "1'200 points",
            "1’200 pts",
            "1\u00a0200 points",
            "1\u202f200 Punkte",
        ),
        *("1\u2009200 pt", "1200 Punkte", "1200 Pkt.", "1200pts", "1200 Points"),
    ],
)
def test_a_limit_is_read_with_its_thousands(limit: str) -> None:
    for title in (f"# D ({limit})", f"# D (standard, {limit})", f"# D ({limit}, standard)", f"Limit: {limit}"):
        assert read(f"{title}\nWraith")[0]["points"] == 1200, title


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("on 2026-02-30", "no such day"),
        ("on 2026-13-45", "no such day"),
        ("on 2026-1-2", "was not read"),
        ("release 0", "was not read"),
        ("release 99", "no release 99"),
        ("format nonsense", "no format nonsense"),
        ("house rule nonsense", "no house rule nonsense"),
        ("120", "was not read"),
        ("12,34 points", "was not read"),
        ("999999 points", "from 1 to"),
        ("120 points, blue", "was not read"),
        ("120 points, 130 points", "there already"),
    ],
)
def test_unread_parts_of_a_title_have_a_row(setting: str, message: str) -> None:
    legion, report = read(f"# D ({setting})\nWraith")
    doubtful = [row for row in report if row.outcome != "mapped"]
    assert doubtful and all(row.line == 1 for row in doubtful)
    assert any(message in row.message for row in doubtful)
    assert "on" not in legion


def test_a_bracket_of_the_name_and_settings_before_it_are_both_kept() -> None:
    legion, report = read("# D (120 points) (for Tom)\nWraith")
    assert (legion["name"], legion["points"]) == ("D (for Tom)", 120)
    assert has_a_row_for_each_line("# D (120 points) (for Tom)\nWraith", report)


# -- headings and labels -----------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("game", published_libraries.GAMES)
@pytest.mark.parametrize(
    "line",
    [
        *(
            "Creatures:",
            "Creatures",
            "Sideboard",
            "//Mainboard",
            "// Upgrades",
            "Mainboard",
            "About",
            "Deck",
            "Creatures (12)",
        ),
        *(
            "118/120",
            "118 / 120",
            "Total cost 118/120",
            "Total: 118",
            "Ship total: 65 Half Points: 33",
            "118 points",
            "Sum 118",
        ),
        *("Gesamt: 118 von 120 Punkten", "Points: 118", "2 points left", "View in Builder 2.0: https://a.example/?x=1"),
        *(
            "=== Spells ===",
            "--- Creatures ---",
            "[Creatures]",
            "**Creatures**",
            "Notes: for Tom",
            "Author: Tom",
            "Kreaturen:",
        ),
        *("Verdict: Legal", "-----", "* * *", "Creatures & Upgrades"),
    ],
)
def test_a_heading_or_a_total_is_no_card(game: str, line: str) -> None:
    name, _, slug, _ = EXAMPLES[game]
    legion, report = read(f"# A list\n{line}\n{name}\n", game)
    assert [pick["card"] for pick in legion["picks"]] == [slug]
    assert [row.line for row in report] == [1, 2, 3]
    assert report[1].outcome == "mapped" and report[1].message


@pytest.mark.parametrize(
    ("game", "line"), [("dnd-miniatures-2003", "Dragons"), (AW, "Dragons"), (AW, "Dragon"), (AW, "Arcane")]
)
def test_a_word_that_cards_have_in_common_is_a_heading(game: str, line: str) -> None:
    legion, report = read(f"# A list\n{EXAMPLES[game][0]}\n{line}", game)
    assert len(legion["picks"]) == 1
    assert report[-1].card is None and "heading" in report[-1].message
    assert report[-1].outcome == "guessed" and report[-1].may_be_card


@pytest.mark.parametrize(("game", "line"), [(AW, "Beholder"), (AW, "Ogre"), ("dungeon-command", "Humanoid")])
def test_a_creature_that_the_catalog_lacks_does_not_disappear_as_a_heading(game: str, line: str) -> None:
    legion, report = read(f"# A list\n{EXAMPLES[game][0]}\n{line}\n{EXAMPLES[game][0]}", game)
    assert line.lower() in [pick["card"] for pick in legion["picks"]]
    assert report[2].outcome == "unknown"


@pytest.mark.parametrize(
    ("game", "word"), [("dnd-miniatures-2003", "Core"), ("dnd-miniatures-2003", "Tom"), (AW, "Tom")]
)
def test_an_everyday_word_is_not_taken_for_a_card(game: str, word: str) -> None:
    _, report = read(f"# A list\n{EXAMPLES[game][0]}\n{word}", game)
    assert report[-1].outcome != "guessed" or report[-1].card is None


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("Name: Dragons", "name", "Dragons"),
        ("Format: standard", "format", "standard"),
        ("Format: starter set, 1,200 points", "points", 1200),
        ("Limit: 200", "points", 200),
        ("Points limit: 200 points", "points", 200),
        ("Release: 1", "release", 1),
        ("On: 2026-03-01", "on", "2026-03-01"),
    ],
)
def test_a_label_line_about_the_list_is_read(line: str, field: str, value: Any) -> None:
    legion, report = read(f"{line}\nWraith\n")
    assert legion[field] == value
    assert [(row.line, row.outcome) for row in report] == [(1, "mapped"), (2, "mapped")]


@pytest.mark.parametrize(
    "line", ["Date: 2026-03-01", "Date: yesterday", "Format: nonsense", "Limit: much", "On: 2026-02-30"]
)
def test_a_label_line_that_is_not_read_is_reported(line: str) -> None:
    row = row_of(f"# A list\n{line}\nWraith\n", 2)
    assert row.outcome in ("dropped", "unknown") and row.message


def test_a_list_of_another_program_has_its_name() -> None:
    legion, report = read("About\nName Dragons\n\nDeck\n2 Wraith\n\nSideboard\n1 Maurghoros\n")
    assert legion["name"] == "Dragons"
    assert [pick["card"] for pick in legion["picks"]] == ["wraith", "maurghoros"]
    assert {row.outcome for row in report} == {"mapped"}


# -- several cards on one line -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "joint",
    [", ", ",", " + ", "+", " +", "+ ", " w/ ", " w/", " with ", " @ ", ": ", " & ", " and ", "; ", " | ", " - "],
)
def test_a_creature_and_its_upgrade_may_be_in_one_line(joint: str) -> None:
    for title in ("# A list\n", ""):
        assert picks(f"{title}Maurghoros{joint}Fireball") == [("maurghoros", 1, ["fireball"])]


@pytest.mark.parametrize("mark", ["+ ", "+", "w/ ", "with ", "@ ", "@", "& ", "- ", "→ "])
def test_an_upgrade_below_has_many_marks(mark: str) -> None:
    assert picks(f"# A list\nMaurghoros\n{mark}Fireball") == [("maurghoros", 1, ["fireball"])]


def test_brackets_and_numbers_stay_with_their_cards() -> None:
    text = (
        "# A list\nMaurghoros [60 pts]: Fireball, Candle-Flight\n"
        "Wraith (25), 2x Wraith, Maurghoros +Fireball (8 points: 3+5)"
    )
    assert picks(text) == [
        ("maurghoros", 1, ["fireball", "candle-flight"]),
        ("wraith", 1, []),
        ("wraith", 2, []),
        ("maurghoros", 1, ["fireball"]),
    ]
    assert {row.outcome for row in read(text)[1]} == {"mapped"}


def test_a_name_with_a_comma_is_no_list_of_cards() -> None:
    text = "# A list\nTordek, Dwarf Champion\nTordek, Dwarf Champion, Regdar, Adventurer\n2 Tordek, Dwarf Champion, 59"
    cards = [(card, count) for card, count, _ in picks(text, "dnd-miniatures-2003")]
    assert cards == [
        ("tordek-dwarf-champion", 1),
        ("tordek-dwarf-champion", 1),
        ("regdar-adventurer", 1),
        ("tordek-dwarf-champion", 2),
    ]


def test_unread_parts_of_a_line_of_cards_are_reported() -> None:
    assert "“of the deep”" in row_of("# A list\nMaurghoros, of the deep, Fireball", 2).message
    _, report = read("# A list\nMaurghoros, Firebal")
    assert [(row.card, row.outcome) for row in report[1:]] == [("maurghoros", "mapped"), ("fireball", "guessed")]
    assert read("# A list\nDeath Tyrant: Fireball")[0]["picks"] == [{"card": "death-tyrant", "upgrades": ["fireball"]}]


# -- any text ----------------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *(
            "Wraith",
            "Maurghoros",
            "Fireball",
            "Death Tyrant",
            "Dragons",
            "Creatures:",
            "Total",
            "points",
            "soldiers",
            "x",
            "2",
            "25",
        ),
        *(
            "60",
            "3",
            "1.",
            "2.",
            "#",
            "#1",
            "½",
            "-1",
            "1,200",
            "1e2",
            "two",
            "(",
            ")",
            "[",
            "]",
            "{",
            "+",
            ",",
            ":",
            ";",
            "|",
            "*",
        ),
        *(
            " ",
            " ",
            "\n",
            "\n",
            "\n  ",
            "//",
            "==",
            "=",
            "•",
            "w/ ",
            "with ",
            "@",
            "&",
            "SB:",
            "Name:",
            "Format:",
            "Tile:",
            "https://",
        ),
    ]
)


@pytest.mark.sampled
@more_examples
@given(st.sampled_from(published_libraries.GAMES), st.lists(PIECES | st.text(max_size=4), max_size=50).map("".join))
def test_each_line_of_any_text_has_a_row(game: str, text: str) -> None:
    _, report = read(text, game)
    assert has_a_row_for_each_line(text, report)
    assert [row.line for row in report] == sorted(row.line for row in report)


@pytest.mark.sampled
@more_examples
@given(st.lists(PIECES | st.text(max_size=4), max_size=30).map("".join), st.integers(-1, 40))
def test_any_line_can_be_made_a_card(text: str, number: int) -> None:
    assert len(as_card_line(text, number).splitlines()) == len(text.splitlines())


def test_the_report_speaks_german() -> None:
    with translation.override("de"):
        assert "Wenn es eine Karte ist, schreib „1x“ davor." in row_of("Death Tyrant\nWraith", 1).message
        assert "nicht gelesen" in row_of("# A\nHobgoblin Band (3)", 2).message


@pytest.mark.sampled
@pytest.mark.parametrize(
    "line",
    [
        "a, " * 199,
        "Wraith, " * 74,
        "2 " * 290,
        "(2) " * 145,
        "x2 " * 190,
        "total " * 99,
        "a - " * 149,
        "1/" * 290,
        "[2x] " * 110,
        "=- " * 190,
    ],
)
def test_lines_that_could_be_read_in_very_many_ways_are_read_in_bounded_time(line: str) -> None:
    legion, report = read(f"{line[:590]}\n" * 100)
    assert len(legion["picks"]) <= 400 and len(report) <= 100 * 75


# -- further ways to write a number ------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("game", published_libraries.GAMES)
@pytest.mark.parametrize(
    "form",
    [
        *(
            "2 copies of {}",
            "two copies of {}",
            "2pcs {}",
            "2 pcs. {}",
            "2 Stück {}",
            "2 Stk {}",
            "2 of {}",
            "2 mal {}",
        ),
        *("2mal {}", "zweimal {}", "twice {}", "2 times {}", "Qty 2 {}", "qty: 2 {}", "Anzahl: 2 {}", "2- {}", "2-{}"),
        *("{}, 2 copies", "{} - 2 copies", "{} (2 copies)", "{} (qty 2)", "{} x two", "{} (two)", "x2[{slug}]"),
        *("2️⃣ {}", "<b>2x {}</b>", "'2x {}'", "{{2x}} {}", "2x {} *F*", "2x {} #best", "٢ {}", "２x {}"),
    ],
)
def test_words_for_copies_and_other_digits_are_counts(game: str, form: str) -> None:
    name, _, slug, _ = EXAMPLES[game]
    assert picks(f"# A list\n{form.format(name, slug=slug)}", game) == [(slug, 2, [])]


@pytest.mark.sampled
@pytest.mark.parametrize("game", published_libraries.GAMES)
@pytest.mark.parametrize(
    "form",
    [
        *("II {}", "II. {}", "IIx {}", "IIx{}", "{} II", "№2 {}", "No. 2 {}", "Nr. 2 {}", "2+ {}", "2nd {}", "1-2 {}"),
        *("2~3 {}", "{}...2", "{} … 2", "{}/2", "{} ($2)", "{} @2", "2xx {} 7", "{} (C21) 263", "{} (SLD) 12a"),
        *("{} (PLST) M15-22", "1 [C21#263] {}", "{} (3/4)"),
    ],
)
def test_other_ways_to_write_a_number_are_named_and_not_guessed(game: str, form: str) -> None:
    name, _, slug, _ = EXAMPLES[game]
    text = f"# A list\n{form.format(name)}"
    row = row_of(text, 2, game)
    assert (row.card, row.outcome) == (slug, "guessed")
    assert re.search(r"“[^”]*[\dI][^”]*”( and “[^”]+”)? (was|were) not read", row.message), row.message


def test_a_number_next_to_a_guessed_name_is_never_lost() -> None:
    for line in ("Maurgoros II", "Maurgoros No. 2", "2nd Maurgoros", "Maurgoros 2nd of three"):
        row = row_of(f"# A list\n{line}", 2)
        assert row.outcome == "unknown" or "not read" in row.message, line


@pytest.mark.parametrize(
    "line",
    [
        *("Wraith cost 25", "Wraith (cost 25)", "Wraith, cost: 25", "Wraith – 25 points each", "Wraith (25 each)"),
        *(
            "2x Wraith (25 points each)",
            "Wraith (25 + 3 = 28 points)",
            "2x Wraith (25 = 50)",
            "Wraith @25",
        ),
        *("Wraith......25", "Wraith kostet 25 Punkte"),
    ],
)
def test_a_cost_in_words_or_with_a_sum_is_points(line: str) -> None:
    row = row_of(f"# A list\n{line}", 2)
    assert (row.card, row.likeness) == ("wraith", None) and "COUNT" not in row.message
    assert picks(f"# A list\n{line}")[0][1] == (2 if line[0] == "2" else 1)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "{}, 3 soldiers",
            "{} 3 soldiers",
            "3 soldiers {}",
            "{} with 3 soldiers",
            "{} - 3 Soldaten",
            "{} {{3 soldiers}}",
        ),
        *("{} (three soldiers)", "{} (3 soldiers each)", "{} (soldiers: 3)", "{} (3 Soldaten, 20 points)"),
    ],
)
def test_the_number_of_soldiers_is_read_at_any_place(line: str) -> None:
    legion, (_, row) = read(f"# A list\n{line.format('Hobgoblin Band')}")
    assert legion["picks"] == [{"card": "hobgoblin-band", "soldiers": 3}]
    assert row.outcome == "mapped"


@pytest.mark.parametrize("line", ["(42) {}", "42 {}", "{}, 42", "{} | 42", "{}; 1; 42", "{}|1|42", "{}, 42, 1"])
@pytest.mark.parametrize("name", ["Balagos", "Death Tyrant"])
def test_a_large_number_next_to_a_card_without_a_known_cost_is_not_a_count(line: str, name: str) -> None:
    text = f"# A list\n{line.format(name)}"
    assert picks(text)[0][1] == 1
    assert "42" in row_of(text, 2).message and row_of(text, 2).outcome != "mapped"


# -- brackets, joints and slugs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form",
    [
        *("{} (Fireball, Candle-Flight)", "{} [Fireball; Candle-Flight]", "{} {{Fireball, Candle-Flight}}"),
        *(
            "{} (with Fireball, Candle-Flight)",
            "{} (+Fireball +Candle-Flight)",
            "{} (60): [Fireball (3), Candle-Flight]",
        ),
        *("{} (60) (Fireball, Candle-Flight)", "{} -> Fireball -> Candle-Flight", "{} • Fireball • Candle-Flight"),
        *("{} // Fireball // Candle-Flight", "{}—Fireball—Candle-Flight", "{} = Fireball, Candle-Flight"),
        "{} > Fireball > Candle-Flight",
    ],
)
def test_upgrades_in_a_bracket_or_behind_any_sign_are_upgrades(form: str) -> None:
    text = f"# A list\n{form.format('Maurghoros')}"
    assert picks(text) == [("maurghoros", 1, ["fireball", "candle-flight"])]
    assert {row.outcome for row in read(text)[1]} == {"mapped"}


@pytest.mark.parametrize("line", ["Foo [wraith]", "Fireball [wraith]", "Maurghoros [wraith]", "II [wraith]"])
def test_a_name_that_the_card_of_the_slug_does_not_have_is_reported(line: str) -> None:
    row = row_of(f"# A list\n{line}", 2)
    assert (row.card, row.outcome) == ("wraith", "guessed")
    assert f"“{line.split()[0]}” was not read" in row.message


# -- strikethrough, links and tables -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", published_libraries.GAMES)
@pytest.mark.parametrize("form", ["~~2x {}~~", "- ~~{}~~", "1. ~~{}~~", "STRUCK"])
def test_struck_out_lines_are_not_in_the_list(game: str, form: str) -> None:
    name, other, _, slug = EXAMPLES[game]
    line = "".join(f"{letter}\u0336" for letter in name) if form == "STRUCK" else form.format(name)
    text = f"# A list\n{line}\n{other}"
    assert picks(text, game) == [(slug, 1, [])]
    assert row_of(text, 2, game).outcome == "dropped" and "struck out" in row_of(text, 2, game).message


def test_a_part_of_a_line_that_is_struck_out_leaves_the_rest() -> None:
    assert picks("# A list\n~~Wraith~~ Maurghoros") == [("maurghoros", 1, [])]
    assert picks("~~Wraith~~\nMaurghoros") == [("maurghoros", 1, [])]


@pytest.mark.parametrize(
    "form", ["2x {} https://a.example/b", "2x {} (https://a.example/b)", "2x {} <www.a.example/b>"]
)
@pytest.mark.parametrize("game", published_libraries.GAMES)
def test_an_address_next_to_a_card_removes_nothing(form: str, game: str) -> None:
    name, _, slug, _ = EXAMPLES[game]
    text = f"# A list\n{form.format(name)}"
    assert picks(text, game) == [(slug, 2, [])]
    assert "a.example/b" in row_of(text, 2, game).message


@pytest.mark.parametrize("game", published_libraries.GAMES)
@pytest.mark.parametrize(
    "table",
    [
        "| Qty | Name | Level |\n|---|:---:|---:|\n| 2 | {} | 9 |\n| 1 | {} | |",
        "Name\tAnzahl\n{}\t2\n{}\t1",
        "Level;Karte;Menge\n9;{};2\n9;{};1",
        "Name,Edition,Count\n{},Starter,2\n{},Starter,1",
        "Name | Quantité\n--- | ---\n{} | 2x\n{} |",
    ],
)
@pytest.mark.parametrize("title", ["", "# A list\n\n"])
def test_the_headings_of_columns_say_what_the_numbers_are(game: str, table: str, title: str) -> None:
    name, other, slug, other_slug = EXAMPLES[game]
    legion, report = read(title + table.format(name, other), game)
    assert legion["picks"] == [{"card": slug, "count": 2}, {"card": other_slug}]
    assert legion.get("name") == ("A list" if title else None)
    assert any("headings of columns" in row.message for row in report)
    assert all(row.likeness in (None, 100) for row in nonempty(report))


@pytest.mark.sampled
def test_a_column_of_costs_is_no_count() -> None:
    legion, _ = read(
        "| Name | Count | Points |\n|---|---|---|\n| Wraith | 2 | 50 |\n| Balagos | 1 | 42 |\n| **Total** | | 92 |"
    )
    assert legion["picks"] == [{"card": "wraith", "count": 2}, {"card": "balagos"}]
    assert legion["facts"] == {"balagos": {"cost": 42}}


def test_a_column_of_numbers_that_run_on_counts_nothing() -> None:
    assert [count for _, count, _ in picks("#;Name\n1;Wraith\n2;Maurghoros\n3;Balagos")] == [1, 1, 1]
    assert [count for _, count, _ in picks("#;Name\n3;Wraith\n1;Maurghoros")] == [3, 1]


@pytest.mark.parametrize(
    "line",
    [
        *("++ Creatures [60pts] ++", "+ Troops +", "798/800 (2 activations)", "Created with BattleScribe", "To: Ann"),
        *("Subject: a list", "Exported with App Version: v1.2.0 (40)", "Name=Evil", "Erstellt mit einer App"),
    ],
)
@pytest.mark.parametrize("game", published_libraries.GAMES)
def test_lines_of_other_programs_are_no_cards(line: str, game: str) -> None:
    name, _, slug, _ = EXAMPLES[game]
    assert picks(f"# A list\n{line}\n{name}", game) == [(slug, 1, [])]


@pytest.mark.parametrize(
    ("game", "line", "slug"),
    [
        ("dnd-miniatures-2003", "two Clerics of St. Cuthbert", "cleric-of-st-cuthbert"),
        ("dnd-miniatures-2003", "zwei Aasimar Fightr", "aasimar-fighter"),
        (AW, "two Maurgoros", "maurghoros"),
        ("dungeon-command", "two Bugbear Berserkers", "bugbear-berserker"),
    ],
)
def test_a_number_word_before_a_guessed_name_counts(game: str, line: str, slug: str) -> None:
    assert picks(f"# A list\n{line}", game) == [(slug, 2, [])]


@pytest.mark.parametrize("line", ["Wraith 2 x 25", "2 x 25 Wraith", "Wraith 25 x2", "Wraith 2 x 25 = 50"])
def test_a_count_times_the_known_cost_is_the_count(line: str) -> None:
    assert picks(f"# A list\n{line}") == [("wraith", 2, [])]
    assert row_of(f"# A list\n{line}", 2).outcome == "mapped"


@pytest.mark.parametrize("line", ["{}, {}", "{} + {}", "{} ({})", "{}: {}", "{1}, {0}"])
def test_a_map_or_a_tile_next_to_a_creature_is_in_the_list(line: str) -> None:
    for game, name, field, value in (
        ("dnd-miniatures-2003", "Black Ice", "tiles", ["black-ice"]),
        ("dnd-miniatures-2008", "Sheepwash Ford", "map", "sheepwash-ford"),
        ("dungeon-command", "Heart of Cormyr small tile 1", "tiles", ["heart-of-cormyr-small-tile-1"]),
    ):
        creature, _, slug, _ = EXAMPLES[game]
        legion, report = read(f"# A list\n{line.format(creature, name)}", game)
        assert (legion.get(field), [pick["card"] for pick in legion["picks"]]) == (value, [slug]), (game, report)


@pytest.mark.parametrize("line", ["200 points", "Points: 200", "200 Punkte", "200-point"])
@pytest.mark.parametrize("title", ["", "# A list\n"])
def test_points_above_all_cards_say_how_a_limit_is_written(line: str, title: str) -> None:
    text = f"{title}{line}\nMaurghoros"
    assert "“Limit: 200”" in row_of(text, text.count("\n")).message
    below = f"{title}Maurghoros\nWraith\n{line}"
    assert "Limit" not in row_of(below, below.count("\n") + 1).message


@pytest.mark.parametrize("form", ["({}) ", "[{}] ", "{} - ", "{} – ", "0{} ", "#0{} ", "({})"])
@pytest.mark.parametrize("game", published_libraries.GAMES)
def test_three_lines_that_run_on_are_numbered_in_any_style(form: str, game: str) -> None:
    name, other, slug, other_slug = EXAMPLES[game]
    text = "".join(f"{form.format(number)}{one}\n" for number, one in enumerate([name, other, name], start=1))
    assert picks(f"# A list\n{text}", game) == [(slug, 1, []), (other_slug, 1, []), (slug, 1, [])]
    assert "“2x”" in row_of(f"# A list\n{text}", 3, game).message


def test_two_lines_or_others_in_these_styles_count() -> None:
    assert [count for _, count, _ in picks("# A\n(1) Wraith\n(2) Maurghoros")] == [1, 2]
    assert [count for _, count, _ in picks("# A\n(1) Wraith\n(1) Maurghoros\n(2) Chuth")] == [1, 1, 2]
    assert [count for _, count, _ in picks("# A\n(2) Wraith\n(1) Maurghoros\n(1) Chuth")] == [2, 1, 1]
    assert [count for _, count, _ in picks("# A\n1 Wraith\n2 Maurghoros\n3 Chuth")] == [1, 2, 3]


@pytest.mark.parametrize("mark", ["I. ", "A. ", "a) ", "II. "])
def test_a_first_line_with_a_letter_before_it_is_a_card(mark: str) -> None:
    assert picks(f"{mark}Maurghoros\nB. Wraith") == [("maurghoros", 1, []), ("wraith", 1, [])]
