"""The mark of open sets: on every row, tile and laid card of an open set, and on no official card."""

import re

import pytest
from django.urls import reverse

from catalog import faces
from legions.sharing import services
from tests import factories
from tests.legions.builder_helpers import address, start
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db

OPEN_TITLE = "Open set: The Bells. Not official."


@pytest.fixture(autouse=True)
def world():
    """Publish an official giant and club, and a warden and a lamp of an open set."""
    factories.publish_frame(
        factories.card_set(slug="starter", name="Starter"),
        factories.card_set(slug="bells", name="The Bells", official=False),
        factories.creature(
            slug="giant", name="Giant", cost=30, level=5, slots=["heroic"] * 2, energy=None, set="starter"
        ),
        factories.upgrade(slug="club", name="Club", cost=4, slot="heroic", set="starter"),
        factories.creature(slug="warden", name="Warden", cost=20, level=5, slots=["heroic"], energy=None, set="bells"),
        factories.upgrade(slug="lamp", name="Lamp", cost=2, slot="heroic", set="bells"),
    )


def marks(html, name):
    """Return the number of marks in the list items of a page about a card."""
    items = re.findall(r"<li\b.*?(?=<li\b|</ol>|</ul>)", html, re.S)
    about = [item for item in items if f">{name}<" in item]
    assert about, name
    return sum(item.count(f'class="open-mark" title="{OPEN_TITLE}"') for item in about)


@pytest.mark.parametrize(
    "path",
    [
        "/cards/attack-wing/",
        "/cards/attack-wing/?view=list",
        "/sets/attack-wing/bells/",
        "/wanted/attack-wing/",
    ],
)
def test_lists_of_cards_mark_only_the_open_ones(client, path):
    html = client.get(path).content.decode()
    assert marks(html, "Warden") == 1
    if "bells" not in path:
        assert marks(html, "Giant") == 0


def test_the_mark_says_to_who_cannot_see_it_what_it_means(client):
    html = client.get("/cards/attack-wing/?view=list").content.decode()
    assert re.search(r'<span class="open-mark" title="[^"]+"><svg[^>]*aria-hidden="true".*?</svg>open set</span>', html)


@pytest.mark.sampled
def test_a_laid_card_and_what_it_carries_are_marked(client):
    legion = start(client, "add/warden", "equip/0/lamp", "add/giant", "equip/1/club")
    html = client.get(address(legion)).content.decode()
    table = html[html.index('<ol class="picks">') : html.index('id="candidate-list"')]
    assert marks(table, "Lamp") == 1
    assert table.count(OPEN_TITLE) == 2
    ledger = html[html.index('<table class="ledger">') :]
    assert ledger[: ledger.index("</table>")].count(OPEN_TITLE) == 2


def test_a_collection_marks_the_open_cards(client):
    html = client.get("/collection/attack-wing/?show=all").content.decode()
    rows = html[html.index('id="collection-cards"') :]
    assert marks(rows, "Warden") == 1
    assert marks(rows, "Giant") == 0


def test_a_drawn_face_of_an_open_set_wears_a_sign_that_can_be_seen_when_it_is_small():
    card = factories.creature(slug="warden", name="Warden", set="bells")
    of_set = factories.card_set(slug="bells", name="The Bells", official=False)
    assert "<title>Open set</title>" in faces.face(card, set_document=of_set)
    assert "<title>Open set</title>" not in faces.face(card, set_document={**of_set, "official": True})
    assert "<title>Open set</title>" not in faces.face(card)


@pytest.mark.sampled
def test_a_list_that_mixes_official_and_open_cards_says_so_calmly(client):
    legion = start(client, "add/giant", "add/warden")
    page = Page(client.get(address(legion)))
    assert "The list mixes official cards with 1 card of open sets: The Bells." in page.words
    assert [one["class"] for one in page.all("li") if "finding--remark" in one.get("class", "")] == [
        "finding finding--remark"
    ]
    assert page.all("span", **{"class": "seal seal--legal"})
    alone = Page(client.get(address(start(client, "add/warden"))))
    assert "stand beside" not in alone.words


@pytest.mark.sampled
def test_a_shared_list_says_the_same(client):
    key = services.share_legion(legion=start(client, "add/giant", "add/warden"))
    words = Page(client.get(reverse("shared", args=[key]))).words
    assert "The list mixes official cards with 1 card of open sets: The Bells." in words
