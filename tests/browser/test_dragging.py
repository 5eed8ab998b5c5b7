"""Dragging as an optional input: cards onto the table, between creatures and away from it, by mouse and by finger."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.builder_driver import ADDRESS, BuilderDriver

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = f"{ADDRESS}?card=maurghoros"
MoveTo = Callable[[Locator], None]


@contextmanager
def finger(page: Page, on: Locator) -> Iterator[MoveTo]:
    """Put a finger on an element; yield a function that moves it onto another element. The finger is lifted at the
    end.
    """
    tools = page.context.new_cdp_session(page)

    def touch(kind: str, target: Locator) -> None:
        box = target.bounding_box()
        assert box
        points = [] if kind == "touchEnd" else [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", on)
    yield lambda to: touch("touchMove", to)
    touch("touchEnd", on)


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
    table.carried("Maurghoros", "Fireball").drag_to(table.creature("Wraith").locator(".pick__card"))
    expect(table.carried("Wraith", "Fireball")).to_be_visible()
    expect(table.carried("Maurghoros", "Fireball")).to_have_count(0)
    page.locator("#undo").click()
    expect(table.carried("Maurghoros", "Fireball")).to_be_visible()


def test_cards_are_dragged_off_the_table(page, table):
    table.lay_out("Maurghoros")
    table.equip("Maurghoros", "Arcane", "Fireball")
    for what, words in (
        (table.carried("Maurghoros", "Fireball"), "Fireball taken from Maurghoros."),
        (table.creature("Maurghoros").locator(".pick__face"), "Maurghoros removed."),
    ):
        what.hover()
        page.mouse.down()
        page.locator(".picks").hover()  # a browser begins to drag when the pointer moves
        expect(page.locator("#drop-away")).to_be_visible()
        page.locator("#drop-away").hover()
        page.mouse.up()
        expect(table.status).to_contain_text(words)
        expect(page.locator("#drop-away")).not_to_be_visible()


def test_a_finger_drags_a_card_onto_a_creature_and_from_it_away(phone):
    table = BuilderDriver(phone).open(LIST)
    table.open_slot("Maurghoros", "Arcane").tap()
    held, fireball = phone.locator(".held"), table.found("Fireball")
    with finger(phone, fireball.locator(".candidate__facts")) as move_to:
        expect(held).to_have_text("Fireball")
        expect(table.status).to_have_text("Fireball is held. Drop it on a creature or on the table.")
        expect(phone.locator(".slot--glow")).to_have_count(2)
        move_to(phone.locator("#bar"))  # the page must not scroll
        move_to(table.creature("Maurghoros").locator(".pick__face"))
        expect(table.creature("Maurghoros")).to_have_class("pick pick--selected drop--over")
    expect(table.carried("Maurghoros", "Fireball")).to_be_visible()
    expect(held).to_have_count(0)

    expect(table.search).to_be_hidden()  # the sheet no longer dims the table, where nothing can be held
    with finger(phone, table.carried("Maurghoros", "Fireball").locator(".slot__name")) as move_to:
        expect(held).to_have_text("Fireball")
        move_to(phone.locator("#drop-away"))
        expect(phone.locator("#drop-away")).to_have_class("drop-away drop--over")
    expect(table.status).to_contain_text("Fireball taken from Maurghoros.")


def test_a_finger_that_moves_at_once_scrolls_and_one_that_lets_go_elsewhere_puts_back(phone):
    table = BuilderDriver(phone).open(LIST)
    table.open_slot("Maurghoros", "Arcane").tap()
    expect(phone.locator("#candidate-list-title")).to_have_text("Arcane upgrades for Maurghoros")
    expect(table.candidate_list.locator(".candidate").nth(1)).to_be_in_viewport(ratio=1)
    with finger(phone, table.candidate_list.locator(".candidate").nth(1)) as move_to:
        move_to(phone.locator("#candidate-list-q"))
        move_to(phone.locator("#bar"))
        phone.wait_for_function("() => document.getElementById('candidate-list-body').scrollTop > 20")
        expect(phone.locator(".held")).to_have_count(0)
    with finger(phone, table.found("Fireball").locator(".candidate__facts")) as move_to:
        expect(phone.locator(".held")).to_be_visible()
        move_to(phone.locator("#bar"))
    expect(table.status).to_have_text("Put back: Fireball.")
    expect(table.carried("Maurghoros", "Fireball")).to_have_count(0)
