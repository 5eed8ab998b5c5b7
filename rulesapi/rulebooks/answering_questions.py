"""The question of play that applies a rule, so that a section of the rulebook leads to the question that answers it.

`answers/<game>.json` maps the short code of each rule of play to the question that applies it most often in the cases
of `tests/situations`, which are not installed everywhere. `manage.py answering_questions` writes the files.
"""

import json
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

from django.conf import settings

from catalog.documents import canonical
from rulesapi.engine.resolutions.declared import Question
from rulesapi.judging.resolutions import play_ruleset

FOLDER = Path(__file__).parent / "answers"
SITUATIONS_FOLDER = Path(settings.BASE_DIR) / "tests" / "situations"


def answering_question(game: str, code: str) -> Question | None:
    """Return the question that applies a rule of play, by its code with the game; None if no question does."""
    play = play_ruleset(game)
    name = _question_names(game).get(code.rpartition("/")[2])
    return play.questions.get(name) if play and name else None


def counted_files() -> dict[str, str]:
    """Return the contents of the files in `answers`, counted in the cases, by name; empty without the cases."""
    games = sorted(folder.name for folder in SITUATIONS_FOLDER.glob("*") if folder.is_dir())
    return {f"{game}.json": canonical.pretty(_counted_names(game)) for game in games}


@cache
def _question_names(game: str) -> dict[str, str]:
    file = FOLDER / f"{game}.json"
    names: dict[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return names


def _counted_names(game: str) -> dict[str, str]:
    """Return the question that applies each rule in most cases, keyed by short code."""
    numbers: dict[str, Counter[str]] = defaultdict(Counter)
    for file in sorted((SITUATIONS_FOLDER / game).glob("*.json")):
        document = json.loads(file.read_text("utf-8"))
        for case in document["cases"]:
            rules = (*case.get("steps", ()), *case.get("findings", ()))
            for code in {rule if isinstance(rule, str) else rule["code"] for rule in rules}:
                numbers[code][document["question"]] += 1
    return {code: min(counted, key=lambda name: (-counted[name], name)) for code, counted in numbers.items()}
