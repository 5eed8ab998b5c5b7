"""Dragging, which is an extra: an upgrade from creature to creature, a card from the candidate list onto the table."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_upgrade_is_dragged_to_another_creature_and_a_card_onto_the_table(page, table):
    table.lay_out("Maurghoros")
    table.equip("Maurghoros", "Arcane", "Fireball")
    table.to_creatures()
    table.search.fill("Wraith")
    expect(table.candidate_list.locator(".candidate")).to_have_count(1)
    expect(table.candidate("Wraith")).to_have_attribute("draggable", "true")
    table.candidate("Wraith").drag_to(page.locator(".picks"))
    expect(table.creature("Wraith")).to_be_visible()
    expect(table.carried("Maurghoros", "Fireball")).to_have_attribute("draggable", "true")
    table.carried("Maurghoros", "Fireball").drag_to(table.creature("Wraith").locator(".pick__head"))
    expect(table.carried("Wraith", "Fireball")).to_be_visible()
    expect(table.carried("Maurghoros", "Fireball")).to_have_count(0)
    page.locator("#undo").click()
    expect(table.carried("Maurghoros", "Fireball")).to_be_visible()
