"""Related objects on the form of a card: its set, cards that it names or that name it, and lists with it."""

from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from catalog import permissions
from catalog.models import Record
from legions.sharing import services as sharing_services
from tests import factories
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def curator(client: Client) -> Client:
    client.force_login(factories.user_with(permissions.CURATOR))
    return client


@pytest.fixture
def cards() -> None:
    factories.publish_frame(
        factories.card_set(slug="wave", name="Wave One"),
        factories.creature(slug="beast", name="Grey Beast", set="wave", text="It fears the Old Giant, not Orcs."),
        factories.creature(slug="giant", name="Old Giant", set="wave", text="Large."),
        factories.creature(slug="hunter", name="Hunter", text="Hunts a Grey Beast or two."),
        factories.creature(slug="herd", name="Herd", text="Grey Beasts are many."),
        factories.creature(slug="orc", name="Orc", text="Small."),
    )


def address(slug: str) -> str:
    return reverse("admin:catalog_card_change", args=[Record.objects.get(slug=slug).pk])


def related(client: Client, slug: str = "beast") -> str:
    """Return the HTML of the form's section with related objects; empty if it has none."""
    html = client.get(address(slug)).content.decode()
    begin = html.find('aria-labelledby="related"')
    return html[begin : html.index("</section>", begin)] if begin >= 0 else ""


@pytest.mark.sampled
def test_a_card_leads_to_its_set_and_to_what_it_names_and_what_names_it(curator: Client, cards: None) -> None:
    links = related(curator)
    assert f'href="{reverse("admin:catalog_card_changelist")}?game=attack-wing&amp;set=wave">1 other card</a>' in links
    assert f'<dt>Names</dt><dd><a href="{address("giant")}">Old Giant</a></dd>' in links
    assert f'<dt>Named by</dt><dd><a href="{address("hunter")}">Hunter</a></dd>' in links
    found = curator.get(f"{reverse('admin:catalog_card_changelist')}?game=attack-wing&set=wave")
    assert all(name in Page(found).words for name in ("Grey Beast", "Old Giant"))
    assert "Hunter" not in Page(found).words


@pytest.mark.sampled
def test_unknown_and_new_cards_have_no_related_cards(curator: Client, cards: None) -> None:
    factories.publish(factories.creature(slug="blank", name=None, text=None, set=None))
    assert related(curator, "blank") == ""
    new = curator.get(f"{reverse('admin:catalog_card_add')}?of=attack-wing/creature")
    assert b'aria-labelledby="related"' not in new.content


def test_public_lists_are_named_and_private_ones_only_counted_when_they_are_many(curator: Client, cards: None) -> None:
    owner = factories.UserFactory()
    shown = factories.legion({"card": "beast"}, name="Bones & Co", owner=owner)
    sharing_services.list_in_gallery(legion=shown)
    factories.legion({"card": "beast"}, name="Secret")
    sharing_services.list_in_gallery(legion=factories.legion({"card": "giant"}, name="Giants", owner=owner))
    links = related(curator)
    assert "<dt>Lists that hold it</dt><dd>fewer than 5</dd>" in links
    assert f'<dt>Public ones</dt><dd><a href="/s/{shown.share_key}/">Bones &amp; Co</a></dd>' in links
    caches["derived"].clear()
    for _ in range(5):
        factories.legion({"card": "beast"}, name="Secret")
    links = related(curator)
    assert "<dt>Lists that hold it</dt><dd>7</dd>" in links
    assert "Secret" not in links


@pytest.mark.sampled
def test_a_list_that_names_the_card_by_its_former_slug_holds_it(curator: Client, cards: None) -> None:
    shown = factories.legion({"card": "beast"}, name="Bones", owner=factories.UserFactory())
    sharing_services.list_in_gallery(legion=shown)
    document = Record.objects.get(slug="beast").revisions.newest().get().document
    factories.publish({**document, "slug": "grey-beast", "formerly": ["beast"]})
    assert "Bones</a>" in related(curator, "grey-beast")


@pytest.mark.sampled
def test_the_form_asks_as_much_for_many_related_cards_as_for_few(curator: Client, cards: None) -> None:
    counts: list[Any] = []
    for _ in range(2):
        curator.get(address("beast"))
        with CaptureQueriesContext(connection) as queries:
            curator.get(address("beast"))
        counts.append(len(queries))
        more = [factories.creature(set="wave", text="Fears a Grey Beast.") for _ in range(20)]
        factories.publish(*more)
    assert counts[0] == counts[1] <= 32
