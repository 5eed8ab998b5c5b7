"""Troops: formation, morale when the Point Soldier falls, and leaders (p. 30-32)."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from rulesapi.engine.games.attack_wing.odds import AttackDie
from rulesapi.engine.games.attack_wing.play import faces
from rulesapi.engine.games.attack_wing.pricing import MAX_SOLDIERS
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts
from rulesapi.engine.values.chances import chance_document
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document

MOST_ASIDE = 2
"""The maximum number of places between a soldier and the Point Soldier to one side."""
FLEE_BY: dict[str, tuple[str, ...]] = {
    "hit": (faces.HIT,),
    "critical": (faces.CRITICAL,),
    "hit-or-critical": (faces.HIT, faces.CRITICAL),
}
"""The faces by which a soldier flees, for each reading of the icon missing from the rulebook's text."""


def formation(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer whether a formation is valid: flush, no soldier ahead of the Point Soldier, and none too far aside.

    Each place is `[right, back]` of the Point Soldier, counted in bases; its own is `[0, 0]`.
    """
    places: list[tuple[int, int]] = [(right, back) for right, back in document["soldiers"]]
    spots = {(0, 0), *places}
    if len(places) + 1 > MAX_SOLDIERS:
        facts = {"creature": phrase("The troop"), "soldiers": len(places) + 1, "most": MAX_SOLDIERS}
        yield Breach("too-many-soldiers", ("/soldiers",), facts)
    if len(spots) < len(places) + 1:
        yield Breach("soldiers-overlap", ("/soldiers",), {})
    for number, (right, back) in enumerate(places):
        at = (f"/soldiers/{number}",)
        if back < 0:
            yield Breach("ahead-of-point", at, {"number": number + 1})
        if abs(right) > MOST_ASIDE:
            yield Breach("too-far-aside", at, {"number": number + 1, "places": abs(right), "most": MOST_ASIDE})
    if loose := _not_connected(spots):
        places_loose = tuple(f"/soldiers/{number}" for number, place in enumerate(places) if place in loose)
        yield Breach("not-flush", places_loose, {"number": len(loose)})
    yield Step("formation", {"soldiers": len(spots)})
    return Answer({"soldiers": len(spots)})


def _not_connected(spots: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the places that adjacent soldiers do not connect to the Point Soldier."""
    reached, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        right, back = waiting.pop()
        for near in ((right + 1, back), (right - 1, back), (right, back + 1), (right, back - 1)):
            if near in spots and near not in reached:
                reached.add(near)
                waiting.append(near)
    return spots - reached


def morale(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer how many soldiers flee when the Point Soldier falls, with an attack die for each remaining soldier.

    The face by which a soldier flees is an icon missing from the rulebook's text; the table states it once, in `icons`.
    """
    left = document["soldiers"]
    if not 0 <= left < MAX_SOLDIERS:
        facts = {"creature": phrase("The troop"), "soldiers": left + 1, "most": MAX_SOLDIERS}
        yield Breach("too-many-soldiers", ("/soldiers",), facts)
        return Answer({"fled": None, "readings": []})
    yield Step("morale-dice", {"dice": left})
    icon = document.get("icons", {}).get("morale")
    readings = [icon] if icon else list(FLEE_BY)
    shown = document.get("rolled", None if left else ())
    if shown is None:
        if not icon:
            yield Missing("", "/icons/morale", "/icons", "morale")
        die = yield from faces.attack_die(document, table, "morale-dice")
        return Answer({"fled": None, "readings": []}, {"fled": _fled_odds(die, left, readings)} if die else None)
    if len(shown) != left:
        yield Breach("other-number-of-dice", ("/rolled",), {"given": len(shown), "dice": left})
    fled = [
        {"icon": reading, "fled": min(left, sum(face in FLEE_BY[reading] for face in shown))} for reading in readings
    ]
    if icon or len({one["fled"] for one in fled}) == 1:
        number = fled[0]["fled"]
        yield Step("morale", {"fled": number}, left, left - number)
        yield from _after_morale(document, left, number)
        return Answer({"fled": number, "readings": fled})
    yield Missing("", "/icons/morale", "/icons", "morale")
    return Answer({"fled": None, "readings": fled})


def _after_morale(document: Document, left: int, fled: int) -> Course[None]:
    if left and fled == left:
        yield Step("troop-flees", {})
    elif left:
        yield Step("new-point-soldier", {})
    if document.get("leader", False):
        yield Step("leader-rolls", {})


def flee_chance(die: AttackDie, icon: str) -> Fraction:
    """Return the chance that a soldier flees by one die, for one reading of the icon in `FLEE_BY`."""
    of_face = {faces.HIT: die.hits, faces.CRITICAL: die.criticals}
    return Fraction(sum(of_face[face] for face in FLEE_BY[icon]), die.sides)


def _fled_odds(die: AttackDie, dice: int, readings: list[str]) -> list[dict[str, Any]]:
    """Return the chance of each number of fleeing soldiers, for each reading of the icon."""
    found = []
    for reading in readings:
        chance = flee_chance(die, reading)
        chances = [comb(dice, fled) * chance**fled * (1 - chance) ** (dice - fled) for fled in range(dice + 1)]
        found.append(
            {"icon": reading, "chances": [{"fled": fled, **chance_document(one)} for fled, one in enumerate(chances)]}
        )
    return found
