"""Webhooks: queueing with a release, signatures, retries, switching off after failures, and pages."""

import base64
import hashlib
import hmac
import json
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone, translation
from django_tasks_db.models import DBTaskResult

from catalog.api_base import throttling
from catalog.models import Release
from legions.account_pages.personal_data import PERSONAL_DATA
from legions.site.errors import ActionRefused
from legions.webhooks import address_policy, delivery, http_client, services
from legions.webhooks import signatures as webhooks_signatures
from legions.webhooks.http_client import PostResult
from legions.webhooks.models import Delivery, DeliveryAttempt, Webhook
from rulesapi.judging import completion_jobs
from tests import factories
from tests.contention import at_once
from tests.legions.page_parser import Page
from tests.legions.webhook_receiver import NAME, last_delivery, new_webhook, receiving, signature
from tests.rulesapi.api_client import validator

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("no_tries_yet"), pytest.mark.guard]
State, Event, DisabledReason = Delivery.State, Delivery.Event, Webhook.DisabledReason
URL = f"https://{NAME}/muster"


@pytest.fixture
def answers(monkeypatch):
    """Answer every POST from a list, repeating the last response; record the requests."""
    results, posts = [PostResult("", 12, 204)], []

    def post(url, body, headers, outside):
        posts.append((url, body, headers))
        return results.pop(0) if len(results) > 1 else results[0]

    monkeypatch.setattr(http_client, "post", post)
    return type("Answers", (), {"said": results, "sent": posts})


def fail(status=500, **more):
    return PostResult(DeliveryAttempt.Failure.STATUS, 5, status, **more)


def due(number):
    """Make the next try of a delivery due, and run it."""
    Delivery.objects.filter(pk=number, state=State.WAITING).update(next_at=timezone.now())
    delivery.try_delivery(number)


def worked_off():
    """Run all tasks that the worker would run now."""
    for one in DBTaskResult.objects.ready():
        one.task.call(*one.args_kwargs["args"])
        one.delete()


def sendings():
    """Return the send tasks: a release has other tasks, too."""
    return DBTaskResult.objects.filter(task_path=delivery.run_attempt.module_path)


# -- release messages --------------------------------------------------------------------------------------------------


def test_a_release_is_sent_to_every_active_webhook_and_no_other(ada) -> None:
    factories.publish_frame()
    on, off = new_webhook(ada), new_webhook(ada, f"{URL}/2")
    services.change_webhook(hook=off, url=off.url, active=False)
    closed = new_webhook(factories.UserFactory(is_active=False))
    factories.publish(factories.creature(slug="wraith", cost=25))
    assert [one.hook for one in Delivery.objects.all()] == [on]
    assert closed.deliveries.count() == 0
    assert sendings().ready().count() == 1


def test_the_message_about_a_release_agrees_with_the_changes(ada, at_home) -> None:
    factories.publish_frame(factories.creature(slug="wraith"), factories.creature(slug="giant"))
    new_webhook(ada)
    factories.publish(
        factories.creature(slug="wraith", cost=25),
        factories.creature(slug="giant", retired="Printed twice."),
        factories.creature(slug="ogre"),
        factories.creature(slug="troll"),
    )
    message = json.loads(last_delivery().body)
    validator("#/components/schemas/WebhookMessage").validate(message)
    data = message["data"]
    assert message["type"] == "release.published"
    assert datetime.fromisoformat(message["timestamp"]) == Release.objects.get(number=2).published_at
    assert (data["release"], data["added"], data["changed"], data["renamed"], data["retired"]) == (2, 2, 1, 0, 1)
    assert data["games"] == [{"game": "attack-wing", "added": 2, "changed": 1, "renamed": 0, "retired": 1}]
    site = "https://muster.example"
    assert data["changes"].startswith(f"{site}/api/v1/changes/") and data["bulk"].startswith(f"{site}/api/v1/bulk/")
    listed = at_home.get(data["changes"].removeprefix(site)).json()["results"]
    assert sorted(one["change"] for one in listed) == ["added", "added", "changed", "retired"]
    assert at_home.get(data["bulk"].removeprefix(site)).json()["release"] == 2


def test_a_renamed_card_is_sent_as_renamed(ada) -> None:
    factories.publish_frame(factories.creature(slug="wraith"))
    new_webhook(ada)
    factories.publish(factories.creature(slug="wight", formerly=["wraith"]))
    data = json.loads(last_delivery().body)["data"]
    assert (data["added"], data["renamed"]) == (0, 1)


def test_a_release_that_does_not_come_about_tells_nobody(ada) -> None:
    factories.publish_frame()
    new_webhook(ada)
    with pytest.raises(RuntimeError), transaction.atomic():
        factories.publish_documents([factories.creature(slug="wraith")], by=None, why="A card.")
        raise RuntimeError
    assert not Delivery.objects.exists()
    assert not sendings().exists()


def test_publishing_sends_nothing_itself(ada, answers) -> None:
    factories.publish_frame()
    new_webhook(ada)
    factories.publish(factories.creature(slug="wraith"))
    assert answers.sent == []
    worked_off()
    assert len(answers.sent) == 1


def test_without_webhooks_publishing_asks_the_database_once_for_them(django_assert_num_queries) -> None:
    release = Release.objects.create(number=1, why="First.")
    with django_assert_num_queries(1):
        delivery.note_release(release)


# -- messages ----------------------------------------------------------------------------------------------------------


def test_a_message_reaches_a_program_which_sees_that_it_is_from_here(ada, monkeypatch, settings) -> None:
    with receiving() as receiver:
        settings.WEBHOOKS_TO_LOCALHOST = True
        monkeypatch.setattr(delivery, "network_access", receiver.outside)
        one, secret = services.add_webhook(user=ada, url=receiver.url, site="https://muster.example/")
        services.send_test(hook=one)
        worked_off()
    (message,) = receiver.messages
    headers = message.headers
    assert headers["webhook-id"] == last_delivery().message
    assert abs(int(headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + message.body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert headers["User-Agent"] == "Muster-Webhooks/1 (+https://muster.example/developers/#webhooks)"
    validator("#/components/schemas/WebhookMessage").validate(message.document)
    assert message.document["type"] == "ping"
    assert last_delivery().state == State.DELIVERED
    (tried,) = DeliveryAttempt.objects.all()
    assert (tried.status, tried.trouble, tried.number) == (204, "", 1)


def test_after_a_change_both_secrets_sign_for_a_day(ada, answers) -> None:
    one, first = services.add_webhook(user=ada, url=URL, site="https://muster.example/")
    second = services.renew_secret(hook=one)
    assert first != second
    for signatures, until in ((2, timezone.now() + timedelta(hours=1)), (1, timezone.now())):
        Webhook.objects.update(former_until=until)
        services.send_test(hook=one)
        due(last_delivery().pk)
        _, body, headers = answers.sent[-1]
        parts = headers["webhook-signature"].split()
        stamp = int(headers["webhook-timestamp"])
        expected = [signature(secret, headers["webhook-id"], stamp, body) for secret in (second, first)]
        assert parts == expected[:signatures]
    assert abs(one.former_until - timezone.now() - timedelta(days=1)) < timedelta(minutes=1)


def test_a_secret_that_no_key_decrypts_is_reported(ada, answers, settings, caplog) -> None:
    one = new_webhook(ada)
    settings.SECRET_KEY = "another"
    services.send_test(hook=one)
    due(last_delivery().pk)
    assert answers.sent == []
    assert DeliveryAttempt.objects.get().trouble == DeliveryAttempt.Failure.LOCKED
    settings.SECRET_KEY_FALLBACKS = ["only-for-the-test-run"]
    services.send_test(hook=one)
    due(last_delivery().pk)
    assert len(answers.sent) == 1


# -- retries -----------------------------------------------------------------------------------------------------------


def release_to(webhook, number=1):
    (noted,) = delivery.note_deliveries(
        [webhook], Event.RELEASE, {"release": number}, noted_at=timezone.now() - timedelta(seconds=1), release=number
    )
    return noted


def test_a_failed_delivery_is_retried_for_about_a_day_with_the_same_id(ada, answers) -> None:
    answers.said[:] = [fail()]
    noted = release_to(new_webhook(ada))
    waits = []
    for _ in range(delivery.MAX_TRIES - 1):
        before = timezone.now()
        due(noted.pk)
        noted.refresh_from_db()
        waits.append(noted.next_at - before)
        assert noted.state == State.WAITING
    for number, wait in enumerate(waits):
        usual = delivery.FIRST_RETRY_DELAY * 3**number
        assert usual * 0.79 < wait < usual * 1.21
    assert timedelta(hours=19) < sum(waits, timedelta()) < timedelta(hours=30)
    due(noted.pk)
    noted.refresh_from_db()
    assert (noted.state, noted.next_at, noted.tries) == (State.FAILED, None, delivery.MAX_TRIES)
    assert len({headers["webhook-id"] for _, _, headers in answers.sent}) == 1
    assert len({body for _, body, _ in answers.sent}) == 1
    assert Webhook.objects.get().failed == 1
    due(noted.pk)
    assert len(answers.sent) == delivery.MAX_TRIES


def test_waits_differ_by_chance() -> None:
    assert len({delivery.retry_delay(3) for _ in range(20)}) > 1


def test_an_answer_that_asks_to_wait_longer_is_heard_up_to_a_point(ada, answers) -> None:
    noted = release_to(new_webhook(ada))
    for seconds, waited in ((1, 80), (7200, 7200), (999_999, 12 * 3600)):
        Delivery.objects.update(tries=0, next_at=timezone.now())
        answers.said[:] = [fail(503, after=seconds)]
        due(noted.pk)
        noted.refresh_from_db()
        wait = (noted.next_at - timezone.now()).total_seconds()
        assert waited * 0.75 < wait < waited * 1.25
        assert DBTaskResult.objects.filter(run_after__gte=noted.next_at - timedelta(seconds=1)).exists()


def test_each_try_has_planned_the_next_before_it_begins(ada, monkeypatch) -> None:
    """A worker that is killed while it waits for a response therefore loses no message."""
    noted = release_to(new_webhook(ada))

    def killed(*_):
        raise SystemExit

    monkeypatch.setattr(http_client, "post", killed)
    for number in range(1, delivery.MAX_TRIES + 1):
        Delivery.objects.update(next_at=timezone.now())
        DBTaskResult.objects.all().delete()
        with pytest.raises(SystemExit):
            delivery.try_delivery(noted.pk)
        noted.refresh_from_db()
        assert (noted.state, noted.tries) == (State.WAITING, number)
        (planned,) = DBTaskResult.objects.all()
        assert planned.args_kwargs["args"] == [str(noted.pk)]
        assert planned.run_after == noted.next_at
    due(noted.pk)
    noted.refresh_from_db()
    assert noted.state == State.FAILED


def test_a_delivery_is_not_tried_before_its_time_nor_when_it_is_done_nor_when_it_is_gone(ada, answers) -> None:
    noted = release_to(new_webhook(ada))
    delivery.try_delivery(noted.pk)
    delivery.try_delivery(noted.pk)
    assert len(answers.sent) == 1
    Delivery.objects.update(state=State.WAITING, next_at=timezone.now() + timedelta(minutes=1))
    delivery.try_delivery(noted.pk)
    Webhook.objects.all().delete()
    delivery.try_delivery(noted.pk)
    assert len(answers.sent) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_one_try(shared, monkeypatch) -> None:
    posts = []
    monkeypatch.setattr(http_client, "post", lambda *values: posts.append(values) or PostResult("", 1, 204))
    noted = release_to(new_webhook(factories.UserFactory()))
    at_once(*[lambda: delivery.try_delivery(noted.pk)] * 4)
    assert len(posts) == 1


def test_a_webhook_that_is_removed_during_a_try_leaves_nothing(ada, monkeypatch) -> None:
    noted = release_to(new_webhook(ada))
    monkeypatch.setattr(http_client, "post", lambda *_: Webhook.objects.all().delete() and PostResult("", 1, 204))
    delivery.try_delivery(noted.pk)
    assert not DeliveryAttempt.objects.exists()


def test_completions_come_first(ada) -> None:
    release_to(new_webhook(ada))
    assert DBTaskResult.objects.get().priority < completion_jobs.run_completion.priority


# -- switched off ------------------------------------------------------------------------------------------------------


def failed_delivery(webhook, number):
    noted = release_to(webhook, number)
    for _ in range(delivery.MAX_TRIES):
        due(noted.pk)
    return noted


def test_after_many_failed_messages_a_webhook_is_switched_off_and_its_owner_notified(ada, answers) -> None:
    with translation.override("de"):
        one = new_webhook(ada)
    answers.said[:] = [fail()]
    for number in range(1, delivery.MAX_FAILED_DELIVERIES):
        failed_delivery(one, number)
    assert mail.outbox == []
    failed_delivery(one, delivery.MAX_FAILED_DELIVERIES)
    one.refresh_from_db()
    assert one.off == DisabledReason.FAILING
    (message,) = mail.outbox
    assert (message.to, URL in message.body) == ([ada.email], True)
    assert "https://muster.example/account/webhooks/" in message.body
    assert "Webhook" in message.subject and "was switched off" not in message.subject  # in the language of the owner
    assert not Webhook.objects.active().exists()


def test_an_accepted_message_resets_the_count_of_failures(ada, answers) -> None:
    one = new_webhook(ada)
    answers.said[:] = [fail()]
    for number in range(1, delivery.MAX_FAILED_DELIVERIES):
        failed_delivery(one, number)
    answers.said[:] = [PostResult("", 1, 200)]
    due(release_to(one, 8).pk)
    answers.said[:] = [fail()]
    failed_delivery(one, 9)
    one.refresh_from_db()
    assert (one.off, one.failed) == ("", 1)


def test_a_receiver_that_answers_410_gets_no_more_messages(ada, answers) -> None:
    one = new_webhook(ada)
    other = release_to(one, 2)
    answers.said[:] = [fail(410)]
    noted = release_to(one)
    due(noted.pk)
    one.refresh_from_db()
    assert one.off == DisabledReason.GONE
    assert len(mail.outbox) == 1
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.FAILED}
    due(other.pk)
    assert len(answers.sent) == 1


def test_a_switched_off_webhook_is_explained_on_the_page(ada, answers, at_home) -> None:
    ada.emailaddress_set.all().delete()
    answers.said[:] = [fail(410)]
    due(release_to(new_webhook(ada)).pk)
    assert mail.outbox == []
    assert "One was switched off." in at_home.get("/account/").content.decode()
    assert "the response was 410" in at_home.get("/account/webhooks/").content.decode()


def test_a_mail_that_cannot_be_sent_undoes_nothing(ada, answers, monkeypatch) -> None:
    def no_mail(*_, **__):
        raise ConnectionRefusedError

    monkeypatch.setattr(delivery, "send_mail", no_mail)
    answers.said[:] = [fail(410)]
    due(release_to(new_webhook(ada)).pk)
    assert Webhook.objects.get().off == DisabledReason.GONE


def test_a_webhook_switched_on_again_gets_the_next_release(ada, answers) -> None:
    one = new_webhook(ada)
    noted = release_to(one)
    services.change_webhook(hook=one, url=one.url, active=False)
    noted.refresh_from_db()
    assert noted.state == State.FAILED
    services.change_webhook(hook=one, url=one.url, active=True)
    assert (one.off, Webhook.objects.active().count()) == ("", 1)


def test_responses_after_switching_off_are_only_logged(ada, monkeypatch) -> None:
    one = new_webhook(ada)
    noted = release_to(one)

    def off_meanwhile(*_):
        services.change_webhook(hook=Webhook.objects.get(), url=one.url, active=False)
        return fail()

    monkeypatch.setattr(http_client, "post", off_meanwhile)
    delivery.try_delivery(noted.pk)
    noted.refresh_from_db()
    assert (noted.state, DeliveryAttempt.objects.count()) == (State.FAILED, 1)


# -- test messages and resending ---------------------------------------------------------------------------------------


def test_a_test_is_tried_once_and_counts_for_nothing(ada, answers) -> None:
    one = new_webhook(ada)
    answers.said[:] = [fail()]
    for _ in range(delivery.MAX_FAILED_DELIVERIES + 1):
        services.send_test(hook=one)
        due(last_delivery().pk)
        assert last_delivery().state == State.FAILED
    one.refresh_from_db()
    assert (one.off, one.failed) == ("", 0)


def test_a_test_reaches_one_that_is_off(ada, answers) -> None:
    one = new_webhook(ada)
    services.change_webhook(hook=one, url=one.url, active=False)
    services.send_test(hook=one)
    worked_off()
    assert last_delivery().state == State.DELIVERED


def test_a_message_sent_again_starts_from_the_first_attempt_in_the_same_log(ada, answers) -> None:
    one = new_webhook(ada)
    answers.said[:] = [fail()]
    noted = failed_delivery(one, 1)
    DBTaskResult.objects.all().delete()
    services.resend_delivery(delivery=noted)
    answers.said[:] = [PostResult("", 1, 200)]
    worked_off()
    noted.refresh_from_db()
    assert (noted.state, noted.tries, noted.log.count()) == (State.DELIVERED, 1, delivery.MAX_TRIES + 1)


def test_nobody_has_this_server_send_more_than_so_often(ada, settings, at_home) -> None:
    settings.API_LIMITS = True
    one = new_webhook(ada)
    for _ in range(throttling.RATE_LIMITS["sending"].quota):
        services.send_test(hook=one)
    with pytest.raises(throttling.RateLimitExceeded):
        services.send_test(hook=one)
    with pytest.raises(throttling.RateLimitExceeded):
        services.resend_delivery(delivery=last_delivery())
    page = at_home.post(f"/account/webhooks/{one.pk}/do/", {"do": "ping"}, follow=True)
    assert "Too many attempts." in page.content.decode()
    services.send_test(hook=new_webhook(factories.UserFactory()))


def test_the_log_is_limited_in_time_and_length(ada, answers, monkeypatch) -> None:
    one = new_webhook(ada)
    old = release_to(one)
    due(old.pk)
    waiting = release_to(one, 2)
    Delivery.objects.update(created_at=timezone.now() - delivery.LOG_RETENTION - timedelta(hours=1))
    services.send_test(hook=one)
    assert set(Delivery.objects.values_list("release", flat=True)) == {2, None}
    monkeypatch.setattr(delivery, "MAX_LOGGED", 3)
    for _ in range(5):
        services.send_test(hook=one)
        due(last_delivery().pk)
    assert Delivery.objects.exclude(state=State.WAITING).count() == 3
    assert Delivery.objects.filter(pk=waiting.pk).exists()


# -- adding ------------------------------------------------------------------------------------------------------------


def test_nobody_has_more_webhooks_than_the_most_or_two_to_one_address(ada) -> None:
    with pytest.raises(address_policy.AddressRefused):
        new_webhook(ada, "https://127.0.0.1/")
    new_webhook(ada)
    with pytest.raises(services.DuplicateAddress):
        new_webhook(ada)
    second = new_webhook(ada, f"{URL}/2")
    with pytest.raises(services.DuplicateAddress):
        services.change_webhook(hook=second, url=URL, active=True)
    for number in range(3, services.MAX_HOOKS + 1):
        new_webhook(ada, f"{URL}/{number}")
    with pytest.raises(services.TooManyHooks):
        new_webhook(ada, f"{URL}/more")
    new_webhook(factories.UserFactory())


@pytest.mark.django_db(transaction=True)
def test_of_many_added_at_once_none_is_one_too_many(shared) -> None:
    user = factories.UserFactory()
    adding = [lambda number=number: new_webhook(user, f"{URL}/{number}") for number in range(8)]
    outcomes = at_once(*adding)
    assert Webhook.objects.count() == services.MAX_HOOKS
    assert sum(isinstance(one, ActionRefused) for one in outcomes) == 8 - services.MAX_HOOKS


def test_at_home_is_where_somebody_tries_the_site_out(ada, settings) -> None:
    with pytest.raises(address_policy.AddressRefused):
        new_webhook(ada, "http://localhost:9000/")
    settings.WEBHOOKS_TO_LOCALHOST = True
    new_webhook(ada, "http://localhost:9000/")
    with pytest.raises(address_policy.AddressRefused):
        new_webhook(ada, "http://10.0.0.1/")


# -- the pages ---------------------------------------------------------------------------------------------------------


def test_a_webhook_is_added_and_its_secret_shown_once(at_home, ada) -> None:
    page = at_home.post("/account/webhooks/", {"url": URL})
    shown = Page(page).all("input", id="secret")[0]["value"]
    one = Webhook.objects.get()
    assert (one.user, one.url, one.site) == (ada, URL, "http://testserver/")
    assert webhooks_signatures.decrypt_secret(one.secret) == shown
    assert shown not in str(vars(one))
    assert "no-store" in page["Cache-Control"]
    assert shown not in at_home.get("/account/webhooks/").content.decode()
    assert shown not in at_home.get(f"/account/webhooks/{one.pk}/").content.decode()
    assert at_home.post("/account/webhooks/", {"url": URL}).status_code == 400


@pytest.mark.parametrize("url", ["", "nothing", "http://example.org/", "https://10.0.0.1/", "https://localhost/"])
def test_an_invalid_address_is_refused_with_a_reason(at_home, url) -> None:
    page = at_home.post("/account/webhooks/", {"url": url})
    assert page.status_code == 400
    assert "errors" in page.content.decode()
    assert not Webhook.objects.exists()


def test_a_webhook_is_tested_switched_off_and_on_changed_and_removed(at_home, ada, answers) -> None:
    one = new_webhook(ada)
    at = f"/account/webhooks/{one.pk}/"
    answers.said[:] = [fail(answer="<script>alert(1)</script>")]
    assert "Sent. See the log" in at_home.post(f"{at}do/", {"do": "ping"}, follow=True).content.decode()
    page = Page(at_home.get(at))
    assert "Waiting" in page.text and page.all("section", id="log")[0]["hx-trigger"]
    worked_off()
    page = at_home.get(at).content.decode()
    assert "response 500" in page and "&lt;script&gt;" in page and "<script>alert" not in page
    assert not Page(at_home.get(at)).all("section", id="log")[0].get("hx-trigger")
    assert at_home.post(f"{at}again/{last_delivery().pk}/", follow=True).status_code == 200
    assert last_delivery().state == State.WAITING
    at_home.post(f"{at}do/", {"do": "off"})
    assert Webhook.objects.get().off == DisabledReason.OWNER
    at_home.post(f"{at}do/", {"do": "on"})
    assert Webhook.objects.get().off == ""
    at_home.post(at, {"url": f"{URL}/elsewhere"})
    assert Webhook.objects.get().url == f"{URL}/elsewhere"
    before = Webhook.objects.get().secret
    shown = Page(at_home.post(at, {"secret": ""})).all("input", id="secret")[0]["value"]
    assert webhooks_signatures.decrypt_secret(Webhook.objects.get().secret) == shown
    assert Webhook.objects.get().former_secret == before
    at_home.post(f"{at}do/", {"do": "remove"})
    assert not Webhook.objects.exists()


def test_somebody_elses_webhook_is_not_found(at_home) -> None:
    theirs = new_webhook(factories.UserFactory())
    services.send_test(hook=theirs)
    at = f"/account/webhooks/{theirs.pk}/"
    assert at_home.get(at).status_code == 404
    assert at_home.post(at, {"url": "https://example.org/"}).status_code == 404
    assert at_home.post(at, {"secret": ""}).status_code == 404
    assert at_home.post(f"{at}again/{last_delivery().pk}/").status_code == 404
    for what in ("ping", "off", "on", "remove"):
        assert at_home.post(f"{at}do/", {"do": what}).status_code == 404
    assert theirs.url not in at_home.get("/account/webhooks/").content.decode()
    assert (Webhook.objects.get().off, Delivery.objects.count()) == ("", 1)


@pytest.mark.parametrize("tail", ["", "x/", "x/do/"])
def test_the_page_needs_a_login(tail) -> None:
    pk = new_webhook(factories.UserFactory()).pk
    address = f"/account/webhooks/{tail.replace('x', str(pk))}"
    answer = Client().post(address) if tail.endswith("do/") else Client().get(address)
    assert answer["Location"].startswith("/account/login/")


def test_an_old_login_must_be_confirmed_again(ada) -> None:
    one = new_webhook(ada)
    browser = Client()
    browser.force_login(ada)
    session = browser.session
    session["since"] -= 3600
    session.save()
    for at, data in (("", {"url": f"{URL}/2"}), (f"{one.pk}/", {"secret": ""}), (f"{one.pk}/", {"url": f"{URL}/3"})):
        assert browser.get(f"/account/webhooks/{at}").status_code == 200
        assert browser.post(f"/account/webhooks/{at}", data)["Location"].startswith("/account/reauthenticate/")
    assert Webhook.objects.get().url == URL


def test_the_pages_ask_the_database_as_often_for_many(at_home, ada, answers, django_assert_num_queries) -> None:
    one = new_webhook(ada)
    counts = []
    for rows in (1, 15):
        for _ in range(rows):
            services.send_test(hook=one)
            due(last_delivery().pk)
        with django_assert_num_queries(7, exact=False) as queries:
            at_home.get(f"/account/webhooks/{one.pk}/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
    with django_assert_num_queries(4, exact=False) as queries:
        at_home.get("/account/webhooks/")
    first = len(queries)
    for number in range(2, services.MAX_HOOKS):
        new_webhook(ada, f"{URL}/{number}")
    with django_assert_num_queries(first):
        at_home.get("/account/webhooks/")


def test_the_file_of_ones_data_has_them_without_their_secrets(at_home, ada) -> None:
    one = new_webhook(ada)
    services.send_test(hook=one)
    (line,) = [line for line in PERSONAL_DATA if line.name == "webhooks"]
    (row,) = list(line.export_rows(ada))
    assert row["url"] == URL and len(row["deliveries"]) == 1
    assert one.secret not in str(row) and "secret" not in row
