"""Two-factor authentication: app codes, recovery codes, and curators, for whom it is required."""

import re
import time

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth import get_user_model
from django.contrib.messages import get_messages
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory
from django.utils import timezone

from catalog import permissions
from legions.accounts import second_factor
from legions.accounts.models import SpentCode
from legions.saved_lists.models import Legion
from tests import factories
from tests.contention import at_once
from tests.legions.page_parser import Page, publish_world
from tests.nonempty import nonempty

PASSWORD = "correct horse battery staple"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

pytestmark = [pytest.mark.django_db, pytest.mark.guard]


@pytest.fixture
def ada():
    return get_user_model().objects.create_user("ada", email="ada@example.org", password=PASSWORD)


@pytest.fixture
def ada_with_codes(ada):
    totp.TOTP.activate(ada, SECRET)
    RecoveryCodes.activate(ada)
    return ada


def code(steps=0):
    """Return the code that an app shows `steps` half minutes from now."""
    return totp.format_hotp_value(totp.hotp_value(SECRET, int(time.time()) // 30 + steps))


def say_password(client):
    return client.post("/account/login/", {"login": "ada", "password": PASSWORD}, follow=True)


def say_code(client, code):
    return client.post("/account/2fa/authenticate/", {"code": code}, follow=True)


def is_in(client):
    return "_auth_user_id" in client.session


# -- codes -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_code_app_is_set_up_by_its_first_code_and_recovery_codes_come_with_it(client, ada):
    say_password(client)
    page = client.get("/account/2fa/totp/activate/")
    secret = re.search(r'<code id="secret">([A-Z2-7 ]+)</code>', page.content.decode())[1].replace(" ", "")
    assert page.content.decode().count('class="qr"') == 1
    assert "otpauth" not in page.content.decode()  # the picture contains it, no address that could leak does
    first = totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30))
    codes = client.post("/account/2fa/totp/activate/", {"code": first}, follow=True)
    assert len(re.findall(r"^\d{8}$|>\d{8}$", codes.content.decode(), re.M)) == 10
    assert "A code app was switched on" in mail.outbox[-1].subject
    assert "127.0.0.1" in mail.outbox[-1].body


def test_a_wrong_first_code_switches_nothing_on(client, ada):
    say_password(client)
    client.get("/account/2fa/totp/activate/")
    response = client.post("/account/2fa/totp/activate/", {"code": "000000"})
    assert "Wrong code." in Page(response).words
    assert not Authenticator.objects.exists()


def test_with_codes_the_password_is_not_enough(client, ada_with_codes):
    assert "The second step" in Page(say_password(client)).words
    assert not is_in(client)
    assert client.get("/account/").status_code == 302
    assert "Wrong code." in Page(say_code(client, "000000")).words
    assert not is_in(client)
    say_code(client, code())
    assert is_in(client)


@pytest.mark.parametrize(("steps", "fits"), [(-2, False), (-1, True), (1, True), (2, False)])
def test_a_clock_may_be_half_a_minute_off_and_no_more(client, ada_with_codes, steps, fits):
    say_password(client)
    now = int(time.time()) // 30
    say_code(client, code(steps))
    if int(time.time()) // 30 == now:  # else the half minute changed meanwhile
        assert is_in(client) is fits


def test_a_code_opens_once(ada_with_codes):
    once = code(1)
    for expected in (True, False):
        client = Client()
        say_password(client)
        say_code(client, once)
        assert is_in(client) is expected


def test_a_code_opens_once_for_as_long_as_a_clock_that_is_off_would_make_it_fit(ada_with_codes, monkeypatch):
    real, once = time.time, code(1)
    for later, expected in ((0, True), (40, False)):
        monkeypatch.setattr(time, "time", lambda later=later: real() + later)
        client = Client()
        say_password(client)
        say_code(client, once)
        assert is_in(client) is expected


def test_a_code_works_once_across_processes(ada_with_codes):
    once = code(1)
    for expected in (True, False):
        cache.clear()  # another process has its own memory
        client = Client()
        say_password(client)
        say_code(client, once)
        assert is_in(client) is expected


@pytest.mark.django_db(transaction=True)
def test_of_many_who_say_one_code_at_once_one_gets_in(ada, shared):
    taken = at_once(*[lambda: second_factor.consume_code(ada, "123456") for _ in range(4)])
    assert sorted(taken) == [False, False, False, True]


@pytest.mark.django_db(transaction=True)
def test_the_code_that_switches_an_app_on_opens_nothing_afterwards(client, ada):
    say_password(client)
    page = client.get("/account/2fa/totp/activate/")
    secret = re.search(r'<code id="secret">([A-Z2-7 ]+)</code>', page.content.decode())[1].replace(" ", "")
    first = totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30 + 1))
    client.post("/account/2fa/totp/activate/", {"code": first})
    other = Client()
    say_password(other)
    say_code(other, first)
    assert not is_in(other)


def test_expired_codes_are_deleted(ada):
    assert second_factor.consume_code(ada, "123456")
    SpentCode.objects.update(until=timezone.now())
    assert second_factor.consume_code(ada, "123456")
    assert SpentCode.objects.count() == 1
    assert "123456" not in SpentCode.objects.get().digest


def test_a_recovery_code_opens_once_in_place_of_a_code(ada_with_codes):
    spare = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[3]
    for expected in (True, False):
        client = Client()
        say_password(client)
        say_code(client, spare)
        assert is_in(client) is expected
    client = Client()
    client.force_login(ada_with_codes)
    assert "9 codes are left." in Page(client.get("/account/2fa/")).words


def test_after_ten_wrong_codes_even_the_right_one_waits(client, ada_with_codes):
    say_password(client)
    for number in range(10):
        say_code(client, f"00000{number}")
    assert "Wait five minutes" in Page(say_code(client, code())).words
    assert not is_in(client)


def test_a_guests_legions_move_into_the_account_once_the_second_step_is_taken(client, ada_with_codes):
    publish_world()
    client.post("/build/attack-wing/", {"do": "add/hill-giant", "once": "a"})
    say_password(client)
    assert Legion.objects.get().owner is None
    say_code(client, code())
    assert Legion.objects.get().owner == ada_with_codes


# -- secrets ---------------------------------------------------------------------------------------------------------


def test_secrets_are_locked_away_and_open_with_a_former_key(ada_with_codes, settings):
    for one in nonempty(Authenticator.objects.all()):
        assert SECRET not in str(one.data)
    row = Authenticator.objects.get(type="totp")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new one", [settings.SECRET_KEY]
    assert row.wrap().validate_code(code(1))
    settings.SECRET_KEY_FALLBACKS = []
    cache.clear()
    assert not row.wrap().validate_code(code(1))


def test_a_secret_that_no_key_decrypts_counts_as_unknown():
    assert get_adapter().decrypt("nonsense") != get_adapter().decrypt("nonsense")
    assert len(get_adapter().decrypt("nonsense")) == 32


@pytest.mark.parametrize("ask", ["get", "post"])
def test_at_the_limit_of_passkeys_no_further_one_is_created(client, ada, ask):
    client.force_login(ada)
    kind = Authenticator.Type.WEBAUTHN
    for number in range(second_factor.MAX_PASSKEYS):
        assert not second_factor.has_maximum_passkeys(ada)
        Authenticator.objects.create(user=ada, type=kind, data={"name": str(number), "credential": {}})
    response = getattr(client, ask)("/account/2fa/webauthn/add/")
    assert response["Location"] == "/account/2fa/"
    texts = [str(one) for one in get_messages(response.wsgi_request)]
    assert texts == ["You have 20 passkeys, which is the most. Remove one first."]
    assert Authenticator.objects.filter(user=ada, type=kind).count() == second_factor.MAX_PASSKEYS


def test_passkeys_are_bound_to_the_host_or_to_what_is_set(settings, monkeypatch):
    from allauth.core import context

    with context.request_context(RequestFactory().get("/", headers={"Host": "testserver:8000"})):
        assert get_adapter().get_public_key_credential_rp_entity() == {"id": "testserver", "name": "Muster"}
        settings.PASSKEY_DOMAIN, settings.PASSKEY_SITE = "example.org", "Muster of the club"
        entity = get_adapter().get_public_key_credential_rp_entity()
    assert entity == {"id": "example.org", "name": "Muster of the club"}


# -- reauthentication ------------------------------------------------------------------------------------------------


@pytest.fixture
def long_ago(monkeypatch):
    """Set the log-in so far in the past that it no longer counts as recent."""
    monkeypatch.setattr("allauth.account.app_settings.AppSettings.REAUTHENTICATION_TIMEOUT", -1)


@pytest.mark.parametrize(
    "address",
    [
        "/account/2fa/totp/activate/",
        "/account/2fa/webauthn/add/",
        "/account/2fa/recovery-codes/generate/",
    ],
)
def test_changes_of_login_methods_need_a_recent_login(client, ada, address, monkeypatch):
    say_password(client)
    if "recovery" not in address:
        assert client.get(address).status_code == 200
    monkeypatch.setattr("allauth.account.app_settings.AppSettings.REAUTHENTICATION_TIMEOUT", -1)
    assert client.get(address).url.startswith("/account/reauthenticate/")


def test_an_address_is_not_added_without_asking_once_more(client, ada, long_ago):
    say_password(client)
    answer = client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    assert answer.url.startswith("/account/reauthenticate/")
    assert not ada.emailaddress_set.filter(email="new@example.org").exists()


# -- curators --------------------------------------------------------------------------------------------------------


@pytest.fixture
def needed(settings):
    settings.SECOND_FACTOR_WAIVED = False


@pytest.mark.parametrize("role", [permissions.CURATOR, permissions.ADMIN])
def test_roles_need_a_second_step_only_for_the_admin(client, ada, role, needed):
    permissions.grant(ada, role)
    say_password(client)
    for address in ("/admin/", "/admin/catalog/card/", "/admin/catalog/card/add/"):
        for answer in (client.get(address), client.post(address, {})):
            assert (answer.status_code, answer.url) == (302, "/account/2fa/"), address
    assert "you cannot open the curators’ desk" in Page(client.get("/account/2fa/")).words
    assert client.get("/legions/").status_code == 200


def test_a_second_step_opens_the_admin(client, ada_with_codes, needed):
    permissions.grant(ada_with_codes, permissions.CURATOR)
    say_password(client)
    assert client.get("/admin/").status_code == 302
    say_code(client, code())
    assert client.get("/admin/").status_code == 200


def test_a_session_from_before_the_second_step_takes_it_first(client, ada, needed):
    permissions.grant(ada, permissions.CURATOR)
    say_password(client)
    totp.TOTP.activate(ada, SECRET)
    assert client.get("/admin/catalog/card/").url == "/account/2fa/reauthenticate/?next=/admin/catalog/card/"
    answer = client.post("/account/2fa/reauthenticate/", {"code": code(), "next": "/admin/catalog/card/"})
    assert answer.url == "/admin/catalog/card/"
    assert client.get("/admin/catalog/card/").status_code == 200


def test_saying_the_password_again_is_no_second_step(client, ada, needed):
    permissions.grant(ada, permissions.CURATOR)
    say_password(client)
    totp.TOTP.activate(ada, SECRET)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert client.get("/admin/").status_code == 302


def test_a_second_step_that_was_switched_off_closes_the_desk_again(client, ada_with_codes, needed):
    permissions.grant(ada_with_codes, permissions.CURATOR)
    say_password(client)
    say_code(client, code())
    Authenticator.objects.exclude(type="recovery_codes").delete()
    assert client.get("/admin/").url == "/account/2fa/"


def test_others_are_refused_at_the_desk_as_ever(client, ada, needed):
    say_password(client)
    assert client.get("/admin/", follow=True).status_code == 403
    assert "/account/login/" in Client().get("/admin/", follow=True).redirect_chain[-1][0]


def test_a_demonstration_waives_it_and_says_so(client, ada, settings):
    permissions.grant(ada, permissions.CURATOR)
    client.force_login(ada)
    words = "Elsewhere this desk opens only to who logs in with a second step."
    assert words not in client.get("/admin/").content.decode()
    settings.DEMO = True
    assert words in client.get("/admin/").content.decode()


def test_nobody_looks_into_second_steps_and_sessions_at_the_desk(client):
    client.force_login(factories.UserFactory(is_staff=True, is_superuser=True))
    for model in ("mfa/authenticator", "usersessions/usersession"):
        assert client.get(f"/admin/{model}/").status_code == 404


# -- account recovery --------------------------------------------------------------------------------------------------


def test_an_operator_can_reset_a_lost_second_step(client, ada_with_codes, capsys):
    say_password(client)
    say_code(client, code())
    call_command("end_second_step", "ada")
    assert "2 removed from ada" in capsys.readouterr().out
    assert client.get("/account/").status_code == 302
    say_password(client)
    assert is_in(client)


def test_a_name_that_nobody_has_takes_nothing(ada_with_codes):
    with pytest.raises(CommandError, match="no account called bob"):
        call_command("end_second_step", "bob")
    assert Authenticator.objects.count() == 2
