"""My lists in use: search as you type, tags and undo by keyboard, comparison on a phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from legions.accounts.holders import Holder
from legions.saved_lists import bulk_actions, ready_lists, services
from legions.saved_lists.models import Legion
from tests import factories
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def own(release: Any, live_server: Any) -> Callable[[Page], list[Legion]]:
    """Return a function that turns a visitor into a user with the ready lists of a game."""

    def log_in(page: Page) -> list[Legion]:
        client = Client()
        client.force_login(user := factories.UserFactory())
        page.context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
        )
        found = ready_lists.ready_lists("attack-wing")
        return [services.create_legion(holder=Holder(user=user), document=one.document) for one in found]

    return log_in


def test_lists_are_found_while_one_types_and_tagged_and_undone_by_keyboard(page: Page, own) -> None:
    legions = own(page)
    page.goto("/legions/")
    page.get_by_label("Search your lists").press_sequentially("lanterns")
    expect(page.locator(".line__name")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"\?q=lanterns$"))
    expect(page.locator("#found [role=status]")).to_contain_text("1 list")
    actions = page.locator("#bulk-actions")
    expect(actions).to_be_hidden()
    page.get_by_role("checkbox", name="Select Lanterns under the Water").focus()
    page.keyboard.press("Space")
    expect(actions).to_be_visible()
    page.get_by_label("Tags", exact=True).focus()
    page.keyboard.type("league, water")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="#water")).to_be_visible()
    expect(page.locator(".line__name")).to_have_count(1)  # the search text stays
    page.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Undone.")).to_be_visible()
    expect(page.get_by_role("link", name="#water")).to_have_count(0)
    assert Legion.objects.count() == len(legions)


def test_without_scripts_on_a_phone_variants_are_started_compared_and_archived(visit, own) -> None:
    page = visit(java_script_enabled=False, viewport=PHONE)
    legion = own(page)[0]
    bulk_actions.create_variant(legion=legion, holder=Holder(user=legion.owner))
    page.goto("/legions/")
    for box in page.get_by_role("checkbox", name=re.compile(re.escape(legion.name))).all():
        box.check()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="Compare lists")).to_be_visible()
    expect(page.get_by_text("They have the same cards and settings.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto(f"/legions/?q={legion.name}")
    page.get_by_text("More", exact=False).first.click()
    page.get_by_role("button", name="Archive", exact=True).first.click()
    expect(page.get_by_text("1 list archived.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone.")).to_be_visible()
    assert not Legion.objects.filter(archived_at__isnull=False).exists()
