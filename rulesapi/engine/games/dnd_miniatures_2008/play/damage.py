"""Damage and healing in the order of the rules guide (806, 808, and 707.7, 707.8, 707.11, 707.14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesapi.engine.games.dnd_miniatures_2008.play.creatures import (
    MAX_CHANGES,
    MAX_DAMAGE,
    AttackingCreature,
    Change,
    counts_in_melee,
    different,
    words,
)
from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import Number, OneOf
from rulesapi.engine.resolutions.inputs import (
    Input,
    OnePart,
    Part,
    Situation,
    fact,
    number,
    number_or,
    one_part,
    optional_parts,
)
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.messages import phrase

MAX_HIT_POINTS, STEP = 1000, 5
HIT, CRITICAL, HEALING = "hit", "critical", "healing"
CAUSES = {HIT: "Hit", CRITICAL: "Critical hit", "other": "Damage without an attack", HEALING: "Healing"}
ATTACKS = (HIT, CRITICAL)
DANGEROUS_GROUND = 5
MOST = 10_000
"""More than any damage."""
Facts = dict[str, Any]
Changed = tuple[str, int | None, Facts]
"""The rule of a change of the damage, its number, and further facts of its step. None halves the damage."""


class Source(AttackingCreature):
    """The creature whose attack does the damage."""

    state = words("More about it", {"enervated": "Enervated", "dangerous": "In dangerous terrain"}, folded=True)


class Struck(Part, kind="creature"):
    """The creature that takes the damage or is healed."""

    hp = fact(int, "Hit points", help="Its starting hit points. If omitted: the printed ones.")
    current: Input[int | None] = Input(Number(0, MAX_HIT_POINTS), "Current hit points", omitted="all of its hit points")
    temporary = number_or(0, "none", "Temporary hit points", MAX_HIT_POINTS, folded=True)
    resist = number_or(0, "none", "Resist against this type", MAX_DAMAGE)
    resist_all = number_or(0, "none", "Resist All", MAX_DAMAGE, folded=True)
    vulnerable = number_or(0, "none", "Vulnerable to this type", MAX_DAMAGE, folded=True)
    state = words(
        "More about it",
        {"immune": "Immune to this type", "insubstantial": "Insubstantial", "slippery": "In slippery terrain"},
        folded=True,
    )


class Damage(Situation):
    """Damage or healing of a creature by one effect."""

    source: Input[Source] = Input(OnePart(Source), "Attacker", omitted="nobody attacks")
    target = one_part(Struck, "Target creature")
    cause: Input[str] = Input(OneOf(CAUSES), "Cause", default=HIT, omitted="a hit")
    amount = number(
        "Damage or healing",
        MAX_DAMAGE,
        help="As the effect says, without anything added. If omitted: the damage of the attack on the card.",
        asked="how much damage the effect does, or how much it heals",
    )
    changes = optional_parts(
        Change, "Effect", MAX_CHANGES, idle=Change.number, plural="Effects on the damage", folded=True
    )


@answer
class DamageAnswer(AnswerFields):
    """The answer: the damage, and the state of the target afterwards."""

    damage: int | None = told("Damage", "{damage} damage.", help="Null if it is not known, or for healing.")
    hit_points: int | None = told(
        "Current hit points", "{hit_points} hit points left.", help="Afterwards; null if it is not known."
    )
    temporary: int | None = told("Temporary hit points", help="Afterwards; null if it is not known.")
    bloodied: bool | None = told(
        "Bloodied", {True: "The target is bloodied."}, help="Afterwards; null if it is not known."
    )
    destroyed: bool | None = told("Destroyed", {True: "The target is destroyed."}, help="Null if it is not known.")


def damage(ask: Damage) -> Course[DamageAnswer]:
    """Answer what an effect does to the hit points of a creature."""
    names = {"source": ask.source.name, "target": ask.target.name}
    before = yield from _before(ask, names)
    if before == 0 or (ask.cause in ATTACKS and (yield from ask.source.no_such_attack())):
        return _answered(None)
    if ask.cause in ATTACKS:
        yield from ask.source.other_than_printed()
        if (yield from ask.source.no_melee_attack()):
            return _answered(None)
    amount = yield from _amount(ask)
    if amount is None:
        return _answered(None)
    if ask.cause == HEALING:
        return (yield from _healed(ask, amount, before, names))
    dealt = yield from _calculated(ask, amount, names)
    if dealt is None or before is None:
        return _answered(dealt)
    return (yield from _applied(ask, dealt, before, names))


def _answered(dealt: int | None) -> DamageAnswer:
    return DamageAnswer(damage=dealt, hit_points=None, temporary=None, bloodied=None, destroyed=None)


def _before(ask: Damage, names: Facts) -> Course[int | None]:
    """Return the current hit points before the effect; None if they are not known, 0 if that is impossible."""
    current, place = ask.target.current, ask.target.place(Struck.current)
    if current == 0:
        yield Breach("eliminated-before", (place,), names)
        return 0
    if current is None:
        return (yield from ask.target.need(Struck.hp, "hit-points"))
    starting = ask.target.hp
    if starting is not None and current > starting:
        yield Breach("above-starting", (place,), names | {"current": current, "starting": starting})
        return 0
    return current


def _amount(ask: Damage) -> Course[int | None]:
    """Return the damage or healing before anything is added; that of the attack if it is a hit."""
    amount = ask.amount
    if amount is None and ask.cause in ATTACKS:
        attack = ask.source.chosen_attack
        amount = attack.damage if attack is not None else None
    return (yield from ask.need(Damage.amount, "base-damage")) if amount is None else amount


def half_of(amount: int) -> int:
    """Return half of damage or hit points, rounded down to a multiple of 5 (110.1.b)."""
    return amount // 2 // STEP * STEP


# The calculation ------------------------------------------------------------------------------------------------------


def _calculated(ask: Damage, amount: int, names: Facts) -> Course[int | None]:
    """Return the damage after everything that adds and reduces; None if it is not known."""
    total = amount * 2 if ask.cause == CRITICAL else amount
    if ask.cause == CRITICAL:
        yield Step("critical-doubles", names, amount, total)
    else:
        yield Step("base-damage", names | {"amount": amount}, None, total)
    effects = yield from different(ask.changes, "bonus-damage")
    in_danger = total > 0 and ask.cause in ATTACKS
    checked = counts_in_melee(ask.source, ask.source, Source.state, "dangerous", "dangerous-terrain")
    dangerous = (yield from checked) if in_danger else False
    if dangerous is None or any(added is None for _effect, added in effects):
        return None
    known = [(effect, added or 0) for effect, added in effects]
    for rule, change, facts in _changes(ask, known, dangerous) if total else ():
        after = half_of(total) if change is None else max(total + change, 0)
        yield Step(rule, names | facts, total, after)
        total = after
        if total == 0:
            break
    if total == 0:
        yield Step("no-damage", names)
    return total


def _changes(ask: Damage, effects: list[tuple[str, int]], dangerous: bool) -> Iterator[Changed]:
    """Yield the changes of the damage in the order of 806.4 to 806.6."""
    for name, added in effects:
        if added > 0:
            rule = "bonus-damage" if ask.cause in ATTACKS else "bonus-needs-hit"
            yield rule, added if ask.cause in ATTACKS else 0, _of_effect(name, added)
    if dangerous:
        yield "dangerous-terrain", DANGEROUS_GROUND, {}
    for name, added in effects:
        if added < 0:
            yield "reduced-damage", added, _of_effect(name, -added)
    yield from _by_powers(ask)


def _of_effect(name: str, amount: int) -> Facts:
    return {"effect": name or phrase("An effect"), "amount": amount}


def _by_powers(ask: Damage) -> Iterator[Changed]:
    """Yield the changes by powers of the target and conditions of the attacker: subtract, halve, add."""
    target, attack = ask.target, ask.cause in ATTACKS
    if "immune" in target.state:
        yield "immune", -MOST, {}
    if target.resist:
        yield "resist", -target.resist, {"amount": target.resist}
    if target.resist_all:
        yield "resist-all", -target.resist_all, {"amount": target.resist_all}
    if attack and "enervated" in ask.source.state:
        yield "enervated-halves", None, {}
    if attack and "insubstantial" in target.state:
        yield "insubstantial", None, {}
    if target.vulnerable:
        yield "vulnerable", target.vulnerable, {"amount": target.vulnerable}


# The hit points -------------------------------------------------------------------------------------------------------


def _applied(ask: Damage, dealt: int, before: int, names: Facts) -> Course[DamageAnswer]:
    """Return the state of the target after the damage."""
    lasting = ask.target.temporary
    absorbed = min(lasting, dealt)
    if absorbed:
        sets = ask.target.sets(Struck.temporary, lasting - absorbed)
        yield Step("temporary-first", names | {"amount": absorbed}, lasting, lasting - absorbed, sets=sets)
    left = before - dealt + absorbed
    if left != before:
        sets = ask.target.sets(Struck.current, max(left, 0))
        yield Step("hit-points", names | {"amount": dealt - absorbed}, before, left, sets=sets)
    state = yield from _state(ask, before, left, names)
    if dealt and ask.cause in ATTACKS and left > 0:
        yield from _pushed(ask, names)
    return DamageAnswer(
        damage=dealt, hit_points=left, temporary=lasting - absorbed, bloodied=state[0], destroyed=state[1]
    )


def _state(ask: Damage, before: int, left: int, names: Facts) -> Course[tuple[bool | None, bool]]:
    """Return whether the target is bloodied, and whether it is destroyed."""
    if left <= 0:
        yield Step("destroyed", names)
        return True, True
    starting = yield from ask.target.need(Struck.hp, "bloodied")
    if starting is None:
        return None, False
    half = half_of(starting)
    if left <= half < before:
        yield Step("bloodied", names | {"half": half, "left": left})
    return left <= half, False


def _pushed(ask: Damage, names: Facts) -> Course[None]:
    """Yield the push of a creature in slippery terrain by a melee attack."""
    counts = yield from counts_in_melee(ask.source, ask.target, Struck.state, "slippery", "slippery-terrain")
    yield from [Step("slippery-terrain", names)] if counts else ()


def _healed(ask: Damage, amount: int, before: int | None, names: Facts) -> Course[DamageAnswer]:
    """Return the state of the target after healing."""
    starting = yield from ask.target.need(Struck.hp, "heals")
    if before is None or starting is None:
        return _answered(None)
    after = min(before + amount, starting)
    if before == starting:
        yield Step("not-damaged", names)
    else:
        sets = ask.target.sets(Struck.current, after)
        yield Step("heals", names | {"amount": after - before}, before, after, sets=sets)
    temporary, bloodied = ask.target.temporary, after <= half_of(starting)
    return DamageAnswer(damage=None, hit_points=after, temporary=temporary, bloodied=bloodied, destroyed=False)


DAMAGE = declared(
    "damage",
    "Damage and healing",
    "How much damage an effect does, or heals, and whether the target is bloodied or destroyed.",
    Damage,
    DamageAnswer,
    damage,
)
