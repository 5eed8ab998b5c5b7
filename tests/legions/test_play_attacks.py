"""Attacks on pages: actions of cards, obstruction, and inline questions that decide the result."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests import factories, worlds

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cards")]
ATTACK, AREA = "/play/attack-wing/attack/", "/play/attack-wing/area-attack/"
OGRES = {"attacker": "Ogre", "defender": "Ogre"}
ROLLED = {**OGRES, "range": "1", "rolled_attack": "hit.hit", "rolled_defense": "blank"}


@worlds.once_a_module
def cards() -> None:
    """Publish a creature, and two upgrades that attack an area."""
    weapon = {"name": "Touch", "melee": True, "arc": "forward", "range": 1}
    breath = {"dice": 2, "melee": False, "spends": ["none"], "penetrates": True, "area": True, "energy": ["fire"]}
    factories.publish_frame(
        factories.creature(
            slug="ogre",
            name="Ogre",
            movement="ground",
            weapons=[weapon],
            attack=2,
            agility=1,
            health=3,
            armor=0,
            level=4,
            energy=None,
        ),
        factories.upgrade(slug="breath", name="Breath", range="cone 2", **breath),
        factories.upgrade(slug="fireball", name="Fireball", range="burst 1", **breath),
    )


def shown(client: Client, address: str, **query: Any) -> tuple[str, str]:
    """Return the HTML of a page, and its result as text."""
    response = client.get(address, query)
    assert response.status_code == 200
    html = response.content.decode()
    words = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)))
    return html, words.partition("What the rulebook says")[2]


def asks(html: str, name: str) -> bool:
    return f'name="{name}"' in html.partition("Not known yet")[2].partition("</section>")[0]


@pytest.mark.sampled
def test_the_play_level_of_obstacles_is_asked_in_place_and_counts(client: Client) -> None:
    html, _ = shown(client, ATTACK, **OGRES, range="1", obstacles="2")
    assert asks(html, "obstacles_affects")
    _, answer = shown(client, ATTACK, **OGRES, range="1", obstacles="2", obstacles_affects="both")
    assert "2 defense dice more for obstacles under the ruler." in answer
    _, answer = shown(client, ATTACK, **OGRES, range="1", obstacles="2", obstacles_affects="air")
    assert "2 obstacles under the ruler are of another play level" in answer


@pytest.mark.sampled
def test_a_card_re_rolls_dice_of_both_sides(client: Client) -> None:
    html, _ = shown(client, ATTACK, **ROLLED, reroll_because="Sharp Eyes", defense_reroll_because="Nimble")
    assert 'name="card_again_1"' in html and 'name="defense_again_0"' in html
    said = {"reroll_because": "Sharp Eyes", "card_again_1": "critical"}
    said |= {"defense_reroll_because": "Nimble", "defense_again_0": "dodge"}
    _, answer = shown(client, ATTACK, **ROLLED, **said)
    assert "1 die is re-rolled because of Sharp Eyes." in answer
    assert "1 die is re-rolled because of Nimble." in answer
    assert "0 normal and 1 critical damage." in answer


@pytest.mark.sampled
def test_a_card_re_rolls_a_die_again_only_if_it_says_so(client: Client) -> None:
    said = {"attacker_spends": "target", "again_0": "blank", "reroll_because": "Fate", "card_again_0": "critical"}
    _, answer = shown(client, ATTACK, **ROLLED, **said)
    assert "Die 1 was re-rolled twice." in answer
    _, answer = shown(client, ATTACK, **ROLLED, **said, reroll_twice="on")
    assert "twice" not in answer and "1 normal and 1 critical damage." in answer


@pytest.mark.sampled
def test_in_which_order_a_change_comes_is_asked_in_place(client: Client) -> None:
    said = {"attacker_spends": "concentrate", "change_what": "hits", "change_by": "-1", "change_side": "attacker"}
    said |= {**OGRES, "range": "1", "rolled_attack": "concentrate.blank", "rolled_defense": "blank"}
    html, _ = shown(client, ATTACK, **said)
    assert asks(html, "change_first")
    assert "1 normal and 0 critical damage." in shown(client, ATTACK, **said, change_first="yes")[1]
    assert "0 normal and 0 critical damage." in shown(client, ATTACK, **said, change_first="no")[1]


@pytest.mark.sampled
def test_the_die_turned_by_a_change_is_asked_in_place(client: Client) -> None:
    said = {"attacker_spends": "target", "change_what": "hits", "change_by": "-1", "change_side": "defender"}
    html, _ = shown(client, ATTACK, **ROLLED, **said, again_0="hit")
    assert asks(html, "change_die")
    _, answer = shown(client, ATTACK, **ROLLED, **said, again_0="hit", change_die="1")
    assert "2 normal and 0 critical damage." in answer


def test_two_dodge_tokens_are_spent(client: Client) -> None:
    assert "0 normal and 0 critical damage." in shown(client, ATTACK, **ROLLED, defender_dodges="2")[1]


@pytest.mark.sampled
def test_a_card_allows_another_attack(client: Client) -> None:
    assert "has attacked in this round already" in shown(client, ATTACK, **ROLLED, attacker_attacked="on")[1]
    _, answer = shown(client, ATTACK, **ROLLED, attacker_attacked="on", attacks_again="Haste")
    assert "Ogre attacks again because of Haste." in answer


def test_with_too_few_dice_the_page_says_how_to_go_on(client: Client) -> None:
    _, answer = shown(client, ATTACK, **ROLLED, at_hand_attack="1")
    assert "2 dice are to be rolled and 1 is at hand" in answer


def test_the_range_is_asked_in_place_once_dice_are_rolled(client: Client) -> None:
    html, _ = shown(client, ATTACK, **OGRES, rolled_attack="hit.hit")
    assert asks(html, "range")


@pytest.mark.sampled
def test_whether_the_defender_is_of_the_energy_type_of_an_attack_is_asked_in_place(client: Client) -> None:
    said = {**OGRES, "upgrade": "Breath", "range": "1", "rolled_attack": "hit.hit", "rolled_defense": "blank"}
    html, _ = shown(client, ATTACK, **said)
    assert asks(html, "upgrade_resisted")
    assert "1 normal and 0 critical damage." in shown(client, ATTACK, **said, upgrade_resisted="yes")[1]


def test_a_burst_reaches_as_far_as_its_card_says_from_its_token(client: Client) -> None:
    said = {**OGRES, "upgrade": "Fireball", "rolled_attack": "hit.hit"}
    assert "The burst does not reach the defender." in shown(client, ATTACK, **said, range="3")[1]
    assert "One defense die more at range 4." in shown(client, ATTACK, **said, range="1", measured_far="on")[1]


@pytest.mark.sampled
def test_deciding_facts_of_each_target_of_an_area_are_asked_in_place(client: Client) -> None:
    said = {"attacker": "Ogre", "upgrade": "Breath", "level": "ground", "t0_name": "Ogre", "t0_range": "1"}
    said |= {"t0_soldiers": "4", "t0_rolled_attack": "hit.hit", "t0_rolled_defense": "blank", "t0_health": "1"}
    html, _ = shown(client, AREA, **said)
    assert asks(html, "t0_of_energy") and asks(html, "t0_caught")
    _, answer = shown(client, AREA, **said, t0_of_energy="no", t0_caught="2")
    assert "Soldiers lost: 2" in answer
    assert "Soldiers lost: 1" in shown(client, AREA, **said, t0_of_energy="yes", t0_caught="2")[1]


def test_whether_a_friends_pivot_token_counts_is_asked_in_place(client: Client) -> None:
    said = {"attacker": "Ogre", "upgrade": "Breath", "level": "ground", "t0_name": "Ogre", "t0_range": "1"}
    said |= {"t0_pivot": "on", "t0_friend": "on", "t0_of_energy": "no"}
    html, _ = shown(client, AREA, **said)
    assert asks(html, "t0_pivot_of_friend")
    assert "One attack die more" in shown(client, AREA, **said, t0_pivot_of_friend="yes")[1]


def test_an_area_attack_by_a_card_after_another_attack(client: Client) -> None:
    said = {"attacker": "Ogre", "upgrade": "Fireball", "level": "ground", "t0_name": "Ogre", "t0_range": "1"}
    said |= {"burst_token": "inside", "attacker_attacked": "on", "attacks_again": "Haste", "at_hand_attack": "1"}
    _, answer = shown(client, AREA, **said, t0_far="on")
    assert "Ogre attacks again because of Haste." in answer and "One defense die more at range 4." in answer
    assert "2 dice are to be rolled and 1 is at hand" in answer


def taps(html: str, name: str) -> list[str]:
    """Return the faces that can be tapped in a field of faces."""
    return [face for face in re.findall(rf'value="{name}\.([a-z-]+)"', html) if face != "back"]


@pytest.mark.sampled
def test_only_the_faces_of_dice_that_are_rolled_can_be_tapped(client: Client) -> None:
    html, _ = shown(client, ATTACK, **OGRES, range="1", defender_agility="0")
    assert "No dice are rolled." in html
    assert (taps(html, "rolled_defense"), bool(taps(html, "rolled_attack"))) == ([], True)
    html, answer = shown(client, ATTACK, **ROLLED)
    assert "Not allowed" not in answer
    assert (taps(html, "rolled_attack"), taps(html, "rolled_defense")) == ([], [])
    assert 'value="rolled_attack.back"' in html
    html, answer = shown(client, ATTACK, **ROLLED | {"rolled_attack": "hit.hit.hit"})
    assert "3 faces were given for 2 dice." in answer
    assert not taps(html, "rolled_attack")
    said = {"attacker": "Ogre", "upgrade": "Breath", "level": "ground", "t0_name": "Ogre", "t0_range": "1"}
    html, _ = shown(client, AREA, **said, t0_of_energy="no", t0_agility="0")
    assert (taps(html, "t0_rolled_defense"), bool(taps(html, "t0_rolled_attack"))) == ([], True)


@pytest.mark.sampled
def test_faces_of_some_dice_of_a_roll_make_nothing_forbidden_and_count_when_all_are_entered(client: Client) -> None:
    html, answer = shown(client, ATTACK, **OGRES, range="1", rolled_attack="hit")
    assert "Not allowed" not in answer
    assert "1 of 2 are entered. They count when all are." in answer
    assert taps(html, "rolled_attack")
    _, answer = shown(client, ATTACK, **OGRES, range="1", rolled_attack="hit.hit")
    assert "are entered" not in answer
    assert "2 hits and 0 criticals. Now the defense dice." in answer


@pytest.mark.sampled
def test_the_weapon_that_is_assumed_is_named_and_forms_lead_to_what_they_change(client: Client) -> None:
    factories.publish(
        factories.creature(
            slug="drake",
            name="Drake",
            weapons=[{"name": name, "melee": True, "arc": "forward", "range": 1} for name in ("Bite", "Tail")],
        )
    )
    html, answer = shown(client, ATTACK, attacker="Drake", defender="Ogre", range="1")
    assert "With (Bite, the first one, until you choose)" in html
    assert "with Bite" in answer
    html, _ = shown(client, ATTACK, attacker="Drake", defender="Ogre", range="1", form="weapon:Tail")
    assert "until you choose" not in html
    assert f'action="{ATTACK}#answer"' in html
    assert f'formaction="{ATTACK}#faces-rolled_attack"' in html
