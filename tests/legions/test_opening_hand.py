"""Opening hands of Dungeon Command: the drawn cards, their odds, the number of the hand, and who may see it."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from legions.cards.stock import stock
from legions.games.dungeon_command.opening_hand import MAX_DECK, OpeningHand, draw
from legions.saved_lists import ready_lists
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories, worlds
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

GAME = "dungeon-command"
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / GAME

pytestmark = pytest.mark.django_db


@worlds.once_a_module
def catalog() -> None:
    documents = [json.loads(file.read_text("utf-8")) for file in sorted(FIXTURES.rglob("*.json"))]
    factories.publish(*documents)


@pytest.fixture(autouse=True)
def world(catalog: None) -> None:
    """Publish all shipped cards of the game."""


@pytest.fixture
def warband(client: Client) -> Legion:
    """Return a shared list with the contents of a pack; its owner is logged in."""
    document = ready_lists.ready_lists(GAME)[0].document
    fields = {key: value for key, value in document.items() if key != "picks"}
    user = factories.UserFactory(username="owner")
    client.force_login(user)
    legion = factories.legion(*document["picks"], owner=user, **fields)
    sharing_services.share_legion(legion=legion)
    return legion


def hand_of(page: Page) -> list[str]:
    """Return the addresses of the cards in hand, orders first."""
    return [link["href"] for link in page.all("a") if link.get("class") == "tile"]


def numbers_of(warband: Legion) -> dict[str, int]:
    """Return the document of a warband's commander."""
    slugs = [pick["card"] for pick in warband.document["picks"]]
    (card,) = [card.document for slug, card in stock(GAME).cards.items() if slug in slugs and "morale" in card.document]
    return dict(card)


def test_a_number_always_draws_the_same_hand_and_another_draws_another(client: Client, warband: Legion) -> None:
    address = f"/legions/{warband.pk}/hand/"
    hands = [hand_of(Page(client.get(address, {"seed": seed}))) for seed in (7, 7, 8)]
    assert hands[0] == hands[1] != hands[2]
    numbers = numbers_of(warband)
    assert len(hands[0]) == numbers["order_hand"] + numbers["creature_hand"]


def test_drawn_cards_are_those_that_a_deck_has() -> None:
    deck = list("aabbbc")
    assert sorted(draw(deck, 9, 3)) == deck and len(draw(deck, 4, 3)) == 4
    assert draw(deck, 6, 1) == draw(deck, 6, 1) and draw([], 3, 1) == []
    firsts = [draw(deck, 1, seed)[0] for seed in range(600)]
    assert 120 < firsts.count("a") < 280 and 220 < firsts.count("b") < 380 and firsts.count("c") > 50


def test_each_turn_draws_one_more_order_and_keeps_the_others(client: Client, warband: Legion) -> None:
    address = f"/legions/{warband.pk}/hand/"
    first = hand_of(Page(client.get(address, {"seed": 7})))
    page = Page(client.get(address, {"seed": 7, "turn": 2}))
    later = hand_of(page)
    orders = numbers_of(warband)["order_hand"]
    assert len(later) == len(first) + 2 and later[:orders] == first[:orders] and later[orders + 2 :] == first[orders:]
    assert "drawn in turn 1" in page.words and "drawn in turn 2" in page.words and "By turn 2" in page.words


def test_without_a_number_a_random_hand_is_drawn_that_can_be_shared(client: Client, warband: Legion) -> None:
    response = client.get(f"/s/{warband.share_key}/hand/")
    assert response.status_code == 302 and response["Location"].startswith(f"/s/{warband.share_key}/hand/?seed=")
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        {"seed": "x"},
        {"seed": "-1"},
        {"seed": "1000000"},
        {"seed": "9" * 5000},
        {"seed": "1", "turn": "21"},
        {"seed": "1", "turn": "-1"},
        {"turn": "1"},
    ],
)
def test_a_number_out_of_range_is_refused_at_its_field(client: Client, warband: Legion, query: dict[str, str]) -> None:
    response = client.get(f"/legions/{warband.pk}/hand/", query)
    page = Page(response)
    assert response.status_code == 400 and page.all("p", **{"class": "field__error"}) and hand_of(page) == []


def test_the_odds_are_those_of_the_deck(client: Client, warband: Legion) -> None:
    page = Page(client.get(f"/legions/{warband.pk}/hand/", {"seed": 1}))
    assert "Odds of the orders" in page.words and "Levels" in page.words and "Playable, at least" in page.words
    hand = OpeningHand(warband.document, stock(GAME), {"seed": "1", "turn": "20"})
    by_turn_20 = {row.card.slug: row.odds for row in nonempty(hand.odds)}
    opening = OpeningHand(warband.document, stock(GAME), {"seed": "1"})
    for row in nonempty(opening.odds):
        assert row.odds.playable is not None and 0 <= row.odds.playable <= row.odds.drawn < 1
        assert by_turn_20[row.card.slug].drawn > row.odds.drawn


@pytest.mark.parametrize(
    ("picks", "message"),
    [
        ([], "Choose exactly one."),
        ([{"card": "valnar-trueblade", "count": 2}], "Choose exactly one."),
        ([{"card": "valnar-trueblade"}], "Add creatures and orders to draw from."),
        (
            [
                {"card": "valnar-trueblade"},
                {"card": "elf-archer"},
                {"card": "level-up", "count": 500},
                {"card": "faerie-fire"},
            ],
            f"Hands are drawn from decks of up to {MAX_DECK} cards.",
        ),
    ],
)
def test_a_warband_without_a_hand_says_why(client: Client, warband: Legion, picks: Any, message: str) -> None:
    legion = factories.legion(*picks, owner=warband.owner, game=GAME)
    response = client.get(f"/legions/{legion.pk}/hand/", {"seed": 1})
    assert response.status_code == 200 and message in Page(response).words and hand_of(Page(response)) == []


def test_only_its_holder_and_holders_of_its_link_see_a_hand(client: Client, warband: Legion) -> None:
    client.logout()
    assert client.get(f"/legions/{warband.pk}/hand/", {"seed": 1}).status_code == 404
    response = client.get(f"/s/{warband.share_key}/hand/", {"seed": 1})
    assert response.status_code == 200 and response["X-Robots-Tag"] == "noindex, nofollow"
    assert f'href="/s/{warband.share_key}/hand/"' in client.get(f"/s/{warband.share_key}/").content.decode()
    assert client.get("/s/nothing/hand/", {"seed": 1}).status_code == 404
    assert client.post(f"/s/{warband.share_key}/hand/").status_code == 405


def test_a_game_without_order_decks_has_no_opening_hand(client: Client, warband: Legion) -> None:
    factories.publish_frame(factories.creature(slug="wolf"))
    legion = factories.legion({"card": "wolf"}, owner=warband.owner)
    assert client.get(f"/legions/{legion.pk}/hand/", {"seed": 1}).status_code == 404
    assert "Draw an opening hand" not in client.get(f"/legions/{legion.pk}/").content.decode()
    assert f"/legions/{warband.pk}/hand/" in client.get(f"/legions/{warband.pk}/").content.decode()


def test_a_hand_of_more_cards_costs_no_more_queries(
    client: Client, warband: Legion, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"/s/{warband.share_key}/hand/"
    client.get(address, {"seed": 1})
    client.logout()
    for turn in (0, 20):
        with django_assert_num_queries(4):
            client.get(address, {"seed": 1, "turn": turn})
