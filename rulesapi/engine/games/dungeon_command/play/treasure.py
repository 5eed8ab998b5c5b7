"""Treasure and Morale: collecting a token, and the Morale of a warband after its gains and losses (p. 6, 14)."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.games.dungeon_command.play.creatures import LeveledCreature
from rulesapi.engine.games.dungeon_command.play.damage import MAX_DAMAGE, MAX_MORALE, TOKEN
from rulesapi.engine.resolutions.answers import AnswerFields, Place, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import Number
from rulesapi.engine.resolutions.inputs import (
    Input,
    Part,
    Situation,
    fact,
    number,
    number_or,
    one_part,
    optional_parts,
    tick,
)
from rulesapi.engine.resolutions.model import Breach, Course, Step

MAX_CHEST, MAX_TOKENS, MAX_FALLEN = 3, 9, 40
FIRST_GAME_LOSS = 3
"""Morale that a commander has less in a first game with one pack."""


class Collector(Part, kind="creature"):
    """A creature on a square with treasure."""

    tapped = tick("Tapped")


class Collecting(Situation):
    """A creature that would collect treasure."""

    creature = one_part(Collector, "Creature")
    chest = Input[int | None](
        Number(1, MAX_CHEST), "Number of the chest that it reveals", omitted="there is no chest on its square"
    )
    tokens = number("Treasure tokens on its square", MAX_TOKENS, asked="how many Treasure tokens are on its square")
    moving = tick("In the middle of its movement", folded=True)
    not_activated = tick("Not in its own activation", folded=True)
    morale = Input[int | None](
        Number(-MAX_MORALE, MAX_MORALE), "Morale of its warband", omitted="the Morale is not told"
    )


@answer
class CollectingAnswer(AnswerFields):
    """The answer: whether a token can be collected, and what is left."""

    collected: bool | None = told(
        "Whether it can collect a token", {True: "It can collect 1 token.", False: "It cannot collect a token."}
    )
    tokens: int | None = told("Tokens left", "Treasure tokens left: {tokens}.", help="Null if it is not known.")
    morale: int | None = told("Morale afterwards", "Morale: {morale}.", help="Null if it is not known.")
    taps: list[Place] | None = told("Creatures that tap", "To tap: {taps}.", help="As pointers; null if not known.")


def collect(ask: Collecting) -> Course[CollectingAnswer]:
    """Answer whether a creature can collect a Treasure token."""
    names = {"creature": ask.creature.name}
    if ask.morale is not None and ask.morale <= 0:
        yield Breach("game-over", (ask.place(Collecting.morale),), {})
        return CollectingAnswer(collected=False, tokens=ask.tokens, morale=ask.morale, taps=None)
    tokens = yield from _revealed(ask, names)
    able = yield from _can_collect(ask, names)
    if tokens == 0:
        yield Breach("treasure-none", (ask.place(Collecting.tokens),), names)
        able = False
    if not able or tokens is None:
        return CollectingAnswer(collected=None if able else False, tokens=tokens, morale=ask.morale, taps=None)
    morale = None if ask.morale is None else ask.morale + 1
    paid = () if morale is None else ask.sets(Collecting.morale, morale)
    sets = (*ask.creature.sets(Collector.tapped, True), *ask.sets(Collecting.tokens, tokens - 1), *paid)
    yield Step("treasure-collected", names, ask.morale, morale, sets=sets)
    return CollectingAnswer(collected=True, tokens=tokens - 1, morale=morale, taps=[Place(ask.creature.at)])


def _revealed(ask: Collecting, names: dict[str, str]) -> Course[int | None]:
    """Return the tokens on the square, after a chest there is revealed."""
    chest = ask.chest
    if chest is None:
        return (yield from ask.need(Collecting.tokens, "treasure-collected"))
    if ask.tokens:
        yield Breach("treasure-revealed-before", (ask.place(Collecting.tokens),), {})
        return None
    sets = (*ask.sets(Collecting.chest, None), *ask.sets(Collecting.tokens, chest))
    yield Step("treasure-revealed", {**names, "tokens": chest}, 0, chest, sets=sets)
    return chest


def _can_collect(ask: Collecting, names: dict[str, str]) -> Course[bool]:
    """Return whether the creature can take the standard action."""
    lacking = []
    if ask.not_activated:
        lacking.append(Breach("treasure-activation", (ask.place(Collecting.not_activated),), names))
    if ask.moving:
        lacking.append(Breach("treasure-moving", (ask.place(Collecting.moving),), names))
    if ask.creature.tapped:
        lacking.append(Breach("treasure-tapped", (ask.creature.place(Collector.tapped),), names))
    yield from lacking
    return not lacking


# Morale ---------------------------------------------------------------------------------------------------------------


class LeaderOfMorale(Part, kind="commander"):
    """The commander of a warband."""

    morale = fact(int, "Starting Morale", help="The starting Morale.", asked="the starting Morale of {who}")


class Sheet(Situation):
    """The gains and losses of Morale of a warband in a game."""

    commander = one_part(LeaderOfMorale, "Commander")
    first_game = tick("First game with one pack")
    treasure = number_or(0, "none", "Treasure tokens collected", MAX_MORALE)
    cowered = number_or(0, "none", "Damage prevented by cowering", MAX_DAMAGE, step=TOKEN)
    destroyed = optional_parts(LeveledCreature, "Destroyed creature", MAX_FALLEN, plural="Destroyed creatures")


@answer
class SheetAnswer(AnswerFields):
    """The answer: the Morale of the warband."""

    morale: int | None = told("Morale", "Morale: {morale}.", help="Null if it is not known.")
    ends: bool | None = told("Whether the game ends", {True: "The game ends at once."}, help="Null if it is not known.")


def count(ask: Sheet) -> Course[SheetAnswer]:
    """Answer how much Morale a warband has."""
    start = yield from ask.commander.need(LeaderOfMorale.morale, "morale-start")
    if start is not None and (yield from _cowered_too_much(ask, start)):
        return SheetAnswer(morale=None, ends=None)
    levels = []
    for one in ask.destroyed:
        levels.append((yield from one.need_level("destroyed-morale")))
    if start is None or None in levels:
        return SheetAnswer(morale=None, ends=None)
    yield Step("morale-start", {"commander": ask.commander.name, "morale": start})
    changes: list[tuple[str, dict[str, Any], int]] = [
        ("morale-first-game", {}, -FIRST_GAME_LOSS if ask.first_game else 0),
        ("morale-treasure", {"tokens": ask.treasure}, ask.treasure),
        ("morale-cowered", {"lost": ask.cowered // TOKEN}, -(ask.cowered // TOKEN)),
        *(
            ("destroyed-morale", {"creature": one.name, "level": level}, -(level or 0))
            for one, level in zip(ask.destroyed, levels, strict=True)
        ),
    ]
    morale = start
    for rule, facts, change in changes:
        if change:
            yield Step(rule, facts, morale, morale + change)
            morale += change
    if morale <= 0:
        yield Step("morale-gone", {"morale": morale})
    return SheetAnswer(morale=morale, ends=morale <= 0)


def _cowered_too_much(ask: Sheet, start: int) -> Course[bool]:
    """Return whether cowering would have cost more Morale than the warband has ever had."""
    most = start - (FIRST_GAME_LOSS if ask.first_game else 0) + ask.treasure
    lost = ask.cowered // TOKEN
    if lost > most:
        yield Breach("cowered-too-much", (ask.place(Sheet.cowered),), {"lost": lost, "morale": most})
    return lost > most


TREASURE = declared(
    "treasure",
    "Collecting treasure",
    "Whether a creature can collect a Treasure token, and what its warband gains.",
    Collecting,
    CollectingAnswer,
    collect,
    permits=True,
)
MORALE = declared(
    "morale",
    "Morale of a warband",
    "How much Morale a warband has after treasure, cowering and destroyed creatures.",
    Sheet,
    SheetAnswer,
    count,
)
