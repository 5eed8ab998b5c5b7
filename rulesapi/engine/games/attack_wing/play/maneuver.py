"""A creature's activation: its maneuver, its movement, altitude, and its action (p. 9-15, 25-27, 33)."""

from __future__ import annotations

from rulesapi.engine.games.attack_wing.play.actions import ACTION_WORDS, FEINT, act, action_choices, no_action_at_all
from rulesapi.engine.games.attack_wing.play.adventures import adventure_of
from rulesapi.engine.games.attack_wing.play.altitudes import altitude_breaches
from rulesapi.engine.games.attack_wing.play.damage import gone_breaches, is_troop, troop_breaches
from rulesapi.engine.games.attack_wing.play.dials import (
    DIALS,
    DialManeuver,
    Revealed,
    ShownManeuver,
    completed,
    find_dials,
    maneuver_phrase,
    on_the_dial,
    read_revealed,
)
from rulesapi.engine.games.attack_wing.play.maneuver_answers import Choices, ManeuverAnswer, ManeuverChoice, executed
from rulesapi.engine.games.attack_wing.play.maneuver_inputs import DONE, KEEP, PASS, REVEAL, Activation, Maneuver
from rulesapi.engine.games.attack_wing.play.movement import Moved, altitude_choices, change_altitude, move
from rulesapi.engine.games.attack_wing.play.parts import AIR, PIVOT, Creature
from rulesapi.engine.games.attack_wing.play.reforming import formed_again
from rulesapi.engine.games.attack_wing.play.strikes import play_level
from rulesapi.engine.resolutions.answers import LEFT_OUT
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.messages import phrase

RED, GREEN = "red", "green"
ENDINGS = {
    REVEAL: phrase("No maneuver was executed, and nothing after it was looked at."),
    "fled": phrase("The creature left the play area, and nothing after that was looked at."),
}
"""Reasons why an answer ends before the action, keyed by its stage or by the name of a true field."""


def maneuver(ask: Maneuver) -> Course[ManeuverAnswer]:
    """Answer what a creature may do now, what its maneuver causes, and its state afterwards."""
    if not ask.has(Maneuver.creature):
        yield ask.missing(Maneuver.creature, "reveal")
    activation = yield from _activated(ask)
    if activation is None:
        return ManeuverAnswer(stage=REVEAL)
    maneuvers = yield from _maneuver_choices(activation)
    altitudes = altitude_choices(activation)
    if not activation.reveals:
        return (yield from _apart(activation, maneuvers, altitudes))
    revealed = yield from _revealed(activation)
    if revealed is None:
        return ManeuverAnswer(stage=REVEAL, choices=Choices(maneuvers=maneuvers, altitudes=altitudes))
    moved = yield from move(activation, revealed)
    if moved.fled:
        shown = executed(revealed, ask.revealed)
        return ManeuverAnswer(stage=DONE, executed=shown, fled=True, defeated=moved.defeated)
    return (yield from _afterwards(activation, revealed, moved, maneuvers, altitudes))


def _activated(ask: Maneuver) -> Course[Activation | None]:
    """Return the creature and its state, or None with a breach for each state that cannot be."""
    who = ask.creature
    level = play_level(who) or (AIR if who.swooping else None)
    breaches = [*gone_breaches(who), *altitude_breaches(who, level), *troop_breaches(who)]
    yield from breaches
    if breaches:
        return None
    dials = yield from find_dials(ask.maneuvers, ask.maneuver_card, who)
    adventure = adventure_of(ask.said, ask.table)
    return Activation(ask, who, level, who.swooping and level == AIR, who.exhaustion, dials, adventure)


def _apart(
    activation: Activation, maneuvers: list[ManeuverChoice] | None, altitudes: list[str] | None
) -> Course[ManeuverAnswer]:
    """Answer before the reveal or in another phase, where only a free action by a card is possible (p. 11, 13)."""
    ask, names = activation.ask, activation.names
    if ask.altitude != KEEP:
        yield Breach("before-reveal", (ask.place(Maneuver.altitude),), names)
    if ask.action is None:
        return ManeuverAnswer(stage=REVEAL, choices=Choices(maneuvers=maneuvers, altitudes=altitudes))
    general = no_action_at_all(activation, None, activation.exhaustion)
    if not ask.free:
        at = (ask.place(Maneuver.action),)
        if general is not None and ask.action != PASS:
            yield Breach(general, at, names)
        yield Breach("before-reveal", at, names | {"action": ACTION_WORDS[ask.action]})
        return ManeuverAnswer(stage=REVEAL, choices=Choices(maneuvers=maneuvers, altitudes=altitudes))
    acted = yield from act(activation, action_choices(activation, general, sure=True), activation.exhaustion)
    feints = ask.action == FEINT and not ask.feint_blocked and acted.exhaustion != activation.exhaustion
    return ManeuverAnswer(
        stage=REVEAL,
        exhaustion=acted.exhaustion,
        tokens=acted.tokens,
        pressed=(yield from _formed_again(activation)) if feints else LEFT_OUT,
        choices=Choices(maneuvers=maneuvers, altitudes=altitudes, actions=acted.choices),
    )


def _afterwards(
    activation: Activation,
    revealed: ShownManeuver,
    moved: Moved,
    maneuvers: list[ManeuverChoice] | None,
    altitudes: list[str] | None,
) -> Course[ManeuverAnswer]:
    """Answer what follows the movement: exhaustion, a change of altitude, and the action."""
    exhaustion = yield from _exhaustion(activation, revealed)
    level, swoops = yield from change_altitude(activation)
    general = no_action_at_all(activation, moved, exhaustion)
    sure = None not in (moved.loses_action, moved.fled, exhaustion) and not moved.hit_wall
    acted = yield from act(activation, action_choices(activation, general, sure=sure), exhaustion)
    pressed = yield from _formed_again(activation)
    return ManeuverAnswer(
        stage=DONE,
        executed=LEFT_OUT if moved.maneuver is None else executed(moved.maneuver, activation.ask.revealed),
        fled=moved.fled,
        defeated=None if moved.fled is None else False if moved.hit_wall else LEFT_OUT,
        hit_wall=moved.hit_wall or LEFT_OUT,
        stopped=moved.stopped,
        obstacle_dice=moved.obstacle_dice,
        exhaustion=acted.exhaustion,
        play_level=level,
        swooping=swoops,
        tokens=[*([PIVOT] if revealed.bearing == PIVOT else []), *acted.tokens],
        pressed=pressed,
        choices=Choices(
            maneuvers=maneuvers,
            altitudes=altitudes,
            bearings=list(moved.bearings) or LEFT_OUT,
            actions=acted.choices,
        ),
        odds=moved.odds,
    )


def _formed_again(activation: Activation) -> Course[int | None]:
    """Return the pressed soldiers of a troop after it has moved; left out for another creature."""
    pressed = yield from formed_again(activation.who, activation.ask, Maneuver.no_room)
    return pressed if is_troop(activation.who) or pressed else LEFT_OUT


# The dial -------------------------------------------------------------------------------------------------------------


def _maneuver_choices(activation: Activation) -> Course[list[ManeuverChoice] | None]:
    """Return each maneuver of the dial in use and whether it is allowed, or None if the dial is unknown.

    A line with an unknown dial may or may not belong to it. Before the reveal the dial is asked for.
    """
    dials = activation.dials
    if dials is None:
        return None
    dial, asked = DIALS.get(activation.level or ""), not activation.reveals
    lines = [one for one in dials.maneuvers if one.dial in (dial, None)]
    if dial is None and asked:
        yield activation.unknown_level("not-on-dial")
    elif asked and (not lines or any(one.dial is None for one in lines)):
        yield dials.missing("/creature")
    if dial is None or not lines:
        return None
    return [_choice(activation, one) for one in lines]


def _choice(activation: Activation, line: DialManeuver) -> ManeuverChoice:
    allowed = line.colour != RED or not activation.exhaustion
    return ManeuverChoice(
        dial=line.dial,
        bearing=line.bearing,
        side=line.side,
        speed=line.speed,
        colour=line.colour,
        allowed=None if line.dial is None else allowed,
    )


def _revealed(activation: Activation) -> Course[ShownManeuver | None]:
    """Return the maneuver that is executed, or None if the revealed one is not known or not possible."""
    revealed, who = activation.ask.revealed, activation.who
    shown = yield from read_revealed(revealed)
    if shown is None:
        return None
    if not shown.possible:
        facts = {"creature": who.name, "maneuver": maneuver_phrase(shown)}
        yield Breach("no-such-maneuver", (revealed.at,), facts)
        return None
    lines: list[DialManeuver] | None = []
    if activation.dials is not None:
        lines = yield from on_the_dial(shown, activation.dials, DIALS.get(activation.level or ""), who, revealed.at)
    if lines is None:
        return None
    shown = yield from completed(shown, lines, revealed)
    forced = revealed.forced
    facts = {"creature": who.name, "maneuver": maneuver_phrase(shown)}
    if forced and not activation.exhaustion:
        yield Breach("forced-unexhausted", (revealed.place(Revealed.forced),), facts)
        return None
    if shown.colour == RED and activation.exhaustion:
        yield Breach("forced-is-red" if forced else "red-while-exhausted", (revealed.at,), facts)
        return None
    yield Step("forced-maneuver" if forced else "reveal", facts)
    return shown


def _exhaustion(activation: Activation, revealed: ShownManeuver) -> Course[int | None]:
    """Return the Exhaustion Tokens after the maneuver, or None if its color is unknown."""
    before = activation.exhaustion
    if revealed.colour is None:
        return None
    if revealed.colour == RED:
        after, rule = before + 1, "red-exhausts"
    elif revealed.colour == GREEN and before:
        after, rule = before - 1, "green-refreshes"
    else:
        return before
    yield Step(rule, activation.names, before, after, sets=activation.who.sets(Creature.exhaustion, after))
    return after


MANEUVER = declared(
    "maneuver",
    "Maneuver and action",
    "A creature's options now, the effects of its maneuver, and its state afterwards.",
    Maneuver,
    ManeuverAnswer,
    maneuver,
    endings=ENDINGS,
    permits=True,
)
