"""The builder in Chromium: from a click to the painted answer, in each game, for lists as large as players make them.

The server is that of `make run`. A walk with a fixed seed lays out cards that fit until the limit is reached, then
takes away, undoes, does again, counts and changes the limit. The clock runs in the page: from the click until the
answer stands in the table and the frame that shows it has been laid out and painted. Table, points, verdict and drawer
come in one answer and are laid over the page in one go, so there is one figure: then everything that can be pressed is
right again.

Beside what is waited for stands what is worked: the core time of the server and of the page's main thread for each
change, which other programs on the machine disturb less.
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
    """What was measured in one game, in seconds.

    `changes` and `looks` into the drawer are told from click to paint, `waited` is the part of a change until the
    server has answered. `served` and `worked` are the core time of a change in the server and in the main thread.
    """

    changes: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    served: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Stand:
    """A page with the clocks of the core time that the server and the page's main thread have used."""

    page: Page
    serving: Callable[[], float]
    working: Callable[[], float]


def measure() -> str | None:
    """Print for each game how long changes take at the median and at the 95th percentile."""
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
    """Return where Chromium is installed, its headless shell first, as the browser tests have it; None where not."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def _report(what: str, seconds: list[float], aim: float | None = None) -> None:
    p50, p95 = (percentile(seconds, share) * 1000 for share in (0.5, 0.95))
    target = Target(aim * 1000, at_most=True) if aim else NOTHING
    line(what, f"p50 {p50:.0f}, p95 {p95:.0f} ms", target.by(p95, "p95"))


def _open_page(browser: Browser, server_id: int) -> Stand:
    """Open a page that tells what its main thread has worked, beside the server with that process id."""
    page = browser.new_page(base_url=f"http://127.0.0.1:{PORT}", viewport={"width": 1280, "height": 800})
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def working() -> float:
        metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
        return float(metrics["TaskDuration"])

    return Stand(page, lambda: core_seconds(server_id), working)


def _walk(measured: Stand, game: str, limit: int, chance: random.Random, walk: Walk) -> None:
    """Build a list of that limit and edit it."""
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


def _press(measured: Stand, button: str, walk: Walk) -> None:
    served, worked = measured.serving(), measured.working()
    if timed := measured.page.evaluate(TIMED, f"[id='{button}']"):
        walk.changes.append(timed["seconds"])
        walk.waited.append(timed["answer"] / 1000)
        walk.served.append(measured.serving() - served)
        walk.worked.append(measured.working() - worked)


def _look(page: Page, link: str, walk: Walk) -> None:
    if timed := page.evaluate(TIMED, f"[id='{link}']"):
        walk.looks.append(timed["seconds"])
