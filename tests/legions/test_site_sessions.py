"""Sessions: their duration, their devices, and their end."""

from datetime import UTC, datetime, timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.utils import timezone as clock

from legions.accounts import session_activity, user_agents
from tests import factories
from tests.legions.page_parser import Page, publish_world

PASSWORD = "correct horse battery staple"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"

pytestmark = [pytest.mark.django_db, pytest.mark.guard]


class Clock:
    """A fake clock for everything that asks Django for the time."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def wait(self, **length: float) -> None:
        self.now += timedelta(**length)


@pytest.fixture
def time(monkeypatch):
    time = Clock()
    monkeypatch.setattr(clock, "now", lambda: time.now)
    cache.clear()
    return time


@pytest.fixture
def ada(db):
    cache.clear()
    return get_user_model().objects.create_user("ada", password=PASSWORD)


def browser(agent=LAPTOP):
    return Client(headers={"User-Agent": agent})


def log_in(client, password=PASSWORD):
    client.post("/account/login/", {"login": "ada", "password": password})
    return client


def is_in(client):
    return client.get("/account/").status_code == 200


# -- duration --------------------------------------------------------------------------------------------------------


def test_a_session_that_is_not_used_ends_after_14_days(time, ada):
    client = log_in(browser())
    time.wait(days=13, hours=23)
    assert is_in(client)
    time.wait(days=14, seconds=1)
    assert not is_in(client)


def test_use_puts_the_end_off_but_never_beyond_90_days(time, ada):
    client = log_in(browser())
    for _ in range(9):
        time.wait(days=9.9)
        assert is_in(client)
    time.wait(days=0.8)
    assert is_in(client)
    time.wait(days=0.2, seconds=1)
    assert not is_in(client)


def test_the_cookie_ends_with_the_session(time, ada):
    client = log_in(browser())
    assert client.cookies["sessionid"]["max-age"] == 14 * 24 * 3600
    for _ in range(8):
        time.wait(days=10)
        assert is_in(client)
    assert client.cookies["sessionid"]["max-age"] == 10 * 24 * 3600


def test_another_login_restarts_the_session(time, ada):
    client = log_in(browser())
    for _ in range(8):
        time.wait(days=11)
        assert is_in(client)
    client.post("/account/logout/")
    log_in(client)
    time.wait(days=13)
    assert is_in(client)


def test_a_session_of_a_guest_lasts_as_long_as_their_legions(time):
    publish_world()
    client = browser()
    client.post("/build/attack-wing/", {"do": "add/hill-giant", "once": "a"})
    assert "Hill Giant Chief" in client.get("/legions/").content.decode()
    time.wait(days=89, hours=23)
    assert "Hill Giant Chief" in client.get("/legions/").content.decode()
    time.wait(days=90, hours=2)
    assert "Hill Giant Chief" not in client.get("/legions/").content.decode()


def test_a_use_is_noted_once_an_hour_and_else_writes_nothing(time, ada, django_assert_num_queries):
    client = log_in(browser())
    is_in(client)
    noted = UserSession.objects.get().last_seen_at
    time.wait(minutes=59)
    is_in(client)
    assert UserSession.objects.get().last_seen_at == noted
    time.wait(minutes=1)
    is_in(client)
    assert UserSession.objects.get().last_seen_at == time.now


def test_a_database_that_has_no_time_to_note_it_is_let_be(time, ada, monkeypatch):
    client = log_in(browser())
    time.wait(hours=2)

    def busy(request):
        raise OperationalError("database is locked")

    monkeypatch.setattr(session_activity, "record_session", busy)
    assert client.get("/marks/").status_code == 200


# -- devices and log-out -----------------------------------------------------------------------------------------------


def test_devices_are_listed_in_words_this_one_first_and_marked(ada):
    log_in(browser(PHONE))
    client = log_in(browser())
    page = Page(client.get("/account/sessions/"))
    assert page.words.index("Firefox on Linux This device") < page.words.index("Safari on iPhone Last used")
    assert "You are logged in on 2 devices." in Page(client.get("/account/")).words


def test_one_device_or_all_others_are_logged_out(ada):
    phone, old, client = log_in(browser(PHONE)), log_in(browser()), log_in(browser())
    number = UserSession.objects.get(user_agent=PHONE).pk
    client.post("/account/sessions/", {"end": number})
    assert (is_in(phone), is_in(old), is_in(client)) == (False, True, True)
    response = client.post("/account/sessions/", {"end": "others"}, follow=True)
    assert "Every other device is logged out." in Page(response).words
    assert (is_in(old), is_in(client)) == (False, True)
    assert Session.objects.count() == 1


@pytest.mark.parametrize("asked", ["", "x", "-1", "9" * 30, "0", "٣"])
def test_a_session_that_is_not_there_is_none_to_end(ada, asked):
    client = log_in(browser())
    response = client.post("/account/sessions/", {"end": asked}, follow=True)
    assert "has ended already" in Page(response).words
    assert is_in(client)


def test_nobody_ends_or_sees_the_session_of_somebody_else(ada):
    theirs = log_in(browser(PHONE))
    number = UserSession.objects.get().pk
    other = browser()
    other.force_login(factories.UserFactory())
    assert "iPhone" not in other.get("/account/sessions/").content.decode()
    assert "has ended already" in Page(other.post("/account/sessions/", {"end": number}, follow=True)).words
    assert is_in(theirs)


def test_a_new_password_leaves_no_other_session_behind(ada):
    log_in(browser(PHONE))
    client = log_in(browser())
    new = "another long enough one"
    client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert Session.objects.count() == 1
    assert Page(client.get("/account/sessions/")).words.count(", logged in ") == 1


def test_an_account_that_is_closed_is_out_at_once_and_stays_out(ada):
    client = log_in(browser())
    ada.is_active = False
    ada.save()
    assert not is_in(client)
    ada.is_active = True
    ada.save()
    assert not is_in(client)


@pytest.mark.parametrize(
    ("agent", "description"),
    [
        (PHONE, "Safari on iPhone"),
        (LAPTOP, "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0",
            "Edge on Windows",
        ),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "Chrome on Android"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
            "Safari on Mac",
        ),
        ("curl/8.5", "An unknown program"),
        ("", "An unknown program"),
    ],
)
def test_user_agents_are_described_in_words(agent, description):
    assert user_agents.describe(agent) == description


def test_of_more_sessions_than_there_may_be_those_used_least_lately_end(ada, monkeypatch):
    monkeypatch.setattr(session_activity, "MAX_SESSIONS", 2)
    first, second = log_in(browser()), log_in(browser())
    UserSession.objects.filter(session_key=second.session.session_key).update(
        last_seen_at=clock.now() - timedelta(hours=1)
    )
    third = log_in(browser())
    assert [is_in(one) for one in (first, second, third)] == [True, False, True]
    assert UserSession.objects.filter(user=ada).count() == 2
