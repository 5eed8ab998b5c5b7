"""Unsaved changes of a legion: kept despite a dead connection, a second tab, and an expired session."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.builder_driver import BuilderDriver
from tests.browser.test_first_visit import PASSWORD, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_change_without_a_connection_waits_visibly_and_is_sent_later(page, table, watch):
    table.lay_out("Wraith")
    for word in ("ERR_INTERNET_DISCONNECTED", "htmx:sendError"):
        watch.foresee(word)
    page.context.set_offline(True)
    page.get_by_role("button", name="One Wraith more").click()
    unsaved = page.locator("#unsaved")
    expect(unsaved).to_contain_text("Not saved yet.")
    table.show_terms()
    page.get_by_role("button", name="200 points").click()
    expect(unsaved.get_by_role("listitem")).to_have_text(["One Wraith more", "200 points"])
    table.says("25 of 120 points, 95 left", "Legal")
    page.context.set_offline(False)
    table.says("50 of 200 points, 150 left", "Legal")
    expect(unsaved).to_be_hidden()


def test_a_second_tab_is_warned_before_it_loses_anything(page, table):
    table.lay_out("Wraith")
    other = page.context.new_page()
    second = BuilderDriver(other).open(page.url.split("?")[0])
    expect(other.locator("#elsewhere")).to_be_hidden()
    page.get_by_role("button", name="One Wraith more").click()
    table.says("50 of 120 points, 70 left", "Legal")
    expect(other.locator("#elsewhere")).to_contain_text("changed in another tab")
    second.show_notes().fill("Hold the bridge.")
    other.get_by_role("link", name="Show the newer one").click()
    second.says("50 of 120 points, 70 left", "Legal")
    expect(other.locator("#notes")).to_have_value("Hold the bridge.")


def test_after_an_expired_session_work_continues_with_a_login(page, table, watch):
    table.lay_out("Wraith")
    sign_up(page, "lampwright")
    page.goto("/legions/")
    page.locator(".line__name").click()
    table.show_notes().fill("Hold the bridge.")
    page.context.clear_cookies(name="sessionid")
    watch.foresee("status of 404")
    page.get_by_role("button", name="One Wraith more").click()
    expect(page.get_by_text("Your last change is saved")).to_be_visible()
    page.get_by_label("Username or email").fill("lampwright")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    page.get_by_role("button", name="Do it now").click()
    table.says("50 of 120 points, 70 left", "Legal")
    expect(page.locator("#notes")).to_have_value(re.compile("bridge"))


def test_after_a_login_in_another_tab_the_first_tab_continues(page, table, watch):
    table.lay_out("Wraith")
    other = page.context.new_page()
    other.goto("/")
    sign_up(other, "lampwright")
    other.goto("/legions/")
    expect(other.get_by_text("Saved in this browser only")).to_have_count(0)
    for word in ("status of 403", "Status Error Code 403"):
        watch.foresee(word)
    page.get_by_role("button", name="One Wraith more").click()
    table.says("50 of 120 points, 70 left", "Legal")
