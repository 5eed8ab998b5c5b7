"""Printing from the browser: compared with the PDF as images."""

import pypdfium2
import pytest
from django.contrib.auth import get_user_model
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import Page, expect

from legions.accounts.holders import Holder
from legions.saved_lists import ready_lists, services
from legions.sharing import services as sharing_services

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FINE = 80 / 72
"""80 dots per inch: insensitive to hairline shifts of letters, sensitive to shifts of cards by a millimeter."""
STROKE = ImageFilter.GaussianBlur(1)
"""A blur against differences in font smoothing, which grow with the text on a page."""
ALIKE = 3.4
"""Maximum average difference between two pictures of a page, of 255. A full page shifted by one dot, a third of a
millimeter, has 3.7; a sheet full of text has 3.2 by the smoothing of its letters.
"""


def looked_at(raw: bytes) -> list[Image.Image]:
    return [one.render(scale=FINE).to_pil().convert("L") for one in pypdfium2.PdfDocument(raw)]


@pytest.mark.parametrize("what", ["sheet/", "cards-to-cut/?paper=letter&ink=grey&deck=on&copies=once"])
def test_the_browser_prints_the_pages_of_the_pdf(page: Page, what: str) -> None:
    one = ready_lists.ready_lists("attack-wing")[0]
    owner = get_user_model().objects.create_user("printer", password="a-long-enough-one")
    legion = services.create_legion(holder=Holder(user=owner), document=one.document, what="A ready one.")
    sharing_services.share_legion(legion=legion)
    page.goto(f"/s/{legion.share_key}/{what}")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    printed = looked_at(page.pdf(prefer_css_page_size=True, print_background=True))
    made = looked_at(pdf_at(page))
    assert len(printed) == len(made) >= 1
    for ours, theirs in zip(made, printed, strict=True):
        assert abs(ours.width - theirs.width) <= 1
        assert abs(ours.height - theirs.height) <= 1
        apart = ImageChops.difference(ours.filter(STROKE), theirs.resize(ours.size).filter(STROKE))
        assert ImageStat.Stat(apart).mean[0] < ALIKE


def pdf_at(page: Page) -> bytes:
    link = page.get_by_role("link", name="Download as PDF")
    answer = page.request.get(str(link.get_attribute("href")))
    assert answer.headers["content-type"] == "application/pdf"
    return answer.body()
