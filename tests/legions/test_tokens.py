"""Personal tokens: creation, lists, revocation and authentication."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.test import APIRequestFactory

from catalog.models import AuditEntry
from legions.api_tokens import services
from legions.api_tokens.authentication import BearerTokenAuthentication
from legions.api_tokens.models import Scope, Token
from legions.site.errors import ActionRefused
from tests import factories
from tests.contention import at_once
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_yet"), pytest.mark.guard]

DATA = {"name": "League table", "scope": "read", "days": "30"}


def made(user, scope=Scope.READ, name="League table", days=30):
    return services.create_token(user=user, name=name, scope=scope, days=days)


def shown(response):
    return Page(response).all("input", id="token")[0]["value"]


def let_in(header):
    return BearerTokenAuthentication().authenticate(APIRequestFactory().get("/", headers={"Authorization": header}))


# -- creating and revoking ---------------------------------------------------------------------------------------------


def test_a_token_is_shown_once_and_never_stored(at_home, ada) -> None:
    response = at_home.post("/account/tokens/", DATA)
    text = shown(response)
    assert text.startswith("muster_")
    assert len(text) == len("muster_") + 64
    assert "no-store" in response["Cache-Control"]
    token = Token.objects.get()
    assert (token.user, token.name, token.scope) == (ada, "League table", "read")
    assert text not in str(vars(token))
    assert text not in at_home.get("/account/tokens/").content.decode()
    assert let_in(f"Bearer {text}") == (ada, token)


def test_a_new_token_is_reported_by_mail(at_home) -> None:
    at_home.post("/account/tokens/", DATA)
    (message,) = mail.outbox
    assert "League table" in message.body
    assert "/account/tokens/" in message.body
    assert "muster_" not in message.body


@pytest.mark.parametrize("days", services.LIFETIMES_IN_DAYS)
def test_a_token_ends_after_the_days_that_were_chosen(at_home, days) -> None:
    at_home.post("/account/tokens/", {**DATA, "days": days})
    assert abs(Token.objects.get().expiry - timezone.now() - timedelta(days=days)) < timedelta(minutes=1)


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"name": "x" * 61}, {"name": "\u200b"}, {"scope": "all"}, {"days": "9999"}, {"days": ""}]
)
def test_an_invalid_token_form_is_refused(at_home, wrong) -> None:
    assert at_home.post("/account/tokens/", {**DATA, **wrong}).status_code == 400
    assert not Token.objects.exists()


def test_the_same_form_sent_again_makes_no_second_token(at_home) -> None:
    at_home.post("/account/tokens/", DATA)
    response = at_home.post("/account/tokens/", DATA)
    assert response.status_code == 400
    assert "You have a token of this name." in response.content.decode()
    assert Token.objects.count() == 1


def test_two_people_may_call_their_tokens_the_same(ada) -> None:
    made(ada)
    made(factories.UserFactory())
    assert Token.objects.count() == 2


def test_nobody_has_more_tokens_than_the_most(at_home, ada) -> None:
    for number in range(services.MAX_TOKENS):
        made(ada, name=str(number))
    assert "End one to make another" in at_home.get("/account/tokens/").content.decode()
    assert at_home.post("/account/tokens/", DATA).status_code == 400
    with pytest.raises(ActionRefused):
        made(ada)


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_many_times_at_once_makes_one_token(shared) -> None:
    user = factories.UserFactory()
    outcomes = at_once(*[lambda: made(user)] * 6)
    assert sorted(type(one).__name__ for one in outcomes) == ["ActionRefused"] * 5 + ["tuple"]
    assert Token.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_who_make_the_last_token_at_once_one_does(shared, monkeypatch) -> None:
    monkeypatch.setattr(services, "MAX_TOKENS", 1)
    user = factories.UserFactory()
    outcomes = at_once(*[lambda name=str(one): made(user, name=name) for one in range(4)])
    assert sorted(type(one).__name__ for one in outcomes) == ["ActionRefused"] * 3 + ["tuple"]
    assert Token.objects.count() == 1


def test_a_token_that_is_ended_opens_nothing_from_then_on(at_home, ada) -> None:
    token, text = made(ada)
    response = at_home.post(f"/account/tokens/{token.number}/end/", follow=True)
    assert "“League table” is ended." in response.content.decode()
    with pytest.raises(AuthenticationFailed):
        let_in(f"Bearer {text}")
    again = at_home.post(f"/account/tokens/{token.number}/end/", follow=True)
    assert "There is no such token any more." in again.content.decode()


def test_somebody_elses_token_is_neither_listed_nor_ended(at_home) -> None:
    theirs, text = made(factories.UserFactory(), name="Their robot")
    assert "Their robot" not in at_home.get("/account/tokens/").content.decode()
    response = at_home.post(f"/account/tokens/{theirs.number}/end/", follow=True)
    assert "There is no such token any more." in response.content.decode()
    assert let_in(f"Bearer {text}")[1] == theirs


def test_a_page_of_tokens_asks_the_database_as_often_for_many(at_home, ada, django_assert_num_queries) -> None:
    counts = []
    for number in (1, services.MAX_TOKENS):
        for one in range(Token.objects.count(), number):
            made(ada, name=str(one))
        with django_assert_num_queries(4, exact=False) as queries:
            at_home.get("/account/tokens/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_an_old_login_must_be_confirmed_again(ada) -> None:
    browser = Client()
    browser.force_login(ada)
    session = browser.session
    session["since"] -= 3600
    session.save()
    assert browser.get("/account/tokens/").status_code == 200
    assert browser.post("/account/tokens/", DATA)["Location"].startswith("/account/reauthenticate/")
    assert not Token.objects.exists()


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_a_token_is_ended_only_by_a_form(at_home, ada, method) -> None:
    token, _ = made(ada)
    assert getattr(at_home, method)(f"/account/tokens/{token.number}/end/").status_code == 405
    assert Token.objects.count() == 1


# -- authentication ----------------------------------------------------------------------------------------------------


def test_a_request_without_a_token_is_anonymous() -> None:
    assert let_in("") is None
    assert let_in("Basic YWRhOmFkYQ==") is None


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer a b", "Bearer muster_", "Bearer " + "x" * 5_000, "Bearer \xff\xfe", "bearer muster_é"]
)
def test_an_invalid_token_is_refused(header) -> None:
    with pytest.raises(AuthenticationFailed):
        let_in(header)


def test_a_token_with_only_the_listed_part_correct_is_refused(ada) -> None:
    token, text = made(ada)
    with pytest.raises(AuthenticationFailed):
        let_in(f"Bearer {token.token_key}{'0' * (len(text) - len(token.token_key))}")


def test_an_expired_token_is_refused_and_stays_in_the_list(at_home, ada) -> None:
    _, text = made(ada)
    Token.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    with pytest.raises(AuthenticationFailed):
        let_in(f"Bearer {text}")
    page = at_home.get("/account/tokens/").content.decode()
    assert "Ended on" in page
    assert "Remove it" in page
    assert "No tokens." in at_home.get("/account/").content.decode()


def test_the_token_of_a_closed_account_is_refused(ada) -> None:
    _, text = made(ada)
    get_user_model().objects.update(is_active=False)
    with pytest.raises(AuthenticationFailed):
        let_in(f"Bearer {text}")


def test_a_token_is_listed_with_its_last_use_which_is_not_written_each_time(
    at_home, ada, django_assert_num_queries
) -> None:
    _, text = made(ada)
    assert "never used" in at_home.get("/account/tokens/").content.decode()
    let_in(f"Bearer {text}")
    used = Token.objects.get().last_used_at
    assert abs(timezone.now() - used) < timedelta(minutes=1)
    assert "last used" in at_home.get("/account/tokens/").content.decode()
    with django_assert_num_queries(1):
        let_in(f"Bearer {text}")
    Token.objects.update(last_used_at=used - services.USE_INTERVAL)
    let_in(f"Bearer {text}")
    assert Token.objects.get().last_used_at >= used


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite has one writer at a time")
def test_reading_by_a_token_does_not_wait_for_writers(ada) -> None:
    _, text = made(ada)
    waits = []

    def look(execute, sql, params, many, context):
        waits.append((sql.split()[0], connection.connection.execute("PRAGMA busy_timeout").fetchone()[0]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        let_in(f"Bearer {text}")
        let_in(f"Bearer {text}")
    ((_, usual), noted, (_, again)) = waits
    assert noted == ("UPDATE", 0)
    assert usual == again > 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite can be told to take no writes")
def test_a_token_opens_what_can_only_be_read(ada) -> None:
    _, text = made(ada)
    connection.connection.execute("PRAGMA query_only = ON")
    try:
        assert let_in(f"Bearer {text}")[0] == ada
    finally:
        connection.connection.execute("PRAGMA query_only = OFF")
    assert Token.objects.get().last_used_at is None


@pytest.mark.parametrize(
    ("scope", "reads", "writes"), [(Scope.READ, True, False), (Scope.LEGIONS, True, True)], ids=["read", "legions"]
)
def test_a_token_opens_what_its_scope_says(ada, scope, reads, writes) -> None:
    token, _ = made(ada, scope)
    assert (token.may(Scope.READ), token.may(Scope.LEGIONS)) == (reads, writes)


# -- a new password ----------------------------------------------------------------------------------------------------

OLD, NEW = "correct horse battery staple", "another long enough one"


@pytest.fixture
def bea():
    user = get_user_model().objects.create_user("bea", email="bea@example.org", password=OLD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    made(user, name="League table")
    return user


@pytest.fixture
def at_beas(bea):
    client = Client()
    client.post("/account/login/", {"login": "bea", "password": OLD})
    return client


def change_password(client, **data):
    form = {"oldpassword": OLD, "password1": NEW, "password2": NEW, **data}
    assert client.post("/account/password/change/", form).status_code == 302


def test_the_password_form_asks_whether_to_end_tokens(at_beas, bea) -> None:
    (box,) = Page(at_beas.get("/account/password/change/")).all("input", name="end_tokens")
    assert "checked" in box
    change_password(at_beas, end_tokens="on")
    assert not Token.objects.filter(user=bea).exists()
    (message,) = mail.outbox
    assert "A program token was revoked as well" in message.body
    assert "- League table" in message.body


def test_tokens_stay_for_who_says_so_and_the_mail_says_that_they_do(at_beas, bea) -> None:
    change_password(at_beas)
    assert Token.objects.filter(user=bea).exists()
    (message,) = mail.outbox
    assert "One program token still has access to your account" in message.body
    assert "/account/tokens/" in message.body


def test_nobody_without_tokens_is_asked_about_them(at_beas, bea) -> None:
    services.revoke_all_tokens(user=bea)
    assert not Page(at_beas.get("/account/password/change/")).all("input", name="end_tokens")
    change_password(at_beas)
    assert "token" not in mail.outbox[0].body


def test_a_password_that_was_forgotten_ends_every_token(client, bea) -> None:
    client.post("/account/password/reset/", {"email": bea.email})
    link = re.search(r"http://testserver(/account/password/reset/key/\S+)", mail.outbox[-1].body)[1]
    page = client.get(link, follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    bea.refresh_from_db()
    assert bea.check_password(NEW)
    assert not Token.objects.filter(user=bea).exists()
    assert "- League table" in mail.outbox[-1].body


def test_a_password_that_somebody_else_sets_ends_every_token(bea) -> None:
    bea.set_password(NEW)
    bea.save()
    assert not Token.objects.filter(user=bea).exists()


def test_a_rehashed_password_ends_no_tokens(bea, settings) -> None:
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    before = bea.password
    assert bea.check_password(OLD)
    bea.refresh_from_db()
    assert bea.password != before
    assert Token.objects.filter(user=bea).exists()


def test_tokens_of_roles_ended_by_a_password_change_are_in_the_audit_log(bea) -> None:
    made(bea, scope=Scope.CURATE, name="Desk")
    bea.set_password(NEW)
    bea.save()
    assert AuditEntry.objects.filter(what="token ended").count() == 1
