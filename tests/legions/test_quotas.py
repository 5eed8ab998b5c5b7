"""Storage quotas: per guest, per account, and per address and hour; no typed input is lost."""

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest
from allauth.core.internal.ratelimit import parse_rates
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from catalog.api_base import throttling
from catalog.api_base.throttling import RATE_LIMITS
from legions import periodic_tasks
from legions.accounts.holders import GUEST_RETENTION, SHARED_GUEST_RETENTION, Holder
from legions.changes.basic import SetNotes
from legions.collection.models import Collection
from legions.saved_lists import ended_links, quotas, services
from legions.saved_lists.models import Legion
from legions.saved_lists.share_keys import EndedLink
from legions.sharing import services as sharing_services
from legions.site.errors import ActionRefused
from rulesapi.models import Completion, WrongVerdict
from tests import abuse, factories, worlds
from tests.legions.page_parser import Page
from tests.throttles import used_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]
GUEST = Holder(guest_key="a guest")
EMPTY = {"game": "attack-wing", "picks": []}


@worlds.once_a_module
def world() -> None:
    """Publish a game without cards."""
    factories.publish_frame()


@pytest.fixture
def account() -> Holder:
    return Holder(user=factories.UserFactory())


def saved_legion(holder: Holder, length: int = 0) -> Legion:
    notes = {"notes": "x" * length} if length else {}
    return services.create_legion(holder=holder, document={**EMPTY, **notes})


def in_json(legion: Legion) -> int:
    states = legion.revisions.values_list("document", flat=True)
    return sum(quotas.document_size(document) for document in (legion.document, *states))


# -- lists and their histories -----------------------------------------------------------------------------------


def test_a_legion_knows_the_bytes_of_itself_and_all_its_states() -> None:
    legion = saved_legion(GUEST, 1_000)
    for length in (3_000, 10, 0):
        services.edit_legion(legion=legion, base=legion.version, change=SetNotes("ä" * length))
    services.undo_change(legion=legion, base=legion.version)
    services.edit_legion(legion=legion, base=legion.version, change=SetNotes("ä" * 10))
    legion.refresh_from_db()
    assert legion.version == 5
    assert legion.stored == in_json(legion)


def test_a_guest_keeps_fewer_lists_than_an_account(account: Holder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_GUEST_LEGIONS", 2)
    monkeypatch.setattr(services, "MAX_LEGIONS", 3)
    for holder, most, words in ((GUEST, 2, "create an account"), (account, 3, "Delete one first")):
        for _ in range(most):
            saved_legion(holder)
        with pytest.raises(ActionRefused, match=words):
            saved_legion(holder)
        assert Legion.objects.held_by(holder).count() == most
    saved_legion(Holder(guest_key="another"))


@pytest.mark.parametrize("guest", [True, False])
def test_lists_and_histories_have_room_for_so_much_and_no_more(
    account: Holder, monkeypatch: pytest.MonkeyPatch, guest: bool
) -> None:
    monkeypatch.setattr(quotas, "MAX_GUEST_BYTES" if guest else "MAX_ACCOUNT_BYTES", 20_000)
    holder = GUEST if guest else account
    legion = saved_legion(holder, 4_000)
    services.edit_legion(legion=legion, base=1, change=SetNotes("y" * 4_000))
    words = "create an account" if guest else "Delete a list"
    for refused in (
        lambda: saved_legion(holder, 5_000),
        lambda: services.edit_legion(legion=legion, base=2, change=SetNotes("z" * 6_000)),
        lambda: services.copy_legion(document=legion.document | {"notes": "x" * 9_000}, holder=holder),
    ):
        with pytest.raises(ActionRefused, match=words):
            refused()
    legion.refresh_from_db()
    assert (legion.version, legion.revisions.count(), Legion.objects.count()) == (2, 2, 1)
    services.undo_change(legion=legion, base=2)
    with pytest.raises(ActionRefused, match=words):
        services.redo_change(legion=legion, base=3)


def test_the_oldest_deleted_lists_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_GUEST_BYTES", 51_000)
    thrown = [saved_legion(GUEST, 10_000) for _ in range(2)]
    sharing_services.share_legion(legion=thrown[1])
    for legion in reversed(thrown):
        services.delete_legion(legion=legion)
    staying = saved_legion(GUEST, 10_000)
    assert set(Legion.objects.all()) == {thrown[0], staying}
    assert EndedLink.objects.count() == 1
    services.edit_legion(legion=staying, base=1, change=SetNotes("y" * 10_000))
    assert set(Legion.objects.all()) == {thrown[0], staying}
    services.edit_legion(legion=staying, base=2, change=SetNotes("z" * 10_000))
    assert set(Legion.objects.all()) == {staying}


@pytest.mark.sampled
def test_the_trash_holds_as_many_lists_as_the_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_GUEST_LEGIONS", 3)
    for _ in range(12):
        services.delete_legion(legion=saved_legion(GUEST))
    assert Legion.objects.count() == 6


@pytest.mark.sampled
def test_the_quota_check_needs_few_queries(django_assert_max_num_queries: Any, account: Holder) -> None:
    legions = [saved_legion(account) for _ in range(20)]
    services.edit_legion(legion=legions[1], base=1, change=SetNotes("x"))  # fills the caches of the process
    with django_assert_max_num_queries(8):
        services.edit_legion(legion=legions[0], base=1, change=SetNotes("y"))


# -- storage per address -----------------------------------------------------------------------------------------


def test_an_address_that_stored_too_much_waits_and_loses_nothing_it_typed(client: Client) -> None:
    data = {"document": json.dumps({**EMPTY, "name": "My own"})}
    assert client.post("/import/keep/", data).status_code == 302
    for scope in ("guest-kilobytes", "guest-kilobytes-a-day", "guest-lists"):
        cache.clear()
        used_up(scope)
        response = client.post("/import/keep/", data)
        assert response.status_code == 429
        assert response["RateLimit-Policy"].startswith(f'"{scope}"')
        page = Page(response)
        assert "With an account you have more room" in page.words
        assert page.all("input", name="document")[0]["value"] == data["document"]
    assert Legion.objects.count() == 1


def test_a_change_that_is_too_much_for_an_address_is_not_made(client: Client) -> None:
    client.post("/import/keep/", {"document": json.dumps(EMPTY)})
    legion = Legion.objects.get()
    used_up("guest-kilobytes")
    data = {"do": "notes", "notes": "what I typed", "version": "1"}
    response = client.post(f"/legions/{legion.pk}/", data)
    assert response.status_code == 429
    assert Page(response).all("input", name="notes")[0]["value"] == "what I typed"
    legion.refresh_from_db()
    assert (legion.version, legion.revisions.count(), legion.stored) == (1, 1, in_json(legion))


def test_guests_and_accounts_count_apart(client: Client) -> None:
    for scope in ("guest-kilobytes", "guest-lists", "guests"):
        used_up(scope)
    client.force_login(factories.UserFactory())
    assert client.post("/import/keep/", {"document": json.dumps(EMPTY)}).status_code == 302
    for scope in ("lists", "kilobytes", "kilobytes-a-day"):
        cache.clear()
        used_up(scope)
        assert client.post("/import/keep/", {"document": json.dumps(EMPTY)}).status_code == 429


def test_an_address_begins_as_a_guest_so_often_and_no_oftener() -> None:
    used_up("guests")
    assert Client().post("/import/keep/", {"document": json.dumps(EMPTY)}).status_code == 429
    assert not Legion.objects.exists()


def _report(client: Client) -> Any:
    body = json.dumps({"legion": EMPTY, "expected": "legal"})
    return client.post("/api/v1/reports/", body, content_type="application/json")


def _change_later(client: Client) -> Any:
    return client.post("/legions/00000000-0000-4000-8000-000000000000/", {"do": "notes", "notes": "x"})


@pytest.mark.parametrize("ask", [_report, _change_later])
def test_everything_stored_for_a_visitor_counts(client: Client, ask: Any) -> None:
    used_up("guest-kilobytes")
    refused = ask(client)
    assert refused.status_code == 429
    assert not WrongVerdict.objects.exists()
    assert not Completion.objects.exists()
    cache.clear()
    assert ask(client).status_code in {200, 201, 404}


def test_an_address_makes_so_many_accounts_an_hour() -> None:
    rates = [(rate.amount, rate.duration, rate.per) for rate in parse_rates(settings.ACCOUNT_RATE_LIMITS["signup"])]
    assert rates == [(20, 60, "ip"), (100, 3600, "ip")]


def test_links_that_are_made_count(client: Client) -> None:
    client.post("/import/keep/", {"document": json.dumps(EMPTY)})
    legion = Legion.objects.get()
    address = f"/legions/{legion.pk}/share/"
    used_up("guest-kilobytes")
    assert client.post(address, {"do": "share"}).status_code == 429
    cache.clear()
    assert client.post(address, {"do": "share"}).status_code == 302
    assert throttling.throttle("guest-kilobytes", "127.0.0.1").left == RATE_LIMITS["guest-kilobytes"].quota - 2
    used_up("guest-kilobytes")
    assert client.post(address, {"do": "share"}).status_code == 302, "there is one already"
    assert client.post(address, {"do": "rotate"}).status_code == 429
    assert not EndedLink.objects.exists()


@pytest.mark.sampled
def test_at_the_quota_links_can_be_ended_and_lists_deleted(client: Client, account: Holder) -> None:
    for holder in (None, account):
        if holder:
            client.force_login(holder.user)
        client.post("/import/keep/", {"document": json.dumps(EMPTY)})
        legion = Legion.objects.latest("created_at")
        sharing_services.share_legion(legion=legion)
        for scope in ("kilobytes", "kilobytes-a-day", "lists"):
            used_up(scope if holder else f"guest-{scope}")
        for do in ("hide", "unlist", "revoke"):
            assert client.post(f"/legions/{legion.pk}/share/", {"do": do}).status_code == 302
        assert ended_links.was_link_ended(legion.share_key)
        assert client.post(f"/legions/{legion.pk}/delete/").status_code == 302
        legion.refresh_from_db()
        assert (legion.share_key, legion.deleted_at is None) == (None, False)


def test_commands_and_the_worker_are_no_address() -> None:
    for scope in ("guest-kilobytes", "guest-lists"):
        throttling.throttle(scope, "", RATE_LIMITS[scope].quota)
    saved_legion(GUEST)


# -- automatic deletion ------------------------------------------------------------------------------------------


def test_data_left_by_guests_is_deleted_automatically(account: Holder) -> None:
    now = timezone.now()
    old, fresh, shared, long_shared, own = (saved_legion(holder) for holder in (*[GUEST] * 4, account))
    for legion in (shared, long_shared):
        sharing_services.share_legion(legion=legion)
    Legion.objects.exclude(pk=fresh.pk).update(updated_at=now - GUEST_RETENTION * 1.01)
    Legion.objects.filter(pk=long_shared.pk).update(updated_at=now - SHARED_GUEST_RETENTION * 1.01)
    for number, age in enumerate((GUEST_RETENTION * 1.01, GUEST_RETENTION * 0.99)):
        Collection.objects.create(guest_key=f"guest {number}", game="attack-wing", updated_at=now - age)
    periodic_tasks.prune_guests()
    assert set(Legion.objects.all()) == {fresh, shared, own}
    assert [one.guest_key for one in Collection.objects.all()] == ["guest 1"]
    assert old not in Legion.objects.all()


@pytest.mark.parametrize("way", [abuse.large_list, abuse.small_list])
def test_requests_of_the_abuse_drill_are_accepted_within_the_quota(client: Client, way: Any) -> None:
    path, _, body = way()
    assert client.post(path, dict(parse_qsl(body))).status_code == 302
    assert Legion.objects.get().stored > (abuse.LARGE if way is abuse.large_list else 0)
