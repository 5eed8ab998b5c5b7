"""Pages cited by rules, references and cards of Attack Wing, compared with the book's index and cross-references.

`attack_wing_pages.json` contains only facts: `index` has the pages of titles in the book's index, `cross_references`
those of "see ... on page N", `runs_over` the last page of a section that is cited beyond its first one, `references`
the index pages of our references, `rules` pages read in the text, and `starter_lists` the pages that list the starter
set's cards.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesapi.engine.games.attack_wing.play import PLAY
from rulesapi.engine.values.citations import heading_address
from tests.rulesapi.fixture_books import fixture_book

FIXTURES = Path(__file__).parents[2] / "fixtures" / "attack-wing"
WITNESSES: dict[str, Any] = json.loads((Path(__file__).parent / "attack_wing_pages.json").read_text("utf-8"))
ENDINGS = ("", "-optional", "-line-cone-burst", "-non-area-attacks")
"""The ends of headings that the index and cross-references leave out."""
CORRECTED = {
    "p04/some-assembly-required": 4,
    "p05/set-up": 5,
    "p06/prepare-gathered-cards-effect-tokens": 6,
    "p06/prepare-armor": 6,
    "p06/prepare-other-components": 6,
    "p06/the-play-area": 6,
    "p14/feint": 14,
    "p15/combat-phase": 15,
    "p16/attack-arc": 16,
    "p18/cone-attacks": 18,
    "p18/burst-attacks": 18,
    "p34/campaign-storylines": 34,
}
"""Sections that were cited from the following page before: the text prints even numbers in the middle of a page."""


def pages_of_heading(title: str) -> set[int | None]:
    """Return the pages of the sections with a printed heading."""
    heading = heading_address(1, title).partition("/")[2]
    headings = {f"{heading}{ending}" for ending in ENDINGS}
    return {one.page for one in fixture_book("attack-wing").sections if one.address.partition("/")[2] in headings}


def page_of_reference(slug: str) -> int:
    document = json.loads((FIXTURES / "references" / f"{slug}.json").read_text("utf-8"))
    page: int = document["sources"][""]["page"]
    return page


@pytest.mark.parametrize("title", WITNESSES["index"])
def test_a_section_is_on_a_page_that_the_index_names(title: str) -> None:
    assert pages_of_heading(title) & {*WITNESSES["index"][title]}


@pytest.mark.parametrize("title", WITNESSES["cross_references"])
def test_a_section_begins_where_cross_references_lead(title: str) -> None:
    assert WITNESSES["cross_references"][title] in pages_of_heading(title)


@pytest.mark.parametrize("address", CORRECTED)
def test_a_section_that_was_on_a_wrong_page_is_on_the_right_one(address: str) -> None:
    section = fixture_book("attack-wing").section(address)
    assert section and section.page == CORRECTED[address]


@pytest.mark.parametrize("code", WITNESSES["rules"])
def test_a_rule_cites_the_page_on_which_its_text_is(code: str) -> None:
    assert PLAY.rules[code].cite.page == WITNESSES["rules"][code]


@pytest.mark.parametrize("slug", WITNESSES["references"])
def test_a_reference_is_on_a_page_that_the_index_names(slug: str) -> None:
    assert page_of_reference(slug) in WITNESSES["references"][slug]


@pytest.mark.parametrize("slug", WITNESSES["starter_lists"])
def test_a_card_of_the_starter_set_is_cited_from_the_page_of_its_list(slug: str) -> None:
    [path] = [*FIXTURES.glob(f"*/{slug}.json")]
    assert json.loads(path.read_text("utf-8"))["sources"]["/set"]["page"] == WITNESSES["starter_lists"][slug]
