"""Passkeys, with a virtual authenticator of Chromium."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builder_driver import BuilderDriver
from tests.browser.test_first_visit import PASSWORD, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def give_key() -> Callable[..., Callable[[bool], None]]:
    """Return a function that gives a page an authenticator, and returns a function that lets its owner unlock it or
    not.
    """

    def give(page: Page, *, resident: bool = True) -> Callable[[bool], None]:
        chromium = page.context.new_cdp_session(page)
        chromium.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal" if resident else "usb",
            "hasResidentKey": resident,
            "hasUserVerification": resident,
            "isUserVerified": resident,
            "automaticPresenceSimulation": True,
        }
        key = chromium.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

        def known(it_is: bool) -> None:
            chromium.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": it_is})

        return known

    return give


def log_out(page: Page) -> None:
    page.goto("/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You are logged out.")).to_be_visible()


def test_a_passkey_is_enough_to_log_in_and_keeps_the_legion_of_a_guest(page: Page, give_key: Callable) -> None:
    known = give_key(page)
    page.goto("/")
    sign_up(page, "lampwright")
    page.goto("/account/2fa/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name", exact=True).fill("Phone")
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    log_out(page)

    table = BuilderDriver(page).open()
    table.lay_out("Wraith")
    page.goto("/account/login/?next=/legions/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="My lists")).to_be_visible()
    expect(page.get_by_text("Saved in this browser only")).to_have_count(0)
    expect(page.locator(".line__main")).to_contain_text("Wraith")

    # A user unknown to the device is refused, with a message on the page.
    log_out(page)
    known(False)
    page.goto("/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert").get_by_text("Stopped or timed out. Try again.")).to_be_visible()


def test_a_simple_key_is_the_second_step_after_the_password(page: Page, give_key: Callable) -> None:
    give_key(page, resident=False)
    page.goto("/")
    sign_up(page, "lampwright")
    page.goto("/account/2fa/webauthn/add/")
    page.get_by_label("Log in with it alone, without a password").uncheck()
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    log_out(page)

    page.goto("/account/login/?next=/marks/")
    page.get_by_label("Username or email").fill("lampwright")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/marks/")
    page.goto("/account/2fa/")
    expect(page.locator(".line")).to_contain_text("Second step only")


def test_without_scripts_a_passkey_is_not_offered_and_the_page_says_why(visit: Callable[..., Page]) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/account/login/")
    expect(page.get_by_role("button", name="Log in with a passkey")).to_have_count(0)
    expect(page.get_by_text("Passkeys need scripts")).to_be_visible()
