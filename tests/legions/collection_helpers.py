"""Helpers for tests of collections: a small catalog with boxes, and functions that count its contents."""

from legions.collection.models import Collection
from tests import factories
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

COLLECTION_URL = "/collection/attack-wing/"


def set_document(slug, name, **copies):
    """Return a set whose pack contents are known."""
    return factories.card_set(
        slug=slug, name=name, contents=[{"card": card, "copies": number} for card, number in copies.items()]
    )


def publish_sets():
    """Publish the cards with two counted boxes, and a set without counts."""
    publish_cards()
    factories.publish(
        set_document("hill-box", "Hill Box", giant=1, club=2),
        set_document("beast-box", "Beast Box", beast=1, giant=1),
        factories.card_set(slug="loose-set", name="Loose Set"),
        factories.creature(slug="wisp", name="Wisp", set="loose-set"),
        factories.creature(slug="wolf", name="Wolf", set="loose-set"),
    )


def count(client, *buttons, status=302, **fields):
    """Press buttons on the page of the collection, one after the other, and return the last response."""
    response = None
    for do in buttons:
        response = client.post(COLLECTION_URL, {"do": do, **fields})
        assert response.status_code == status, Page(response).words
    return response


def counted():
    """Return the cards and the packs of the only collection."""
    collection = Collection.objects.get()
    return collection.cards, collection.packs


def steppers(response):
    """Return the numbers in the fields of a page of a collection, by name."""
    fields = Page(response).all("input", name="now")
    return {field["id"].removeprefix("now-"): int(field["value"]) for field in fields}
