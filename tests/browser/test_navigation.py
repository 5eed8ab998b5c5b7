"""The navigation and the first words in a real browser: one row on a phone, and no phrase is broken."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINES = """phrases => phrases.map((phrase) => (
  phrase.getBoundingClientRect().height / parseFloat(getComputedStyle(phrase).lineHeight)
))"""
MIDDLES = """links => links.filter((link) => link.offsetParent).map((link) => {
  const { top, height } = link.getBoundingClientRect();
  return Math.round(top + height / 2);
})"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [390, 1440])
def test_no_phrase_of_the_headline_is_broken(open_browser, release, language, width):
    page = open_browser(viewport={"width": width, "height": 844}, extra_http_headers={"Accept-Language": language})
    page.goto("/")
    lines = page.locator("h1 .phrase").evaluate_all(LINES)
    assert [round(one) for one in lines] == [1, 1]


CUT_OFF = """() => [...document.querySelectorAll(".site-nav, .site-header .wrap, .of-game")].filter(
  (part) => part.checkVisibility()
    && (part.scrollWidth > part.clientWidth || part.lastElementChild.getBoundingClientRect().right > innerWidth)
).map((part) => part.className)"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_navigation_is_one_row_and_whole_at_every_width(open_browser, release, language):
    page = open_browser(extra_http_headers={"Accept-Language": language})
    for address in ("/", "/cards/attack-wing/", "/build/attack-wing/"):
        page.goto(address)
        for width in (320, 360, 390, 768, 1440):
            page.set_viewport_size({"width": width, "height": 844})
            at = f"{address} at {width} px in {language}"
            middles = page.locator(".site-header :is(.brand, .site-nav a, summary)").evaluate_all(MIDDLES)
            assert len(middles) >= 5, at
            assert max(middles) - min(middles) <= 2, at
            assert page.locator(".site-header").bounding_box()["height"] <= 58, at
            assert page.evaluate(CUT_OFF) == [], at


def test_the_menu_of_a_phone_leads_to_the_pages_of_the_game(open_browser, release):
    page = open_browser(viewport={"width": 390, "height": 844})
    page.goto("/build/attack-wing/")
    menu = page.locator("details.menu--site")
    menu.locator("summary").click()
    expect(menu.get_by_role("link", name="Sets")).to_be_visible()
    expect(menu.locator("a[aria-current=page]")).to_have_attribute("href", "/build/attack-wing/")


def test_going_back_from_completions_loads_the_table_as_a_page(open_browser, release):
    page = open_browser()
    page.goto("/build/dungeon-command/")
    page.locator("#candidate-list .candidate > .button").first.click()
    expect(page).to_have_url(re.compile("/legions/"))
    table = page.url
    page.get_by_role("link", name="Complete", exact=True).first.click()
    expect(page).to_have_url(re.compile("fill=1"))
    page.go_back()
    expect(page).to_have_url(table)
    expect(page.locator("#candidate-list")).to_be_visible()
