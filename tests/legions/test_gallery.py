"""The public gallery: filters, pages, feeds and the sitemap."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from django.apps import apps
from django.core.cache import caches
from django.test import Client

from legions.community import favourite_services, profile_services
from legions.pages.sitemaps import PublicLegionsSitemap
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import gallery as lists
from legions.sharing import services as sharing_services
from tests import factories, worlds
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("world")]

ATOM = "{http://www.w3.org/2005/Atom}"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@worlds.once_a_module
def world() -> None:
    publish_cards()


@pytest.fixture
def owner():
    return factories.UserFactory(username="the-login")


def shown(owner, name, **fields):
    legion = factories.legion({"card": "giant"}, owner=owner, name=name, **fields)
    sharing_services.list_in_gallery(legion=legion)
    return legion


def many(owner, count):
    """Publish `count` lists, each later than the previous one."""
    first = shown(owner, "Legion 0")
    Legion.objects.bulk_create(
        Legion(
            owner=owner,
            game=first.game,
            document={**first.document, "name": f"Legion {number}"},
            what="Started.",
            share_key=f"key-{number}",
            public=True,
            published_at=first.published_at + timedelta(microseconds=number),
            updated_at=first.updated_at,
            favoured=number % 3,
        )
        for number in range(1, count)
    )


def names(client, query=""):
    page = Page(client.get(f"/shared/{query}"))
    return [link["href"] for link in page.all("a") if link.get("class") == "line__name"]


def link(legion):
    return f"/s/{legion.share_key}/"


def entries(client, address):
    response = client.get(address)
    assert response.status_code == 200, address
    return ElementTree.fromstring(response.content).findall(f"{ATOM}entry")  # noqa: S314 - ours


# -- filters ---------------------------------------------------------------------------------------------------------


def test_the_newest_list_is_first_and_republishing_keeps_its_date(client, owner) -> None:
    old, new = shown(owner, "Old"), shown(owner, "New")
    assert names(client) == [link(new), link(old)]
    sharing_services.remove_from_gallery(legion=old)
    sharing_services.list_in_gallery(legion=old)
    assert names(client) == [link(new), link(old)]


def test_the_list_is_sorted_by_favourites_when_that_is_asked(client, owner) -> None:
    liked, new = shown(owner, "Liked"), shown(owner, "New")
    favourite_services.add_favourite(user=factories.UserFactory(), legion=liked)
    assert names(client, "?sort=favourites") == [link(liked), link(new)]
    assert names(client, "?sort=new") == [link(new), link(liked)]


@pytest.mark.sampled
def test_a_legion_without_a_format_is_of_its_games_default(client, owner) -> None:
    factories.publish(factories.standard(slug="epic", name="Epic", points=200))
    plain, formatted = shown(owner, "Plain"), shown(owner, "Said", format="standard")
    epic = shown(owner, "Epic one", format="epic")
    assert set(names(client, "?game=attack-wing&format=standard")) == {link(plain), link(formatted)}
    assert names(client, "?game=attack-wing&format=epic") == [link(epic)]


@pytest.mark.one_variant
@pytest.mark.parametrize("query", ["embers", "ÉMBERS", "dawn", "bones embers", "emb"])
def test_words_find_names_and_tags_without_case_and_accents(client, owner, query) -> None:
    found = shown(owner, "Bones and Émbers", tags=["Dawn"])
    shown(owner, "Another")
    assert names(client, f"?q={query}") == [link(found)]


def test_a_new_name_is_found_and_the_old_one_is_not(client, owner) -> None:
    legion = shown(owner, "Embers")
    services.rename_legion(legion=legion, base=legion.version, name="Ashes")
    assert names(client, "?q=ashes") == [link(legion)]
    assert names(client, "?q=embers") == []


def test_a_list_with_more_tags_than_an_index_can_hold_is_found_by_its_first_words(client, owner) -> None:
    legion = shown(owner, "Embers", tags=[f"{chr(0x1F400 + number) * 59}" for number in range(100)])
    assert names(client, "?q=embers") == [link(legion)]


def test_searched_texts_of_former_versions_are_cut() -> None:
    long, short = (factories.legion({"card": "giant"}) for _ in range(2))
    Legion.objects.filter(pk=long.pk).update(searched="a" + "龍" * 1_000)
    Legion.objects.filter(pk=short.pk).update(searched="龍" * 600)
    cut = import_module("legions.migrations.0037_searched_texts_cut").cut
    cut(apps, SimpleNamespace(connection=SimpleNamespace(alias="default")))
    assert dict(Legion.objects.values_list("pk", "searched")) == {long.pk: "a" + "龍" * 666, short.pk: "龍" * 600}


@pytest.mark.parametrize("sign", ["%", "_", "100%", "\\"])
def test_wildcards_of_databases_are_searched_literally(client, owner, sign) -> None:
    shown(owner, "Embers")
    found = shown(owner, f"All {sign} of it")
    assert names(client, f"?q={sign.replace('%', '%25')}") == [link(found)]


@pytest.mark.sampled
@pytest.mark.parametrize("sort", ["new", "favourites"])
def test_going_from_page_to_page_shows_each_legion_once(client, owner, sort) -> None:
    many(owner, 65)
    seen, query = [], f"?sort={sort}"
    while query:
        page = Page(client.get(f"/shared/{query}"))
        seen += [one["href"] for one in page.all("a") if one.get("class") == "line__name"]
        following = page.all("a", rel="next")
        query = following[0]["href"] if following else ""
    assert len(seen) == len(set(seen)) == 65
    found = Legion.objects.public().order_by(*(f"-{field}" for field in lists.SORTS[sort]))
    assert seen == [link(legion) for legion in found]


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "query",
    [
        "?after=1",
        "?after=0.0.0",
        "?after=999999999.99999999999999999.ffffffffffffffffffffffffffffffff",
        "?after=0.99999999999999999.ffffffffffffffffffffffffffffffff&sort=favourites",
        "?q=%00&game=%00&format=%00&sort=%00&after=%00",
        f"?q={'a+' * 500}",
        "?q=%EF%BF%BD",
        "?game=attack-wing&game=chess",
    ],
)
def test_any_query_gets_a_page(client, owner, query) -> None:
    shown(owner, "Embers")
    assert client.get(f"/shared/{query}").status_code == 200


@pytest.mark.sampled
@pytest.mark.parametrize("count", [10, 1_000])
def test_pages_and_feeds_ask_as_much_for_many_as_for_few(client, owner, django_assert_num_queries, count) -> None:
    profile_services.save_profile_page(user=owner, name="Ada", handle="lamplighter", shown=True)
    many(owner, count)
    for kept in ("/shared/", "/sitemap.xml"):  # the parts and the book of the release are read once
        client.get(kept)
    with django_assert_num_queries(0):
        client.get("/sitemap.xml")
    caches["derived"].clear()
    for address, queries in {
        "/shared/": 8,
        "/shared/?game=attack-wing&format=standard": 9,
        "/shared/?game=attack-wing&format=standard&q=legion&sort=favourites": 7,
        "/shared/atom/": 5,
        "/shared/atom/attack-wing/standard/": 7,
        "/people/lamplighter/": 8,
        "/people/lamplighter/atom/": 6,
        "/sitemap.xml": 13,
        "/sitemap-shared.xml": 2,
        "/sitemap-people.xml": 2,
    }.items():
        with django_assert_num_queries(queries):
            assert client.get(address).status_code == 200, address


# -- feeds -----------------------------------------------------------------------------------------------------------


def test_a_feed_has_the_latest_with_who_shows_them_and_since_when(client, owner) -> None:
    profile_services.save_profile_page(user=owner, name="Ada", handle="lamplighter", shown=True)
    legion = shown(owner, "Embers", tags=["Dawn"])
    for address in ("/shared/atom/", "/shared/atom/attack-wing/", "/people/lamplighter/atom/"):
        (entry,) = entries(client, address)
        assert entry.findtext(f"{ATOM}title") == "Embers"
        assert entry.find(f"{ATOM}link").get("href") == f"http://testserver{link(legion)}"
        assert entry.findtext(f"{ATOM}author/{ATOM}name") == "Ada"
        assert entry.findtext(f"{ATOM}author/{ATOM}uri") == "http://testserver/people/lamplighter/"
        assert entry.findtext(f"{ATOM}published").startswith(f"{legion.published_at:%Y-%m-%dT%H:%M}")
        assert [one.get("term") for one in entry.findall(f"{ATOM}category")] == ["Attack Wing", "Dawn"]
        assert "Legal, 30 of 120 points. Giant" in entry.findtext(f"{ATOM}summary")


@pytest.mark.sampled
def test_a_feed_has_only_lists_of_its_game_and_format(client, owner) -> None:
    factories.publish(factories.standard(slug="epic", name="Epic", points=200))
    shown(owner, "Plain")
    shown(owner, "Epic one", format="epic")
    assert [one.findtext(f"{ATOM}title") for one in entries(client, "/shared/atom/attack-wing/epic/")] == ["Epic one"]
    assert len(entries(client, "/shared/atom/attack-wing/")) == 2
    for address in ("/shared/atom/chess/", "/shared/atom/attack-wing/nothing/", "/people/nobody/atom/"):
        assert client.get(address).status_code == 404, address


def test_a_feed_is_not_sent_twice_until_it_changes_and_a_legion_that_left_is_a_change(client, owner) -> None:
    shown(owner, "Old")
    legion = shown(owner, "Embers")
    first = client.get("/shared/atom/")
    assert "public" in first["Cache-Control"]
    again = {"If-None-Match": first["ETag"], "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}
    assert client.get("/shared/atom/", headers=again).status_code == 304
    sharing_services.remove_from_gallery(legion=legion)
    assert client.get("/shared/atom/", headers=again).status_code == 200


def test_characters_that_no_feed_may_hold_are_left_out(client, owner) -> None:
    legion = shown(owner, "Embers", tags=["ab"])  # a list from before such characters were refused
    document = {**legion.document, "name": "Em\x08bers\x1b\ufffe & <b>co</b>", "tags": ["a\x01b"]}
    Legion.objects.filter(pk=legion.pk).update(document=document)
    (entry,) = entries(client, "/shared/atom/")
    assert entry.findtext(f"{ATOM}title") == "Embers & <b>co</b>"
    assert entry.find(f"{ATOM}title").get("type") is None  # text, so that no reader treats it as markup
    assert entry.findall(f"{ATOM}category")[1].get("term") == "ab"


@pytest.mark.sampled
def test_pages_name_their_feeds(client, owner) -> None:
    profile_services.save_profile_page(user=owner, name="Ada", handle="lamplighter", shown=True)
    for address, feed in {
        "/shared/": "/shared/atom/",
        "/shared/?game=attack-wing": "/shared/atom/attack-wing/",
        "/shared/?game=attack-wing&format=standard": "/shared/atom/attack-wing/standard/",
        "/people/lamplighter/": "/people/lamplighter/atom/",
    }.items():
        assert Page(client.get(address)).all("link", type="application/atom+xml")[0]["href"] == feed


# -- search engines --------------------------------------------------------------------------------------------------


def located(client, address):
    response = client.get(address)
    assert response.status_code == 200, address
    found = ElementTree.fromstring(response.content)  # noqa: S314 - ours
    return [one.text.removeprefix("http://testserver") for one in found.iter(f"{MAP}loc")]


@pytest.mark.sampled
def test_the_map_leads_to_every_part_and_each_address_in_it_answers_and_may_be_found(client, owner) -> None:
    factories.publish(factories.card_set(slug="a-set"))
    profile_services.save_profile_page(user=owner, name="Ada", handle="lamplighter", shown=True)
    legion = shown(owner, "Embers")
    parts = located(client, "/sitemap.xml")
    addresses = [address for part in parts for address in located(client, part)]
    for address in (link(legion), "/people/lamplighter/", "/cards/attack-wing/giant/", "/sets/attack-wing/a-set/"):
        assert address in addresses
    assert "/rules/attack-wing/" in addresses
    for address in addresses:
        response = client.get(address, follow=True)
        assert response.status_code == 200, address
        assert "X-Robots-Tag" not in response, address
        assert not Page(response).all("meta", name="robots"), address
    assert f"Sitemap: http://testserver{'/sitemap.xml'}" in client.get("/robots.txt").content.decode()


@pytest.mark.sampled
def test_each_page_of_the_map_is_in_its_index_and_each_list_on_one_of_them(client, owner, monkeypatch) -> None:
    monkeypatch.setattr(PublicLegionsSitemap, "limit", 2)
    legions = [shown(owner, name) for name in ("One", "Two", "Three")]
    parts = [address for address in located(client, "/sitemap.xml") if "shared" in address]
    assert parts == ["/sitemap-shared.xml", "/sitemap-shared.xml?p=2"]
    listed = [address for part in parts for address in located(client, part)]
    assert sorted(listed) == sorted(link(legion) for legion in legions)


@pytest.mark.sampled
def test_the_sitemap_has_only_public_lists(client, owner) -> None:
    profile_services.save_profile_page(user=owner, name="Ada", handle="lamplighter", shown=True)
    linked = factories.legion({"card": "giant"}, owner=owner)
    sharing_services.share_legion(legion=linked)
    gone = shown(owner, "Gone")
    services.delete_legion(legion=gone)
    assert located(client, "/sitemap-shared.xml") == []
    assert located(client, "/sitemap-people.xml") == []
    assert "noindex" in client.get(link(linked))["X-Robots-Tag"]
    assert client.get("/sitemap-nothing.xml").status_code == 404
    assert client.get("/sitemap-cards.xml?p=99").status_code == 404


def test_a_public_legion_may_be_found_until_it_is_taken_out(client, owner) -> None:
    legion = shown(owner, "Embers")
    response = client.get(link(legion))
    assert "X-Robots-Tag" not in response
    assert Page(response).all("link", rel="canonical")[0]["href"].endswith(link(legion))
    sharing_services.remove_from_gallery(legion=legion)
    assert "noindex" in client.get(link(legion))["X-Robots-Tag"]


def test_shared_cached_pages_have_nothing_of_a_session(owner) -> None:
    mine = Client()
    mine.force_login(owner)
    for address in ("/shared/atom/", "/sitemap.xml", "/sitemap-pages.xml"):
        response = mine.get(address)
        assert "Cookie" not in response.get("Vary", ""), address
        assert not response.cookies, address
        assert "the-login" not in response.content.decode()
