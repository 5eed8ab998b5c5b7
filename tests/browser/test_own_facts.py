"""Own numbers in the browser: entered where they are missing, on a phone and without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builder_driver import BuilderDriver

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def say_and_take_out(page: Page, *, scripts: bool = True) -> None:
    """Enter the cost of Balagos at the verdict's question, change it, and remove it again.

    Without `scripts` a link renders the opened form.
    """
    table = BuilderDriver(page).open("/build/attack-wing/?card=balagos")
    table.says("At least 0 of 120 points", "Undetermined")
    table.show_findings()
    page.locator("#number-s-balagos-cost").fill("38")
    page.locator("#number-s-balagos-cost-go").click()
    table.says("38 of 120 points, 82 left", "Legal (with your numbers)")
    own = page.locator("#own-numbers")
    expect(own).to_contain_text("38 points")
    own.locator("#told-balagos-cost > summary").click()
    if not scripts:
        own.locator("#told-balagos-cost > .fold-link").click()
    page.locator("#told-balagos-cost-value").fill("40")
    page.locator("#told-balagos-cost-go").click()
    table.says("40 of 120 points, 80 left", "Legal (with your numbers)")
    page.locator("#unsay-balagos-cost").click()
    table.says("At least 0 of 120 points", "Undetermined")
    page.get_by_role("button", name=re.compile("^Undo: Balagos")).click()
    table.says("40 of 120 points, 80 left", "Legal (with your numbers)")


def test_an_own_number_is_entered_changed_removed_and_restored_on_a_phone(phone: Page) -> None:
    say_and_take_out(phone)


def test_own_facts_work_without_scripts_on_a_desktop(visit) -> None:
    say_and_take_out(visit(java_script_enabled=False), scripts=False)
