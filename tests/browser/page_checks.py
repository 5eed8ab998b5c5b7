"""Generic checks of any page: for readers, screen reader users, and keyboard users."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.error_watch import ErrorWatch
from tests.browser.sampling import Look
from tests.sampling import WHOLE

WIDTHS = (320, 390, 768, 1280)
"""Window widths without horizontal scrolling; the first is a window of 1280 px at 400 %."""
LOOKS = [(width, scheme) for width in WIDTHS[1:] for scheme in ("light", "dark")]
"""The widths and color schemes for axe-core; `sampling` selects pages and looks. axe-core checks a page with all its
parts opened; with `LONG=1` also the initial page.
"""
STEPS = 10
"""Number of tested steps of the Tab key on each page."""

PLAIN = Path(__file__).with_name("page_checks.js").read_text()
AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
GO_OVER = """(options) => axe.run(document, options).then((found) => found.violations.map(
  (one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} (${node.failureSummary})`)}`
))"""
OPEN_ALL = """document.querySelectorAll("details:not(.menu, .panel)").forEach((one) => { one.open = true; })"""
"""Opens every collapsed part except overlays, which would cover each other."""
LARGER = "(size) => { document.documentElement.style.fontSize = size; }"
FOCUSED = """() => {
  const one = document.activeElement;
  const look = () => {
    const style = getComputedStyle(one);
    return [style.boxShadow, style.backgroundColor, style.borderColor, style.textDecorationLine, style.color].join();
  };
  const style = getComputedStyle(one);
  if (one === document.body || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)) return null;
  const with_ = look();
  one.blur();
  const without = look();
  one.focus();
  return with_ === without ? one.outerHTML.slice(0, 160) : null;
}"""


MOVING = """() => {
  const seconds = (said) => Math.max(...said.split(",").map(parseFloat));
  const moves = (style) => (style.transitionProperty !== "none" && seconds(style.transitionDuration) > 0.01)
    || (style.animationName !== "none" && seconds(style.animationDuration) > 0.01) || style.scrollBehavior === "smooth";
  return [...document.querySelectorAll("*")].filter((one) => [null, "::before", "::after"].some(
    (part) => moves(getComputedStyle(one, part)))).slice(0, 3).map((one) => one.outerHTML.slice(0, 120));
}"""
"""Finds animations that run despite the reduced motion of `visit_as`."""


def errors(page: Page, address: str, watch: ErrorWatch, looks: Iterable[Look]) -> Iterator[str]:
    """Check the open page in every way, with axe-core in these looks, and yield the errors."""
    yield from (f"{address}: moves though nothing shall: {element}" for element in page.evaluate(MOVING))
    yield from (f"{address}: {fault}" for fault in page.evaluate(PLAIN))
    yield from (f"{address}: no sign of the focus on {element}" for element in _unmarked(page))
    yield from (f"{address}: {fault}" for fault in _skip_link(page))
    yield from (f"{address}: {fault}" for fault in narrow(page, watch))
    yield from (f"{address} {fault}" for fault in _by_axe(page, looks))
    yield from (f"{address}: {fault}" for fault in _one_theme(page))
    yield from (f"{address}: {complaint}" for complaint in watch.take())


def narrow(page: Page, watch: ErrorWatch) -> Iterator[str]:
    """Yield the widths at which the page is wider than its window, also with type twice as large."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        watch.measure(page)
    page.evaluate(LARGER, "200%")
    watch.measure(page)
    page.evaluate(LARGER, "")
    yield from watch.take()


def _by_axe(page: Page, looks: Iterable[Look]) -> Iterator[str]:
    """Yield the findings of axe-core with everything open, and in a full run also for the initial page."""
    if WHOLE:
        yield from by_axe_in(looks, page, "as it opens")
    page.evaluate(OPEN_ALL)
    yield from by_axe_in(looks, page, "all open")


def by_axe_in(looks: Iterable[Look], page: Page, how: str) -> Iterator[str]:
    """Yield the findings of axe-core on the current page, in each of these looks: a width and a color scheme."""
    page.evaluate(AXE_SCRIPT)
    for width, scheme in looks:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        for fault in page.evaluate(GO_OVER, AXE):
            yield f"at {width} px, {scheme}, {how}: {fault}"


def _one_theme(page: Page) -> Iterator[str]:
    """Yield an error if the page looks equal in the light and dark scheme."""
    backgrounds = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        backgrounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    if len(backgrounds) != 2:
        yield f"light and dark are {backgrounds}"


def _unmarked(page: Page) -> list[str]:
    """Return the first elements in Tab order that do not show their focus."""
    page.evaluate("document.activeElement.blur()")
    found = []
    for _ in range(STEPS):
        page.keyboard.press("Tab")
        found.append(page.evaluate(FOCUSED))
    return [element for element in found if element]


def _skip_link(page: Page) -> Iterator[str]:
    """Yield the errors of the link that skips the page header, if there is one."""
    if not page.locator("header").count():
        return
    link = page.locator("a.skip-link")
    if link.count() != 1:
        yield "there is no link past the head"
        return
    link.focus()
    box = link.bounding_box()
    if not box or box["y"] < 0 or box["x"] < 0:
        yield "the link past the head is not shown when it has the focus"
    page.keyboard.press("Enter")
    if not page.evaluate("document.activeElement.matches('main')"):
        yield "the link past the head does not lead to the page"
