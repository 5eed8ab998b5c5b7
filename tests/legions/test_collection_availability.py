"""Availability from a collection: shown with legions, in the card browser and in the drawer, without changing them."""

import re

import pytest
from django.test import Client

from legions.accounts.holders import Holder
from legions.collection import services
from legions.collection.availability import CollectionCopies, owned_copies
from legions.collection.availability import with_owned as beside
from legions.collection.counts import Counts
from legions.collection.models import Collection
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from rulesapi.judging import verdicts
from tests import factories, worlds
from tests.legions.builder_helpers import NEW_LIST_URL, address, after, key_of, start
from tests.legions.collection_helpers import count, publish_sets
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]

MISSING = "The legion uses 2 copies of Giant. The collection has 1."


@worlds.once_a_module
def world() -> None:
    publish_sets()


def words(client, place):
    return Page(client.get(place)).words


def collection(**counts) -> Collection:
    return services.set_counts(
        holder=Holder(guest_key="a guest"), game="attack-wing", now=Counts(**counts), what="Counted."
    )


# -- with a legion ---------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_legion_is_judged_with_the_collection_without_changing(client) -> None:
    legion = start(client, "add/giant", "count/0/2")
    before = (legion.document, legion.version)
    assert MISSING not in words(client, address(legion))
    count(client, "pack/hill-box/0/1")
    text = words(client, address(legion))
    assert MISSING in text
    assert "Cards I own as in my collection" in text
    assert "1 × Beast Box" in text and "1 × Hill Box" in text
    assert "Illegal" in words(client, "/legions/")
    count(client, "pack/hill-box/1/2")
    assert MISSING not in words(client, address(legion))
    legion.refresh_from_db()
    assert (legion.document, legion.version) == before


@pytest.mark.sampled
def test_a_legion_that_says_its_own_keeps_it(client) -> None:
    legion = start(client, "add/giant", "count/0/2")
    count(client, "pack/hill-box/0/1")
    legion = after(client, legion, "own", **{"card:giant": "2"})
    text = words(client, address(legion))
    assert MISSING not in text
    assert "Use my collection again" in text
    legion = after(client, legion, "disown")
    assert MISSING in words(client, address(legion))


@pytest.mark.sampled
def test_a_new_table_is_held_against_the_collection_too(client) -> None:
    count(client, "pack/hill-box/0/1")
    assert "Cards I own as in my collection" in words(client, NEW_LIST_URL)
    assert "1 of 1 left" in words(client, f"{NEW_LIST_URL}?q=giant")
    assert "1 of 1 left" not in words(Client(), f"{NEW_LIST_URL}?q=giant")


@pytest.mark.sampled
def test_a_share_link_reveals_nothing_of_the_collection(client) -> None:
    legion = start(client, "add/giant", "count/0/2")
    count(client, "pack/hill-box/0/1")
    sharing_services.share_legion(legion=legion)
    key = Legion.objects.get().share_key
    for other in (client, Client()):
        text = words(other, f"/s/{key}/")
        assert MISSING not in text and "Legal" in text
        assert "collection" not in other.get(f"/s/{key}/document/").json()
    assert "collection" not in client.get(f"{address(legion)}document/").json()
    client.post(f"/s/{key}/copy/")
    assert all("collection" not in one.document for one in nonempty(Legion.objects.all()))


@pytest.mark.sampled
def test_another_persons_collection_says_nothing_of_mine(client) -> None:
    legion = start(client, "add/giant", "count/0/2")
    assert key_of(client) != "a guest"
    collection(packs={"hill-box": 1})
    assert MISSING not in words(client, address(legion))


def test_owned_cards_count_by_their_slug_in_the_judged_release() -> None:
    then = verdicts.library("attack-wing").release
    factories.publish(factories.creature(slug="ogre", name="Ogre", formerly=["giant"]))
    have = CollectionCopies(collection(cards={"ogre": 2, "nobody": 1}))
    assert have.applied_to({"game": "attack-wing", "release": then, "picks": []})["collection"] == {"giant": 2}
    assert have.applied_to({"game": "attack-wing", "picks": []})["collection"] == {"ogre": 2}


@pytest.mark.sampled
def test_a_collection_larger_than_a_document_is_reduced_to_the_used_cards() -> None:
    factories.publish(*[factories.creature(slug=f"a-{number:04}") for number in range(1510)])
    have = CollectionCopies(collection(cards=dict.fromkeys(verdicts.library("attack-wing").cards, 1)))
    document = {"game": "attack-wing", "picks": [{"card": "wolf", "upgrades": ["club"]}]}
    with_owned = have.applied_to(document)
    assert len(with_owned["collection"]) == 1500
    assert {"wolf", "club"} <= with_owned["collection"].keys()
    assert not [one for one in verdicts.judge(with_owned)["findings"] if one["code"].endswith("collection-limit")]


def test_nothing_is_asked_where_nothing_is_counted() -> None:
    document = {"game": "attack-wing", "picks": []}
    assert beside(document, owned_copies(None)) is document
    assert beside(document, owned_copies(collection(cards={"giant": 0}))) is document
    stated = {**document, "packs": {}}
    assert beside(stated, owned_copies(collection(cards={"giant": 1}))) is stated


# -- in the card browser ---------------------------------------------------------------------------------------------


def found(client, **params):
    page = Page(client.get("/cards/attack-wing/", {"view": "list", **params}))
    return [link["href"].split("/")[-2] for link in page.all("a", **{"class": "card-row__name"})]


@pytest.mark.sampled
def test_cards_that_are_owned_are_found_marked_and_put_first(client) -> None:
    assert "Cards I own" not in words(client, "/cards/attack-wing/")
    count(client, "pack/hill-box/0/2", "card/wolf/0/1")
    assert sorted(found(client, q="owned")) == ["club", "giant", "wolf"]
    assert sorted(found(client, owned="1")) == ["club", "giant", "wolf"]
    assert "wolf" not in found(client, q="-owned")
    assert found(client, sort="owned")[:4] == ["club", "giant", "wolf", "beast"]
    text = words(client, "/cards/attack-wing/?view=list&q=club")
    assert "4 owned" in text
    for part in ("Cards I own", "Owned first"):
        assert part in text
    assert "1 owned" in words(client, "/sets/attack-wing/loose-set/")
    assert "Cards that you have" in words(client, "/cards/attack-wing/?q=owned")


@pytest.mark.sampled
def test_the_browser_reads_collection_and_own_numbers_of_who_has_them(client, django_assert_num_queries) -> None:
    other = Client()
    other.get("/cards/attack-wing/")
    with django_assert_num_queries(4):
        other.get("/cards/attack-wing/")
    count(client, "card/giant/0/1")
    client.get("/cards/attack-wing/")
    with django_assert_num_queries(8):
        client.get("/cards/attack-wing/?sort=owned")


@pytest.mark.sampled
def test_the_drawer_finds_what_is_owned(client) -> None:
    count(client, "pack/beast-box/0/1")
    legion = start(client, "add/dragon")
    page = Page(client.get(f"{address(legion)}?q=owned"))
    offered = {button["id"] for button in page.all("button") if (button.get("id") or "").startswith("c-")}
    assert offered == {"c-giant", "c-beast"}


@pytest.mark.sampled
def test_fixes_respect_the_collection(client) -> None:
    legion = start(client, "add/giant", "count/0/2")
    count(client, "pack/hill-box/0/1")
    page = Page(client.get(f"{address(legion)}?mend=1"))
    assert re.search(r"points\. ?Legal", page.words)
