"""Probable verdicts of an undetermined list, on the builder's page and in German."""

import pytest
from django.test import Client

from tests import factories
from tests.legions.builder_helpers import address, publish_cards, start
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def table() -> None:
    publish_cards(
        factories.upgrade(slug="harness", name="Odd Harness", cost=1, slot="arcane", grants=None),
        factories.upgrade(slug="staff", name="Staff", cost=1, slot="arcane"),
    )


@pytest.mark.sampled
def test_the_strip_says_what_is_likely_first_and_stays_undetermined(client: Client) -> None:
    legion = start(client, "add/giant", "equip/0/staff", "equip/0/harness")
    response = client.get(address(legion))
    page = Page(response)
    assert "Undetermined" in page.words
    likely = "Illegal, unless the card of Odd Harness says otherwise. Giant has 1 arcane slot and would need 2"
    assert likely in page.words
    assert response.content.decode().count("finding--likely") == 1


@pytest.mark.sampled
def test_a_likely_outcome_is_in_german_on_german_pages(client: Client) -> None:
    legion = start(client, "add/giant", "equip/0/staff", "equip/0/harness")
    page = Page(client.get(address(legion), headers={"Accept-Language": "de"}))
    assert "Illegal, außer wenn die Karte von Odd Harness etwas anderes sagt. Giant hat 1" in page.words
