"""The set-up of a game, and the order of its rounds (p. 5-8, 11, 16, 24, 28, 33)."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.games.attack_wing.play.sides import (
    Side,
    in_order,
    levels_known,
    read_sides,
    seat,
    standing,
    tied_levels,
)
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts
from rulesapi.engine.values.model import Document

SMALL_AREA, LARGE_AREA = 6, 9
"""Inches of a starting area's side with three players: usually, and from `LARGE_FORCES` points on."""
LARGE_FORCES = 100
THREE = 3
"""The maximum number of players for whom the rulebook has starting areas."""
BY_ADVENTURE = "as the adventure says"
USUAL_POINTS = 120
"""Points above which a larger play area is suggested."""


def set_up(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer how a game is set up: initiative, the order and places of creatures, armor tokens."""
    sides = standing((yield from read_sides(document, table, "placing-order")))
    holder, may_hold, decides = yield from _initiative(document, sides)
    yield from _beyond_points(document, sides)
    placing, area = yield from _placing(document, sides, holder)
    return Answer(
        {
            "tied_levels": [{"level": level, "sides": of} for level, of in tied_levels(sides).items()],
            "initiative": holder,
            "may_hold": may_hold,
            "decides": decides,
            "placing": placing,
            "area": area,
            "armor_tokens": (yield from _armor_tokens(sides)),
            "obstacle_order": (yield from _obstacle_order(document, sides, holder)),
        }
    )


def _beyond_points(document: Document, sides: tuple[Side, ...]) -> Course[None]:
    """Yield a breach for each list above the agreed points. In an adventure, experience buys points too (p. 28, 35)."""
    limit = document.get("points")
    if limit is None or "adventure" in document:
        return
    for side in sides:
        if side.total is not None and side.total > limit:
            facts = {"side": side.name, "total": side.total, "limit": limit}
            yield Breach("total-beyond-points", (f"/sides/{side.number}/total",), facts)


def _placing(
    document: Document, sides: tuple[Side, ...], holder: int | None
) -> Course[tuple[list[dict[str, Any]] | None, dict[str, Any]]]:
    """Return the order and areas in which creatures are placed. An adventure sets both itself (p. 34)."""
    if "adventure" in document:
        yield Step("adventure-places", {})
        return None, {"play_area": BY_ADVENTURE, "start": BY_ADVENTURE}
    placing = in_order(sides, holder, ascending=True)
    yield Step("placing-order", {"first": placing[0]["level"] if placing else None})
    area = yield from _areas(document, sides)
    return placing if levels_known(sides) else None, area


def _initiative(document: Document, sides: tuple[Side, ...]) -> Course[tuple[int | None, list[int], list[int]]]:
    """Return the holder of the token, the sides that may hold it, and the sides that decide (several draw lots)."""
    may_hold = sorted({number for of in tied_levels(sides).values() for number in of})
    names = {side.number: side.name for side in sides}
    decides: list[int] = []
    if not may_hold:
        if levels_known(sides):
            yield Step("no-initiative", {})
    elif document.get("legion_building", True):
        decides = yield from _lowest_total(sides)
    else:
        yield Step("initiative-drawn", {"sides": [names[number] for number in may_hold]})
    holder = yield from seat(document, "initiative", sides)
    if holder is not None and holder not in may_hold and levels_known(sides):
        facts = {"side": names[holder], "sides": [names[number] for number in may_hold]}
        yield Breach("initiative-without-tie", ("/initiative",), facts)
    return holder if holder in may_hold else None, may_hold, decides


def _lowest_total(sides: tuple[Side, ...]) -> Course[list[int]]:
    for side in sides:
        if side.total is None:
            yield Missing("", "/total", f"/sides/{side.number}", "lowest-total")
    totals = {side.number: side.total for side in sides if side.total is not None}
    if len(totals) < len(sides):
        return []
    least = min(totals.values())
    decides = [number for number, total in totals.items() if total == least]
    names = [sides[number].name for number in decides]
    yield Step("lowest-total" if len(decides) == 1 else "lowest-total-tied", {"sides": names, "total": least})
    return decides


def _areas(document: Document, sides: tuple[Side, ...]) -> Course[dict[str, Any]]:
    points = document.get("points")
    if points is not None and points > USUAL_POINTS:
        yield Step("larger-area", {"points": points})
    if len(sides) == 2:
        yield Step("start-edge", {})
        return {"play_area": "3 x 3 feet", "start": "range 1-2 of the own edge"}
    inches = yield from _start_inches(document, sides)
    return {"play_area": "3 x 3 feet", "start": None if inches is None else f"{inches} x {inches} inches"}


def _start_inches(document: Document, sides: tuple[Side, ...]) -> Course[int | None]:
    """Return the inches of each starting area's side: by rule for three players, as agreed for more (p. 6)."""
    if len(sides) > THREE:
        agreed: int | None = document.get("start_inches")
        if agreed is None:
            yield Missing("", "/start_inches", "/start_inches", "start-area-agreed")
        else:
            yield Step("start-area-agreed", {"inches": agreed})
        return agreed
    points = document.get("points")
    if points is None and document.get("legion_building", True):
        yield Missing("", "/points", "/points", "start-area")
        return None
    inches = LARGE_AREA if points is not None and points >= LARGE_FORCES else SMALL_AREA
    yield Step("start-area", {"inches": inches})
    return inches


def _armor_tokens(sides: tuple[Side, ...]) -> Course[list[dict[str, Any]]]:
    yield Step("armor-tokens", {})
    return [
        {"at": one.who.at, "name": one.who.name, "armor": one.who.armor} for side in sides for one in side.creatures
    ]


def _obstacle_order(document: Document, sides: tuple[Side, ...], holder: int | None) -> Course[dict[str, Any] | None]:
    """Return the order in which sides place obstacles: from the highest level to the left, with equal numbers."""
    number = document.get("obstacles", 0)
    if not number:
        return None
    highest = in_order(sides, holder, ascending=False)
    first = highest[0]["creatures"][0]["side"] if highest and highest[0]["decided"] else None
    each, left_over = divmod(number, len(sides))
    if left_over:
        yield Breach("uneven-obstacles", ("/obstacles",), {"number": number, "sides": len(sides)})
    yield Step("obstacles-in-turns", {"each": each})
    count = len(sides)
    order = None if first is None else [(first + step) % count for step in range(count)]
    return {"each": each, "first": first, "order": order}


def order(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer in which order the remaining creatures activate and attack in a round, with initiative and ties."""
    sides = standing((yield from read_sides(document, table, "activation-order")))
    ties = tied_levels(sides)
    holder = yield from seat(document, "initiative", sides)
    if ties and "initiative" not in document:
        yield Missing("", "/initiative", "/initiative", "initiative")
    if ties and holder is not None:
        yield Step("initiative", {"side": sides[holder].name})
    yield Step("activation-order", {})
    yield Step("combat-order", {})
    known = levels_known(sides)
    return Answer(
        {
            "tied_levels": [{"level": level, "sides": of} for level, of in ties.items()],
            "initiative": holder,
            "activation": in_order(sides, holder, ascending=True) if known else None,
            "combat": in_order(sides, holder, ascending=False) if known else None,
        }
    )
