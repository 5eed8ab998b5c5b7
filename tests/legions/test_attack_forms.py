"""The forms of attacks: soldiers and tokens that need not be entered, the opponent's list, and former addresses."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client

from legions.play.play_hooks import play_hooks
from legions.play.question_context import Table
from legions.sharing.services import share_legion
from tests import factories
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db
ATTACK = "/play/attack-wing/attack/"
CARDS: dict[str, Any] = {
    slug: factories.creature(slug=slug, name=slug.title(), weapons=[]) | {"kind": "creature"}
    for slug in ("ogre", "orc")
}


def form_of(question: str, query: str) -> Any:
    """Return the form of a question for an address, with its fields read."""
    form = play_hooks("attack-wing").forms[question](QueryDict(query), Table("attack-wing", CARDS))
    assert form.is_valid(), form.errors
    return form


def test_tokens_that_can_be_spent_are_there_as_often_as_they_are_spent() -> None:
    both = "attacker=Ogre&defender=Orc"
    situation = form_of(
        "attack", f"{both}&spend_defender=dodge&spend_defender=dodge_2&defender_tokens=pivot"
    ).situation()
    assert situation["spend"] == {"defender": ["dodge", "dodge"]}
    assert situation["defender"]["tokens"] == ["dodge", "dodge", "concentrate", "pivot"]
    assert situation["attacker"]["tokens"] == ["dodge", "charge", "concentrate", "target"]
    assert form_of("attack", "attacker=Ogre").situation() is None
    area = form_of("area-attack", "attacker=Ogre&upgrade=Breath&targets_0_creature=Orc&targets_1_measured_range=1")
    assert [one.get("creature", {}).get("tokens") for one in area.situation()["targets"]] == [
        ["dodge", "concentrate"],
        None,
    ]


def test_dice_are_counted_from_one_on_pages_and_from_zero_in_situations() -> None:
    again = "rolled_reroll_0_die=1&rolled_reroll_0_face=hit&changes_0_what=hits&changes_0_by=-1&changes_0_turned=2/3"
    situation = form_of("attack", f"attacker=Ogre&defender=Orc&rolled_attack=blank.hit.hit&{again}").situation()
    assert situation["rolled"]["reroll"] == [{"die": 0, "face": "hit"}]
    assert situation["changes"][0]["turned"] == [1, 2]


def test_former_addresses_keep_typed_creatures_range_dice_and_spent_tokens() -> None:
    former = "attacker=Ogre&defender=Orc&range=0&rolled_attack=hit&attacker_spends=target&defender_spends=dodge"
    situation = form_of("attack", former).situation()
    assert situation["measured"] == {"range": None} and situation["rolled"] == {"attack": ["hit"]}
    assert situation["spend"] == {"attacker": ["target"], "defender": ["dodge"]}
    area = form_of("area-attack", "attacker=Ogre&upgrade=Breath&t0_name=Orc&t0_range=2&t0_damage=1&t0_spends=dodge")
    assert area.situation()["targets"] == [
        {
            "creature": {"card": "orc", "damage": 1, "tokens": ["dodge", "concentrate"]},
            "measured": {"range": 2},
            "spend": {"defender": ["dodge"]},
        }
    ]


@pytest.fixture
def troops() -> Any:
    """Return a list with a troop of four soldiers."""
    factories.publish_frame(factories.creature(slug="orcs", name="Orcs"))
    return factories.legion({"card": "orcs", "soldiers": 4}, owner=factories.UserFactory())


def test_a_troop_of_a_list_comes_with_its_soldiers(client: Client, troops: Any) -> None:
    client.force_login(troops.owner)
    links = [one["href"] for one in Page(client.get(f"/legions/{troops.pk}/play/")).all("a") if one.get("href")]
    (attack,) = [parse_qs(urlsplit(link.replace("&amp;", "&")).query) for link in links if "/attack/?" in link]
    assert attack == {"list": [str(troops.pk)], "attacker": ["Orcs"], "attacker_soldiers": ["4"]}
    take = "field=defender&name=&title=Orcs"
    taken = client.get(ATTACK, {"list": str(troops.pk), "attacker": "Ogre", "take": take})
    assert parse_qs(urlsplit(taken["Location"]).query)["defender_soldiers"] == ["4"]


@pytest.mark.guard
def test_a_defender_is_offered_from_the_opponents_list_only_by_its_link(client: Client, troops: Any) -> None:
    query = {"attacker": "Ogre", "own": "Ogre"}
    for link in (str(troops.pk), "/s/no-such-key/", "x" * 400, "%00"):
        response = client.get(ATTACK, {**query, "other_list": link})
        assert response.status_code == 400 and "title=Orcs" not in response.content.decode()
    page = Page(client.get(ATTACK, {**query, "other_list": f"http://testserver/s/{share_legion(legion=troops)}/"}))
    assert [parse_qs(one["value"])["title"] for one in page.all("button", name="take")] == [["Orcs"]]
    assert f"From “{troops.name}”:" in page.words
