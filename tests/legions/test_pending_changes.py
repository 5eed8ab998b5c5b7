"""A change after the session has expired: saved, and continued after a log-in."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from legions.accounts import pending_posts
from legions.saved_lists.models import Legion
from tests import factories
from tests.legions.builder_helpers import HTMX_HEADERS, address, publish_cards, start, without_csrf_tokens
from tests.legions.page_parser import Page
from tests.throttles import allow

pytestmark = [pytest.mark.django_db]

NOBODYS = "/legions/00000000-0000-4000-8000-000000000000/"


@pytest.fixture
def owner(client):
    cache.clear()
    publish_cards()
    user = factories.UserFactory(username="owner")
    client.force_login(user)
    return user


@pytest.mark.sampled
def test_a_change_sent_before_login_is_applied_after_confirmation(client, owner):
    legion = start(client, "add/giant")
    client.cookies.pop("sessionid")
    data = {"do": "notes", "notes": "Hold the bridge.", "version": legion.version}
    ended = client.post(address(legion), data)
    assert ended.status_code == 404
    assert f"/account/login/?next=/legions/{legion.pk}/" in {
        a["href"].replace("%2F", "/") for a in Page(ended).all("a")
    }
    client.force_login(owner)
    page = Page(client.get(address(legion)))
    assert "Notes changed." in page.words
    assert Legion.objects.get().document.get("notes") is None
    fields = {
        one["name"]: one["value"] for one in page.all("input", type="hidden") if one["name"] in {*data, "waiting"}
    }
    client.post(address(legion), {**data, "waiting": fields["waiting"]})
    assert Legion.objects.get().document["notes"] == "Hold the bridge."
    assert "Continue where you were" not in Page(client.get(address(legion))).words


@pytest.mark.sampled
def test_a_declined_change_is_forgotten(client, owner):
    legion = start(client, "add/giant")
    client.cookies.pop("sessionid")
    client.post(address(legion), {"do": "add/dragon", "version": legion.version})
    client.force_login(owner)
    assert "Dragon added." in Page(client.get(address(legion))).words
    assert client.post(address(legion), {"do": "forget", "version": legion.version}).status_code == 303
    assert "Dragon added." not in Page(client.get(address(legion))).words
    assert len(Legion.objects.get().document["picks"]) == 1


@pytest.mark.sampled
def test_with_htmx_the_way_leads_to_the_log_in(client, owner):
    legion = start(client, "add/giant")
    stranger = Client()
    response = stranger.post(address(legion), {"do": "undo", "version": legion.version}, headers=HTMX_HEADERS)
    assert response["HX-Redirect"] == f"/account/login/?next=%2Flegions%2F{legion.pk}%2F"
    assert "Your last change is saved" in Page(stranger.get(response["HX-Redirect"])).words


def test_without_a_session_the_existence_of_a_legion_is_not_revealed(client, owner):
    legion = start(client, "add/giant")
    theirs, none = (Client().post(path, {"do": "undo"}) for path in (address(legion), NOBODYS))
    assert without_csrf_tokens(theirs).replace(str(legion.pk), NOBODYS.split("/")[2]) == without_csrf_tokens(none)


@pytest.mark.sampled
def test_a_pending_change_is_offered_only_at_its_legion_and_to_its_user(client, owner):
    legion = start(client, "add/giant")
    stranger = Client()
    stranger.post(address(legion), {"do": "add/dragon", "version": legion.version})
    stranger.force_login(factories.UserFactory(username="stranger"))
    assert stranger.get(address(legion)).status_code == 404
    other = start(stranger, "add/giant")
    assert "Dragon added." not in Page(stranger.get(address(other))).words


def test_pending_changes_are_limited_per_session(client, owner, monkeypatch):
    allow(monkeypatch, "kept-changes", 2)
    stranger = Client()
    large = stranger.post(NOBODYS, {"do": "notes", "notes": "x" * pending_posts.MAX_POST_LENGTH})
    assert "too large to be saved meanwhile" in Page(large).words
    assert not stranger.session.get(pending_posts.SESSION_KEY)
    assert [stranger.post(NOBODYS, {"do": "undo"}).status_code for _ in range(2)] == [404, 429]


@pytest.mark.sampled
def test_a_change_is_dropped_after_some_days(client, owner, monkeypatch):
    legion = start(client, "add/giant")
    client.cookies.pop("sessionid")
    client.post(address(legion), {"do": "add/dragon", "version": legion.version})
    client.force_login(owner)
    assert "Dragon added." in Page(client.get(address(legion))).words
    monkeypatch.setattr(pending_posts, "MAX_AGE", timedelta(0))
    assert "Dragon added." not in Page(client.get(address(legion))).words


def test_only_the_newest_posts_are_stored():
    visitor = Client()
    numbers = range(pending_posts.MAX_POSTS + 1)
    addresses = [NOBODYS.replace("0000-4000", f"{number:04}-4000") for number in numbers]
    for path in (*addresses, addresses[1]):
        visitor.post(path, {"do": "add/dragon", "tags": ["one", "two"]})
    stored = visitor.session[pending_posts.SESSION_KEY]
    assert list(stored) == [*addresses[2:], addresses[1]]
    assert stored[addresses[1]]["fields"] == {"do": ["add/dragon"], "tags": ["one", "two"]}


@pytest.mark.sampled
def test_a_session_from_before_the_update_works_without_its_pending_changes(client, owner):
    legion = start(client, "add/giant")
    session = client.session
    former = {
        "waiting": {"path": address(legion), "fields": {"do": "add/dragon"}},
        "what_a_card_says": {"address": "/cards/attack-wing/giant/tell/", "data": "facts-level=3"},
        "note_of_offer": {"legion": str(legion.pk), "card": "giant", "note": "A second printing."},
    }
    session.update(former)
    session.save()
    assert "Dragon added." not in Page(client.get(address(legion))).words
    data = {"do": "add/dragon", "version": legion.version, "waiting": "1"}
    assert client.post(address(legion), data).status_code == 303
    assert len(Legion.objects.get().document["picks"]) == 2
