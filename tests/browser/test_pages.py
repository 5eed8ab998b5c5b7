"""Every page there is, at three widths, light and dark: sound to read, to hear and to go through by keyboard."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from legions import services
from legions.models import Legion
from tests import factories

from .addresses import addresses
from .table import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (390, 768, 1280)
STEPS = 10
"""How many steps of the Tab key are looked at on each page."""

SOUNDNESS = Path(__file__).with_name("soundness.js").read_text()
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


def pages(page: Page, legion: Legion) -> Iterator[str]:
    """Go to each address and yield it when a page of its own stands there."""
    for address in sorted({*addresses(pk=legion.pk), *addresses(pk=legion.pk, key=legion.share_key)}):
        answer = page.request.get(address)
        moved = not answer.url.endswith(address)
        if answer.ok and not moved and answer.headers["content-type"].startswith("text/html"):
            page.goto(address)
            yield address


def faults(page: Page, address: str, watch: Any) -> Iterator[str]:
    """Look at the open page in every way and yield what is wrong with it."""
    backgrounds = set()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            watch.measure(page)
            backgrounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
            yield from (f"{address} at {width} px, {scheme}: {complaint}" for complaint in watch.take())
    if len(backgrounds) != 2:
        yield f"{address}: light and dark are {backgrounds}"
    yield from (f"{address}: {fault}" for fault in page.evaluate(SOUNDNESS))
    yield from (f"{address}: no sign of the focus on {element}" for element in unmarked(page))
    yield from (f"{address}: {fault}" for fault in skip_link(page))
    yield from (f"{address}: {complaint}" for complaint in watch.take())


def unmarked(page: Page) -> list[str]:
    """Return the first elements on the way of the Tab key that do not show that they have the focus."""
    page.evaluate("document.activeElement.blur()")
    found = []
    for _ in range(STEPS):
        page.keyboard.press("Tab")
        found.append(page.evaluate(FOCUSED))
    return [element for element in found if element]


def skip_link(page: Page) -> Iterator[str]:
    """Yield what is wrong with the link that leads past the head of the page, if it has one."""
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


def built(page: Page) -> Legion:
    """Lay out a ready legion as the visitor, share it and return it."""
    Table(page).open()
    page.get_by_role("button", name="Lanterns under the Water").click()
    expect(page.get_by_role("heading", name="Lanterns under the Water", level=1)).to_be_visible()
    legion = Legion.objects.get()
    services.share(legion=legion)
    legion.refresh_from_db()
    return legion


def test_every_page_a_guest_can_open_is_sound(page, watch):
    legion = built(page)
    opened = list[str]()
    wrong = []
    for address in pages(page, legion):
        opened.append(address)
        wrong += faults(page, address, watch)
    assert {"/", "/cards/attack-wing/wraith/", "/build/attack-wing/", "/account/signup/", "/api/docs/"} <= set(opened)
    assert {f"/legions/{legion.pk}/", f"/s/{legion.share_key}/"} <= set(opened)
    assert "\n".join(wrong) == ""


def test_every_page_of_an_account_is_sound(page, watch, live_server):
    client = Client()
    client.force_login(factories.UserFactory(username="lampwright"))
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live_server.url}])
    legion = built(page)
    wrong, opened = [], []
    for address in pages(page, legion):
        if address.startswith(("/account/", "/legions/")) or address == "/":
            opened.append(address)
            wrong += faults(page, address, watch)
    assert {"/account/", "/account/password/change/", "/legions/"} <= set(opened)
    assert "\n".join(wrong) == ""
