"""The question of play that applies a rule, so that a section of the rulebook leads to the question that answers it.

`answers/<game>.json` maps the short code of each rule of play to the question that applies it most often in the cases
of `tests/situations`; a test compares both.
"""

import json
from functools import cache
from pathlib import Path

from rulesapi.engine.resolutions.model import Question
from rulesapi.judging.resolutions import play_ruleset

FOLDER = Path(__file__).parent / "answers"


def answering_question(game: str, code: str) -> Question | None:
    """Return the question that applies a rule of play, by its code with the game; None if no question does."""
    play = play_ruleset(game)
    name = _question_names(game).get(code.rpartition("/")[2])
    return play.questions.get(name) if play and name else None


@cache
def _question_names(game: str) -> dict[str, str]:
    file = FOLDER / f"{game}.json"
    names: dict[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return names
