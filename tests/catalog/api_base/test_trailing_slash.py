"""URLs without their trailing slash, other origins, and the headers of every response."""

import random
import string

import pytest

from tests import factories
from tests.nonempty import nonempty
from tests.rulesapi import api_client
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db

OPEN = [
    *("games", "cards", "sets", "formats", "house-rules", "rulings"),
    *("releases", "changes", "bulk", "rules", "schemas"),
]


# -- slashes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "head", "post", "put"])
def test_an_address_without_its_slash_leads_on_with_method_and_body(api: ApiClient, method: str) -> None:
    response = getattr(api, method)("/api/v1/verdicts?release=3")
    assert response.status_code == 308
    assert response["Location"] == "/api/v1/verdicts/?release=3"
    assert response["Content-Type"] == "application/json"
    assert method == "head" or response.json()["location"] == response["Location"]


def test_a_legion_sent_without_the_slash_is_judged(api: ApiClient) -> None:
    factories.publish_frame(factories.creature(slug="wraith"))
    body = {"game": "attack-wing", "picks": [{"card": "wraith"}]}
    response = api.post("/api/v1/verdicts", body, content_type="application/json", follow=True)
    assert response.json()["verdict"] == "legal"


def test_leading_on_never_leaves_the_host(api: ApiClient) -> None:
    assert api.get("/api/v1//evil.example/cards").status_code == 404
    assert api.get("/api/v1/cards?next=//evil.example")["Location"] == "/api/v1/cards/?next=//evil.example"


# -- other origins -----------------------------------------------------------------------------------------------


def forged() -> list[str]:
    """Return origins that an attacker might use."""
    dice = random.Random(7)
    made = ["null", "file://", "https://localhost.evil.example", "http://testserver", "https://testserver.evil"]
    while len(made) < 200:
        name = "".join(dice.choices(string.ascii_lowercase + string.digits + "-.", k=dice.randint(3, 30)))
        made.append(f"{dice.choice(['http', 'https', 'chrome-extension'])}://{name}")
    return made


@pytest.mark.sampled
def test_reading_is_open_to_every_origin_without_credentials(api: ApiClient) -> None:
    factories.publish_frame()
    for number, origin in nonempty(enumerate(forged())):
        response = api.get(f"/api/v1/{OPEN[number % len(OPEN)]}/", headers={"Origin": origin})
        assert response["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in response
        for header in ("ETag", "Muster-Release", "Muster-Revision", "Location"):
            assert header in response["Access-Control-Expose-Headers"]


def test_a_page_of_any_origin_may_ask_for_a_verdict(api: ApiClient) -> None:
    headers = {
        "Origin": "https://builder.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    preflight = api.options("/api/v1/verdicts/", headers=headers)
    assert preflight.status_code == 200
    assert preflight["Access-Control-Allow-Origin"] == "*"
    assert "POST" in preflight["Access-Control-Allow-Methods"]
    assert "content-type" in preflight["Access-Control-Allow-Headers"]
    assert "authorization" not in preflight["Access-Control-Allow-Headers"].lower()
    assert "Access-Control-Allow-Credentials" not in preflight


def test_a_problem_can_be_read_by_every_origin(api: ApiClient) -> None:
    response = api.get("/api/v1/cards/?limit=x", headers={"Origin": "https://builder.example"})
    assert response.status_code == 400
    assert response["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    ("path", "is_open"),
    [
        ("/api/v1/cards", True),
        ("/api/v1/cards/no/such/address/", True),
        ("/api/v1/cards/no/such/address", True),
        ("/api/v1/legions", False),
        ("/api/v1/legions/no/such/address/", True),
        ("/api/v1/no/such/address/", True),
        ("/api/v1/no/such/address", True),
        ("/api/v2/cards/", True),
        ("/api/v1", True),
    ],
)
def test_an_address_without_view_is_open(api: ApiClient, path: str, is_open: bool) -> None:
    headers = {"Origin": "https://builder.example", "Access-Control-Request-Method": "GET"}
    for response in (api.get(path, headers=headers), api.options(path, headers=headers)):
        assert ("Access-Control-Allow-Origin" in response) == is_open


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "path",
    [
        *("/", "/api/docs/", "/api/v1/legions/", "/api/v1/reports/", "/legions/", "/no/such/page/"),
        *("/account/login/", "/livez", "/problems/"),
    ],
)
def test_everything_else_is_closed_to_other_origins(api: ApiClient, path: str) -> None:
    factories.publish_frame()
    for origin in nonempty(forged()[:20]):
        response = api.get(path, headers={"Origin": origin})
        assert "Access-Control-Allow-Origin" not in response


# -- headers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/api/v1/cards/", "/api/v1/cards/?x=1", "/api/v1/nothing/", "/api/v1/cards", "/api/v1/openapi.json", "/livez"],
)
def test_every_answer_carries_the_headers_that_protect(api: ApiClient, path: str) -> None:
    response = api.get(path)
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    assert "unsafe" not in response["Content-Security-Policy"]
    assert response["Referrer-Policy"] == "same-origin"
    assert not response.cookies


def test_a_session_changes_nothing_about_a_read(api: ApiClient) -> None:
    factories.publish_frame()
    before = api.get("/api/v1/cards/")
    api.force_login(factories.UserFactory())
    after = api.get("/api/v1/cards/")
    assert after.content == before.content
    assert after["Cache-Control"] == before["Cache-Control"]
    assert "Cookie" not in after.get("Vary", "")


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html, */*;q=0.1", "application/*"])
def test_a_client_that_accepts_json_among_others_gets_json(api: ApiClient, accept: str) -> None:
    response = api.get("/api/v1/cards/", headers={"Accept": accept})
    assert response["Content-Type"] == "application/json"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*", "nonsense"])
def test_a_client_that_accepts_no_json_is_refused(api: ApiClient, accept: str) -> None:
    assert api.get("/api/v1/cards/", headers={"Accept": accept}).status_code == 406


# -- entry points --------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_index_names_every_address_and_each_leads_somewhere(api: ApiClient) -> None:
    factories.publish_frame()
    index = api.get("/api/v1/").json()
    assert index["release"] == 1
    assert set(index["addresses"].values()) == set(api_client.described()["paths"]) - {"/api/v1/"}
    for address in (*index["addresses"].values(), index["docs"], index["problems"]):
        if "{" not in address:
            assert api.get(address).status_code in {200, 401, 405}, address


def test_the_index_is_asked_for_again_cheaply_and_without_its_slash(api: ApiClient) -> None:
    first = api.get("/api/v1/")
    assert api.get("/api/v1/", headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert api.get("/api/v1")["Location"] == "/api/v1/"
    factories.publish_frame()
    assert api.get("/api/v1/", headers={"If-None-Match": first["ETag"]})["Muster-Release"] == "1"
