"""Public lists by their cards: search by card and points, links on card pages, limits, no stale results."""

import re
from html import unescape
from urllib.parse import parse_qs

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from legions.cards.stock import stock
from legions.changes.basic import Rename
from legions.my_lists.list_lines import shared_list_lines
from legions.pages.sitemaps import ProfilesSitemap, PublicLegionsSitemap
from legions.saved_lists import gallery_cards, services
from legions.saved_lists.models import Legion, PublicCard
from legions.sharing import services as sharing_services
from tests import factories, worlds
from tests.legions.builder_helpers import after, publish_cards
from tests.legions.page_parser import Page
from tests.legions.test_public_lists import logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]

CARD = "/cards/attack-wing/giant/"


@worlds.once_a_module
def world() -> None:
    publish_cards()


@pytest.fixture
def owner():
    return factories.UserFactory(username="owner")


def public(owner, *picks, **fields):
    legion = factories.legion(*picks, owner=owner, **fields)
    sharing_services.list_in_gallery(legion=legion)
    return legion


def slugs(legion):
    return set(PublicCard.objects.filter(legion=legion).values_list("slug", flat=True))


def chips(response):
    """Return the active filters, each with the query string that removes it."""
    found = re.findall(r'<a class="chip" href="\?([^"]*)">([^<]+)<svg', response.text)
    return {unescape(label.strip()): unescape(query) for query, label in found}


def names(client, query):
    page = Page(client.get(f"/shared/{query}"))
    return [name for name in ("Alpha", "Beta", "Gamma") if name in page.words]


def test_the_cards_of_a_list_are_written_down_while_it_is_public_and_follow_its_changes(owner):
    legion = factories.legion({"card": "giant"}, owner=owner)
    assert slugs(legion) == set()
    sharing_services.list_in_gallery(legion=legion)
    assert slugs(legion) == {"giant"}
    after(logged_in(owner), legion, "add/dragon")
    assert slugs(legion) == {"giant", "dragon"}
    legion.refresh_from_db()
    sharing_services.remove_from_gallery(legion=legion)
    assert slugs(legion) == set()
    sharing_services.list_in_gallery(legion=legion)
    sharing_services.revoke_link(legion=legion)
    assert slugs(legion) == set()


@pytest.mark.sampled
def test_lists_are_found_by_a_card_by_its_slug_and_by_its_name(client, owner):
    public(owner, {"card": "giant"}, name="Alpha")
    public(owner, {"card": "dragon"}, name="Beta")
    assert names(client, "?game=attack-wing&card=giant") == ["Alpha"]
    assert names(client, "?game=attack-wing&card=DRAGON") == ["Beta"]
    assert names(client, "?card=giant") == ["Alpha"]
    page = Page(client.get("/shared/?game=attack-wing&card=%3Cb%3Enobody"))
    assert "No card is called “<b>nobody”" in page.words
    assert "Alpha" not in page.words


def test_the_filters_in_use_are_counted_and_each_is_a_chip_that_takes_it_away(client, owner):
    public(owner, {"card": "giant"}, name="Alpha")
    asked = {"game": "attack-wing", "points": "120", "card": "GIANT", "q": "alp", "sort": "favourites"}
    response = client.get("/shared/", asked)
    assert "Filters (4)" in Page(response).words
    game, points, card, words = chips(response).items()
    assert [points[0], card[0], words[0]] == ["120 points", "with Giant", "“alp”"]
    assert parse_qs(card[1]) == {key: [value] for key, value in asked.items() if key != "card"}
    assert parse_qs(game[1]) == {key: [value] for key, value in asked.items() if key != "game"}
    assert chips(client.get("/shared/")) == {}
    assert "with <b>nobody" in chips(client.get("/shared/?game=attack-wing&card=%3Cb%3Enobody"))


@pytest.mark.sampled
def test_lists_are_found_by_points_those_of_their_format_where_they_name_none(client, owner):
    public(owner, {"card": "giant"}, name="Alpha")
    public(owner, {"card": "giant"}, name="Beta", points=60)
    assert names(client, "?game=attack-wing&points=60") == ["Beta"]
    assert names(client, "?game=attack-wing&points=120") == ["Alpha"]
    assert names(client, "?game=attack-wing&points=77") == []
    assert names(client, "?points=60") == ["Beta"]
    assert names(client, "?points_min=61") == names(client, "?points_min=100&points_max=150") == ["Alpha"]
    assert names(client, "?points_max=119") == ["Beta"]
    assert names(client, "?points_min=60&points_max=120") == ["Alpha", "Beta"]
    assert {"from 60 points", "up to 70 points"} == set(chips(client.get("/shared/?points_min=60&points_max=70")))


@pytest.mark.guard
@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("points=0", "“0” is not a number of points. Enter a whole number from 1 to 999999."),
        ("points_min=many", "“many” is not a number of points."),
        (f"points_max={'9' * 30}", "is not a number of points."),
        ("points_min=100&points_max=50", "The lower limit of 100 points is above the upper one of 50."),
        ("game=%3Cb%3Echess", "There is no game “<b>chess”."),
        ("format=standard", "Choose a game first: a format belongs to a game."),
        ("game=attack-wing&format=none", "This game has no format “none”."),
        ("faction=wild", "Choose a game first: a faction belongs to a game."),
        ("game=attack-wing&faction=wild", "This game has no faction “wild”."),
        ("sort=price", "Lists cannot be sorted by “price”."),
        ("after=1", "The address of this page is incomplete. Start at the first page."),
    ],
)
def test_a_value_that_cannot_be_meant_is_named_and_shows_no_list(client, owner, query, fault):
    public(owner, {"card": "giant"}, name="Alpha")
    page = Page(client.get(f"/shared/?{query}"))
    assert fault in page.words and "Alpha" not in page.words
    assert client.get(f"/shared/random/?{query}").status_code == 302


def test_choices_have_their_numbers_until_a_finer_filter_is_set(client, owner):
    factories.publish(
        factories.game(game="dungeon-command", slug="dungeon-command", name="Decks", ruleset="dungeon-command/1"),
        factories.standard(game="dungeon-command", points=None, recommended_points=[]),
        factories.standard(slug="epic", name="Epic", points=200),
    )
    public(owner, {"card": "giant"}, name="Alpha")
    public(owner, {"card": "giant"}, name="Beta")
    hidden = public(owner, {"card": "giant"}, name="Gamma")
    sharing_services.remove_from_gallery(legion=hidden)
    factories.legion({"card": "giant"}, owner=owner, name="Delta")
    words = Page(client.get("/shared/")).words
    assert "2 lists" in words and "Attack Wing: 2" in words
    assert "Decks: 0" in words and "Format Choose a game first." in words
    assert "Epic: 0" in Page(client.get("/shared/?game=attack-wing")).words
    assert "Attack Wing: 2" not in Page(client.get("/shared/?card=giant")).words


def test_no_numbers_are_shown_once_there_are_more_lists_than_are_counted(client, owner, monkeypatch):
    monkeypatch.setattr("legions.sharing.gallery.MAX_COUNTED", 1)
    assert "0 lists" in Page(client.get("/shared/")).words
    for name in ("Alpha", "Beta"):
        public(owner, {"card": "giant"}, name=name)
    assert " lists" not in Page(client.get("/shared/")).words.partition("Newest")[0].rpartition("Search")[2]


def test_the_faces_of_a_list_have_its_leader_in_the_middle_and_copies_last(client, owner):
    legion = public(owner, {"card": "giant", "count": 2}, {"card": "dragon"}, name="Alpha")
    (line,) = shared_list_lines([legion])
    assert [card.slug for card in line.fan] == ["giant", "dragon", "giant"]
    html = client.get("/shared/").content.decode()
    assert html.count('class="face"') == 3


def alike(client, legion):
    """Return the names under “Lists like this” on the page of a shared list."""
    html = client.get(f"/s/{legion.share_key}/").content.decode()
    return re.findall(r'class="line__name" href="[^"]+">([^<]+)<', html)


def test_lists_with_the_same_cards_are_named_and_none_that_is_not_public(client, owner):
    legion = public(owner, {"card": "giant", "upgrades": ["club"]}, {"card": "dragon"}, name="Alpha")
    public(owner, {"card": "giant", "upgrades": ["club"]}, name="Near")
    public(owner, {"card": "giant"}, {"card": "dragon"}, {"card": "guards"}, name="Nearer by none")
    public(owner, {"card": "guards"}, name="Other")
    for name in ("Hidden", "Deleted"):
        other = public(owner, {"card": "giant", "upgrades": ["club"]}, {"card": "dragon"}, name=name)
        if name == "Hidden":
            sharing_services.remove_from_gallery(legion=other)
        else:
            services.delete_legion(legion=other)
    assert alike(client, legion) == ["Near", "Nearer by none"]
    words = Page(client.get(f"/s/{legion.share_key}/")).words
    assert "2 of its 2 different cards are in this list." in words
    unlisted = factories.legion({"card": "giant"}, owner=owner, name="Secret")
    sharing_services.share_legion(legion=unlisted)
    assert alike(client, unlisted) and "Secret" not in alike(client, legion)


def test_only_the_newest_lists_are_compared(client, owner, monkeypatch):
    monkeypatch.setattr(gallery_cards, "MAX_COMPARED_LISTS", 1)
    legion = public(owner, {"card": "giant"}, name="Alpha")
    public(owner, {"card": "giant"}, name="Older")
    public(owner, {"card": "guards"}, name="Newer")
    assert alike(client, legion) == []


@pytest.mark.sampled
def test_a_page_of_a_card_names_the_newest_public_lists_with_it_and_no_others(client, owner):
    shown = public(owner, {"card": "giant"}, name="Alpha")
    hidden = public(owner, {"card": "giant"}, name="Beta")
    factories.legion({"card": "giant"}, owner=owner, name="Gamma")
    services.delete_legion(legion=hidden)
    page = Page(client.get(CARD))
    assert page.all("a", href=f"/s/{shown.share_key}/")
    assert "Beta" not in page.words
    assert "Gamma" not in page.words
    sharing_services.remove_from_gallery(legion=shown)
    assert "Public lists with this card" not in Page(client.get(CARD)).words


@pytest.mark.sampled
def test_further_lists_are_linked(client, owner):
    for number in range(gallery_cards.MAX_NAMED_LISTS + 1):
        public(owner, {"card": "giant"}, name=f"List {number}")
    page = Page(client.get(CARD))
    assert (
        len([link for link in page.all("a") if (link.get("href") or "").startswith("/s/")])
        == gallery_cards.MAX_NAMED_LISTS
    )
    assert page.all("a", href="/shared/?game=attack-wing&card=giant")


@pytest.mark.sampled
def test_cards_that_occur_with_a_card_are_named_from_two_lists_on(client, owner):
    public(owner, {"card": "giant"}, {"card": "dragon"})
    assert "Often in the same list" not in Page(client.get(CARD)).words
    public(owner, {"card": "giant"}, {"card": "dragon"}, {"card": "guards"})
    page = Page(client.get(CARD))
    assert "2 public lists with both" in page.words
    assert page.all("a", href="/cards/attack-wing/dragon/")
    catalog = stock("attack-wing")
    giant = catalog.card("giant")
    found = gallery_cards.companions(giant, gallery_cards.lists_with(giant), catalog)
    assert [(one.card.slug, one.lists) for one in found] == [("dragon", 2)]


@pytest.mark.sampled
def test_a_former_slug_counts_as_the_card(client, owner):
    shown = public(owner, {"card": "giant"}, name="Alpha")
    PublicCard.objects.filter(legion=shown).update(slug="ogre")
    factories.publish(factories.creature(slug="giant", name="Giant", formerly=["ogre"]))
    assert "Alpha" in Page(client.get(CARD)).words
    assert names(client, "?game=attack-wing&card=ogre") == ["Alpha"]


@pytest.mark.sampled
def test_a_random_list_is_public_legal_and_as_asked_for(client, owner):
    legal = public(owner, {"card": "giant"}, name="Alpha")
    public(owner, {"card": "giant", "count": 9}, name="Beta")
    factories.legion({"card": "giant"}, owner=owner, name="Gamma")
    for _ in range(4):
        assert client.get("/shared/random/?game=attack-wing").url == f"/s/{legal.share_key}/"
    response = client.get("/shared/random/?game=attack-wing&points=60", follow=True)
    assert response.redirect_chain == [("/shared/?game=attack-wing&points=60", 302)]
    assert "No legal list found." in Page(response).words


@pytest.mark.sampled
def test_the_lists_with_a_card_cost_the_same_however_many_there_are(client, owner):
    counted = []
    for many in (3, 30):
        while Legion.objects.count() < many:
            public(owner, {"card": "giant"}, {"card": "dragon"})
        client.get(CARD)
        with CaptureQueriesContext(connection) as queries:
            client.get(CARD)
        counted.append(len(queries))
    assert counted[0] == counted[1]


@pytest.mark.sampled
def test_a_card_of_many_lists_names_the_same_ones(client, owner, monkeypatch):
    for _ in range(3):
        public(owner, {"card": "giant"}, {"card": "dragon"})
    public(owner, {"card": "dragon"})
    rare = Page(client.get(CARD)).words
    monkeypatch.setattr(gallery_cards, "MAX_COLLECTED_LISTS", 2)
    found = gallery_cards.lists_with(gallery_cards.CardView("attack-wing", "giant"))
    assert "EXISTS" in str(found.query)
    assert Page(client.get(CARD)).words == rare


def test_indexes_find_the_lists_with_a_card_and_those_of_a_limit():
    if connection.vendor != "sqlite":
        pytest.skip("the plan is read as SQLite tells it")
    card = gallery_cards.lists_with(gallery_cards.CardView("attack-wing", "giant"))
    assert "public_card_found" in card.explain()
    limited = Legion.objects.public().filter(game="attack-wing", limit=60).order_by("-published_at", "-pk")[:31]
    assert "SCAN legions_legion" not in limited.explain().replace("SCAN legions_legion USING INDEX", "")
    of_faction = (
        Legion.objects.public().filter(game="attack-wing", faction="wild").order_by("-published_at", "-pk")[:31]
    )
    assert "legion_public_faction" in of_faction.explain()
    assert "SCAN" not in Legion.objects.public().filter(pk__gte="0" * 32).order_by("pk")[:8].explain()
    assert "COVERING INDEX legion_in_site_map" in PublicLegionsSitemap().items()[5:10].explain()
    assert "COVERING INDEX legion_in_site_map" in ProfilesSitemap().items().explain()


def test_a_rename_keeps_the_cards(owner):
    legion = public(owner, {"card": "giant"})
    services.edit_legion(legion=legion, base=legion.version, change=Rename("Other"))
    assert slugs(legion) == {"giant"}


def test_ready_lists_are_put_into_the_public_ones_once(capsys):
    call_command("seed_public_lists")
    assert "0 ready lists added" in capsys.readouterr().out  # the catalog has none of their cards
    assert not Legion.objects.exists()
