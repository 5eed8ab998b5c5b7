"""What tests of collections share: a small world with boxes, and the ways to count what is in it."""

import re

from legions.models import Collection
from tests import factories
from tests.legions.pages import Page
from tests.legions.tables import publish_table

PLACE = "/collection/attack-wing/"


def box(slug, name, **copies):
    """Return a set of which it is known what is in a pack."""
    return factories.card_set(
        slug=slug, name=name, contents=[{"card": card, "copies": number} for card, number in copies.items()]
    )


def publish_boxes():
    """Publish the table with two boxes that are counted, and a set that nobody has counted."""
    publish_table()
    factories.publish(
        box("hill-box", "Hill Box", giant=1, club=2),
        box("beast-box", "Beast Box", beast=1, giant=1),
        factories.card_set(slug="loose-set", name="Loose Set"),
        factories.creature(slug="wisp", name="Wisp", set="loose-set"),
        factories.creature(slug="wolf", name="Wolf", set="loose-set"),
    )


def count(client, *buttons, status=302, **fields):
    """Press buttons on the page of the collection, one after the other, and return the last answer."""
    response = None
    for do in buttons:
        response = client.post(PLACE, {"do": do, **fields})
        assert response.status_code == status, Page(response).words
    return response


def counted():
    """Return the cards and the packs of the only collection there is."""
    kept = Collection.objects.get()
    return kept.cards, kept.packs


def steppers(response):
    """Return the numbers that stand in the fields of a page of a collection, by what they count."""
    fields = Page(response).all("input", name="now")
    return {field["id"].removeprefix("now-"): int(field["value"]) for field in fields}


def unsecret(response):
    """Return a page without the secrets against forgery in it."""
    return re.sub(r"[A-Za-z0-9]{64}", "", response.content.decode())
