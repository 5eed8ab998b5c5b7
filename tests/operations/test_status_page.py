"""The status page of the admin: its contents, its readers and its queries."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import send_mail
from django.test import Client
from django.utils import timezone, translation
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from catalog import audit, permissions
from catalog.background import leases
from catalog.models import Release
from legions.mails import queue
from legions.mails.models import OutgoingMail
from operations import site_state, status_sections
from tests import factories

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/status/"


@task()
def some_task() -> None:
    """Do nothing."""


@pytest.fixture
def operator(client: Client) -> Client:
    """An admin."""
    client.force_login(factories.user_with(permissions.ADMIN, username="ada"))
    return client


@pytest.fixture
def history() -> None:
    """A site with a release, tasks in each state, an unsent mail, a backup and a check."""
    leases.renew("worker-7")
    Release.objects.create(number=12, why="A test")
    some_task.enqueue()
    failed = some_task.enqueue().db_result
    failed.set_failed(ValueError("secret text"))
    OutgoingMail.objects.create(
        recipient="eve@example.org", state=OutgoingMail.State.FAILED, next_at=timezone.now(), error="550 no such user"
    )
    audit.log_action(
        site_state.BACKUP_WRITTEN, by=None, of="muster-1.backup", after={"bytes": 5 * 2**20, "release": 12}
    )
    audit.log_action(site_state.DATA_CHECKED, by=None, after={"faults": 2})


def test_the_page_shows_what_an_operator_has_to_know(operator: Client, history: None) -> None:
    response = operator.get(ADDRESS)
    assert response.status_code == 200
    text = response.content.decode()
    for expected in (
        *("Worker worker-7", "1 waiting, 0 scheduled, 0 running, 1 failed", "ValueError", "550 no such user"),
        *("muster-1.backup, 5.0\xa0MB, release 12", "faults: 2", "Python 3.", "/admin/catalog/release/12/change/"),
    ):
        assert expected in text, expected
    assert "secret text" not in text
    assert "eve@example.org" not in text
    assert 'class="bad"' in text
    assert response["Cache-Control"].startswith("max-age=0")


def test_a_failed_task_is_tried_again_once(operator: Client, history: None) -> None:
    failed = DBTaskResult.objects.failed().get()
    assert f'value="{failed.pk}"' in operator.get(ADDRESS).content.decode()
    assert operator.post(ADDRESS, {"task": failed.pk}).status_code == 302
    failed.refresh_from_db()
    assert (failed.status, failed.worker_ids) == ("READY", [])
    assert not leases.try_again(failed)
    assert audit.AuditEntry.objects.filter(what="task queued again").count() == 1
    for unknown in (str(failed.pk), "7", "\0", ""):
        assert operator.post(ADDRESS, {"task": unknown}).status_code == 404


def test_an_empty_site_has_a_page(operator: Client) -> None:
    text = operator.get(ADDRESS).content.decode()
    assert "none is recorded" in text
    assert "not known" in text


def test_the_queries_do_not_grow(operator: Client, history: None, django_assert_num_queries: Any) -> None:
    operator.get(ADDRESS)
    for number in range(30):
        some_task.enqueue().db_result.set_failed(ValueError())
        leases.renew(f"worker-{number}")
    with django_assert_num_queries(18):
        text = operator.get(ADDRESS).content.decode()
    assert text.count("ValueError") == status_sections.MAX_FAILURES


def test_the_last_mail_is_known(operator: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "legions.mails.backend.QueueEmailBackend"
    settings.MAIL_TRANSPORT = "django.core.mail.backends.locmem.EmailBackend"
    send_mail("A subject", "a text", None, ["ada@example.org"])
    queue.send_due_mails.func()
    sent_at = queue.last_sent_at()
    assert sent_at is not None
    assert timezone.now() - sent_at < timedelta(minutes=1)
    assert "not known" not in operator.get(ADDRESS).content.decode()


@pytest.mark.guard
@pytest.mark.parametrize("role", [None, permissions.CURATOR, permissions.PUBLISHER, permissions.MODERATOR])
def test_only_admins_see_the_page_and_its_link(client: Client, role: str | None) -> None:
    user = factories.UserFactory()
    if role:
        permissions.grant(user, role)
    client.force_login(user)
    task = some_task.enqueue().db_result
    task.set_failed(ValueError())
    for answer in (client.get(ADDRESS), client.post(ADDRESS, {"task": task.pk})):
        assert answer.status_code in {302, 403}
    task.refresh_from_db()
    assert task.status == "FAILED"
    assert ADDRESS not in client.get("/admin/").content.decode()


def test_admins_find_the_page(operator: Client) -> None:
    assert f'href="{ADDRESS}"' in operator.get("/admin/").content.decode()


def test_the_page_is_german_for_germans(operator: Client, history: None) -> None:
    response = operator.get(ADDRESS, headers={"Accept-Language": "de"})
    text = response.content.decode()
    assert "Warteschlange" in text
    assert not [word for word in ("Backups", "waiting", "none is", "Storage", "since", "ago") if f" {word}" in text]
    translation.deactivate()
