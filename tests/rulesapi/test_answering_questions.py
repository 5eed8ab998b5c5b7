"""Each rule of play names the question that applies it most often in the cases of `tests/situations`."""

import json
from collections import Counter, defaultdict
from pathlib import Path

from rulesapi.judging.resolutions import play_ruleset
from rulesapi.rulebooks.answering_questions import FOLDER, answering_question

SITUATIONS = Path(__file__).parents[1] / "situations"


def applied(game: str) -> dict[str, str]:
    """Return the question that applies each rule in most cases, keyed by code."""
    cases: dict[str, Counter[str]] = defaultdict(Counter)
    for file in sorted((SITUATIONS / game).glob("*.json")):
        document = json.loads(file.read_text("utf-8"))
        for case in document["cases"]:
            rules = (*case.get("steps", ()), *case.get("findings", ()))
            for code in {rule if isinstance(rule, str) else rule["code"] for rule in rules}:
                cases[code][document["question"]] += 1
    return {code: min(questions, key=lambda name: (-questions[name], name)) for code, questions in cases.items()}


def test_each_rule_of_play_leads_to_the_question_that_applies_it_most() -> None:
    """Write what `applied` returns into the file if this fails."""
    play = play_ruleset("attack-wing")
    assert play and json.loads((FOLDER / "attack-wing.json").read_text("utf-8")) == applied("attack-wing")
    questions = {code: answering_question("attack-wing", f"attack-wing/{code}") for code in play.rules}
    assert {code for code, question in questions.items() if question is None} == set()


def test_other_codes_and_games_have_no_question() -> None:
    assert answering_question("attack-wing", "attack-wing/point-limit") is None
    assert answering_question("dungeon-command", "dungeon-command/deck") is None
    assert answering_question("no-game", "no-game/armor") is None
