"""Merging of a change into the current table: unchanged elements stay, and nothing outdated is left."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builder_driver import BuilderDriver
from tests.browser.error_watch import ErrorWatch

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HEAR = """() => document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id === "builder") window.answer = detail.serverResponse;
})"""
COMPARE = """() => {
  const plain = (table) => {
    for (const one of [table, ...table.querySelectorAll("*")]) {
      for (const name of ["draggable", "open", "hidden"]) one.removeAttribute(name);
      if (one.matches(".slot--glow")) one.classList.remove("slot--glow"); // where what the pointer rests on may go
      if (one.className === "") one.removeAttribute("class");
    }
    return table.outerHTML.replace(/>\\s+</g, ">\\n<").split("\\n");
  };
  const answer = new DOMParser().parseFromString(window.answer, "text/html");
  return [document.getElementById("builder").cloneNode(true), answer.getElementById("builder")].map(plain);
}"""


def is_as_answered(page: Page) -> None:
    """Assert that the table equals the last response, except for additions by scripts and open parts."""
    here, answered = page.evaluate(COMPARE)
    assert here == answered


def test_after_each_change_the_table_is_what_was_answered(page: Page, table: BuilderDriver) -> None:
    page.evaluate(HEAR)
    table.lay_out("Maurghoros")
    is_as_answered(page)
    table.equip("Maurghoros", "Arcane", "Fireball")
    is_as_answered(page)
    table.lay_out("Wraith")
    page.get_by_role("button", name="One Wraith more").click()
    table.says("113 of 120 points, 7 left", "Legal")
    is_as_answered(page)
    page.get_by_role("button", name="Remove Maurghoros").click()
    expect(table.creature("Maurghoros")).to_have_count(0)
    is_as_answered(page)
    page.locator("#undo").click()
    expect(table.creature("Maurghoros")).to_be_visible()
    is_as_answered(page)
    page.locator("#redo").click()
    expect(table.creature("Maurghoros")).to_have_count(0)
    is_as_answered(page)


def test_unchanged_elements_are_kept_after_a_change(page: Page, table: BuilderDriver) -> None:
    table.lay_out("Maurghoros")
    shield = table.creature("Maurghoros").locator("img.shield").element_handle()
    table.lay_out("Wraith")
    row = page.locator("#candidate-list .candidate").first.element_handle()
    page.get_by_role("button", name="One Wraith more").click()
    table.says("110 of 120 points, 10 left", "Legal")
    assert shield.evaluate("(one) => one.isConnected")
    assert row.evaluate("(one) => one.isConnected")


def test_a_card_stays_the_same_element_as_one_before_it_is_taken_away_and_put_back(
    page: Page, table: BuilderDriver
) -> None:
    page.evaluate(HEAR)
    for card in ("Wraith", "Maurghoros"):
        table.lay_out(card)
    shield = page.locator("#pick-1 img.shield").element_handle()
    where = "(one) => one.isConnected && one.closest('.pick').id"
    page.locator("#remove-0").click()
    expect(page.locator(".pick[id^=pick-]")).to_have_count(1)
    is_as_answered(page)
    assert shield.evaluate(where) == "pick-0"
    page.locator("#undo").click()
    expect(page.locator(".pick[id^=pick-]")).to_have_count(2)
    is_as_answered(page)
    assert shield.evaluate(where) == "pick-1"


def test_a_link_that_asks_for_something_else_now_asks_for_that(page: Page, table: BuilderDriver) -> None:
    table.lay_out("Wraith")
    table.lay_out("Maurghoros")
    page.get_by_role("button", name="Remove Wraith").click()
    expect(table.creature("Wraith")).to_have_count(0)
    table.open_slot("Maurghoros", "Arcane").click()
    expect(page.locator("#candidate-list-title")).to_have_text("Arcane upgrades for Maurghoros")
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?at=/picks/0&slot=arcane")


def test_a_refusal_is_shown_each_time(page: Page, table: BuilderDriver, watch: ErrorWatch) -> None:
    watch.foresee("status of 400")
    table.lay_out("Wraith")
    table.show_terms()
    page.locator("#points").fill("many")
    page.locator("#set-limits").click()
    expect(page.locator("#notice")).to_be_focused()
    notice = page.locator("#notice").element_handle()
    page.locator("#set-limits").click()
    page.wait_for_function("(old) => !old.isConnected && document.activeElement?.id === 'notice'", arg=notice)
    expect(page.locator("#points")).to_have_value("many")


def test_the_loader_of_more_cards_works_again_after_each_change(page: Page, table: BuilderDriver) -> None:
    table.lay_out("Maurghoros")
    more = page.locator("#candidate-list-more")
    before = more.element_handle()
    page.get_by_role("button", name="Remove Maurghoros").click()
    expect(table.creature("Maurghoros")).to_have_count(0)
    page.wait_for_function("one => !one.isConnected", arg=before)
    expect(more).to_have_count(1)
    expect(table.shown("Zeno")).to_be_attached()
