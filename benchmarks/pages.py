"""Pages for a first visit: bytes, largest contentful paint, layout shifts, and requests to other hosts.

The server is the one that `make run` starts, on this machine. Each visit has an empty cache and a CPU throttled by a
factor of four. Bytes are the transferred ones, without pictures.
"""

import re
import shutil
import statistics
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from benchmarks.report import line
from benchmarks.serving import MUSTER, catalog, server

PORT = 8904
SITE = f"http://127.0.0.1:{PORT}"
SLOWED, VISITS = 4, 3
MAX_BYTES, LATEST = 100_000, 1.0
ADVENTURE = "in-for-a-penny-in-for-a-pounding"
PAGES = (
    "/",
    "/cards/",
    "/cards/attack-wing/",
    "/cards/attack-wing/maurghoros/",
    "/cards/dungeon-command/copper-dragon/",
    "/sets/",
    "/sets/attack-wing/",
    "/sets/attack-wing/wraith-expansion/",
    "/rules/attack-wing/",
    "/odds/attack-wing/",
    "/build/",
    "/build/attack-wing/",
    "/build/dungeon-command/",
    "/play/attack-wing/",
    "/play/attack-wing/attack/",
    "/campaigns/attack-wing/",
    "/campaigns/attack-wing/new/",
    f"/adventures/attack-wing/{ADVENTURE}/",
    "/legions/",
    "/shared/",
    "/collection/dungeon-command/",
    "/import/",
    "/l/",
    "/marks/",
    "/account/login/",
    "/account/signup/",
    "/api/docs/",
    "/problems/",
)
WINDOWS: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "laptop": {"width": 1280, "height": 800}}
SEEN = """window.paint = 0; window.shifted = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.paint = one.startTime; })
  .observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifted += one.value; })
  .observe({ type: "layout-shift", buffered: true });"""


@dataclass(frozen=True)
class Visit:
    """The results of one visit: bytes, seconds to the largest paint, layout shift, and other hosts requested."""

    sent: int
    paint: float
    shifted: float
    foreign: frozenset[str]


def measure() -> str | None:
    """Print the medians of the visits to each page, and the worst values over all pages."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return "Chromium is not installed (Debian's package chromium)"
    with catalog() as environment, server(MUSTER, PORT, environment), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium)
        cookies, own, shared = _built(browser)
        seated, campaign = _started(browser)
        worst: list[Visit] = []
        for window in WINDOWS:
            of_campaign = [campaign, f"{campaign}write/", f"{campaign}games/{ADVENTURE}/"]
            for address in [*PAGES, own, shared, *of_campaign]:
                known = cookies if address == own else seated if address in of_campaign else []
                visits = [_visit(browser, address, window, known) for _ in range(VISITS)]
                worst.append(_report(f"{window} {address[:36]}", visits))
        _report("the worst of each", worst, statistic=max)
        browser.close()
    return None


def _built(browser: Browser) -> tuple[list[Any], str, str]:
    """Build and share a ready list; return the cookies of its owner, its page and its shared page."""
    page = browser.new_page(base_url=SITE)
    page.goto("/build/attack-wing/")
    page.get_by_role("button", name="Lanterns under the Water").click()
    page.wait_for_url("**/legions/**")
    own = urlsplit(page.url).path
    page.locator("#share > summary").click()
    page.locator("#make-link").click()
    shared = urlsplit(page.locator("#share-link").input_value()).path
    return page.context.cookies(), own, shared


def _started(browser: Browser) -> tuple[list[Any], str]:
    """Start a campaign with an adventure from the rulebook; return the cookies of its organizer, and its page."""
    page = browser.new_page(base_url=SITE)
    page.goto("/campaigns/attack-wing/new/")
    page.get_by_label("Name of the campaign").fill("The winter league")
    page.get_by_label("Your name in it").fill("Ann")
    page.get_by_label("In for a Penny, In for a Pounding").check()
    page.get_by_role("button", name="Start the campaign").click()
    page.wait_for_url(re.compile("/campaigns/[0-9a-f-]{36}/"))
    return page.context.cookies(), urlsplit(page.url).path


def _visit(browser: Browser, address: str, window: str, cookies: list[Any]) -> Visit:
    """Open a page with an empty cache and wait until all requests have finished."""
    context = browser.new_context(base_url=SITE, viewport=WINDOWS[window])
    context.add_cookies(cookies)
    context.add_init_script(SEEN)
    page = context.new_page()
    foreign: set[str] = set()
    page.on("request", lambda request: foreign.add(urlsplit(request.url).netloc))
    received = _counted(page)
    page.goto(address, wait_until="networkidle")
    paint, shifted = page.evaluate("[window.paint, window.shifted]")
    context.close()
    return Visit(sum(received.values()), paint / 1000, shifted, frozenset(foreign - {"", urlsplit(SITE).netloc}))


def _counted(page: Page) -> dict[str, int]:
    """Throttle the page's CPU, and return a dict that collects the bytes of each request except those for pictures."""
    chromium = page.context.new_cdp_session(page)
    chromium.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    chromium.send("Network.enable")
    pictures: set[str] = set()
    received: dict[str, int] = {}

    def answered(event: dict[str, Any]) -> None:
        if event["type"] == "Image":
            pictures.add(event["requestId"])

    def loaded(event: dict[str, Any]) -> None:
        if event["requestId"] not in pictures:
            received[event["requestId"]] = int(event["encodedDataLength"])

    chromium.on("Network.responseReceived", answered)
    chromium.on("Network.loadingFinished", loaded)
    return received


def _report(label: str, visits: list[Visit], statistic: Any = statistics.median) -> Visit:
    seen = Visit(
        int(statistic(one.sent for one in visits)),
        statistic(one.paint for one in visits),
        max(one.shifted for one in visits),
        frozenset().union(*(one.foreign for one in visits)),
    )
    figures = f"{seen.sent / 1000:.0f} kB, {seen.paint * 1000:.0f} ms, {seen.shifted:.3f}"
    reached = seen.sent <= MAX_BYTES and seen.paint < LATEST and not seen.shifted and not seen.foreign
    elsewhere = f"; asked elsewhere: {', '.join(sorted(set(seen.foreign)))}" if seen.foreign else ""
    aim = f"aim {MAX_BYTES // 1000} kB, {LATEST:.0f} s, 0 {'reached' if reached else 'NOT reached'}{elsewhere}"
    line(label, figures, aim)
    return seen
