"""The pages of lists that were published as legal: their sources, verdicts and missing facts."""

import json
from pathlib import Path

import pytest

from legions.saved_lists import published_lists, ready_lists
from legions.saved_lists.models import Legion
from tests import factories, worlds
from tests.legions.builder_helpers import pk_in
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db

FIXTURES = Path(__file__).parents[2] / "fixtures"
GAMES = ("attack-wing", "dnd-miniatures-2003", "dnd-miniatures-2008", "dungeon-command")
GAME = "dnd-miniatures-2008"


@worlds.once_a_module
def catalog():
    """Publish every card and format of one game."""
    factories.publish(*(json.loads(file.read_text("utf-8")) for file in sorted((FIXTURES / GAME).rglob("*.json"))))


def test_each_published_list_has_a_source_and_is_named_by_its_slug():
    for game in GAMES:
        found = nonempty(published_lists.published_lists(game))
        assert all(one.source for one in found)
        slugs = {one.slug for one in found} | {one.slug for one in ready_lists.ready_lists(game)}
        assert len(slugs) == len(found) + len(ready_lists.ready_lists(game))
        assert all(published_lists.find_published_list(game, one.slug) is one for one in found)


@pytest.mark.usefixtures("catalog")
def test_a_list_that_no_known_fact_decides_names_its_source_and_the_facts_it_lacks(client):
    page = Page(client.get(f"/published/{GAME}/"))
    assert "Published as legal, with facts missing" in page.words
    for one in nonempty(published_lists.published_lists(GAME)):
        assert one.title in page.words
        assert page.all("a", href=one.source)
        (button,) = page.all("button", id=f"published-{one.slug}")
        assert button is not None
    assert "facts missing" in page.words
    assert "Enter the facts" in page.words


@pytest.mark.usefixtures("catalog")
def test_its_facts_are_entered_in_the_builder(client):
    one = published_lists.published_lists(GAME)[0]
    response = client.post(f"/build/{GAME}/", {"ready": one.slug})
    assert response.status_code == 303
    legion = Legion.objects.get(pk=pk_in(response["Location"]))
    assert legion.document["name"] == one.title
    assert legion.document["notes"] == one.source
    assert legion.document["picks"] == one.legion["picks"]
    page = Page(client.get(f"/legions/{legion.pk}/?mend=1"))
    assert "facts are missing" in page.words


@pytest.mark.usefixtures("catalog")
def test_a_published_list_is_never_a_ready_list(client):
    page = Page(client.get(f"/build/{GAME}/"))
    assert page.all("a", href=f"/published/{GAME}/")
    for one in nonempty(published_lists.published_lists(GAME)):
        assert one.title not in page.words


@pytest.mark.usefixtures("catalog")
def test_other_addresses_and_slugs_are_refused(client):
    assert client.get("/published/nowhere/").status_code == 404
    assert client.post(f"/published/{GAME}/").status_code == 405
    assert client.post(f"/build/{GAME}/", {"ready": "../secrets"}).status_code == 400


@pytest.mark.usefixtures("catalog")
def test_the_page_takes_few_queries(client, django_assert_max_num_queries):
    client.get(f"/published/{GAME}/")
    with django_assert_max_num_queries(4):
        client.get(f"/published/{GAME}/")


@pytest.mark.usefixtures("catalog")
def test_the_page_of_the_game_and_the_navigation_of_lists_lead_to_them(client):
    (link,) = Page(client.get(f"/games/{GAME}/")).all("a", href=f"/published/{GAME}/")
    assert link
    for address in ("/legions/", "/shared/", f"/published/{GAME}/"):
        assert Page(client.get(address)).all("a", href="/published/"), address
    client.force_login(factories.UserFactory())
    assert Page(client.get("/favourites/")).all("a", href="/published/")


@pytest.mark.usefixtures("catalog")
def test_of_several_games_one_is_chosen_and_the_only_one_is_opened(client):
    assert client.get("/published/")["Location"] == f"/published/{GAME}/"
    other = FIXTURES / "dungeon-command"
    factories.publish(*(json.loads(file.read_text("utf-8")) for file in sorted(other.rglob("*.json"))))
    page = Page(client.get("/published/"))
    assert all(page.all("a", href=f"/published/{game}/") for game in (GAME, "dungeon-command"))


@pytest.mark.usefixtures("catalog")
def test_a_game_without_published_lists_is_not_offered(client, monkeypatch):
    monkeypatch.setattr("legions.pages.game_views.published_lists", lambda game: ())
    assert not Page(client.get(f"/games/{GAME}/")).all("a", href=f"/published/{GAME}/")
    monkeypatch.setattr("legions.my_lists.published_views.published_lists", lambda game: ())
    assert not Page(client.get("/published/")).all("a", href=f"/published/{GAME}/")
