"""Troops: formation, morale when the Point Soldier falls, and leaders (p. 30-32)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from rulesapi.engine.games.attack_wing.odds import AttackDie
from rulesapi.engine.games.attack_wing.play import faces
from rulesapi.engine.games.attack_wing.play.dice import attack_die, other_number
from rulesapi.engine.games.attack_wing.play.parts import ATTACK_FACES, OF_ICONS, Dice, GameSituation, Icons
from rulesapi.engine.games.attack_wing.pricing import MAX_SOLDIERS
from rulesapi.engine.resolutions.answers import AnswerFields, ChanceRow, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import Grid
from rulesapi.engine.resolutions.inputs import dice, grid, number, number_or, one_part, tick
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.chances import chance_document
from rulesapi.engine.values.messages import phrase

PLACES = Grid(
    "Point Soldier",
    "Tap where the other soldiers are. ▲ is the Point Soldier and faces up.",
    reach=20,
    most=20,
    shown=(1, 4, 3),
)
"""The places around the Point Soldier: pages show some more than the rules allow."""
MOST_ASIDE = 2
"""The maximum number of places between a soldier and the Point Soldier to one side."""
FLEE_BY: dict[str, tuple[str, ...]] = {
    "hit": (faces.HIT,),
    "critical": (faces.CRITICAL,),
    "hit-or-critical": (faces.HIT, faces.CRITICAL),
}
"""The faces by which a soldier flees, for each reading of the icon missing from the rulebook's text."""


class Formation(GameSituation):
    """The places of a troop's soldiers."""

    soldiers = grid("Soldiers", PLACES, help="Places to the right of and behind the Point Soldier, in bases.")


@answer
class FormationAnswer(AnswerFields):
    """The answer: the size of the formation."""

    soldiers: int | None = told(
        "Soldiers in the formation", "Soldiers: {soldiers}.", help="Null if it is not allowed or not known."
    )


def formation(ask: Formation) -> Course[FormationAnswer]:
    """Answer whether a formation is valid: flush, no soldier ahead of the Point Soldier, and none too far aside."""
    places = yield from ask.need(Formation.soldiers, "formation")
    if places is None:
        return FormationAnswer(soldiers=None)
    spots = {(0, 0), *places}
    breaches = [*_formation_breaches(ask, places, spots)]
    yield from breaches
    if breaches:
        return FormationAnswer(soldiers=None)
    yield Step("formation", {"soldiers": len(spots)})
    return FormationAnswer(soldiers=len(spots))


def _formation_breaches(
    ask: Formation, places: Sequence[tuple[int, int]], spots: set[tuple[int, int]]
) -> Iterator[Breach]:
    """Yield the reasons why soldiers cannot stand like this; `spots` are their places and that of the Point Soldier."""
    if len(places) + 1 > MAX_SOLDIERS:
        facts = {"creature": phrase("The troop"), "soldiers": len(places) + 1, "most": MAX_SOLDIERS}
        yield Breach("too-many-soldiers", (ask.place(Formation.soldiers),), facts)
    if len(spots) < len(places) + 1:
        yield Breach("soldiers-overlap", (ask.place(Formation.soldiers),), {})
    entries = [f"{ask.place(Formation.soldiers)}/{number}" for number in range(len(places))]
    for place, (right, back) in enumerate(places):
        at = (entries[place],)
        if back < 0:
            yield Breach("ahead-of-point", at, {"number": place + 1})
        if abs(right) > MOST_ASIDE:
            yield Breach("too-far-aside", at, {"number": place + 1, "places": abs(right), "most": MOST_ASIDE})
    if loose := _not_connected(spots):
        places_loose = tuple(at for at, spot in zip(entries, places, strict=True) if spot in loose)
        yield Breach("not-flush", places_loose, {"number": len(loose)})


FORMATION = declared(
    "formation",
    "Formation of a troop",
    "Whether the formation of a troop is allowed.",
    Formation,
    FormationAnswer,
    formation,
    permits=True,
)


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


class Morale(GameSituation):
    """A troop whose Point Soldier falls."""

    soldiers = number("Soldiers left", 99, asked="how many soldiers the troop has left")
    pressed = number_or(0, "none", "Pressed soldiers", 99, help="Of the soldiers that are left.", folded=True)
    leader = tick("Has a Leader")
    rolled = dice("Attack dice rolled", ATTACK_FACES, 99)
    icons = one_part(Icons, "Icons", kept=True)
    dice = one_part(Dice, "Dice", kept=True)


@answer
class MoraleReading(AnswerFields):
    """The soldiers that flee by one meaning of the icon."""

    icon: str = told("Icon", "If the icon is “{icon}”: {fled} flee.", labels=OF_ICONS)
    fled: int = told("Soldiers that flee")


@answer
class FledChance(ChanceRow):
    """The chance of a number of soldiers that flee."""

    fled: int = told("Soldiers that flee")


@answer
class FledOdds(AnswerFields):
    """The chances by one meaning of the icon."""

    icon: str = told("Icon", labels=OF_ICONS)
    chances: list[FledChance] = told("Chances", "How many flee, if the icon is “{icon}”")


@answer
class MoraleOdds(AnswerFields):
    """The odds of a morale check."""

    fled: list[FledOdds] = told("Soldiers that flee")


@answer
class MoraleAnswer(AnswerFields):
    """The answer: how many soldiers flee."""

    fled: int | None = told(
        "Soldiers that flee",
        "Soldiers that flee: {fled}.",
        help="Null if the icon decides and is not known, or if nothing is rolled.",
    )
    readings: list[MoraleReading] = told("Readings of the icon")
    odds: MoraleOdds | None = told("Odds", default=None)


def morale(ask: Morale) -> Course[MoraleAnswer]:
    """Answer how many soldiers flee when the Point Soldier falls, with an attack die for each remaining soldier.

    The face by which a soldier flees is an icon missing from the rulebook's text; the table states it once, in `icons`.
    """
    left = yield from ask.need(Morale.soldiers, "morale-dice")
    if left is None:
        return MoraleAnswer(fled=None, readings=[])
    if left >= MAX_SOLDIERS:
        facts = {"creature": phrase("The troop"), "soldiers": left + 1, "most": MAX_SOLDIERS}
        yield Breach("too-many-soldiers", (ask.place(Morale.soldiers),), facts)
        return MoraleAnswer(fled=None, readings=[])
    if ask.pressed > left:
        facts = {"creature": phrase("The troop"), "pressed": ask.pressed, "most": left}
        yield Breach("too-many-pressed", (ask.place(Morale.pressed),), facts)
        return MoraleAnswer(fled=None, readings=[])
    yield Step("morale-dice", {"dice": left})
    icon, shown = ask.icons.morale, ask.rolled
    if shown is None and left:
        odds = yield from _morale_odds(ask, left, icon)
        return MoraleAnswer(fled=None, readings=[], odds=odds)
    shown = shown or ()
    if wrong := [*other_number(ask.place(Morale.rolled), shown, left)]:
        yield from wrong
        return MoraleAnswer(fled=None, readings=[])
    readings = [
        MoraleReading(icon=one, fled=min(left, sum(face in FLEE_BY[one] for face in shown)))
        for one in ([icon] if icon else FLEE_BY)
    ]
    if icon is None and len({one.fled for one in readings}) > 1:
        yield ask.icons.missing(Icons.morale, "morale")
        return MoraleAnswer(fled=None, readings=readings)
    fled = readings[0].fled
    yield Step("morale", {"fled": fled}, left, left - fled, sets=_after_flight(ask, left, fled) if fled else ())
    yield from _after_morale(ask, left, fled)
    return MoraleAnswer(fled=fled, readings=readings)


def _after_flight(ask: Morale, left: int, fled: int) -> tuple[tuple[str, Any], ...]:
    """Return that the soldiers that flee are gone, pressed ones first (p. 31)."""
    pressed = ask.sets(Morale.pressed, max(0, ask.pressed - fled)) if ask.pressed else ()
    return (*ask.sets(Morale.soldiers, left - fled), *pressed)


def _after_morale(ask: Morale, left: int, fled: int) -> Course[None]:
    if left and fled == left:
        yield Step("troop-flees", {})
    elif left:
        yield Step("new-point-soldier", {})
    if ask.leader:
        yield Step("leader-rolls", {})


def flee_chance(die: AttackDie, icon: str) -> Fraction:
    """Return the chance that a soldier flees by one die, for one reading of the icon in `FLEE_BY`."""
    of_face = {faces.HIT: die.hits, faces.CRITICAL: die.criticals}
    return Fraction(sum(of_face[face] for face in FLEE_BY[icon]), die.sides)


def _morale_odds(ask: Morale, dice: int, icon: str | None) -> Course[MoraleOdds | None]:
    """Return the chance of each number of fleeing soldiers, for each reading of the icon."""
    if icon is None:
        yield ask.icons.missing(Icons.morale, "morale")
    die = yield from attack_die(ask.dice.attack, "morale-dice")
    if die is None:
        return None
    readings = [icon] if icon else FLEE_BY
    return MoraleOdds(fled=[FledOdds(icon=one, chances=_chances(flee_chance(die, one), dice)) for one in readings])


def _chances(chance: Fraction, dice: int) -> list[FledChance]:
    chances = [comb(dice, fled) * chance**fled * (1 - chance) ** (dice - fled) for fled in range(dice + 1)]
    return [FledChance(fled=fled, **chance_document(one)) for fled, one in enumerate(chances)]


MORALE = declared(
    "morale",
    "Morale of a troop",
    "How many soldiers flee when the Point Soldier falls.",
    Morale,
    MoraleAnswer,
    morale,
)
