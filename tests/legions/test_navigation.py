"""The navigation: each page belongs to one entry, regardless of the way there; the footer has one line about rights."""

import re

import pytest
from django.test import Client
from django.urls import get_resolver

from legions.site.navigation import GAME_SECTIONS, SECTIONS
from tests import factories
from tests.legions.builder_helpers import publish_cards, start
from tests.legions.page_parser import Page, publish_world
from tests.nonempty import nonempty

SAID = ("Names are their owners' marks.", "MIT licence", "the open sets are CC0")


def current(client, address):
    """Return the current entries of a page: in the navigation, and below the game's name."""
    html = client.get(address, follow=True).content.decode()
    main = html[html.index('class="site-nav"') : html.index('class="site-tools"')]
    below = html[html.index('class="of-game"') :] if 'class="of-game"' in html else ""
    below = below[: below.find("</nav>")]
    return [re.findall(r'<a href="([^"]+)" aria-current', part) for part in (main, below)]


@pytest.mark.parametrize("sections", [SECTIONS, GAME_SECTIONS])
def test_no_address_belongs_to_two_entries_and_each_is_there(sections):
    names = [name for part in sections.values() for name in part]
    assert len(names) == len(set(names))
    known = {key for key in get_resolver().reverse_dict if isinstance(key, str)}
    assert set(names) <= known
    assert all(entry in part for entry, part in nonempty(sections.items()))


@pytest.mark.sampled
@pytest.mark.django_db
def test_the_builder_is_at_one_entry_before_and_after_its_first_change(client):
    publish_cards()
    before = current(client, "/build/attack-wing/")
    legion = start(client, "add/giant")
    assert current(client, f"/legions/{legion.pk}/") == before == [["/build/"], ["/build/attack-wing/"]]
    assert current(client, f"/legions/{legion.pk}/history/") == [["/legions/"], []]


@pytest.mark.one_variant
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "entry"),
    [
        ("/cards/attack-wing/", "/cards/"),
        ("/sets/attack-wing/", "/cards/"),
        ("/wanted/attack-wing/", "/cards/"),
        ("/legions/", "/legions/"),
        ("/shared/", "/legions/"),
        ("/import/", "/build/"),
        ("/rules/attack-wing/", "/play/"),
        ("/campaigns/", "/play/"),
    ],
)
def test_each_page_is_at_one_entry(client, address, entry):
    publish_world()
    assert current(client, address)[0] == [entry]


@pytest.mark.django_db
def test_the_top_bar_is_cards_build_lists_and_play(client):
    publish_world()
    html = client.get("/").content.decode()
    bar = html[html.index('class="site-nav"') : html.index('class="site-tools"')]
    assert re.findall(r'<a href="([^"]+)"', bar) == ["/cards/", "/build/", "/legions/", "/play/"]


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/developers/", "/api/docs/", "/problems/"])
def test_the_pages_for_developers_are_at_the_entry_in_the_foot(client, address):
    publish_world()
    page = Page(client.get(address, follow=True))
    assert [link.get("aria-current") for link in page.all("a", href="/developers/")][-1] in ("page", "true")
    assert current(client, address)[0] == []


@pytest.mark.django_db
def test_a_page_of_no_entry_highlights_none(client):
    publish_world()
    for address in ("/", "/account/login/", "/nothing-here/"):
        assert current(client, address)[0] == []


@pytest.mark.sampled
@pytest.mark.django_db
def test_rights_are_on_one_page_linked_from_each_footer(client):
    publish_world()
    for address in ("/", "/cards/attack-wing/", "/rules/attack-wing/", "/shared/", "/nothing-here/"):
        page = Page(client.get(address))
        assert "Not official" in page.words, address
        assert page.all("a", href="/legal/"), address
        assert not any(word in page.words for word in SAID), address
    legal = Page(client.get("/legal/"))
    assert all(word in legal.words for word in SAID)


@pytest.mark.django_db
def test_the_page_about_rights_has_the_notice_of_each_game(client):
    factories.publish(factories.game(notice="Wing is a mark of somebody."), factories.standard())
    assert "Wing is a mark of somebody." in Page(client.get("/legal/")).words


@pytest.mark.django_db
def test_the_focus_is_on_the_first_field_with_an_error():
    page = Page(Client().get("/account/signup/"))
    assert [field["name"] for field in page.all("input") if "autofocus" in field] == ["username"]
    good = "four words in a row"
    wrong = {"username": "ada", "password1": good, "password2": "another one entirely"}
    page = Page(Client().post("/account/signup/", wrong))
    assert [field["name"] for field in page.all("input") if "autofocus" in field] == ["password2"]
    page = Page(Client().post("/account/signup/", {**wrong, "username": "", "password2": good}))
    assert [field["name"] for field in page.all("input") if "autofocus" in field] == ["username"]
