"""Situations at the table, as data: each has exact steps, findings and missing facts."""

import json
import re
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from rulesapi.engine.values import known_games
from tests.nonempty import nonempty

SITUATIONS = Path(__file__).parent.parent / "situations"
FIXTURES = Path(__file__).parents[2] / "fixtures"
GAMES = [package.replace("_", "-") for package in known_games.PLAY_PACKAGES]
FILES = [(game, path) for game in GAMES for path in sorted((SITUATIONS / game).glob("*.json"))]


def cases(path: Path) -> list[dict[str, Any]]:
    """Return the cases of one question."""
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cases"]
    return found


@cache
def table(game: str) -> TableFacts:
    """Return some creatures of Attack Wing or all of another game, all other cards, adventures, and dice of unknown
    faces.
    """
    some = {"attack-wing": ("wraith", "maurghoros", "reed-wyvern")}.get(game, ("*",))
    kinds = (
        "upgrade",
        "spell",
        "damage-card",
        "maneuver-card",
        "order",
        "commander",
        "terrain-tile",
        "battle-map",
    )
    patterns = [*(f"creature/{slug}.json" for slug in some), *(f"{kind}/*.json" for kind in kinds)]
    files = [path for pattern in patterns for path in (FIXTURES / game).glob(pattern)]
    cards = {path.stem: json.loads(path.read_text("utf-8")) for path in files}
    adventures = [json.loads(path.read_text("utf-8")) for path in (FIXTURES / game / "adventures").glob("*.json")]
    return TableFacts(cards, {"slug": game, "dice": []}, {one["slug"]: Adventure.read(one) for one in adventures})


def answered(game: str, question: str, situation: dict[str, Any]) -> dict[str, Any]:
    """Return the resolution of a situation."""
    play = find_play_ruleset(game)
    return resolve(play, play.questions[question], situation, table(game)).as_document()


def has_facts(file: Path) -> bool:
    """Return whether a file has the facts of each step, written by hand, instead of words."""
    return any("steps" in told for told in json.loads(file.read_text("utf-8"))["cases"])


def short(code: str) -> str:
    """Return a rule's code without its game."""
    return code.rpartition("/")[2]


@pytest.mark.parametrize(("game", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_a_situation_is_answered_as_its_case_says(game: str, path: Path) -> None:
    for case in nonempty(cases(path)):
        found = answered(game, path.stem, case["situation"])
        said = {
            "outcome": found["outcome"],
            "steps": [short(step["code"]) for step in found["steps"]],
            "findings": [{"code": short(one["code"]), "at": one["at"]} for one in found["findings"]],
            "unknown": [one["fact"] for one in found["unknown"]],
        }
        assert said == {key: case[key] for key in said}, case["name"]
        assert case.get("result") in (None, found["result"]), case["name"]
        assert case.get("unused") in (None, [one["at"] for one in found["unused"]]), case["name"]


def test_a_forbidden_answer_sets_nothing() -> None:
    """A forbidden answer is refused as a whole, so that a table at play stays as it is."""
    forbidden = [(game, path, case) for game, path in FILES for case in cases(path) if case["outcome"] == "forbidden"]
    for game, path, case in nonempty(forbidden):
        steps = answered(game, path.stem, case["situation"])["steps"]
        assert not [step for step in steps if "sets" in step], case["name"]


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_of_play_is_in_a_case_and_each_question_has_cases(game: str) -> None:
    play = find_play_ruleset(game)
    found = [case for of, path in FILES if of == game for case in cases(path)]
    named = {code for case in found for code in case["steps"]} | {
        finding["code"] for case in found for finding in case["findings"]
    }
    assert set(play.rules) - named == set()
    assert set(play.questions) == {path.stem for of, path in FILES if of == game}


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_each_step_and_finding_has_its_page_or_number_and_its_words(game: str) -> None:
    for of, path in FILES:
        for case in cases(path) if of == game else ():
            found = answered(game, path.stem, case["situation"])
            for one in (*found["steps"], *found["findings"]):
                assert one["cite"]["at" if "miniatures" in game else "page"]
                assert one["message"]
                assert "{" not in one["message"]
                assert "None" not in one["message"]


@pytest.mark.parametrize("game", [game for game in GAMES if find_play_ruleset(game).adventure])
def test_special_rules_of_adventures_affect_existing_questions_of_play(game: str) -> None:
    questions = find_play_ruleset(game).questions
    for slug, one in nonempty(table(game).adventures.items()):
        rules = [row["rule"] for row in one.document.get("touches", ())]
        assert rules == sorted(set(rules)) and all(rule < len(one.document["special_rules"]) for rule in rules), slug
        assert all({*row["questions"]} <= questions.keys() for row in one.document.get("touches", ())), slug


@pytest.mark.sampled
def test_a_resolution_reads_its_situation_and_changes_nothing_of_it() -> None:
    for game, path in FILES:
        for case in nonempty(cases(path)):
            before = json.dumps(case["situation"])
            answered(game, path.stem, case["situation"])
            assert json.dumps(case["situation"]) == before


def test_the_order_of_sides_changes_only_their_places() -> None:
    sides = [{"name": name, "creatures": [{"level": level}]} for name, level in (("A", 3), ("B", 4), ("C", 5))]
    orders = set()
    for arranged in permutations(sides):
        found = answered("attack-wing", "order", {"sides": list(arranged)})["result"]["activation"]
        orders.add(tuple(group["level"] for group in found))
    assert orders == {(3, 4, 5)}


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_each_unknown_fact_has_its_own_sentence(game: str) -> None:
    asked = find_play_ruleset(game).asked
    for of, path in FILES:
        for case in cases(path) if of == game else ():
            for one in answered(game, path.stem, case["situation"])["unknown"]:
                name = re.sub(r"/[0-9]+$", "", one["fact"])[1:]
                part = re.sub(r"(/[0-9]+)+$", "", one["at"][0]).rpartition("/")[2]
                assert {name, f"{part}/{name}"} & {*asked}, case["name"]
                assert re.fullmatch(r"Not known: [a-z][^{}/_]+\.", one["message"]), case["name"]


def test_unknown_facts_name_their_creature() -> None:
    creature = {"name": "The {agility} of /x", "health": 3, "movement": "ground"}
    situation = {"attacker": {"attack": 1, "movement": "ground"}, "defender": creature, "weapon": {"melee": True}}
    whole = {**situation, "measured": {"range": 1}, "rolled": {"attack": ["hit"], "defense": []}}
    messages = [one["message"] for one in answered("attack-wing", "attack", whole)["unknown"]]
    assert "Not known: the agility of The {agility} of /x." in messages
    unnamed = {**situation, "defender": {"health": 3}}
    messages = [one["message"] for one in answered("attack-wing", "attack", unnamed)["unknown"]]
    assert "Not known: the movement of the defender, flying or on the ground." in messages
