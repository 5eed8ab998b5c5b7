"""The sections of a rulebook as its pages show them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join

from legions.cards.stock import CardView
from legions.rulebook.chapters import BookPage
from legions.rulebook.open_book import OpenBook
from legions.rulebook.section_states import SectionState, section_state
from legions.site import wording
from legions.site.book_urls import anchor, section_url
from legions.site.marked_text import marked_text
from legions.verdicts.rulings import NamedLink, RulingView, ruling_url, ruling_views
from rulesapi.engine.core.library import Ruleset, ruleset_of
from rulesapi.rulebooks.book import BookSection

MAX_CARDS = 4
"""The maximum number of cards that are named at a section."""
LOWEST_HEADING = 4
"""The lowest level of headings; deeper sections have it, too."""

_ADDRESS = re.compile(r"(?<![\w.])\d+(?:\.\w+)+(?!\w)")
"""A printed number with a point in a text, which may be the address of a section."""


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section on the page of its chapter.

    `level` is the level of its heading, `place` its page or number. `html` is its text, `ruling` the ruling that is
    its text. `with_text_of` leads to the section whose text decides it as well. `see`, `rulings` and `cards` are
    related; there are more cards than named if `more_cards`.
    """

    address: str
    href: str
    level: int
    title: str
    place: str
    state: SectionState | None
    html: str
    ruling: RulingView | None
    with_text_of: NamedLink | None
    people: str
    also: tuple[str, ...]
    see: tuple[NamedLink, ...]
    rulings: tuple[NamedLink, ...]
    cards: tuple[CardView, ...]
    more_cards: bool


class SectionViewMaker:
    """Makes the views of the sections of one rulebook."""

    def __init__(self, opened: OpenBook, game: Mapping[str, Any]) -> None:
        self.opened, self.book = opened, opened.book
        self.ruleset = _ruleset(game)

    def views(self, page: BookPage) -> list[SectionView]:
        """Return the views of the sections of a page."""
        return [self._view(section, page) for section in page.sections]

    def _view(self, section: BookSection, page: BookPage) -> SectionView:
        own = section.resolved.document if section.resolved and section.text_source == "ruling" else None
        cards = self._cards(section)
        return SectionView(
            address=section.address,
            href=anchor(section.address),
            level=min(2 + len(self.book.headings_above(section)), LOWEST_HEADING),
            title=section.title,
            place=place_words(section),
            state=section_state(self.book, section),
            html=self._html(section, page) if not own else "",
            ruling=ruling_views([own], self.ruleset, {})[0] if own else None,
            with_text_of=self._link(section.covered_by, page) if section.covered_by else None,
            people=section.people or "",
            also=section.other_words,
            see=tuple(link for address in section.see if (link := self._link(address, page))),
            rulings=tuple(self._rulings(section)),
            cards=cards[:MAX_CARDS],
            more_cards=len(cards) > MAX_CARDS,
        )

    def _html(self, section: BookSection, page: BookPage) -> str:
        """Return the text as HTML, in which the numbers of sections are links."""
        if section.resolved is None:
            return ""
        text, language = wording.translated_text(section.resolved.document, section.resolved.field)
        html = format_html_join("", "{}", ((part,) for part in self._linked(text, page)))
        return marked_text(html, language).html

    def _linked(self, text: str, page: BookPage) -> Iterator[str]:
        end = 0
        for match in _ADDRESS.finditer(text):
            link = self._link(match[0], page)
            if link:
                yield text[end : match.start()]
                yield format_html('<a href="{}">{}</a>', link.address, match[0])
                end = match.end()
        yield text[end:]

    def _link(self, address: str, page: BookPage) -> NamedLink | None:
        """Return a link to the section at an address, None if there is none."""
        section = self.book.section(address)
        target = section and self.opened.pages.page_of(section)
        if not section or not target:
            return None
        within = anchor(section.address)
        return NamedLink(short_title(section), within if target is page else page_url(self.book.game, target) + within)

    def _rulings(self, section: BookSection) -> Iterator[NamedLink]:
        """Yield links to the rulings about a section except the one that is its text."""
        for slug in section.rulings[1:] if section.text_source == "ruling" else section.rulings:
            yield ruling_link(self.opened, slug)

    def _cards(self, section: BookSection) -> tuple[CardView, ...]:
        """Return the cards that the rulings about a section name, then those that use its term."""
        named = (slug for ruling in section.rulings for slug in self.book.rulings[ruling].get("cards", ()))
        slugs = dict.fromkeys((*named, *self.opened.terms.by_section.get(section.slug, ())))
        return tuple(card for slug in slugs if (card := self.opened.catalog.card(slug)).known)


def ruling_link(opened: OpenBook, slug: str) -> NamedLink:
    """Return a link to a ruling: to its section in the book, else to its place on the page of the rules."""
    game, section = opened.book.game, opened.ruling_sections.get(slug)
    address = section_url(game, section.address) if section else ruling_url(game, slug)
    return NamedLink(opened.book.rulings[slug]["name"], address)


def page_url(game: str, page: BookPage) -> str:
    """Return the path of a page of a rulebook."""
    return reverse("chapter", args=[game, page.slug])


def section_page_url(opened: OpenBook, address: str) -> str:
    """Return the path of a section on the page of its chapter, without a redirect."""
    section = opened.book.section(address)
    page = section and opened.pages.page_of(section)
    if not section or not page:
        return section_url(opened.book.game, address)
    return page_url(opened.book.game, page) + anchor(section.address)


def short_title(section: BookSection) -> str:
    """Return the title of a section without the explanation after its colon."""
    return section.title.partition(": ")[0]


def place_words(section: BookSection) -> str:
    """Return the place of a section in the printed book: its page, or its number; empty if it has neither."""
    if section.page:
        return wording.page_words(section.page)
    return section.address if "/" not in section.address and section.address[:1].isdigit() else ""


def _ruleset(game: Mapping[str, Any]) -> Ruleset | None:
    try:
        return ruleset_of(game)
    except LookupError:
        return None
