"""Citations of rulebooks: each has the address of a section, and page and heading agree with it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rulesapi.engine.core.library import rulesets_of
from rulesapi.engine.values.citations import heading_address
from rulesapi.engine.values.model import Citation
from rulesapi.rulebooks.book import BookSection
from rulesapi.rulebooks.coverage import citing_rules
from tests.engine.published_libraries import documents
from tests.nonempty import nonempty
from tests.rulesapi.fixture_books import GAMES, fixture_book
from tests.rulesapi.test_rulebook_pages import WITNESSES

PAGED = ("attack-wing", "dungeon-command")
"""The games whose books have pages, and addresses of page and heading."""
NOT_BOOKS = {
    "Muster catalog",
    "The format",
    "The house rule",
    "The collection",
    "The player's own collection",
    "The card's own text",
    "Wretched Tournament Format, January 2007",
}
"""Sources of rules other than the rulebooks."""


def citations(game: str) -> Iterator[tuple[str, Citation]]:
    """Yield the citations of a game's rules with their codes, and those of readings of open questions."""
    yield from ((rule.code, rule.cite) for rule in citing_rules(game))
    for ruleset in rulesets_of(game):
        for question in ruleset.questions.values():
            yield from ((question.slug, interpretation.cite) for interpretation in question.interpretations)


def faults(game: str) -> list[str]:
    """Return the codes whose citation leads nowhere, or that name the book without an address."""
    book = fixture_book(game)
    return [
        f"{code} {cite.source} {cite.at}"
        for code, cite in citations(game)
        if any(book.section(address) is None for address in cite.addresses)
        or (cite.source == book.cited_as) != (cite.at is not None)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_citation_of_a_book_leads_to_a_section_and_no_other_has_an_address(game: str) -> None:
    assert faults(game) == []
    assert {cite.source for _, cite in citations(game)} <= {fixture_book(game).cited_as, "The campaign", *NOT_BOOKS}


def test_a_citation_that_leads_nowhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    book = fixture_book("attack-wing")
    without = {slug: one for slug, one in book._by_slug.items() if slug != "p28-unique-names"}
    monkeypatch.setitem(vars(book), "_by_slug", without)
    assert {fault.partition(" ")[0] for fault in faults("attack-wing")} == {
        "attack-wing/unique-name",
        "attack-wing/team-unique-name",
    }


@pytest.mark.parametrize("game", PAGED)
def test_page_and_heading_of_a_citation_agree_with_its_section(game: str) -> None:
    book = fixture_book(game)
    for code, cite in nonempty(citations(game)):
        if cite.at is None:
            continue
        section = book.section(cite.at)
        assert section and cite.page and cite.section, code
        assert _begins(section) <= cite.page <= WITNESSES["runs_over"].get(cite.section, section.page), code
        heading = heading_address(_begins(section), cite.section)
        assert re.fullmatch(rf"{heading}(-[2-9]|-optional|-line-cone-burst|-non-area-attacks)?", cite.at), code


def _begins(section: BookSection) -> int:
    """Return the page in the address of a section."""
    return int(section.address[1:3])


@pytest.mark.parametrize("game", ["dnd-miniatures-2008"])
def test_a_number_is_first_in_the_section_of_its_citation(game: str) -> None:
    for code, cite in nonempty(citations(game)):
        if cite.at is not None:
            assert re.match(rf"{re.escape(cite.at)}[ -]", cite.section or ""), code


def test_a_question_of_the_faq_is_cited_under_its_heading() -> None:
    book = fixture_book("dnd-miniatures-2003")
    for code, cite in nonempty(citations("dnd-miniatures-2003")):
        for address in cite.addresses:
            section = book.section(address)
            assert section and section.ruling and section.parent, code
            heading = book.section(section.parent)
            assert heading
            assert heading.title.casefold().split("/")[0] in (cite.section or "").casefold() or address != cite.at, code


# -- documents -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_sources_with_an_address_agree_with_the_page_of_their_section(game: str) -> None:
    book = fixture_book(game)
    for document in nonempty(documents(game)):
        for pointer, source in nonempty(document["sources"].items()):
            if "at" in source:
                section = book.section(source["at"])
                where = f"{document['kind']} {document['slug']} {pointer}"
                assert section and source["source"] == book.cited_as, where
                assert source.get("page") == section.page, where


def test_adventures_of_the_rulebook_cite_sections_for_all_that_they_have_from_it() -> None:
    adventures = [one for one in documents("attack-wing") if one["kind"] == "adventure"]
    found = 0
    for adventure in nonempty(adventures):
        for pointer, source in nonempty(adventure["sources"].items()):
            if source["source"] == "Attack Wing rulebook":
                found += 1
                assert "at" in source, f"{adventure['slug']} {pointer}"
    assert found > 10


def page(document: dict[str, Any]) -> int | None:
    number: int | None = document["sources"][""].get("page")
    return number


def test_every_reference_belongs_to_a_section_on_its_page() -> None:
    book = fixture_book("attack-wing")
    last = {heading_address(1, heading).partition("/")[2]: page for heading, page in WITNESSES["runs_over"].items()}
    pages: dict[str, set[int | None]] = {}
    for section in book.sections:
        for slug in section.references:
            pages.setdefault(slug, set()).update({section.page, last.get(section.address.partition("/")[2])})
    for slug, reference in nonempty(book.references.items()):
        assert page(reference) in pages.get(slug, set()), slug


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_about_a_rule_belongs_to_a_section(game: str) -> None:
    book = fixture_book(game)
    of_sections = {slug for section in book.sections for slug in section.rulings}
    assert set(book.rulings) == of_sections


@pytest.mark.parametrize("game", PAGED)
def test_a_ruling_from_the_book_is_on_a_page_of_its_sections(game: str) -> None:
    book = fixture_book(game)
    pages: dict[str, set[int | None]] = {}
    for section in book.sections:
        for slug in section.rulings:
            pages.setdefault(slug, set()).add(section.page)
    for slug, ruling in nonempty(book.rulings.items()):
        source = ruling["sources"][""]
        if source["source"] == book.cited_as and "page" in source:
            assert source["page"] in pages[slug], slug
