"""Properties of every attack, whatever the roll, checked by a second, shorter reading of the rulebook's table."""

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from tests.sampling import EXAMPLES

PLAY = find_play_ruleset("attack-wing")
NOTHING = TableFacts({}, {"slug": "attack-wing", "dice": []})
ATTACK_FACES = st.sampled_from(["hit", "critical", "concentrate", "blank"])
DEFENSE_FACES = st.sampled_from(["dodge", "concentrate", "blank"])


@st.composite
def rolled_attacks(draw: st.DrawFn) -> dict[str, Any]:
    """Return an attack on the ground with all of its dice rolled."""
    number = st.integers(0, 4)
    attacker = {
        "attack": draw(st.integers(1, 6)),
        "movement": "ground",
        "tokens": ["concentrate"] if draw(st.booleans()) else [],
        "weapons": [{"name": "Spear", "melee": True, "arc": "forward", "range": 4}],
    }
    defender = {
        "agility": draw(number),
        "armor": draw(number),
        "health": draw(st.integers(1, 9)),
        "damage": draw(number),
        "movement": "ground",
        "tokens": [one for one in ("dodge", "concentrate", "pivot") if draw(st.booleans())],
    }
    between = draw(st.integers(0, 2))
    distance = draw(st.integers(1, 4))
    attack_dice = attacker["attack"] + ("pivot" in defender["tokens"])
    defense_dice = defender["agility"] + between + (distance == 4)
    return {
        "attacker": attacker,
        "defender": defender,
        "measured": {"range": distance},
        "interposing": between,
        "spend": {"attacker": attacker["tokens"], "defender": [t for t in defender["tokens"] if t != "pivot"]},
        "rolled": {
            "attack": draw(st.lists(ATTACK_FACES, min_size=attack_dice, max_size=attack_dice)),
            "defense": draw(st.lists(DEFENSE_FACES, min_size=defense_dice, max_size=defense_dice)),
        },
    }


def by_the_table(situation: dict[str, Any]) -> tuple[int, int]:
    """Lay the dice out as people do, remove one after the other, and count the rest."""
    spend = situation["spend"]
    turned = {"concentrate": "hit"} if "concentrate" in spend["attacker"] else {}
    results = [turned.get(face, face) for face in situation["rolled"]["attack"]]
    turned = {"concentrate": "dodge"} if "concentrate" in spend["defender"] else {}
    dodges = [turned.get(face, face) for face in situation["rolled"]["defense"]].count("dodge")
    for _ in range(dodges + ("dodge" in spend["defender"])):
        for face in ("hit", "critical"):
            if face in results:
                results.remove(face)
                break
    for _ in range(situation["defender"]["armor"]):
        if "hit" in results:
            results.remove("hit")
    return results.count("hit"), results.count("critical")


def answered(question: str, situation: dict[str, Any]) -> dict[str, Any]:
    return resolve(PLAY, PLAY.questions[question], situation, NOTHING).as_document()


@pytest.mark.sampled
@settings(max_examples=EXAMPLES * 5)
@given(rolled_attacks())
def test_the_damage_is_that_of_dice_laid_out_on_the_table(situation: dict[str, Any]) -> None:
    found = answered("attack", situation)
    normal, critical = by_the_table(situation)
    assert (found["outcome"], found["findings"]) == ("allowed", [])
    assert found["result"]["damage"] == {"normal": normal, "critical": critical}
    cards = situation["defender"]["damage"] + normal + critical
    assert found["result"]["damage_cards"] == cards
    if normal + critical:
        assert found["result"]["removed_in_end_phase"] == (cards >= situation["defender"]["health"])


@pytest.mark.sampled
@settings(max_examples=EXAMPLES * 5)
@given(rolled_attacks())
def test_each_number_of_a_step_is_where_the_step_before_left_it(situation: dict[str, Any]) -> None:
    """If several steps change one number, each begins at the number at which the previous one ended."""
    dice = [
        step
        for step in answered("attack", situation)["steps"]
        if step["code"].rpartition("/")[2] in ("defense-dice", "long-range", "interposing")
    ]
    for before, after in itertools.pairwise(dice):
        assert before["after"] == after["before"]


@pytest.mark.sampled
@settings(max_examples=EXAMPLES * 5)
@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 3)), max_size=5, unique=True))
def test_a_formation_is_allowed_exactly_where_soldiers_can_be_placed_one_by_one(places: list[tuple[int, int]]) -> None:
    """A slower check: place every soldier that touches a placed one, until none is left or none can be placed."""
    standing, waiting = {(0, 0)}, [place for place in places if place != (0, 0)]
    while fitting := [
        (right, back)
        for right, back in waiting
        if {(right + 1, back), (right - 1, back), (right, back + 1), (right, back - 1)} & standing
    ]:
        standing.add(fitting[0])
        waiting.remove(fitting[0])
    expected = "allowed" if not waiting and (0, 0) not in places else "forbidden"
    assert answered("formation", {"soldiers": [list(one) for one in places]})["outcome"] == expected
