"""The website in a real browser: scripts add to plain pages, and the pages work without them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.legions.page_parser import publish_world

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """Return a list that collects the browser's complaints from now on: policy violations, script errors."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("dialog", lambda dialog: (found.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    return found


def test_typing_searches_and_keeps_the_address_true(page, live, complaints):
    publish_world()
    page.goto(f"{live}/cards/attack-wing/")
    page.get_by_label("Search cards").press_sequentially("chief")
    expect(page.locator(".results")).to_contain_text("1 card")
    expect(page).to_have_url(re.compile(r"\?q=chief$"))
    page.get_by_role("checkbox", name="Cold").check(force=True)
    expect(page.get_by_role("heading", name="No cards match")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?q=chief\+energy%3Acold$"))
    page.reload()
    search = page.get_by_label("Search cards")
    expect(search).to_have_value("chief energy:cold")
    expect(page.get_by_role("checkbox", name="Cold")).to_be_checked()
    search.fill("chief energy:fire")
    expect(page.get_by_role("checkbox", name="Fire")).to_be_checked()
    expect(page.get_by_role("checkbox", name="Cold")).not_to_be_checked()
    expect(page.locator("#filter-count")).to_have_text("(1)")
    search.press_sequentially(" knd:x")
    expect(page.locator("#query-errors mark")).to_have_text("knd")
    expect(search).to_be_focused()
    assert complaints == []


def test_everything_is_reached_with_the_keyboard(page, live):
    publish_world()
    page.goto(f"{live}/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Build a list")).to_be_focused()
    menu = page.locator("details.menu--site")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()


def test_without_scripts_the_search_the_theme_and_the_menu_still_work(plain_page, live):
    publish_world()
    page = plain_page
    page.goto(f"{live}/cards/attack-wing/")
    page.get_by_label("Search cards").fill("chief")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".results")).to_contain_text("1 card")
    page.locator("details.menu--site summary").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".results")).to_contain_text("1 card")
