"""Movement: whether a creature can move so many squares, with terrain and enemies on the way (p. 9-11)."""

from __future__ import annotations

from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import Number, OneOf
from rulesapi.engine.resolutions.inputs import Input, Part, Situation, fact, flag, number, number_or, one_part, tick
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.model import Document

MAX_SQUARES = 60
ON_FOOT = "on-foot"
WAYS = {ON_FOOT: "On foot", "flying": "Flying", "burrow": "Burrow"}


def _way(card: Document) -> str | None:
    return next((way for way, power in WAYS.items() for one in card.get("powers") or () if one["name"] == power), None)


class Mover(Part, kind="creature"):
    """The creature that moves."""

    speed = fact(int)
    way = Input[str](OneOf(WAYS), "Way", default=ON_FOOT, omitted="as its card says, or on foot", printed=_way)


class Movement(Situation):
    """A movement of one creature."""

    creature = one_part(Mover, "Creature")
    squares = number("Squares", MAX_SQUARES, asked="how many squares it moves")
    starts_near = flag("It starts next to an enemy", asked="whether it starts next to an enemy")
    difficult = number_or(0, "none", "Of these difficult terrain", MAX_SQUARES)
    passes = tick("It moves on from a square next to an enemy")
    shift = Input[int | None](Number(1, MAX_SQUARES), "Squares that it shifts by an effect", omitted="no shift")


@answer
class MovementAnswer(AnswerFields):
    """The answer: whether the creature can move so far."""

    possible: bool | None = told("Possible", {True: "It can move there.", False: "It cannot move there."})
    cost: int | None = told("Cost", "Squares of movement: {cost}.", help="Null if it is not known.")


def move(ask: Movement) -> Course[MovementAnswer]:
    """Answer whether a creature can move so many squares."""
    names = {"creature": ask.creature.name}
    cost = yield from ask.need(Movement.squares, "move-speed")
    if ask.creature.way != ON_FOOT:
        yield Step("move-over", names)
    elif cost is not None and ask.difficult > cost:
        entered = {"squares": cost, "difficult": ask.difficult}
        yield Breach("difficult-squares", (ask.place(Movement.difficult),), entered)
        return MovementAnswer(possible=None, cost=None)
    elif cost is not None and ask.difficult:
        cost += ask.difficult
        yield Step("move-difficult", names, ask.squares, cost)
    stopped = ask.creature.way == ON_FOOT and ask.shift is None and ask.passes
    if stopped:
        yield Breach("move-stop", (ask.place(Movement.passes),), names)
    limit = ask.shift or (yield from ask.creature.need(Mover.speed, "move-speed"))
    if ask.shift:
        yield Step("move-shift", {**names, "squares": limit})
    elif cost is not None and limit is not None and 1 < cost <= limit:
        near = yield from ask.need(Movement.starts_near, "move-near")
        if near:
            yield Step("move-near", names, limit, 1)
        limit = None if near is None else 1 if near else limit
    if cost is None or limit is None:
        return MovementAnswer(possible=False if stopped else None, cost=cost)
    facts = {**names, "cost": cost, "limit": limit}
    yield Step("move-speed", facts) if cost <= limit else Breach("move-too-far", (ask.place(Movement.squares),), facts)
    return MovementAnswer(possible=cost <= limit and not stopped, cost=cost)


MOVEMENT = declared(
    "move", "Movement", "Whether a creature can move so far.", Movement, MovementAnswer, move, permits=True
)
