"""The page that opens a link with a whole legion: its contents, saving, and errors."""

import pytest
from django.test import Client
from django.urls import reverse

from legions.saved_lists.models import Legion
from legions.sharing.exports import link_path
from rulesapi.judging import verdicts
from rulesapi.share_links import code_format, link_service
from tests import factories, worlds
from tests.legions.builder_helpers import HTMX_HEADERS, key_of, publish_cards
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world"), pytest.mark.guard]

LEGION = {
    "game": "attack-wing",
    "name": "Embers",
    "notes": "Hold the hill.",
    "points": 100,
    "release": 1,
    "picks": [{"card": "giant", "upgrades": ["club", "charm"]}, {"card": "guards", "soldiers": 3, "count": 2}],
}
TEAM = {"game": "attack-wing", "team": [{"picks": [{"card": "giant"}]}, {"picks": [{"card": "dragon"}]}]}


@worlds.once_a_module
def world() -> None:
    publish_cards()


def open_link(client, code, **headers):
    return client.post("/l/", {"code": code}, headers=headers)


def test_a_link_shows_the_legion_and_the_verdict_and_keeps_nothing(client) -> None:
    response = open_link(client, link_service.encode_legion(LEGION))
    words = Page(response).words
    for part in ("Giant", "Club", "2 × Guards", "3 soldiers", "Legal", "of 100 points", "release 1"):
        assert part in words
    assert "Embers" not in words
    assert not Legion.objects.exists()
    assert key_of(client) is None


def test_the_whole_address_may_be_pasted(client) -> None:
    address = f"http://testserver{link_path(LEGION)}"
    assert "2 × Guards" in Page(open_link(client, f"  {address}\n")).words


def test_with_htmx_only_what_is_in_the_link_is_sent(client) -> None:
    response = open_link(client, link_service.encode_legion(LEGION), **HTMX_HEADERS)
    assert "<html" not in response.content.decode()
    assert Page(response).all("form", action="/l/keep/")


def test_the_list_of_a_link_comes_before_its_findings_and_an_empty_one_is_empty(client) -> None:
    twins = {**LEGION, "picks": [{"card": "dragon"}, {"card": "dragon"}]}
    html = open_link(client, link_service.encode_legion(twins)).content.decode()
    assert html.index('href="#findings"') < html.index('class="laid ') < html.index('id="findings"')
    words = Page(open_link(client, link_service.encode_legion({**LEGION, "picks": []}))).words
    assert "Nothing on the table" in words and "Illegal" not in words


def test_a_link_is_opened_in_the_builder_and_saved_on_request(client) -> None:
    response = client.post("/l/keep/", {"code": link_service.encode_legion(LEGION)})
    legion = Legion.objects.get(guest_key=key_of(client))
    assert response["Location"] == f"/legions/{legion.pk}/"
    assert verdicts.judge(legion.document)["digest"] == verdicts.judge(LEGION)["digest"]
    assert legion.document["release"] == 1
    assert legion.share_key is None


def test_a_link_stays_pinned_to_its_release(client) -> None:
    code = link_service.encode_legion(LEGION)
    factories.publish(factories.creature(slug="ant", name="Ant"), factories.creature(slug="zebra", name="Zebra"))
    words = Page(open_link(client, code)).words
    assert "Giant" in words
    assert "By the newest release (2) it is legal." in words
    assert link_service.encode_legion(LEGION) == code


def test_a_team_is_judged_and_shown_but_cannot_be_saved(client) -> None:
    code = link_service.encode_legion(TEAM)
    page = Page(open_link(client, code))
    assert "Player 2" in page.words
    assert not page.all("form", action="/l/keep/")
    assert client.post("/l/keep/", {"code": code}).status_code == 400
    assert not Legion.objects.exists()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "No list can be read"),
        ("https://testserver/l/", "No list can be read"),
        ("picks", "not a link to a list"),
        ("1" * 9000, "it has more than"),
        ("2AAAAAAAA", "newer Muster"),
        ("1AAAAAAAA", "lost or changed"),
        ("1", "lost or changed"),
        ("1\x00AAAAAA", "No list can be read"),
        ("１AAAAAAA", "No list can be read"),
        (code_format.seal("____", "x"), "not one of this site"),
        (code_format.seal("", ""), "not one of this site"),
    ],
)
def test_an_unreadable_link_is_refused_with_a_message(client, code, message) -> None:
    for address in ("/l/", "/l/keep/"):
        response = client.post(address, {"code": code})
        assert response.status_code == 400
        assert message in Page(response).words
    assert not Legion.objects.exists()


def test_the_page_itself_asks_for_the_link_and_is_not_cached(client) -> None:
    response = client.get("/l/")
    page = Page(response)
    assert page.all("input", name="code")
    assert any(script["src"].endswith("js/link.js") for script in page.all("script"))
    assert "no-store" in response["Cache-Control"]
    assert page.all("meta", name="robots")[0]["content"].startswith("noindex")


@pytest.mark.parametrize("address", ["/l/", "/l/keep/"])
def test_a_form_of_another_site_is_refused(address) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(address, {"code": link_service.encode_legion(LEGION)}).status_code == 403


def test_other_methods_are_refused(client) -> None:
    for method in ("put", "patch", "delete"):
        assert getattr(client, method)("/l/").status_code == 405
        assert getattr(client, method)("/l/keep/").status_code == 405
    assert client.get("/l/keep/").status_code == 405


def test_at_the_limit_of_legions_saving_is_refused(client, monkeypatch) -> None:
    monkeypatch.setattr("legions.saved_lists.services.MAX_LEGIONS", 0)
    response = client.post("/l/keep/", {"code": link_service.encode_legion(LEGION)})
    assert response.status_code == 400
    assert "A guest can have up to" in Page(response).words


def test_opening_a_link_asks_the_database_little(client, django_assert_max_num_queries) -> None:
    code = link_service.encode_legion(LEGION)
    open_link(client, code)
    with django_assert_max_num_queries(12):
        open_link(client, code)


def test_the_address_of_the_page_is_the_one_that_links_have() -> None:
    assert link_path(LEGION).startswith(f"{reverse('link')}#1")


@pytest.mark.parametrize(
    "text", ["{}.", "({})", "{}%20", "{}?fbclid=x", "<{}>", "[my list]({})", "see {} there", "http://192.0.2.1/{}"]
)
def test_a_link_is_opened_with_any_surrounding_text(client, text) -> None:
    assert "2 × Guards" in Page(open_link(client, text.format(link_path(LEGION)))).words
    code = link_service.encode_legion(LEGION)
    assert "2 × Guards" in Page(open_link(client, text.format(code))).words
    assert client.post("/l/keep/", {"code": text.format(code)}).status_code == 302


@pytest.mark.parametrize("address", ["/l/%23{}", "/l/%2523{}", "/l/{}", "/l/%23{}.", "/l/%23{}%20", "/l/%23{})?x=1"])
def test_an_address_with_an_escaped_hash_leads_to_the_list(client, address) -> None:
    response = client.get(address.format(link_service.encode_legion(LEGION)))
    assert (response.status_code, response["Location"]) == (302, link_path(LEGION))


def test_an_address_without_a_code_is_not_there(client) -> None:
    assert client.get("/l/something").status_code == 404
    assert client.get("/l/%231AAAAAAAAAAAAA").status_code == 404


def test_of_two_links_the_first_is_opened_and_the_other_is_offered(client) -> None:
    other = link_path({**LEGION, "picks": [{"card": "dragon"}]})
    page = Page(open_link(client, f"{link_path(LEGION)} {other}"))
    assert "2 × Guards" in page.words
    assert page.all("a", href=other)


def test_the_address_of_a_shared_list_is_gone_to(client) -> None:
    key = "x" * 32
    assert open_link(client, f"<https://testserver/s/{key}/>")["Location"] == f"/s/{key}/"
    assert open_link(client, f"https://testserver/s/{key})", **HTMX_HEADERS)["HX-Redirect"] == f"/s/{key}/"
