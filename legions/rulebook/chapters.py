"""The pages of a rulebook: its chapters, of which short ones that follow each other share a page."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rulesapi.rulebooks.book import Book, BookSection

MAX_SHARED_SECTIONS = 40
"""The maximum number of sections on a page with several chapters. A longer chapter has a page of its own."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading at the top level of a rulebook, followed by the sections under it."""

    sections: tuple[BookSection, ...]

    @property
    def heading(self) -> BookSection:
        """The section at the top level."""
        return self.sections[0]


@dataclass(frozen=True, slots=True)
class BookPage:
    """One or several chapters that are on one page."""

    chapters: tuple[Chapter, ...]

    @property
    def slug(self) -> str:
        """The slug of its first chapter, which its address has."""
        return self.chapters[0].heading.slug

    @property
    def sections(self) -> tuple[BookSection, ...]:
        """All sections on the page, in order."""
        return tuple(section for chapter in self.chapters for section in chapter.sections)


class BookPages:
    """The pages of a rulebook in order."""

    def __init__(self, book: Book) -> None:
        self.pages = [BookPage(chapters) for chapters in _shared(_chapters(book.sections))]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {section.slug: place for place, page in enumerate(self.pages) for section in page.sections}

    def page_of(self, section: BookSection) -> BookPage | None:
        """Return the page that a section is on, None for a retired section."""
        place = self._places.get(section.slug)
        return None if place is None else self.pages[place]

    def neighbors(self, page: BookPage) -> tuple[BookPage | None, BookPage | None]:
        """Return the page before and the page after another one, None where the book begins or ends."""
        place = self._places[page.slug]
        before = self.pages[place - 1] if place else None
        return before, self.pages[place + 1] if place + 1 < len(self.pages) else None


def _chapters(sections: Iterable[BookSection]) -> list[Chapter]:
    """Return the sections, divided before each one that is under no other."""
    chapters: list[list[BookSection]] = []
    for section in sections:
        if section.parent is None or not chapters:
            chapters.append([])
        chapters[-1].append(section)
    return [Chapter(tuple(several)) for several in chapters]


def _shared(chapters: Iterable[Chapter]) -> Iterator[tuple[Chapter, ...]]:
    """Yield the chapters of each page. A chapter without sections under it is never alone."""
    shared: list[Chapter] = []
    for chapter in chapters:
        length = sum(len(one.sections) for one in shared)
        if length > 1 and len(chapter.sections) > 1 and length + len(chapter.sections) > MAX_SHARED_SECTIONS:
            yield tuple(shared)
            shared = []
        shared.append(chapter)
    if shared:
        yield tuple(shared)
