"""The builder in Chromium: from a click to the settled table, in each game, for lists as large as players make them.

The server is that of `make run`. A walk with a fixed seed lays out cards that fit until the limit is reached, then
takes away, undoes, does again, counts and changes the limit. The clock runs in the page: from the click until htmx has
settled the answer and the next frame is due.
"""

import random
import shutil
from dataclasses import dataclass, field

from playwright.sync_api import Page, sync_playwright

from benchmarks import sample
from benchmarks.report import line, percentile
from benchmarks.serving import catalog, server

PORT = 8903
MOST_STEPS, EDITS = 15, 15
LIMITS = (120, 200)
AIM = 0.1

TIMED = """(selector) => new Promise((done) => {
  const element = document.querySelector(selector);
  if (!element || element.disabled) { done(null); return; }
  element.closest("details")?.setAttribute("open", "");
  const begin = performance.now();
  const settled = (event) => {
    if (event.detail.target?.id !== "builder" && event.detail.elt?.id !== "builder") return;
    document.removeEventListener("htmx:afterSettle", settled);
    requestAnimationFrame(() => done({ seconds: (performance.now() - begin) / 1000, answer: answered - asked }));
  };
  let asked = begin, answered = begin;
  document.addEventListener("htmx:beforeSend", () => { asked = performance.now(); }, { once: true });
  document.addEventListener("htmx:beforeSwap", () => { answered = performance.now(); }, { once: true });
  document.addEventListener("htmx:afterSettle", settled);
  element.click();
})"""
FITTING = """() => [
  ...document.querySelectorAll("#drawer .candidate:not(.candidate--no) > .button")
].map((one) => one.id)"""
PLACES = """() => [
  ...document.querySelectorAll(".slot__place, [id^=shelf-]:not([aria-current])")
].map((one) => one.id)"""
BUTTONS = """() => [...document.querySelectorAll(
  "#undo:enabled, #redo:enabled, [id^=more-]:enabled, [id^=fewer-]:enabled, [id^=remove-], [id^=take-], [id^=limit-]"
)].map((one) => one.id)"""


@dataclass
class Walk:
    """What was measured in one game: seconds from click to settled, those of changes and those of looking elsewhere."""

    changes: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)


def measure() -> str | None:
    """Print for each game how long changes take at the median and at the 95th percentile."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return "Chromium is not installed (Debian's package chromium)"
    with catalog() as environment, server("config.wsgi:application", PORT, environment), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium)
        every: list[float] = []
        for game in sample.games():
            walk = Walk()
            for limit in LIMITS:
                page = browser.new_page(base_url=f"http://127.0.0.1:{PORT}", viewport={"width": 1280, "height": 800})
                _walk(page, game, limit, random.Random(f"{game} {limit}"), walk)
                page.close()
            every += walk.changes
            _report(f"{game}, {len(walk.changes)} changes", walk.changes)
            _report(f"{game}, {len(walk.looks)} looks into the drawer", walk.looks)
            _report(f"{game}, of that waiting for the server", walk.waited)
        _report(f"all {len(every)} changes", every)
        browser.close()
    return None


def _report(what: str, seconds: list[float]) -> None:
    p50, p95 = (percentile(seconds, share) * 1000 for share in (0.5, 0.95))
    line(what, f"p50 {p50:.0f}, p95 {p95:.0f} ms", f"aim p95 {AIM * 1000:.0f}")


def _walk(page: Page, game: str, limit: int, chance: random.Random, walk: Walk) -> None:
    """Build a list of that limit and edit it."""
    page.goto(f"/build/{game}/")
    _press(page, f"limit-{limit}", walk)
    for _ in range(MOST_STEPS):
        places = page.evaluate(PLACES)
        if places and chance.random() < 0.5:
            _look(page, chance.choice(places), walk)
        fitting = page.evaluate(FITTING)
        if not fitting:
            _look(page, "add-creature", walk)
            if not (fitting := page.evaluate(FITTING)):
                break
        _press(page, chance.choice(fitting), walk)
    for _ in range(EDITS):
        _press(page, chance.choice(page.evaluate(BUTTONS)), walk)


def _press(page: Page, button: str, walk: Walk) -> None:
    if timed := page.evaluate(TIMED, f"[id='{button}']"):
        walk.changes.append(timed["seconds"])
        walk.waited.append(timed["answer"] / 1000)


def _look(page: Page, link: str, walk: Walk) -> None:
    if timed := page.evaluate(TIMED, f"[id='{link}']"):
        walk.looks.append(timed["seconds"])
