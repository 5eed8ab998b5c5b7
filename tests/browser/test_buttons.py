"""The words on buttons stay within them, in German, too, whose words are longer, at each width."""

import pytest
from django.conf import settings
from playwright.sync_api import Page

from .conftest import PHONE

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


@pytest.mark.parametrize("width", [1440, PHONE["width"]])
@pytest.mark.parametrize("address", ["/build/attack-wing/?slot=creature", "/build/dungeon-command/?slot=creature"])
def test_no_word_stands_out_of_its_button(visit, live_server, width, address) -> None:
    page: Page = visit(viewport={"width": width, "height": 1000})
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "de", "url": live_server.url}])
    page.goto(address)
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.get_by_role("button", name="Hinzufügen").count() > 0
    assert page.evaluate(OVERFLOWING) == []
