"""Stopped schedules: mails to publishers whose scheduled release could not be published."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from catalog import permissions
from catalog.models import Record
from catalog.models.upcoming import UpcomingRelease
from catalog.publishing import scheduling, upcoming_releases
from legions.notifications import stopped_schedules
from tests import factories
from tests.catalog.test_review_workflow import approved
from tests.factories import user_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Any:
    """A publisher with a confirmed address."""
    user = user_with(permissions.CURATOR, permissions.PUBLISHER)
    EmailAddress.objects.create(user=user, email="ann@example.org", verified=True, primary=True)
    return user


@pytest.fixture
def upcoming(ann: Any) -> UpcomingRelease:
    """A release of one approved change."""
    factories.publish_frame(factories.creature(slug="one", cost=20, name="One"))
    approved(Record.objects.get(slug="one"), ann, user_with(permissions.CURATOR), cost=130)
    return upcoming_releases.create_upcoming(by=ann, why="Errata & more")


def stop(upcoming: UpcomingRelease) -> None:
    """Make the release outdated and due."""
    published = Record.objects.get(slug="one").revisions.newest().get().document
    factories.publish({**published, "level": 9})
    UpcomingRelease.objects.filter(pk=upcoming.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert scheduling.publish_due(upcoming.pk) is None


def address(upcoming: UpcomingRelease) -> str:
    return reverse("admin:catalog_upcomingrelease_change", args=[upcoming.pk])


def schedule(client: Client, upcoming: UpcomingRelease, ann: Any, language: str) -> None:
    """Schedule it as a publisher with this language."""
    client.force_login(ann)
    due = f"{timezone.now() + timedelta(days=2):%Y-%m-%dT12:00}"
    data = {"_schedule": "x", "seen": 1, "due": due, "zone": "UTC"}
    assert client.post(address(upcoming), data, headers={"Accept-Language": language}).status_code == 302


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("language", "subject", "sentence", "why"),
    [
        (
            "en",
            "Muster: “Errata & more” was not published",
            "You scheduled the release “Errata & more”.",
            "One: a release has changed the published document since the draft was approved.",
        ),
        (
            "de",
            "Muster: „Errata & more“ ist nicht erschienen",
            "Du hast die Ausgabe „Errata & more“ geplant.",
            "One: Eine Ausgabe hat das veröffentlichte Dokument geändert, seit der Entwurf freigegeben wurde.",
        ),
    ],
)
def test_the_scheduler_gets_a_mail_in_their_language_with_reason_and_link(
    client: Client, upcoming: UpcomingRelease, ann: Any, language: str, subject: str, sentence: str, why: str
) -> None:
    schedule(client, upcoming, ann, language)
    stop(upcoming)
    (task,) = DBTaskResult.objects.filter(task_path__endswith="stopped_schedules.notify_scheduler")
    task.task.call(*task.task_result.args)
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["ann@example.org"], subject)
    assert sentence in message.body
    assert why in message.body
    assert f"http://testserver{address(upcoming)}" in message.body


def test_no_mail_is_sent_after_a_reaction_or_without_a_confirmed_address(
    client: Client, upcoming: UpcomingRelease, ann: Any
) -> None:
    schedule(client, upcoming, ann, "en")
    stop(upcoming)
    EmailAddress.objects.update(verified=False)
    stopped_schedules.notify_scheduler.call(upcoming.pk)
    EmailAddress.objects.update(verified=True)
    upcoming.refresh_from_db()
    upcoming_releases.discard_upcoming(upcoming, by=ann, seen=upcoming.version)
    stopped_schedules.notify_scheduler.call(upcoming.pk)
    assert mail.outbox == []


@pytest.mark.sampled
def test_the_first_page_of_the_admin_says_that_it_stopped_until_somebody_sees_to_it(
    client: Client, upcoming: UpcomingRelease, ann: Any
) -> None:
    schedule(client, upcoming, ann, "en")
    stop(upcoming)
    words = "Release “Errata &amp; more” was not published when it was due"
    assert f'<a href="{address(upcoming)}">{words}</a>' in client.get(reverse("admin:index")).content.decode()
    upcoming.refresh_from_db()
    upcoming_releases.discard_upcoming(upcoming, by=ann, seen=upcoming.version)
    assert words not in client.get(reverse("admin:index")).content.decode()
