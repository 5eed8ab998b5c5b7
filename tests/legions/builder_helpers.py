"""Helpers for tests of the builder and of saved legions: a small set of cards, and requests for changes."""

import re

from legions.saved_lists.models import Legion
from tests import factories

HTMX_HEADERS = {"HX-Request": "true"}
NEW_LIST_URL = "/build/attack-wing/"


def publish_cards(*more):
    """Publish a giant with slots, a unique dragon, a troop, an unknown beast and upgrades for most of the slots.

    `more` documents are published with them.
    """
    return factories.publish_frame(
        factories.creature(slug="giant", name="Giant", cost=30, level=5, slots=["heroic", "heroic", "arcane"]),
        factories.creature(slug="dragon", name="Dragon", cost=60, unique=True, slots=["dragon"]),
        factories.creature(
            slug="guards",
            name="Guards",
            cost=5,
            troop=True,
            slots=[],
            costs={"2": 9, "3": 13, "4": 17, "5": 20, "6": 22},
        ),
        factories.creature(slug="beast", name="Beast", cost=None, slots=None),
        factories.upgrade(slug="club", name="Club", cost=4, slot="heroic"),
        factories.upgrade(slug="charm", name="Charm", cost=2, slot="any"),
        factories.spell(slug="bolt", name="Bolt", cost=3, minimum_level=7),
        *more,
    )


def key_of(client):
    """Return the key of a guest's legions, or None if the client has none."""
    return client.session.get("guest_key")


def start(client, *changes):
    """Start a new legion as a guest or account, apply the changes in order, and return it."""
    response = client.post(NEW_LIST_URL, {"do": changes[0]})
    assert response.status_code == 303, response.content.decode()
    legion = Legion.objects.get(pk=pk_in(response["Location"]))
    for change in changes[1:]:
        legion = after(client, legion, change)
    return legion


def after(client, legion, do, **fields):
    """Make one change through the builder's page and return the legion's newest state."""
    response = client.post(address(legion), {"do": do, "version": legion.version, **fields})
    assert response.status_code == 303, response.content.decode()
    return Legion.objects.get(pk=pk_in(response["Location"]))


def address(legion):
    """Return the address that changes a legion."""
    return f"/legions/{legion.pk}/"


def pk_in(location):
    """Return the id of the legion in an address."""
    return re.match(r"/legions/([0-9a-f-]{36})/", location)[1]


def stable_headers(response):
    """Return the headers of a response without its id, which differs each time."""
    return {name: value for name, value in response.items() if name != "X-Request-ID"}


def without_csrf_tokens(response):
    """Return a page without its CSRF tokens, which differ each time."""
    return re.sub(r"[A-Za-z0-9]{64}", "", response.content.decode())
