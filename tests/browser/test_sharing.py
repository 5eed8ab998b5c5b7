"""Shared legions for other users: hostile names stay text, and a link leads from one user to the other."""

import json
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from playwright.sync_api import Page, expect

from legions.accounts.holders import Holder
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests.browser.builder_driver import BuilderDriver
from tests.browser.error_watch import ErrorWatch
from tests.browser.page_addresses import NO_PAGE, addresses
from tests.browser.sampling import Sample
from tests.legions.hostile_texts import hostile_house
from tests.legions.test_site_hostile_texts import CORPUS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NO_PAGES = set(" ".join(NO_PAGE.values()).split())
PICKS = [{"card": "gallowglass", "upgrades": ["rope-rigged-saddle"]}, {"card": "tower-jackdaw", "count": 2}]


def shared(owner: object, text: str) -> Legion:
    document = {"game": "attack-wing", "points": 200, "name": text, "notes": "\n".join(CORPUS), "tags": [text[:60]]}
    legion = services.create_legion(holder=Holder(user=owner), document={**document, "picks": PICKS}, what=text)
    sharing_services.list_in_gallery(legion=legion)
    return legion


def test_hostile_text_is_shown_and_never_run(
    transactional_db: None, visit_as: Callable[..., Page], watch: ErrorWatch, sample: Sample
) -> None:
    """The watch over each visit reports every script that runs, every dialog and every violation of the policy.

    A sample of the pages is opened; `test_every_text` checks that no text of a user is markup on any page.
    """
    cache.clear()
    house = hostile_house(CORPUS)
    keeper, guest = visit_as(house.keeper), visit_as()
    watch.foresee("status of 404")
    for address in sample.addresses(address for name, address in addresses(house) if name not in NO_PAGES):
        keeper.goto(address)
    shared = f"/s/{house.words['key']}/"
    for address in ("/", "/cards/attack-wing/", "/cards/dungeon-command/", "/shared/", shared, f"{shared}embed/"):
        guest.goto(address)
    guest.goto("/import/")
    document = {"game": "attack-wing", "name": CORPUS[0], "notes": "\n".join(CORPUS), "picks": PICKS}
    for text in (json.dumps(document | dict.fromkeys(CORPUS, 1)), "# x\nGallowglass\n" + "\n".join(CORPUS)):
        guest.get_by_label("List", exact=True).fill(text)
        guest.get_by_role("button", name="Preview").click()
        expect(guest.get_by_role("heading", name="Preview")).to_be_visible()


def test_creating_a_link_moves_the_focus_to_it(visit: Callable[..., Page]) -> None:
    page = visit()
    BuilderDriver(page).open().lay_out("Wraith")
    page.locator("#share > summary").press("Enter")
    page.locator("#make-link").press("Enter")
    expect(page.get_by_label("Link", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#share > summary")).to_be_focused()


def test_a_shared_legion_goes_from_one_to_another_by_its_link(visit: Callable[..., Page]) -> None:
    page = visit()
    owner = get_user_model().objects.create_user("somebody", password="a-long-enough-one")
    legion = shared(owner, "Embers")
    page.goto(f"/s/{legion.share_key}/")
    page.get_by_role("link", name="Export").click()
    address = page.get_by_label("Link", exact=True).input_value()
    assert len(address) < 200
    other = visit()
    other.goto(address)
    expect(other.locator(".laid").get_by_role("link", name="Gallowglass")).to_be_visible()
    other.get_by_role("button", name="Open it in the builder").click()
    expect(other.locator("#builder")).to_contain_text("Tower Jackdaw")
    page.goto(f"/s/{legion.share_key}/")
    page.get_by_role("button", name="Copy to my lists").click()
    expect(page.locator("#builder")).to_contain_text("Copied from Embers by somebody")
