"""The odds of a weapon, starting from a shared list: live with scripts, and equal by plain forms."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from legions.sharing import services as sharing_services
from tests import factories
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TAPS = {
    "attack": ("hit", "hit", "hit", "critical", "concentrate", "concentrate", "blank", "blank"),
    "defense": ("dodge", "dodge", "dodge", "concentrate", "concentrate", "blank", "blank", "blank"),
}


def count_dice(page: Page) -> None:
    """Tap what each face of both dice shows."""
    for die, faces in TAPS.items():
        for face in faces:
            page.locator(f"#die-{die}-{face}").click()


@pytest.fixture
def address() -> str:
    legion = factories.legion({"card": "gallowglass"}, owner=factories.UserFactory(), name="Cattle money")
    return f"/s/{sharing_services.share_legion(legion=legion)}/"


def open_odds(page: Page, address: str) -> None:
    """Open the odds of a weapon of the shared list, and wait for the scripts that follow what is chosen."""
    page.goto(address)
    page.get_by_role("link", name="Odds of Talons").click()
    page.wait_for_url("**/odds/**", wait_until="domcontentloaded")


def test_the_odds_follow_what_is_chosen_and_typed_and_the_dice_are_remembered(
    visit: Callable[..., Page], address: str
) -> None:
    page = visit()
    open_odds(page, address)
    page.evaluate("window.sameDocument = true")
    page.get_by_label("Against", exact=True).select_option(label="Gallowglass")
    expect(page.get_by_role("heading", name="Talons against Gallowglass", level=1)).to_be_visible()
    count_dice(page)
    result = page.locator("#odds")
    expect(result).to_contain_text("damage on average")
    before = result.inner_text()
    page.get_by_role("spinbutton", name="Attack dice").fill("7")
    expect(result).not_to_have_text(before)
    assert page.evaluate("window.sameDocument")
    open_odds(page, address)
    page.get_by_label("Against", exact=True).select_option(label="Gallowglass")
    expect(page.locator("#odds")).to_contain_text("damage on average")


def test_dice_are_asked_for_above_the_numbers_until_they_are_counted(visit: Callable[..., Page], address: str) -> None:
    page = visit(viewport=PHONE)
    open_odds(page, address)
    first_face = page.locator("#die-attack-1")
    above = "(field) => field.compareDocumentPosition(document.querySelector('#odds-numbers')) & 4"
    assert first_face.evaluate(above)
    count_dice(page)
    page.get_by_label("Against", exact=True).select_option(label="Gallowglass")
    expect(page.locator("#odds")).to_contain_text("damage on average")
    page.reload()
    assert not first_face.evaluate(above)


def test_without_scripts_the_odds_are_counted_by_a_form(visit: Callable[..., Page], address: str) -> None:
    page = visit(java_script_enabled=False)
    open_odds(page, address)
    page.get_by_label("Against", exact=True).select_option(label="Gallowglass")
    page.get_by_role("button", name="Update").click()
    expect(page.get_by_role("heading", name="Talons against Gallowglass", level=1)).to_be_visible()
    count_dice(page)
    page.get_by_role("button", name="Count the odds").click()
    expect(page.locator("#odds")).to_contain_text("damage on average")
