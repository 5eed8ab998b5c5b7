"""A rulebook of a release for pages: with its division into pages, the cards of the release, and their terms."""

from dataclasses import dataclass
from functools import cached_property

from catalog import snapshots
from catalog.snapshots import Snapshot
from legions.cards.stock import Stock, stock_at
from legions.rulebook.card_terms import CardTerms, terms_of_cards
from legions.rulebook.chapters import BookPages
from rulesapi.judging.release_cache import ReleaseCache
from rulesapi.rulebooks.book import Book, BookSection, book_at


@dataclass(frozen=True)
class OpenBook:
    """The rulebook of a game and the catalog snapshot of the same release."""

    book: Book
    catalog: Stock

    @cached_property
    def pages(self) -> BookPages:
        """The division of the book into pages."""
        return BookPages(self.book)

    @cached_property
    def terms(self) -> CardTerms:
        """The sections that cards speak of."""
        return terms_of_cards(self.book, self.catalog)

    @cached_property
    def ruling_sections(self) -> dict[str, BookSection]:
        """The sections whose text is a ruling, keyed by the slug of the ruling."""
        with_rulings = ((section.rulings[0], section) for section in self.book.sections if section.ruling)
        return dict(reversed(list(with_rulings)))


_open_books: ReleaseCache[OpenBook | None, None] = ReleaseCache(
    "open-rulebooks", fewest=8, most_bytes=0, entry_bytes=0, part_bytes=0
)


def open_book(game: str) -> OpenBook | None:
    """Return the rulebook of a game in the newest release, None for a game without one."""
    return open_book_at(game, snapshots.newest())


def open_book_at(game: str, snapshot: Snapshot) -> OpenBook | None:
    """Return the rulebook of a game in a release already looked up, None for a game without one."""
    return _open_books.get(game, snapshot, lambda _parts: (_opened(game, snapshot), {}))


def _opened(game: str, snapshot: Snapshot) -> OpenBook | None:
    book = book_at(game, snapshot)
    return OpenBook(book, stock_at(game, snapshot)) if book else None
