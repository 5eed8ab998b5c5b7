"""The rulebooks of the published games, from `fixtures/`, without a database."""

from functools import cache

from rulesapi.rulebooks.book import BOOK_TYPES, Book, bind_book
from tests.engine.published_libraries import GAMES as GAMES
from tests.engine.published_libraries import documents


@cache
def fixture_book(game: str) -> Book:
    """Return the rulebook of a game."""
    book = bind_book(1, [document for document in documents(game) if document["kind"] in BOOK_TYPES])
    assert book is not None
    return book
