"""Playing an order in Dungeon Command, compared with a search through all sets of creatures and all unknown levels."""

import random
from itertools import chain, combinations, product
from typing import Any

import pytest

from rulesapi.engine.games.dungeon_command.play.orders import MAX_LEVEL, smallest_set
from tests.engine.test_situations import answered
from tests.nonempty import nonempty

LEVELS = range(1, MAX_LEVEL + 1)


def smallest(levels: tuple[int, ...], lacking: int) -> tuple[int, ...] | None:
    """Return the smallest set of known levels that is enough, by trying all."""
    numbers = range(len(levels))
    sets = chain.from_iterable(combinations(numbers, count) for count in range(1, len(levels) + 1))
    enough = [chosen for chosen in sets if sum(levels[number] for number in chosen) >= lacking]
    return min(enough, key=lambda chosen: (len(chosen), sum(levels[number] for number in chosen), chosen), default=None)


def situations(count: int) -> list[tuple[int, list[int | None]]]:
    chance = random.Random(12)
    return [
        (chance.randint(1, 12), [chance.choice([None, 1, 1, 2, 3, 4, 5, 6]) for _ in range(chance.randint(0, 4))])
        for _ in range(count)
    ]


@pytest.mark.sampled
def test_known_levels_give_the_set_that_a_search_finds() -> None:
    for lacking, levels in nonempty(situations(400)):
        known = tuple(level or 1 for level in levels)
        assert smallest_set(known, lacking) == smallest(known, lacking), (lacking, known)


@pytest.mark.sampled
def test_a_set_of_known_levels_is_the_smallest_whatever_the_unknown_ones_are() -> None:
    for lacking, levels in nonempty(situations(150)):
        unknown = levels.count(None)
        if unknown > 2:
            continue
        worlds = set()
        for guesses in product(LEVELS, repeat=unknown):
            guess = iter(guesses)
            worlds.add(smallest(tuple(next(guess) if level is None else level for level in levels), lacking))
        found = smallest_set(levels, lacking)
        if found is None or all(levels[number] is not None for number in found):
            assert worlds == {found}, (lacking, levels)
        else:
            assert found in worlds, (lacking, levels)


def order_of(level: int, ability: str, action: str) -> dict[str, Any]:
    return {
        "level": level,
        "ability": ability,
        "action": action,
        "requires": [],
        "affinity": ["drow"],
        "ranged_attack": False,
    }


@pytest.mark.sampled
def test_an_order_is_playable_as_the_pages_say() -> None:
    """Compare with the conditions of pages 11 and 12, written down once more without the rules."""
    choices = product((1, 3), (["str"], ["dex"]), ([], ["drow"]), (True, False), ("str", "any"), (1, 3, 4))
    for level, abilities, keywords, tapped, ability, needed in choices:
        for action, now, helper in product(
            ("standard", "minor", "immediate"), ("activation", "own-turn", "other-turn"), (0, 1, 3)
        ):
            acting = {"level": level, "abilities": abilities, "keywords": keywords, "tapped": tapped}
            helpers = [{"level": helper, "abilities": ["str"]}] if helper else []
            situation = {"acting": acting, "order": order_of(needed, ability, action), "now": now, "helpers": helpers}
            able = ability == "any" or ability in abilities
            wanted = (
                (action == "immediate" or now == "activation")
                and (action == "minor" or not tapped)
                and ("drow" in keywords or (able and level + helper >= needed))
            )
            found = answered("dungeon-command", "play-order", situation)
            assert found["result"]["playable"] is wanted, situation
            assert found["outcome"] == ("allowed" if wanted else "forbidden")


def test_the_names_of_creatures_do_not_matter_for_who_taps() -> None:
    twin = {"name": "Twin", "level": 2, "abilities": ["str"]}
    situation = {
        "acting": {**twin, "keywords": []},
        "order": order_of(4, "str", "minor"),
        "now": "activation",
        "helpers": [{**twin, "tapped": True}, twin],
    }
    assert answered("dungeon-command", "play-order", situation)["result"]["taps"] == ["/helpers/1"]


def test_many_helpers_are_answered_for_without_trying_all_sets() -> None:
    helpers = [{"level": 1, "abilities": ["str"]}] * 20
    situation = {"acting": {"level": 1, "abilities": ["str"], "keywords": []}, "order": order_of(20, "str", "minor")}
    found = answered("dungeon-command", "play-order", {**situation, "now": "activation", "helpers": helpers})
    assert found["result"]["levels"] == 20 and len(found["result"]["taps"]) == 19
