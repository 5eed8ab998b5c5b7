"""Each page loads the style sheets of its elements."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from catalog import import_export, publishing
from tests.browser.page_addresses import NO_PAGE, addresses, own_states, public_states
from tests.browser.populated_site import populate
from tests.clients import confirmed
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db

SHEETS = Path(settings.BASE_DIR, "static", "css")
WITHOUT_PAGE = {name for names in NO_PAGE.values() for name in names.split()}


def classes_by_sheet() -> dict[str, set[str]]:
    """Return the classes that each style sheet has rules for, by its file name."""
    classes = {}
    for path in nonempty(SHEETS.glob("*.css")):
        rules = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        selectors = " ".join(re.findall(r"([^{}]+)\{", rules))
        classes[path.name] = set(re.findall(r"\.([a-zA-Z_][\w-]*)", selectors))
    return classes


def unstyled(page: str, classes: dict[str, set[str]]) -> set[str]:
    """Return the classes of a page that only style sheets have which it does not load."""
    loaded = set(re.findall(r'href="/static/css/([\w-]+\.css)"', page))
    used = {name for value in re.findall(r'class="([^"]*)"', page) for name in value.split()}
    styled = {name for sheet in loaded for name in classes.get(sheet, ())}
    return {name for name in used - styled if any(name in of_sheet for of_sheet in classes.values())}


def test_a_missing_style_sheet_would_be_noticed() -> None:
    classes = {"play.css": {"die"}, "base.css": {"button"}}
    page = '<link href="/static/css/base.css"><p class="die button other">'
    assert unstyled(page, classes) == {"die"}
    assert unstyled(page + '<link href="/static/css/play.css">', classes) == set()


def test_each_page_loads_the_style_sheets_of_its_elements() -> None:
    cards = import_export.read(import_export.find([Path(settings.BASE_DIR) / "fixtures"])).documents
    publishing.publish(cards, by=None, why="First cards")
    house = populate(cards)
    classes, keeper = classes_by_sheet(), confirmed(house.keeper)
    visited = [address for name, address in addresses(house) if name not in WITHOUT_PAGE]
    faults = {}
    for address in nonempty([*visited, *public_states(), *own_states(house)]):
        response = keeper.get(address)
        if response["Content-Type"].startswith("text/html") and (names := unstyled(response.content.decode(), classes)):
            faults[address] = names
    assert faults == {}
