"""Questions of D&D Miniatures 2003 compared with a second way: rolls that are counted one by one, and plain words."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.engine.test_situations import answered

GAME = "dnd-miniatures-2003"
D20 = range(1, 21)


def resolved(question: str, situation: dict[str, Any]) -> dict[str, Any]:
    """Return the resolution of a situation that is answered for certain."""
    found = answered(GAME, question, situation)
    assert found["outcome"] == "allowed", (situation, found)
    return found


def result(question: str, situation: dict[str, Any]) -> Any:
    return resolved(question, situation)["result"]


def odds(question: str, situation: dict[str, Any]) -> Any:
    return resolved(question, situation)["odds"]


@pytest.mark.parametrize("way", ["melee", "reach", "ranged"])
def test_chances_of_an_attack_are_those_of_its_twenty_rolls(way: str) -> None:
    for cover, in_melee, charges, armor_class, critical in product(
        ([], ["terrain"], ["statue", "creature"]), (False, True), (False, True), (4, 15, 40), (19, 20)
    ):
        if charges and way == "ranged":
            continue
        hidden = "terrain" in cover or (bool(cover) and way != "melee")
        against = armor_class + (4 if hidden else 0) + (4 if in_melee and way == "ranged" else 0)
        bonus = 8 if charges else 6
        situation = {
            "attacker": {"name": "Attacker"},
            "way": way,
            "bonus": 6,
            "charges": charges,
            "cover": cover,
            "target": {"name": "Target", "ac": armor_class, "in_melee": in_melee},
            "critical_from": critical,
            "one_misses": True,
        }
        hits = [roll for roll in D20 if roll >= critical or (roll > 1 and roll + bonus >= against)]
        found = odds("attack", situation)
        assert Fraction(found["hit"]["exact"]) == Fraction(len(hits), 20), situation
        assert Fraction(found["critical"]["exact"]) == Fraction(21 - critical, 20)
        for roll in (1, 2, min(hits), max(1, min(hits) - 1), 20):
            assert result("attack", situation | {"rolled": roll})["hit"] == (roll in hits), (situation, roll)


def test_chances_of_initiative_are_those_of_all_rolls() -> None:
    for bonuses in ((0, 0), (5, 2), (0, 3, 3), (-2, 4, 1)):
        wins = Counter[int | None]()
        for rolls in product(D20, repeat=len(bonuses)):
            ranks = [(roll + bonus, bonus) for roll, bonus in zip(rolls, bonuses, strict=True)]
            best = [side for side, rank in enumerate(ranks) if rank == max(ranks)]
            wins[best[0] if len(best) == 1 else None] += 1
        found = odds("initiative", {"check": "round", "sides": [{"bonus": bonus} for bonus in bonuses]})
        ways = 20 ** len(bonuses)
        assert [Fraction(row["exact"]) for row in found["wins"]] == [
            Fraction(wins[side], ways) for side in range(len(bonuses))
        ]
        assert Fraction(found["tie"]["exact"]) == Fraction(wins[None], ways)


def test_chances_of_morale_are_those_of_its_twenty_rolls() -> None:
    for level, save, rating, dc, naturals in product((0, 5), (-1, 4), (0, 3), (3, 20, 30), (False, True)):
        situation = {
            "creature": {"name": "Creature", "hp": 25, "now": 10, "level": level, "save_bonus": save},
            "cause": "half",
            "rating": rating,
            "dc": dc,
            "naturals": naturals,
        }
        saved = [roll for roll in D20 if roll + level + save + rating >= dc]
        saved = [roll for roll in D20 if (roll in saved and roll != 1) or roll == 20] if naturals else saved
        assert Fraction(odds("morale", situation)["save"]["exact"]) == Fraction(len(saved), 20), situation
        for roll in (1, 10, 20):
            assert result("morale", situation | {"rolled": roll})["routs"] == (roll not in saved), (situation, roll)


def test_a_creature_is_under_command_by_rating_and_by_sight_or_distance() -> None:
    for rating, difficult, sees, squares, abilities, speed in product(
        (1, 3), (0, 3, 4), (False, True), (6, 7), ([], ["independent"]), (1, 6)
    ):
        creature = {
            "name": "Creature",
            "difficult": difficult,
            "self_command": abilities,
            "commander": False,
            "speed": speed,
        }
        commander = {"name": "Commander", "commander_rating": rating}
        found = result("command", {"creature": creature, "commander": commander, "sees": sees, "squares": squares})
        commanded = difficult <= rating and (sees or squares < 7)
        under = commanded or abilities != []
        expected = (under, commanded, commanded, rating if commanded else 0, speed if under or speed == 1 else 2)
        assert (
            tuple(found[name] for name in ("under_command", "by_commander", "effects", "rating", "speed")) == expected
        )
        assert found["rush"] == (None if under else speed + speed)


def test_victory_points_are_those_of_each_creature_alone() -> None:
    roles = ("warband", "summoned", "minion", "raised")
    fates = ("eliminated", "with-summoner", "temporary-control", "permanent-control")
    pairs = [(role, fate) for role, fate in product(roles, fates) if fate != "with-summoner" or role == "summoned"]
    lost = [
        {"name": f"{role} {fate}", "owner": owner, "role": role, "fate": fate, "cost": 2**number}
        for number, ((role, fate), owner) in enumerate(product(pairs, ("first", "second")))
        if number < 10
    ]
    for tournament in (False, True):
        situation = {"lost": lost, "by_cost": True, "tournament": tournament, "agreed": False}
        counted = [
            one for one in lost if one["role"] != "raised" and (tournament or not str(one["name"]).endswith("summoner"))
        ]
        entered = [{name: value for name, value in one.items() if name != "cost"} for one in lost]
        points = [{**one, "points": lost[place]["cost"]} for place, one in enumerate(entered)]
        without_costs = {name: value for name, value in situation.items() if name != "by_cost"} | {"lost": points}
        found = result("victory-points", situation)
        assert found == result("victory-points", without_costs)
        assert found["second"] == sum(int(str(one["cost"])) for one in counted if one["owner"] == "first")
        assert found["first"] == sum(int(str(one["cost"])) for one in counted if one["owner"] == "second")
