"""The rulebook of a game: its contents, its pages to read, and the address of each section."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from legions.cards import queries
from legions.rulebook.chapters import BookPage, Chapter
from legions.rulebook.open_book import OpenBook, open_book
from legions.rulebook.section_states import SectionState, counted_states, section_state
from legions.rulebook.section_views import SectionViewMaker, page_url, place_words
from legions.site.book_urls import anchor
from rulesapi.rulebooks.book import BookSection


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A heading in the list of contents, with the headings under it."""

    title: str
    address: str
    place: str
    state: SectionState | None
    below: tuple["ContentsLine", ...] = ()


@require_safe
def contents(request: HttpRequest, game: str) -> HttpResponse:
    """Show the contents of a game's rulebook. Raises Http404."""
    document, opened = queries.game_or_404(game), open_book_or_404(game)
    context = {
        "game": document,
        "book": opened.book,
        "lines": _contents(opened),
        "states": counted_states(opened.book),
    }
    return render(request, "rulebook/contents.html", context)


@require_safe
def chapter(request: HttpRequest, game: str, chapter: str) -> HttpResponse:
    """Show a page of a game's rulebook, or redirect to the page that a chapter shares with others. Raises Http404."""
    document, opened = queries.game_or_404(game), open_book_or_404(game)
    section = opened.book.section(chapter)
    page = section and opened.pages.page_of(section)
    if not section or not page or section not in [one.heading for one in page.chapters]:
        raise Http404("There is no such chapter.")
    if chapter != page.slug:
        return redirect(page_url(game, page) + anchor(section.address))
    before, after = opened.pages.neighbors(page)
    context = {
        "game": document,
        "book": opened.book,
        "title": ", ".join(one.heading.title for one in page.chapters),
        "sections": SectionViewMaker(opened, document).views(page),
        "lines": _contents(opened, page),
        "before": before and _line(before.chapters[0].heading, opened),
        "after": after and _line(after.chapters[0].heading, opened),
        "legend": [state for state, _number in counted_states(opened.book)],
        "catalog": opened.catalog,
    }
    return render(request, "rulebook/chapter.html", context)


@require_safe
def section(request: HttpRequest, game: str, address: str) -> HttpResponse:
    """Redirect from the address of a section, or a former one, to the section. Raises Http404.

    Rules cite sections even if the catalog has no rulebook: then it redirects to the rules.
    """
    document, opened = queries.game_or_404(game), open_book(game)
    if opened is None:
        return redirect("rules", game)
    found = opened.book.section(address)
    if not found:
        raise Http404("There is no such section.")
    page = opened.pages.page_of(found)
    if page:
        return redirect(page_url(game, page) + anchor(found.address))
    return render(request, "rulebook/retired.html", {"game": document, "section": found}, status=410)


def open_book_or_404(game: str) -> OpenBook:
    """Return the rulebook of a game. Raises Http404 for a game without one."""
    opened = open_book(game)
    if opened is None:
        raise Http404("There is no rulebook of this game.")
    return opened


def _contents(opened: OpenBook, here: BookPage | None = None) -> list[ContentsLine]:
    """Return the chapters of a book. Those on the page `here`, or all without it, have the headings under them."""
    return [
        _chapter_line(one, opened, unfolded=page is here or not here)
        for page in opened.pages.pages
        for one in page.chapters
    ]


def _chapter_line(chapter: Chapter, opened: OpenBook, *, unfolded: bool) -> ContentsLine:
    below = opened.book.children(chapter.heading.address) if unfolded else ()
    return _line(chapter.heading, opened, tuple(_line(section, opened) for section in below))


def _line(section: BookSection, opened: OpenBook, below: tuple[ContentsLine, ...] = ()) -> ContentsLine:
    page: Any = opened.pages.page_of(section)
    path = page_url(opened.book.game, page)
    if section.slug != page.slug:
        path += anchor(section.address)
    return ContentsLine(section.title, path, place_words(section), section_state(opened.book, section), below)
