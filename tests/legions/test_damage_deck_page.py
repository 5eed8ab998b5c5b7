"""The damage deck page: the address records all events, so that players need not trust each other."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from legions.play.event_log import MAX_LOG
from rulesapi.engine.resolutions.shuffles import checksum, shuffled
from tests import factories

pytestmark = pytest.mark.django_db
DECK = "/play/attack-wing/damage-deck/"
GAME = {"set": "bells", "deal": "friday-at-eight", "drawn": "seed"}


@pytest.fixture(autouse=True)
def deck() -> None:
    """Publish a deck of three cards, with two copies of one card."""
    cards = [
        factories.damage_card(slug="lamed", name="Lamed", set="bells", copies=2),
        factories.damage_card(slug="winded", name="Winded", set="bells", text="Out of breath.", places_tokens=2),
    ]
    factories.publish_frame(factories.card_set(slug="bells", name="Bells"), *cards)


NEXT = {name: f"events_next_{name}" for name in ("does", "creature", "normal", "critical", "troop", "card")}
"""The fields of the next event."""


def shown(client: Client, **query: Any) -> str:
    response = client.get(DECK, query)
    assert response.status_code == 200
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode())))


def pressed(client: Client, event: str, **query: Any) -> dict[str, str]:
    response = client.get(DECK, {NEXT.get(name, name): value for name, value in query.items()} | {"event": event})
    assert response.status_code == 302
    return {name: values[0] for name, values in parse_qs(urlsplit(response.headers["Location"]).query).items()}


@pytest.mark.sampled
def test_events_are_recorded_and_removed(client: Client) -> None:
    now = pressed(client, "add", **GAME, does="damage", creature="Ogre", normal="0", critical="3")
    assert now["log"] == "damage|Ogre|0|3||" and NEXT["creature"] not in now
    text = shown(client, **now)
    assert "Damage is dealt, Ogre, Critical damage: 3" in text
    assert "Cards to draw: 0." in text and "Out of breath." in text
    now = pressed(client, "add", **now | {"does": "end-phase"})
    assert "One Duration Token is removed from Winded" in shown(client, **now)
    assert pressed(client, "back", **now)["log"] == "damage|Ogre|0|3||"


def test_the_checksum_is_shown_before_and_the_seed_afterwards(client: Client) -> None:
    before = shown(client, **GAME, words="eel, rope")
    promised = re.search(r"Checksum of the seed: ([0-9a-f]{64})", before)
    assert promised and "The seed:" not in before
    after = shown(client, **GAME, words="eel, rope", reveal="on")
    seed = re.search(r"The seed: (\w+)", after)
    assert seed and checksum(seed[1]) == promised[1]
    names = {"lamed": "Lamed", "winded": "Winded"}
    order = [names[slug] for slug in shuffled(["lamed", "lamed", "winded"], seed[1], ["eel", "rope"])]
    assert f"The whole deck, top card first: {', '.join(order)}." in after


def test_a_deck_can_be_drawn_by_hand_and_one_that_is_not_known_can_be_nothing_else(client: Client) -> None:
    log = "damage|Ogre|0|1||Winded"
    assert "Ogre is dealt Winded face up." in shown(client, set="bells", drawn="hand", log=log)
    unknown = shown(client, set="", drawn="seed", log=log)
    assert "33 damage cards are shuffled by hand." in unknown and "Checksum of" not in unknown


def test_a_card_that_is_not_named_is_asked_for_with_its_event(client: Client) -> None:
    text = shown(client, set="bells", drawn="hand", log="damage|Ogre|0|1||")
    assert "Not known: Event 1: Cards drawn. Take it away, and write it down again with that." in text


def test_a_deck_that_is_not_known_stays_so_when_an_event_is_added(client: Client) -> None:
    now = pressed(client, "add", set="none", drawn="seed", does="damage", creature="Ogre", normal="1")
    assert now["set"] == "none" and "33 damage cards are shuffled by hand." in shown(client, **now)


def test_an_event_with_a_card_that_there_is_not_is_not_added(client: Client) -> None:
    now = pressed(client, "add", **GAME, does="turn-down", creature="Ogre", card="Winged")
    assert "log" not in now and "No card is called “Winged”." in shown(client, **now)


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "log", ["|||||", "damage", "burn|Ogre|1|1||", "damage|Ogre|-1|x||", "turn-down|Ogre||||no", "\n"]
)
def test_a_log_that_nobody_wrote_here_harms_nothing(client: Client, log: str) -> None:
    assert "What the rulebook says" in shown(client, **GAME, log=log)


@pytest.mark.sampled
def test_the_page_of_a_long_game_stays_light(client: Client) -> None:
    log = "\n".join(["damage|Ogre|1|1||"] * MAX_LOG)
    assert len(client.get(DECK, {**GAME, "log": log, "reveal": "on"}).content) < 100_000
