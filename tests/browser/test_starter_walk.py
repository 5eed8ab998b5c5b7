"""From the first visit to a legal list of printed cards: the number of keys and pages.

The typed values are examples in place of the numbers that players read off their cards.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from tests.browser.builder_driver import BuilderDriver
from tests.browser.conftest import PHONE
from tests.browser.error_watch import ErrorWatch

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEYS_A_SECOND = 3
MOST_SECONDS = 300
STARTER = {
    "cost": "5",
    "unique": "n",
    "level": "8",
    "slots": "dddai",
    "slot": "d",
    "minimum_level": "1",
    "requires": "-",
    "excludes": "-",
}
FIGURES = (
    ("half-orc-fighter", "21", "c3"),
    ("orc-berserker", "8", "-"),
    ("orc-spearfighter", "5", "-"),
    ("orc-warrior", "3", "-"),
    ("hyena", "4", "d20"),
    ("wolf", "6", "d4"),
    ("worg", "11", "d4"),
    ("half-orc-assassin", "27", "-"),
)
"""The figures of a booster: their slugs, and their entries for cost and for Commander or Difficult rating."""
CHAOTIC = {"orc-warrior", "hyena", "worg"}
"""The figures of which the catalog knows that chaotic evil is among their factions."""


def walks_page() -> str:
    """Return the page that documents the length of the walks."""
    return (Path(settings.BASE_DIR) / "docs" / "data.md").read_text("utf-8")


class Walker:
    """A user at a keyboard, whose keys, presses and pages are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = self.presses = self.pages = 0
        page.on("load", self._loaded)

    def _loaded(self, _page: Any) -> None:
        self.pages += 1

    def go(self, address: str) -> None:
        self.page.goto(address)

    def press(self, place: Locator) -> None:
        """Press once the page is stable: when a font loads late, the target moves away from the pointer."""
        self.presses += 1
        place.wait_for()
        self.page.evaluate("document.fonts.ready.then(() => null)")
        place.click()

    def type(self, text: str, key: str = "Tab") -> None:
        self.keys += len(text) + 1
        self.page.keyboard.type(text)
        self.page.keyboard.press(key)

    @property
    def seconds(self) -> float:
        return (self.keys + self.presses) / KEYS_A_SECOND

    def row(self, start: str, numbers: int, to: str) -> str:
        """Return the line of `docs/data.md` with the length of the walk."""
        cells = (f"{start}, {numbers} numbers", to, self.pages, self.keys, self.presses, f"{self.seconds:.0f}")
        return f"| {' | '.join(map(str, cells))} |"


def to_sheet(walker: Walker, game: str, box: str) -> None:
    """Go from the first page to the sheet of a box, which is counted on the way."""
    walker.go("/")
    walker.press(walker.page.get_by_role("main").locator(f"a[href='/build/{game}/']").first)
    walker.press(walker.page.get_by_role("link", name="Which boxes do you own?"))
    walker.press(walker.page.locator(f"[data-step='1'][data-of='now-{box}']"))
    link = walker.page.locator(f".boxes__sheets a[href^='/sets/{game}/{box}/sheet/']")
    expect(link).to_be_visible()
    walker.press(link)
    expect(walker.page.locator("#sheet")).to_be_visible()


def row_cells(page: Page, row: str = "") -> list[str]:
    """Return the names of the cells to fill in, in order."""
    found: list[str] = page.locator(f"{row} input[name^='c.']").evaluate_all("all => all.map((one) => one.name)")
    return found


def fill(walker: Walker, names: list[str], text_of: Callable[[str], str]) -> None:
    """Fill in consecutive cells."""
    walker.press(walker.page.locator(f"[id='{names[0]}']"))
    for name in names:
        expect(walker.page.locator(f"[id='{name}']")).to_be_focused()
        walker.type(text_of(name.rpartition(".")[2]))


def test_the_owner_of_a_starter_set_comes_to_a_legal_list_of_60_points_in_five_minutes(page: Page) -> None:
    walker = Walker(page)
    to_sheet(walker, "attack-wing", "starter-set")
    names = row_cells(page)
    costs = iter(["21", "17", "30", "24"])
    fill(walker, names, lambda column: next(costs, "5") if column == "cost" else STARTER[column])
    expect(page.locator("#sheet-status")).to_have_text("Saved")
    expect(page.locator("#sheet-missing")).to_have_text("Nothing is missing")
    walker.press(page.get_by_role("link", name="Build a list"))
    table = BuilderDriver(page)
    walker.press(page.locator("#limits > summary"))
    walker.press(page.locator("#limit-60"))
    expect(page.locator("#limit-60")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    walker.keys += 1
    for creature in ("Eshaedra", "Copper Dragon"):
        walker.presses += 2
        table.lay_out(creature)
    walker.presses += 2
    table.equip("Eshaedra", "Dragon", "Lightning Breath")
    expect(table.seal).to_have_text(re.compile("^Legal"))
    expect(table.strip.locator(".points__words")).to_contain_text("of 60 points")
    assert walker.row("Attack Wing’s starter set", len(names), "60 points") in walks_page()
    assert walker.seconds < MOST_SECONDS
    assert walker.keys < 300
    assert walker.presses < 20
    assert walker.pages <= 6


def test_the_owner_of_a_booster_comes_to_a_legal_warband_in_five_minutes(page: Page) -> None:
    walker = Walker(page)
    to_sheet(walker, "dnd-miniatures-2003", "harbinger")
    written = 0
    for slug, cost, rating in FIGURES:
        names = row_cells(page, f"#row-{slug}")
        factions = "le, ce" if slug in CHAOTIC else "le"
        texts = {"cost": cost, "factions": factions, "commander": rating, "size": "m", "unique": "n"}
        fill(walker, names, lambda column, texts=texts: texts.get(column, "-"))
        written += len(names)
    expect(page.locator("#sheet-status")).to_have_text("Saved")
    walker.press(page.get_by_role("link", name="Build a list"))
    table = BuilderDriver(page)
    for name in ("Half-Orc Fighter", "Orc Berserker", "Orc Spearfighter", "Orc Warrior", "Hyena", "Worg"):
        walker.presses += 2
        table.lay_out(name)
    walker.presses += 2
    page.locator("#faction > summary").click()
    page.get_by_role("button", name="Lawful evil").click()
    expect(table.seal).to_have_text(re.compile("^Legal"))
    assert walker.row("one booster of Harbinger", written, "a warband of six figures") in walks_page()
    assert walker.seconds < MOST_SECONDS
    assert walker.keys < 200
    assert walker.presses < 40
    assert walker.pages <= 6


def test_on_a_phone_one_card_is_filled_in_at_a_time_and_nothing_scrolls_sideways(phone: Page) -> None:
    phone.goto("/sets/attack-wing/starter-set/sheet/")
    expect(phone.locator("tbody tr:visible")).to_have_count(1)
    first = phone.locator("tbody tr:visible").get_attribute("id")
    phone.locator("tbody tr:visible input").first.fill("42")
    phone.locator("[data-turn='1']").click()
    expect(phone.locator("#sheet-status")).to_have_text("Saved")
    assert phone.locator("tbody tr:visible").get_attribute("id") != first
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.reload()
    phone.locator("[data-turn='-1']").click()
    expect(phone.locator(f"#{first} input").first).to_have_value("42")


def test_an_invalid_value_is_shown_at_its_cell_and_control_z_undoes(page: Page) -> None:
    page.goto("/sets/attack-wing/starter-set/sheet/")
    cost = page.locator("[id='c.balagos.cost']")
    cost.fill("many")
    page.keyboard.press("ArrowDown")
    costs = [name for name in row_cells(page) if name.endswith(".cost")]
    below = costs[costs.index("c.balagos.cost") + 1]
    expect(page.locator(f"[id='{below}']")).to_be_focused()
    expect(page.locator("[id='error-c.balagos.cost']")).to_have_text("Write a whole number.")
    expect(page.locator("#sheet-status")).to_have_text("Balagos: Cost: Write a whole number.")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("42")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#sheet-status")).to_have_text("Saved")
    expect(cost).to_have_value("42")
    cost.focus()
    page.keyboard.press("Control+z")
    expect(page.locator("[id='error-c.balagos.cost']")).to_have_text("Write a whole number.")
    page.keyboard.press("Control+z")
    expect(cost).to_have_value("")
    expect(page.locator("#sheet-status")).to_have_text("Saved")


def test_after_the_page_was_loaded_again_changes_are_taken_back_one_by_one_and_made_again(page: Page) -> None:
    page.goto("/sets/attack-wing/starter-set/sheet/")
    cost, slots = page.locator("[id='c.balagos.cost']"), page.locator("[id='c.balagos.slots']")
    for cell, text in ((cost, "41"), (cost, "42"), (slots, "dda")):
        cell.fill(text)
        page.keyboard.press("Tab")
        expect(page.locator(".sheet__unsaved")).to_have_count(0)
        expect(page.locator("#undo")).to_be_visible()
    page.reload()
    cost.focus()
    for kept, icons in (("42", ""), ("41", ""), ("", "")):
        page.keyboard.press("Control+z")
        expect(cost).to_have_value(kept)
        expect(slots).to_have_value(icons)
        expect(page.locator("#sheet-status")).to_contain_text("Taken back")
    expect(page.locator("#undo")).to_be_hidden()
    page.keyboard.press("Control+y")
    expect(cost).to_have_value("41")
    page.keyboard.press("Control+Shift+z")
    expect(cost).to_have_value("42")
    page.locator("#redo").click()
    expect(slots).to_have_value("2 dragon, arcane")
    expect(page.locator("#redo")).to_be_hidden()
    expect(page.locator("#undo")).to_be_focused()
    page.reload()
    expect(cost).to_have_value("42")
    expect(slots).to_have_value("2 dragon, arcane")


def test_a_failed_request_is_reported_and_sent_again(page: Page, watch: ErrorWatch) -> None:
    page.goto("/sets/attack-wing/starter-set/sheet/")
    page.route("**/sheet/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    watch.foresee("ERR_FAILED")
    page.locator("[id='c.balagos.cost']").fill("42")
    page.keyboard.press("Tab")
    expect(page.locator("#sheet-status")).to_contain_text("Trying again")
    page.unroute("**/sheet/")
    expect(page.locator("#sheet-status")).to_have_text("Saved")
    page.reload()
    expect(page.locator("[id='c.balagos.cost']")).to_have_value("42")


def test_a_sheet_is_filled_in_without_scripts(visit: Callable[..., Page], watch: ErrorWatch) -> None:
    watch.foresee("400 (Bad Request)")
    page = visit(java_script_enabled=False, viewport=PHONE)
    page.goto("/sets/attack-wing/starter-set/sheet/")
    page.locator("[id='c.balagos.cost']").fill("42")
    page.locator("[id='c.balagos.slots']").fill("wings")
    page.locator("#save-sheet").click()
    expect(page.locator("main")).to_contain_text("There is no “wings”")
    page.locator("[id='c.balagos.slots']").fill("dda")
    page.locator("#save-sheet").click()
    expect(page.locator("[id='c.balagos.cost']")).to_have_value("42")
    expect(page.locator("[id='c.balagos.slots']")).to_have_value("2 dragon, arcane")
