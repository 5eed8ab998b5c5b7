"""Damage of D&D Miniatures 2003, compared with points of five that are added and removed one by one."""

from itertools import permutations, product
from typing import Any

from tests.engine.test_situations import answered

BREATH, RAY, WEAK_RAY = (5, None), (5, 5), (10, 5)
"""Subtractions of the attacker, each with its minimum."""


def fives(base: int, extra: int) -> list[str]:
    return ["base"] * (base // 5) + ["extra"] * (extra // 5)


def played(
    base: int, doubled: bool, added: int, order: Any, saved: str, protection: tuple[int, str], times: int
) -> list[str]:
    """Return what is left of 5 points of extra damage and the base damage, by the six steps of the FAQ."""
    damage = fives(base, 5)
    damage += [one for one in damage if doubled and one == "base"]
    damage += ["base"] * (added // 5)
    for by, least in order:
        count = damage.count("base")
        if least is not None and count * 5 <= least:
            continue
        for _five in range(by // 5):
            if damage.count("base") * 5 > (least or 0):
                damage.remove("base")
    if saved:
        damage = [kind for kind in ("base", "extra") for _five in range(_half(damage.count(kind), saved))]
    amount, kind = protection
    for _five in range(amount // 5):
        if kind in damage:
            damage.remove(kind)
    return damage + [one for one in damage if one == "extra"] * (times - 1)


def _half(count: int, rounding: str) -> int:
    """Return half of a number of fives, by pairs of which one is kept."""
    pairs = 0
    while count > 1:
        count, pairs = count - 2, pairs + 1
    return pairs + (count if rounding == "up" else 0)


def test_damage_is_that_of_fives_added_and_removed_one_by_one() -> None:
    lists = ((), (BREATH, RAY), (RAY, BREATH, WEAK_RAY))
    for base, doubled, added, lessened, saved, protection, times in product(
        (5, 15), (False, True), (0, 10), lists, ("", "down", "up"), ((5, "base"), (5, "extra")), (1, 2)
    ):
        entered = [{"by": by} | ({"least": least} if least else {}) for by, least in lessened]
        situation = {
            "attacker": {"name": "Attacker"},
            "way": "melee",
            "hit": ["critical"] if doubled else [],
            "base": base,
            "extra": 5,
            "added": [{"by": added}] if added else [],
            "lessened": entered,
            "saved": bool(saved),
            "defender": {"name": "Defender", "hp": 100},
            "protected": [{"by": protection[0], "against": protection[1]}],
            "weak": [{"times": times, "of": "extra"}] if times > 1 else [],
        } | ({"rounding": saved} if saved else {})
        orders = {
            order: played(base, doubled, added, order, saved, protection, times) for order in permutations(lessened)
        }
        best = max(orders.values(), key=len)
        for in_order, wanted in ((False, best), (True, orders[tuple(lessened)])):
            found = answered("dnd-miniatures-2003", "damage", situation | {"in_order": in_order})
            assert found["outcome"] == "allowed", situation
            result = found["result"]
            assert [result["base"], result["extra"]] == [5 * wanted.count("base"), 5 * wanted.count("extra")], situation
            assert (result["hp"], result["triggers"]) == (100 - result["total"], result["total"] > 0)
