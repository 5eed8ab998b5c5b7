"""Unknown numbers, entered where they are missing: by keyboard, by touch, and without scripts."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.error_watch import ErrorWatch

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLE = "/build/attack-wing/?card=balagos"
SEAL = "#number-p0-balagos-cost"


def test_a_number_is_typed_into_its_seal_judged_by_and_taken_back(page: Page, watch: ErrorWatch) -> None:
    watch.foresee("status of 400")
    page.goto(TABLE)
    expect(page.locator(".strip .seal")).to_have_text("Undetermined")
    page.locator(SEAL).focus()
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    expect(page.locator(f"{SEAL}-error")).to_be_visible()
    expect(page.locator(SEAL)).to_be_focused()
    page.locator(SEAL).fill("42")
    page.keyboard.press("Enter")
    expect(page.locator(".strip .seal")).to_have_text("Legal (with your numbers)")
    expect(page.locator(".pick .cost")).to_contain_text("42")
    expect(page.locator("#name-0")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.locator(".strip .seal")).to_have_text("Undetermined")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator(".strip .seal")).to_have_text("Legal (with your numbers)")
    page.goto("/numbers/attack-wing/")
    expect(page.locator("tbody tr")).to_have_count(1)


def test_enter_keeps_the_second_number_as_it_kept_the_first(page: Page) -> None:
    page.goto("/build/attack-wing/?card=zeno")
    page.locator("#number-p0-zeno-cost").fill("45")
    page.keyboard.press("Enter")
    expect(page.locator(".pick .cost")).to_contain_text("45")
    page.locator("#missing-0 > summary").click()
    page.locator("#number-p0-zeno-slots").fill("dragon")
    page.keyboard.press("Enter")
    expect(page.locator("#missing-0")).to_have_count(0)
    expect(page.locator(".pick .cost")).to_contain_text("45")
    expect(page.locator(".slot--open")).to_have_count(1)


def test_entering_a_number_keeps_the_candidate_search(page: Page) -> None:
    page.goto("/build/attack-wing/?slot=creature")
    page.fill("#candidate-list-q", "balagos")
    field = page.locator("#number-c-balagos-cost")
    expect(page.locator(".candidate")).to_have_count(1)
    field.fill("42")
    page.keyboard.press("Enter")
    expect(page.locator(".candidate .cost")).to_contain_text("42")
    expect(page.locator("#candidate-list-q")).to_have_value("balagos")
    expect(page.locator("#c-balagos")).to_be_focused()


def test_on_a_phone_a_thumb_keeps_it_and_nothing_scrolls_sideways(visit: Callable[..., Any]) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    page.goto(TABLE)
    page.locator("#repair").tap()
    field = page.locator("#number-o-balagos-cost")
    expect(field).to_have_attribute("inputmode", "numeric")
    field.fill("42")
    page.locator("#number-o-balagos-cost-go").tap()
    expect(page.locator(".strip .seal")).to_have_text("Legal (with your numbers)")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator("#take-back-last").tap()
    expect(page.locator(".strip .seal")).to_have_text("Undetermined")


def test_without_scripts_it_is_a_small_form(visit: Callable[..., Any], watch: ErrorWatch) -> None:
    watch.foresee("status of 400")
    page = visit(java_script_enabled=False, viewport=PHONE)
    page.goto(TABLE)
    page.locator(SEAL).fill("many")
    page.locator(SEAL).press("Enter")
    expect(page.locator("#notice")).to_contain_text("Balagos")
    expect(page.locator(SEAL)).to_have_value("many")
    page.locator(SEAL).fill("42")
    page.locator(f"{SEAL}-go").click()
    expect(page.locator(".strip .seal")).to_have_text("Legal (with your numbers)")


def test_fields_for_missing_facts_are_loaded_on_opening_and_stay_open(page: Page, watch: ErrorWatch) -> None:
    page.goto("/build/dnd-miniatures-2008/?slot=creature")
    page.locator(".candidate__ask summary").first.press("Enter")
    expect(page.locator(".candidate__ask[open] .ask__input").first).to_be_visible()
    page.locator(".candidate > .button").first.click()
    missing = page.locator("#missing-0")
    expect(missing).to_have_count(1)
    expect(missing.locator(".ask")).to_have_count(0)
    missing.locator("summary").first.focus()
    page.keyboard.press("Enter")
    field = missing.locator(".ask__input:not(select)").first
    expect(field).to_be_visible()
    expect(missing.locator("summary").first).to_be_focused()
    number = missing.locator(":scope > ul > li").count()
    field.fill("-")
    page.keyboard.press("Enter")
    expect(missing.locator(":scope > ul > li")).to_have_count(number - 1)
    page.keyboard.press("Control+z")
    expect(missing.locator(":scope > ul > li")).to_have_count(number)
