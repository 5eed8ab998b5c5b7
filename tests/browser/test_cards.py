"""The card browser and the card pages during a search."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.builder_driver import BuilderDriver

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_cards_are_found_while_one_types_and_the_back_button_leads_back_to_the_search(page):
    page.goto("/cards/attack-wing/")
    search = page.get_by_label("Search cards")
    search.press_sequentially("murrain")
    expect(page).to_have_url(re.compile(r"\?q=murrain$"))
    expect(page.locator("#found")).to_contain_text("Murrain Hound")
    expect(page.locator("#found")).not_to_contain_text("Maurghoros")
    expect(search).to_be_focused()

    page.locator("#found").get_by_role("link", name=re.compile("Murrain Hound")).first.click()
    expect(page.get_by_role("heading", name="Murrain Hound", level=1)).to_be_visible()
    page.go_back()
    expect(search).to_have_value("murrain")
    expect(page.locator("#found")).to_contain_text("Murrain Hound")
    expect(page.locator("#found")).not_to_contain_text("Maurghoros")


def test_a_card_says_where_its_facts_are_from_and_what_is_not_known(page):
    page.goto("/cards/attack-wing/fireball/")
    expect(page.get_by_role("heading", name="Sources")).to_be_visible()
    expect(page.locator(".sources")).to_contain_text("Attack Wing rulebook, p. 25")
    expect(page.get_by_text("Not known yet:", exact=False).filter(has_text="unique")).to_be_visible()
    cite = page.locator(".pairs a[href^='#source-']").first
    target = cite.get_attribute("href")
    cite.click()
    expect(page.locator(target)).to_be_in_viewport()


def test_from_a_card_one_starts_a_legion_with_it_or_with_who_can_carry_it(page):
    table = BuilderDriver(page)
    page.goto("/cards/attack-wing/maurghoros/")
    page.get_by_role("link", name="Start a legion with it").click()
    expect(table.creature("Maurghoros")).to_be_visible()
    table.equip("Maurghoros", "Arcane", "Fireball")
    table.says("63 of 120 points, 57 left", "Legal")

    table.open("/build/attack-wing/?card=fireball")
    expect(page.locator("#candidate-list-title")).to_have_text("Who carries Fireball?")
    table.add("Maurghoros")
    expect(table.carried("Maurghoros", "Fireball")).to_be_visible()
    table.says("63 of 120 points, 57 left", "Legal")


def test_from_a_card_of_an_open_set_one_starts_a_legion_with_it_or_with_who_can_carry_it(page):
    table = BuilderDriver(page)
    page.goto("/cards/attack-wing/compline-the-drowned/")
    page.get_by_role("link", name="Start a legion with it").click()
    expect(table.creature("Compline the Drowned")).to_be_visible()
    table.says("60 of 120 points, 60 left", "Legal")
    table.equip("Compline the Drowned", "Dragon", "The Long Hush")

    table.open("/build/attack-wing/?card=ring-the-changes")
    expect(page.locator("#candidate-list-title")).to_have_text("Who carries Ring the Changes?")
    table.add("Slough Witch")
    expect(table.carried("Slough Witch", "Ring the Changes")).to_be_visible()


def test_no_line_of_a_drawn_face_runs_over_its_edge_on_the_page_of_its_card(page):
    edges = """() => [...document.querySelectorAll(".card-stage svg.face text")].map((text) => {
      const { x, width } = text.getBBox();
      return [text.textContent, x + width];
    }).filter(([, edge]) => edge > 608)"""
    for card in ("fireball", "wraith", "maurghoros"):
        page.goto(f"/cards/attack-wing/{card}/")
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        assert page.locator(".card-stage svg.face text").count() > 4
        assert page.evaluate(edges) == [], card
