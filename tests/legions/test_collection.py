"""A user's collection of a game: sets and cards with counts, as a guest and in an account."""

import re
from io import BytesIO

import pytest
from django.test import Client

from legions.account_pages import data_export
from legions.accounts.holders import Holder
from legions.collection import services
from legions.collection.counts import MAX_COPIES, Counts, copies_by_card
from legions.collection.models import Collection
from rulesapi.judging import verdicts
from tests import factories, worlds
from tests.legions.builder_helpers import HTMX_HEADERS
from tests.legions.collection_helpers import COLLECTION_URL, count, counted, publish_sets, steppers
from tests.legions.page_parser import Page
from tests.throttles import used_up

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("world")]

PASSWORD = "kept in a drawer for years"


@worlds.once_a_module
def world() -> None:
    publish_sets()


def words(client, address=COLLECTION_URL):
    return Page(client.get(address)).words


# -- counting --------------------------------------------------------------------------------------------------------


def test_looking_at_a_collection_keeps_nothing_and_leads_on(client) -> None:
    text = words(client)
    assert "Nothing counted yet for Attack Wing." in text
    assert "Hill Box 0 of its 2 cards" in text
    assert "Loose Set 0 of its 2 cards" in text
    assert not Collection.objects.exists()
    assert "guest_key" not in client.session


@pytest.mark.sampled
def test_packs_and_single_cards_are_counted(client) -> None:
    count(client, "pack/hill-box/0/1", "pack/hill-box/1/2", "card/dragon/0/1")
    assert counted() == ({"dragon": 1}, {"hill-box": 2})
    text = words(client)
    assert "7 copies, 3 of 9 cards" in text
    assert "Hill Box 2 of its 2 cards" in text
    assert "Dragon: 1 instead of 0." in text
    assert "4 in boxes" in text
    assert steppers(client.get(COLLECTION_URL)) == {
        "pack-beast-box": 0,
        "pack-hill-box": 2,
        "card-club": 0,
        "card-dragon": 1,
        "card-giant": 0,
    }


def test_a_number_can_be_entered_and_an_empty_collection_is_deleted(client) -> None:
    count(client, "card/giant/0", now=" 12 ")
    assert counted() == ({"giant": 12}, {})
    count(client, "card/giant/12", now="0")
    assert counted() == ({}, {})


def test_one_of_each_card_of_a_set_that_nobody_has_counted(client) -> None:
    count(client, "more/loose-set/0", "more/loose-set/2")
    assert counted() == ({"wisp": 2, "wolf": 2}, {})
    assert "Loose Set: one more of each of its 2 cards." in words(client)
    count(client, "less/loose-set/3")
    assert counted() == ({"wisp": 1, "wolf": 1}, {})


def test_at_the_storage_quota_counts_can_be_reduced(client) -> None:
    count(client, "card/giant/0/2", "card/club/0/1")
    used_up("guest-kilobytes")
    count(client, "card/giant/2/3", status=429)
    count(client, "card/giant/2/1", "card/club/1/0")
    assert counted() == ({"giant": 1}, {})


def test_a_form_that_is_sent_twice_counts_once(client) -> None:
    count(client, "pack/hill-box/0/1", "pack/hill-box/0/1")
    count(client, "more/loose-set/2")
    count(client, "more/loose-set/2", status=409)
    assert counted() == ({"wisp": 1, "wolf": 1}, {"hill-box": 1})


def test_two_open_pages_lose_nothing_and_conflicts_on_one_card_are_shown(client) -> None:
    count(client, "card/giant/0/1")
    count(client, "card/dragon/0/2")
    refused = count(client, "card/giant/0/5", status=409)
    assert "The count was changed elsewhere" in Page(refused).words
    assert steppers(refused)["card-giant"] == 1
    assert counted() == ({"giant": 1, "dragon": 2}, {})


@pytest.mark.sampled
def test_the_last_change_can_be_taken_back_and_made_again(client) -> None:
    count(client, "card/giant/0/1", "card/giant/1/3", "undo/3")
    assert counted() == ({"giant": 1}, {})
    count(client, "undo/3", status=409)
    count(client, "undo/4")
    assert counted() == ({"giant": 3}, {})
    assert "Giant: 3 instead of 1. Undo" in words(client)
    count(client, "undo/5")
    assert "Taken back: Giant: 3 instead of 1." in words(client)


def test_a_count_under_a_former_slug_counts_as_the_current_card(client) -> None:
    count(client, "card/giant/0/2")
    factories.publish(factories.creature(slug="ogre", name="Ogre", formerly=["giant"]))
    assert steppers(client.get(COLLECTION_URL))["card-ogre"] == 2
    count(client, "card/ogre/2/3")
    assert counted() == ({"ogre": 3}, {})


def test_one_more_of_each_card_of_a_set_counts_on_from_what_goes_by_a_former_name(client) -> None:
    count(client, "card/wisp/0/2")
    factories.publish(factories.creature(slug="glow", name="Glow", set="loose-set", formerly=["wisp"]))
    count(client, "more/loose-set/2")
    assert counted() == ({"glow": 3, "wolf": 1}, {})


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"do": ""}, "This page is out of date"),
        ({"do": "card/giant"}, "This page is out of date"),
        ({"do": "card/giant/0/1/2"}, "This page is out of date"),
        ({"do": "card/nobody/0/1"}, "There is no such card in this game."),
        ({"do": "pack/nobody/0/1"}, "There is no such set in this game."),
        ({"do": "more/hill-box/0"}, "There is no such set in this game"),
        ({"do": "card/giant/0", "now": ""}, "Enter a whole number from 0 to 10,000."),
        ({"do": "card/giant/0", "now": "-1"}, "Enter a whole number from 0 to 10,000."),
        ({"do": "card/giant/0", "now": "٣"}, "Enter a whole number from 0 to 10,000."),
        ({"do": f"card/giant/0/{MAX_COPIES + 1}"}, "Enter a whole number from 0 to 10,000."),
        ({"do": "undo/99999999999999999999"}, "Enter a whole number"),
        ({"do": "card/\0/0/1"}, "There is no such card in this game."),
    ],
)
def test_an_invalid_count_is_refused_with_the_entered_page(client, data, message) -> None:
    response = client.post(COLLECTION_URL, data)
    assert response.status_code == 400
    assert message in Page(response).words
    assert not Collection.objects.exists()


def test_an_unknown_game_is_not_found(client) -> None:
    assert client.get("/collection/nowhere/").status_code == 404
    assert client.post("/collection/nowhere/", {"do": "card/giant/0/1"}).status_code == 404


# -- viewing ---------------------------------------------------------------------------------------------------------


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ({"q": "dragon"}, {"dragon"}),
        ({"q": "owned"}, {"giant", "club"}),
        ({"q": "-owned kind:upgrade"}, {"charm"}),
        ({"q": "set:loose-set"}, {"wisp", "wolf"}),
        ({}, {"giant", "club"}),
        ({"show": "all", "q": "kind:upgrade"}, {"club", "charm"}),
        ({"show": "mine", "q": "kind:upgrade"}, {"club"}),
    ],
)
def test_the_cards_are_found_by_the_query_of_the_card_browser(client, query, slugs) -> None:
    count(client, "pack/hill-box/0/1")
    found = {
        name.removeprefix("card-") for name in steppers(client.get(COLLECTION_URL, query)) if name.startswith("card-")
    }
    assert found == slugs


@pytest.mark.sampled
def test_words_that_mean_nothing_are_pointed_at_and_near_names_offered(client) -> None:
    assert "No card has “colour”." in words(client, f"{COLLECTION_URL}?q=colour:red")
    near = words(client, f"{COLLECTION_URL}?q=dragn")
    assert re.search("No card has all of these words ?These cards have most of the words:", near)
    assert "card-dragon" in steppers(client.get(COLLECTION_URL, {"q": "dragn"}))
    assert "No cards match." in words(client, f"{COLLECTION_URL}?q=xylophone")
    assert "Your collection is empty" in words(client, f"{COLLECTION_URL}?q=owned")


def test_a_search_while_typing_sends_only_the_cards(client) -> None:
    response = client.get(COLLECTION_URL, {"q": "dragon"}, headers=HTMX_HEADERS)
    assert not Page(response).all("h1")
    assert set(steppers(response)) == {"card-dragon"}
    assert "HX-Request" in response["Vary"]


def test_a_change_goes_back_to_what_was_looked_for(client) -> None:
    data = {"do": "card/dragon/0/1", "q": "dra gon&", "show": "all", "page": "2"}
    assert client.post(COLLECTION_URL, data)["Location"] == f"{COLLECTION_URL}?q=dra+gon%26&show=all&page=2"
    assert set(
        steppers(client.post(COLLECTION_URL, {"do": "card/dragon/1/2", "q": "dragon"}, headers=HTMX_HEADERS))
    ) >= {"card-dragon"}


@pytest.mark.sampled
def test_the_cards_of_a_long_collection_are_on_numbered_pages_that_keep_the_search(client) -> None:
    factories.publish(*(factories.creature(slug=f"many-{n}", name=f"Many {n}") for n in range(50)))
    first = Page(client.get(COLLECTION_URL, {"q": "many"}))
    (later,) = first.all("a", rel="next")
    second = Page(client.get(later["href"].partition("#")[0]))
    (earlier,) = second.all("a", rel="prev")
    assert later["href"] == f"{COLLECTION_URL}?q=many&show=all&page=2#cards"
    assert earlier["href"] == f"{COLLECTION_URL}?q=many&show=all&page=1#cards"
    assert "Page 2 of 2" in second.words


def test_the_entry_lists_every_game_with_what_there_is(client) -> None:
    assert client.get("/collection/").status_code == 302
    other = {"game": "dungeon-command", "slug": "dungeon-command", "ruleset": "dungeon-command/1"}
    factories.publish(
        factories.game(**other, name="Dungeon Command"), factories.standard(game="dungeon-command", points=None)
    )
    count(client, "pack/hill-box/0/1")
    text = words(client, "/collection/")
    assert "Attack Wing 3 copies, 2 of 9 cards" in text
    assert "Dungeon Command Nothing counted yet" in text


@pytest.mark.sampled
def test_the_page_asks_the_database_as_often_for_much_as_for_little(client, django_assert_num_queries) -> None:
    count(client, "card/giant/0/1")
    client.get(COLLECTION_URL)
    with django_assert_num_queries(5):
        client.get(COLLECTION_URL)
    factories.publish(*[factories.creature() for _ in range(1000)])
    slugs = verdicts.library("attack-wing").cards
    Collection.objects.update(cards=dict.fromkeys(slugs, 3))
    client.get(COLLECTION_URL)
    with django_assert_num_queries(5):
        client.get(COLLECTION_URL)


# -- ownership -------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_everybody_sees_and_changes_only_their_own_collection(client) -> None:
    count(client, "card/giant/0/1")
    other = Client()
    assert "Nothing counted yet for Attack Wing." in words(other)
    count(other, "undo/2", status=409)
    account = Client()
    account.force_login(factories.UserFactory())
    count(account, "card/giant/0/7")
    assert steppers(client.get(COLLECTION_URL))["card-giant"] == 1
    assert steppers(account.get(COLLECTION_URL))["card-giant"] == 7


def test_a_collection_is_neither_cached_nor_indexed(client) -> None:
    response = client.get(COLLECTION_URL)
    assert "no-store" in response["Cache-Control"]
    assert Page(response).all("meta", name="robots", content="noindex")


@pytest.mark.sampled
def test_counts_of_a_guest_move_into_the_account_with_the_greater_number(client) -> None:
    user = factories.UserFactory(username="keeper", password=PASSWORD)
    services.set_counts(
        holder=Holder(user=user),
        game="attack-wing",
        now=Counts({"giant": 3, "club": 1}, {"hill-box": 1}),
        what="Before.",
    )
    count(client, "card/giant/0/1", "card/dragon/0/2", "pack/hill-box/0/2")
    response = client.post("/account/login/", {"login": "keeper", "password": PASSWORD}, follow=True)
    assert "of each the greater number" in Page(response).words
    assert counted() == ({"giant": 3, "club": 1, "dragon": 2}, {"hill-box": 2})
    collection = Collection.objects.get()
    assert collection.owner == user
    count(client, f"undo/{collection.version}")
    assert counted() == ({"giant": 3, "club": 1}, {"hill-box": 1})


@pytest.mark.sampled
def test_counts_of_a_guest_under_a_former_slug_merge_with_the_card_of_the_account(client) -> None:
    user = factories.UserFactory(username="keeper", password=PASSWORD)
    count(client, "card/giant/0/3")
    factories.publish(factories.creature(slug="ogre", name="Ogre", formerly=["giant"]))
    services.set_counts(holder=Holder(user=user), game="attack-wing", now=Counts({"ogre": 2}), what="Before.")
    client.post("/account/login/", {"login": "keeper", "password": PASSWORD})
    assert counted() == ({"ogre": 3}, {})


def test_without_counts_of_a_guest_nothing_moves(client) -> None:
    factories.UserFactory(username="keeper", password=PASSWORD)
    response = client.post("/account/login/", {"login": "keeper", "password": PASSWORD}, follow=True)
    assert "the greater number" not in Page(response).words
    assert not Collection.objects.exists()


def test_an_account_that_is_deleted_takes_its_collections_along_and_an_export_has_them(client) -> None:
    user = factories.UserFactory()
    client.force_login(user)
    count(client, "card/giant/0/1", "pack/hill-box/0/1")
    file = BytesIO()
    data_export.write_export(user=user, file=file)
    text = file.getvalue().decode()
    assert '"packs": {"hill-box": 1}' in text and '"cards": {"giant": 1}' in text
    user.delete()
    assert not Collection.objects.exists()


def test_copies_count_packs_and_singles_and_nothing_that_is_not_known() -> None:
    counts = Counts({"giant": 2, "nobody": 9}, {"hill-box": 2, "gone-box": 1, "loose-set": 1})
    assert copies_by_card(counts, verdicts.library("attack-wing")) == {"giant": 4, "club": 4}


# -- on a card's own page --------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_card_is_counted_from_its_own_page(client) -> None:
    card = "/cards/attack-wing/giant/"
    assert steppers(client.get(card)) == {"card-giant": 0}
    sent = client.post(f"{COLLECTION_URL}cards/giant/", {"do": "card/giant/0/2"})
    assert sent["Location"] == card
    count(client, "pack/hill-box/0/3")
    response = client.get(card)
    assert steppers(response) == {"card-giant": 2}
    assert "3 in boxes" in Page(response).words
    part = client.post(f"{COLLECTION_URL}cards/giant/", {"do": "card/giant/0/9"}, headers=HTMX_HEADERS)
    assert (part.status_code, steppers(part)) == (409, {"card-giant": 2})
    assert "The count was changed elsewhere" in Page(part).words
    assert (
        client.post(f"{COLLECTION_URL}cards/giant/", {"do": "card/giant/2/x"}, headers=HTMX_HEADERS).status_code == 400
    )
    assert client.post(f"{COLLECTION_URL}cards/nobody/", {"do": "card/nobody/0/1"}).status_code == 404
    assert client.get(f"{COLLECTION_URL}cards/giant/").status_code == 405


@pytest.mark.sampled
def test_a_card_page_asks_no_more_of_who_counts_nothing(client, django_assert_num_queries) -> None:
    client.get("/cards/attack-wing/giant/")
    with django_assert_num_queries(10):
        client.get("/cards/attack-wing/giant/")


# -- on a set's own page ---------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_boxes_are_counted_from_the_page_of_their_set(client) -> None:
    box = "/sets/attack-wing/hill-box/"
    assert steppers(client.get(box)) == {"pack-hill-box": 0}
    response = client.post(f"{COLLECTION_URL}sets/hill-box/", {"do": "pack/hill-box/0/2"})
    assert response["Location"] == box
    text = words(client, box)
    assert "Hill Box: 2 instead of 0." in text
    assert "2 of its 2 cards" in text
    part = client.post(f"{COLLECTION_URL}sets/hill-box/", {"do": "pack/hill-box/0/9"}, headers=HTMX_HEADERS)
    assert (part.status_code, steppers(part)) == (409, {"pack-hill-box": 2})
    assert "The count was changed elsewhere" in Page(part).words
    assert (
        client.post(f"{COLLECTION_URL}sets/hill-box/", {"do": "pack/hill-box/2/x"}, headers=HTMX_HEADERS).status_code
        == 400
    )
    assert counted() == ({}, {"hill-box": 2})


@pytest.mark.sampled
def test_one_of_each_card_of_a_set_is_counted_from_its_page_and_taken_back(client) -> None:
    loose = "/sets/attack-wing/loose-set/"

    def values() -> list[str]:
        buttons = Page(client.get(loose)).all("button", name="do")
        return [one["value"] for one in buttons if one["value"] != "watch"]

    assert values() == ["more/loose-set/0"]
    client.post(f"{COLLECTION_URL}sets/loose-set/", {"do": "more/loose-set/0"})
    assert sorted(counted()[0].values()) == [1, 1]
    assert values() == ["less/loose-set/2", "more/loose-set/2"]
    client.post(f"{COLLECTION_URL}sets/loose-set/", {"do": "less/loose-set/2"})
    assert counted() == ({}, {})
    assert (
        client.post(f"{COLLECTION_URL}sets/nobody/", {"do": "more/nobody/3"}, headers=HTMX_HEADERS).status_code == 404
    )
    assert client.get(f"{COLLECTION_URL}sets/loose-set/").status_code == 405
