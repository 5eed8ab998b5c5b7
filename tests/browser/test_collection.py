"""A collection in the browser: quick clicks, the keyboard, a phone without scripts, and the lists next to it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLACE = "/collection/dungeon-command/"
BOX, DRAGON = "#now-pack-heart-of-cormyr", "#now-card-copper-dragon"


def test_rapid_clicks_are_all_counted(page: Page) -> None:
    page.goto(PLACE)
    for _ in range(3):
        page.locator("#more-pack-heart-of-cormyr").dispatch_event("click")
    expect(page.locator(BOX)).to_have_value("3")
    expect(page.locator("#more-pack-heart-of-cormyr")).to_be_visible()
    page.fill("#card-q", "copper dragon")
    expect(page.locator("#collection-cards .owned__row")).to_have_count(1)
    page.locator("#more-card-copper-dragon").click()
    expect(page.locator(DRAGON)).to_have_value("1")
    expect(page.locator("#card-q")).to_have_value("copper dragon")
    expect(page.locator("#more-card-copper-dragon")).to_be_focused()
    page.locator(DRAGON).fill("12")
    page.keyboard.press("Enter")
    expect(page.locator(".collection__last")).to_contain_text("Copper Dragon: 12 instead of 1.")
    page.locator("#undo").click()
    expect(page.locator(DRAGON)).to_have_value("1")
    page.goto("/cards/dungeon-command/copper-dragon/")
    page.locator("#less-card-copper-dragon").click()
    expect(page.locator(DRAGON)).to_have_value("0")
    expect(page.locator("#owned")).to_contain_text("3 in boxes")
    page.goto("/sets/dungeon-command/heart-of-cormyr/")
    for _ in range(2):
        page.locator("#more-pack-heart-of-cormyr").dispatch_event("click")
    expect(page.locator(BOX)).to_have_value("5")
    expect(page.locator(".card-row", has_text="Copper Dragon")).to_contain_text("5 owned")


def test_a_collection_lists_and_purchases_without_scripts_on_a_phone(visit: Callable[..., Any]) -> None:
    page = visit(java_script_enabled=False, viewport=PHONE)
    page.goto(PLACE)
    page.locator("#more-pack-heart-of-cormyr").click()
    expect(page.locator(BOX)).to_have_value("1")
    for name in ("Snig", "Valnar"):
        page.goto("/build/dungeon-command/")
        page.locator("button", has_text=re.compile(name)).first.click()
        page.wait_for_url(re.compile("/legions/"))
    page.goto(f"{PLACE}lists/")
    for name, mark in (("Snig", "Wanted"), ("Valnar", "Built")):
        page.locator("li.line", has_text=re.compile(name)).get_by_role("button", name=mark).click()
    expect(page.locator("main")).to_contain_text("You can build all of them at once")
    expect(page.locator("main")).to_contain_text("1 box completes it: 1 × Tyranny of Goblins")
    page.goto("/cards/dungeon-command/?owned=1")
    expect(page.locator("main")).to_contain_text("41 cards")
