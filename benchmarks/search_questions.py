"""Questions to the search over rules, as players ask them, and whether they are answered.

The questions are those of `tests/rulesapi/search_questions.json`, asked of the rulebooks in `fixtures/`. Each has the
addresses that answer it. An easy question uses the words of the book, perhaps misspelled or abbreviated; a hard one
those of a player at the table. The questions of the set `work` were used to improve the search, those of `own` to see
that it does not fit these alone, and those of `last` were asked once, when it was done.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from benchmarks import sample
from rulesapi.rulebooks.book import BOOK_TYPES, bind_book
from rulesapi.rulebooks.search.index import SearchIndex
from rulesapi.rulebooks.search.vocabulary import vocabulary_of
from rulesapi.rulebooks.search_entries import search_entries

QUESTIONS = sample.ROOT / "tests" / "rulesapi" / "search_questions.json"
SETS = ("work", "own", "last")
FIRST = 3
"""The number of results among which an answer has to be: as many as a phone shows."""


class Asked(NamedTuple):
    """A question, and whether an answer was among the first results."""

    question: dict[str, Any]
    is_answered: bool


def ask(name: str) -> list[Asked]:
    """Return the questions of a set with whether they are answered."""
    return [Asked(one, is_answered(one)) for one in questions() if one["set"] == name]


def answered_share(asked: Iterable[Asked], level: str) -> float:
    """Return the share of the questions of a level that are answered."""
    of_level = [one.is_answered for one in asked if one.question["level"] == level]
    return sum(of_level) / len(of_level)


@cache
def questions() -> list[dict[str, Any]]:
    """Return all questions."""
    every: list[dict[str, Any]] = json.loads(QUESTIONS.read_text("utf-8"))
    return every


def is_answered(question: dict[str, Any]) -> bool:
    """Return whether one of the first results of a question is one of its answers."""
    hits = index(question["game"]).search(question["question"], FIRST).hits
    return any(hit.entry.address in question["answers"] for hit in hits)


@cache
def index(game: str) -> SearchIndex:
    """Return the index of a game, of its documents in `fixtures/`."""
    return build_index(sample.documents(game))


def build_index(documents: Sequence[sample.Document]) -> SearchIndex:
    """Return the index of documents of one game."""
    book = bind_book(1, [document for document in documents if document["kind"] in BOOK_TYPES])
    return SearchIndex(search_entries(book, documents), vocabulary_of(documents[0]["game"]))
