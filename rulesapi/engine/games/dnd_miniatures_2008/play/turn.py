"""The actions of a creature on a turn: what it may still do (403, 410-415, 612.1, and conditions from 901 on)."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.games.dnd_miniatures_2008.play.creatures import (
    CONDITIONS,
    DAZED,
    ONLY_BASIC,
    STUNNED,
    conditions,
    first_of,
    words,
)
from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import Part, Situation, fact, number_or, one_of, one_part, rolled_die, tick
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.resolutions.reading import peek
from rulesapi.engine.values.messages import phrase

OWN, DOMINATED = "own-turn", "dominated"
WHOSE = {OWN: "Its own turn", "other-turn": "The turn of another creature"}
DOMINATED_UP_TO, IDLE_UP_TO = 5, 15
"""The highest rolls of a Confused creature that becomes Dominated, and that takes no actions (902.2)."""
SLOWED_SPEED, SHORTEST_CHARGE = 2, 2
Facts = dict[str, Any]


class Acting(Part, kind="creature"):
    """The creature that would act."""

    speed = fact(int, help="Its current speed, without conditions. If omitted: the printed one.")
    conditions = conditions("Conditions", "blinded", *DAZED, "immobilized", "slowed")
    state = words(
        "In this turn",
        {
            "replaced": "It has used a power that replaces its turn",
            "dismounted": "It has dismounted",
            "opportunity": "It has taken an opportunity attack",
            "immediate": "It has taken an immediate action",
        },
        folded=True,
    )
    attacked = tick("It has taken the attack action of its turn", folded=True)
    charged = tick("It has charged in its turn", folded=True)


class Turn(Situation):
    """A creature on a turn, with the actions that it has taken."""

    creature = one_part(Acting, "Creature", help="If omitted: one without conditions.")
    whose = one_of("Whose turn", WHOSE, asked="whose turn it is")
    moves = number_or(0, "none", "Move actions taken", 3, help="Also in place of the attack action.")
    attacks = number_or(0, "none", "Attack actions taken", 3)
    minors = number_or(0, "none", "Minor actions taken", 3, help="Also in place of other actions.")
    charged = tick("The attack was a charge")
    confusion = rolled_die(
        "d20 of a Confused creature", folded=True, asked="what the d20 of the Confused creature shows"
    )


@answer
class TurnAnswer(AnswerFields):
    """The answer: the actions that the creature may still take."""

    attack: bool | None = told(
        "Attack action", {True: "It can take an attack action.", False: "It cannot take an attack action."}
    )
    charge: bool | None = told("Charge", {True: "It can charge."})
    move: bool | None = told("Move action", {True: "It can move or shift.", False: "It cannot move."})
    minor: bool | None = told("Minor action", {True: "It can take a minor action."})
    opportunity: bool | None = told("Opportunity attack", {True: "It can take an opportunity attack."})
    immediate: bool | None = told("Immediate action", {True: "It can take an immediate action."})
    speed: int | None = told("Speed", "Its speed is {speed}.", help="With conditions; null if it does not matter.")


def turn_actions(ask: Turn) -> Course[TurnAnswer]:
    """Answer which actions a creature may still take on a turn."""
    names = {"creature": ask.creature.name}
    whose = yield from ask.need(Turn.whose, "actions-of-turn")
    answers = yield from _answers(ask, names)
    if whose != OWN or (yield from _too_many(ask, names)):
        return _only(None if whose in (None, OWN) else False, answers)
    idle = yield from _idle(ask, names)
    if idle is not False:
        return _only(None if idle is None else False, answers)
    attack, move, minor = yield from _left(ask, names)
    stays = _stays(ask) if attack or move else None
    if stays or not (attack or move):
        yield from [Step(stays, names)] if stays else ()
        return TurnAnswer(attack=attack, charge=False, move=False, minor=minor, **answers, speed=None)
    speed = yield from _speed(ask, names)
    if speed is None:
        return TurnAnswer(attack=attack, charge=attack and None, move=move and None, minor=minor, **answers, speed=None)
    if speed < SHORTEST_CHARGE and (attack or speed == 0):
        yield Step("no-speed" if speed == 0 else "too-slow-to-charge", names)
    charge = attack and speed >= SHORTEST_CHARGE and "blinded" not in ask.creature.conditions
    return TurnAnswer(attack=attack, charge=charge, move=move and speed > 0, minor=minor, **answers, speed=speed)


def _only(other: bool | None, answers: dict[str, bool]) -> TurnAnswer:
    """Return the answer in which all actions but answers to others are alike."""
    return TurnAnswer(attack=other, charge=other, move=other, minor=other, **answers, speed=None)


def _answers(ask: Turn, names: Facts) -> Course[dict[str, bool]]:
    """Return whether the creature can take an opportunity attack, and an immediate action."""
    creature, found = ask.creature, {"opportunity": True, "immediate": True}
    if condition := first_of(DAZED, creature.conditions):
        yield Step("dazed-no-answer", names | {"condition": phrase(CONDITIONS[condition])})
        return dict.fromkeys(found, False)
    if "blinded" in creature.conditions:
        yield Step("blinded-sees-nobody", names)
        found["opportunity"] = False
    for action in found:
        if found[action] and action in creature.state:
            yield Step(f"{action}-once", names)
            found[action] = False
    return found


def _too_many(ask: Turn, names: Facts) -> Course[bool]:
    """Return whether the creature has taken more actions than a turn has."""
    if fits(ask.moves, _attacks(ask), ask.minors):
        return False
    facts = names | {"moves": ask.moves, "attacks": _attacks(ask), "minors": ask.minors}
    yield Breach(
        "too-many-actions", tuple(ask.place(field) for field in (Turn.moves, Turn.attacks, Turn.minors)), facts
    )
    return True


def fits(moves: int, attacks: int, minors: int) -> bool:
    """Return whether a turn has room for these actions, with moves and minor actions in place of others (403.1)."""
    return attacks <= 1 and attacks + moves <= 2 and attacks + moves + minors <= 3


def _attacks(ask: Turn) -> int:
    return max(ask.attacks, 1) if _charged(ask) or ask.creature.attacked else ask.attacks


def _charged(ask: Turn) -> bool:
    return ask.charged or ask.creature.charged


def _idle(ask: Turn, names: Facts) -> Course[bool | None]:
    """Return whether the creature takes no actions on its turn at all; None if a roll decides it."""
    creature = ask.creature
    if stunned := first_of(STUNNED, creature.conditions):
        yield Step("stunned-no-actions", names | {"condition": phrase(CONDITIONS[stunned])})
        return True
    if "replaced" in creature.state:
        yield Step("turn-replaced", names)
        return True
    if "confused" in creature.conditions:
        roll = yield from ask.need(Turn.confusion, "confused-idle")
        if roll is not None and DOMINATED_UP_TO < roll <= IDLE_UP_TO:
            yield Step("confused-idle", names | {"roll": roll})
            return True
        if roll is None:
            return None
        if roll <= DOMINATED_UP_TO:
            yield Step("confused-dominated", names | {"roll": roll}, sets=_dominated(creature))
        else:
            yield Step("confused-acts", names | {"roll": roll})
    if DOMINATED in creature.conditions:
        yield Step("dominated", names)
    if limited := first_of(ONLY_BASIC, creature.conditions):
        yield Step("basic-attacks-alone", names | {"condition": phrase(CONDITIONS[limited])})
    return False


def _dominated(creature: Acting) -> tuple[tuple[str, Any], ...]:
    """Return that a creature is Dominated, too."""
    entered = peek(creature.said).get(Acting.conditions.name, [])
    return () if DOMINATED in entered else creature.sets(Acting.conditions, (*entered, DOMINATED))


def _left(ask: Turn, names: Facts) -> Course[tuple[bool, bool, bool]]:
    """Return whether there is an attack action, a move action and a minor action left."""
    moves, attacks, minors = ask.moves, _attacks(ask), ask.minors
    if condition := first_of(DAZED, ask.creature.conditions):
        yield Step("dazed-one-action", names | {"condition": phrase(CONDITIONS[condition])})
        first = moves + attacks + minors == 0
        return first, first, first
    yield Step("actions-of-turn", names)
    attack, move, minor = (fits(*counts) for counts in one_more(moves, attacks, minors))
    if attacks == 0 and moves and move:
        yield Step("move-for-attack", names)
    if attacks == 0 and not attack:
        yield Step("attack-replaced", names | {"moves": moves if moves > 1 else None})
    if moves == 0 and not move:
        yield Step("move-replaced", names)
    if attacks == moves == 0 and minors > 1 and attack:
        yield Step("minor-for-one", names)
    return attack, move, minor


def one_more(moves: int, attacks: int, minors: int) -> tuple[tuple[int, int, int], ...]:
    """Return the actions with one more attack, with one more move, and with one more minor action."""
    return (moves, attacks + 1, minors), (moves + 1, attacks, minors), (moves, attacks, minors + 1)


def _stays(ask: Turn) -> str | None:
    """Return the rule by which the creature cannot move in the rest of its turn; None if it can."""
    if "immobilized" in ask.creature.conditions:
        return "immobilized-stays"
    if _charged(ask):
        return "charged-stays"
    return "dismounted-stays" if "dismounted" in ask.creature.state else None


def _speed(ask: Turn, names: Facts) -> Course[int | None]:
    """Return the current speed with conditions; None if it is not known."""
    speed = yield from ask.creature.need(Acting.speed, "slowed")
    if speed is not None and speed > SLOWED_SPEED and "slowed" in ask.creature.conditions:
        yield Step("slowed", names, speed, SLOWED_SPEED)
        return SLOWED_SPEED
    return speed


TURN = declared(
    "turn-actions",
    "Actions of a turn",
    "What a creature may still do on a turn: attack, charge, move, minor actions, and answers to others.",
    Turn,
    TurnAnswer,
    turn_actions,
    permits=True,
)
