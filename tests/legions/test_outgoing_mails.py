"""Mails: stored by requests and sent by the worker, with limited retries, and without secrets in log or table."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, send_mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from legions import periodic_tasks
from legions.account_pages import deletion
from legions.mails import queue
from legions.mails.models import OutgoingMail
from tests.factories import user_with
from tests.legions.page_parser import Page
from tests.smtp_listener import Listener, accepts, listening

pytestmark = pytest.mark.django_db

RESET = "/account/password/reset/"
ACCEPTED = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def real_mails(settings: Any) -> None:
    """Use the mail backends of production, which other tests replace."""
    settings.EMAIL_BACKEND = "legions.mails.backend.QueueEmailBackend"
    settings.MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 1, 1


@pytest.fixture
def server(settings: Any) -> Iterator[Listener]:
    """A mail server that accepts every mail."""
    with listening() as listener:
        settings.EMAIL_PORT = listener.port
        yield listener


@pytest.fixture
def silent_server(settings: Any) -> Iterator[Listener]:
    """A mail server that accepts connections and stays silent."""
    with listening(None) as listener:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = listener.port, 0.1
        yield listener


def run_due() -> None:
    """Run one task as the worker does."""
    queue.send_due_mails.func()


def write(to: str = "ada@example.org", text: str = "a text") -> None:
    send_mail("A subject", text, None, [to])


def let_time_pass() -> None:
    """Make the next try of every waiting mail due."""
    OutgoingMail.objects.waiting().update(next_at=timezone.now() - timedelta(seconds=1))


def test_a_request_makes_no_connection_to_a_mail_server_that_hangs(silent_server: Listener, ada: Any) -> None:
    for address in ("ada@example.org", "nobody@example.org"):
        assert Client().post(RESET, {"email": address}).status_code == 302
    assert silent_server.connections == []
    assert OutgoingMail.objects.waiting().count() == 2
    assert DBTaskResult.objects.filter(task_path="legions.mails.queue.send_due_mails").count() == 2


def test_the_worker_sends_a_stored_mail_and_deletes_it(server: Listener, ada: Any) -> None:
    Client().post(RESET, {"email": "ada@example.org"})
    call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
    assert len(server.mails) == 1
    assert "/account/password/reset/key/" in server.mails[0]
    assert "RCPT TO:<ada@example.org>" in server.commands
    assert not OutgoingMail.objects.exists()


def test_a_stored_mail_hides_its_text(ada: Any) -> None:
    Client().post(RESET, {"email": "ada@example.org"})
    mail = OutgoingMail.objects.get()
    assert "reset" not in mail.content
    assert mail.recipient == "ada@example.org"
    assert not DBTaskResult.objects.filter(args_kwargs__icontains="example.org").exists()


def test_a_mail_server_that_hangs_costs_one_timeout_for_all_mails(silent_server: Listener) -> None:
    for number in range(queue.BATCH_SIZE + 5):
        write(f"reader{number}@example.org")
    run_due()
    assert len(silent_server.connections) == 1
    assert set(OutgoingMail.objects.values_list("tries", flat=True)) == {1}
    run_due()  # the next try is later
    assert len(silent_server.connections) == 1


@pytest.mark.sampled
def test_a_failing_mail_is_tried_again_at_growing_intervals_and_then_given_up() -> None:
    write()
    delays = []
    for _ in range(queue.MAX_TRIES):
        let_time_pass()
        run_due()
        delays.append(OutgoingMail.objects.get().next_at - timezone.now())
    assert [round(delay / timedelta(minutes=1)) for delay in delays] == [1, 4, 16, 64, 256, 1024, 0]
    mail = OutgoingMail.objects.get()
    assert (mail.state, mail.tries) == ("failed", queue.MAX_TRIES)
    assert "ConnectionRefusedError" in mail.error
    let_time_pass()
    run_due()
    assert OutgoingMail.objects.get().tries == queue.MAX_TRIES


def test_each_next_try_has_a_task() -> None:
    write()
    run_due()
    mail = OutgoingMail.objects.get()
    assert DBTaskResult.objects.filter(run_after=mail.next_at).exists()


def test_one_refused_mail_keeps_no_other_from_being_sent(settings: Any) -> None:
    def refuses_one(command: str) -> str:
        return "550 no such user" if command == "RCPT TO:<nobody@example.org>" else accepts(command)

    for name in ("one", "nobody", "two"):
        write(f"{name}@example.org")
    with listening(refuses_one) as listener:
        settings.EMAIL_PORT = listener.port
        run_due()
    assert len(listener.mails) == 2
    left = OutgoingMail.objects.get()
    assert (left.recipient, left.tries, left.error) == ("nobody@example.org", 1, "550 no such user")


def test_a_worker_that_dies_with_a_mail_leaves_it_to_another(server: Listener) -> None:
    write()
    assert len(queue._claim()) == 1
    run_due()
    assert server.mails == []
    assert DBTaskResult.objects.filter(run_after=OutgoingMail.objects.get().next_at).exists()
    let_time_pass()
    run_due()
    assert len(server.mails) == 1


def test_the_log_has_neither_address_nor_text_nor_answer(settings: Any, caplog: Any) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "muster", "hunter2"

    def refuses(command: str) -> str:
        return f"535 no {command} of ada@example.org" if command.startswith("AUTH") else accepts(command)

    write(text="https://muster.example/account/password/reset/key/hidden/")
    with listening(refuses) as listener:
        settings.EMAIL_PORT = listener.port
        run_due()
    assert "SMTPAuthenticationError 535" in caplog.text
    for secret in ("hunter2", "ada@example.org", "hidden", "AUTH"):
        assert secret not in caplog.text


def test_a_mail_stored_under_a_lost_secret_key_says_so(server: Listener, settings: Any) -> None:
    write()
    settings.SECRET_KEY = "another"
    run_due()
    assert "SECRET_KEY_FALLBACKS" in OutgoingMail.objects.get().error


def test_user_and_password_reach_the_mail_server(server: Listener, settings: Any) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "muster", "hunter2"
    write()
    run_due()
    assert "AUTH PLAIN AG11c3RlcgBodW50ZXIy" in server.commands


@pytest.mark.sampled
def test_starttls_is_asked_for_before_anything_else_is_sent(server: Listener, settings: Any) -> None:
    settings.EMAIL_USE_TLS = True
    write()
    run_due()
    assert "STARTTLS" in server.commands
    assert not any(command.startswith("MAIL") for command in server.commands)  # it does not speak TLS
    assert OutgoingMail.objects.get().tries == 1


def test_ssl_begins_with_a_handshake(settings: Any) -> None:
    settings.EMAIL_USE_SSL = True
    write()
    with listening(None) as listener:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = listener.port, 0.5
        run_due()
        assert listener.connections[0].recv(1) == b"\x16"


def test_answers_go_to_the_reply_address(server: Listener, settings: Any) -> None:
    settings.MAIL_REPLY_TO = "help@muster.example"
    write()
    EmailMessage("A subject", "a text", to=["ada@example.org"], reply_to=["ben@example.org"]).send()
    run_due()
    assert "Reply-To: help@muster.example" in server.mails[0]
    assert "Reply-To: ben@example.org" in server.mails[1]


def test_a_mail_keeps_its_id_through_all_tries(settings: Any) -> None:
    write()
    ids = set()
    for _ in range(2):
        let_time_pass()
        with listening(lambda command: accepts(command)) as listener, pytest.MonkeyPatch.context() as patch:
            settings.EMAIL_PORT = listener.port
            patch.setattr(OutgoingMail, "delete", lambda _mail: None)
            run_due()
        ids |= {line for line in listener.mails[0].splitlines() if line.startswith("Message-ID:")}
    assert len(ids) == 1


def test_no_more_than_so_many_mails_are_stored(monkeypatch: pytest.MonkeyPatch, ada: Any) -> None:
    monkeypatch.setattr(queue, "MAX_STORED_MAILS", 1)
    write()
    with pytest.raises(queue.QueueFull):
        write()
    send_mail("A subject", "a text", None, ["ada@example.org"], fail_silently=True)
    for address in ("ada@example.org", "nobody@example.org"):
        response = Client().post(RESET, {"email": address}, follow=True)
        assert "The mail could not be sent just now." in Page(response).words
    assert OutgoingMail.objects.count() == 1


def test_failed_mails_are_deleted_after_a_week() -> None:
    write()
    OutgoingMail.objects.update(state="failed", next_at=timezone.now() - queue.FAILED_RETENTION + ACCEPTED * 60)
    periodic_tasks.prune_mails()
    assert OutgoingMail.objects.exists()
    OutgoingMail.objects.update(next_at=timezone.now() - queue.FAILED_RETENTION - ACCEPTED)
    periodic_tasks.prune_mails()
    assert not OutgoingMail.objects.exists()


def test_unsent_mails_go_with_the_account(ada: Any) -> None:
    write()
    write("ben@example.org")
    assert EmailAddress.objects.get(user=ada).email == "ada@example.org"
    deletion.delete_account(user=ada)
    assert list(OutgoingMail.objects.values_list("recipient", flat=True)) == ["ben@example.org"]


@pytest.mark.sampled
def test_the_admin_shows_unsent_mails_and_tries_failed_ones_again(server: Listener) -> None:
    write(text="https://muster.example/unguessable/")
    OutgoingMail.objects.update(state="failed", tries=7, error="550 no such user")
    client = Client()
    client.force_login(user_with("admin"))
    page = client.get("/admin/legions/outgoingmail/").content.decode()
    for shown in ("ada@example.org<br>A subject", "Failed after 7 tries<br>550 no such user"):
        assert shown in page
    assert "unguessable" not in page
    mail = OutgoingMail.objects.get()
    assert client.get(f"/admin/legions/outgoingmail/{mail.pk}/change/").status_code in {302, 403}
    client.post("/admin/legions/outgoingmail/", {"action": "send_again", "_selected_action": [mail.pk]})
    run_due()
    assert len(server.mails) == 1
    assert not OutgoingMail.objects.exists()


def test_the_admin_shows_which_try_a_mail_waits_for() -> None:
    write()
    client = Client()
    client.force_login(user_with("admin"))
    OutgoingMail.objects.update(tries=2, next_at=datetime(2026, 11, 28, 9, 48, tzinfo=UTC), error="timed out <&>")
    page = client.get("/admin/legions/outgoingmail/").content.decode()
    assert "Waiting for try 3 of 7: 28 November 2026, 09:48<br>timed out &lt;&amp;&gt;" in page


@pytest.mark.parametrize("role", ["curator", "publisher", "moderator"])
def test_only_admins_see_unsent_mails(role: str) -> None:
    client = Client()
    client.force_login(user_with(role))
    assert client.get("/admin/legions/outgoingmail/").status_code == 403
    assert "outgoingmail" not in client.get("/admin/").content.decode()


def test_a_test_mail_is_sent_at_once(server: Listener, settings: Any) -> None:
    settings.MAIL_REPLY_TO = "help@muster.example"
    output = StringIO()
    call_command("sendtestemail", "ada@example.org", stdout=output)
    assert output.getvalue() == "Sent a test mail to ada@example.org.\n"
    assert "Reply-To: help@muster.example" in server.mails[0]
    assert not OutgoingMail.objects.exists()


@pytest.mark.parametrize("address", ["", "ada", "ada@", "ada@example.org\nBcc: bob@example.org"])
def test_a_test_mail_is_not_sent_to_what_is_no_address(server: Listener, address: str) -> None:
    with pytest.raises(CommandError, match="is not a mail address"):
        call_command("sendtestemail", "bob@example.org", address)
    assert not server.mails


def test_a_test_mail_that_fails_shows_the_answer_of_the_server(settings: Any) -> None:
    with listening(lambda command: "550 no relay" if command.startswith("RCPT") else accepts(command)) as listener:
        settings.EMAIL_PORT = listener.port
        with pytest.raises(CommandError, match=r"^The mail server 127\.0\.0\.1:\d+ rejected the mail: 550 no relay\.$"):
            call_command("sendtestemail", "ada@example.org")
