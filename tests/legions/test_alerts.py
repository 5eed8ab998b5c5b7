"""Mails about changed verdicts: one to each subscribed owner for each release."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from catalog.models import Release, Revision
from legions.notifications import verdict_changes
from legions.notifications.models import Alert
from legions.saved_lists.models import Legion
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Any:
    """A user with a confirmed address and a legal legion, who has subscribed."""
    factories.publish_frame(factories.creature(slug="one", cost=20))
    user = factories.UserFactory()
    EmailAddress.objects.create(user=user, email="owner@example.org", verified=True, primary=True)
    factories.legion({"card": "one"}, owner=user, name="Bones")
    verdict_changes.subscribe(user=user, origin="https://muster.example", language="en")
    return user


def change(**facts: Any) -> int:
    release = factories.publish({**Revision.objects.newest().get(slug="one").document, **facts})
    return release.number


def test_the_mail_names_the_legion_what_changed_and_the_way_to_it(owner: Any) -> None:
    before = Legion.objects.get().document
    verdict_changes.notify_owners.call(change(cost=130))
    verdict_changes.notify_owners.call(2)
    (message,) = mail.outbox
    legion = Legion.objects.get()
    assert message.to == ["owner@example.org"]
    assert message.subject == "Muster: Release 2 changes verdicts of your lists"
    assert "Bones: legal → illegal (attack-wing/point-limit)" in message.body
    assert f"https://muster.example{reverse('legion', args=[legion.pk])}" in message.body
    assert legion.document == before


def test_nobody_is_alerted_twice_about_one_release(owner: Any) -> None:
    number = change(cost=130)
    verdict_changes.notify_all(number)
    verdict_changes.notify_all(number)
    assert len(mail.outbox) == 1


def test_a_changed_price_alone_sends_no_alert(owner: Any) -> None:
    verdict_changes.notify_all(change(cost=30))
    assert mail.outbox == []
    assert Alert.objects.get().told == 2


@pytest.mark.sampled
def test_each_release_is_announced_in_order(owner: Any) -> None:
    verdict_changes.notify_all(change(cost=130))
    verdict_changes.notify_all(change(cost=20))
    assert ["legal → illegal" in one.body for one in mail.outbox] == [True, False]
    assert "illegal → legal" in mail.outbox[1].body


def test_without_a_request_or_a_confirmed_address_no_mail_is_sent(owner: Any) -> None:
    EmailAddress.objects.update(verified=False)
    other = factories.UserFactory()
    EmailAddress.objects.create(user=other, email="other@example.org", verified=True, primary=True)
    factories.legion({"card": "one"}, owner=other)
    verdict_changes.notify_all(change(cost=130))
    assert mail.outbox == []


def test_a_mail_that_fails_is_sent_again(owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    number = change(cost=130)

    def fail(*args: Any) -> None:
        raise OSError("no server")

    with monkeypatch.context() as patch:
        patch.setattr(verdict_changes, "send_mail", fail)
        with pytest.raises(OSError, match="no server"):
            verdict_changes.notify_all(number)
    assert Alert.objects.get().told == 1
    verdict_changes.notify_all(number)
    assert len(mail.outbox) == 1


def test_alerts_are_switched_on_and_off_on_the_page_of_the_account(client: Client) -> None:
    user = factories.UserFactory()
    client.force_login(user)
    answer = client.post(reverse("account-alerts"), {"on": "on"}, follow=True)
    assert "You will get a mail" in answer.content.decode()
    alert = Alert.objects.get(user=user)
    assert (alert.origin, alert.told) == ("http://testserver", Release.objects.newest())
    client.post(reverse("account-alerts"))
    assert not Alert.objects.exists()


def test_alerts_need_an_account(client: Client) -> None:
    assert "login" in client.post(reverse("account-alerts"), {"on": "on"}).headers["Location"]
    assert client.get(reverse("account-alerts")).status_code == 405
