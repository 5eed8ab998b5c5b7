"""The builder in Chromium: the time from a click to the painted result, in each game, for lists of realistic size.

The server is the one that `make run` starts. A random walk with a fixed seed adds cards that fit until the limit is
reached, then removes, undoes, redoes, counts and changes the limit. The clock runs in the page: from the click until
the response has been swapped in and the frame that shows it has been painted. Table, points, verdict and drawer come in
a single response and are swapped together, so there is a single figure: the time until everything is interactive again.

In addition, the CPU time of the server and of the page's main thread is measured for each change, since other programs
on the machine affect it less.
"""

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import sample
from benchmarks.report import NOTHING, Target, line, percentile
from benchmarks.serving import MUSTER, catalog, core_seconds, server

PORT = 8903
MAX_STEPS, EDITS = 15, 15
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
    const painted = new MessageChannel();
    painted.port1.onmessage = () => done({ seconds: (performance.now() - begin) / 1000, answer: answered - asked });
    requestAnimationFrame(() => painted.port2.postMessage(null));
  };
  let asked = begin, answered = begin;
  document.addEventListener("htmx:beforeSend", () => { asked = performance.now(); }, { once: true });
  document.addEventListener("htmx:beforeSwap", () => { answered = performance.now(); }, { once: true });
  document.addEventListener("htmx:afterSettle", settled);
  element.click();
})"""
FITTING = """() => [
  ...document.querySelectorAll("#candidate-list .candidate:not(.candidate--unfit) > .button")
].map((one) => one.id)"""
PLACES = """() => [
  ...document.querySelectorAll(".slot__place, [id^=shelf-]:not([aria-current])")
].map((one) => one.id)"""
BUTTONS = """() => [...document.querySelectorAll(
  "#undo:enabled, #redo:enabled, [id^=more-]:enabled, [id^=fewer-]:enabled, [id^=remove-], [id^=take-], [id^=limit-]"
)].map((one) => one.id)"""


@dataclass
class Walk:
    """The measurements in one game, in seconds.

    `changes` and `looks` into the drawer are times from click to paint; `waited` is the part of a change until the
    response arrives. `served` and `worked` are the CPU times of a change in the server and in the main thread.
    """

    changes: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    served: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class MeasuredPage:
    """A page with functions that return the CPU time used by the server and by the page's main thread."""

    page: Page
    serving: Callable[[], float]
    working: Callable[[], float]


def measure() -> str | None:
    """Print the median and 95th percentile of the time of changes for each game."""
    chromium = chromium_path()
    if chromium is None:
        return "Chromium is not installed (Debian's package chromium)"
    with (
        catalog() as environment,
        server(MUSTER, PORT, environment) as process,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        every: list[float] = []
        for game in sample.games():
            walk = Walk()
            for limit in LIMITS:
                measured = _open_page(browser, process.pid)
                _walk(measured, game, limit, random.Random(f"{game} {limit}"), walk)
                measured.page.close()
            every += walk.changes
            _report(f"{game}, {len(walk.changes)} changes", walk.changes, AIM)
            _report("  of that until the server has answered", walk.waited)
            _report("  core time of the server", walk.served)
            _report("  core time of the page's main thread", walk.worked)
            if walk.looks:
                _report(f"{game}, {len(walk.looks)} looks into the drawer", walk.looks)
        _report(f"all {len(every)} changes", every, AIM)
        browser.close()
    return None


def chromium_path() -> str | None:
    """Return the path of Chromium, preferably its headless shell like the browser tests; None if it is not
    installed.
    """
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def _report(label: str, seconds: list[float], aim: float | None = None) -> None:
    p50, p95 = (percentile(seconds, share) * 1000 for share in (0.5, 0.95))
    target = Target(aim * 1000, at_most=True) if aim else NOTHING
    line(label, f"p50 {p50:.0f}, p95 {p95:.0f} ms", target.by(p95, "p95"))


def _open_page(browser: Browser, server_id: int) -> MeasuredPage:
    """Open a page that reports the CPU time of its main thread, for the server with this process ID."""
    page = browser.new_page(base_url=f"http://127.0.0.1:{PORT}", viewport={"width": 1280, "height": 800})
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def working() -> float:
        metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
        return float(metrics["TaskDuration"])

    return MeasuredPage(page, lambda: core_seconds(server_id), working)


def _walk(measured: MeasuredPage, game: str, limit: int, chance: random.Random, walk: Walk) -> None:
    """Build a list with that limit and edit it."""
    page = measured.page
    page.goto(f"/build/{game}/")
    _press(measured, f"limit-{limit}", walk)
    for _ in range(MAX_STEPS):
        places = page.evaluate(PLACES)
        if places and chance.random() < 0.5:
            _look(page, chance.choice(places), walk)
        fitting = page.evaluate(FITTING)
        if not fitting:
            _look(page, "add-creature", walk)
            if not (fitting := page.evaluate(FITTING)):
                break
        _press(measured, chance.choice(fitting), walk)
    for _ in range(EDITS):
        _press(measured, chance.choice(page.evaluate(BUTTONS)), walk)


def _press(measured: MeasuredPage, button: str, walk: Walk) -> None:
    served, worked = measured.serving(), measured.working()
    if timed := measured.page.evaluate(TIMED, f"[id='{button}']"):
        walk.changes.append(timed["seconds"])
        walk.waited.append(timed["answer"] / 1000)
        walk.served.append(measured.serving() - served)
        walk.worked.append(measured.working() - worked)


def _look(page: Page, link: str, walk: Walk) -> None:
    if timed := page.evaluate(TIMED, f"[id='{link}']"):
        walk.looks.append(timed["seconds"])
