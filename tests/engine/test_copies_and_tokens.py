"""Copies of damage cards, tokens and weapons of Attack Wing that are counted once."""

from typing import Any

import pytest

from tests.engine.test_situations import answered

GAME = "attack-wing"
CARD = "caught-on-the-rigging"
DRAWN = {"does": "damage", "creature": "Ogre", "critical": 1, "cards": [CARD]}
BITE = {"name": "Bite", "melee": True, "range": 2, "arc": "forward"}
BLUE = {"name": "Blue", "attack": 3, "weapons": [BITE], "movement": "ground"}
RED = {"name": "Red", "agility": 1, "armor": 0, "health": 4, "movement": "ground"}
ROLLED = {"attack": ["concentrate", "blank", "hit"], "defense": ["blank"]}


def attack(**others: Any) -> dict[str, Any]:
    measured = {"range": 1, "arc": "forward"}
    return {"attacker": BLUE, "defender": RED, "measured": measured, "rolled": ROLLED, **others}


@pytest.mark.parametrize("does", ["turn-down", "discard"])
def test_the_only_copy_of_a_damage_card_is_not_drawn_again_while_it_is_out_of_the_pile(does: str) -> None:
    away = {"does": does, "creature": "Ogre", "card": CARD}
    situation = {"set": "the-nine-bells-of-tollwater", "events": [DRAWN, away, DRAWN]}
    resolution = answered(GAME, "damage-deck", situation)
    assert resolution["outcome"] == "forbidden"
    assert [(one["code"], one["at"]) for one in resolution["findings"]] == [
        ("attack-wing/no-such-damage-card", ["/events/2/cards"])
    ]


def test_a_token_that_is_entered_twice_is_spent_once_and_the_other_entry_has_no_effect() -> None:
    attacker = {**BLUE, "tokens": ["concentrate", "concentrate"]}
    resolution = answered(GAME, "attack", attack(attacker=attacker, spend={"attacker": ["concentrate", "concentrate"]}))
    assert resolution["outcome"] == "allowed"
    assert [one["at"] for one in resolution["unused"]] == ["/spend/attacker/1"]


def test_a_token_entered_for_a_creature_that_an_area_does_not_reach_is_there_for_the_next_one() -> None:
    breath = {"name": "Breath", "dice": 3, "melee": False, "arc": "forward", "range": "line 2", "energy": []}
    targets = [
        {"creature": RED, "measured": {"range": 3}, "spend": {"attacker": ["target"]}},
        {"creature": RED, "measured": {"range": 1}, "spend": {"attacker": ["target"]}, "rolled": ROLLED},
    ]
    situation = {"attacker": {**BLUE, "tokens": ["target"]}, "upgrade": breath, "level": "ground", "targets": targets}
    resolution = answered(GAME, "area-attack", situation)
    assert [one["code"] for one in resolution["findings"]] == []
    assert [one["stage"] for one in resolution["result"]["targets"]][:1] == ["unaffected"]
    assert [one["at"] for one in resolution["unused"] if one["at"].startswith("/targets/0/spend")]


def test_of_two_weapons_with_one_name_none_is_chosen() -> None:
    other = {**BITE, "melee": False, "range": 4}
    attacker = {**BLUE, "weapons": [BITE, other]}
    named = answered(GAME, "attack", attack(attacker=attacker, weapon={"name": "Bite"}))
    assert ("/weapons", ["/attacker"]) in [(one["fact"], one["at"][:1]) for one in named["unknown"]]
    assert named["outcome"] == "undetermined"
    told_apart = answered(GAME, "attack", attack(attacker=attacker, weapon=other))
    assert told_apart["outcome"] == "allowed"
