"""Checks of the conformance cases of a game name what is missing or wrong, and what to add."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesapi.engine.core import conformance
from rulesapi.judging import case_file_checks, conformance_cases
from tests import smallest_game

GAME = smallest_game.GAME


@pytest.fixture(scope="module")
def _game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Register the smallest game once: its files are copied for each test."""
    with smallest_game.known(tmp_path_factory.mktemp("schemas")):
        yield


@pytest.fixture
def folder(_game: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the cases, which a test may change."""
    shutil.copytree(smallest_game.FILES / "tests/cases", tmp_path / "cases")
    monkeypatch.setattr(conformance_cases, "CASES_FOLDER", tmp_path / "cases")
    return tmp_path / "cases" / GAME


def change(file: Path, edit: Callable[[Any], object]) -> None:
    content = json.loads(file.read_text("utf-8"))
    edit(content)
    file.write_text(json.dumps(content), "utf-8")


def faults() -> list[str]:
    return list(case_file_checks.case_faults(GAME))


@pytest.mark.sampled
def test_the_cases_of_the_smallest_game_are_complete(folder: Path) -> None:
    assert faults() == []


@pytest.mark.sampled
def test_a_game_without_a_library_has_no_cases(folder: Path) -> None:
    (folder / "library.json").unlink()
    assert faults() == [
        "tests/cases/pebble-war/library.json is missing: the game, its formats and the cards that its cases are judged "
        "by."
    ]


@pytest.mark.sampled
def test_a_rule_without_a_file_is_named_with_its_messages(folder: Path) -> None:
    (folder / "weight.json").unlink()
    assert faults() == [
        "tests/cases/pebble-war/weight.json is missing: the cases of the rule “Weight of the stones”.",
        "No case shows this message of pebble-war/weight: The stones weigh {weight}. At most {most} is allowed.",
    ]


@pytest.mark.sampled
@pytest.mark.parametrize("field", conformance.FILE_FIELDS)
def test_a_field_that_a_file_lacks_is_named(folder: Path, field: str) -> None:
    change(folder / "weight.json", lambda content: content.pop(field))
    assert f"tests/cases/pebble-war/weight.json: The file has no “{field}”." in faults()


@pytest.mark.sampled
@pytest.mark.parametrize("field", conformance.CASE_FIELDS)
def test_a_field_that_a_case_lacks_is_named(folder: Path, field: str) -> None:
    change(folder / "weight.json", lambda content: content["cases"][1].pop(field))
    name = "Case 2" if field == "name" else "Case “21 is too heavy”"
    assert f"tests/cases/pebble-war/weight.json: {name} has no “{field}”." in faults()


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (lambda content: content["cases"].__delitem__(slice(5, None)), "The rule has 5 of at least 8 cases."),
        (
            lambda content: content.update(rule="pebble-war/colour"),
            "The game has no rule pebble-war/colour.",
        ),
        (
            lambda content: content["cases"][1].update(name="exactly 20"),
            "Two cases have the name “exactly 20”.",
        ),
        (
            lambda content: content["cases"][1].update(legion=content["cases"][0]["legion"]),
            "Case “exactly 20” has the list of another case.",
        ),
        (
            lambda content: content["cases"][0].update(verdict="illegal"),
            'Case “exactly 20”: “verdict” is "legal", and the case expects "illegal".',
        ),
        (
            lambda content: content["cases"][0]["legion"].update(picks=3),
            "Case “exactly 20”: /picks: Write a list.",
        ),
        (
            lambda content: content["cases"][0]["legion"].update(format="other"),
            "Case “exactly 20”: There is no format other of this game.",
        ),
    ],
)
def test_a_fault_of_a_file_is_named(folder: Path, edit: Callable[[Any], object], fault: str) -> None:
    change(folder / "weight.json", edit)
    assert f"tests/cases/pebble-war/weight.json: {fault}" in faults()


@pytest.mark.sampled
def test_a_rule_needs_a_case_that_keeps_it_and_one_that_breaks_it(folder: Path) -> None:
    def keep(broken: bool) -> Callable[[Any], object]:
        return lambda content: content.update(
            cases=[one for one in content["cases"] if bool(one["findings"]) is broken]
        )

    for broken, fault in (
        (True, "Add a case in which the rule is kept."),
        (False, "Add a case in which the rule is broken, with a finding of the code pebble-war/stone-copies."),
    ):
        shutil.copy(smallest_game.FILES / "tests/cases/pebble-war/stone-copies.json", folder)
        change(folder / "stone-copies.json", lambda content: content["cases"].pop(5))
        change(folder / "stone-copies.json", keep(broken))
        assert f"tests/cases/pebble-war/stone-copies.json: {fault}" in faults()


@pytest.mark.sampled
def test_a_document_of_the_library_that_is_not_valid_is_named(folder: Path) -> None:
    change(folder / "library.json", lambda content: content["cards"][0].update(kind="pebble"))
    assert any("library.json: blue-rag: /kind: Muster knows no such kind" in fault for fault in faults())


@pytest.mark.sampled
def test_a_message_that_no_case_shows_is_named(folder: Path) -> None:
    change(folder / "stone-count.json", lambda content: content["cases"].pop(4))
    for name in ("banner-count", "stone-count"):
        change(
            folder / f"{name}.json",
            lambda content: content.update(
                cases=[
                    one for one in content["cases"] if not any(f["facts"].get("count") == 0 for f in one["findings"])
                ]
            ),
        )
    message = "The list has no card of the kind {kind!k}. It needs at least {least}."
    assert f"No case shows this message of pebble-war/stone-count: {message}" in faults()


@pytest.mark.sampled
def test_house_rules_in_the_library_need_a_case_with_an_unknown_fact_of_a_waived_rule(folder: Path) -> None:
    rule = {
        "kind": "house-rule",
        "game": GAME,
        "slug": "heavy",
        "name": "Heavy",
        "official": False,
        "text": "Any weight.",
        "waives": [f"{GAME}/weight"],
        "sources": smallest_game.document("standard")["sources"],
    }
    change(folder / "library.json", lambda content: content.update(house_rules=[rule]))
    assert faults() == [
        "No case shows an unknown fact that a waived rule would need: It is not known of {card}: {wanted}."
    ]
