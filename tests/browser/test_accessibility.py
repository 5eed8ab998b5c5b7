"""Accessibility of the builder: by keyboard alone, without scripts, on a phone, with less motion."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builder_driver import ADDRESS, BuilderDriver

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_STEPS = 60
"""Number of Tab presses after which an element counts as unreachable."""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focused element is called `name`."""
    target = page.locator(":focus").and_(page.get_by_role("link", name=name).or_(page.get_by_role("button", name=name)))
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if target.count():
            return
    raise AssertionError(f"Tab does not lead to “{name}”.")


def fill_slot(page: Page, table: BuilderDriver, query: str, card: str) -> None:
    """Fill the focused open slot: type to search for a card and press Enter on its button."""
    expect(page.locator(":focus")).to_have_accessible_name(re.compile(query))
    page.keyboard.press("Enter")
    expect(table.search).to_be_focused()
    page.keyboard.type(card)
    expect(table.candidate_list.locator(".candidate").first).to_contain_text(card)
    page.keyboard.press("ArrowDown")
    expect(page.locator(":focus")).to_have_accessible_name(f"Add {card}")
    page.keyboard.press("Enter")


def test_two_creatures_with_upgrades_are_built_only_by_keyboard(page):
    page.goto(ADDRESS)
    table = BuilderDriver(page)
    page.locator("#limits > summary").press("Enter")
    tab_to(page, "The Nine Bells of Tollwater")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("^The Nine Bells of Tollwater"))
    expect(page.locator(":focus")).to_have_attribute("aria-pressed", "true")
    tab_to(page, "See the creatures")
    page.keyboard.press("Enter")
    expect(table.search).to_be_focused()
    page.keyboard.type("Maurghoros")
    expect(table.candidate_list.locator(".candidate")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")

    # From each card the focus moves to the next open slot.
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("^Dragon slot of Maurghoros"))
    fill_slot(page, table, "^Dragon slot of Maurghoros", "Stoop from the Louvres")
    table.says("63 of 120 points, 57 left", "Legal")
    tab_to(page, "Arcane slot of Maurghoros")
    fill_slot(page, table, "^Arcane slot of Maurghoros", "Fireball")
    table.says("66 of 120 points, 54 left", "Legal")

    tab_to(page, "Add a creature")
    page.keyboard.press("Enter")
    expect(table.search).to_be_focused()
    page.keyboard.type("Wraith")
    expect(table.candidate_list.locator(".candidate").first).to_contain_text("Wraith")
    page.keyboard.press("Tab")
    tab_to(page, "Add Wraith")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("^Monster slot of Wraith"))
    fill_slot(page, table, "^Monster slot of Wraith", "Carrion Patience")
    table.says("94 of 120 points, 26 left", "Legal")

    # An upgrade moves to another creature, as by dragging.
    page.locator("#transfers > summary").press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_accessible_name("Upgrade")
    page.keyboard.type("Carrion")
    page.keyboard.press("Tab")
    page.keyboard.type("Maurghoros")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(table.carried("Maurghoros", "Carrion Patience")).to_be_visible()
    expect(table.status).to_contain_text("Carrion Patience moved from Wraith to Maurghoros.")
    page.keyboard.press("Control+z")
    expect(table.carried("Wraith", "Carrion Patience")).to_be_visible()

    # Escape leads from the candidate list back to the table, Ctrl+K from the table to the search.
    page.keyboard.press("Control+k")
    expect(table.search).to_be_focused()
    page.keyboard.press("Escape")
    expect(table.search).not_to_be_focused()
    assert page.evaluate("document.activeElement.closest('.builder__table') !== null")


def test_without_scripts_a_legion_is_built_mended_saved_and_shared_with_plain_forms(visit, watch):
    page = visit(java_script_enabled=False)
    table = BuilderDriver(page).open()
    table.lay_out("Maurghoros")
    table.says("60 of 120 points, 60 left", "Legal")
    table.equip("Maurghoros", "Arcane", "Fireball")
    table.lay_out("Wraith")
    table.says("88 of 120 points, 32 left", "Legal")

    table.to_creatures()
    table.search.fill("wraith")
    table.search.press("Enter")
    expect(table.candidate_list.locator(".candidate")).to_have_count(1)
    table.choose("Wraith", "Monster")
    table.add("Saddle of the Cavalier")
    expect(table.seal).to_have_text("Illegal")
    table.show_findings()
    expect(table.findings.first).to_contain_text("level 9")
    table.findings.first.locator(".finding__places a").first.click()
    expect(table.carried("Wraith", "Saddle of the Cavalier")).to_be_in_viewport()
    table.take("Wraith", "Saddle of the Cavalier")
    table.says("88 of 120 points, 32 left", "Legal")
    page.get_by_role("button", name=re.compile("^Undo: ")).first.click()
    expect(table.seal).to_have_text("Illegal")
    page.get_by_role("button", name=re.compile("^Undo: ")).first.click()
    table.says("88 of 120 points, 32 left", "Legal")

    page.locator("#transfers > summary").click()
    page.get_by_label("Upgrade", exact=True).select_option("Fireball")
    page.get_by_label("To", exact=True).select_option("Wraith")
    page.get_by_role("button", name="Move it").click()
    expect(table.carried("Wraith", "Fireball")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Undo: ")).first.click()
    expect(table.carried("Maurghoros", "Fireball")).to_be_visible()

    page.locator("#panel-name > summary").click()
    page.get_by_label("Name", exact=True).fill("Plain forms")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Plain forms", level=1)).to_be_visible()
    page.locator("#share > summary").click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link", exact=True).input_value()

    friend = visit(java_script_enabled=False)
    friend.goto(link)
    expect(friend.get_by_role("heading", name="Plain forms", level=1)).to_be_visible()
    expect(friend.locator(".seal").first).to_have_text("Legal")
    friend.get_by_role("button", name="Copy to my lists").click()
    expect(BuilderDriver(friend).creatures).to_have_count(2)
    page.locator("#share-more > summary").click()
    page.get_by_role("button", name="Stop sharing").click()
    watch.foresee("status of 410")
    friend.goto(link)
    expect(friend.get_by_role("heading", name="This link was ended")).to_be_visible()


def test_on_a_phone_the_candidate_list_is_a_sheet_and_the_strip_stays_in_view(phone):
    table = BuilderDriver(phone).open()
    expect(table.strip).to_be_in_viewport(ratio=1)
    expect(table.search).to_be_hidden()
    phone.locator("#add-creature").tap()
    expect(phone).to_have_url(re.compile("slot=creature"))
    expect(table.search).to_be_visible()
    sheet, strip = table.candidate_list.bounding_box(), table.strip.bounding_box()
    assert sheet["width"] == 390
    assert sheet["y"] > 0
    assert abs(sheet["y"] + sheet["height"] - strip["y"]) <= 1

    table.shown("Maurghoros").get_by_role("button").tap()
    expect(table.creature("Maurghoros")).to_be_visible()
    expect(table.search).to_be_hidden()
    expect(table.strip).to_be_in_viewport(ratio=1)
    table.says("60 of 120 points, 60 left", "Legal")
    table.open_slot("Maurghoros", "Arcane").tap()
    expect(table.search).to_be_visible()
    table.shown("Fireball").get_by_role("button").tap()
    table.says("63 of 120 points, 57 left", "Legal")
    expect(table.search).to_be_hidden()
    expect(table.strip).to_be_in_viewport(ratio=1)


def test_on_a_phone_a_tap_on_the_dimmed_table_closes_the_sheet_and_opens_nothing(phone):
    table = BuilderDriver(phone).open()
    table.lay_out("Maurghoros")
    table.open_slot("Maurghoros", "Arcane").tap()
    expect(table.search).to_be_visible()
    phone.evaluate("window.scrollTo(0, 0)")
    card, sheet = phone.locator(".pick__face").first.bounding_box(), table.candidate_list.bounding_box()
    assert card["y"] + 8 < sheet["y"], "no card shows above the sheet, so this shows nothing"
    phone.touchscreen.tap(card["x"] + card["width"] / 2, card["y"] + 8)
    expect(table.search).to_be_hidden()
    expect(phone.locator("#beside")).to_be_hidden()
    phone.locator(".pick__face").first.tap()
    expect(phone.locator("#beside")).to_be_visible()


def test_overlays_on_a_phone_cover_the_open_strip(phone):
    phone.set_viewport_size({"width": 390, "height": 600})
    table = BuilderDriver(phone).open()
    table.lay_out("Wraith")
    table.says("25 of 120 points, 95 left", "Legal")
    phone.locator("#share > summary").tap()
    phone.locator("#make-link").tap()
    expect(phone.locator("#share-link")).to_be_visible()
    phone.locator("#strip-more").evaluate("(strip) => { strip.open = true; }")
    expect(table.strip.locator(".strip__body")).to_be_visible()
    phone.locator("#share").evaluate("(panel) => { panel.open = true; }")
    panel, details = phone.locator("#share-body").bounding_box(), table.strip.locator(".strip__body").bounding_box()
    lowest = min(panel["y"] + panel["height"], details["y"] + details["height"]) - 8
    assert lowest > details["y"] + 8, "the two do not meet, so this shows nothing"
    there = "([x, y]) => document.elementFromPoint(x, y).closest('#share-body, #strip').id"
    assert phone.evaluate(there, [panel["x"] + panel["width"] / 2, lowest]) == "share-body"


def test_on_a_phone_every_control_of_the_builder_is_large_enough_for_a_finger(phone):
    table = BuilderDriver(phone).open()
    table.to_creatures()
    table.shown("Balagos").get_by_role("button", name="Add Balagos").tap()
    expect(table.creature("Balagos")).to_be_visible()  # with an unknown number, which has a field
    table.to_creatures()
    phone.get_by_role("button", name="Offer open sets").tap()
    expect(table.status).to_contain_text("Offered are official cards and those of")
    table.shown("Drowned Watch").get_by_role("button").tap()
    expect(table.creature("Drowned Watch")).to_be_visible()
    phone.locator("#number-p0-balagos-cost").focus()  # whose button shows next to it then
    expect(phone.locator("#number-p0-balagos-cost-go")).to_be_in_viewport()
    small = phone.locator(
        ".builder :is(button, summary, input, select, .slot__place, .chip):not([aria-hidden])"
    ).evaluate_all(
        """all => all.filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()])
          .filter(([, box]) => box.width < 24 || box.height < 24).map(([one]) => one.outerHTML)"""
    )
    assert small == []


def test_reduced_motion_turns_off_animations(visit):
    durations = """() => [...document.querySelectorAll("*")].flatMap((one) =>
      [getComputedStyle(one).transitionDuration, getComputedStyle(one).animationDuration])
      .flatMap((all) => all.split(",")).map(parseFloat).reduce((most, one) => Math.max(most, one), 0)"""
    still = visit(reduced_motion="reduce")
    BuilderDriver(still).open()
    assert still.evaluate(durations) <= 0.001
    moving = visit(reduced_motion="no-preference")
    BuilderDriver(moving).open()
    assert 0.12 <= moving.evaluate(durations) <= 0.16


BACKGROUND = (
    "getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).backgroundColor"
)


def test_pages_are_dark_when_the_system_is_and_the_switch_overrules_it_for_good(visit):
    dark, light = visit(color_scheme="dark"), visit(color_scheme="light")
    for page in (dark, light):
        page.goto("/")
    night, day = dark.evaluate(BACKGROUND), light.evaluate(BACKGROUND)
    assert night != day

    dark.locator("details.menu--site > summary").click()
    with dark.expect_response("**/theme/"):
        dark.get_by_role("button", name="Light").click()
    assert dark.evaluate(BACKGROUND) == day
    BuilderDriver(dark).open()
    assert dark.evaluate(BACKGROUND) == day
    dark.locator("details.menu--site > summary").click()
    with dark.expect_response("**/theme/"):
        dark.get_by_role("button", name="Same as device").click()
    assert dark.evaluate(BACKGROUND) == night
    dark.reload()
    assert dark.evaluate(BACKGROUND) == night
