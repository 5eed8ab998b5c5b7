"""Controls for the list settings of the other games, next to the picks."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builder_driver import BuilderDriver
from tests.browser.conftest import LAPTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def led_to(page: Page, table: BuilderDriver, link_text: str) -> str:
    """Follow the link of the finding with these words; return the id of its target element."""
    table.show_findings()
    place = table.findings.filter(has_text=link_text).locator(".finding__places a").last
    place.click()
    table.show_findings()
    return page.url.partition("#")[2]


def test_a_ready_list_that_is_laid_out_is_seen_from_its_head(page: Page) -> None:
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        table = BuilderDriver(page).open("/build/dungeon-command/")
        ready = page.locator("#ready-sting-of-lolth")
        ready.evaluate("one => scrollTo(0, one.getBoundingClientRect().top)")
        ready.click()
        expect(table.seal).to_have_text("Legal")
        expect(page.locator("#legion-name")).to_be_focused()
        expect(page.locator("#legion-name")).to_be_in_viewport()


def test_dungeon_command_takes_tiles_treasure_and_one_commander(page: Page) -> None:
    table = BuilderDriver(page).open("/build/dungeon-command/")
    page.locator("#ready-sting-of-lolth").click()
    expect(table.seal).to_have_text("Legal")

    page.get_by_label("One more tile").select_option(label="All 4 tiles of Sting of Lolth")
    page.get_by_role("button", name="Bring it").click()
    expect(page.locator("#tiles .line-grid__line")).to_have_count(4)
    page.get_by_label("Chests with 3").fill("1")
    page.get_by_role("button", name="Bring this").click()
    expect(table.seal).to_have_text("Unfinished: bring 3 Treasure tokens")
    assert led_to(page, table, "and none is brought") == "treasure"
    page.get_by_label("Tokens").fill("3")
    page.keyboard.press("Enter")
    expect(table.status).to_contain_text("Treasure: 1 chest marker, 3 tokens.")
    expect(table.seal).to_have_text("Undetermined")  # the number of Treasure squares on these tiles is unknown

    first = page.locator("#deck-commander + ol .deck__name")
    before = first.inner_text()
    page.get_by_role("link", name="Choose another commander").click()
    expect(page).to_have_url(re.compile("shelf=commander"))
    table.add("Morgana Valistova")
    expect(first).to_have_text("Morgana Valistova")
    expect(table.status).to_contain_text(f"in place of {before}: there is one only.")
    page.locator("#undo-last").click()
    expect(first).to_have_text(before)


def test_a_warband_of_2003_brings_minions_and_tiles_on_a_phone_too(phone: Page) -> None:
    table = BuilderDriver(phone).open("/build/dnd-miniatures-2003/?slot=creature&q=far+bank")
    expect(table.candidate_list.locator(".candidate")).to_have_count(0)
    phone.get_by_role("button", name="Offer open sets").tap()
    expect(table.status).to_contain_text("Offered are official cards and those of")
    table.add("Musher of the Far Bank")
    expect(table.creatures).to_have_count(1)
    table.search.fill("sledge")
    table.add("Sledge Mastiff")  # the sheet is still open
    expect(table.creatures).to_have_count(2)
    table.says("20 of 200 points, 180 left", "Unfinished: choose a faction")

    phone.keyboard.press("Escape")
    mastiff = table.creature("Sledge Mastiff")
    mastiff.get_by_text("Role in the warband").click()
    mastiff.get_by_label("Minion of").select_option(label="Musher of the Far Bank")
    mastiff.get_by_role("button", name="Save").click()
    table.says("14 of 200 points, 186 left", "Unfinished: choose a faction")
    expect(mastiff.locator("summary")).to_have_text("Minion of Musher of the Far Bank")

    assert led_to(phone, table, "The warband has no faction yet.") == "faction"
    phone.locator("#faction > summary").click()
    phone.get_by_role("button", name="Lawful good").click()
    phone.locator("#tiles > summary").click()
    phone.get_by_label("One more tile").select_option("Black Ice")
    phone.get_by_role("button", name="Bring it").click()
    expect(phone.locator("#tile-0")).to_contain_text("Black Ice")
    table.says("14 of 200 points, 186 left", "Legal")


def test_a_warband_of_2008_brings_its_map_and_what_was_opened_without_scripts(visit: Callable[..., Page]) -> None:
    page = visit(java_script_enabled=False, color_scheme="dark")
    table = BuilderDriver(page).open("/build/dnd-miniatures-2008/")
    page.locator("#ready-a-furlong-nearer").click()
    expect(table.seal).to_have_text("Legal")
    page.locator("#map > summary").click()
    battle_map = page.get_by_label("Battle map").input_value()
    page.get_by_label("Battle map").select_option("")
    page.get_by_role("button", name="Choose map").click()
    assert led_to(page, table, "The warband has no battle map.") == "map"
    page.locator("#map > summary").click()
    page.get_by_label("Battle map").select_option(battle_map)
    page.get_by_role("button", name="Choose map").click()
    expect(table.seal).to_have_text("Legal")

    table.show_terms()
    page.get_by_label("Format").select_option("Sealed-Booster")
    page.locator("#set-limits").click()
    assert led_to(page, table, "does not list the figures") == "pool"
    page.get_by_role("button", name="Count the cards on the table as opened").click()
    expect(table.seal).to_have_text("Legal")
    page.get_by_label("Figure", exact=True).select_option("Moss Bear")
    page.get_by_label("How many").fill("2")
    page.get_by_role("button", name="Opened", exact=True).click()
    expect(page.locator("#opened-moss-bear")).to_contain_text("2 opened, 0 on the table")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#opened-moss-bear")).to_have_count(0)


def test_mass_battles_are_mustered_in_units_by_keyboard(page: Page) -> None:
    table = BuilderDriver(page).open("/build/dnd-miniatures-2003/?slot=creature&q=maul")
    table.offer_open_sets()
    table.add("Breaker with a Maul")
    expect(table.creatures).to_have_count(1)
    page.locator("#limits > summary").press("Enter")
    expect(page.get_by_label("Limit", exact=True)).to_have_count(0)  # this format is played at its own points alone
    page.get_by_label("Format").select_option("Mass Battles")
    page.locator("#set-limits").press("Enter")
    expect(page.locator("#limits > summary")).to_contain_text("Mass Battles")
    expect(page.get_by_label("Limit", exact=True)).to_have_value("")
    page.locator("#faction > summary").press("Enter")
    page.get_by_role("button", name="Chaotic evil").press("Enter")
    expect(table.status).to_contain_text("Faction: chaotic evil.")
    table.search.fill("ulla")
    table.add("Ulla Splitbeam")
    expect(table.creatures).to_have_count(2)

    page.locator("#part-0").press("Enter")
    page.get_by_label("Unit", exact=True).first.fill("Left wing")
    page.get_by_role("button", name="One Breaker with a Maul more").press("Enter")
    expect(page.locator("#pick-0 .count__n")).to_have_text("2")
    expect(page.get_by_label("Unit", exact=True).first).to_have_value("Left wing")  # entered, and not sent yet
    page.get_by_label("a formed unit").first.press("Space")
    page.locator("#set-part-0").press("Enter")
    expect(page.locator("#part-0")).to_have_text("In the formed unit left wing")
    page.locator("#part-1").press("Enter")
    page.locator("#attached-to-1").select_option("left wing")
    page.locator("#set-part-1").press("Enter")
    expect(page.locator("#part-1")).to_have_text("Attached to the unit left wing")
    expect(page.locator("#set-part-1")).to_be_focused()
    expect(table.seal).to_have_text("Legal")
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#part-1")).to_have_text("Role in the warband")
