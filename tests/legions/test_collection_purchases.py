"""Lists that share one collection: marks, cards needed twice, and the smallest purchases."""

from collections import Counter

import pytest
from django.test import Client

from legions.collection import built_lists
from legions.collection.purchases import card_conflicts, missing_cards, remaining_copies, used_copies
from legions.saved_lists import services
from legions.saved_lists.models import BuildStatus, Legion
from rulesapi.judging import verdicts
from tests import factories, worlds
from tests.legions.builder_helpers import address, after, start
from tests.legions.collection_helpers import COLLECTION_URL, count, publish_sets
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]

LISTS = f"{COLLECTION_URL}lists/"


@worlds.once_a_module
def world() -> None:
    publish_sets()


def words(client, place=LISTS):
    return Page(client.get(place)).words


def marked(client, legion, mark):
    response = client.post(LISTS, {"do": f"{legion.pk}/{mark}"})
    assert response.status_code == 302
    return Legion.objects.get(pk=legion.pk)


def named(client, name, *changes):
    return start(client, *changes, f"rename/{name}")


def test_an_empty_page_leads_to_the_builder(client) -> None:
    page = Page(client.get(LISTS))
    assert "No lists of this game yet" in page.words
    assert page.all("a", href="/build/attack-wing/")


def test_a_mark_changes_nothing_of_the_legion_and_can_be_taken_away(client) -> None:
    legion = named(client, "Hill")
    before = (legion.document, legion.version, legion.updated_at)
    legion = marked(client, legion, "built")
    assert legion.mark == BuildStatus.BUILT
    assert "“Hill” is marked as built: its cards are in use." in words(client)
    legion = marked(client, legion, "")
    assert legion.mark == BuildStatus.NONE
    assert (legion.document, legion.version, legion.updated_at) == before


@pytest.mark.sampled
def test_cards_that_two_built_lists_need_are_named_with_both(client) -> None:
    count(client, "pack/hill-box/0/1")
    hill, dale = named(client, "Hill", "add/giant", "equip/0/club"), named(client, "Dale", "add/giant")
    marked(client, hill, "built")
    assert "You can build all of them at once." in words(client)
    marked(client, dale, "built")
    text = words(client)
    assert "1 card is needed more often than you have it." in text
    assert "Giant 1 2 1 × Dale, 1 × Hill" in text
    marked(client, dale, "wanted")
    assert "You can build all of them at once." in words(client)


@pytest.mark.sampled
def test_wanted_lists_say_which_boxes_complete_them_the_smallest_purchase_first(client) -> None:
    count(client, "pack/hill-box/0/1")
    many = named(client, "Many", "add/giant", "count/0/4")
    near = named(client, "Near", "add/beast")
    done = named(client, "Done", "add/giant")
    lone = named(client, "Lone", "add/wolf")
    for legion in (many, near, done, lone):
        marked(client, legion, "wanted")
    text = words(client).partition("Wanted, smallest purchase first")[2]
    places = [
        text.index(part)
        for part in (
            "Done",
            "Complete: you own every card.",
            "Near",
            "1 box completes it: 1 × Beast Box",
            "Many",
            "3 boxes complete it: 1 × Beast Box, 2 × Hill Box",
            "Lone",
            "In no box with known contents: 1 × Wolf",
            "They are cards of Loose Set (1)",
            "All of them at once",
        )
    ]
    assert places == sorted(places)
    assert "4 boxes complete it: 1 × Beast Box, 3 × Hill Box" in text
    assert "6 copies are missing" in text


@pytest.mark.sampled
def test_cards_of_built_lists_are_not_available_for_wanted_ones(client) -> None:
    count(client, "pack/hill-box/0/1")
    missing = named(client, "Wish", "add/giant")
    marked(client, missing, "wanted")
    assert "Complete: you own every card." in words(client)
    marked(client, named(client, "Stands", "add/giant"), "built")
    text = words(client)
    assert "Cards of built lists are in use." in text
    assert "1 box completes it" in text


@pytest.mark.sampled
def test_a_wanted_list_is_not_judged_by_what_there_is_but_says_what_is_missing(client) -> None:
    count(client, "card/dragon/0/1")
    legion = named(client, "Wish", "add/giant")
    assert "Illegal" in words(client, address(legion))
    marked(client, legion, "wanted")
    text = words(client, address(legion))
    assert "Illegal" not in text
    assert "It is marked wanted." in text
    assert "Still to get" in text
    assert "Legal" in words(client, "/legions/?verdict=legal&q=Wish")
    assert not Page(client.get("/legions/?verdict=illegal")).all("a", href=address(legion))


@pytest.mark.sampled
def test_a_list_that_says_its_own_is_left_out(client) -> None:
    legion = after(client, named(client, "Own", "add/giant"), "own", **{"card:giant": "1"})
    marked(client, legion, "built")
    text = words(client)
    assert "These lists have a collection of their own and are left out: Own." in text
    assert "None is marked as built." in text


def test_archived_and_deleted_lists_and_those_of_other_games_are_not_there(client) -> None:
    legion = named(client, "Gone", "add/giant")
    client.post(f"{address(legion)}delete/")
    assert "No lists of this game yet" in words(client)


def test_marking_a_deleted_list_leads_to_the_trash(client) -> None:
    legion = named(client, "Hill")
    services.delete_legion(legion=legion)
    response = client.post(LISTS, {"do": f"{legion.pk}/built"})
    assert response["Location"] == f"/legions/?deleted={legion.pk}"
    assert Legion.objects.get(pk=legion.pk).mark == BuildStatus.NONE


def test_nobody_marks_the_list_of_another(client) -> None:
    legion = named(client, "Mine", "add/giant")
    other = Client()
    assert other.post(LISTS, {"do": f"{legion.pk}/built"}).status_code == 404
    other.force_login(factories.UserFactory())
    assert other.post(LISTS, {"do": f"{legion.pk}/built"}).status_code == 404
    legion.refresh_from_db()
    assert legion.mark == BuildStatus.NONE


@pytest.mark.one_variant
@pytest.mark.parametrize("do", ["", "nothing", "x/built", "/built", "{pk}/gone", "\0/built"])
def test_an_invalid_mark_is_refused(client, do) -> None:
    legion = named(client, "Mine", "add/giant")
    assert client.post(LISTS, {"do": do.format(pk=legion.pk)}).status_code == 400


@pytest.mark.sampled
def test_the_number_of_marked_lists_is_limited(client, monkeypatch) -> None:
    monkeypatch.setattr(built_lists, "MAX_MARKED", 1)
    first, second = named(client, "First"), named(client, "Second")
    marked(client, first, "wanted")
    marked(client, first, "wanted")
    response = client.post(LISTS, {"do": f"{second.pk}/wanted"})
    assert response.status_code == 409
    assert "1 lists are marked so, which is the most." in Page(response).words
    marked(client, second, "built")


@pytest.mark.sampled
def test_more_marks_than_there_may_be_are_not_weighed(client, monkeypatch) -> None:
    for name in ("First", "Second"):
        marked(client, named(client, name, "add/giant"), "wanted")
    monkeypatch.setattr("legions.collection.purchases_page.MAX_MARKED", 1)
    client.get(LISTS)  # shows and clears the pending messages
    text = words(client)
    assert text.index("Second") < text.index("Other lists") < text.index("First")


@pytest.mark.sampled
def test_the_page_asks_the_database_as_often_for_many_lists_as_for_few(client, django_assert_num_queries) -> None:
    client.force_login(user := factories.UserFactory())
    count(client, "pack/hill-box/0/1")
    for many in (10, 60):
        for number in range(many - Legion.objects.count()):
            legion = factories.legion({"card": "giant"}, owner=user)
            Legion.objects.filter(pk=legion.pk).update(mark=("built", "wanted", "")[number % 3])
        client.get(LISTS)
        with django_assert_num_queries(7):
            client.get(LISTS)


def test_the_sums_behind_the_page() -> None:
    library = verdicts.library("attack-wing")
    document = {
        "game": "attack-wing",
        "format": "gone",
        "release": 1,
        "picks": [
            {"card": "giant", "count": 2},
            {"card": "giant", "upgrades": ["club"]},
            {"card": "nobody"},
        ],
    }
    cards = used_copies(library, document)
    assert cards == {"giant": 3, "club": 1, "nobody": 1}
    (conflict,) = card_conflicts({"giant": 5, "club": 2}, {"a": Counter(giant=3), "b": Counter(giant=3, club=2)})
    assert (conflict.slug, conflict.owned, conflict.needed, conflict.by) == ("giant", 5, 6, {"a": 3, "b": 3})
    free = remaining_copies({"giant": 2, "club": 1}, [Counter(giant=3)])
    assert free == {"club": 1}
    found = missing_cards(library, free, cards)
    assert found.missing == {"giant": 3, "nobody": 1}
    assert found.nowhere == {"nobody": 1}
    assert found.packs.smallest
    assert [sum(option.values()) for option in found.packs.options] == [3, 3, 3, 3]
