"""Accounts: registration, log-in, log-out, and recovery, with and without an email."""

import re
from pathlib import Path

import allauth
import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core import mail
from django.template.loader import get_template
from django.test import Client

from tests import factories
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

PASSWORD = "correct horse battery staple"
SIGN_UP = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD, "email": ""}

pytestmark = [pytest.mark.django_db, pytest.mark.guard]


@pytest.fixture
def ada():
    return get_user_model().objects.create_user("ada", email="ada@example.org", password=PASSWORD)


def log_in(client, name="ada", password=PASSWORD):
    return client.post("/account/login/", {"login": name, "password": password})


def logged_in(client):
    return "_auth_user_id" in client.session


def sign_up(client, **changes):
    return client.post("/account/signup/", {**SIGN_UP, **changes})


def errors(response):
    """Return the errors of a form, by field and in general."""
    page = response.content.decode()
    return re.findall(r'<p class="field__error">(.*?)</p>', page) + re.findall(r'role="alert"><p>(.*?)</p>', page)


# -- registration --------------------------------------------------------------------------------------------------


def test_a_name_and_a_password_make_an_account_and_log_in(client):
    response = sign_up(client)
    assert response.url == "/legions/"
    assert logged_in(client)
    assert not mail.outbox
    user = get_user_model().objects.get()
    assert (user.username, user.email, user.is_staff) == ("ada", "", False)


def test_with_an_email_a_link_to_confirm_it_is_sent_and_nothing_waits_for_it(client):
    sign_up(client, email="ada@example.org")
    assert logged_in(client)
    assert mail.outbox[0].subject == "Muster: Is this your address?"
    link = re.search(r"http://testserver(/account/confirm-email/\S+)", mail.outbox[0].body)[1]
    assert "ada" in Page(client.get(link)).words
    assert not EmailAddress.objects.get().verified
    client.post(link)
    assert EmailAddress.objects.get().verified


def test_the_sign_up_page_explains_the_password(client):
    words = Page(client.get("/account/signup/")).words
    assert "At least 12 characters." in words
    assert "Email (optional)" in words


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"password1": "short", "password2": "short"}, "at least 12 characters"),
        ({"password1": "passwordpassword", "password2": "passwordpassword"}, "easy to guess here"),
        ({"password1": "muster-legions-2026!", "password2": "muster-legions-2026!"}, "easy to guess here"),
        ({"password1": "a" * 129, "password2": "a" * 129}, "at most 128"),
        ({"username": "lovelace-augusta", "password1": "lovelace-augusta", "password2": "lovelace-augusta"}, "similar"),
        ({"password2": "something else entirely"}, "same password"),
        ({"username": "a"}, "at least 2"),
        ({"username": "x" * 31}, "at most 30"),
        ({"username": "ada lovelace"}, "Use letters, digits"),
        ({"username": "-ada"}, "Use letters, digits"),
        ({"username": "<b>ada</b>"}, "Use letters, digits"),
        ({"username": "аda"}, "letters of one script"),
        ({"username": "Admin"}, "is reserved"),
        ({"username": "ada\x00"}, "Null characters"),
        ({"email": "no address"}, "valid email"),
    ],
)
def test_faults_are_shown_at_their_fields_and_no_account_is_created(client, changes, message):
    response = sign_up(client, **changes)
    assert response.status_code == 200
    assert any(message in error for error in errors(response)), errors(response)
    assert not get_user_model().objects.exists()
    assert not logged_in(client)


@pytest.mark.parametrize("password", ["a" * 12, "ünïcödé is fine here", "x" * 128, "   spaces count   "])
def test_any_password_of_12_to_128_characters_is_taken_as_it_is(client, password):
    if len(set(password)) == 1:
        password = f"{password[:-2]}qz"
    assert sign_up(client, password1=password, password2=password).status_code == 302
    client.logout()
    log_in(client, password=password)
    assert logged_in(client)


@pytest.mark.parametrize("name", ["zoë", "Ярослава", "愛子", "ngọc-anh", "müller_2", "d.artagnan", "ʻokina"])
def test_honest_names_are_taken(client, name):
    assert sign_up(client, username=name).status_code == 302


def test_names_are_unique_without_case(client, ada):
    response = sign_up(client, username="ADA")
    assert errors(response)
    assert get_user_model().objects.count() == 1


def test_an_email_that_has_an_account_gets_the_answer_that_any_other_gets(client, ada):
    EmailAddress.objects.create(user=ada, email="ada@example.org", primary=True, verified=True)
    taken = sign_up(client, username="eve", email="ada@example.org")
    free = sign_up(Client(), username="bob", email="bob@example.org")
    assert (taken.status_code, taken.url) == (free.status_code, free.url)
    assert EmailAddress.objects.get(verified=True).user == ada
    mail.outbox.clear()
    Client().post("/account/password/reset/", {"email": "ada@example.org"})
    assert len(mail.outbox) == 1
    assert "Your username is ada." in mail.outbox[0].body


# -- log-in and log-out -------------------------------------------------------------------------------------------


def test_name_or_email_and_password_log_in_and_lead_back_to_where_one_was(client, ada):
    EmailAddress.objects.create(user=ada, email="ada@example.org", primary=True, verified=True)
    page = Page(client.get("/account/login/?next=/marks/"))
    assert "/marks/" in [field["value"] for field in page.all("input", name="next")]
    response = client.post("/account/login/", {"login": "ada", "password": PASSWORD, "next": "/marks/"})
    assert response.url == "/marks/"
    client.logout()
    assert log_in(client, "ada@example.org").url == "/legions/"


def test_logging_in_leads_to_no_other_site(client, ada):
    response = client.post(
        "/account/login/", {"login": "ada", "password": PASSWORD, "next": "https://elsewhere.example/"}
    )
    assert response.url == "/legions/"


def test_a_wrong_password_and_a_name_nobody_has_get_the_same_answer(client, ada):
    wrong = log_in(client, password="not the password")
    nobody = log_in(client, name="bob")
    assert errors(wrong) == errors(nobody) != []
    assert not logged_in(client)


def test_the_session_is_a_new_one_after_logging_in(client, ada):
    session = client.session
    session["something"] = "there before"
    session.save()
    before = client.cookies["sessionid"].value
    log_in(client)
    assert client.cookies["sessionid"].value != before


def test_logging_out_takes_a_form_not_a_link(client, ada):
    log_in(client)
    assert "Log out" in Page(client.get("/account/logout/")).words
    assert logged_in(client)
    response = client.post("/account/logout/", follow=True)
    assert not logged_in(client)
    assert "You are logged out." in Page(response).words


def test_a_closed_account_does_not_log_in(client, ada):
    ada.is_active = False
    ada.save()
    assert log_in(client).url == "/account/inactive/"
    assert not logged_in(client)


def test_after_ten_wrong_tries_even_the_right_password_waits(client, ada):
    for _ in range(10):
        log_in(client, password="not the password")
    response = log_in(client)
    assert not logged_in(client)
    assert "Wait five minutes" in " ".join(errors(response))


# -- passwords ------------------------------------------------------------------------------------------------------


def test_a_new_password_ends_every_other_session_and_keeps_this_one(client, ada):
    other = Client()
    log_in(client)
    log_in(other)
    new = {"oldpassword": PASSWORD, "password1": "another long enough one", "password2": "another long enough one"}
    response = client.post("/account/password/change/", new, follow=True)
    assert "Your password is changed." in Page(response).words
    assert client.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    client.logout()
    log_in(client, password="another long enough one")
    assert logged_in(client)


def test_changing_a_password_needs_the_one_so_far(client, ada):
    log_in(client)
    new = {"oldpassword": "wrong", "password1": "another long enough one", "password2": "another long enough one"}
    assert errors(client.post("/account/password/change/", new))
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_a_forgotten_password_is_replaced_by_way_of_the_email(client, ada):
    client.post("/account/password/reset/", {"email": "ada@example.org"})
    assert "Your username is ada" in mail.outbox[0].body
    link = re.search(r"http://testserver(/account/password/reset/key/\S+)", mail.outbox[0].body)[1]
    form = client.get(link, follow=True)
    assert "Set a new password" in Page(form).words
    address = form.redirect_chain[-1][0]
    response = client.post(address, {"password1": "a third long password", "password2": "a third long password"})
    assert "Your new password is set" in Page(client.get(response.url)).words
    log_in(client, password="a third long password")
    assert logged_in(client)
    assert "This link no longer works" in Page(Client().get(link, follow=True)).words


def test_asking_for_a_new_password_tells_nobody_who_has_an_account(client, ada):
    known = client.post("/account/password/reset/", {"email": "ada@example.org"}, follow=True)
    unknown = client.post("/account/password/reset/", {"email": "bob@example.org"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert Page(known).words == Page(unknown).words


# -- addresses and the account's page ---------------------------------------------------------------------------------


def test_addresses_are_added_confirmed_put_first_and_removed(client, ada):
    EmailAddress.objects.create(user=ada, email="ada@example.org", primary=True, verified=True)
    log_in(client)
    client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    assert "Not confirmed yet" in Page(client.get("/account/email/")).words
    link = re.search(r"http://testserver(/account/confirm-email/\S+)", mail.outbox[-1].body)[1]
    client.post(link)
    client.post("/account/email/", {"email": "new@example.org", "action_primary": ""})
    ada.refresh_from_db()
    assert ada.email == "new@example.org"
    client.post("/account/email/", {"email": "ada@example.org", "action_remove": ""})
    assert EmailAddress.objects.get().email == "new@example.org"


def test_an_account_has_so_many_addresses_and_nobody_else_is_written_to(client, ada):
    log_in(client)
    for number in range(6):
        client.post("/account/email/", {"email": f"new-{number}@example.org", "action_add": ""})
    assert EmailAddress.objects.filter(user=ada).count() == 5
    assert not any("new-5@example.org" in letter.to for letter in mail.outbox)


def test_the_account_page_says_who_one_is_and_what_can_be_changed(client, ada):
    log_in(client)
    page = Page(client.get("/account/"))
    assert page.all("a", href="/account/password/change/")
    assert "Without one you cannot reset a forgotten password." in page.words


def test_the_header_leads_curators_to_their_desk_and_nobody_else(client, ada):
    log_in(client)
    assert not Page(client.get("/marks/")).all("a", href="/admin/")
    client.force_login(factories.UserFactory(is_staff=True))
    assert Page(client.get("/marks/")).all("a", href="/admin/")


def test_each_page_that_writes_refuses_forms_without_a_token(ada):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    for address in ("logout", "email", "password/change", "login", "signup", "password/reset", "reauthenticate"):
        assert client.post(f"/account/{address}/").status_code == 403, address


# -- limits, mails, and disclosure ------------------------------------------------------------------------------


def test_tries_are_counted_per_account_too_from_any_address(ada):
    for number in range(10):
        log_in(Client(REMOTE_ADDR=f"192.0.2.{number}"), password="not the password")
    response = log_in(Client(REMOTE_ADDR="192.0.2.99"))
    assert "Wait five minutes" in " ".join(errors(response))


def test_a_forged_header_does_not_make_somebody_another(ada):
    for number in range(10):
        Client().post(
            "/account/login/",
            {"login": f"name{number}", "password": "x"},
            headers={"X-Forwarded-For": f"192.0.2.{number}"},
        )
    assert "Wait five minutes" in " ".join(errors(log_in(Client(headers={"X-Forwarded-For": "192.0.2.99"}))))


@pytest.mark.parametrize("address", ["ada@example.org", "nobody@example.org"])
def test_a_new_password_is_asked_for_five_times_a_day_whether_there_is_an_account_or_not(client, ada, address):
    for _ in range(5):
        assert client.post("/account/password/reset/", {"email": address}).status_code == 302
    client.post("/account/password/reset/", {"email": address})
    assert len(mail.outbox) == 5


def test_sign_ups_from_one_address_are_limited(client, db):
    statuses = [sign_up(Client(), username=f"name{number}").status_code for number in range(21)]
    assert statuses == [302] * 20 + [429]


@pytest.mark.parametrize("registered", [True, False])
def test_if_mail_cannot_be_stored_known_and_unknown_addresses_get_the_same_response(
    client, ada, registered, monkeypatch, settings
):
    settings.EMAIL_BACKEND = "legions.mails.backend.QueueEmailBackend"
    monkeypatch.setattr("legions.mails.queue.MAX_STORED_MAILS", 0)
    address = "ada@example.org" if registered else "nobody@example.org"
    response = client.post("/account/password/reset/", {"email": address}, follow=True)
    assert response.status_code == 200
    assert Page(response).words.count("The mail could not be sent just now. Try again later.") == 1


def test_an_account_is_made_although_mail_cannot_be_stored(client, db, monkeypatch, settings):
    settings.EMAIL_BACKEND = "legions.mails.backend.QueueEmailBackend"
    monkeypatch.setattr("legions.mails.queue.MAX_STORED_MAILS", 0)
    response = sign_up(client, email="ada@example.org")
    assert (response.status_code, logged_in(client)) == (302, True)
    assert "could not be sent" in Page(client.get("/legions/")).words


def test_each_change_of_login_methods_is_reported_by_mail(client, ada):
    EmailAddress.objects.create(user=ada, email="ada@example.org", primary=True, verified=True)
    log_in(client)
    new = {"oldpassword": PASSWORD, "password1": "another long enough one", "password2": "another long enough one"}
    client.post("/account/password/change/", new)
    message = mail.outbox[-1]
    assert (message.subject, message.to) == ("Muster: Your password was changed", ["ada@example.org"])
    assert "http://testserver/account/password/reset/" in message.body
    assert "from 127.0.0.1" in message.body


def test_passwords_are_hashed_with_argon2id_and_weaker_hashes_upgraded(client, db, settings):
    settings.PASSWORD_HASHERS = [
        "legions.accounts.passwords.Argon2Hasher",
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    ]
    old = PBKDF2PasswordHasher().encode(PASSWORD, "a salt", iterations=1)
    user = get_user_model().objects.create(username="ada", password=old)
    log_in(client)
    user.refresh_from_db()
    assert logged_in(client)
    assert user.password.startswith("argon2$argon2id$v=19$m=102400,t=3,p=8$")


def test_every_mail_has_a_subject_and_words_of_our_own():
    folders = [Path(allauth.__file__).parent / "templates" / app / "email" for app in ("account", "mfa")]
    unused = {"login_code", "password_reset_code", "email_confirmation_signup"}  # or only includes ours
    for file in nonempty(one for folder in folders for one in folder.glob("*.txt")):
        mail_name = file.stem.rpartition("_")[0]
        if mail_name not in unused:
            assert get_template(f"{file.parent.parent.name}/email/{file.name}").origin.name.startswith(
                str(settings.BASE_DIR / "templates")
            ), file.name
