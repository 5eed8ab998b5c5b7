"""Throttled pages: counted by the address that a proxy has seen, and without loss of typed input."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.cache import SessionStore
from django.core.cache import cache
from django.test import Client, RequestFactory
from pytest_django import Settings

from catalog.api_base.throttling import RATE_LIMITS
from legions.sharing import services as sharing_services
from legions.throttling import throttled_response
from tests import factories
from tests.clients import confirm_password
from tests.legions.page_parser import Page
from tests.throttles import allow, freeze_clock

pytestmark = [pytest.mark.django_db, pytest.mark.guard]
OF_PAGES = [name for name, policy in RATE_LIMITS.items() if policy.of_pages]


def request_from(forwarded: str, peer: str = "127.0.0.1") -> Any:
    request = RequestFactory(REMOTE_ADDR=peer).get("/", headers={"X-Forwarded-For": forwarded})
    request.user, request.session, request.htmx = AnonymousUser(), SessionStore(), None
    return request


@pytest.mark.parametrize("scope", OF_PAGES)
def test_behind_a_proxy_each_visitor_has_a_count_of_their_own(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, scope: str
) -> None:
    settings.PROXIES = 1
    freeze_clock(monkeypatch)
    allow(monkeypatch, scope, 1)
    assert throttled_response(request_from("192.0.2.1"), scope) is None
    assert throttled_response(request_from("192.0.2.2"), scope) is None
    refused = throttled_response(request_from("192.0.2.9, 192.0.2.1"), scope)
    assert refused.status_code == 429
    policy = RATE_LIMITS[scope]
    assert policy.window <= int(refused["Retry-After"]) <= policy.window * 7 / 6
    assert refused["RateLimit-Policy"] == f'"{scope}";q=1;w={policy.window}'


def test_without_a_proxy_nobody_names_an_address_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, "pdfs", 1)
    answers = [throttled_response(request_from(f"192.0.2.{number}"), "pdfs") for number in range(3)]
    assert [answer is None for answer in answers] == [True, False, False]


def test_refused_input_is_shown_again_and_can_be_resent(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.publish_frame()
    legion = factories.legion(owner=factories.UserFactory())
    sharing_services.share_legion(legion=legion)
    allow(monkeypatch, "wrong-verdicts", 1)
    client = Client()
    data = {"expected": "illegal", "code": "", "note": 'two\nlines & "more" <b>', "password": "a secret"}
    address = f"/s/{legion.share_key}/wrong/"
    assert client.post(address, data).status_code == 400
    response = client.post(address, data)
    assert response.status_code == 429
    refused = Page(response)
    assert re.search(r"Wait \d\d minutes, then try again\.", refused.words)
    assert "What you typed is still here." in refused.words
    fields = {one["name"]: one["value"] for one in refused.all("input") if one.get("type") == "hidden"}
    assert {name: fields.get(name) for name in data} == {**data, "password": None}
    cache.clear()
    again = client.post(address, fields)
    assert again.status_code == 400
    assert "lines &amp; &quot;more&quot;" in again.content.decode()


@pytest.mark.parametrize(
    ("addresses", "waits"),
    [
        ([f"2001:db8:1:2::{number:x}" for number in range(1, 12)], True),
        ([f"2001:db8:1:{number:x}::1" for number in range(1, 12)], False),
        ([f"::ffff:192.0.2.{number}" for number in range(1, 12)], False),
        (["::ffff:192.0.2.1", "192.0.2.1"] * 6, True),
    ],
)
def test_tries_at_passwords_are_counted_by_what_one_customer_has(addresses: list[str], waits: bool) -> None:
    for number, address in enumerate(addresses):
        page = Client(REMOTE_ADDR=address).post("/account/login/", {"login": f"name{number}", "password": "x"})
    assert ("Wait five minutes" in page.content.decode()) is waits


def test_tries_at_passwords_behind_a_proxy_are_those_of_the_visitor(settings: Settings) -> None:
    settings.PROXIES = 1
    for number in range(11):
        headers = {"X-Forwarded-For": f"203.0.113.{number}, 192.0.2.1"}
        page = Client(headers=headers).post("/account/login/", {"login": f"name{number}", "password": "x"})
    assert "Wait five minutes" in page.content.decode()
    other = Client(headers={"X-Forwarded-For": "203.0.113.1, 192.0.2.2"})
    page = other.post("/account/login/", {"login": "name", "password": "x"})
    assert "Wait five minutes" not in page.content.decode()


def test_data_exports_count_per_account_from_any_address(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, "data-exports", 1)
    ada, bert = factories.UserFactory.create_batch(2)

    def taken(user: Any, address: str) -> int:
        client = Client(REMOTE_ADDR=address)
        client.force_login(user)
        confirm_password(client)
        response = client.post("/account/data/")
        response.close()  # closes the file that it sends
        return response.status_code

    assert [taken(ada, "192.0.2.1"), taken(ada, "192.0.2.2"), taken(bert, "192.0.2.1")] == [200, 429, 200]
