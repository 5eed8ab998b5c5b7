"""Common tasks of users, in Chromium: the clicks and keys each takes, and the seconds of waiting for the site.

A journey follows a player who knows the site through pages, buttons and the search, by mouse or only by keyboard. Every
click and key press in the page is counted, including typed letters; the seconds are the time from the first page
request to the last result, without time to think. The figures are written into `docs/performance.md` between its
markers.
"""

import re
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from benchmarks.browser import chromium_path
from benchmarks.report import line
from benchmarks.serving import MUSTER, catalog, server

PORT = 8904
RUNS = 3
GAME = "attack-wing"
DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
MARKS = "<!-- journeys -->\n", "<!-- /journeys -->\n"
PATIENCE_MS = 60_000

CARDS_BY_KEYBOARD = (
    ("maurghoros", 60),
    ("wraith", 85),
    ("wraith", 110),
    ("weakening", 118),
    ("claw of", 119),
)
"""The text typed to find each card, and the points of the list with that card."""

COUNTED = """for (const type of ["click", "keydown"]) document.addEventListener(type, (event) => {
  if (!event.isTrusted || (type === "click" && !event.detail)) return; // a click that a key has made is that key
  sessionStorage[type] = Number(sessionStorage[type] ?? 0) + 1;
}, true);"""
COUNTS = "() => ['click', 'keydown'].map((type) => Number(sessionStorage[type] ?? 0))"


class Effort(NamedTuple):
    """The effort of a journey: clicks, keys, and seconds of waiting."""

    clicks: int
    keys: int
    seconds: float


Press = Callable[[Locator], None]
"""A function that presses a button or a link: by mouse, by finger or by keyboard."""


def by_mouse(target: Locator) -> None:
    target.click()


def by_finger(target: Locator) -> None:
    """Tap the target; the page's context needs `has_touch`."""
    target.tap()


def by_keys(target: Locator) -> None:
    """Press Enter on the target."""
    target.press("Enter")


def first_legal_list(page: Page, press: Press = by_mouse) -> None:
    """Go from the home page to a legal list with one creature."""
    page.goto("/")
    builder = page.get_by_role("main").locator(f"a[href^='/build/{GAME}/']").first
    if not builder.count():  # a former home page, which leads to a choice of games
        press(page.get_by_role("main").locator("a[href='/build/']").first)
    press(builder)
    _show_candidates(page, press)
    press(page.locator("#candidate-list .candidate > .button").first)
    _judged(page, "legal")


def list_by_keyboard(page: Page, press: Press = by_keys) -> None:
    """Build a list for 120 points with three creatures and two upgrades, by keyboard only; by finger on a phone."""
    page.goto(f"/build/{GAME}/")
    add = _add_by_finger if press is by_finger else _add_by_keys
    if press is not by_finger:
        page.keyboard.press("/")
    for card, points in CARDS_BY_KEYBOARD:
        add(page, card)
        expect(page.locator("#strip .points__words b")).to_have_text(str(points))
    _judged(page, "legal")


def _add_by_keys(page: Page, card: str) -> None:
    page.keyboard.type(card)
    expect(page.locator("#candidate-list-errors")).to_have_attribute("data-found-for", card)
    page.keyboard.press("Enter")


def _add_by_finger(page: Page, card: str) -> None:
    _show_candidates(page, by_finger)
    to_creatures = page.locator("#to-creatures")
    if to_creatures.count():  # otherwise the search finds upgrades of the creature added last
        to_creatures.tap()
        expect(page).to_have_url(re.compile("slot=creature"))
        expect(to_creatures).to_have_count(0)
    page.locator("#candidate-list-q").fill(card)
    expect(page.locator("#candidate-list-errors")).to_have_attribute("data-found-for", card)
    page.locator("#candidate-list .candidate:not(.candidate--unfit) > .button").first.tap()


def share(page: Page, press: Press = by_mouse) -> None:
    """Share a list by link."""
    page.goto(f"/build/{GAME}/?card=maurghoros")
    press(page.locator("#limits > summary"))
    press(page.locator("[id^=limit-]").first)
    expect(page.locator("#share")).to_be_visible()
    _forget(page)
    press(page.locator("#share > summary"))
    press(page.locator("#make-link"))
    expect(page.locator("#share-link")).to_be_visible()


def fix(page: Page, press: Press = by_mouse) -> None:
    """Apply the smallest fix to a list that breaks a rule."""
    page.goto(f"/build/{GAME}/?card=wraith")
    _show_candidates(page, press)
    page.locator("#candidate-list-q").fill("fireball")
    press(page.locator("#c-fireball"))
    _judged(page, "illegal")
    _forget(page)
    press(page.locator("#repair"))
    press(page.locator("#take-up"))
    _judged(page, "legal")


def find_by_effect(page: Page, press: Press = by_mouse) -> None:
    """Find a card of a game by its effect."""
    page.goto(f"/cards/{GAME}/")
    search = page.get_by_role("main").get_by_role("searchbox").first
    found = page.locator("#found .results b")
    everything = found.inner_text()
    search.focus() if press is by_keys else press(search)
    page.keyboard.type("burst fire")
    page.keyboard.press("Enter")
    expect(found).not_to_have_text(everything)
    press(page.get_by_role("link", name="Fireball").first)
    expect(page.get_by_role("heading", level=1)).to_have_text("Fireball")


def copy_shared_list(page: Page, press: Press = by_mouse) -> None:
    """Take a shared list to one's own table."""
    share(page, press)
    page.goto(page.locator("#share-link").input_value())
    _forget(page)
    press(page.locator("form[action$='/copy/'] > button"))
    expect(page.locator("#strip")).to_be_visible()


def complete_warband(page: Page, press: Press = by_mouse) -> None:
    """Fill a warband that has one creature, its faction included."""
    page.goto("/build/dnd-miniatures-2003/?card=cleric-of-order")
    expect(page.locator("#strip .seal--unfinished")).to_be_visible()
    _forget(page)
    press(page.locator("#complete"))
    press(page.locator("#fill-it"))
    press(page.locator("#take-up"))
    _judged(page, "legal")


def start_campaign(page: Page, press: Press = by_mouse) -> None:
    """Start the rulebook's campaign from the home page."""
    page.goto("/")
    press(page.get_by_role("main").locator("a[href='/play/#campaigns']").first)
    press(page.get_by_role("main").locator(f"a[href='/campaigns/{GAME}/new/']"))
    press(page.locator("form.start .button--main"))
    expect(page).to_have_url(re.compile(r"/campaigns/(?!.*/new/)[^/]+/"))


def ask_referee(page: Page, press: Press = by_mouse) -> None:
    """Ask what an attack does, from the home page."""
    page.goto("/")
    press(page.get_by_role("main").locator(".door__name a[href^='/play/']").first)
    press(page.get_by_role("main").locator(f"a[href='/play/{GAME}/attack/']"))
    for field, creature in (("#id_attacker", "Maurghoros"), ("#id_defender", "Eshaedra")):
        page.locator(field).fill(creature)
    range_1 = page.locator("label:has(#id_measured_range_0)")
    page.locator("#id_measured_range_0").press("Space") if press is by_keys else press(range_1)
    expect(page.locator("#answer .play__steps").first).to_be_visible()


def look_up_rule(page: Page, press: Press = by_mouse) -> None:
    """Find a rule of the book in a player's words, from the home page."""
    page.goto("/")
    search = page.locator("#site-q")
    if not search.is_visible():  # on a phone an icon leads to the field
        press(page.locator(".site-search__link"))
    search.focus() if press is by_keys else press(search)
    page.keyboard.type("crit armor")
    page.keyboard.press("Enter")
    press(page.get_by_role("main").locator("a[href*='deflect-hits-armor']").first)
    expect(page.locator("[id='p20/deflect-hits-armor']")).to_be_in_viewport()


JOURNEYS: dict[str, Callable[[Page, Press], None]] = {
    "a first legal list of one's own": first_legal_list,
    "a list for 120 points by keyboard": list_by_keyboard,
    "share a list": share,
    "fix an illegal list": fix,
    "find a card by what it does": find_by_effect,
    "copy a shared list": copy_shared_list,
    "complete a warband": complete_warband,
    "start a campaign": start_campaign,
    "ask the referee about an attack": ask_referee,
    "look up a rule": look_up_rule,
}


def measure() -> str | None:
    """Print the effort of each journey, the median of its runs, and write it into the document."""
    chromium = chromium_path()
    if chromium is None:
        return "Chromium is not installed (Debian's package chromium)"
    found = {}
    with (
        catalog() as environment,
        server(MUSTER, PORT, environment),
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        expect.set_options(timeout=PATIENCE_MS)
        for name, journey in JOURNEYS.items():
            runs = [_walk(browser, journey) for _ in range(RUNS)]
            seconds = statistics.median(run.seconds for run in runs)
            found[name] = Effort(runs[0].clicks, runs[0].keys, seconds)
            line(name, f"{runs[0].clicks} clicks, {runs[0].keys} keys, {seconds:.1f} s")
        browser.close()
    _write(found)
    return None


def _walk(browser: Browser, journey: Callable[[Page, Press], None]) -> Effort:
    """Perform a journey as a new visitor."""
    page = browser.new_page(base_url=f"http://127.0.0.1:{PORT}", viewport={"width": 1280, "height": 800})
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(COUNTED)
    page.add_init_script("sessionStorage.begun ??= Date.now()")
    journey(page, by_mouse)
    end = time.time() * 1000
    clicks, keys = page.evaluate(COUNTS)
    seconds = (end - float(page.evaluate("() => sessionStorage.begun"))) / 1000
    page.close()
    return Effort(clicks, keys, seconds)


def _forget(page: Page) -> None:
    """Reset the counters after the preparation of a journey."""
    page.evaluate("() => Object.assign(sessionStorage, { click: 0, keydown: 0, begun: Date.now() })")


def _show_candidates(page: Page, press: Press) -> None:
    """Open the candidate list, which is a sheet over the table on a phone."""
    header = page.locator("#candidate-list > summary")
    if page.locator("#candidate-list").get_attribute("open") is None and header.evaluate(
        "(summary) => getComputedStyle(summary).pointerEvents !== 'none'"
    ):
        press(header)


def _judged(page: Page, outcome: str) -> None:
    expect(page.locator(f"#strip .seal--{outcome}")).to_be_visible()


def _write(efforts: dict[str, Effort]) -> None:
    """Replace the figures in the document."""
    rows = [f"| {name} | {one.clicks} | {one.keys} | {one.seconds:.1f} |\n" for name, one in efforts.items()]
    table = "".join(["| | clicks | keys | seconds |\n|---|---|---|---|\n", *rows])
    text = DOCUMENT.read_text("utf-8")
    begin, end = map(re.escape, MARKS)
    DOCUMENT.write_text(
        re.sub(f"{begin}.*{end}", lambda _: MARKS[0] + table + MARKS[1], text, flags=re.DOTALL), "utf-8"
    )
