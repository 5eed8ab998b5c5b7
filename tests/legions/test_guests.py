"""The retention period of guests' legions: its announcement, and its enforcement."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.formats import date_format

from legions.collection import services as collections
from legions.collection.counts import Counts
from legions.saved_lists.models import Legion
from legions.saved_lists.services import Holder
from tests import factories
from tests.legions.page_parser import CREATURE, Page, publish_world

pytestmark = pytest.mark.django_db


@pytest.fixture
def built(client):
    """Return a guest's legion, last changed a week ago."""
    publish_world()
    client.post("/build/attack-wing/", {"do": f"add/{CREATURE}", "once": "a"})
    Legion.objects.update(updated_at=timezone.now() - timedelta(days=7))
    return Legion.objects.get()


def day(days):
    return date_format(timezone.now() + timedelta(days=days), "j F Y")


@pytest.mark.sampled
def test_a_guest_sees_the_retention_date_of_lists(client, built):
    assert f"saved until {day(83)}" in Page(client.get("/legions/")).words
    page = Page(client.get(f"/legions/{built.pk}/"))
    assert f"Saved in this browser until {day(83)}." in page.words
    assert page.all("a", href=f"/account/signup/?next=/legions/{built.pk}/")


def test_lists_of_guests_are_pruned_after_the_promised_date_and_not_before(client, built):
    Legion.objects.update(updated_at=timezone.now() - timedelta(days=89, hours=23))
    call_command("prune_legions", "--yes")
    assert Legion.objects.exists()
    Legion.objects.update(updated_at=timezone.now() - timedelta(days=90, hours=1))
    call_command("prune_legions", "--yes")
    assert not Legion.objects.exists()


def test_a_guests_collection_says_so_too(client, built):
    collections.set_counts(
        holder=Holder(guest_key=client.session["guest_key"]),
        game="attack-wing",
        now=Counts({CREATURE: 1}, {}),
        what="x",
    )
    assert f"Saved in this browser until {day(90)}." in Page(client.get("/collection/attack-wing/")).words


@pytest.mark.sampled
def test_users_with_accounts_see_no_retention_date(client, built):
    user = factories.UserFactory()
    client.force_login(user)
    Legion.objects.update(guest_key=None, owner=user)
    for address in ("/legions/", f"/legions/{built.pk}/"):
        assert "saved until" not in Page(client.get(address)).words.lower()
        assert "in this browser" not in Page(client.get(address)).words
