"""Questions as players ask them, asked of the rulebooks that come with Muster."""

import json
from pathlib import Path

import pytest

from benchmarks import sample, search_questions
from rulesapi.rulebooks.search.vocabulary import COMMON, FOLDER
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


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_a_vocabulary_is_of_a_game_and_says_each_thing_once(file: Path) -> None:
    assert file.stem in (COMMON, *sample.games())
    vocabulary = json.loads(file.read_text("utf-8"), object_pairs_hook=_without_repeats)
    assert vocabulary["about"] and vocabulary.keys() <= {"about", "ignored", "same", "like"}
    for several in nonempty([*vocabulary.get("same", ()), *vocabulary["like"].values()]):
        assert len(set(several)) == len(several) and all(map(str.strip, several)), several


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys), keys
    return dict(pairs)


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample.games())
def test_a_question_is_read_as_the_documentation_says(game: str) -> None:
    """The example of `docs/api.md`."""
    answer = search_questions.index(game).search("can i do los thru my guys", search_questions.FIRST)
    assert answer.read_as == ("line of sight", "through", "allies")


def test_no_question_is_asked_twice() -> None:
    asked = [(one["game"], one["question"]) for one in search_questions.questions()]
    assert len(set(asked)) == len(nonempty(asked))


@pytest.mark.sampled
@pytest.mark.parametrize("query", ["attack of opportunity", "line of effect", "five-foot step", "nat 1", "max hp"])
def test_an_expression_that_a_book_lacks_is_searched_by_its_parts(query: str) -> None:
    for game in nonempty(sample.games()):
        hits = search_questions.index(game).search(query, 3).hits
        assert all(hit.score > 0 for hit in hits), game


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample.games())
def test_the_words_of_each_book_can_be_asked_of_every_other(game: str) -> None:
    words = {word for entry in search_questions.index(game).entries for word in (entry.title, *entry.other_words)}
    for other in nonempty([one for one in sample.games() if one != game]):
        for word in nonempty(sorted(words)):
            search_questions.index(other).search(word, 1)
