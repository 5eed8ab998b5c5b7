"""Own numbers on the faces of cards: in the builder, the card browser, the gallery, and in the images themselves."""

import re
from html import unescape

import pytest
from django.test import Client

from legions.accounts.holders import Holder
from legions.cards.drawn_faces import face_address
from legions.cards.stock import stock_for
from legions.own_numbers import services
from legions.sharing import services as sharing_services
from tests import factories, worlds
from tests.legions.builder_helpers import address, after, key_of, publish_cards, start
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("table")]

GAME = "attack-wing"
DASHED = "Dashed: own numbers."
BEAST = "/cards/attack-wing/beast/"


@worlds.once_a_module
def table() -> None:
    publish_cards()


def say(client: Client, **facts: object) -> None:
    """Enter own numbers for the beast."""
    holder = Holder(guest_key=key_of(client))
    services.set_facts(holder=holder, game=GAME, facts={"beast": facts}, what="Entered.")


def guest(client: Client) -> Client:
    start(client, "add/giant")
    return client


def beast_images(page: Page) -> list[str]:
    return [image["src"] for image in page.all("img") if "/attack-wing/beast.svg" in image.get("src", "")]


def test_faces_on_a_german_page_are_in_german(client):
    legion = start(client, "add/beast", "add/giant")
    say(client, cost=38)
    page = Page(client.get(address(legion), headers={"accept-language": "de"}))
    assert page.all("img", src="/faces/1/attack-wing/giant.svg?lang=de")
    (face,) = [src for src in beast_images(page) if "/faces/" in src]
    assert face.endswith("&lang=de") and "Eigene Werte: Kosten." in client.get(face).text


def test_an_own_number_is_drawn_on_the_table_and_a_catalog_card_keeps_its_image(client):
    legion = start(client, "add/beast", "add/giant")
    faces = [src for src in beast_images(Page(client.get(address(legion)))) if "/faces/" in src]
    assert faces == ["/faces/1/attack-wing/beast.svg"]
    say(client, cost=38)
    page = Page(client.get(address(legion)))
    (face,) = [src for src in beast_images(page) if "/faces/" in src]
    assert face.startswith("/faces/1/attack-wing/beast.svg?own=")
    assert page.all("img", src="/faces/1/attack-wing/giant.svg")
    drawn = client.get(face)
    assert (drawn.status_code, drawn["Content-Type"]) == (200, "image/svg+xml")
    assert "Cost 38 points" in drawn.text
    assert "Own numbers: Cost." in drawn.text
    assert 'stroke-dasharray="9 6"' in drawn.text
    assert 'stroke-dasharray="9 6"' not in client.get("/faces/1/attack-wing/beast.svg").text


def test_a_fact_of_the_list_itself_is_drawn_too(client):
    legion = after(client, start(client, "add/beast"), "say", card="beast", fact="cost", where="say", value="38")
    assert legion.document["facts"] == {"beast": {"cost": 38}}
    (face,) = [src for src in beast_images(Page(client.get(address(legion)))) if "?own=" in src]
    assert "Cost 38 points" in client.get(face).text


def test_an_image_with_the_same_numbers_has_the_same_address_and_etag(client):
    cards = stock_for({"game": GAME, "picks": [], "facts": {"beast": {"cost": 38}}}).cards
    first, second = (face_address(cards["beast"], 1) for _ in range(2))
    assert first == second
    answer = client.get(first)
    assert client.get(first, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert answer["Cache-Control"].startswith("public")


@pytest.mark.parametrize(
    "change",
    [
        lambda address: address[:-1],
        lambda address: address.replace("?own=", "?own=x"),
        lambda address: address.replace("beast.svg", "giant.svg"),
        lambda address: address.replace("/faces/1/", "/faces/2/"),
        lambda _address: "/faces/1/attack-wing/beast.svg?own=eyJjb3N0IjozOH0",
        lambda _address: "/faces/1/attack-wing/beast.svg?own=" + "x" * 5_000,
    ],
)
def test_numbers_in_an_address_that_the_site_did_not_make_are_not_drawn(client, change):
    factories.publish(factories.creature(slug="wyrm", name="Wyrm"))
    assert client.get("/faces/2/attack-wing/beast.svg").status_code == 200
    cards = stock_for({"game": GAME, "picks": [], "facts": {"beast": {"cost": 38}}}).cards
    assert client.get(change(face_address(cards["beast"], 1))).status_code == 404


def test_an_address_has_room_for_numbers_and_leaves_out_what_is_too_long(client, monkeypatch):
    monkeypatch.setattr("legions.cards.drawn_faces.MAX_OWN_LENGTH", 40)
    facts = {"cost": 38, "slots": ["heroic"] * 8}
    card = stock_for({"game": GAME, "picks": [], "facts": {"beast": facts}}).cards["beast"]
    drawn = client.get(face_address(card, 1)).text
    assert "Own numbers: Cost." in drawn


def test_the_card_page_shows_own_numbers_on_the_face_only_to_their_owner(client):
    say(guest(client), cost=38, slots=["heroic", "heroic"])
    response = client.get(BEAST)
    page = Page(response)
    assert DASHED in response.text
    assert "Entered by you: Cost 38 points, Upgrade banner Two heroic" in page.words
    assert DASHED not in Client().get(BEAST).text
    assert "Entered by you" not in Client().get(BEAST).text


def test_missing_facts_of_a_card_count_own_numbers_as_known(client):
    unknown = dict.fromkeys(("cost", "level", "attack", "agility", "health", "armor", "alignment"))
    factories.publish(factories.creature(slug="wyrm", name="Wyrm", **unknown))
    guest(client)
    assert "7 facts missing" in client.get("/cards/attack-wing/wyrm/").text
    facts = {"wyrm": {"cost": 9, "level": 3}}
    services.set_facts(holder=Holder(guest_key=key_of(client)), game=GAME, facts=facts, what="Entered.")
    page = client.get("/cards/attack-wing/wyrm/")
    assert "5 facts missing" in page.text
    unknown_words = Page(page).words.partition("Not known yet:")[2].partition("Add missing")[0]
    assert "armor" in unknown_words
    assert "cost" not in unknown_words


def test_the_browser_shows_own_numbers_to_their_owner(client):
    say(guest(client), cost=38)
    tiles = client.get("/cards/attack-wing/?q=beast")
    assert DASHED in tiles.text
    assert "38 points" in Page(tiles).words
    rows = client.get("/cards/attack-wing/?q=beast&view=list").text
    assert "cost--own" in rows
    assert "cost--own" not in Client().get("/cards/attack-wing/?q=beast&view=list").text


def test_the_page_of_a_set_shows_own_numbers_to_their_owner(client):
    box = factories.card_set(slug="box", name="Box")
    factories.publish(box, factories.creature(slug="wyrm", name="Wyrm", cost=None, set="box"))
    guest(client)
    assert "cost--own" not in client.get("/sets/attack-wing/box/").text
    services.set_facts(holder=Holder(guest_key=key_of(client)), game=GAME, facts={"wyrm": {"cost": 9}}, what="Entered.")
    assert "cost--own" in client.get("/sets/attack-wing/box/").text


def test_the_form_for_missing_details_shows_own_numbers_on_the_face(client):
    say(guest(client), cost=38)
    assert DASHED in client.get("/cards/attack-wing/beast/contribute/").text


def test_the_gallery_draws_the_numbers_that_a_public_list_uses():
    owner = factories.UserFactory()
    services.set_facts(holder=Holder(user=owner), game=GAME, facts={"beast": {"cost": 38}}, what="Entered.")
    sharing_services.list_in_gallery(legion=factories.legion({"card": "beast"}, owner=owner, name="Beasts"))
    images = nonempty(beast_images(Page(Client().get("/shared/"))))
    assert all("?own=" in image for image in images)


def test_the_drawer_previews_a_card_with_own_numbers_by_its_own_address(client):
    legion = start(client, "add/giant")
    say(client, cost=38)
    page = client.get(address(legion)).text
    (face,) = re.findall(r'class="candidate__name" href="/cards/attack-wing/beast/"[^>]*data-face="([^"]+)"', page)
    assert "Cost 38 points" in client.get(unescape(face)).text
    assert page.count("data-face=") == 1
