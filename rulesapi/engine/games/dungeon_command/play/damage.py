"""Damage and cowering: what damage does to a creature, and what it costs a warband (p. 14)."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.games.dungeon_command.play.creatures import LeveledCreature
from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import Situation, fact, number, number_or, one_part, tick
from rulesapi.engine.resolutions.model import Breach, Course, Step

TOKEN = 10
"""Points of damage for a damage token, and for a loss of 1 Morale by cowering."""
MAX_DAMAGE, MAX_MORALE = 990, 99


class DamagedCreature(LeveledCreature):
    """The creature that would take damage."""

    hit_points = fact(int, "Hit Points", asked="the Hit Points of {who}")
    taken = number_or(0, "none", "Damage that it has taken before", MAX_DAMAGE, step=TOKEN)


class Damage(Situation):
    """Damage from one source."""

    creature = one_part(DamagedCreature, "Creature")
    damage = number("Damage", MAX_DAMAGE, step=TOKEN, asked="how much damage it would take")
    cowers = tick("It cowers")
    morale = number(
        "Morale of the warband that pays",
        MAX_MORALE,
        least=-MAX_MORALE,
        help="That of the owner; that of the controller if the creature cowers, which it decides.",
        asked="the Morale of the warband of the creature’s controller",
    )


@answer
class DamageAnswer(AnswerFields):
    """The answer: the creature afterwards, and the Morale of its warband."""

    destroyed: bool | None = told(
        "Whether the creature is destroyed", {True: "The creature is destroyed.", False: "The creature stays in play."}
    )
    damage: int | None = told(
        "Damage on the creature", "Damage on it: {damage}.", help="Null if it is not known, or as before."
    )
    morale_lost: int | None = told("Lost Morale", "Morale lost: {morale_lost}.", help="Null if it is not known.")
    morale: int | None = told("Morale afterwards", "Morale left: {morale}.", help="Null if it is not known.")
    ends: bool | None = told("Whether the game ends", {True: "The game ends at once."}, help="Null if it is not known.")


OPEN = DamageAnswer(destroyed=None, damage=None, morale_lost=None, morale=None, ends=None)
"""The answer for what is not known or forbidden."""


def damage(ask: Damage) -> Course[DamageAnswer]:
    """Answer what damage from one source does to a creature, or what it costs to let it cower."""
    dealt = yield from ask.need(Damage.damage, "take-damage")
    if dealt is None:
        return OPEN
    return (yield from suffer(ask, ask.creature, dealt, ask.cowers, ask.morale))


def suffer(
    ask: Situation, creature: DamagedCreature, dealt: int, cowers: bool, morale: int | None
) -> Course[DamageAnswer]:
    """Return the answer for damage to a creature of a situation with the inputs `cowers` and `morale` of `Damage`."""
    if (yield from is_out_of_play(ask, creature, morale)):
        return OPEN
    if cowers:
        return (yield from _cower(ask, creature, dealt, morale))
    return (yield from _take(ask, creature, dealt, morale))


def is_out_of_play(ask: Situation, creature: DamagedCreature, morale: int | None) -> Course[bool]:
    """Return whether the game has ended, or the creature is known to be destroyed already."""
    over = morale is not None and morale <= 0
    if over:
        yield Breach("game-over", (ask.place(Damage.morale),), {})
    return (yield from _destroyed_before(creature)) or over


def _destroyed_before(creature: DamagedCreature) -> Course[bool]:
    """Return whether the creature is known to be destroyed already, by the damage that it has taken before."""
    hit_points = (yield from creature.need(DamagedCreature.hit_points, "destroyed-before")) if creature.taken else None
    if hit_points is None or creature.taken < hit_points:
        return False
    facts = {"creature": creature.name, "damage": creature.taken, "hit_points": hit_points}
    yield Breach("destroyed-before", (creature.place(DamagedCreature.taken),), facts)
    return True


def _cower(ask: Situation, creature: DamagedCreature, dealt: int, morale: int | None) -> Course[DamageAnswer]:
    """Return the answer for a creature that cowers: no damage, and the whole loss of Morale."""
    lost = dealt // TOKEN
    names = {"creature": creature.name}
    if morale is not None and lost > morale:
        yield Breach("cower-morale", (ask.place(Damage.cowers),), {**names, "lost": lost, "morale": morale})
        return OPEN
    yield Step("cower", {**names, "damage": dealt, "lost": lost}, sets=_morale_after(ask, morale, lost))
    if morale is None:
        yield ask.missing(Damage.morale, "cower-morale")
    left, ends = yield from _lose(morale, lost)
    return DamageAnswer(destroyed=False, damage=None, morale_lost=lost, morale=left, ends=ends)


def _take(ask: Situation, creature: DamagedCreature, dealt: int, morale: int | None) -> Course[DamageAnswer]:
    """Return the answer for a creature that takes the damage."""
    names = {"creature": creature.name}
    before = creature.taken
    total = before + dealt
    if dealt:
        sets = creature.sets(DamagedCreature.taken, total)
        yield Step("take-damage", {**names, "damage": dealt, "tokens": dealt // TOKEN}, before, total, sets=sets)
    hit_points = yield from creature.need(DamagedCreature.hit_points, "destroyed")
    if hit_points is None:
        return DamageAnswer(destroyed=None, damage=total, morale_lost=None, morale=None, ends=None)
    if total < hit_points:
        return DamageAnswer(destroyed=False, damage=total, morale_lost=0, morale=morale, ends=False)
    yield Step("destroyed", {**names, "damage": total, "hit_points": hit_points})
    level = yield from creature.need_level("destroyed-morale")
    if level is None:
        return DamageAnswer(destroyed=True, damage=total, morale_lost=None, morale=None, ends=None)
    yield Step("destroyed-morale", {**names, "level": level}, sets=_morale_after(ask, morale, level))
    left, ends = yield from _lose(morale, level)
    return DamageAnswer(destroyed=True, damage=total, morale_lost=level, morale=left, ends=ends)


def _morale_after(ask: Situation, morale: int | None, lost: int) -> tuple[tuple[str, Any], ...]:
    """Return that a loss of Morale is set, if the Morale is known. Less than 0 decides who wins (p. 14)."""
    return () if morale is None else ask.sets(Damage.morale, morale - lost)


def _lose(morale: int | None, lost: int) -> Course[tuple[int | None, bool | None]]:
    """Return the Morale after a loss and whether the game ends; None for both if the Morale is not known."""
    if morale is None:
        return None, None
    left = morale - lost
    if left <= 0:
        yield Step("morale-gone", {"morale": left}, morale, left)
    return left, left <= 0


DAMAGE = declared(
    "take-damage",
    "Damage and cowering",
    "What damage does to a creature, whether it can cower, and what its warband loses.",
    Damage,
    DamageAnswer,
    damage,
)
