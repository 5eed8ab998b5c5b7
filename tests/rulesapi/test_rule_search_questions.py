"""Questions as players ask them, asked of the rulebooks that come with Muster."""

import pytest

from benchmarks import search_questions
from tests.nonempty import nonempty

REACHED = {
    ("work", "easy"): 0.95,
    ("work", "hard"): 0.85,
    ("own", "easy"): 0.95,
    ("own", "hard"): 0.85,
    ("last", "easy"): 0.95,
    ("last", "hard"): 0.8,
}
"""The minimum share of questions with an answer among the first three results, by set and level."""


@pytest.mark.parametrize(("name", "level"), REACHED)
def test_most_questions_are_answered_in_the_first_three_results(name: str, level: str) -> None:
    asked = search_questions.ask(name)
    missed = [one.question["question"] for one in asked if not one.is_answered and one.question["level"] == level]
    assert search_questions.answered_share(asked, level) >= REACHED[name, level], missed


def test_every_set_has_questions_of_both_levels() -> None:
    assert {(one["set"], one["level"]) for one in search_questions.questions()} == REACHED.keys()


def test_every_answer_is_an_address_with_a_text() -> None:
    for question in nonempty(search_questions.questions()):
        texts = {one.address: one.text for one in search_questions.index(question["game"]).entries if one.address}
        assert all(map(texts.get, nonempty(question["answers"]))), question


def test_no_question_is_asked_twice() -> None:
    asked = [(one["game"], one["question"]) for one in search_questions.questions()]
    assert len(set(asked)) == len(nonempty(asked))
