"""Watched cards and sets: private, bounded, kept through renames, and one notice for each release."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django_tasks_db.models import DBTaskResult

from catalog import publishing
from catalog.models import Record, Release, Revision
from legions.account_pages import data_export, deletion
from legions.notifications import verdict_changes
from legions.watching import notices, services
from legions.watching.models import Watch, WatchNotice
from tests import factories
from tests.clients import logged_in
from tests.contention import at_once
from tests.throttles import allow

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


@pytest.fixture(autouse=True)
def world():
    cache.clear()
    factories.publish_frame(
        factories.card_set(slug="box", name="The Box"),
        factories.creature(slug="one", name="Ember", set="box"),
        factories.creature(slug="two", name="Ash", set="box"),
        factories.creature(slug="alone", name="Cinder"),
    )
    yield
    cache.clear()


@pytest.fixture
def reader() -> Any:
    return factories.UserFactory(username="reader")


def record(slug: str) -> Record:
    return Record.objects.get(slug=slug, game="attack-wing")


def change(slug: str, **facts: Any) -> int:
    number: int = factories.publish({**Revision.objects.newest().get(slug=slug).document, **facts}).number
    return number


def told() -> list[tuple[str, int, list[str]]]:
    """Return the notices: who, which release, and the slugs that they name."""
    found = WatchNotice.objects.order_by("user__username", "release_id")
    return [(one.user.username, one.release_id, [change[2] for change in one.changes]) for one in found]


# -- the button --------------------------------------------------------------------------------------------------------


def test_a_card_and_a_set_are_watched_and_no_longer_watched(reader: Any) -> None:
    client = logged_in(reader)
    for address, slug in (("/cards/attack-wing/one/", "one"), ("/sets/attack-wing/box/", "box")):
        assert 'value="watch"' in client.get(address).content.decode()
        for _ in range(2):
            assert client.post(f"{address}watch/", {"do": "watch"}).headers["Location"] == f"{address}#watch"
        assert Watch.objects.filter(record=record(slug)).count() == 1
        assert 'value="unwatch"' in client.get(address).content.decode()
        for _ in range(2):
            assert client.post(f"{address}watch/", {"do": "unwatch"}).status_code == 302
        assert not Watch.objects.filter(record=record(slug)).exists()


@pytest.mark.guard
def test_guests_are_led_to_log_in_and_nothing_is_stored() -> None:
    assert "Watch" in Client().get("/cards/attack-wing/one/").content.decode()
    response = Client().post("/cards/attack-wing/one/watch/", {"do": "watch"})
    assert response.headers["Location"] == "/account/login/?next=/cards/attack-wing/one/"
    assert not Watch.objects.exists()
    for address in ("/account/watching/", "/account/watching/read/", "/account/watching/1/stop/"):
        response = Client().get(address) if address == "/account/watching/" else Client().post(address)
        assert response.headers["Location"].startswith("/account/login/")


@pytest.mark.guard
@pytest.mark.parametrize(
    "address",
    [
        "/cards/attack-wing/nothing/watch/",
        "/cards/nothing/one/watch/",
        "/sets/attack-wing/one/watch/",
        "/cards/attack-wing/box/watch/",
        f"/cards/attack-wing/{'x' * 3000}/watch/",
    ],
)
def test_only_published_cards_and_sets_are_watched(reader: Any, address: str) -> None:
    factories.save_draft(factories.creature(slug="draft"), by=None, why="Not yet")
    for path in (address, "/cards/attack-wing/draft/watch/"):
        assert logged_in(reader).post(path, {"do": "watch"}).status_code == 404
    assert not Watch.objects.exists()


@pytest.mark.guard
@pytest.mark.parametrize("sent", [{}, {"do": ""}, {"do": "\0"}, {"do": "remove"}, {"do": ["unwatch", "x"]}])
def test_another_request_is_refused(reader: Any, sent: dict[str, Any]) -> None:
    assert logged_in(reader).post("/cards/attack-wing/one/watch/", sent).status_code == 400
    assert logged_in(reader).get("/cards/attack-wing/one/watch/").status_code == 405


def test_a_former_slug_watches_the_card(reader: Any) -> None:
    publishing.change_slug(record("one"), slug="ember", by=None, why="Its name")
    response = logged_in(reader).post("/cards/attack-wing/one/watch/", {"do": "watch"})
    assert response.headers["Location"] == "/cards/attack-wing/ember/#watch"
    assert Watch.objects.get().record == record("ember")


@pytest.mark.guard
def test_the_number_of_watches_is_limited(reader: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(services, "MAX_WATCHES", 1)
    client = logged_in(reader)
    client.post("/cards/attack-wing/one/watch/", {"do": "watch"})
    response = client.post("/cards/attack-wing/two/watch/", {"do": "watch"}, follow=True)
    assert "You watch 1 cards and sets, which is the limit." in response.content.decode()
    assert Watch.objects.count() == 1


@pytest.mark.guard
def test_requests_are_limited(reader: Any, monkeypatch: Any) -> None:
    client = logged_in(reader)
    allow(monkeypatch, "watches", 1)
    assert client.post("/cards/attack-wing/one/watch/", {"do": "watch"}).status_code == 302
    assert client.post("/cards/attack-wing/two/watch/", {"do": "watch"}).status_code == 429
    assert client.post("/cards/attack-wing/one/watch/", {"do": "unwatch"}).status_code == 302


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.guard
def test_everybody_sees_and_ends_only_their_own_watches(reader: Any) -> None:
    other = factories.UserFactory(username="other")
    services.watch(user=other, record=record("one"))
    services.watch(user=reader, record=record("two"))
    number = Watch.objects.get(user=other).pk
    client = logged_in(reader)
    text = client.get("/account/watching/").content.decode()
    assert "Ash" in text and "Ember" not in text
    assert client.post(f"/account/watching/{number}/stop/").status_code == 302
    assert Watch.objects.filter(user=other).exists()
    client.post(f"/account/watching/{Watch.objects.get(user=reader).pk}/stop/")
    assert not Watch.objects.filter(user=reader).exists()
    assert "You watch nothing yet" in client.get("/account/watching/").content.decode()


def test_notices_are_shown_until_they_are_read(reader: Any) -> None:
    services.watch(user=reader, record=record("one"))
    number = change("one", cost=3)
    notices.make_notices.call(number)
    client = logged_in(reader)
    assert "1 new notice" in client.get("/account/").content.decode()
    text = client.get("/account/watching/").content.decode()
    assert f"/releases/{number}/?game=attack-wing&amp;kind=creature&amp;at=one#attack-wing--creature--one" in text
    assert "Mark all as read" in text
    client.post("/account/watching/read/")
    assert "Mark all as read" not in client.get("/account/watching/").content.decode()
    assert "new notice" not in client.get("/account/").content.decode()


# -- notices -----------------------------------------------------------------------------------------------------------


def test_only_what_is_watched_is_told(reader: Any) -> None:
    services.watch(user=reader, record=record("one"))
    for slug in ("two", "alone", "box"):
        notices.make_notices.call(change(slug, **({"wave": "Nine"} if slug == "box" else {"cost": 9})))
    assert told() == []
    notices.make_notices.call(change("one", cost=9))
    assert told() == [("reader", 5, ["one"])]


def test_a_watched_set_tells_of_its_cards_old_and_new(reader: Any) -> None:
    services.watch(user=reader, record=record("box"))
    moved = {**Revision.objects.newest().get(slug="one").document, "set": None}
    release = factories.publish(moved, factories.creature(slug="three", set="box"), factories.creature(slug="four"))
    notices.make_notices.call(release.number)
    assert told() == [("reader", 2, ["one", "three"])]


def test_a_card_and_its_set_are_told_of_once(reader: Any) -> None:
    for slug in ("box", "one"):
        services.watch(user=reader, record=record(slug))
    notices.make_notices.call(change("one", cost=9))
    assert told() == [("reader", 2, ["one"])]


def test_a_repeated_task_makes_no_second_notice(reader: Any) -> None:
    services.watch(user=reader, record=record("one"))
    number = change("one", cost=9)
    for _ in range(3):
        notices.make_notices.call(number)
    WatchNotice.objects.update(is_read=True)
    notices.make_notices.call(number)
    assert told() == [("reader", number, ["one"])]
    assert WatchNotice.objects.get().is_read
    notices.make_notices.call(number + 1)


def test_an_interrupted_task_leaves_nobody_out(reader: Any, monkeypatch: Any) -> None:
    other = factories.UserFactory(username="other")
    for user in (other, reader):
        services.watch(user=user, record=record("one"))
    number, make_one = change("one", cost=9), notices._make_one
    calls = []

    def fail_at_the_second(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise RuntimeError("killed")
        return make_one(*arguments)

    monkeypatch.setattr(notices, "_make_one", fail_at_the_second)
    with pytest.raises(RuntimeError):
        notices.make_notices.call(number)
    assert len(told()) == 1
    monkeypatch.setattr(notices, "_make_one", make_one)
    notices.make_notices.call(number)
    assert told() == [("other", number, ["one"]), ("reader", number, ["one"])]


def test_a_watch_tells_only_of_later_releases(reader: Any) -> None:
    number = change("one", cost=9)
    services.watch(user=reader, record=record("one"))
    notices.make_notices.call(number)
    assert told() == []


def test_a_renamed_card_stays_watched(reader: Any) -> None:
    services.watch(user=reader, record=record("one"))
    publishing.change_slug(record("one"), slug="ember", by=None, why="Its name")
    assert Watch.objects.get().record == record("ember")
    notices.make_notices.call(2)
    notices.make_notices.call(change("ember", cost=9))
    assert told() == [("reader", 2, ["ember"]), ("reader", 3, ["ember"])]
    publishing.change_slug(record("ember"), slug="one", by=None, why="Its name again")
    assert Watch.objects.get().record == record("one")


def test_a_retired_card_is_told_of(reader: Any) -> None:
    services.watch(user=reader, record=record("one"))
    notices.make_notices.call(change("one", retired="Printed twice."))
    assert WatchNotice.objects.get().changes == [["attack-wing", "creature", "one", "Ember", "retired"]]
    assert "retired" in logged_in(reader).get("/account/watching/").content.decode()


@pytest.mark.guard
def test_notices_are_bounded(reader: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(notices, "MAX_NAMED", 1)
    monkeypatch.setattr(notices, "MAX_NOTICES", 2)
    services.watch(user=reader, record=record("box"))
    for cost in (7, 8, 9):
        cards = [{**Revision.objects.newest().get(slug=slug).document, "cost": cost} for slug in ("one", "two")]
        notices.make_notices.call(factories.publish(*cards).number)
    assert told() == [("reader", 3, ["one"]), ("reader", 4, ["one"])]
    assert "And 1 more." in logged_in(reader).get("/account/watching/").content.decode()


def test_a_publication_enqueues_the_notices_if_anything_is_watched(reader: Any) -> None:
    path = notices.make_notices.module_path
    change("one", cost=8)
    assert not DBTaskResult.objects.filter(task_path=path).exists()
    services.watch(user=reader, record=record("one"))
    change("one", cost=9)
    assert DBTaskResult.objects.filter(task_path=path).count() == 1


# -- mails -------------------------------------------------------------------------------------------------------------


def subscribed(user: Any) -> None:
    EmailAddress.objects.create(user=user, email="reader@example.org", verified=True, primary=True)
    verdict_changes.subscribe(user=user, origin="https://muster.example", language="en")


def test_without_a_subscription_there_is_no_mail(reader: Any) -> None:
    EmailAddress.objects.create(user=reader, email="reader@example.org", verified=True, primary=True)
    services.watch(user=reader, record=record("one"))
    number = change("one", cost=9)
    notices.make_notices.call(number)
    verdict_changes.notify_all(number)
    assert mail.outbox == []


def test_one_mail_tells_of_a_release_with_the_way_to_unsubscribe(reader: Any) -> None:
    subscribed(reader)
    services.watch(user=reader, record=record("one"))
    number = change("one", cost=9)
    for _ in range(2):
        verdict_changes.notify_all(number)
        notices.make_notices.call(number)
    (message,) = mail.outbox
    assert message.subject == "Muster: Release 2 changes what you watch"
    assert "Ember: changed" in message.body
    assert "https://muster.example/releases/2/?game=attack-wing&kind=creature&at=one#" in message.body
    assert "https://muster.example/account/" in message.body
    assert told() == [("reader", 2, ["one"])]


def test_lists_and_watched_cards_share_a_mail(reader: Any) -> None:
    subscribed(reader)
    factories.legion({"card": "one"}, owner=reader, name="Bones")
    services.watch(user=reader, record=record("one"))
    verdict_changes.notify_all(change("one", cost=130))
    (message,) = mail.outbox
    assert message.subject == "Muster: Release 2 changes verdicts of your lists"
    assert "Bones: legal → illegal" in message.body and "Ember: changed" in message.body


# -- accounts ----------------------------------------------------------------------------------------------------------


@pytest.mark.guard
def test_an_account_takes_its_watches_along_and_deletes_them(reader: Any) -> None:
    services.watch(user=reader, record=record("one"))
    notices.make_notices.call(change("one", cost=9))
    pieces = "".join(data_export._pieces(reader))
    exported = json.loads(pieces)
    assert [row["watched"] for row in exported["watches"]] == ["attack-wing/card/one"]
    assert [row["total"] for row in exported["watch_notices"]] == [1]
    deletion.delete_account(user=reader)
    assert not Watch.objects.exists() and not WatchNotice.objects.exists()
    assert Release.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_simultaneous_requests_make_one_watch(reader: Any) -> None:
    one = record("one")
    at_once(*[lambda: services.watch(user=reader, record=one)] * 4)
    assert Watch.objects.count() == 1
