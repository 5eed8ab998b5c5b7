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
IN_AREA = {
    "attacker": "Ogre",
    "level": "ground",
    "targets_0_creature": "Ogre",
    "targets_0_measured_range": "1",
}
AGAIN = {"rolled_reroll_0_die": "1", "rolled_reroll_0_face": "hit"}
ROLLED = {**OGRES, "measured_range": "1", "rolled_attack": "hit.hit", "rolled_defense": "blank"}


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


def test_obstacles_count_by_their_play_level(client: Client) -> None:
    for affects, said in (
        ("both", "2 defense dice more for obstacles under the ruler."),
        ("air", "2 obstacles under the ruler are of another play level"),
    ):
        under = {f"obstacles_{place}_affects": affects for place in (0, 1)}
        assert said in shown(client, ATTACK, **OGRES, measured_range="1", **under)[1]


@pytest.mark.sampled
def test_a_card_re_rolls_dice_of_both_sides(client: Client) -> None:
    said = {"rolled_reroll_0_because": "Sharp Eyes", "rolled_reroll_0_die": "2", "rolled_reroll_0_face": "critical"}
    said |= {"rolled_defense_reroll_0_because": "Nimble", "rolled_defense_reroll_0_die": "1"}
    html, _ = shown(client, ATTACK, **ROLLED, **said)
    assert asks(html, "rolled_defense_reroll_0_face")
    _, answer = shown(client, ATTACK, **ROLLED, **said, rolled_defense_reroll_0_face="dodge")
    assert "1 die is re-rolled because of Sharp Eyes." in answer
    assert "1 die is re-rolled because of Nimble." in answer
    assert "0 normal and 1 critical damage." in answer


@pytest.mark.sampled
def test_a_card_re_rolls_a_die_again_only_if_it_says_so(client: Client) -> None:
    said = {"spend_attacker": "target", "rolled_reroll_0_die": "1", "rolled_reroll_0_face": "blank"}
    said |= {"rolled_reroll_1_because": "Fate", "rolled_reroll_1_die": "1", "rolled_reroll_1_face": "critical"}
    _, answer = shown(client, ATTACK, **ROLLED, **said)
    assert "Die 1 was re-rolled twice." in answer
    _, answer = shown(client, ATTACK, **ROLLED, **said, rolled_reroll_1_twice="on")
    assert "twice" not in answer and "1 normal and 1 critical damage." in answer


@pytest.mark.sampled
def test_in_which_order_a_change_comes_is_asked_in_place(client: Client) -> None:
    said = {
        "spend_attacker": "concentrate",
        "changes_0_what": "hits",
        "changes_0_by": "-1",
        "changes_0_side": "attacker",
    }
    said |= {**OGRES, "measured_range": "1", "rolled_attack": "concentrate.blank", "rolled_defense": "blank"}
    html, _ = shown(client, ATTACK, **said)
    assert asks(html, "changes_0_first")
    assert "1 normal and 0 critical damage." in shown(client, ATTACK, **said, changes_0_first="yes")[1]
    assert "0 normal and 0 critical damage." in shown(client, ATTACK, **said, changes_0_first="no")[1]


@pytest.mark.sampled
def test_the_die_turned_by_a_change_is_asked_in_place(client: Client) -> None:
    said = {"spend_attacker": "target", "changes_0_what": "hits", "changes_0_by": "-1", "changes_0_side": "defender"}
    html, _ = shown(client, ATTACK, **ROLLED, **said, **AGAIN)
    assert asks(html, "changes_0_turned")
    _, answer = shown(client, ATTACK, **ROLLED, **said, **AGAIN, changes_0_turned="1")
    assert "2 normal and 0 critical damage." in answer


def test_two_dodge_tokens_are_spent(client: Client) -> None:
    assert "0 normal and 0 critical damage." in shown(client, ATTACK, **ROLLED, spend_defender=["dodge", "dodge_2"])[1]


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
    assert asks(html, "measured_range")


@pytest.mark.sampled
def test_whether_the_defender_is_of_the_energy_type_of_an_attack_is_asked_in_place(client: Client) -> None:
    said = {**OGRES, "upgrade": "Breath", "measured_range": "1", "rolled_attack": "hit.hit", "rolled_defense": "blank"}
    html, _ = shown(client, ATTACK, **said)
    assert asks(html, "defender_energy")
    assert "1 normal and 0 critical damage." in shown(client, ATTACK, **said, defender_energy="fire")[1]


def test_a_burst_reaches_as_far_as_its_card_says_from_its_token(client: Client) -> None:
    said = {**OGRES, "upgrade": "Fireball", "rolled_attack": "hit.hit"}
    assert "The burst does not reach the defender." in shown(client, ATTACK, **said, measured_range="3")[1]
    _, answer = shown(client, ATTACK, **said, measured_range="1", measured_from_attacker="4")
    assert "One defense die more at range 4." in answer


@pytest.mark.sampled
def test_deciding_facts_of_each_target_of_an_area_are_asked_in_place(client: Client) -> None:
    said = IN_AREA | {"upgrade": "Breath"}
    said |= {
        "targets_0_creature_soldiers": "4",
        "targets_0_rolled_attack": "hit.hit",
        "targets_0_rolled_defense": "blank",
        "targets_0_creature_health": "1",
    }
    html, _ = shown(client, AREA, **said)
    assert asks(html, "targets_0_creature_energy")
    html, _ = shown(client, AREA, **said, targets_0_creature_energy="none")
    assert asks(html, "targets_0_caught")
    _, answer = shown(client, AREA, **said, targets_0_creature_energy="none", targets_0_caught="2")
    assert "Soldiers lost: 2" in answer
    _, answer = shown(client, AREA, **said, targets_0_creature_energy="fire", targets_0_caught="2")
    assert "Soldiers lost: 1" in answer


def test_whether_a_friends_pivot_token_counts_is_asked_in_place(client: Client) -> None:
    said = IN_AREA | {"upgrade": "Breath"}
    said |= {"targets_0_creature_tokens": "pivot", "targets_0_friend": "on", "targets_0_creature_energy": "none"}
    html, _ = shown(client, AREA, **said)
    assert asks(html, "targets_0_pivot_of_friend")
    assert "One attack die more" in shown(client, AREA, **said, targets_0_pivot_of_friend="yes")[1]


def test_an_area_attack_by_a_card_after_another_attack(client: Client) -> None:
    said = IN_AREA | {"upgrade": "Fireball"}
    said |= {"burst_token": "inside", "attacker_attacked": "on", "attacks_again": "Haste", "at_hand_attack": "1"}
    _, answer = shown(client, AREA, **said, targets_0_measured_from_attacker="4")
    assert "Ogre attacks again because of Haste." in answer and "One defense die more at range 4." in answer
    assert "2 dice are to be rolled and 1 is at hand" in answer


def taps(html: str, name: str) -> list[str]:
    """Return the faces that can be tapped in a field of faces."""
    return [face for face in re.findall(rf'value="{name}\.([a-z-]+)"', html) if face != "back"]


@pytest.mark.sampled
def test_only_the_faces_of_dice_that_are_rolled_can_be_tapped(client: Client) -> None:
    html, _ = shown(client, ATTACK, **OGRES, measured_range="1", defender_agility="0", rolled_attack="hit")
    assert "No dice are rolled." in html
    assert (taps(html, "rolled_defense"), bool(taps(html, "rolled_attack"))) == ([], True)
    html, answer = shown(client, ATTACK, **ROLLED)
    assert "Not allowed" not in answer
    assert (taps(html, "rolled_attack"), taps(html, "rolled_defense")) == ([], [])
    assert 'value="rolled_attack.back"' in html
    html, answer = shown(client, ATTACK, **ROLLED | {"rolled_attack": "hit.hit.hit"})
    assert "3 faces were given for 2 dice." in answer
    assert not taps(html, "rolled_attack")
    said = IN_AREA | {"upgrade": "Breath"}
    html, _ = shown(client, AREA, **said, targets_0_creature_energy="none", targets_0_creature_agility="0")
    assert (taps(html, "targets_0_rolled_defense"), bool(taps(html, "targets_0_rolled_attack"))) == ([], True)


@pytest.mark.sampled
def test_faces_of_some_dice_of_a_roll_make_nothing_forbidden_and_count_when_all_are_entered(client: Client) -> None:
    html, answer = shown(client, ATTACK, **OGRES, measured_range="1", rolled_attack="hit")
    assert "Not allowed" not in answer
    assert "1 of 2 are entered. They count when all are." in answer
    assert taps(html, "rolled_attack")
    _, answer = shown(client, ATTACK, **OGRES, measured_range="1", rolled_attack="hit.hit")
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
    html, answer = shown(client, ATTACK, attacker="Drake", defender="Ogre", measured_range="1")
    assert "Bite, the first one" in html
    assert "with Bite" in answer
    html, _ = shown(client, ATTACK, attacker="Drake", defender="Ogre", measured_range="1", weapon="Tail")
    assert re.search(r'value="Tail"\s+selected', html)
    assert f'action="{ATTACK}#answer"' in html
    assert f'formaction="{ATTACK}#faces-rolled_attack"' in html


def test_dice_of_an_area_attack_are_rolled_again_on_the_page(client: Client) -> None:
    of_target = {"targets_0_creature_energy": "none"}
    said = IN_AREA | of_target | {"upgrade": "Breath", "targets_1_creature": "Ogre"}
    assert "targets_0_rolled_reroll_0_die" not in shown(client, AREA, **said)[0]
    said |= {"targets_0_rolled_attack": "hit.blank", "targets_0_rolled_defense": "blank"}
    html, _ = shown(client, AREA, **said)
    assert 'name="targets_0_rolled_reroll_0_die"' in html
    assert "targets_1_rolled_reroll_0_die" not in html
    again = {"die": "2", "face": "critical", "because": "Lucky"}
    said |= {f"targets_0_rolled_reroll_0_{name}": value for name, value in again.items()}
    _, answer = shown(client, AREA, **said)
    assert "1 die is re-rolled because of Lucky." in answer
    assert "1 hit and 1 critical" in answer
