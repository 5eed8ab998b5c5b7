"""Opening a link that contains a legion in a browser: the part after the `#` never leaves it."""

import pytest
from playwright.sync_api import Page, expect

from legions.saved_lists.models import Legion
from legions.sharing.exports import link_path
from tests.legions.builder_helpers import publish_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEGION = {"game": "attack-wing", "release": 1, "picks": [{"card": "giant", "upgrades": ["club"]}, {"card": "dragon"}]}


def test_a_link_opens_automatically_and_is_saved_on_request(page: Page, live: str) -> None:
    publish_cards()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.goto(live + link_path(LEGION))
    expect(page.locator(".laid").get_by_role("link", name="Giant")).to_be_visible()
    expect(page.locator("#in-link .seal")).to_contain_text("Legal")
    assert not Legion.objects.exists()
    code = link_path(LEGION).partition("#")[2]
    assert not any(code in address for address in sent)
    page.get_by_role("button", name="Open it in the builder").click()
    expect(page.locator("#builder")).to_contain_text("Giant")
    assert Legion.objects.count() == 1


def test_a_damaged_link_says_so_and_another_can_be_followed(page: Page, live: str) -> None:
    publish_cards()
    page.goto(f"{live}/l/#1broken-link")
    expect(page.get_by_role("alert").filter(has_text="lost or changed")).to_be_visible()
    expect(page.get_by_label("Link")).to_have_value("1broken-link")
    page.evaluate("address => { location.hash = address }", link_path(LEGION).partition("#")[2])
    expect(page.locator(".laid").get_by_role("link", name="Dragon")).to_be_visible()


def test_without_scripts_the_link_is_pasted(plain_page: Page, live: str) -> None:
    publish_cards()
    plain_page.goto(live + link_path(LEGION))
    plain_page.get_by_label("Link").fill(live + link_path(LEGION))
    plain_page.get_by_role("button", name="Open", exact=True).click()
    expect(plain_page.locator(".laid").get_by_role("link", name="Giant")).to_be_visible()
    plain_page.get_by_role("button", name="Open it in the builder").click()
    expect(plain_page.locator("#builder")).to_contain_text("Dragon")
