"""`manage.py resolve`: answers about situations on a terminal, for people and for programs."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rulesapi.judging import resolutions
from tests import factories

pytestmark = pytest.mark.django_db
CREATURE = {
    "name": "Sentry",
    "attack": 2,
    "agility": 1,
    "health": 4,
    "armor": 1,
    "movement": "ground",
    "weapons": [{"name": "Spear", "melee": True, "arc": "forward", "range": 1}],
}
ROLLED = {"attack": ["hit", "critical"], "defense": ["blank"]}
ATTACK = {"attacker": CREATURE, "defender": CREATURE, "measured": {"range": 1}, "rolled": ROLLED}
DICE = {
    "attack": {"sides": 8, "hits": 3, "criticals": 1, "concentrates": 2},
    "defense": {"sides": 8, "dodges": 3, "concentrates": 2},
}


@pytest.fixture(autouse=True)
def published() -> None:
    factories.publish_frame(factories.creature(slug="ogre", name="Ogre", armor=None))


def resolved(tmp_path: Path, content: Any, *options: str, question: str = "attack") -> tuple[int, list[str], str]:
    """Resolve a file with this content; return the exit code, the output lines, and the errors."""
    file = tmp_path / "situation.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    out, err = io.StringIO(), io.StringIO()
    try:
        game = () if question == "take-damage" else ("--game=attack-wing",)
        call_command("resolve", question, str(file), *game, *options, stdout=out, stderr=err)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue().splitlines(), err.getvalue()
    return 0, out.getvalue().splitlines(), err.getvalue()


def test_steps_are_printed_with_their_pages_and_effects(tmp_path: Path) -> None:
    code, lines, _err = resolved(tmp_path, ATTACK)
    assert code == 0 and lines[0].endswith(": ALLOWED")
    assert lines[1] == (
        "  1. Sentry attacks Sentry with Spear: melee, forward arc, up to range 1. "
        "(Attack Wing rulebook, p. 16, Declare Target)"
    )
    assert '  damage: {"critical":1,"normal":0}' in lines


def test_odds_are_shown_where_nothing_is_rolled(tmp_path: Path) -> None:
    open_attack = {key: value for key, value in ATTACK.items() if key != "rolled"} | {"dice": DICE}
    code, lines, _err = resolved(tmp_path, open_attack)
    assert code == 0 and any(line.startswith("  damage on average: ") for line in lines)
    assert any(line.startswith("  damage 0: ") for line in lines)


def test_a_forbidden_situation_exits_with_1_and_unknown_facts_are_named(tmp_path: Path) -> None:
    code, lines, _err = resolved(tmp_path, {**ATTACK, "measured": {"range": 5}})
    assert code == 1 and any("error: There is no range 5" in line and "p. 13" in line for line in lines)
    code, lines, _err = resolved(tmp_path, {**ATTACK, "defender": {**CREATURE, "armor": None} | {"card": "ogre"}})
    assert code == 2
    told = {key: value for key, value in CREATURE.items() if key != "armor"} | {"card": "ogre"}
    code, lines, _err = resolved(tmp_path, {**ATTACK, "defender": told})
    assert code == 0 and "  Not known: the armor of Ogre, at /defender" in lines


def test_a_file_may_have_many_and_json_is_one_line_each(tmp_path: Path) -> None:
    code, lines, err = resolved(tmp_path, {"situations": [ATTACK, {"fog": True}, ATTACK]}, "--json")
    assert code == 2 and [json.loads(line).get("outcome") for line in lines] == ["allowed", None, "allowed"]
    assert "situation.json 2: " in err


@pytest.mark.parametrize("content", ["{", "[]", "7", '{"situations": 7}', json.dumps({"situations": [{}] * 51})])
def test_an_invalid_situation_exits_with_2_and_its_place(tmp_path: Path, content: str) -> None:
    code, lines, err = resolved(tmp_path, content)
    assert (code, lines) == (2, []) and "situation.json" in err


@pytest.mark.parametrize(
    ("question", "options"), [("tea", ()), ("attack", ("--game=chess",)), ("attack", ("--release=9",))]
)
def test_an_unknown_game_or_question_is_refused(tmp_path: Path, question: str, options: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        resolved(tmp_path, ATTACK, *options, question=question)


def test_a_question_that_several_games_have_needs_its_game() -> None:
    with pytest.raises(CommandError, match="Choose one with --game: attack-wing, "):
        call_command("resolve", "attack", "-")


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        call_command("resolve", "upgrade", str(tmp_path / "nowhere.json"), stderr=io.StringIO())


@pytest.mark.parametrize("question", ["winner", "end-phase"])
@pytest.mark.parametrize("played", [True, False])
def test_an_adventure_can_be_played_without_naming_it(tmp_path: Path, question: str, played: bool) -> None:
    sides = [{"creatures": [{"level": 4}]}, {"creatures": [{"level": 5}]}]
    code, lines, _err = resolved(tmp_path, {"sides": sides, "adventure": played}, question=question)
    assert code == 0 and lines[0].endswith(": ALLOWED")


def test_a_situation_that_muster_fails_at_loses_no_other_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = resolutions.play_ruleset("attack-wing").questions
    monkeypatch.setitem(questions, "morale", replace(questions["morale"], course=lambda *_: {}["no such key"]))
    code, lines, err = resolved(tmp_path, {"situations": [{"soldiers": 1}, {"soldiers": 2}]}, question="morale")
    assert (code, lines) == (2, []) and err.count("[internal-error]") == 2


def test_the_game_follows_from_the_question(tmp_path: Path) -> None:
    game = Path("fixtures/dungeon-command")
    files = (game / "game.json", game / "formats" / "standard.json")
    factories.publish(*(json.loads(file.read_text("utf-8")) for file in files))
    creature = {"hit_points": 40, "level": 2}
    code, lines, _errors = resolved(tmp_path, {"creature": creature, "damage": 40}, question="take-damage")
    assert code == 0 and lines[0].endswith(": ALLOWED") and any("it is destroyed" in line for line in lines)
