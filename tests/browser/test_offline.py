"""Network failures during a change, and navigation away from it: nothing is lost, nothing done twice."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.builder_driver import BuilderDriver
from tests.browser.error_watch import ErrorWatch

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def complaints_about_the_network(watch: ErrorWatch) -> None:
    for words in ("ERR_INTERNET_DISCONNECTED", "htmx:sendError"):
        watch.foresee(words)


@contextmanager
def cut_after_changes(page: Page) -> Iterator[None]:
    """Let changes reach the server, but drop its responses."""

    def cut(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
            route.abort("internetdisconnected")
        else:
            route.fallback()

    page.route("**/*", cut)
    yield
    page.unroute("**/*", cut)


def lose(route: Route) -> None:
    """Let nothing reach the server."""
    route.abort("internetdisconnected")


def test_a_change_with_a_lost_response_is_made_once(page: Page, table: BuilderDriver) -> None:
    table.lay_out("Wraith")
    with cut_after_changes(page):
        page.get_by_role("button", name="One Wraith more").click()
        expect(page.locator("#unsaved").get_by_role("listitem")).to_have_text(["One Wraith more"])
    page.get_by_role("button", name="Try now").click()
    expect(page.locator("#unsaved")).to_be_hidden()
    table.says("50 of 120 points, 70 left", "Legal")


def test_leaving_the_page_offline_asks_first_and_loses_nothing(
    page: Page, table: BuilderDriver, watch: ErrorWatch
) -> None:
    table.lay_out("Wraith")
    here = page.url
    table.show_notes().fill("Hold the bridge.")
    # Not `set_offline`: when it ends, the page that was left notices and sends again before it is gone.
    page.route("**/*", lose)
    page.get_by_role("button", name="One Wraith more").click()
    unsaved = page.locator("#unsaved")
    expect(unsaved).to_contain_text("Not saved yet.")
    elsewhere = page.get_by_role("banner").get_by_role("link", name="Cards")
    elsewhere.click(no_wait_after=True)
    expect(unsaved).to_be_visible()
    assert [one.split(":")[0] for one in watch.take()] == ["dialog"]
    watch.let_leave()
    elsewhere.click(no_wait_after=True)
    expect(page).to_have_url(re.compile("^chrome-error:"))
    page.unroute("**/*", lose)
    page.goto(here)
    table.says("50 of 120 points, 70 left", "Legal")
    expect(unsaved).to_be_hidden()
    expect(page.locator("#notes")).to_have_value("Hold the bridge.")


def test_opening_a_place_offline_shows_an_error_and_keeps_the_table(page: Page, table: BuilderDriver) -> None:
    table.lay_out("Maurghoros")
    page.context.set_offline(True)
    table.open_slot("Maurghoros", "Arcane").click()
    expect(page.locator("#script-message")).to_contain_text("No connection.")
    table.says("60 of 120 points, 60 left", "Legal")
    page.locator("#try-again").click()
    expect(page.locator("#script-message")).to_contain_text("No connection.")
    page.context.set_offline(False)
    page.locator("#try-again").click()
    expect(page.locator("#candidate-list-title")).to_have_text("Arcane upgrades for Maurghoros")
    expect(page.locator("#script-message")).to_be_empty()


@pytest.mark.parametrize("wide", [390, 1440])
def test_a_search_without_a_network_is_sent_again_by_a_button_in_line_with_the_page(
    page: Page, table: BuilderDriver, wide: int
) -> None:
    page.set_viewport_size({"width": wide, "height": 844})
    page.goto("/cards/attack-wing/")
    page.context.set_offline(True)
    page.locator("#id_q").fill("wraith")
    message = page.locator("#script-message")
    expect(message).to_contain_text("No connection.")
    words, button = message.bounding_box(), page.locator("#try-again").bounding_box()
    assert words["y"] <= button["y"] and button["y"] + button["height"] <= words["y"] + words["height"]
    assert button["x"] >= 0 and button["x"] + button["width"] <= wide
    page.context.set_offline(False)
    page.locator("#try-again").click()
    expect(page.locator(".cards")).to_contain_text("Wraith")
    expect(message).to_be_empty()


def test_a_change_that_got_through_as_its_page_was_left_is_not_asked_for_again(
    page: Page, table: BuilderDriver, watch: ErrorWatch
) -> None:
    table.lay_out("Wraith")
    here, sent = page.url, []

    def keep_the_answer(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        sent.append(route)
        if len(sent) == 1:
            route.abort("internetdisconnected")
        elif len(sent) == 2:
            route.fetch()  # the server makes the change, and its response is dropped

    page.route("**/*", keep_the_answer)
    page.get_by_role("button", name="One Wraith more").click()
    expect(page.locator("#unsaved")).to_be_visible()
    page.get_by_role("button", name="Try now").click()
    expect(page.locator("#unsaved")).to_be_visible()
    watch.let_leave()
    page.goto("/cards/attack-wing/")
    watch.take()
    page.unroute("**/*", keep_the_answer)
    page.goto(here)
    table.says("50 of 120 points, 70 left", "Legal")
    expect(page.locator("#unsaved")).to_be_hidden()
    assert len(sent) == 2


def test_a_change_that_is_retried_survives_leaving_the_page(
    page: Page, table: BuilderDriver, watch: ErrorWatch
) -> None:
    table.lay_out("Wraith")
    here, sent = page.url, []

    def cut(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
        elif not sent:
            sent.append(route)
            route.abort("internetdisconnected")  # later requests are neither answered nor aborted

    page.route("**/*", cut)
    page.get_by_role("button", name="One Wraith more").click()
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_role("button", name="Try now").click()
    watch.let_leave()
    page.goto("/cards/attack-wing/")
    assert [one.split(":")[0] for one in watch.take()] == []
    page.unroute("**/*", cut)
    page.goto(here)
    table.says("50 of 120 points, 70 left", "Legal")
    expect(page.locator("#unsaved")).to_be_hidden()
