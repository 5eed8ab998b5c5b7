"""The builder's suggestions in use: a preview that changes nothing, the confirmation, and the undo."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builder_driver import BuilderDriver
from tests.queued_tasks import run_queued_tasks

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def lay_out(page: Page, **document: object) -> BuilderDriver:
    """Import a list of Attack Wing and open it on the table."""
    page.goto("/import/")
    page.get_by_label("List").first.fill(json.dumps({"game": "attack-wing", **document}))
    page.get_by_role("button", name="Preview").click()
    page.locator("#keep").click()
    table = BuilderDriver(page)
    expect(table.creatures.first).to_be_visible()
    return table


def test_an_illegal_list_is_repaired_by_one_click_seen_beforehand_and_taken_back(page: Page) -> None:
    table = lay_out(page, points=60, picks=[{"card": "wraith", "upgrades": ["fireball"]}, {"card": "wraith"}])
    table.says("53 of 60 points, 7 left", "Illegal")
    page.locator("#repair").click()
    offers = page.get_by_role("region", name="Ways to fix it")
    expect(page.get_by_role("heading", name="Ways to fix it")).to_be_focused()
    expect(offers.locator(".offer__edits")).to_contain_text("Fireball")
    expect(offers.locator(".offer--selected .seal")).to_have_text("Legal")
    expect(page.locator(".slot--offer, .pick--offer").first).to_contain_text("Fireball")
    table.says("53 of 60 points, 7 left", "Illegal")
    expect(table.carried("Wraith", "Fireball")).to_be_visible()

    page.get_by_role("button", name="Accept", exact=True).click()
    expect(table.seal).to_have_text("Legal")
    expect(offers).to_have_count(0)
    page.locator("#undo-last").click()
    table.says("53 of 60 points, 7 left", "Illegal")
    expect(table.carried("Wraith", "Fireball")).to_be_visible()

    page.locator("#repair").click()
    page.get_by_role("link", name="Keep the list as it is").click()
    expect(offers).to_have_count(0)
    table.says("53 of 60 points, 7 left", "Illegal")


def test_a_list_with_points_left_is_filled_up_by_one_click_seen_beforehand_and_taken_back(page: Page) -> None:
    table = lay_out(page, points=60, picks=[{"card": "wraith", "count": 2}])
    table.says("50 of 60 points, 10 left", "Legal")
    page.locator("#complete").click()
    page.get_by_role("button", name="Suggest").click()
    expect(page.locator("#take-up, #stop-filling")).to_be_visible()
    if page.locator("#stop-filling").count():
        run_queued_tasks()
    expect(page.get_by_role("heading", name="Suggested cards")).to_be_visible()
    table.says("50 of 60 points, 10 left", "Legal")

    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page.locator("#offers")).to_have_count(0)
    expect(table.strip.locator(".points__words")).not_to_have_text("50 of 60 points, 10 left")
    expect(table.seal).to_have_text("Legal")
    page.locator("#undo-last").click()
    table.says("50 of 60 points, 10 left", "Legal")
