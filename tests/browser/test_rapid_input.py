"""Rapid input in the builder: actions during a pending request are done in order."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from rulesapi.judging import completion_jobs
from tests.browser.builder_driver import BuilderDriver
from tests.browser.error_watch import ErrorWatch

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@contextmanager
def delayed_change(page: Page) -> Iterator[None]:
    """Delay the next change until the end of the block."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST" and not waiting:
            waiting.append(route)
        else:
            route.fallback()

    page.route("**/*", hold)
    yield
    assert len(waiting) == 1
    waiting[0].continue_()


def test_every_press_of_one_more_counts(page: Page, table: BuilderDriver) -> None:
    table.lay_out("Wraith")
    more = page.get_by_role("button", name="One Wraith more")
    with delayed_change(page):
        for _ in range(3):
            more.click()
    table.says("100 of 120 points, 20 left", "Legal")
    page.get_by_role("heading", level=1).focus()
    with delayed_change(page):
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
    table.says("50 of 120 points, 70 left", "Legal")


def test_a_place_that_is_pressed_meanwhile_is_gone_to_afterwards(page: Page, table: BuilderDriver) -> None:
    table.lay_out("Maurghoros")
    table.lay_out("Wraith")
    with delayed_change(page):
        page.get_by_role("button", name="One Wraith more").click()
        table.open_slot("Wraith", "Monster").click()
        table.open_slot("Maurghoros", "Arcane").click()
    table.says("110 of 120 points, 10 left", "Legal")
    expect(page.locator("#candidate-list-title")).to_have_text("Arcane upgrades for Maurghoros")


def test_a_button_that_moved_meanwhile_is_found_by_its_label(page: Page, table: BuilderDriver) -> None:
    for creature in ("Maurghoros", "Wraith", "Lord Maximilian"):
        table.lay_out(creature)
    with delayed_change(page):
        page.get_by_role("button", name="Remove Maurghoros").click()
        page.get_by_role("button", name="Remove Wraith").click()
    expect(table.creatures).to_have_count(1)
    expect(table.creature("Lord Maximilian")).to_be_visible()


def test_an_action_on_a_removed_card_is_refused_with_a_message(page: Page, table: BuilderDriver) -> None:
    table.lay_out("Maurghoros")
    table.equip("Maurghoros", "Arcane", "Fireball")
    table.lay_out("Wraith")
    with delayed_change(page):
        page.get_by_role("button", name="Remove Maurghoros").click()
        page.get_by_role("button", name="Take Fireball from Maurghoros").click()
        page.get_by_role("button", name="One Wraith more").click()
    table.says("25 of 120 points, 95 left", "Legal")
    expect(table.status).to_have_text("Not done, the table has changed: Take Fireball from Maurghoros")


def test_a_card_pressed_twice_is_added_once(page: Page, table: BuilderDriver) -> None:
    add = table.shown("Wraith").get_by_role("button")
    with delayed_change(page):
        add.dblclick()
    table.says("25 of 120 points, 95 left", "Legal")
    expect(table.creatures).to_have_count(1)
    table.to_creatures()
    with delayed_change(page):
        table.add("Wraith")
        table.add("Maurghoros")
    table.says("110 of 120 points, 10 left", "Legal")


def test_text_typed_meanwhile_is_kept(page: Page, table: BuilderDriver) -> None:
    table.lay_out("Wraith")
    table.show_terms()
    page.locator("#points").fill("60")
    with delayed_change(page):
        page.get_by_role("button", name="One Wraith more").click()
        table.show_terms()
        page.get_by_role("button", name="Set", exact=True).click()
    table.says("50 of 60 points, 10 left", "Legal")


def test_after_a_refusal_nothing_more_is_done(page: Page, table: BuilderDriver, watch) -> None:
    table.lay_out("Wraith")
    watch.foresee("status of 400")
    table.show_terms()
    page.locator("#points").fill("fifty")
    with delayed_change(page):
        page.get_by_role("button", name="Set", exact=True).click()
        page.get_by_role("button", name="One Wraith more").click()
    expect(page.get_by_role("alert").filter(has_text=re.compile("Nothing was changed"))).to_be_visible()
    table.says("25 of 120 points, 95 left", "Legal")


@pytest.mark.parametrize("slow", [False, True], ids=["found after the change", "found before the change"])
def test_the_search_keeps_focus_and_text_during_a_change(
    page: Page, table: BuilderDriver, watch: ErrorWatch, slow: bool
) -> None:
    table.lay_out("Wraith")
    with delayed_change(page):
        page.get_by_role("button", name="One Wraith more").click()
        page.keyboard.press("Control+k")
        table.search.press_sequentially("enervation")
        if slow:
            expect(table.candidate("Enervation Ray")).to_be_visible()
    table.says("50 of 120 points, 70 left", "Legal")
    expect(table.search).to_be_focused()
    expect(table.search).to_have_value("enervation")
    expect(table.candidate("Enervation Ray")).to_be_visible()
    expect(table.candidate("Saddle of the Cavalier")).to_have_count(0)


@pytest.fixture
def left(page: Page) -> Callable[[str], list[Route]]:
    """Return a function that leaves the requests to an address without a response, and collects them."""

    def leave(address: str) -> list[Route]:
        routes: list[Route] = []
        page.route(re.compile(address), lambda route: routes.append(route))
        return routes

    return leave


def test_a_card_added_while_it_is_asked_what_would_make_another_fit_lies_on_the_table(page, table, left) -> None:
    table.lay_out("Wraith")
    table.show_terms()
    page.locator("#points").fill("60")
    page.get_by_role("button", name="Set", exact=True).click()
    table.says("25 of 60 points, 35 left", "Legal")
    page.keyboard.press("Escape")
    expect(page.locator("#points")).not_to_be_visible()
    routes = left("enter=")
    table.to_creatures()
    table.shown("Maurghoros").get_by_role("link", name="What would make it fit?").click()
    table.add("Wraith")
    table.says("50 of 60 points, 10 left", "Legal")
    assert len(routes) == 1


def test_a_card_added_while_it_is_asked_how_far_the_solver_is_lies_on_the_table(page, table, left) -> None:
    table.lay_out("Wraith")
    routes = left("filling=")
    page.locator("#complete").click()
    with completion_jobs.inline_slot():
        page.locator("#fill-it").click()
        expect(page.locator("#stop-filling")).to_be_visible()
    page.wait_for_event("request", lambda request: "filling=" in request.url)
    page.get_by_role("button", name="One Wraith more").click()
    table.says("50 of 120 points, 70 left", "Legal")
    assert len(routes) == 1
