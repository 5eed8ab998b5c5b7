"""Which language a page is in, and that nothing hands on a page in another one."""

import re
from datetime import date

import pytest
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from tests.legions.pages import Page

GERMAN = "de-AT,de;q=0.9,en;q=0.5"

pytestmark = pytest.mark.django_db


def undated(response) -> bytes:
    return re.sub(rb"<updated>.*?</updated>", b"", response.content)


def language(response) -> str:
    return Page(response).all("html")[0]["lang"]


def test_a_page_is_in_the_language_that_the_browser_asks_for_and_in_english_where_there_is_none(client) -> None:
    assert language(client.get("/")) == "en"
    assert language(client.get("/", headers={"accept-language": GERMAN})) == "de"
    assert language(client.get("/", headers={"accept-language": "fr, *;q=0.1"})) == "en"


def test_a_language_is_chosen_on_any_page_and_comes_before_what_the_browser_asks_for(client) -> None:
    page = Page(client.get("/import/"))
    (form,) = page.all("form", action="/language/")
    assert [one["value"] for one in page.all("button", name="language")] == ["en", "de"]
    assert form["method"] == "post"
    response = client.post("/language/", {"language": "de", "next": "/import/"})
    assert (response.status_code, response["Location"]) == (302, "/import/")
    kept = response.cookies["language"]
    assert kept["httponly"] and kept["samesite"] == "Lax" and kept["max-age"] == 365 * 24 * 3600
    assert language(client.get("/import/")) == "de"
    client.post("/language/", {"language": "en", "next": "/"})
    assert language(client.get("/", headers={"accept-language": GERMAN})) == "en"


@pytest.mark.parametrize("asked", ["xx", "", "../../etc", "de" * 5_000])
def test_a_language_that_nobody_speaks_here_changes_nothing(client, asked) -> None:
    assert client.post("/language/", {"language": asked, "next": "/"}).status_code == 302
    assert language(client.get("/")) == "en"


def test_choosing_a_language_leads_to_no_other_site_and_needs_a_form_of_ours(client) -> None:
    response = client.post("/language/", {"language": "de", "next": "https://elsewhere.example/"})
    assert response["Location"] == "/"
    assert Client(enforce_csrf_checks=True).post("/language/", {"language": "de"}).status_code == 403


@pytest.mark.parametrize("address", ["/", "/cards/", "/no/such/page/", "/account/login/"])
def test_caches_are_told_what_the_language_was_chosen_by(client, address) -> None:
    response = client.get(address, headers={"accept-language": "de"})
    assert {"Accept-Language", "Cookie"} <= {one.strip() for one in response["Vary"].split(",")}
    assert response["Content-Language"] == "de"


@pytest.mark.parametrize("address", ["/api/v1/rules/", "/api/v1/no-such/", "/shared/atom/", "/sitemap.xml"])
def test_what_is_the_same_for_all_is_in_english_and_kept_for_all(client, address) -> None:
    client.cookies["language"] = "de"
    german = client.get(address, headers={"accept-language": "de"})
    english = Client().get(address)
    assert undated(german) == undated(english)
    assert "Accept-Language" not in german.get("Vary", "")
    assert "Cookie" not in german.get("Vary", "")


def test_dates_are_written_out_in_the_language_of_the_page() -> None:
    with translation.override("de"):
        assert date_format(date(2026, 3, 5)) == "5. März 2026"
    with translation.override("en"):
        assert date_format(date(2026, 3, 5)) == "5 March 2026"
