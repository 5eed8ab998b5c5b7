"""CORS: scripts of other origins may read every response without account data, including errors."""

import json
import re
from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from catalog.api_base import index
from legions.sharing import services as sharing_services
from rulesapi.judging import verdicts
from tests import factories
from tests.rulesapi.api_client import ApiClient
from tests.throttles import allow

pytestmark = [pytest.mark.django_db, pytest.mark.guard]

ORIGIN = {"Origin": "https://builder.example"}
OF_ACCOUNTS = re.compile(r"/api/v1/(legions|webhooks|contributions|curation|reports)/")
"""Addresses of account data and of reports to curators."""
SHARED = "/api/v1/legions/shared/{key}/"
FILLED_IN = {
    "game": "attack-wing",
    "pk": "00000000-0000-4000-8000-000000000000",
    "hook": "00000000-0000-4000-8000-000000000000",
    "delivery": "00000000-0000-4000-8000-000000000000",
    "number": "1",
    "contribution": "1",
    "kind": "creature",
    "form": "json",
    "path": "attack-wing/creature",
}
ROUTES = sorted({"/api/v1/", *index.addresses().values()})


def filled_in(template: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: FILLED_IN.get(match[1], "wraith"), template)


def is_open(template: str) -> bool:
    return template == SHARED or not OF_ACCOUNTS.match(template)


def readable(response: HttpResponse) -> bool:
    """Return whether scripts of another origin may read a response; never with credentials or a named origin."""
    assert "Access-Control-Allow-Credentials" not in response
    allowed = response.get("Access-Control-Allow-Origin")
    assert allowed in (None, "*")
    return allowed == "*"


def preflight(client: Client, path: str, method: str = "POST") -> HttpResponse:
    headers = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": "authorization,content-type"}
    return client.options(path, headers={**ORIGIN, **headers})


@pytest.mark.parametrize("template", ROUTES)
def test_every_address_of_the_api_is_open_unless_it_belongs_to_an_account(client: Client, template: str) -> None:
    factories.publish_frame(factories.creature(slug="wraith"))
    path = filled_in(template)
    allowed = is_open(template)
    asked = preflight(client, path)
    assert asked.status_code == 200
    assert readable(asked) == allowed
    assert "authorization" not in asked.get("Access-Control-Allow-Headers", "").lower()
    for method in ("get", "head", "post", "put", "patch", "delete"):
        response = getattr(client, method)(path, headers=ORIGIN)
        assert response.status_code < 500
        assert readable(response) == allowed, (method, response.status_code)
    if not template.endswith(("}", ".json")):
        moved = client.get(path.rstrip("/"), headers=ORIGIN)
        assert moved.status_code == 308
        assert readable(moved) == allowed
    missing = client.get(f"{path.rstrip('/')}/no/such/address/at/all/", headers=ORIGIN)
    assert missing.status_code == 404
    assert readable(missing)


@pytest.mark.parametrize("path", ["/api/v1/nothing/", "/api/v1/nothing", "/api/v1/legions/x/y/", "/api/v3/cards/"])
def test_a_program_of_another_origin_reads_that_there_is_no_such_address(api: ApiClient, path: str) -> None:
    assert readable(preflight(api, path))
    response = api.post(path, {}, content_type="application/json", headers=ORIGIN)
    assert response.status_code == 404
    assert response.json()["code"] == "not-found"
    assert readable(response)


def refusals(client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> dict[int, HttpResponse]:
    """Return error responses of a public endpoint, by status."""

    def judged(body: Any = b"{}", path: str = "/api/v1/verdicts/", **headers: str) -> HttpResponse:
        kind = headers.pop("content_type", "application/json")
        fields = {**ORIGIN, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return client.post(path, body, content_type=kind, headers=fields)

    found = [
        judged(),
        client.get("/api/v1/cards/wraith/", headers=ORIGIN),
        client.put("/api/v1/verdicts/", headers=ORIGIN),
        client.get("/api/v1/cards/", headers={**ORIGIN, "Accept": "text/html"}),
        client.generic("POST", "/api/v1/verdicts/", headers={**ORIGIN, "Transfer-Encoding": "chunked"}),
        judged(json.dumps({"x": "y" * 300_000}), "/api/v1/texts/read/"),
        judged(content_type="text/plain"),
    ]
    with mock.patch.object(verdicts, "judge", side_effect=ZeroDivisionError):
        found.append(judged())
    with mock.patch.object(verdicts, "judge", side_effect=OperationalError("database is locked")):
        found.append(judged())
    settings.API_LIMITS = True
    allow(monkeypatch, "judging", 1)
    judged()
    found.append(judged())
    return {response.status_code: response for response in found}


def test_refusals_of_an_open_address_can_be_read_from_any_origin(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.publish_frame()
    client.raise_request_exception = False
    found = refusals(client, settings, monkeypatch)
    assert set(found) == {400, 404, 405, 406, 411, 413, 415, 429, 500, 503}
    for status, response in found.items():
        assert readable(response), status
        assert response["Content-Type"] == "application/problem+json", status
    assert "Retry-After" in found[429]["Access-Control-Expose-Headers"]


@pytest.mark.parametrize("path", ["/api/v1/texts/read/", "/api/v1/verdicts/", "/api/v1/legions/", "/api/v1/nothing/"])
def test_a_preflight_counts_against_no_limit(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    factories.publish_frame()
    settings.API_LIMITS = True
    for scope in ("searching", "judging", "reading", "keeping"):
        allow(monkeypatch, scope, 1)
    for _ in range(3):
        response = preflight(client, path)
        assert response.status_code == 200
        assert "RateLimit" not in response
    assert client.post(path, b"{}", content_type="application/json", headers=ORIGIN).status_code != 429


def test_texts_are_written_and_read_from_every_origin(api: ApiClient) -> None:
    factories.publish_frame(factories.creature(slug="wraith", name="Wraith"))
    legion = {"game": "attack-wing", "picks": [{"card": "wraith"}]}
    for path, body in (
        ("/api/v1/texts/", {"legion": legion}),
        ("/api/v1/texts/read/", {"game": "attack-wing", "text": "Wraith"}),
    ):
        assert readable(preflight(api, path))
        response = api.post(path, body, content_type="application/json", headers=ORIGIN)
        assert response.status_code == 200
        assert readable(response)


def test_drawings_of_cards_and_what_is_embedded_can_be_fetched_from_every_origin(client: Client) -> None:
    factories.publish_frame(factories.creature(slug="wraith"))
    shared = factories.legion({"card": "wraith"}, owner=factories.UserFactory())
    sharing_services.share_legion(legion=shared)
    oembed = f"/oembed/?url=http://testserver/s/{shared.share_key}/"
    for path in ("/faces/1/attack-wing/wraith.svg", "/shields/1/attack-wing/wraith.svg", oembed):
        response = client.get(path, headers=ORIGIN)
        assert response.status_code == 200, path
        assert readable(response)
        assert readable(client.head(path, headers=ORIGIN))
        assert readable(client.post(path, headers=ORIGIN))
    for path in ("/faces/1/attack-wing/nobody.svg", "/oembed/?url=x", "/oembed/?format=xml"):
        assert readable(client.get(path, headers=ORIGIN))


def test_a_page_is_closed_and_its_preflight_too(client: Client) -> None:
    factories.publish_frame()
    for path in ("/", "/legions/", "/account/login/", "/no/such/page/", "/cards/attack-wing/"):
        assert not readable(client.get(path, headers=ORIGIN))
        assert not readable(preflight(client, path))
