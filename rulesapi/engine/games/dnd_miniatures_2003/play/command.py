"""Command: whether a commander has a creature under command, and what follows from it (FAQ)."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import Part, Situation, fact, flag, number, one_part, tick
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.truth import Truth, all3, any3

RANGE = 6
"""Squares within which a commander needs no line of sight."""
SLOW = 2
"""Maximum speed out of command."""


class CommandedCreature(Part, kind="creature"):
    """The creature that may be under command."""

    difficult = fact(int, asked="how Difficult {who} is")
    self_command = fact(frozenset[str], "Commands itself", asked="whether {who} has Independent or Pack Hunter")
    commander = fact(bool, asked="whether {who} is a commander")
    speed = fact(int)
    pack = flag("Sees enough allies for Pack Hunter", asked="whether {who} sees enough allies for Pack Hunter")
    buzzing = tick("Under Mordenkainen’s Buzzing Bee", folded=True)
    willing = tick("Has Willing to Follow", folded=True)
    began = tick("It began its turn under command", folded=True)
    others = tick("Another commander has it under command", folded=True)


class Commander(Part, kind="creature"):
    """The commander."""

    commander_rating = fact(int, asked="the Commander rating of {who}")


class Command(Situation):
    """A commander and a creature of the same warband."""

    creature = one_part(CommandedCreature, "Creature", help="If omitted: a creature in no special state.")
    commander = one_part(Commander, "Commander")
    sees = flag("Line of sight between them", asked="whether there is line of sight to the commander")
    squares = number(
        "Squares between them",
        99,
        help="With diagonals, without difficult terrain, not through walls.",
        asked="how far the commander is away",
    )
    countersong = tick("An enemy’s Countersong reaches one of them", folded=True)


@answer
class CommandAnswer(AnswerFields):
    """The answer: whether the creature is under command, and what follows from it."""

    under_command: bool | None = told(
        "Whether it is under command",
        {True: "The creature is under command.", False: "The creature is out of command."},
    )
    by_commander: bool | None = told(
        "Whether this commander has it under command", {True: "This commander has it under command."}
    )
    effects: bool | None = told(
        "Whether Commander Effects of this commander reach it",
        {
            True: "Commander Effects of this commander can help it.",
            False: "Commander Effects of this commander do not help it.",
        },
        help="Whether it is within their range is on the card.",
    )
    rating: int | None = told("Bonus on morale saves", "Bonus on morale saves: {rating}.")
    speed: int | None = told("Speed", "Speed: {speed}.", help="Null if it is not known.")
    rush: int | None = told("Speed when it rushes", "When it rushes: up to {rush}.", help="Null under command.")


def command(ask: Command) -> Course[CommandAnswer]:
    """Answer whether a creature is under command, and by whom."""
    creature = ask.creature
    names = {"creature": creature.name, "commander": ask.commander.name}
    if creature.buzzing and creature.others:
        places = creature.place(CommandedCreature.others), creature.place(CommandedCreature.buzzing)
        yield Breach("buzzing-others", places, names)
        return CommandAnswer(under_command=None, by_commander=None, effects=None, rating=None, speed=None, rush=None)
    commanded = yield from _commanded(ask, names)
    itself = False if commanded else (yield from _otherwise(creature, names))
    under = any3((commanded, itself))
    if under is False:
        yield Step("out-of-command", names)
    effects = yield from _effects(ask, commanded, names)
    speed, rush = yield from _speed(creature, under, names)
    rating = ask.commander.commander_rating if commanded else 0 if commanded is False else None
    return CommandAnswer(
        under_command=under, by_commander=commanded, effects=effects, rating=rating, speed=speed, rush=rush
    )


def _commanded(ask: Command, names: dict[str, Any]) -> Course[Truth]:
    """Return whether the commander has the creature under command."""
    if ask.creature.buzzing:
        yield Step("buzzing-bee", names)
        return False
    rating = yield from ask.commander.need(Commander.commander_rating, "too-difficult")
    if rating == 0:
        yield Breach("no-commander", (ask.commander.at,), names)
        return False
    difficult = yield from ask.creature.need(CommandedCreature.difficult, "too-difficult")
    able = None if rating is None or difficult is None else rating >= difficult
    if able is False:
        yield Step("too-difficult", {**names, "rating": rating, "difficult": difficult})
        return False
    near = any3((None if ask.squares is None else ask.squares <= RANGE, ask.sees))
    if near is None:
        yield from ask.need(Command.sees, "too-far") if ask.sees is None else ()
        yield from ask.need(Command.squares, "too-far") if ask.squares is None else ()
    if near is False:
        yield Step("too-far", names)
    elif near and able:
        yield Step("commanded", {**names, "rating": rating, "difficult": difficult})
    return all3((able, near))


def _otherwise(creature: CommandedCreature, names: dict[str, Any]) -> Course[Truth]:
    """Return whether the creature is under command of another commander, or without one."""
    if creature.others:
        yield Step("by-another", names)
        return True
    abilities = yield from creature.need(CommandedCreature.self_command, "by-itself")
    if abilities is None:
        return None
    if "independent" in abilities:
        yield Step("by-itself", {**names, "ability": "Independent"})
        return True
    if "pack-hunter" not in abilities:
        return False
    pack = yield from creature.need(CommandedCreature.pack, "by-itself")
    if pack:
        yield Step("by-itself", {**names, "ability": "Pack Hunter"})
    return pack


def _effects(ask: Command, commanded: Truth, names: dict[str, Any]) -> Course[Truth]:
    """Return whether Commander Effects of this commander can help the creature."""
    if not commanded:
        return commanded
    if ask.countersong:
        yield Step("countersong", names)
        return False
    if ask.creature.willing:
        return True
    commander = yield from ask.creature.need(CommandedCreature.commander, "followers-only")
    if commander:
        yield Step("followers-only", names)
    return None if commander is None else not commander


def _speed(creature: CommandedCreature, under: Truth, names: dict[str, Any]) -> Course[tuple[int | None, int | None]]:
    """Return the speed, and the distance of a rush if the creature is out of command."""
    speed = creature.speed
    if under or speed is None or under is None:
        return (speed if under else None), None
    if creature.began:
        yield Step("began-under-command", {**names, "speed": speed})
        return speed, None
    if speed > SLOW:
        yield Step("slow", {**names, "speed": speed}, speed, SLOW)
    return min(speed, SLOW), 2 * speed


COMMAND = declared(
    "command",
    "Under command",
    "Whether a commander has a creature under command, whether it is without one, and what follows.",
    Command,
    CommandAnswer,
    command,
)
