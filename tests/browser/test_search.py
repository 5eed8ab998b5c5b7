"""The search in the header and its results, in a browser: reached by keyboard, and short enough for a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.populated_site import PopulatedSite

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}
QUERIES = ("crit thru armor", "can a troop be flanked", "swooping")


@pytest.fixture
def opened(house: PopulatedSite, page: Page, live_server: Any) -> Page:
    """A page of the site for a guest, on a desk."""
    page.goto(f"{live_server.url}/cards/attack-wing/wraith/")
    return page


def test_a_slash_leads_to_the_search_and_enter_to_the_results(opened: Page) -> None:
    opened.keyboard.press("/")
    expect(opened.locator("#site-q")).to_be_focused()
    opened.keyboard.type("and/or armor")
    expect(opened.locator("#site-q")).to_have_value("and/or armor")
    opened.keyboard.press("Enter")
    expect(opened).to_have_url(re.compile(r"/search/\?q=and%2For\+armor&game=attack-wing$"))
    expect(opened.locator(".found__title").first).to_be_visible()


def test_a_slash_in_the_builder_leads_to_its_own_search(opened: Page, live_server: Any) -> None:
    opened.goto(f"{live_server.url}/build/attack-wing/")
    opened.keyboard.press("/")
    expect(opened.locator("#candidate-list-q")).to_be_focused()


@pytest.mark.parametrize("query", QUERIES)
def test_three_results_fit_on_a_phone_without_scrolling(opened: Page, live_server: Any, query: str) -> None:
    opened.set_viewport_size(PHONE)
    for address in (f"/rules/attack-wing/?q={query}", f"/search/?q={query}"):
        opened.goto(live_server.url + address)
        third = opened.locator(".found__one").nth(2).bounding_box()
        assert third and third["y"] + third["height"] <= PHONE["height"], address


def test_on_a_phone_a_symbol_leads_to_the_search(opened: Page) -> None:
    opened.set_viewport_size(PHONE)
    expect(opened.locator("#site-q")).to_be_hidden()
    opened.get_by_role("banner").get_by_role("link", name="Find a card or a rule").click()
    expect(opened).to_have_url(re.compile(r"/search/$"))
    expect(opened.locator("#site-q")).to_be_visible()


def test_the_address_of_a_section_shows_it(opened: Page, live_server: Any) -> None:
    opened.goto(f"{live_server.url}/rules/dnd-miniatures-2008/book/at/604.4.b/")
    expect(opened).to_have_url(re.compile(r"/book/6/#604\.4\.b$"))
    expect(opened.locator("[id='604.4.b']")).to_be_in_viewport()


def test_the_contents_of_a_book_are_beside_it_on_a_desk_and_folded_on_a_phone(opened: Page, live_server: Any) -> None:
    opened.goto(f"{live_server.url}/rules/attack-wing/book/p15-combat-phase/")
    contents = opened.get_by_role("navigation", name="Contents")
    expect(contents.get_by_role("link", name="Planning Phase")).to_be_visible()
    opened.set_viewport_size(PHONE)
    expect(contents.get_by_role("link", name="Planning Phase")).to_be_hidden()
    opened.get_by_text("Contents", exact=True).click()
    expect(contents.get_by_role("link", name="Planning Phase")).to_be_visible()
