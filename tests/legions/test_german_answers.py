"""Answers to all cases of questions of play in German: no word of a die, of a choice or of a rule is left in English.

German is written in fullwidth letters (`tests.pseudo`), and names are left out, so that each word in plain letters was
never translated.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from legions.play.declared_answer import Names, charts, sentences, tables
from rulesapi.engine.resolutions.answers import odds_of
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.translation import play_message
from tests import pseudo
from tests.engine.test_situations import FILES, answered, cases, table
from tests.nonempty import nonempty

PLAIN = re.compile(r"\b[a-z]{3,}")
"""A word in plain letters that begins with a small one: names begin with a capital letter."""


def no_name(_name: str) -> str:
    return "…"


NAMES = Names(no_name, no_name)
WRITTEN = frozenset(("name", "because", "card", "cards", "creature", "effects", "seed", "slug"))
"""Inputs whose values players write."""


def typed(document: Any, key: str = "") -> Iterator[str]:
    """Yield the names in a situation."""
    if isinstance(document, str) and key in WRITTEN:
        yield document
    elif isinstance(document, dict | list):
        for name, one in document.items() if isinstance(document, dict) else enumerate(document):
            yield from typed(one, key if isinstance(document, list) else name)


def without(text: str, names: Iterable[str]) -> str:
    """Return a text without the names in it."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(name)}\b", "…", text)
    return text


def words_of(question: Any, resolution: dict[str, Any]) -> Iterator[str]:
    """Yield the messages of the steps and findings of an answer, and its sentences, tables and charts."""
    for one in (*resolution["steps"], *resolution["findings"]):
        yield play_message(one, no_name)
    odds, answer = odds_of(question.answer), question.answer
    yield from sentences(answer, resolution["result"], NAMES)
    for of_answer in tables(answer, resolution["result"], NAMES):
        yield " ".join((of_answer.title, *of_answer.columns, *(cell for row in of_answer.rows for cell in row)))
    if odds is not None and resolution["odds"] is not None:
        yield from sentences(odds, resolution["odds"], NAMES)
        for plot in charts(odds, resolution["odds"]):
            yield " ".join((plot.title, *plot.kinds, *(row.label for row in plot.rows)))


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_answers_have_no_english_word(game: str, path: Path) -> None:
    question = find_play_ruleset(game).questions[path.stem]
    printed = {word for card in table(game).cards.values() for word in card.get("keywords") or ()}
    plain: set[str] = set()
    with pseudo.spoken(), translation.override("de"):
        for case in nonempty(cases(path)):
            names = {*typed(case["situation"]), *printed}
            found = [*words_of(question, answered(game, path.stem, case["situation"]))]
            plain |= {without(words, names) for words in found if PLAIN.search(without(words, names))}
    assert sorted(plain) == []
