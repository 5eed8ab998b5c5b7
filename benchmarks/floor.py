"""The floor: a straight-line checker of dictionaries, as one would write it in an afternoon.

It answers points and five rules with bare codes: no places, no messages, no cites, no ledger, nothing not known, no
restrictions, no exact slots. What Muster takes longer than this is the price of explaining itself.
"""

from collections import Counter
from typing import Any


def check(cards: dict[str, dict[str, Any]], legion: dict[str, Any]) -> dict[str, Any]:
    """Return the points of a legion and the codes of what is wrong with it."""
    total = 0
    codes = set()
    names: Counter[str] = Counter()
    for pick in legion["picks"]:
        creature = cards.get(pick["card"])
        if creature is None or creature["kind"] != "creature":
            codes.add("unknown-card")
            continue
        count = pick.get("count", 1)
        total += (creature["cost"] or 0) * count
        if creature["unique"]:
            names[creature["name"]] += count
        slots = Counter(creature["slots"] or ())
        carried = pick.get("upgrades", ())
        if len(set(carried)) < len(carried):
            codes.add("duplicate-upgrade")
        for slug in carried:
            card = cards.get(slug)
            if card is None or card["kind"] == "creature":
                codes.add("unknown-card")
                continue
            total += card["cost"] or 0
            if card["unique"]:
                names[card["name"]] += 1
            slots[card["slot"]] -= 1
            if slots[card["slot"]] < 0:
                codes.add("upgrade-slot")
            if (card.get("minimum_level") or 0) > (creature["level"] or 0):
                codes.add("spell-level")
    if total > legion["points"]:
        codes.add("point-limit")
    if names and max(names.values()) > 1:
        codes.add("unique-name")
    return {"points": total, "codes": sorted(codes)}
