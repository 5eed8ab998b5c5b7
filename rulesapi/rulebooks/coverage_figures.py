"""Figures for `docs/rulebooks.md`: the number of sections of each rulebook in `fixtures/`, by state."""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from catalog import import_export
from catalog.generated_parts import with_generated_part
from rulesapi.rulebooks.book import BOOK_TYPES, Book, bind_book
from rulesapi.rulebooks.coverage import STATES, counted, coverage_of

FIXTURES_FOLDER = Path(settings.BASE_DIR) / "fixtures"

BEGIN, END = "<!-- manage.py coverage_figures -->", "<!-- end -->"
"""The markers around the table that the command writes."""


def books() -> Iterator[Book]:
    """Yield the rulebooks of `fixtures/`, by game."""
    documents = import_export.read(import_export.find([FIXTURES_FOLDER])).documents
    of_books = [document for document in documents if document["kind"] in BOOK_TYPES]
    for game in sorted({document["game"] for document in of_books}):
        if book := bind_book(1, [document for document in of_books if document["game"] == game]):
            yield book


def table() -> str:
    """Return the table of `docs/rulebooks.md` as Markdown."""
    head = ("book", "rules", *STATES, "headings")
    lines = [head, ("---",) * len(head), *(_row(book) for book in books())]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def _row(book: Book) -> tuple[object, ...]:
    numbers = counted(coverage_of(book).values())
    headings = len(book.sections) - numbers.total()
    return book.title, numbers.total(), *(numbers[state] for state in STATES), headings


def with_table(page: str) -> str:
    """Return a page with the current table between its two markers. Raises ValueError for a page without them."""
    return with_generated_part(page, BEGIN, END, table())
