"""From an empty table to a link that a friend opens, and the further use of both."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builder_driver import BuilderDriver
from tests.browser.conftest import PHONE
from tests.browser.populated_site import GAMES
from tests.browser.sampling import WHOLE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "nine lanterns under water"


def sign_up(page: Page, name: str) -> None:
    """Create an account from the open page."""
    page.get_by_role("link", name="Log in").first.click()
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Repeat password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()


def test_a_visitor_builds_a_legion_saves_it_and_shares_it_until_the_link_is_ended(visit, watch):
    page, friend = visit(), visit()
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Build a legion").first.click()
    table = BuilderDriver(page)
    expect(page.get_by_role("heading", name="The table is empty")).to_be_visible()

    table.offer_open_sets()

    # Points and verdict follow each click.
    table.lay_out("Compline the Drowned")
    table.says("60 of 120 points, 60 left", "Legal")
    table.equip("Compline the Drowned", "Dragon", "The Long Hush")
    table.says("66 of 120 points, 54 left", "Legal")
    table.equip("Compline the Drowned", "Divine", "Litany of the Drowned Names")
    table.says("72 of 120 points, 48 left", "Legal")
    table.lay_out("Murrain Hound")
    table.says("83 of 120 points, 37 left", "Legal")

    # Too many points and a violated requirement: the verdict says so and cites the rule.
    table.choose("Murrain Hound", "Monster")
    expect(table.shown("Hooked Pinions").locator(".candidate__reason")).to_contain_text("flying")
    table.add("Hooked Pinions")
    table.says("86 of 120 points, 34 left", "Illegal")
    table.show_findings()
    expect(table.findings).to_have_count(1)
    expect(table.findings).to_contain_text("Hooked Pinions")
    expect(table.findings.locator(".finding__cite")).to_have_text(re.compile(r"Attack Wing rulebook, p\. \d+"))

    # From the finding to its place, and from there to the fix.
    table.findings.locator(".finding__places a").first.click()
    expect(table.carried("Murrain Hound", "Hooked Pinions")).to_be_in_viewport()
    expect(page.locator(".slot:target, .slot--highlighted")).to_contain_text("Hooked Pinions")
    table.take("Murrain Hound", "Hooked Pinions")
    table.says("83 of 120 points, 37 left", "Legal")

    # The guest's legion moves into the account.
    sign_up(page, "lampwright")
    page.goto("/legions/")
    expect(page.get_by_text("Saved in this browser only")).to_have_count(0)
    page.locator(".line__name").click()
    expect(table.creatures).to_have_count(2)
    table.says("83 of 120 points, 37 left", "Legal")

    page.locator("#share > summary").click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link", exact=True).input_value()

    friend.goto(link)
    expect(friend.locator(".seal").first).to_have_text("Legal")
    expect(friend.get_by_text("83 of 120 points")).to_be_visible()
    expect(friend.get_by_text("by lampwright")).to_be_visible()
    for card in ("Compline the Drowned", "The Long Hush", "Litany of the Drowned Names", "Murrain Hound"):
        expect(friend.locator(".shared-page__table").get_by_role("link", name=card).first).to_be_visible()
        shown = friend.locator(".laid__face, .laid__card").filter(has_text=card)
        expect(shown.locator("img, svg").first).to_be_visible()

    page.locator("#share-more > summary").click()
    page.get_by_role("button", name="Stop sharing").click()
    expect(page.get_by_role("button", name="Make a link")).to_be_visible()
    watch.foresee("status of 410")
    friend.reload()
    expect(friend.get_by_role("heading", name="This link was ended")).to_be_visible()
    expect(friend.get_by_text("Ask the sender for a new link.")).to_be_visible()


def test_a_legion_is_named_copied_renamed_deleted_and_restored(page, table):
    table.lay_out("Wraith")
    page.locator("#panel-name > summary").click()
    page.get_by_label("Name", exact=True).fill("Bones and embers")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Bones and embers", level=1)).to_be_visible()

    page.locator("#panel-more > summary").click()
    page.get_by_role("button", name="Copy this legion").click()
    expect(page.get_by_role("heading", name="Copy of Bones and embers", level=1)).to_be_visible()
    page.goto("/legions/")
    lines = page.locator(".line")
    expect(lines).to_have_count(2)

    copied = lines.filter(has_text="Copy of")
    copied.locator("details.menu > summary").click()
    copied.get_by_label("Name", exact=True).fill("Embers alone")
    copied.get_by_role("button", name="Save name").click()
    expect(page.get_by_role("link", name="Embers alone", exact=True)).to_be_visible()

    named = lines.filter(has_text="Embers alone")
    named.locator("details.menu > summary").click()
    named.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("link", name="Embers alone", exact=True)).to_have_count(0)
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Embers alone", exact=True)).to_be_visible()
    page.get_by_role("link", name="Embers alone", exact=True).click()
    expect(table.creature("Wraith")).to_be_visible()


@pytest.mark.parametrize("turn", range(len(GAMES) if WHOLE else 1))
def test_hints_lead_a_newcomer_from_the_first_page_to_a_shared_legal_list(visit, sample, turn):
    """In one game for each commit, and in all of them with `LONG=1`."""
    page, friend = visit(), visit()
    page.goto(f"/build/{GAMES[(sample.turn + turn) % len(GAMES)]}/")
    expect(page.locator("#hint")).to_contain_text("Step 1 of 3.")
    page.get_by_text("Never played it?").click()
    expect(page.locator("#example .ledger tbody tr").first).to_be_visible()
    page.get_by_role("button", name="Start with this list").click()
    expect(page.locator("#strip .seal")).to_have_text("Legal")
    expect(page.locator("#hint")).to_contain_text(re.compile("Step [23] of 3."))
    page.locator("#hint").get_by_role("button", name="Hide tips").click()
    expect(page.locator("#hint")).to_have_count(0)
    page.locator("#share > summary").click()
    expect(page.locator("#hint")).to_have_count(0)
    page.get_by_role("button", name="Make a link").click()
    friend.goto(page.get_by_label("Link", exact=True).input_value())
    expect(friend.locator(".seal").first).to_have_text("Legal")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_screen_of_a_phone_shows_everything_that_one_can_do(visit, language):
    page = visit(viewport=PHONE, extra_http_headers={"Accept-Language": language})
    page.goto("/")
    doors = page.locator(".door")
    expect(doors).to_have_count(4)
    for door in doors.all():
        box = door.bounding_box()
        assert box and box["y"] + box["height"] <= PHONE["height"], door.inner_text()
