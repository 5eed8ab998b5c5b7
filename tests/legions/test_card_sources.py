"""Sources of the builder's candidates: official cards, and open sets if a list enables them or uses them already."""

import pytest

from legions.builder.drawer import Drawer
from legions.builder.judged_table import JudgedTable
from legions.saved_lists.models import Legion
from legions.table.table_layout import Selection
from tests import factories, worlds
from tests.legions.builder_helpers import address, after, start
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]

OPEN_CARDS = {"warden", "moth"}


@worlds.once_a_module
def world() -> None:
    """Publish an official giant and club, and cards of two open sets."""
    factories.publish_frame(
        factories.card_set(slug="starter", name="Starter"),
        factories.card_set(slug="bells", name="The Bells", official=False, origin="muster"),
        factories.card_set(slug="moths", name="Moths", official=False),
        factories.creature(slug="giant", name="Giant", cost=30, level=5, slots=["heroic", "heroic"], set="starter"),
        factories.creature(slug="stray", name="Stray", cost=10, level=5, slots=[], set=None),
        factories.upgrade(slug="club", name="Club", cost=4, slot="heroic", set="starter"),
        factories.creature(slug="warden", name="Warden", cost=20, level=5, slots=["heroic"], set="bells"),
        factories.creature(slug="moth", name="Moth", cost=2, level=1, slots=[], set="moths"),
        factories.upgrade(slug="lamp", name="Lamp", cost=2, slot="heroic", set="bells"),
    )


def offered(document, selection=None):
    """Return the cards in the candidate list of a list, and the number of omitted cards."""
    table = JudgedTable({"game": "attack-wing", "picks": [], **document})
    found = Drawer(table, selection or Selection()).candidates
    return {one.card.slug for section in found.sections for one in section.candidates}, found.left_out


def test_an_empty_list_is_offered_official_cards_and_those_of_no_known_set():
    assert offered({}) == ({"giant", "stray"}, 2)


def test_a_list_is_offered_the_open_sets_that_it_has_cards_of():
    assert offered({"picks": [{"card": "moth"}]}) == ({"giant", "stray", "moth"}, 1)
    assert offered({"picks": [{"card": "giant", "upgrades": ["lamp"]}]}) == ({"giant", "stray", "warden"}, 1)


def test_the_sources_field_of_a_list_takes_precedence_over_its_cards():
    assert offered({"sources": ["official"], "picks": [{"card": "moth"}]}) == ({"giant", "stray"}, 2)
    assert offered({"sources": ["official", "bells"]}) == ({"giant", "stray", "warden"}, 1)
    assert offered({"sources": ["official", "bells", "moths"]}) == ({"giant", "stray", "warden", "moth"}, 0)


def test_a_slot_is_offered_upgrades_of_the_same_sources():
    giant = {"picks": [{"card": "giant"}]}
    assert offered(giant, Selection(0, "heroic")) == ({"club"}, 1)
    assert offered({**giant, "sources": ["official", "bells"]}, Selection(0, "heroic")) == ({"club", "lamp"}, 0)


def test_creatures_of_an_open_set_that_can_carry_its_cards_are_offered_by_default():
    empty = {"game": "attack-wing", "picks": []}
    assert Drawer(JudgedTable(empty), Selection(), carrying="lamp").sources.offered == {"bells"}
    stated = JudgedTable({**empty, "sources": ["official"]})
    assert Drawer(stated, Selection(), carrying="lamp").sources.offered == set()


def test_a_search_shows_the_number_of_cards_not_offered():
    assert offered({}, Selection(query="warden")) == (set(), 1)
    assert offered({}, Selection(query="stray")) == ({"stray"}, 0)


def test_a_choice_of_sources_is_stored_and_can_be_undone(client):
    legion = start(client, "add/giant", "sources/bells+moths")
    assert legion.document["sources"] == ["official", "bells", "moths"]
    assert legion.what == "Offered are official cards and those of The Bells and Moths."
    legion = after(client, legion, "sources/")
    assert legion.document["sources"] == ["official"]
    assert legion.what == "Only official cards are offered."
    legion = after(client, after(client, legion, "undo"), "undo")
    assert "sources" not in legion.document


def test_a_new_list_says_nothing_of_sources(client):
    assert "sources" not in start(client, "add/giant").document


def test_a_choice_of_sources_starts_a_list_as_a_limit_does(client):
    assert start(client, "sources/bells").document["sources"] == ["official", "bells"]


@pytest.mark.sampled
def test_each_open_set_has_a_button_that_adds_or_takes_it_away(client):
    legion = start(client, "add/giant", "sources/bells")
    page = Page(client.get(address(legion)))
    buttons = {one["id"]: one for one in page.all("button") if one.get("id", "").startswith("sources-")}
    assert {key: (one["value"], one["aria-pressed"]) for key, one in buttons.items()} == {
        "sources-official": ("sources/", "false"),
        "sources-bells": ("sources/", "true"),
        "sources-moths": ("sources/bells+moths", "false"),
    }


@pytest.mark.sampled
def test_the_candidate_list_says_what_it_leaves_out_and_offers_it(client):
    legion = start(client, "add/giant")
    html = client.get(address(legion)).content.decode()
    assert "2 cards of open sets are not offered." in html
    assert 'value="sources/moths+bells" id="offer-open-sets"' in html
    html = client.get(address(after(client, legion, "sources/bells+moths"))).content.decode()
    assert "not offered" not in html


def test_a_game_without_open_sets_asks_nothing(client):
    factories.publish(
        factories.card_set(slug="bells", name="The Bells", official=True),
        factories.card_set(slug="moths", name="Moths", official=True),
    )
    html = client.get("/build/attack-wing/").content.decode()
    assert 'id="sources"' not in html
    assert "not offered" not in html


@pytest.mark.parametrize("value", ["starter", "nowhere", "bells+nowhere", "\0", "a" * 6_000])
def test_an_unknown_open_set_is_refused(client, value):
    response = client.post("/build/attack-wing/", {"do": f"sources/{value}"})
    assert response.status_code == 400
    assert not Legion.objects.exists()
