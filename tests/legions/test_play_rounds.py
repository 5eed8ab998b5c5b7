"""Pages of a round: collisions of a creature, free actions, losses before the End Phase, starting areas."""

import re
from typing import Any

import pytest
from django.test import Client

from tests import factories, worlds
from tests.legions.test_play_pages import PLAY, answer, page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cards")]
MANEUVER = f"{PLAY}maneuver/"
STRAIGHT = {"creature": "Ogre", "bearing": "straight", "side": "", "speed": "2", "colour": "white"}
BLOCKED = {"blockers_0_base": "small"}


def rolled(mover: str, stander: str) -> dict[str, str]:
    """Return the fields of the dice of an overrun check."""
    return {"blockers_0_rolled_mover": mover, "blockers_0_rolled_stander": stander}


@worlds.once_a_module
def cards() -> None:
    """Publish a creature on the ground and a flying one."""
    numbers = {"attack": 2, "agility": 1, "health": 3, "armor": 1, "level": 4, "actions": ["dodge", "target"]}
    factories.publish_frame(
        factories.creature(slug="ogre", name="Ogre", movement="ground", base="small", **numbers),
        factories.creature(slug="drake", name="Drake", movement="flying", base="large", **numbers),
    )


def asked(client: Client, address: str, **query: Any) -> str:
    """Return the HTML of the answer with its fields."""
    return client.get(address, query).content.decode().partition('id="answer"')[2].partition("</section>")[0]


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "message", "cited"),
    [
        ({"creature": "Drake", "bearing": "turnabout", "overlap": "ground"}, "may turn round", "p. 27"),
        ({"bearing": "turnabout", "overlap": "air"}, "becomes straight 2", "p. 27"),
        ({"bearing": "fall-back", "overlap": "ground"}, "forward along the template", "p. 27"),
        ({"bearing": "pivot", "speed": "0", "overlap": "ground"}, "no room to turn", "p. 12"),
        ({**BLOCKED, **rolled("blank", "hit"), "leaves": "on"}, "stops where", "p. 26"),
    ],
)
def test_effects_of_a_maneuver_are_shown_with_their_page(client: Client, query: Any, message: str, cited: str) -> None:
    text = answer(page(client, MANEUVER, **STRAIGHT | query))
    assert "Allowed" in text and message in text and cited in text and "It flees." not in text


@pytest.mark.parametrize(
    ("query", "message", "cited"),
    [
        ({"action": "dodge"}, "has not shown its maneuver yet", "p. 11"),
        ({"action": "dodge", "creature_exhaustion": "1"}, "is exhausted and performs no action", "p. 26"),
        ({"action": "dodge", "free": "on", "creature_met_obstacle": "on"}, "has met an obstacle", "p. 33"),
        (STRAIGHT | {"forced": "on"}, "has no Exhaustion Token", "p. 26"),
        (STRAIGHT | {"creature_swooping": "on"}, "does not swoop", "p. 12"),
        (STRAIGHT | BLOCKED | rolled("hit.hit.hit", "hit"), "3 faces", "p. 32"),
        (
            STRAIGHT | {"action": "dodge", "creature_actions_done": "target", "creature_action_spent": "yes"},
            "free",
            "13",
        ),
        (
            STRAIGHT
            | BLOCKED
            | rolled("blank", "hit")
            | {"obstacles_0_affects": "ground", "obstacles_0_before_creatures": "on", "action": "dodge"},
            "has met an obstacle",
            "p. 33",
        ),
    ],
)
def test_forbidden_actions_of_a_creature_are_shown_with_their_page(
    client: Client, query: Any, message: str, cited: str
) -> None:
    text = answer(page(client, MANEUVER, **{"creature": "Ogre"} | query))
    assert "Not allowed" in text and message in text and cited in text


def test_a_free_action_is_performed_without_a_maneuver(client: Client) -> None:
    text = answer(page(client, MANEUVER, creature="Ogre", action="dodge", free="on"))
    assert "Allowed" in text and "Tokens: Dodge" in text and "Now reveal its maneuver." not in text


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"action": "dodge", "creature_actions_done": "target"}, "creature_action_spent"),
        ({**BLOCKED, "leaves": "on"}, "blockers_0_rolled_mover"),
        ({"action": "card", "creature_actions_done": "card", "creature_action_spent": "no"}, "another_card"),
    ],
)
def test_deciding_facts_of_a_creature_are_asked_at_the_answer(client: Client, query: Any, field: str) -> None:
    shown = asked(client, MANEUVER, **STRAIGHT | query)
    assert f'name="{field}"' in shown


@pytest.mark.sampled
def test_an_edge_is_asked_for_where_an_adventure_has_walls_at_some(client: Client) -> None:
    fog = factories.adventure(slug="fog", name="Fog", area={"width": 36, "depth": 36, "walls": ["west"]})
    factories.publish(fog)
    query = STRAIGHT | {"leaves": "on", "adventure_slug": "fog"}
    assert 'name="edge"' in asked(client, MANEUVER, **query)
    assert "hits a wall of Fog: it is not defeated" in answer(page(client, MANEUVER, edge="west", **query))
    assert "It flees." in answer(page(client, MANEUVER, edge="north", **query))
    text = answer(page(client, MANEUVER, adventure_keeps_fled="on", **query))
    assert "the adventure says what that means" in text


def test_defeated_creatures_are_not_in_the_end_phase(client: Client) -> None:
    query = {"lines_0": "Ogre", "lines_1": "Drake", "initiative": "0"}
    assert "The winner" not in answer(page(client, f"{PLAY}end-phase/", **query))
    text = answer(page(client, f"{PLAY}end-phase/", sides_0_creatures_0_defeated="on", **query))
    assert "The winner: Side 2" in text and "the Initiative Token leaves the game" in text


@pytest.mark.sampled
def test_when_a_creature_fell_is_asked_where_all_have_fallen_and_it_decides(client: Client) -> None:
    query = {
        "lines_0": "Ogre\nBlob 9",
        "lines_1": "Drake",
        "initiative": "1",
        "sides_0_creatures_0_damage": "3",
        "sides_0_creatures_1_defeated": "on",
        "sides_1_creatures_0_damage": "3",
    }
    assert 'name="sides_0_creatures_1_fell_before"' in asked(client, f"{PLAY}end-phase/", **query)
    for before, winner in (("no", "Side 1"), ("yes", "Side 2")):
        text = answer(page(client, f"{PLAY}end-phase/", sides_0_creatures_1_fell_before=before, **query))
        assert f"The winner: {winner}" in text


def test_the_points_are_asked_for_where_three_sides_start(client: Client) -> None:
    query = {f"lines_{seat}": f"Creature {seat + 1}" for seat in range(3)}
    shown = asked(client, f"{PLAY}set-up/", **query)
    assert 'name="points"' in shown and "Start area" not in shown
    assert "Start area: 9 by 9 inches" in answer(page(client, f"{PLAY}set-up/", points="100", **query))


# Sides ----------------------------------------------------------------------------------------------------------------

TWO = {"lines_0": "Ogre\nBlob 9", "lines_1": "Drake"}


@pytest.mark.parametrize(
    ("question", "query", "expected"),
    [
        ("set-up", {"total_0": "50", "total_1": "60"}, "Who decides about initiative: Side 1"),
        ("set-up", {"no_building": "on"}, "Draw which of"),
        ("set-up", {"legion_building": "no"}, "Draw which of"),
        ("set-up", {"obstacles": "4"}, "They are placed in turns: Side 1, Side 2."),
        ("order", {"initiative": "1"}, "Drake (Side 2)"),
        ("end-phase", {"duration_0": "Net", "tokens_0": "2", "sort_0": "permanent"}, "Net: Duration Tokens left: 2"),
        ("end-phase", {"duration_0": "Net", "tokens_0": "1", "sort_0": "continuous"}, "effect"),
        ("end-phase", {"one_by_one": "on", "initiative": "0"}, "Creature by creature"),
        ("end-phase", {"effects": "Rain of ash\nHowling"}, "Howling"),
        (
            "winner",
            {f"sides_0_creatures_{place}_{fact}": "on" for place in (0, 1) for fact in ("defeated", "fell_before")},
            "The winner: Side 2",
        ),
    ],
)
def test_what_is_entered_about_sides_is_answered_by_its_former_names_too(
    client: Client, question: str, query: Any, expected: str
) -> None:
    assert expected in answer(page(client, f"{PLAY}{question}/", **TWO | query))


def test_a_side_left_empty_before_another_counts_for_nothing(client: Client) -> None:
    query = {"sides_1_creatures_lines": "Ogre", "sides_2_creatures_lines": "Drake"}
    text = answer(page(client, f"{PLAY}order/", initiative="2", **query))
    assert "Drake (Side 3)" in text and "(Side 1)" not in text
    assert 'name="initiative"' in asked(client, f"{PLAY}order/", initiative="0", **query)


def test_six_sides_have_fields_and_agree_on_starting_areas(client: Client) -> None:
    query = {f"sides_{seat}_creatures_lines": f"Creature {seat + 1}" for seat in range(6)}
    assert 'name="start_inches"' in asked(client, f"{PLAY}set-up/", **query)
    assert "Start area: 7 by 7 inches" in answer(page(client, f"{PLAY}set-up/", start_inches="7", **query))


def test_one_side_alone_is_not_answered_and_names_what_it_needs(client: Client) -> None:
    text = page(client, f"{PLAY}order/", lines_1="Ogre")
    assert "Side 1" in answer(text) and "Step by step" not in text


def test_more_creatures_than_a_side_has_are_refused_at_their_field(client: Client) -> None:
    text = page(client, f"{PLAY}order/", 400, lines_0="61 Ogre", lines_1="Drake")
    assert "There may be up to 60." in text
    assert "60 × Ogre (Side 1)" in answer(page(client, f"{PLAY}order/", lines_0="60 Ogre", lines_1="Drake"))


def test_a_creature_has_only_fields_that_its_question_reads(client: Client) -> None:
    fields = {"set-up": [], "order": ["defeated"], "end-phase": ["damage", "defeated"], "winner": ["defeated"]}
    for question, names in nonempty(fields.items()):
        shown = client.get(f"{PLAY}{question}/", TWO).content.decode()
        assert sorted(set(re.findall(r'name="sides_0_creatures_0_(\w+)"', shown))) == names, question


def test_a_list_with_a_number_of_copies_is_a_line_for_each_in_the_page(client: Client) -> None:
    shown = client.get(f"{PLAY}winner/", {"lines_0": "2 Ogre", "lines_1": "Drake"}).content.decode()
    assert 'name="sides_0_creatures_1_defeated"' in shown and 'name="sides_0_creatures_2_defeated"' not in shown
