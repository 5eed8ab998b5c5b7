"""The rulebooks in `fixtures/` are complete: each rule has its address and a text, and every link leads somewhere.

`tests/rulebook_addresses/<game>.txt` has the addresses of each book in its order, one a line; those of headings, which
have no text, are comments.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesapi.rulebooks.book import BOOK_TYPES, Book, bind_book
from tests.engine.published_libraries import documents
from tests.nonempty import nonempty
from tests.rulesapi.fixture_books import GAMES, fixture_book

FOLDER = Path(__file__).parents[1] / "rulebook_addresses"
RULES = {"attack-wing": 190, "dnd-miniatures-2003": 170, "dnd-miniatures-2008": 596, "dungeon-command": 103}
"""The number of rules of each book, as they were counted when the books were read."""


def listed(game: str) -> list[str]:
    """Return the addresses of a book in order, those of headings with a mark."""
    return (FOLDER / f"{game}.txt").read_text("utf-8").splitlines()


def missing(game: str, book: Book) -> list[str]:
    """Return the addresses of the rules that the book does not have, or has no text for."""
    rules = [line for line in listed(game) if not line.startswith("#")]
    return [address for address in rules if not ((found := book.section(address)) and found.text)]


@pytest.mark.parametrize("game", GAMES)
def test_the_list_has_as_many_rules_as_the_book(game: str) -> None:
    rules = [line for line in listed(game) if not line.startswith("#")]
    assert len(rules) == len(set(rules)) == RULES[game]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_book_has_a_text(game: str) -> None:
    assert missing(game, fixture_book(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_book_has_the_listed_sections_in_the_listed_order(game: str) -> None:
    assert [line.removeprefix("# ") for line in listed(game)] == [one.address for one in fixture_book(game).sections]


@pytest.mark.parametrize(
    ("game", "address", "lost"),
    [
        ("dnd-miniatures-2008", "604.4.b", "text"),
        ("dnd-miniatures-2003", "damage/3", "ruling"),
        ("attack-wing", "p15/pass", "references"),
        ("dungeon-command", "p11/affinity", None),
    ],
)
def test_a_lost_text_or_section_is_named_by_its_address(game: str, address: str, lost: str | None) -> None:
    kept: list[dict[str, Any]] = []
    for document in documents(game):
        if document["kind"] not in BOOK_TYPES:
            continue
        if document.get("at") != address:
            kept.append(document)
        elif lost:
            kept.append({key: value for key, value in document.items() if key != lost})
    book = bind_book(1, kept)
    assert book and missing(game, book) == [address]


@pytest.mark.parametrize("game", GAMES)
def test_at_most_a_fifth_of_the_rules_are_covered_by_another_one(game: str) -> None:
    covered = [one.address for one in fixture_book(game).sections if one.covered_by]
    assert len(covered) <= RULES[game] / 5


def links(book: Book) -> Iterator[tuple[str, str]]:
    """Yield the links of each section to others."""
    for section in book.sections:
        yield from ((section.address, address) for address in (section.parent, section.covered_by) if address)
        yield from ((section.address, address) for address in section.see)


@pytest.mark.parametrize("game", GAMES)
def test_every_link_of_a_section_leads_to_a_section(game: str) -> None:
    book = fixture_book(game)
    assert [link for link in nonempty(links(book)) if book.section(link[1]) is None] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_section_is_behind_the_headings_it_is_under(game: str) -> None:
    book = fixture_book(game)
    places = {section.address: place for place, section in enumerate(book.sections)}
    for section in nonempty(book.sections):
        above = [heading.address for heading in book.headings_above(section)]
        assert [places[address] for address in above] == sorted(places[address] for address in above)
        assert all(places[address] < places[section.address] for address in above), section.address


@pytest.mark.parametrize("game", GAMES)
def test_an_address_with_a_page_has_the_page_of_its_section(game: str) -> None:
    for section in nonempty(fixture_book(game).sections):
        found = re.match(r"p(\d\d)/", section.address)
        assert section.page == (int(found[1]) if found else None), section.address


@pytest.mark.parametrize("game", GAMES)
def test_every_reference_and_ruling_that_a_section_names_is_there(game: str) -> None:
    book = fixture_book(game)
    for section in nonempty(book.sections):
        assert {*section.references} <= book.references.keys(), section.address
        assert {*section.rulings} <= book.rulings.keys(), section.address
