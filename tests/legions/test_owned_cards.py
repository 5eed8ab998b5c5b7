"""The panel “Cards I own”: packs and single cards that a legion is checked against, and their visibility."""

import json

import pytest

from legions.collection.owned_cards import MAX_ROWS
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories, worlds
from tests.legions.builder_helpers import HTMX_HEADERS, NEW_LIST_URL, address, after, key_of, publish_cards, start
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


def box(slug, name, **copies):
    return factories.card_set(
        slug=slug, name=name, contents=[{"card": card, "copies": n} for card, n in copies.items()]
    )


@worlds.once_a_module
def world() -> None:
    publish_cards()
    factories.publish(box("hill-box", "Hill Box", giant=1, club=2), box("beast-box", "Beast Box", beast=1, giant=1))


def owned(legion):
    return {key: legion.document[key] for key in ("collection", "packs") if key in legion.document}


def words(client, legion):
    return Page(client.get(address(legion))).words


def test_nothing_is_asked_of_who_says_nothing(client) -> None:
    legion = start(client, "add/giant")
    assert owned(legion) == {}
    page = Page(client.get(address(legion)))
    assert "Cards I own" in page.words and "as in my collection" not in page.words
    assert "Packs it takes" in page.words
    assert page.all("button", id="own")
    assert "Do not check this" not in page.words


@pytest.mark.sampled
def test_packs_and_single_cards_are_written_down_and_checked(client) -> None:
    legion = start(client, "add/giant", "add/giant")
    legion = after(client, legion, "own", **{"pack:hill-box": "1", "pack:beast-box": "0", "card:giant": ""})
    assert owned(legion) == {"collection": {}, "packs": {"hill-box": 1}}
    text = words(client, legion)
    assert "Cards I own 1 pack" in text
    assert "The legion uses 2 copies of Giant. The collection has 1." in text
    assert "2 used, 1 wanting" in text
    places = [text.index(part) for part in ("Still to get", "1 × Beast Box", "Or, as few:", "1 × Hill Box")]
    assert places == sorted(places)
    legion = after(client, legion, "own", **{"card:giant": "1"})
    assert owned(legion) == {"collection": {"giant": 1}, "packs": {"hill-box": 1}}
    text = words(client, legion)
    assert "Cards I own 1 pack, 1 single card" in text
    assert "Nothing: you have all of it." in text
    assert "No problems found" in text


def test_a_new_table_can_begin_with_what_there_is(client) -> None:
    response = client.post(NEW_LIST_URL, {"do": "own", "pack:hill-box": "2"})
    assert response.status_code == 303
    legion = Legion.objects.get(guest_key=key_of(client))
    assert owned(legion) == {"collection": {}, "packs": {"hill-box": 2}}


@pytest.mark.sampled
def test_candidates_say_how_many_are_left(client) -> None:
    legion = start(client, "add/giant")
    legion = after(client, legion, "own", **{"pack:hill-box": "2"})
    page = Page(client.get(f"{address(legion)}?at=/picks/0&slot=heroic"))
    assert "4 of 4 left" in page.words
    assert "1 of 2 left" in Page(client.get(f"{address(legion)}?slot=creature")).words


@pytest.mark.sampled
def test_each_step_can_be_undone_without_another_message(client) -> None:
    legion = after(client, start(client, "add/giant"), "own", **{"pack:hill-box": "1"})
    legion = after(client, legion, "disown")
    assert owned(legion) == {}
    legion = after(client, legion, "undo")
    assert owned(legion) == {"collection": {}, "packs": {"hill-box": 1}}
    assert owned(after(client, legion, "undo")) == {}


@pytest.mark.sampled
def test_a_card_is_added_by_its_name_or_its_slug(client) -> None:
    legion = after(client, start(client, "add/giant"), "own", **{"card-name": "dragon "})
    legion = after(client, legion, "own", **{"card-name": "Dragon"})
    assert owned(legion) == {"collection": {"dragon": 2}}
    assert "not used" in words(client, legion)


def test_a_name_that_no_card_has_is_answered_with_the_nearest_and_nothing_is_lost(client) -> None:
    legion = start(client, "add/giant")
    data = {"do": "own", "version": legion.version, "pack:hill-box": "3", "card-name": "Dragn"}
    for headers in ({}, HTMX_HEADERS):
        response = client.post(address(legion), data, headers=headers)
        assert response.status_code == 400
        page = Page(response)
        assert "No card is called “Dragn”. Did you mean Dragon?" in page.words
        values = {field["name"]: field.get("value") for field in page.all("input") if field.get("name")}
        assert (values["pack:hill-box"], values["card-name"]) == ("3", "Dragn")
    assert Legion.objects.get(pk=legion.pk).version == legion.version


@pytest.mark.sampled
def test_a_name_that_several_cards_have_is_asked_for_by_slug(client) -> None:
    factories.publish(factories.creature(slug="giant-old", name="Giant"))
    legion = start(client, "add/giant")
    response = client.post(address(legion), {"do": "own", "version": legion.version, "card-name": "Giant"})
    assert "Write one of these: giant, giant-old." in Page(response).words
    assert owned(after(client, legion, "own", **{"card-name": "giant-old"})) == {"collection": {"giant-old": 1}}


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "fields",
    [
        {"pack:hill-box": "-1"},
        {"pack:hill-box": "10001"},
        {"pack:hill-box": "1.5"},
        {"pack:hill-box": "many"},
        {"pack:no-such-box": "1"},
        {"pack:../x": "1"},
        {"pack:": "1"},
        {"card:giant": "9" * 400},
        {"card:UPPER": "1"},
        {"card:__proto__": "1"},
        {"card-name": "x" * 121},
        {"card-name": "no\x00thing"},
        {"card-name": "\u202e"},
    ],
)
def test_invalid_counts_change_nothing(client, fields) -> None:
    legion = start(client, "add/giant")
    response = client.post(address(legion), {"do": "own", "version": legion.version, **fields})
    assert response.status_code == 400
    assert Legion.objects.get(pk=legion.pk).document == legion.document


@pytest.mark.sampled
def test_counts_of_cards_without_a_field_are_kept(client) -> None:
    creatures = [factories.creature() for _ in range(MAX_ROWS + 1)]
    factories.publish(*creatures)
    many = {one["slug"]: 1 for one in creatures} | {"a-card-nobody-knows": 2}
    legion = start(client, "add/giant")
    document = {**legion.document, "collection": many}
    legion = after(client, legion, "paste", text=json.dumps(document))
    page = Page(client.get(address(legion)))
    fields = [field for field in page.all("input") if field.get("name", "").startswith("card:")]
    assert len(fields) == MAX_ROWS
    assert "2 more cards you own are not shown here." in page.words
    changed = after(client, legion, "own", **{field["name"]: field["value"] for field in fields})
    assert changed.document["collection"] == many


@pytest.mark.sampled
def test_a_game_without_counted_sets_asks_only_for_cards(client) -> None:
    factories.publish(factories.card_set(slug="hill-box"), factories.card_set(slug="beast-box"))
    legion = after(client, start(client, "add/giant"), "own", **{"card:giant": "0"})
    page = Page(client.get(address(legion)))
    assert not [field for field in page.all("input") if field.get("name", "").startswith("pack:")]
    assert "Still to get Giant." in page.words


# -- visibility ------------------------------------------------------------------------------------------------------


@pytest.fixture
def shared():
    """Another user's shared legion, with its player's collection."""
    legion = factories.legion(
        {"card": "giant", "count": 2}, owner=factories.UserFactory(username="somebody"), collection={"club": 7}
    )
    sharing_services.share_legion(legion=legion)
    return legion


def shown(client, legion):
    page = client.get(f"/s/{legion.share_key}/")
    return Page(page).words, client.get(f"/s/{legion.share_key}/document/").json()


def test_others_see_a_shared_legion_without_what_its_player_has(client, shared) -> None:
    text, document = shown(client, shared)
    assert owned(shared) and not {"collection", "packs"} & set(document)
    assert "Legal" in text
    assert "collection" not in text and "Cards its player owns" not in text
    assert "club" not in client.get(f"/s/{shared.share_key}/copies/").content.decode()


@pytest.mark.sampled
def test_the_owner_can_show_and_hide_the_collection(client, shared) -> None:
    other = type(client)()
    client.force_login(shared.owner)
    address_ = f"/legions/{shared.pk}/share/"
    assert "Cards you own are hidden" in Page(client.get(f"/legions/{shared.pk}/?share=1")).words
    client.post(address_, {"do": "show"})
    text, document = shown(other, shared)
    assert document["collection"] == {"club": 7}
    assert "Cards its player owns: 7 single cards" in text
    assert "The collection has none." in text
    client.post(address_, {"do": "hide"})
    assert "collection" not in shown(other, shared)[1]


@pytest.mark.sampled
def test_a_new_link_does_not_show_the_collection_of_an_ended_one(client, shared) -> None:
    sharing_services.show_collection(legion=shared, shown=True)
    sharing_services.revoke_link(legion=shared)
    sharing_services.show_collection(legion=shared, shown=True)
    sharing_services.share_legion(legion=shared)
    assert "collection" not in shown(client, shared)[1]


def test_nobody_else_can_show_it(client, shared) -> None:
    client.force_login(factories.UserFactory())
    assert client.post(f"/legions/{shared.pk}/share/", {"do": "show"}).status_code == 404
    assert "collection" not in shown(client, shared)[1]


def test_a_copy_has_nothing_of_what_another_player_has_and_ones_own_has_it(client, shared) -> None:
    sharing_services.show_collection(legion=shared, shown=True)
    client.post(f"/s/{shared.share_key}/copy/")
    assert owned(Legion.objects.get(guest_key=key_of(client))) == {}
    own = after(client, start(client, "add/giant"), "own", **{"pack:hill-box": "1"})
    client.post(f"{address(own)}copy/")
    copied = Legion.objects.filter(guest_key=key_of(client)).exclude(pk=own.pk).latest("updated_at")
    assert owned(copied) == owned(own)
