"""Every page of the website: it responds, has a title, and carries nothing forbidden."""

import re
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from catalog.publishing import Busy
from tests import factories
from tests.legions.page_parser import CREATURE, OPEN_SET, PERSONAL, PUBLIC, Page, publish_world
from tests.nonempty import nonempty

MISSING = ["/nope/", "/cards/chess/", "/cards/attack-wing/no-such-card/", "/sets/attack-wing/none/", "/rules/chess/"]


@pytest.fixture
def somebody(db):
    client = Client()
    client.force_login(factories.UserFactory(username="ada"))
    return client


@pytest.fixture
def world(db):
    return publish_world()


def every_page(client, somebody):
    yield from ((address, client.get(address)) for address in [*PUBLIC, *MISSING, "/robots.txt", "/theme/", "/cards/"])
    yield from ((address, somebody.get(address)) for address in PERSONAL)
    yield "csrf", Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"})
    with closing(client.get("/static/css/base.css")) as response:
        yield "static", response


def is_page(response):
    """Return whether a response is a page for people: not a redirect, not text for programs."""
    return response.headers["Content-Type"].startswith("text/html") and bool(response.content)


@pytest.mark.sampled
def test_every_public_page_answers(client, world):
    for address in PUBLIC:
        assert client.get(address).status_code == 200, address


def test_every_page_of_an_account_answers_to_its_owner_and_sends_others_to_log_in(client, somebody, world):
    for address in PERSONAL:
        assert somebody.get(address).status_code == 200, address
        if "logout" not in address:
            assert client.get(address).url.startswith("/account/login/"), address


def test_a_missing_page_has_status_404_and_links(client, world):
    for address in MISSING:
        response = client.get(address)
        assert response.status_code == 404, address
        page = Page(response)
        assert "There is nothing here" in page.text
        assert page.all("a", href="/cards/")


@pytest.mark.parametrize(
    "path", ["legions/{id}/", "legions/{id}/history/", "campaigns/{id}/", "campaigns/{id}/games/over-the-hill/"]
)
def test_a_list_or_campaign_that_is_not_open_leads_to_the_log_in(client, somebody, world, path):
    address = "/" + path.format(id="8eec1d66-9823-4b18-9465-2466581d830f")
    guest, other = client.get(address), somebody.get(address)
    assert (guest.status_code, other.status_code) == (404, 404)
    assert "Log in, or use the browser" in Page(guest).text
    assert Page(guest).all("a", href=f"/account/login/?next={address}")
    assert "It may belong to another account" in Page(other).text
    assert Page(other).all("a", href="/campaigns/")
    assert "Check the link" not in Page(guest).text + Page(other).text


def test_a_form_sent_after_the_session_ended_can_be_sent_again(client, world):
    address = "/campaigns/8eec1d66-9823-4b18-9465-2466581d830f/games/over-the-hill/"
    data = {"notes": "A long evening", "password": "secret", "do": "preview"}
    response = client.post(address, data, headers={"referer": f"http://testserver{address}"})
    fields = {field["name"]: field["value"] for field in Page(response).all("input", type="hidden")}
    assert response.status_code == 404
    assert (fields["notes"], fields["do"]) == ("A long evening", "preview")
    assert "secret" not in response.content.decode()


def test_with_one_game_the_lists_of_games_lead_straight_on(client, world):
    assert client.get("/cards/").url == "/cards/attack-wing/"
    assert client.get("/sets/").url == "/sets/attack-wing/"
    assert client.get("/rules/").url == "/rules/attack-wing/"


@pytest.mark.django_db
def test_an_empty_catalog_says_how_to_fill_it(client):
    assert "import_cards" in client.get("/").content.decode()
    assert "import_cards" in client.get("/cards/").content.decode()


# -- headers of every response -------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_every_answer_carries_the_security_headers(client, somebody, world):
    for address, response in nonempty(every_page(client, somebody)):
        policy = response.headers["Content-Security-Policy"] if address != "static" else ""
        assert "unsafe" not in policy, address
        if address != "static":
            for directive in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
                assert directive in policy, address
        assert response.headers["X-Content-Type-Options"] == "nosniff", address
        assert response.headers["Referrer-Policy"] == "same-origin", address
        assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin", address
        if address != "static":  # collected files have no policy
            assert "camera=()" in response.headers["Permissions-Policy"], address


def test_strict_transport_is_asked_for_a_year_with_subdomains(client, settings, world):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    answer = client.get("/", secure=True)
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert client.get("/").status_code == 301


@pytest.mark.sampled
def test_private_pages_are_not_cached(client, somebody, world):
    for address in [*PERSONAL, "/", f"/cards/attack-wing/{CREATURE}/"]:
        assert "no-store" in somebody.get(address).headers["Cache-Control"], address
    for address in PUBLIC:
        expected = address.startswith("/account/")
        assert ("no-store" in client.get(address).headers.get("Cache-Control", "")) is expected, address


@pytest.mark.sampled
def test_no_page_carries_a_script_or_a_style_of_its_own(client, somebody, world):
    for address, response in nonempty(every_page(client, somebody)):
        if not is_page(response):
            continue
        page = Page(response)
        assert page.bare_scripts == 0, address
        for tag, attributes in page.elements:
            assert tag not in {"style", "iframe", "object", "embed"}, address
            assert tag != "script" or attributes["src"].startswith("/static/"), address
            for name, value in attributes.items():
                assert name != "style", (address, tag)
                assert not name.startswith(("on", "hx-on")), (address, tag, name)
                assert not (value or "").strip().lower().startswith(("javascript:", "js:")), (address, tag, name)


@pytest.mark.sampled
def test_nothing_is_loaded_from_elsewhere(client, world):
    for address in PUBLIC:
        page = Page(client.get(address))
        loaded = [attrs.get("src") or attrs.get("href") for tag in ("script", "img", "use") for attrs in page.all(tag)]
        loaded += [attrs["href"] for attrs in page.all("link") if attrs["rel"] != "canonical"]
        assert all(one.startswith("#") or re.match(r"/(?!/)", one) for one in loaded), (address, loaded)


@pytest.mark.sampled
def test_every_page_has_a_title_a_description_one_heading_and_the_notice(client, somebody, world):
    titles = {}
    for address, response in nonempty(every_page(client, somebody)):
        if not is_page(response):
            continue
        page = Page(response)
        assert page.all("html")[0]["lang"] == "en", address
        assert len(page.all("h1")) == 1, address
        assert page.all("meta", name="viewport"), address
        assert any(one["content"].strip() for one in page.all("meta", name="description")), address
        assert "Not official: Muster is not made or endorsed by any publisher." in page.words, address
        assert page.all("a", href="#main")
        assert page.all("main", id="main")
        titles[address.partition("?")[0]] = re.search(r"<title>(.*?)</title>", response.content.decode(), re.S)[1]
    public = {address: title for address, title in titles.items() if titles and address not in MISSING}
    shared = {"Check your mail", "This link", "Set a new password", "There is nothing here"}
    apart = [title for title in public.values() if not any(words in title for words in shared)]
    assert len(apart) == len(set(apart)), sorted(apart)


@pytest.mark.sampled
def test_public_pages_have_one_canonical_address_and_accounts_are_not_indexed(client, world):
    for address in PUBLIC:
        page = Page(client.get(address))
        if address.startswith("/account/"):
            assert page.all("meta", name="robots", content="noindex"), address
        else:
            assert page.all("link", rel="canonical")[0]["href"] == f"http://testserver{address.partition('?')[0]}"
            assert page.all("meta", property="og:title"), address


def test_every_field_has_a_label_and_every_form_that_writes_a_token(client, somebody, world):
    for address, response in nonempty(every_page(client, somebody)):
        if not is_page(response):
            continue
        page = Page(response)
        labelled = {label["for"] for label in page.all("label") if label.get("for")}
        for tag in ("input", "select", "textarea"):
            for field in page.all(tag):
                if field.get("type") not in {"hidden", "checkbox"}:
                    assert field["id"] in labelled, (address, field)
        tokens = len(page.all("input", name="csrfmiddlewaretoken"))
        assert tokens == len(page.all("form", method="post")), address


@pytest.mark.sampled
def test_the_navigation_says_where_one_is(client, world):
    page = Page(client.get(f"/cards/attack-wing/{CREATURE}/"))
    assert page.all("a", href="/cards/")[0]["aria-current"] == "true"
    assert "aria-current" not in page.all("a", href="/rules/")[0]


# -- errors ------------------------------------------------------------------------------------------------------


def test_error_pages_need_no_database(client):
    client.cookies["sessionid"] = "anything"
    assert client.get("/nope/").status_code == 404


def test_an_unavailable_database_has_a_page_with_status_503(client, monkeypatch):
    def away(*args, **kwargs):
        raise OperationalError("could not connect")

    monkeypatch.setattr("legions.cards.queries.published_games", away)
    response = client.get("/")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "30"
    assert response.headers["Cache-Control"] == "no-store"
    assert "Everything saved is safe" in Page(response).text


def test_a_writer_that_waits_too_long_gets_an_error_page(client, monkeypatch):
    def busy(*args, **kwargs):
        raise Busy("others have been writing")

    monkeypatch.setattr("legions.cards.queries.published_games", busy)
    response = client.get("/")
    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) > 0
    assert "Nothing was saved" in Page(response).text


def test_an_internal_error_is_shown_without_details(monkeypatch, world):
    def broken(*args, **kwargs):
        raise ValueError("the secret inside")

    monkeypatch.setattr("legions.cards.queries.in_order", broken)
    client = Client(raise_request_exception=False)
    response = client.get("/cards/attack-wing/")
    assert response.status_code == 500
    assert "Server error" in Page(response).text
    assert "secret" not in response.content.decode()


def test_a_form_without_its_token_is_refused_in_words(db):
    response = Client(enforce_csrf_checks=True).post("/account/login/", {"login": "a", "password": "b"})
    assert response.status_code == 403
    assert "This form has expired" in Page(response).text


@pytest.mark.django_db
def test_a_host_that_is_not_ours_is_refused(client):
    for method in ("get", "post"):
        referrer = "http://elsewhere.example/import/"
        response = getattr(client, method)("/", headers={"host": "elsewhere.example", "referer": referrer})
        assert response.status_code == 400
        assert "elsewhere" not in response.content.decode()


# -- addresses of forms --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/legions/do/", "/legions/"),
        ("/theme/", ""),
        ("/l/keep/", "/l/"),
        ("/account/tokens/00000000-0000-4000-8000-000000000000/end/", "/account/tokens/"),
        ("/campaigns/00000000-0000-4000-8000-000000000000/do/", "/campaigns/00000000-0000-4000-8000-000000000000/"),
        ("/play/attack-wing/attack/keep/", "/play/attack-wing/attack/"),
        ("/cards/attack-wing/wraith/watch/", "/cards/attack-wing/wraith/"),
    ],
)
def test_an_opened_address_of_a_form_leads_to_the_page_with_the_form(somebody, address, page):
    response = somebody.get(address)
    assert (response.status_code, response["Allow"]) == (405, "POST")
    ways = [link["href"] for link in Page(response).all("a") if link.get("class", "").startswith("button")]
    assert ways == [*filter(None, [page]), "/"]


def test_a_form_sent_to_a_page_without_one_is_refused_with_a_page(client):
    assert "This address cannot be opened" in client.post("/marks/").content.decode()


def test_a_head_request_to_the_address_of_a_form_gets_the_status(client):
    assert client.head("/legions/do/").status_code == 405


@pytest.mark.parametrize(
    ("referrer", "address"),
    [
        ("http://testserver/import/?game=attack-wing", "/import/?game=attack-wing"),
        ("http://elsewhere.example/import/", "/import/keep/"),
        ("//elsewhere.example/import/", "/import/keep/"),
        ("", "/import/keep/"),
    ],
)
def test_the_response_to_a_form_leads_back_to_its_page(client, db, referrer, address):
    page = Page(client.post("/import/keep/", {"list": "x"}, headers={"referer": referrer}))
    assert {field["value"] for field in page.all("input") if field.get("name") == "next"} == {address}
    assert f"/account/login/?next={quote(address)}" in [link["href"] for link in page.all("a")]


# -- the theme ----------------------------------------------------------------------------------------------------


def test_the_theme_is_remembered_by_the_browser_and_put_into_the_page(client, world):
    assert "data-theme" not in Page(client.get("/marks/")).all("html")[0]
    response = client.post("/theme/", {"theme": "dark", "next": "/marks/"})
    assert response.url == "/marks/"
    assert Page(client.get("/marks/")).all("html")[0]["data-theme"] == "dark"
    client.post("/theme/", {"theme": "system", "next": "/marks/"})
    assert "data-theme" not in Page(client.get("/marks/")).all("html")[0]


def test_the_theme_switch_leads_to_our_own_pages_only(client):
    for elsewhere in ("https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""):
        assert client.post("/theme/", {"theme": "dark", "next": elsewhere}).url == "/"


def test_a_theme_that_is_none_changes_nothing_in_the_page(client):
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in Page(client.get("/nope/")).all("html")[0]


# -- the API -------------------------------------------------------------------------------------------------------


def test_private_pages_are_closed_to_robots(client):
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert {"Disallow: /account/", "Disallow: /legions/", "Disallow: /favourites/", "Disallow: /admin/"} <= set(lines)


def test_robots_may_read_shared_legions_since_those_to_be_left_out_say_so_there(client):
    assert not any(line.startswith("Disallow: /s/") for line in client.get("/robots.txt").content.decode().splitlines())


def test_security_txt_has_the_configured_contact(client, settings):
    settings.SECURITY_CONTACT = ""
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    text = client.get("/.well-known/security.txt").content.decode()
    assert text.startswith("Contact: mailto:security@example.org\nExpires: ")
    assert re.search(r"Expires: \d{4}-\d\d-\d\dT00:00:00Z\n", text)


def test_the_favicon_is_the_drawn_one(client):
    assert client.get("/favicon.ico").url == "/static/favicon.svg"
    assert "<path" in (Path(settings.BASE_DIR) / "static/favicon.svg").read_text()


@pytest.mark.sampled
def test_the_open_set_is_marked_as_not_official_everywhere(client, world):
    for address in (f"/cards/attack-wing/{CREATURE}/", f"/sets/attack-wing/{OPEN_SET}/"):
        assert "Not official" in Page(client.get(address)).words, address
    assert "open set" in Page(client.get("/cards/attack-wing/?view=list&q=giant")).words
    assert "The Open Set open set" in Page(client.get("/sets/attack-wing/")).words
