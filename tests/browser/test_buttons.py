"""The texts of buttons: they fit at each width, also in German with its longer words."""

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OVERFLOWING = """
() => [...document.querySelectorAll("button, a.button")].filter((button) => {
  const box = button.getBoundingClientRect();
  if (!box.width || button.closest(".vh")) return false;
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (!texts.currentNode.data.trim() || texts.currentNode.parentElement.closest(".vh")) continue;
    const words = document.createRange();
    words.selectNodeContents(texts.currentNode);
    for (const line of words.getClientRects())
      if (line.width > 1 && (line.left < box.left - 0.5 || line.right > box.right + 0.5)) return true;
  }
  return false;
}).map((button) => button.innerText)
"""


def test_no_label_overflows_its_button(page: Page, live_server: Any) -> None:
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "de", "url": live_server.url}])
    for address in ("/build/attack-wing/?slot=creature", "/build/dungeon-command/?slot=creature"):
        for width in (1440, PHONE["width"]):
            page.set_viewport_size({"width": width, "height": 1000})
            page.goto(address)
            assert page.evaluate("document.documentElement.lang") == "de"
            assert page.get_by_role("button", name="Hinzufügen").count() > 0
            assert page.evaluate(OVERFLOWING) == [], (address, width)
