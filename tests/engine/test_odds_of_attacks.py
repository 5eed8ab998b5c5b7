"""The odds of attacks, compared with playing out every roll of the dice."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from tests.nonempty import nonempty

PLAY = find_play_ruleset("attack-wing")
NO_CARDS = TableFacts({}, {"slug": "attack-wing", "dice": []})
DICE = {
    "attack": {"sides": 8, "hits": 3, "criticals": 1, "concentrates": 2},
    "defense": {"sides": 8, "dodges": 3, "concentrates": 2},
}
FACES = {
    "attack": {"hit": 3, "critical": 1, "concentrate": 2, "blank": 2},
    "defense": {"dodge": 3, "concentrate": 2, "blank": 3},
}
"""Number of sides out of eight that show each face."""


def situation(**changes: Any) -> dict[str, Any]:
    """Return an attack of two dice against two that is measured and not rolled."""
    attacker = {
        "name": "Blue",
        "attack": 2,
        "movement": "ground",
        "weapons": [{"name": "Bite", "melee": True, "arc": "forward", "range": 2}],
    } | changes.pop("attacker", {})
    defender = {"name": "Red", "agility": 2, "armor": 0, "health": 2, "movement": "ground"} | changes.pop(
        "defender", {}
    )
    return {"attacker": attacker, "defender": defender, "measured": {"range": 1}, "dice": DICE} | changes


def answered(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to the question of an attack, which must have no finding and no unknown fact."""
    found = resolve(PLAY, PLAY.questions["attack"], asked, NO_CARDS).as_document()
    assert found["outcome"] == "allowed"
    return found


def rolls(die: str, number: int) -> Iterator[tuple[list[str], Fraction]]:
    """Yield every roll of some dice with its probability."""
    for faces in product(FACES[die], repeat=number):
        chance = Fraction(1)
        for face in faces:
            chance *= Fraction(FACES[die][face], 8)
        yield list(faces), chance


def played_out(asked: dict[str, Any]) -> dict[tuple[int, int], Fraction]:
    """Return the probability of each damage, normal and critical, over every roll of the dice not yet rolled."""
    dice = answered(asked)["result"]
    thrown = asked.get("rolled", {}).get("attack")
    attacks = rolls("attack", dice["attack_dice"]) if thrown is None else [(thrown, Fraction(1))]
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (red, first), (green, second) in product(list(attacks), list(rolls("defense", dice["defense_dice"]))):
        damage = answered(asked | {"rolled": {"attack": red, "defense": green}})["result"]["damage"]
        found[damage["normal"], damage["critical"]] += first * second
    return found


ATTACKS = {
    "nothing spent": {},
    "armor deflects hits": {"defender": {"armor": 1}},
    "the attacker concentrates": {
        "attacker": {"tokens": ["concentrate"]},
        "spend": {"attacker": ["concentrate"]},
    },
    "the defender concentrates": {
        "defender": {"tokens": ["concentrate"]},
        "spend": {"defender": ["concentrate"]},
    },
    "the defender dodges": {"defender": {"tokens": ["dodge"]}, "spend": {"defender": ["dodge"]}},
    "a card adds a dodge": {"changes": [{"what": "dodges", "by": 1, "because": "a card", "side": "defender"}]},
    "a card takes a dodge away, though none may be there": {
        "changes": [{"what": "dodges", "by": -1, "because": "a card", "side": "attacker"}],
        "defender": {"tokens": ["dodge"]},
        "spend": {"defender": ["dodge"]},
    },
    "a card adds a hit and another one a critical": {
        "changes": [
            {"what": "hits", "by": 1, "because": "a card", "side": "attacker"},
            {"what": "criticals", "by": 1, "because": "a card", "side": "attacker"},
        ]
    },
    "a card of the defender takes hits away before the attacker concentrates": {
        "changes": [{"what": "hits", "by": -2, "because": "a card", "side": "defender"}],
        "attacker": {"tokens": ["concentrate"]},
        "spend": {"attacker": ["concentrate"]},
    },
    "a card of the attacker takes dodges away before the defender concentrates": {
        "changes": [{"what": "dodges", "by": -1, "because": "a card", "side": "attacker"}],
        "defender": {"tokens": ["concentrate", "dodge"]},
        "spend": {"defender": ["concentrate", "dodge"]},
    },
    "the attacker's own card takes a hit away after its token": {
        "changes": [{"what": "hits", "by": -1, "because": "a card", "side": "attacker", "first": False}],
        "attacker": {"tokens": ["concentrate"]},
        "spend": {"attacker": ["concentrate"]},
    },
    "cards of both sides take and add, whatever is listed first": {
        "changes": [
            {"what": "hits", "by": 1, "because": "a card", "side": "attacker"},
            {"what": "hits", "by": -2, "because": "a card", "side": "defender"},
            {"what": "dodges", "by": 1, "because": "a card", "side": "defender"},
            {"what": "dodges", "by": -2, "because": "a card", "side": "attacker"},
            {"what": "criticals", "by": -1, "because": "a rule", "adventure": True},
        ]
    },
    "whose card it is decides nothing": {"changes": [{"what": "hits", "by": -1, "because": "a card"}]},
    "an attack that penetrates armor and is resisted": {
        "defender": {"armor": 2},
        "upgrade": {"name": "Breath", "dice": 2, "melee": True, "range": "2", "penetrates": True, "resisted": True},
    },
}
LATER = {
    name: said | {"rolled": {"attack": ["hit", "critical"]}}
    for name, said in ATTACKS.items()
    if "attacker concentrates" not in name and "hit" not in name and "both sides" not in name and "whose" not in name
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_the_odds_agree_with_all_rolls_played_out(attack: dict[str, Any]) -> None:
    held_against(situation(**attack))


@pytest.mark.parametrize("attack", LATER.values(), ids=LATER)
def test_after_the_attack_roll_the_odds_are_those_of_the_defense(attack: dict[str, Any]) -> None:
    held_against(situation(**attack))


def held_against(asked: dict[str, Any]) -> None:
    """Fail unless the odds of an attack equal those of playing it out."""
    odds, found = answered(asked)["odds"], played_out(asked)
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for (normal, critical), chance in found.items():
        chances[normal + critical] += chance
    assert {row["damage"]: Fraction(row["exact"]) for row in odds["damage"] if Fraction(row["exact"])} == chances
    for row in odds["damage"]:
        at_least = sum(chance for damage, chance in chances.items() if damage >= row["damage"])
        assert Fraction(row["at_least"]["exact"]) == at_least
    assert Fraction(odds["mean"]["exact"]) == sum(damage * chance for damage, chance in chances.items())
    assert Fraction(odds["critical"]["exact"]) == sum(chance for (_, critical), chance in found.items() if critical)
    lethal = sum(chance for damage, chance in chances.items() if damage >= asked["defender"]["health"])
    assert Fraction(odds["lethal"]["exact"]) == lethal


def test_an_unspent_token_has_the_odds_of_spending_it() -> None:
    held = {"attacker": ["target", "concentrate"], "defender": ["concentrate", "dodge"]}
    asked = situation(attacker={"tokens": held["attacker"]}, defender={"tokens": held["defender"], "armor": 1})
    now = answered(asked)["odds"]
    told = [(row["side"], row["token"]) for row in now["tokens"]]
    assert told == [(side, token) for side, tokens in held.items() for token in tokens]
    for row in nonempty(now["tokens"]):
        then = answered(asked | {"spend": {row["side"]: [row["token"]]}})["odds"]
        assert row["mean"] == then["mean"]
        assert row["lethal"] == then["lethal"]
        difference = Fraction(then["mean"]["exact"]) - Fraction(now["mean"]["exact"])
        assert Fraction(row["change"]["exact"]) == difference
        assert row["change"]["value"] == pytest.approx(float(difference), abs=1e-6)
        assert (row["side"], row["token"]) not in [(one["side"], one["token"]) for one in then["tokens"]]


def test_the_chance_of_lethal_damage_is_unknown_while_the_health_is_unknown() -> None:
    asked = situation(attacker={"tokens": ["target"]})
    del asked["defender"]["health"]
    odds = answered(asked)["odds"]
    assert odds["lethal"] is None
    assert [row["lethal"] for row in odds["tokens"]] == [None]


def test_each_target_of_an_area_attack_has_the_odds_of_a_single_attack() -> None:
    asked = situation(attacker={"tokens": ["target"]})
    breath = {"name": "Breath", "dice": 2, "melee": False, "range": "cone 3", "penetrates": False}
    caught = [asked["defender"], {**asked["defender"], "name": "Green", "armor": 1, "agility": 1}]
    targets = [{"creature": one, "measured": {"range": 1}} for one in caught]
    area = {"attacker": asked["attacker"], "upgrade": breath, "level": "ground", "dice": DICE, "targets": targets}
    found = resolve(PLAY, PLAY.questions["area-attack"], area, NO_CARDS).as_document()
    assert found["odds"]["targets"] == [
        answered(asked | {"upgrade": breath, "defender": one})["odds"] for one in caught
    ]


def test_the_dice_of_the_game_are_used_where_the_table_says_nothing_of_them() -> None:
    said = situation()
    unsaid = {key: value for key, value in said.items() if key != "dice"}
    game = TableFacts({}, {"slug": "attack-wing", "dice": [{"die": die, **faces} for die, faces in DICE.items()]})
    found = resolve(PLAY, PLAY.questions["attack"], unsaid, game).as_document()
    assert found["odds"] == answered(said)["odds"]
