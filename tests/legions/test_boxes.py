"""Boxes in a collection: counted on one page, including those without known contents."""

import pytest
from django.test import Client

from legions.collection.counts import Counts, cards_in_uncounted_boxes, copies_by_card, usable_copies
from legions.collection.models import Collection
from rulesapi.judging import verdicts
from tests import factories, worlds
from tests.legions.builder_helpers import HTMX_HEADERS
from tests.legions.collection_helpers import COLLECTION_URL, counted, publish_sets
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("world")]

BOXES = "/collection/attack-wing/boxes/"


@worlds.once_a_module
def world() -> None:
    publish_sets()


def numbers(response) -> dict[str, str]:
    fields = Page(response).all("input")
    return {one["name"]: one["value"] for one in fields if one.get("name", "").startswith("now-")}


def send(client, seen=None, status=302, **now):
    seen = seen or {}
    fields = {f"now-{slug}": number for slug, number in now.items()}
    response = client.post(BOXES, fields | {f"seen-{slug}": seen.get(slug, 0) for slug in now})
    assert response.status_code == status, Page(response).words
    return response


def test_the_boxes_are_asked_for_without_an_account_and_looking_keeps_nothing(client) -> None:
    response = client.get(BOXES)
    assert numbers(response) == {"now-hill-box": "0", "now-beast-box": "0", "now-loose-set": "0"}
    assert "Which boxes do you own?" in Page(response).words
    assert not Collection.objects.exists()
    assert "guest_key" not in client.session


def test_one_save_keeps_every_number_that_has_changed_and_no_other(client) -> None:
    send(client, **{"hill-box": "2", "loose-set": "1", "beast-box": "0"})
    assert counted() == ({}, {"hill-box": 2, "loose-set": 1})
    assert Collection.objects.get().what == "Boxes of 2 sets counted anew."
    words = Page(client.get(BOXES)).words
    assert "3 boxes" in words
    assert "The contents of 1 set are not known" in words


def test_a_collection_of_boxes_that_nobody_has_counted_says_so_and_not_that_there_is_nothing(client) -> None:
    send(client, **{"loose-set": "1"})
    words = Page(client.get("/collection/attack-wing/")).words
    assert "The contents of 1 set are not known" in words
    assert "You own none of its cards yet." not in words


def test_a_box_that_nobody_has_counted_is_remembered_and_goes_out_and_in_as_csv(client) -> None:
    send(client, **{"loose-set": "1"})
    text = client.get(f"{COLLECTION_URL}export.csv").content.decode()
    assert "pack,loose-set,Loose Set,Loose Set,1" in text
    other = Client()
    page = Page(other.post(f"{COLLECTION_URL}import/", {"text": text}))
    fields = {one["name"]: one.get("value", "") for one in page.all("input") if one.get("type") == "hidden"}
    other.post(f"{COLLECTION_URL}import/keep/", {**fields, "way": "these"})
    assert list(Collection.objects.values_list("packs", flat=True)) == [{"loose-set": 1}] * 2


def test_of_a_box_that_nobody_has_counted_nothing_is_missing_and_of_other_cards_it_is(client) -> None:
    library, counts = verdicts.library("attack-wing"), Counts(packs={"loose-set": 1, "hill-box": 1})
    assert cards_in_uncounted_boxes(counts, library) == {"wisp", "wolf"}
    assert copies_by_card(counts, library) == {"giant": 1, "club": 2}
    assert usable_copies(counts, library) == {"giant": 1, "club": 2, "wisp": 10_000, "wolf": 10_000}
    assert cards_in_uncounted_boxes(Counts(packs={"loose-set": 0}), library) == frozenset()


@pytest.mark.sampled
def test_the_builder_offers_cards_of_owned_boxes_first(client) -> None:
    def offered() -> list[str]:
        page = Page(client.get("/build/attack-wing/?slot=creature"))
        return [one["id"] for one in page.all("button") if (one.get("id") or "").startswith("c-")]

    before = offered()
    assert before[0] != "c-wolf"
    send(client, **{"loose-set": "1"})
    fits = [one for one in offered() if one in before]
    assert fits[:2] == ["c-wisp", "c-wolf"]
    assert "in a box of yours" in Page(client.get("/build/attack-wing/?slot=creature")).words


def test_an_owner_is_asked_first_for_the_few_numbers_that_make_cards_playable(client) -> None:
    unknown = {"cost": None, "level": None, "slots": None}
    factories.publish(
        factories.card_set(slug="dim-box", name="Dim Box"),
        factories.creature(slug="far", name="Far", set="dim-box", **unknown),
        *(
            factories.creature(slug=slug, name=slug.title(), set="dim-box", cost=None)
            for slug in ("nigh", "near", "next")
        ),
    )
    send(client, **{"dim-box": "1"})
    page = Page(client.get(BOXES))
    assert "Dim Box: 3 numbers make Near, Next and Nigh playable 6 are missing in all" in page.words
    (link,) = [one for one in page.all("a") if "/dim-box/sheet/" in one.get("href", "")]
    assert link["href"].endswith("/sheet/?page=1#row-near")


def test_counts_changed_elsewhere_are_not_overwritten(client) -> None:
    send(client, **{"hill-box": "2"})
    response = send(client, status=409, **{"hill-box": "5"})
    assert "The count was changed elsewhere" in Page(response).words
    assert counted() == ({}, {"hill-box": 2})
    send(client, **{"hill-box": "2"})  # the form is sent again
    assert counted() == ({}, {"hill-box": 2})


@pytest.mark.parametrize(
    ("now", "message"),
    [
        ({"hill-box": "-1"}, "whole number from 0 to 10,000"),
        ({"hill-box": "two"}, "whole number from 0 to 10,000"),
        ({"hill-box": "10001"}, "whole number from 0 to 10,000"),
        ({"nobody": "1"}, "There is no such set"),
        ({"hill-box": "1", "": "1"}, "There is no such set"),
    ],
)
def test_an_invalid_number_of_boxes_is_refused_and_nothing_is_saved(client, now, message) -> None:
    assert message in Page(send(client, status=400, **now)).words
    assert not Collection.objects.exists()


def test_an_empty_field_is_no_box_and_a_form_without_changes_keeps_nothing(client) -> None:
    send(client, **{"hill-box": ""})
    assert not Collection.objects.exists()


def test_with_scripts_only_the_sum_and_the_saved_numbers_are_sent(client) -> None:
    response = client.post(BOXES, {"now-hill-box": "1", "seen-hill-box": "0"}, headers=HTMX_HEADERS)
    page = Page(response)
    assert response.status_code == 200
    assert {one["name"]: one["value"] for one in page.all("input")}["seen-hill-box"] == "1"
    assert not page.all("header")
    assert "1 box" in page.words


def test_an_unknown_game_has_no_boxes(client) -> None:
    assert client.get("/collection/no-game/boxes/").status_code == 404
    factories.publish(factories.card_set(slug="empty-set", name="Empty Set"))
    assert "Empty Set" not in Page(client.get(BOXES)).words
