"""`manage.py check_game`: a complete game passes, and what another lacks is named in order."""

import io
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from catalog.faces import known_games as drawn_games
from legions.management.commands import makemessages
from operations import game_checks
from operations.management.commands import check_game
from rulesapi import typescript
from rulesapi.engine.values import known_games
from tests import smallest_game

GAME = smallest_game.GAME
ALL = ["schemas", "documents", "rules", "cases", "words", "translations", "API description", "documentation"]
OPTIONAL = ["order of cards", "table", "ready lists", "example", "faces", "search words", "words of the rulebook"]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the files of the smallest game, which a test may change before it checks them."""
    copy = tmp_path / "files"
    shutil.copytree(smallest_game.FILES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(game_checks, "ROOT", copy)
    monkeypatch.setattr(makemessages, "collect", dict)
    return copy


def faults(files: Path, part: str) -> list[str]:
    """Return the faults of one part of the smallest game, whose files are in a folder."""
    checks = {one.name: one.faults for one in game_checks.all_parts()}
    with smallest_game.known(files.parent / "schemas", files=files):
        return list(checks[part](GAME))


def report(game: str, **options: bool) -> tuple[str, str]:
    """Return the output of the command, and its error."""
    out = io.StringIO()
    try:
        call_command("check_game", game, stdout=out, **options)
    except CommandError as error:
        assert error.returncode == 1
        return out.getvalue(), str(error)
    return out.getvalue(), ""


@pytest.mark.sampled
@pytest.mark.one_variant
@pytest.mark.parametrize("game", [package.replace("_", "-") for package in known_games.PACKAGES])
def test_every_game_here_is_complete(game: str) -> None:
    out, error = report(game)
    assert not error, out
    assert out.endswith("\nEverything is there.\n")


@pytest.mark.sampled
def test_a_game_that_does_not_exist_lacks_every_part_in_the_order_of_work(files: Path) -> None:
    out, error = report("my-game")
    assert error == f"8 parts to complete: {', '.join(ALL)}. docs/new-game.md builds a game."
    lines = out.splitlines()
    assert [line.split("  ")[-1].strip() for line in lines if line.startswith("MISSING")] == ALL
    assert [line.removeprefix("left out  ").partition(" (")[0] for line in lines if "left out" in line] == OPTIONAL
    assert '          rulesapi/engine/values/known_games.py does not list the game. Add "my_game" to PACKAGES.' in lines


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["My Game", "../etc", "my_game", ""])
def test_a_name_that_is_no_slug_is_refused(name: str) -> None:
    assert report(name) == ("", "A game is named by its slug: lower-case letters, digits and hyphens.")


@pytest.mark.sampled
@pytest.mark.parametrize("part", ALL[:-2])
def test_the_smallest_game_has_every_part(files: Path, part: str) -> None:
    assert faults(files, part) == []


@pytest.mark.sampled
def test_many_faults_are_cut_unless_all_are_asked_for(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_game, "MAX_SHOWN", 1)
    with smallest_game.known(files.parent / "schemas", files=files):
        shutil.rmtree(files / "fixtures")
        short, _ = report(GAME)
        long, _ = report(GAME, all=True)
    assert "          … and 3 more; --all shows them.\n" in short
    assert "more; --all" not in long
    assert len(long.splitlines()) > len(short.splitlines())


def remove(*paths: str) -> Callable[[Path], None]:
    def edit(files: Path) -> None:
        for path in paths:
            target = files / path
            shutil.rmtree(target) if target.is_dir() else target.unlink()

    return edit


def rewrite(path: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(files: Path) -> None:
        text = (files / path).read_text("utf-8")
        assert old in text
        (files / path).write_text(text.replace(old, new), "utf-8")

    return edit


STONE = "catalog/schemas/pebble-war/stone.schema.json"
RULES = "rulesapi/engine/games/pebble_war/__init__.py"
WORDS = "legions/games/pebble_war/words.py"
FIXTURES = "fixtures/pebble-war"


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("part", "edit", "fault"),
    [
        ("schemas", rewrite(STONE, "schemas/pebble-war/stone", "schemas/stone"), "“$id” is not /api/v1/schemas/pebble"),
        ("schemas", rewrite(STONE, '"description": "A stone that a side throws.",', ""), "has no “description”."),
        ("schemas", rewrite(STONE, '"title": "Weight", ', ""), "The field “weight” has no “title”."),
        ("schemas", rewrite(STONE, '"set": {', '"box": {'), "has no field “set”, which every card has."),
        ("documents", remove(f"{FIXTURES}/game.json"), "fixtures/pebble-war/game.json is missing"),
        ("documents", remove(f"{FIXTURES}/formats"), "fixtures/pebble-war/formats/standard.json is missing"),
        ("documents", remove(f"{FIXTURES}/sets"), "fixtures/pebble-war/sets/ has no set."),
        ("documents", remove(f"{FIXTURES}/banner"), "fixtures/pebble-war/banner/ has no card."),
        ("documents", rewrite(f"{FIXTURES}/stone/flint.json", "}\n", "\n"), "fixtures/pebble-war/stone/flint.json: "),
        ("documents", rewrite(f"{FIXTURES}/stone/flint.json", '"weight": 3', '"weight": 99'), "flint.json: /weight: "),
        ("documents", rewrite(f"{FIXTURES}/stone/flint.json", '"": {', '"/set": {'), "No source is named for /name."),
        ("rules", remove(RULES), f"{RULES} is missing"),
        ("rules", rewrite(RULES, "RULESETS = (", "RULES_SETS = ("), f"{RULES} cannot be imported: AttributeError"),
        ("rules", rewrite(RULES, 'name=f"{GAME}/1"', 'name=f"{GAME}/2"'), "RULESETS has no “pebble-war/1”"),
        ("rules", rewrite(RULES, '("stone", "banner")', "()"), "“bearers” of pebble-war/1 is empty."),
        (
            "rules",
            rewrite(RULES, '("stone", "banner")', '("stone", "flag")'),
            "names the kind flag, which has no schema",
        ),
        ("rules", rewrite(RULES, '"Weight of the stones"', '""'), "pebble-war/weight has no title."),
        (
            "rules",
            rewrite(RULES, '"""The stones of a side', '"""\n    """The stones'),
            "cannot be imported: SyntaxError",
        ),
        ("rules", rewrite(RULES, 'Citation("Pebble War", 2)', 'Citation("")'), "pebble-war/weight cites nothing."),
        (
            "rules",
            rewrite(RULES, '\n        "The stones weigh {weight}. At most {most} is allowed.",', ""),
            "pebble-war/weight has no message for a list that breaks it.",
        ),
        (
            "rules",
            rewrite(f"{FIXTURES}/formats/standard.json", '"levels": []', '"levels": [], "with": ["pebble-war/x"]'),
            "formats/standard.json: /with/0: pebble-war/1 has no rule pebble-war/x.",
        ),
        ("cases", remove("tests/cases/pebble-war/weight.json"), "tests/cases/pebble-war/weight.json is missing"),
        ("cases", remove("tests/cases/pebble-war"), "tests/cases/pebble-war/library.json is missing"),
        ("words", remove(WORDS), f"{WORDS} is missing"),
        ("words", rewrite(WORDS, "WORDS =", "WORD ="), f"{WORDS} cannot be imported: AttributeError"),
        ("words", rewrite(WORDS, '("pebble-war")', '("pebbles")'), f"{WORDS}: WORDS are those of pebbles."),
        (
            "words",
            rewrite(WORDS, 'stats={"weight"', 'stats={"size"'),
            "“stats” names the fact size, which no card has.",
        ),
        ("words", rewrite(WORDS, 'document["weight"]', 'document["size"]'), "`summary` fails for the card basalt: Key"),
        ("words", rewrite(WORDS, 'return gettext("Banner")', 'return ""'), "`summary` is empty for the card blue-rag."),
    ],
)
def test_a_missing_or_wrong_part_is_named(files: Path, part: str, edit: Callable[[Path], None], fault: str) -> None:
    edit(files)
    found = faults(files, part)
    assert any(fault in one for one in found), found


@pytest.mark.sampled
def test_a_rule_that_the_document_switches_on_needs_cases_even_if_the_library_of_the_cases_lacks_it(
    files: Path,
) -> None:
    rewrite(f"{FIXTURES}/game.json", '"card_copies": [', '"unique_names": [{"kind": "banner"}], "card_copies": [')(
        files
    )
    assert faults(files, "cases") == [
        "tests/cases/pebble-war/banner-unique-names.json is missing: the cases of the rule “Unique names: banner”."
    ]


@pytest.mark.sampled
def test_a_game_that_is_not_listed_is_told_where(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = {one.name: one.faults for one in game_checks.all_parts()}
    assert list(checks["rules"](GAME)) == [
        'rulesapi/engine/values/known_games.py does not list the game. Add "pebble_war" to PACKAGES.'
    ]
    assert list(checks["words"](GAME)) == [
        'legions/game_words/__init__.py does not list the game. Add "pebble_war" to PACKAGES.'
    ]


@pytest.mark.sampled
def test_a_message_without_a_translation_is_named(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages = {makemessages.Message(None, "Stone of weight {weight}", None): ["x.py"]}
    monkeypatch.setattr(makemessages, "collect", lambda: messages)
    [fault] = faults(files, "translations")
    assert fault.endswith("has no translation of “Stone of weight {weight}”. Run make messages, and add it.")


@pytest.mark.sampled
def test_a_game_that_the_api_description_does_not_have_is_named(files: Path) -> None:
    assert faults(files, "API description") == [
        "rulesapi/openapi.json does not have the kind banner. Run manage.py build_openapi and build_types."
    ]


@pytest.mark.sampled
def test_types_that_are_out_of_date_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typescript, "TYPES_FILE", tmp_path / "muster.d.ts")
    (tmp_path / "muster.d.ts").write_text("", "utf-8")
    checks = {one.name: one.faults for one in game_checks.all_parts()}
    assert list(checks["API description"]("dungeon-command")) == [
        "clients/typescript/muster.d.ts is out of date. Run manage.py build_types."
    ]


@pytest.mark.sampled
def test_a_game_without_a_row_in_the_figures_is_named(files: Path) -> None:
    assert faults(files, "documentation") == [
        "docs/data.md has no row for the game. Run manage.py data_figures once its documents are there."
    ]


@pytest.mark.sampled
def test_a_module_of_an_optional_part_is_listed_and_can_be_imported(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing = next(part for part in game_checks.optional_parts() if part.name == "faces")
    assert list(game_checks.optional_faults(drawing, GAME)) == [
        'catalog/faces/known_games.py does not list the game. Add "pebble_war" to MODULES.'
    ]
    monkeypatch.setattr(drawn_games, "MODULES", ("pebble_war",))
    [fault] = game_checks.optional_faults(drawing, GAME)
    assert fault.startswith("catalog/faces/games/pebble_war.py cannot be imported: ModuleNotFoundError")
