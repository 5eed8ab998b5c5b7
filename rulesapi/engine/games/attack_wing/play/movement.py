"""A creature's movement: creatures in its way, bases, the edge, obstacles and altitude (p. 12, 25-27, 33)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulesapi.engine.games.attack_wing.play import faces
from rulesapi.engine.games.attack_wing.play.adventures import adventure_cite
from rulesapi.engine.games.attack_wing.play.dials import ShownManeuver
from rulesapi.engine.games.attack_wing.play.dice import other_number
from rulesapi.engine.games.attack_wing.play.maneuver_answers import ManeuverOdds, OverrunDice
from rulesapi.engine.games.attack_wing.play.maneuver_inputs import (
    KEEP,
    NOBODY,
    Activation,
    Blocker,
    Maneuver,
    MetObstacle,
    OverrunRoll,
)
from rulesapi.engine.games.attack_wing.play.parts import AIR, BOTH, GROUND, PIVOT, Creature
from rulesapi.engine.resolutions.inputs import Input
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import value_object

TURNABOUT, STRAIGHT, FALL_BACK = "turnabout", "straight", "fall-back"
EDGES = 4
OVERRUN_DICE = {"small": 1, "large": 2}
CHANGES = {
    "swoop": phrase("swoop"),
    "stop-swooping": phrase("stop swooping"),
    "land": phrase("land"),
    "take-off": phrase("take off"),
}
"""Display names of changes of altitude."""
AFTER_CHANGE = {
    "land": (GROUND, False),
    "swoop": (AIR, True),
    "stop-swooping": (AIR, False),
    "take-off": (AIR, False),
}
"""The play level and whether a creature swoops after each change of altitude."""


@value_object
class Moved:
    """The result of a movement: the executed maneuver, and what the creature met.

    A field is None if it is unknown: the `maneuver`, `fled`, `stopped` by an overrun, the number of damage dice in
    `obstacle_dice`, and `loses_action` because of obstacles. The creature may choose between `bearings`.
    """

    maneuver: ShownManeuver | None
    fled: bool | None = False
    defeated: bool = False
    hit_wall: bool = False
    stopped: bool | None = False
    obstacle_dice: int | None = 0
    loses_action: bool | None = False
    bearings: tuple[str, ...] = ()
    odds: ManeuverOdds | None = None


def move(activation: Activation, maneuver: ShownManeuver) -> Course[Moved]:
    """Return the result of the movement: creatures in the way, the edge, creatures under the base, obstacles.

    A creature that an overrun stops does not reach the edge, or a base or an obstacle behind (p. 26).
    """
    ask = activation.ask
    pivots = maneuver.bearing == PIVOT
    stopped: bool | None = False
    odds: ManeuverOdds | None = None
    if pivots:
        tokens = activation.who.sets(Creature.tokens, (*activation.who.tokens, PIVOT))
        yield Step("pivot" if ask.overlap == NOBODY else "pivot-blocked", activation.names, sets=tokens)
    else:
        stopped, odds = yield from _overruns(activation)
    if stopped is None:
        return (yield from _may_be_stopped(activation, maneuver, odds))
    if stopped:
        dice, loses = yield from _obstacles(activation, behind=False)
        return Moved(maneuver, stopped=True, obstacle_dice=dice, loses_action=loses)
    fled, defeated, hit_wall = yield from _leaves(activation, maneuver)
    if fled:
        return Moved(maneuver, fled=True, defeated=defeated)
    ended: ShownManeuver | None = maneuver
    bearings: tuple[str, ...] = ()
    if not pivots:
        ended, bearings = yield from _overlap(activation, maneuver)
    dice, loses = yield from _obstacles(activation, behind=True)
    return Moved(ended, fled, False, hit_wall, False, dice, loses, bearings)


def _may_be_stopped(activation: Activation, maneuver: ShownManeuver, odds: ManeuverOdds | None) -> Course[Moved]:
    """Return the result of an unknown or unrolled overrun. If something lies behind it, the dice are asked for."""
    ask = activation.ask
    behind = any(not one.before_creatures for one in ask.obstacles)
    leaves = ask.leaves
    if odds is not None and (behind or leaves or ask.overlap != NOBODY):
        unrolled = next(one for one in ask.blockers if not _rolled(one))
        yield unrolled.missing(Blocker.rolled, "overrun")
    dice, loses = yield from _obstacles(activation, behind=False)
    if behind:
        dice, loses = None, loses or None
    fled = None if leaves else False
    return Moved(maneuver, fled=fled, stopped=None, obstacle_dice=dice, loses_action=loses, odds=odds)


# The edge -------------------------------------------------------------------------------------------------------------


def _leaves(activation: Activation, maneuver: ShownManeuver) -> Course[tuple[bool | None, bool, bool]]:
    """Return whether a creature that leaves the play area flees, whether it is defeated, and whether it hits a wall."""
    ask, names = activation.ask, activation.names
    gone = activation.who.sets(Creature.defeated, True)
    if not ask.leaves:
        return False, False, False
    if maneuver.bearing == PIVOT:
        yield Breach("pivot-leaves", (ask.place(Maneuver.leaves),), names)
        return False, False, False
    if ask.adventure_keeps_fled:
        yield Step("leaves-by-adventure", names, sets=gone)
        return True, False, False
    adventure = activation.adventure
    walls = adventure.get("area", {}).get("walls", ()) if adventure else ()
    if adventure and walls:
        edge = walls[0] if len(walls) == EDGES else (yield from ask.need(Maneuver.edge, "hits-wall"))
        if edge is None:
            return None, False, False
        if edge in walls:
            yield Step("hits-wall", names | {"adventure": adventure["name"]}, cite=adventure_cite(adventure))
            return False, False, True
    yield Step("flees", names, sets=gone)
    return True, True, False


# Bases ----------------------------------------------------------------------------------------------------------------


def _overlap(activation: Activation, maneuver: ShownManeuver) -> Course[tuple[ShownManeuver | None, tuple[str, ...]]]:
    """Return the maneuver that is executed if the base would end on another, and the bearings to choose from.

    The maneuver is None if an unknown play level decides whether it turns round.

    In the air over a base on the ground, a creature chooses where it stops, and after a wingover its facing. In all
    other cases it moves back until the bases touch, and does not turn round (p. 27).
    """
    overlap, names = activation.ask.overlap, activation.names
    if overlap == GROUND and activation.level is None:
        yield activation.unknown_level("air-over-ground")
        return (None if maneuver.bearing == TURNABOUT else maneuver), ()
    elif overlap == GROUND and activation.level == AIR:
        yield Step("air-over-ground", names)
        if maneuver.bearing == TURNABOUT:
            yield Step("wingover-over-ground", names)
            return maneuver, (TURNABOUT, STRAIGHT)
    elif overlap != NOBODY:
        if maneuver.bearing == TURNABOUT:
            yield Step("turnabout-overlaps", {"speed": maneuver.speed}, TURNABOUT, STRAIGHT)
            maneuver = replace(maneuver, bearing=STRAIGHT)
        yield Step("forward-along-template" if maneuver.bearing == FALL_BACK else "back-along-template", names)
    return maneuver, ()


def _overruns(activation: Activation) -> Course[tuple[bool | None, ManeuverOdds | None]]:
    """Check for an overrun of each opposing ground creature in the way, in order, until one check fails.

    Returns whether the creature is stopped, or None if that is unknown, and the dice that are still to be rolled.
    """
    blockers = activation.ask.blockers
    if not blockers or activation.level == AIR:
        if blockers:
            yield Step("flies-over", activation.names)
        return False, None
    if activation.level is None:
        yield activation.unknown_level("overrun")
        return None, None
    base = yield from activation.who.need(Creature.base, "overrun")
    for blocker in blockers:
        mover_dice, stander_dice = OVERRUN_DICE.get(base or ""), OVERRUN_DICE.get(blocker.base or "")
        if stander_dice is None:
            yield blocker.missing(Blocker.base, "overrun")
        if mover_dice is None or stander_dice is None:
            return None, None
        if not _rolled(blocker):
            yield Step("overrun", activation.names | {"own": mover_dice, "other": stander_dice})
            return None, ManeuverOdds(overrun=OverrunDice(dice=[mover_dice, stander_dice]))
        dice = {OverrunRoll.mover: mover_dice, OverrunRoll.stander: stander_dice}
        wrong = [one for side, number in dice.items() for one in _other_number(blocker.rolled, side, number)]
        if wrong:
            yield from wrong
            return None, None
        own, other = _hits(blocker.rolled.mover), _hits(blocker.rolled.stander)
        yield Step(
            "overrun-fails" if own < other else "overrun-succeeds", activation.names | {"own": own, "other": other}
        )
        if own < other:
            return True, None
    return False, None


def _rolled(blocker: Blocker) -> bool:
    """Return whether both sides of an overrun check are rolled."""
    return blocker.rolled.mover is not None and blocker.rolled.stander is not None


def _other_number(roll: OverrunRoll, side: Input[tuple[str, ...] | None], dice: int) -> Iterator[Breach]:
    return other_number(roll.place(side), side.__get__(roll, OverrunRoll) or (), dice)


def _hits(shown: Iterable[str] | None) -> int:
    """Return the hits of an overrun check; a critical counts as two (p. 26)."""
    worth = {faces.HIT: 1, faces.CRITICAL: 2}
    return sum(worth.get(face, 0) for face in shown or ())


# Obstacles ------------------------------------------------------------------------------------------------------------


def _obstacles(activation: Activation, *, behind: bool) -> Course[tuple[int | None, bool | None]]:
    """Return the number of attack dice of obstacles on the creature's play level, and if it loses its action.

    Both are None if they are unknown. With `behind`, obstacles behind the creatures in the way count too.
    """
    dice = 0
    known = True
    met = activation.who.sets(Creature.met_obstacle, True)
    for number, one in enumerate(activation.ask.obstacles, start=1):
        if not behind and not one.before_creatures:
            continue
        affects = yield from one.need(MetObstacle.affects, "obstacle")
        if affects is not None and affects in (activation.level, BOTH):
            rule = "obstacle" if affects == GROUND else "obstacle-past-armor"
            yield Step(rule, activation.names | {"number": number}, sets=met)
            dice += 1
        elif affects is None or activation.level is None:
            known = False
            if activation.level is None:
                yield activation.unknown_level("obstacle")
    return dice if known else None, bool(dice) or (False if known else None)


# Altitude -------------------------------------------------------------------------------------------------------------


def altitude_choices(activation: Activation) -> list[str] | None:
    """Return the possible altitude changes: none after a change in this round, or for a creature that cannot fly.

    Returns None if it is unknown whether the creature can fly.
    """
    if activation.who.altitude_changed:
        return []
    if _flight_unknown(activation):
        return None
    flies = activation.who.movement == "flying" or activation.who.can_fly
    if activation.level == AIR:
        return ["stop-swooping", "land"] if activation.swooping else ["swoop", "land"]
    return ["take-off"] if activation.level == GROUND and flies else []


def change_altitude(activation: Activation) -> Course[tuple[str | None, bool | None]]:
    """Return the play level of a creature after its change of altitude, and whether it swoops, as far as is known."""
    wanted, who = activation.ask.altitude, activation.who
    now = activation.level, activation.swooping
    if wanted == KEEP:
        return now
    choices = altitude_choices(activation)
    if choices is None:
        yield activation.unknown_level("altitude-illegal")
        return None, None
    facts = activation.names | {"change": CHANGES[wanted]}
    if wanted not in choices:
        rule = "altitude-changed" if who.altitude_changed else "altitude-illegal"
        yield Breach(rule, (activation.ask.place(Maneuver.altitude),), facts)
        return now
    level, swoops = AFTER_CHANGE[wanted]
    sets = (*who.sets(Creature.play_level, level), *who.sets(Creature.swooping, swoops))
    yield Step("altitude", facts, sets=(*sets, *who.sets(Creature.altitude_changed, True)))
    return level, swoops


def _flight_unknown(activation: Activation) -> bool:
    """Return whether it is unknown that the creature is in the air or can get there."""
    if activation.who.altitude_changed or activation.level == AIR:
        return False
    return activation.who.movement is None and not activation.who.can_fly
