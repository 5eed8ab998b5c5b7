"""The floor: straight-line checkers of dictionaries without any framework, written in an afternoon.

They return points and the codes of a few rules: no places, messages, citations, ledger or unknown facts, no
restrictions, no exact slots. The additional time of Muster is the price of its explanations.
"""

from collections import Counter
from typing import Any

MAX_COPIES = 4


def check(cards: dict[str, dict[str, Any]], legion: dict[str, Any]) -> dict[str, Any]:
    """Return the points of a legion with upgrades, and the codes of broken rules."""
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


def count(cards: dict[str, dict[str, Any]], legion: dict[str, Any]) -> dict[str, Any]:
    """Return the points of a list without upgrades, the number of cards by kind, and the codes of broken rules."""
    total = 0
    codes = set()
    names: Counter[str] = Counter()
    copies: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for pick in legion["picks"]:
        card = cards.get(pick["card"])
        if card is None:
            codes.add("unknown-card")
            continue
        count = pick.get("count", 1)
        total += (card.get("cost") or 0) * count
        kinds[card["kind"]] += count
        copies[card["name"]] += count
        if card.get("unique"):
            names[card["name"]] += count
        factions = card.get("factions")
        if factions is not None and legion.get("faction") not in factions:
            codes.add("faction")
    if total > legion.get("points", 200):
        codes.add("point-limit")
    if names and max(names.values()) > 1:
        codes.add("unique-name")
    if copies and max(copies.values()) > MAX_COPIES:
        codes.add("copies")
    return {"points": total, "kinds": dict(kinds), "codes": sorted(codes)}
