"""The dials of a creature on its page and in the referee: charts, links and unknown maneuvers."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from legions.accounts.holders import Holder
from legions.play.field_groups import MAX_CONTROLS
from legions.saved_lists.services import create_legion
from tests import factories
from tests.legions.page_parser import Page
from tests.nonempty import nonempty
from tests.visible_controls import visible_controls

CARD = "/cards/attack-wing/griffon/"
REFEREE = "/play/attack-wing/maneuver/"


def line(bearing: str, speed: int, colour: str = "white", side: str = "none", dial: str | None = "flight") -> Any:
    return {"dial": dial, "bearing": bearing, "side": side, "speed": speed, "colour": colour}


DIALS = [
    line("bank", 3, "red", "left"),
    line("straight", 1, "green"),
    line("straight", 1, "white", dial="ground"),
    line("fall-back", 1, "red", dial="ground"),
]


@pytest.fixture
def griffon(db: None) -> None:
    """Publish a creature with two dials."""
    publish(factories.maneuver_card(slug="griffon-maneuvers", name="Griffon Maneuvers", **{"class": "Griffon"}))


def publish(*cards: Any, maneuvers: Any = DIALS, of_class: str | None = "Griffon") -> None:
    cards = tuple(card | {"maneuvers": maneuvers, "sources": factories.SOURCES} for card in cards)
    creature = factories.creature(slug="griffon", name="Griffon", movement="flying", **{"class": of_class})
    factories.publish_frame(creature, *cards)


def maneuvers_of(page: Page) -> dict[str, dict[str, str]]:
    """Return the query of each maneuver's link, by the maneuver's words."""
    links = [link for link in page.all("a") if (link.get("class") or "").startswith("dial__maneuver")]
    return {
        link["title"]: {name: values[0] for name, values in parse_qs(urlsplit(link["href"]).query).items()}
        for link in links
    }


@pytest.mark.usefixtures("griffon")
def test_each_maneuver_on_a_creatures_page_leads_to_the_referee(client: Client) -> None:
    page = Page(client.get(CARD))
    assert maneuvers_of(page) == {
        "straight 1 white": {
            "creature": "Griffon",
            "bearing": "straight",
            "speed": "1",
            "creature_play_level": "ground",
        },
        "fall back 1 red": {
            "creature": "Griffon",
            "bearing": "fall-back",
            "speed": "1",
            "creature_play_level": "ground",
        },
        "bank left 3 red": {
            "creature": "Griffon",
            "bearing": "bank",
            "speed": "3",
            "side": "left",
            "creature_play_level": "air",
        },
        "straight 1 green": {"creature": "Griffon", "bearing": "straight", "speed": "1", "creature_play_level": "air"},
    }
    tables = page.all("table", **{"class": "dial"})
    assert len(tables) == 2 and "on the ground" in page.words and "in the air" in page.words
    assert len(page.all("th", scope="col")) == 2 * 7 and len(page.all("th", scope="row")) == 2 + 2


@pytest.mark.usefixtures("griffon")
def test_the_referee_takes_the_color_from_the_maneuver_card(client: Client) -> None:
    page = Page(client.get(CARD))
    for words, query in nonempty(maneuvers_of(page).items()):
        shown = client.get(REFEREE, query).content.decode()
        bearing, *_side, speed, colour = words.removeprefix("fall ").split()
        assert f"{bearing} {speed} ({colour})" in shown or f"bank left {speed} ({colour})" in shown
        assert shown.count('aria-current="true"') - shown.count('href="/rules/attack-wing/" aria-current="true"') >= 1


@pytest.mark.usefixtures("griffon")
def test_in_the_referee_a_maneuver_changes_only_what_is_revealed(client: Client) -> None:
    straight = {"bearing": "straight", "speed": "1"}
    asked = {"creature": "Griffon", **straight, "creature_exhaustion": "1", "action": ""}
    page = Page(client.get(REFEREE, {**asked, "creature_play_level": "air"}))
    assert maneuvers_of(page)["bank left 3 red"] == {
        "creature": "Griffon",
        "creature_exhaustion": "1",
        "creature_play_level": "air",
        "bearing": "bank",
        "side": "left",
        "speed": "3",
    }
    (chosen,) = [link for link in page.all("a") if link.get("aria-current") and "dial" in (link.get("class") or "")]
    assert chosen["title"] == "straight 1 green"


@pytest.mark.usefixtures("griffon")
def test_a_maneuver_is_two_taps_from_a_list_and_no_page_on_the_way_has_too_many_controls(client: Client) -> None:
    user = factories.UserFactory()
    legion = create_legion(holder=Holder(user=user), document={"game": "attack-wing", "picks": [{"card": "griffon"}]})
    client.force_login(user)
    start = client.get(REFEREE, {"list": str(legion.pk)})
    (tap,) = Page(start).all("button", name="take")
    named = client.get(REFEREE, {"list": str(legion.pk), "take": tap["value"]}, follow=True)
    (maneuver,) = [
        link["href"] for link in Page(named).all("a") if (link.get("title") or "").startswith("straight 1 green")
    ]
    revealed = client.get(maneuver)
    assert "Griffon shows straight 1 (green)." in Page(revealed).words
    acted = client.get(f"{maneuver}&action=pass")
    assert "Allowed" in Page(acted).words and f"list={legion.pk}" in maneuver
    for page in (start, named, revealed, acted):
        assert visible_controls(page.content.decode()) <= MAX_CONTROLS


@pytest.mark.usefixtures("griffon")
def test_a_creature_with_much_about_it_has_a_page_of_few_controls(client: Client) -> None:
    for query in (
        {"bearing": "bank", "speed": "2", "action": "target"},
        {"bearing": "bank", "speed": "2", "action": "card", "creature_actions_done": "card"},
        {"action": "feint", "free": "on"},
        {"creature": "A giant", "own": "A giant", "bearing": "turn", "speed": "2", "action": "dodge"},
    ):
        html = client.get(REFEREE, {"creature": "Griffon"} | query).content.decode()
        assert visible_controls(html) <= MAX_CONTROLS, query


@pytest.mark.parametrize(
    "query",
    [
        {"bearing": "bank", "speed": "3", "side": "right"},
        {"bearing": "straight", "speed": "1", "colour": "red"},
        {"bearing": "straight", "speed": "1"},
        {"bearing": "straight"},
        {"bearing": "straight", "speed": "x"},
    ],
)
@pytest.mark.usefixtures("griffon")
def test_missing_or_ambiguous_maneuvers_cannot_be_chosen_on_the_dial(client: Client, query: dict[str, str]) -> None:
    page = Page(client.get(REFEREE, {"creature": "Griffon", **query}))
    assert page.all("select", name="revealed_bearing")
    chosen = [link for link in page.all("a") if link.get("aria-current") and "dial" in (link.get("class") or "")]
    assert chosen == []


@pytest.mark.parametrize(
    ("cards", "facts", "message"),
    [
        ((), {}, "The catalog has no maneuver card for the class Griffon."),
        ((), {"of_class": None}, "Its class is not known, so its maneuver card is not known."),
        (("a",), {"maneuvers": None}, "The maneuvers on its maneuver card are not known. Enter them"),
        (
            ("a", "b"),
            {},
            "The catalog has several maneuver cards for the class Griffon; which one applies is not known.",
        ),
    ],
)
def test_no_dial_is_guessed(client: Client, db: None, cards: Any, facts: dict[str, Any], message: str) -> None:
    of_class = {"class": "Griffon"}
    publish(*(factories.maneuver_card(slug=slug, name=slug.upper(), **of_class) for slug in cards), **facts)
    page = Page(client.get(CARD))
    assert message in page.words and not page.all("table", **{"class": "dial"})
    assert not Page(client.get(REFEREE, {"creature": "Griffon"})).all("table", **{"class": "dial"})


def test_other_cards_have_no_maneuvers(client: Client, db: None) -> None:
    factories.publish_frame(factories.upgrade(slug="charm"), factories.maneuver_card())
    for slug in ("charm", "wraith-maneuvers"):
        assert not Page(client.get(f"/cards/attack-wing/{slug}/")).all("section", id="maneuvers")


@pytest.mark.usefixtures("griffon")
def test_a_dial_costs_one_query(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client.get(CARD)
    with django_assert_num_queries(11):
        client.get(CARD)
