"""Legions that are shared, as others meet them: hostile names stay names, and a link goes from one to the other."""

import json
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from legions import services
from legions.accounts.people import Holder
from legions.models import Legion
from tests.legions.test_site_hostile_texts import CORPUS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PICKS = [{"card": "gallowglass", "upgrades": ["rope-rigged-saddle"]}, {"card": "tower-jackdaw", "count": 2}]


def shared(owner: object, words: str) -> Legion:
    document = {"game": "attack-wing", "points": 200, "name": words, "notes": "\n".join(CORPUS), "tags": [words[:60]]}
    legion = services.create(holder=Holder(user=owner), document={**document, "picks": PICKS}, what=words)
    services.publish(legion=legion)
    return legion


def test_whatever_people_write_is_read_and_never_run(visit: Callable[..., Page]) -> None:
    """The visit's watch complains of every script that runs, every dialog and every breach of the policy."""
    page = visit()
    owner = get_user_model().objects.create_user("hostile", password="a-long-enough-one")
    for words in CORPUS:
        services.call(user=owner, name=words[:60])
        legion = shared(owner, words)
        for tail in ("", "copies/", "embed/"):
            page.goto(f"/s/{legion.share_key}/{tail}")
            expect(page.get_by_role("heading", level=1)).to_have_text(words)
    page.goto("/shared/")
    expect(page.locator(".line__name")).to_have_count(len(CORPUS))
    page.goto("/import/")
    document = {"game": "attack-wing", "name": CORPUS[0], "notes": "\n".join(CORPUS), "picks": PICKS}
    for sent in (json.dumps(document | dict.fromkeys(CORPUS, 1)), "# x\nGallowglass\n" + "\n".join(CORPUS)):
        page.get_by_label("List", exact=True).fill(sent)
        page.get_by_role("button", name="See how it is understood").click()
        expect(page.get_by_role("heading", name="How it was understood")).to_be_visible()


def test_a_shared_legion_goes_from_one_to_another_by_its_link(visit: Callable[..., Page]) -> None:
    page = visit()
    owner = get_user_model().objects.create_user("somebody", password="a-long-enough-one")
    legion = shared(owner, "Embers")
    page.goto(f"/s/{legion.share_key}/")
    page.get_by_role("link", name="Copy as text or link").click()
    address = page.get_by_label("Link", exact=True).input_value()
    assert len(address) < 200
    other = visit()
    other.goto(address)
    expect(other.locator(".roll")).to_contain_text("Gallowglass")
    other.get_by_role("button", name="Open it in the builder").click()
    expect(other.locator("#builder")).to_contain_text("Tower Jackdaw")
    page.goto(f"/s/{legion.share_key}/")
    page.get_by_role("button", name="Copy to my lists").click()
    expect(page.locator("#builder")).to_contain_text("Copied from Embers by somebody")
