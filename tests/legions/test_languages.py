"""The language of a page, and no links or caches that spread another one."""

import re
from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from legions.sharing import services as sharing_services
from tests import factories
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

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
    cookie = response.cookies["language"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["max-age"] == 365 * 24 * 3600
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
def test_responses_vary_on_the_source_of_the_language(client, address) -> None:
    response = client.get(address, headers={"accept-language": "de"})
    assert {"Accept-Language", "Cookie"} <= {one.strip() for one in response["Vary"].split(",")}
    assert response["Content-Language"] == "de"


@pytest.mark.parametrize("address", ["/api/v1/rules/", "/api/v1/no-such/", "/shared/atom/", "/sitemap.xml"])
def test_shared_responses_do_not_depend_on_the_language_of_the_reader(client, address) -> None:
    client.cookies["language"] = "de"
    german = client.get(address, headers={"accept-language": "de"})
    english = Client().get(address)
    assert undated(german) == undated(english)
    assert "Accept-Language" not in german.get("Vary", "")
    assert "Cookie" not in german.get("Vary", "")


@pytest.fixture
def shared():
    publish_cards()
    cache.clear()
    legion = factories.legion({"card": "giant"}, owner=factories.UserFactory(), name="Embers")
    sharing_services.list_in_gallery(legion=legion)
    yield legion
    cache.clear()


def links(page: Page) -> dict[str, str]:
    """Return the page's links to content that is cached for everybody."""
    found = (
        {"picture": page.all("meta", property="og:image")[0]["content"]}
        if page.all("meta", property="og:image")
        else {}
    )
    return found | {one["type"]: one["href"] for one in page.all("link", rel="alternate")}


@pytest.mark.sampled
def test_shared_cached_pages_have_the_language_of_their_address(shared) -> None:
    face, picture = "/faces/1/attack-wing/giant.svg", f"/s/{shared.share_key}/picture.png"
    for address in ("/shared/atom/", face, picture):
        german = Client().get(f"{address}?lang=de")
        assert undated(german) != undated(Client().get(address)), address
        assert undated(Client().get(f"{address}?lang=xx")) == undated(Client().get(address)), address
        assert undated(Client(headers={"accept-language": "de"}).get(address)) == undated(Client().get(address)), (
            address
        )
        assert "Accept-Language" not in german.get("Vary", "")
    feed = Client().get("/shared/atom/?lang=de").content.decode()
    assert 'xml:lang="de"' in feed and 'href="http://testserver/shared/atom/?lang=de" rel="self"' in feed
    assert Client().get(f"{picture}?lang=de")["ETag"] != Client().get(picture)["ETag"]


@pytest.mark.sampled
def test_pages_link_to_shared_cached_pages_in_their_language(shared) -> None:
    for address, count in ((f"/s/{shared.share_key}/", 2), ("/shared/", 1), ("/shared/?game=attack-wing", 1)):
        german = links(Page(Client().get(address, headers={"accept-language": "de"})))
        english = links(Page(Client().get(address)))
        assert len(german) == count, address
        for sort, found in english.items():
            assert german[sort] == found + ("&" if "?" in found else "?") + "lang=de", address
    card = Page(Client().get("/cards/attack-wing/giant/", headers={"accept-language": "de"}))
    assert card.all("a", href="/faces/1/attack-wing/giant.svg?lang=de")
    response = Client().get(german_oembed(shared)).json()
    assert response["thumbnail_url"].endswith("/picture.png?lang=de")


def german_oembed(legion) -> str:
    return links(Page(Client().get(f"/s/{legion.share_key}/", headers={"accept-language": "de"})))[
        "application/json+oembed"
    ]


@pytest.mark.sampled
def test_a_chat_that_asks_for_no_language_gets_the_one_of_the_link_and_a_reader_their_own(shared) -> None:
    address = f"/s/{shared.share_key}/?lang=de"
    page = Client().get(address)
    assert language(page) == "de" and links(Page(page))["picture"].endswith("?lang=de")
    assert language(Client().get(address, headers={"accept-language": "en"})) == "en"
    chosen = Client()
    chosen.cookies["language"] = "en"
    assert language(chosen.get(address)) == "en"


@pytest.mark.sampled
def test_the_share_link_has_the_language_of_the_sharer(client, shared) -> None:
    client.force_login(shared.owner)
    for language, end in (("de", "/?lang=de"), ("en", "/")):
        page = Page(client.get(f"/legions/{shared.pk}/?share=1", headers={"accept-language": language}))
        (field,) = page.all("input", id="share-link")
        assert field["value"] == f"http://testserver/s/{shared.share_key}{end}"


@pytest.mark.sampled
def test_faults_are_in_german_on_pages_and_in_english_in_the_api(client, shared) -> None:
    wrong = '{"game": "attack-wing", "picks": [{"card": "giant", "count": 0}], "points": 1.5}'
    client.force_login(shared.owner)
    address = f"/legions/{shared.pk}/"
    data = {"do": "paste", "text": wrong, "version": shared.version}
    page = client.post(address, data, headers={"accept-language": "de"}).content.decode()
    assert "Schreib eine ganze Zahl ohne Punkt" in page
    client.cookies["language"] = "de"
    answer = client.post("/api/v1/verdicts/", wrong, content_type="application/json", headers={"accept-language": "de"})
    assert answer.json()["faults"][0]["message"].startswith("Write a whole number")


def test_dates_are_written_out_in_the_language_of_the_page() -> None:
    with translation.override("de"):
        assert date_format(date(2026, 3, 5)) == "5. März 2026"
    with translation.override("en"):
        assert date_format(date(2026, 3, 5)) == "5 March 2026"
