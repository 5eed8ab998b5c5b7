"""Each rule of play names the question that applies it most often in the cases of `tests/situations`."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulesapi.judging.resolutions import play_ruleset
from rulesapi.rulebooks import answering_questions
from rulesapi.rulebooks.answering_questions import answering_question
from tests.nonempty import nonempty


def test_the_stored_answers_are_those_of_the_cases(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("answering_questions", "--check")
    assert "attack-wing.json is up to date" in capsys.readouterr().out


def test_each_rule_of_play_leads_to_a_question() -> None:
    play = play_ruleset("attack-wing")
    assert play
    questions = {code: answering_question("attack-wing", f"attack-wing/{code}") for code in nonempty(play.rules)}
    assert {code for code, question in questions.items() if question is None} == set()


def test_other_codes_and_games_have_no_question() -> None:
    assert answering_question("attack-wing", "attack-wing/point-limit") is None
    assert answering_question("dungeon-command", "dungeon-command/deck") is None
    assert answering_question("no-game", "no-game/armor") is None


def test_the_command_writes_the_question_that_applies_a_rule_most_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = {
        "attack": [{"steps": ["armor", {"code": "cover"}]}, {"findings": ["cover"]}, {"steps": ["range"]}],
        "damage": [{"steps": ["armor"]}, {"steps": ["armor", "range"]}],
    }
    (tmp_path / "some-game").mkdir()
    for question, several in cases.items():
        document = {"question": question, "cases": several}
        (tmp_path / "some-game" / f"{question}.json").write_text(json.dumps(document), "utf-8")
    monkeypatch.setattr(answering_questions, "SITUATIONS_FOLDER", tmp_path)
    monkeypatch.setattr(answering_questions, "FOLDER", tmp_path)
    with pytest.raises(CommandError, match="out of date"):
        call_command("answering_questions", "--check")
    call_command("answering_questions")
    written = json.loads((tmp_path / "some-game.json").read_text("utf-8"))
    assert written == {"armor": "damage", "cover": "attack", "range": "attack"}
    call_command("answering_questions", "--check")


def test_without_the_cases_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering_questions, "SITUATIONS_FOLDER", tmp_path / "missing")
    with pytest.raises(CommandError, match="are missing"):
        call_command("answering_questions")
