"""Known devices: attempts elsewhere do not lock their owner out, and a device alone does not grant access."""

import time
from contextlib import suppress

import pytest
from allauth.core import context
from allauth.mfa.base.internal.flows import check_rate_limit
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from allauth.mfa.webauthn.internal import auth as passkeys
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory

from legions.account_pages.forms import PasskeyLoginForm
from legions.accounts import known_devices
from tests.legions.page_parser import Page

PASSWORD = "correct horse battery staple"
NEW = "another long enough one"

pytestmark = [pytest.mark.django_db, pytest.mark.guard]


@pytest.fixture
def ada():
    return get_user_model().objects.create_user("ada", email="ada@example.org", password=PASSWORD)


def log_in(client, password=PASSWORD, login="ada"):
    return client.post("/account/login/", {"login": login, "password": password})


def is_in(client):
    return "_auth_user_id" in client.session


def device_of(client=None, *, password=PASSWORD, login="ada"):
    """Return a client that has logged in and out again."""
    client = client or Client()
    log_in(client, password, login)
    assert is_in(client)
    client.post("/account/logout/")
    assert not is_in(client)
    return client


def attack(tries=20, login="ada"):
    for number in range(tries):
        log_in(Client(REMOTE_ADDR=f"192.0.2.{number}"), f"wrong {number}", login)


@pytest.mark.parametrize("login", ["ada", "Ada", "ada@example.org"])
def test_wrong_passwords_from_elsewhere_do_not_lock_out_a_device_that_has_logged_in(ada, login) -> None:
    known, unknown = device_of(), Client(REMOTE_ADDR="192.0.2.99")
    attack(login=login)
    assert "Wait five minutes" in Page(log_in(unknown, login=login)).words
    log_in(known, login=login)
    assert is_in(known)
    assert not is_in(unknown)


def test_nor_do_they_from_the_address_that_the_device_has(ada) -> None:
    known = device_of()
    for number in range(20):
        log_in(Client(), f"wrong {number}")
    log_in(known)
    assert is_in(known)


def test_such_a_device_has_ten_tries_of_its_own_and_no_more(ada) -> None:
    known = device_of()
    for number in range(10):
        log_in(known, f"wrong {number}")
    assert "Wait five minutes" in Page(log_in(known)).words
    assert not is_in(known)
    other = Client()  # its failures do not count for others
    log_in(other)
    assert is_in(other)


def test_a_known_device_has_separate_tries_only_for_its_account(ada) -> None:
    get_user_model().objects.create_user("mallory", password=PASSWORD)
    device = device_of(login="mallory")
    for number in range(10):
        log_in(device, f"wrong {number}", "ada")
    assert "Wait five minutes" in Page(log_in(device)).words


def test_a_device_is_known_to_each_who_shares_it(ada) -> None:
    get_user_model().objects.create_user("bea", password=PASSWORD)
    shared = device_of(device_of(login="bea"))
    attack()
    attack(login="bea")
    for login in ("ada", "bea"):
        log_in(shared, login=login)
        assert is_in(shared), login
        shared.post("/account/logout/")


def test_the_cookie_has_a_limited_number_of_accounts(ada) -> None:
    shared = Client()
    for number in range(known_devices.MAX_ACCOUNTS + 2):
        get_user_model().objects.create_user(f"of-us-{number}", password=PASSWORD)
        device_of(shared, login=f"of-us-{number}")
    marks = signing.loads(shared.cookies[settings.DEVICE_COOKIE_NAME].value, salt=known_devices.SALT)
    assert len(marks) == known_devices.MAX_ACCOUNTS
    assert len(shared.cookies[settings.DEVICE_COOKIE_NAME].value) < 1_000


def test_a_new_password_ends_what_other_devices_are_known_by_and_not_this_one(ada) -> None:
    other, this = device_of(), Client()
    log_in(this)
    this.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    this.post("/account/logout/")
    attack()
    log_in(other, NEW)
    assert not is_in(other)
    log_in(this, NEW)
    assert is_in(this)


def test_an_admin_who_sets_a_password_makes_the_device_of_its_owner_known_to_nobody(ada) -> None:
    known = device_of()
    ada.set_password(NEW)
    ada.save()
    attack()
    log_in(known, NEW)
    assert not is_in(known)


FORGED = {"empty": "", "nonsense": "nonsense", "alike": "a:b:c", "another": signing.dumps([[1, "x"]], salt="another")}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_cookie_that_is_not_ours_makes_no_device_known(ada, forged) -> None:
    device = Client()
    device.cookies[settings.DEVICE_COOKIE_NAME] = forged
    attack()
    assert log_in(device).status_code in (200, 400)
    assert not is_in(device)


def test_the_cookie_is_http_only_and_grants_nothing(ada) -> None:
    known = device_of()
    cookie = known.cookies[settings.DEVICE_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert int(cookie["max-age"]) == known_devices.COOKIE_LIFETIME.total_seconds()
    assert known.get("/account/").status_code == 302
    for secret in (PASSWORD, ada.password, ada.email):
        assert secret not in cookie.value


def test_a_wrong_password_makes_no_device_known(client, ada) -> None:
    log_in(client, "wrong")
    assert settings.DEVICE_COOKIE_NAME not in client.cookies


# -- the second factor -------------------------------------------------------------------------------------------------


SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def code():
    return totp.format_hotp_value(totp.hotp_value(SECRET, int(time.time()) // 30))


def say_code(client, code):
    return client.post("/account/2fa/authenticate/", {"code": code}, follow=True)


def wear_out(client, tries=10):
    """Enter wrong codes until no more are accepted."""
    log_in(client)
    for _ in range(tries):
        say_code(client, "000000")
    return say_code(client, "000000")


def test_a_known_password_does_not_use_up_the_codes_of_a_known_device(ada) -> None:
    known = device_of()
    totp.TOTP.activate(ada, SECRET)
    attacker = Client(REMOTE_ADDR="192.0.2.7")
    assert "Wait five minutes" in Page(wear_out(attacker)).words
    unknown = Client(REMOTE_ADDR="192.0.2.8")
    log_in(unknown)
    assert "Wait five minutes" in Page(say_code(unknown, code())).words
    log_in(known)
    say_code(known, code())
    assert is_in(known)
    assert not is_in(attacker)
    assert not is_in(unknown)


def test_nor_from_its_address(ada) -> None:
    known = device_of()
    totp.TOTP.activate(ada, SECRET)
    wear_out(Client())
    log_in(known)
    say_code(known, code())
    assert is_in(known)


def test_a_known_device_has_ten_tries_at_the_second_step_and_one_that_fits_ends_the_count(ada) -> None:
    known = device_of()
    totp.TOTP.activate(ada, SECRET)
    assert "Wrong code. Try again." in Page(wear_out(known, 8)).words
    say_code(known, code())
    assert is_in(known)
    known.post("/account/logout/")
    assert "Wait five minutes" in Page(wear_out(known)).words
    RecoveryCodes.activate(ada)
    fits = RecoveryCodes(Authenticator.objects.get(user=ada, type="recovery_codes")).get_unused_codes()[0]
    assert "Wait five minutes" in Page(say_code(known, fits)).words
    assert not is_in(known)


def test_a_device_of_a_former_password_counts_as_any_other(ada) -> None:
    known = device_of()
    totp.TOTP.activate(ada, SECRET)
    ada.set_password(NEW)
    ada.save()
    assert known_devices.rate_limit_key_for_user(_request_of(known), ada) == ""


def test_a_passkey_of_a_known_device_is_asked_for_too_when_others_have_used_up_their_tries(ada, monkeypatch) -> None:
    known = device_of()
    passkey = Authenticator.objects.create(user=ada, type="webauthn", data={"name": "Key", "credential": {}})
    monkeypatch.setattr(passkeys, "parse_authentication_response", lambda shown: None)
    monkeypatch.setattr(passkeys, "complete_authentication", lambda user, shown: passkey)
    for _ in range(11):
        with suppress(ValidationError):
            check_rate_limit_of(Client(), ada)
    with context.request_context(_request_of(known)):
        form = PasskeyLoginForm({"credential": '{"id": 1}'}, user=ada)
        assert form.is_valid(), form.errors
    with context.request_context(_request_of(Client())):
        assert not PasskeyLoginForm({"credential": '{"id": 1}'}, user=ada).is_valid()


def check_rate_limit_of(client, user):
    with context.request_context(_request_of(client)):
        check_rate_limit(user)


def _request_of(client):
    request = RequestFactory().post("/account/2fa/authenticate/")
    request.COOKIES = {name: one.value for name, one in client.cookies.items()}
    return request
