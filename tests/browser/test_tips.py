"""Explanations of symbols in place: for pointer, keyboard and touch."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.builder_driver import ADDRESS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG_PRESS = """async (control) => {
  const touch = (type) => control.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "touch" }));
  touch("pointerdown");
  await new Promise((done) => new MutationObserver((_, watch) => { watch.disconnect(); done(); })
    .observe(document.querySelector("main"), { childList: true, subtree: true }));
  touch("pointerup");
  control.click();
}"""


def test_symbols_are_explained_on_hover_and_focus(page):
    page.goto(f"{ADDRESS}?card=maurghoros")
    tip, row = page.get_by_role("tooltip"), page.locator(".candidate:has(#c-fireball)")
    row.locator("svg.ink-fire").hover()
    expect(tip).to_have_text("Fire. An energy type: flame and heat.")
    page.keyboard.press("Escape")
    expect(tip).not_to_be_visible()

    page.locator("#slot-arcane").focus()  # by a script, as if by key
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(tip).to_have_text("arcane")
    page.locator("#to-creatures").focus()
    expect(tip).not_to_be_visible()
    page.keyboard.press("Tab")
    expect(row.get_by_role("link", name="Fireball", exact=True)).to_be_focused()
    expect(tip).to_have_text("Arcane · Fire")


def test_touch_explains_symbols_and_buttons_without_pressing_them(phone):
    phone.goto("/cards/attack-wing/wraith/")
    tip = phone.get_by_role("tooltip")
    phone.locator(".pairs .banner svg.mark").last.tap()
    expect(tip).to_have_text(re.compile("^[A-Z].*[.] An? "))
    box = tip.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    phone.get_by_role("heading", level=1).tap()
    expect(tip).not_to_be_visible()

    phone.goto(f"{ADDRESS}?card=maurghoros")
    phone.locator("#remove-0").evaluate(LONG_PRESS)
    expect(tip).to_have_text("Remove")
    expect(phone.locator("#name-0")).to_be_visible()


def test_a_title_is_shown_on_focus_and_stays_on_its_element(page):
    page.goto(f"{ADDRESS}?card=maurghoros")
    button = page.locator("#remove-0")
    button.hover()
    tip = page.get_by_role("tooltip")
    expect(tip).to_have_text("Remove")
    expect(button).to_have_attribute("title", "")  # no native tooltip appears next to it
    page.get_by_role("heading", level=1).hover()
    expect(tip).not_to_be_visible()
    expect(button).to_have_attribute("title", "Remove")


def test_tips_are_those_of_the_legend_in_the_language_of_the_page(open_browser, release):
    page = open_browser(extra_http_headers={"Accept-Language": "de"})
    page.goto(f"{ADDRESS}?card=maurghoros")
    page.locator(".candidate:has(#c-fireball) svg.ink-fire").hover()
    expect(page.get_by_role("tooltip")).to_have_text("Feuer. Eine Energieart: Flamme und Hitze.")
