"""The front page of a logged-in user: their lists, changes by releases, and missing facts of their cards."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from legions.accounts.holders import Holder
from legions.collection import services as collection_services
from legions.collection.counts import Counts
from legions.saved_lists import services
from tests import factories
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    publish_cards()
    user = factories.UserFactory(username="ada")
    client.force_login(user)
    return user


def home(client):
    return Page(client.get("/"))


def test_a_guest_sees_what_this_is_and_no_list(client, owner):
    factories.legion({"card": "giant"}, owner=owner, name="Embers")
    client.logout()
    page = home(client)
    assert "Build your list." in page.words
    assert "Embers" not in page.words


def test_only_own_newest_lists_are_shown_with_their_verdict(client, owner):
    mine = factories.legion({"card": "giant"}, owner=owner, name="Embers")
    factories.legion({"card": "giant"}, owner=factories.UserFactory(), name="Theirs")
    gone = factories.legion({"card": "giant"}, owner=owner, name="Gone")
    services.delete_legion(legion=gone)
    response = client.get("/")
    page = Page(response)
    assert page.all("a", href=f"/legions/{mine.pk}/")
    assert "30 of 120 points" in page.words
    assert "Theirs" not in page.words
    assert "Gone" not in page.words
    assert "no-store" in response["Cache-Control"]


@pytest.mark.sampled
def test_changes_of_a_list_by_a_release_are_shown_with_a_link(client, owner):
    mine = factories.legion({"card": "giant"}, owner=owner, name="Embers")
    assert "No card of your lists has changed" in home(client).words
    factories.publish(factories.creature(slug="dragon", name="Dragon", cost=61, unique=True, slots=["dragon"]))
    assert "No card of your lists has changed" in home(client).words  # it has no dragon
    factories.publish(
        factories.creature(slug="giant", name="Giant", cost=31, level=5, slots=["heroic", "heroic", "arcane"])
    )
    page = home(client)
    assert f"1 card changed since release {mine.document['release']}: Giant" in page.words
    assert page.all("a", href=f"/legions/{mine.pk}/release/")


def test_missing_facts_are_shown_only_of_owned_cards(client, owner):
    assert "Count the cards you own" in home(client).words
    holder = Holder(user=owner)
    collection_services.set_counts(holder=holder, game="attack-wing", now=Counts({"giant": 1}, {}), what="x")
    assert not home(client).all("a", href="/cards/attack-wing/beast/contribute/")
    collection_services.set_counts(holder=holder, game="attack-wing", now=Counts({"beast": 2}, {}), what="x")
    assert home(client).all("a", href="/cards/attack-wing/beast/contribute/")


def test_without_any_data_the_page_suggests_what_to_do(client, owner):
    page = home(client)
    assert "No lists yet." in page.words
    assert page.all("a", href="/shared/")
    assert page.all("a", href="/build/")


@pytest.mark.sampled
def test_many_lists_cost_no_more_than_a_few(client, owner):
    counted = []
    for many in (3, 40):
        for number in range(many):
            factories.legion({"card": "giant"}, owner=owner, name=f"List {many} {number}")
        factories.publish(factories.creature(slug="dragon", name="Dragon", cost=many, unique=True, slots=["dragon"]))
        client.get("/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        counted.append(len(queries))
    assert counted[0] == counted[1]
