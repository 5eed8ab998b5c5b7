"""Attacks as a standard action: whether one is allowed, dodging, and what its damage does (p. 8, 12-14)."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.games.dungeon_command.play.damage import (
    TOKEN,
    Damage,
    DamageAnswer,
    DamagedCreature,
    is_out_of_play,
    suffer,
)
from rulesapi.engine.games.dungeon_command.play.orders import has_ranged_damage
from rulesapi.engine.resolutions.answers import Place, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import Number
from rulesapi.engine.resolutions.inputs import (
    Input,
    Part,
    Situation,
    fact,
    flag,
    flag_of_card,
    number,
    one_of,
    one_part,
    tick,
)
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.model import Document
from rulesapi.engine.values.truth import Truth, all3

MELEE, RANGED = "melee", "ranged"
ATTACKS = {MELEE: "Melee attack", RANGED: "Ranged attack"}
CLEAR_SHOT, COVER, NO_SIGHT = "clear-shot", "cover", "no-sight"
VIEWS = {CLEAR_SHOT: "A clear shot", COVER: "The target has cover", NO_SIGHT: "No line of sight"}
MAX_DAMAGE, MAX_DISTANCE = 500, 50
OPEN: dict[str, Any] = dict.fromkeys(("destroyed", "damage", "morale_lost", "morale", "ends", "dealt", "taps"))


def _damage(card: Document) -> int | None:
    ranged = card.get("ranged")
    return ranged[0]["damage"] if ranged else None


def _distance(card: Document) -> int | None:
    ranged = card.get("ranged")
    return ranged[0]["distance"] if ranged else None


class Attacker(Part, kind="creature"):
    """The creature that attacks."""

    tapped = tick("Tapped")
    melee_damage = fact(int)
    has_ranged = flag_of_card("Has Ranged Damage", has_ranged_damage, asked="whether {who} has Ranged Damage")
    ranged_damage = Input[int | None](Number(0, MAX_DAMAGE, TOKEN), "Ranged Damage", printed=_damage, folded=True)
    ranged_distance = Input[int | None](
        Number(1, MAX_DISTANCE, unit="squares"), "Distance of ranged attacks", printed=_distance, folded=True
    )


class Target(DamagedCreature):
    """The creature that is attacked."""

    tapped = tick("Tapped")


class Attack(Situation):
    """An attack of one creature on another, without an Order card."""

    attacker = one_part(Attacker, "Attacker")
    target = one_part(Target, "Attacked creature")
    attack = one_of("Kind of attack", ATTACKS, asked="whether it is a melee or a ranged attack")
    out_of_reach = tick(
        "Not next to it, or behind a wall",
        help="Unless a card lets the attacker reach farther.",
        shown_if=("attack", MELEE),
    )
    distance = number(
        "Distance",
        MAX_DISTANCE,
        least=1,
        unit="squares",
        shown_if=("attack", RANGED),
        asked="the distance to the target",
    )
    view = one_of("View of the target", VIEWS, shown_if=("attack", RANGED), asked="whether the target has cover")
    enemy_near = flag(
        "An enemy is next to the attacker",
        shown_if=("attack", RANGED),
        asked="whether an enemy is next to the attacker",
    )
    dodges = tick("The target taps to dodge", shown_if=("view", COVER))
    ally = tick("The target is an ally", folded=True)
    not_activated = tick("Not in the attacker\u2019s own activation", folded=True)
    changed_damage = Input[int | None](
        Number(0, MAX_DAMAGE, TOKEN), "Damage as a card changes it", omitted="as printed", folded=True
    )
    cowers = Damage.cowers
    morale = Damage.morale


@answer
class AttackAnswer(DamageAnswer):
    """The answer: the damage of the attack, who taps, and the target afterwards."""

    dealt: int | None = told("Damage of the attack", "Damage of the attack: {dealt}.", help="0 if the target dodges.")
    taps: list[Place] | None = told(
        "Creatures that tap", "To tap: {taps}.", help="As pointers; null if it is not known."
    )


def attack(ask: Attack) -> Course[AttackAnswer]:
    """Answer whether a creature can attack another one, and what happens then."""
    can_act = yield from _can_act(ask)
    kind = yield from ask.need(Attack.attack, "attack-taps")
    in_reach = None
    if kind is not None:
        in_reach = yield from (_within_reach if kind == MELEE else _within_range)(ask)
    if all3((can_act, in_reach)) is not True or kind is None:
        return AttackAnswer(**OPEN)
    names = {"attacker": ask.attacker.name, "target": ask.target.name}
    yield Step("attack-taps", names, sets=ask.attacker.sets(Attacker.tapped, True))
    dodged = yield from _dodged(ask, kind)
    taps = [Place(ask.attacker.at)]
    if dodged is None:
        return AttackAnswer(**OPEN)
    if dodged:
        afterwards = {"destroyed": False, "morale_lost": 0, "morale": ask.morale, "ends": False}
        return AttackAnswer(**OPEN | afterwards | {"dealt": 0, "taps": [*taps, Place(ask.target.at)]})
    dealt = yield from _dealt(ask, kind)
    if dealt is None:
        return AttackAnswer(**OPEN | {"taps": taps})
    found = yield from suffer(ask, ask.target, dealt, ask.cowers, ask.morale)
    return AttackAnswer(**found.as_document(), dealt=dealt, taps=taps)


def _can_act(ask: Attack) -> Course[bool]:
    """Return whether the attacker can take a standard action."""
    names = {"attacker": ask.attacker.name}
    if ask.not_activated:
        yield Breach("attack-activation", (ask.place(Attack.not_activated),), names)
    if ask.attacker.tapped:
        yield Breach("attack-tapped", (ask.attacker.place(Attacker.tapped),), names)
    return not (ask.not_activated or ask.attacker.tapped)


def _within_reach(ask: Attack) -> Course[Truth]:
    """Return whether the target of a melee attack is adjacent, and not behind a wall."""
    if ask.out_of_reach:
        yield Breach("attack-reach", (ask.place(Attack.out_of_reach),), {"target": ask.target.name})
    return not ask.out_of_reach


def _within_range(ask: Attack) -> Course[Truth]:
    """Return whether the attacker can make a ranged attack on the target."""
    names = {"attacker": ask.attacker.name, "target": ask.target.name}
    has = yield from ask.attacker.need(Attacker.has_ranged, "attack-no-ranged")
    if has is False:
        yield Breach("attack-no-ranged", (ask.attacker.at,), names)
        return False
    distance = yield from ask.need(Attack.distance, "attack-range")
    limit = yield from ask.attacker.need(Attacker.ranged_distance, "attack-range")
    within = None if distance is None or limit is None else distance <= limit
    if within is False:
        yield Breach("attack-range", (ask.place(Attack.distance),), {**names, "distance": distance, "limit": limit})
    free = yield from _free_to_shoot(ask, distance, names)
    view = yield from ask.need(Attack.view, "attack-sight")
    if view == NO_SIGHT:
        yield Breach("attack-sight", (ask.place(Attack.view),), names)
    return all3((has, within, free, None if view is None else view != NO_SIGHT))


def _free_to_shoot(ask: Attack, distance: int | None, names: dict[str, Any]) -> Course[Truth]:
    """Return whether no enemy is next to the attacker: the target itself may be one."""
    near = True if distance == 1 and not ask.ally else (yield from ask.need(Attack.enemy_near, "attack-adjacent"))
    if near:
        yield Breach("attack-adjacent", (ask.place(Attack.distance if distance == 1 else Attack.enemy_near),), names)
    return None if near is None else not near


def _dodged(ask: Attack, kind: str) -> Course[Truth]:
    """Return whether the target dodges; None if it cannot do what it would."""
    names = {"target": ask.target.name}
    covered = kind == RANGED and ask.view == COVER
    if not ask.dodges:
        if covered and not ask.target.tapped:
            yield Step("may-dodge", names)
        return False
    if not covered:
        yield Breach("dodge-melee" if kind == MELEE else "dodge-cover", (ask.place(Attack.dodges),), names)
        return None
    if ask.target.tapped:
        yield Breach("dodge-tapped", (ask.target.place(Target.tapped),), names)
        return None
    if (yield from is_out_of_play(ask, ask.target, ask.morale)):
        return None
    yield Step("dodge", names, sets=ask.target.sets(Target.tapped, True))
    return True


def _dealt(ask: Attack, kind: str) -> Course[int | None]:
    """Return the damage of the attack: the printed one, unless a card changes it."""
    changed = ask.changed_damage
    printed = ask.attacker.melee_damage if kind == MELEE else ask.attacker.ranged_damage
    dealt = printed if changed is None else changed
    if dealt is None:
        yield ask.attacker.missing(Attacker.melee_damage if kind == MELEE else Attacker.ranged_damage, f"attack-{kind}")
        return None
    names = {"attacker": ask.attacker.name, "target": ask.target.name, "damage": dealt}
    yield Step(f"attack-{kind}", names, None if changed is None else printed, dealt)
    return dealt


ATTACK = declared(
    "attack",
    "Attacking a creature",
    "Whether a creature can attack another one, whether that one can dodge, and what the damage does.",
    Attack,
    AttackAnswer,
    attack,
    permits=True,
)
