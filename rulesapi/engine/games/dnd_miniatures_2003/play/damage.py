"""Damage in its order: what effects of attacker and defender make of it (FAQ, Damage)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, permutations
from typing import TypeVar

from rulesapi.engine.games.dnd_miniatures_2003.play.cards import (
    MELEE,
    RANGED,
    SPELL,
    WAYS,
    CreatureWithAttacks,
    NamedEffect,
    that_count,
)
from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import Number
from rulesapi.engine.resolutions.inputs import (
    Input,
    Part,
    Situation,
    fact,
    number,
    number_or,
    one_of,
    one_part,
    optional_parts,
    several_of,
    tick,
)
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.truth import Truth

FIVE = 5
"""All damage and hit points are multiples of it."""
MAX_DAMAGE = 500
A = TypeVar("A", bound="AttackersEffect")
CRITICAL, HELPLESS = "critical", "helpless"
DOUBLING = {CRITICAL: "A critical hit", HELPLESS: "A melee attack on a helpless creature"}
BASE, EXTRA = "base", "extra"
TYPES = {BASE: "The base damage", EXTRA: "The extra damage"}
DR = "dr"
ABILITIES = {DR: "DR", "other": "Another ability, such as Resist or Adamantine Laced"}
ROUNDINGS = {"down": "Down", "up": "Up"}


class Effect(NamedEffect):
    """An effect that changes damage."""

    by = number("Amount", MAX_DAMAGE, step=FIVE, asked="the amount of an effect")


class AttackersEffect(Effect):
    """An effect on the damage that the attacker deals."""

    spells = tick("Changes damage of spells and special abilities, too", folded=True)


class Addition(AttackersEffect):
    """Damage that an effect adds."""

    commander = tick("From a Commander Effect")


class Subtraction(AttackersEffect):
    """Damage that an effect takes from what the attacker deals."""

    least = number_or(0, "0", "Minimum", MAX_DAMAGE, step=FIVE)


class Protection(Effect):
    """Damage that an ability of the defender takes away."""

    ability = one_of("Ability", ABILITIES, asked="whether the ability that protects is DR")
    against = one_of(
        "Against",
        TYPES,
        omitted="the base damage, but asked for if there is extra damage",
        asked="whether the ability protects against the base damage or the extra damage",
    )


class Weakness(NamedEffect):
    """An ability of the defender that multiplies damage."""

    times = number("Times", 4, least=2, asked="the number by which the damage is multiplied")
    of = one_of(
        "Multiplies",
        TYPES,
        omitted="the base damage, but asked for if there is extra damage",
        asked="whether the base damage or the extra damage is multiplied",
    )


class Attacker(CreatureWithAttacks):
    """The creature that deals the damage."""


class Defender(Part, kind="creature"):
    """The creature that takes the damage."""

    hp = fact(int, "Hit points", help="Its starting hit points.")
    now: Input[int | None] = Input(Number(0, 1000, FIVE), "Hit points now", omitted="its starting hit points")
    evades = tick("Has Evade Damage", folded=True)


class Damage(Situation):
    """Damage from one attack, spell or special ability."""

    attacker = one_part(Attacker, "Attacker", omitted="a creature without a card")
    way = one_of("Dealt by", WAYS, asked="whether a melee attack, a ranged attack or a spell deals the damage")
    hit = several_of("Doubled by", DOUBLING)
    base = number("Base damage", MAX_DAMAGE, step=FIVE, help="If omitted: that of the attacker’s card, if it has one.")
    extra = number_or(
        0, "none", "Extra damage", MAX_DAMAGE, step=FIVE, help="Of a second type: the 5 fire of “5 + 5 fire”."
    )
    factor: Input[int | None] = Input(
        Number(2, 4),
        "Base damage times",
        folded=True,
        omitted="twice, but asked for if a critical hit meets a helpless creature",
        help="For an effect with another number. The FAQ does not say what two doublings are together.",
        asked="how often the base damage of a critical hit on a helpless creature counts, which the FAQ does not say",
    )
    added = optional_parts(Addition, "Addition", 8, idle=Effect.by, plural="Additions of the attacker", folded=True)
    lessened = optional_parts(
        Subtraction, "Subtraction", 5, idle=Effect.by, plural="Subtractions of the attacker", folded=True
    )
    in_order = tick("Subtract in the order entered", folded=True, help="Otherwise in the best order for the attacker.")
    saved = tick("A save for half damage succeeds")
    rounding = one_of(
        "Half of 5 is rounded",
        ROUNDINGS,
        folded=True,
        asked="whether half of an odd number of fives is rounded up or down, which the FAQ does not say",
    )
    defender = one_part(Defender, "Defender", omitted="a creature without abilities that matter")
    protected = optional_parts(
        Protection, "Protection", 8, idle=Effect.by, plural="Protections of the defender", folded=True
    )
    weak = optional_parts(Weakness, "Weakness", 3, plural="Weaknesses of the defender", folded=True)


@answer
class DamageAnswer(AnswerFields):
    """The answer: the damage of each type, and the defender afterwards."""

    total: int | None = told("Damage", "Damage: {total}.", help="Null if it is not known.")
    base: int | None = told("Base damage", help="Its base type. Null if it is not known.")
    extra: int | None = told("Extra damage", help="Null if it is not known.")
    hp: int | None = told("Hit points afterwards", "Hit points left: {hp}.", help="Null if they are not known.")
    destroyed: bool | None = told("Destroyed", {True: "The defender is destroyed."}, help="Null if it is not known.")
    triggers: bool | None = told(
        "Whether effects of dealing damage are triggered",
        {False: "Effects that dealing damage triggers, such as Level Drain, are not triggered."},
        help="Null if it is not known.",
    )


@dataclass(frozen=True, slots=True)
class Amounts:
    """Damage of the base type, and extra damage of a second type."""

    base: int
    extra: int

    @property
    def total(self) -> int:
        """The damage of both types."""
        return self.base + self.extra

    def of(self, of: str) -> int:
        """Return the damage of one of the types."""
        return self.base if of == BASE else self.extra

    def changed(self, of: str, amount: int) -> Amounts:
        """Return the damage with another amount of one of the types, which is never below 0."""
        return replace(self, **{of: max(0, amount)})


OPEN = DamageAnswer(total=None, base=None, extra=None, hp=None, destroyed=None, triggers=None)
"""The answer for what is not known or forbidden."""


def damage(ask: Damage) -> Course[DamageAnswer]:
    """Answer what is left of damage after all effects, the attacker's first."""
    if ask.defender.now == 0:
        yield Breach("damage-to-destroyed", (ask.defender.place(Defender.now),), {"defender": ask.defender.name})
        return OPEN
    dealt = yield from _dealt(ask)
    halved = None if dealt is None else (yield from _after_save(ask, dealt))
    taken = None if halved is None else (yield from _taken(ask, halved))
    if taken is None:
        return OPEN
    hp, destroyed = yield from _left(ask.defender, taken.total)
    triggers = taken.total > 0
    return DamageAnswer(
        total=taken.total, base=taken.base, extra=taken.extra, hp=hp, destroyed=destroyed, triggers=triggers
    )


def _left(defender: Defender, taken: int) -> Course[tuple[int | None, bool | None]]:
    """Return the hit points that are left, and whether the defender is destroyed; None for both if they are unknown."""
    before = defender.hp if defender.now is None else defender.now
    if before is None:
        return None, None
    left = max(0, before - taken)
    if taken:
        facts = {"defender": defender.name, "damage": taken, "left": left}
        yield Step("hit-points", facts, before, left, sets=defender.sets(Defender.now, left))
    if not left:
        yield Step("destroyed", {"defender": defender.name})
    return left, not left


# Effects of the attacker ----------------------------------------------------------------------------------------------


def _dealt(ask: Damage) -> Course[Amounts | None]:
    """Return the damage that the attacker deals, None if it is not known."""
    base = yield from _base(ask)
    if HELPLESS in ask.hit and ask.way not in (None, MELEE):
        yield Breach("helpless-ranged", (ask.place(Damage.way), ask.place(Damage.hit)), {"attacker": ask.attacker.name})
        return None
    doubled = None if base is None else (yield from _doubled(ask, base))
    if (ask.added or ask.lessened) and (yield from ask.need(Damage.way, "not-for-spells")) is None:
        return None
    added = None if doubled is None else (yield from _added(ask, doubled))
    lessened = None if added is None else (yield from _lessened(ask, added))
    return None if lessened is None else Amounts(lessened, ask.extra)


def _base(ask: Damage) -> Course[int | None]:
    """Return the base damage, that of the card if none is entered."""
    base = ask.base
    if base is None:
        base = ask.attacker.printed_damage(ask.way)
    if base is None:
        by_way = ask.way is None and ask.attacker.attacks
        yield ask.missing(Damage.way if by_way else Damage.base, "damage-doubled")
    return base


def _doubled(ask: Damage, base: int) -> Course[int | None]:
    """Return the base damage after doubling, None if it is not known how often it counts."""
    if not ask.hit:
        return base
    times = ask.factor or 2
    if len(ask.hit) > 1 and ask.factor is None:
        yield ask.missing(Damage.factor, "damage-doubled")
        return None
    yield Step("damage-doubled", {"times": times, "extra": ask.extra}, base, base * times)
    return base * times


def _added(ask: Damage, base: int) -> Course[int | None]:
    """Return the base damage with the additions of the attacker, None if one of them is not known."""
    additions = yield from _changing(ask.added, ask.way)
    if additions is None:
        return None
    additions.sort(key=_amount, reverse=True)
    count = that_count((one.because, one.commander, False) for one in additions)
    for one, counts in zip(additions, count, strict=True):
        facts, more = {"because": one.called, "by": one.by}, _amount(one) if counts else 0
        yield Step("damage-added" if counts else "does-not-stack", facts, base, base + more)
        base += more
    return base


def _lessened(ask: Damage, base: int) -> Course[int | None]:
    """Return the base damage after the subtractions of the attacker, None if one of them is not known."""
    subtractions = yield from _changing(ask.lessened, ask.way)
    if subtractions is None:
        return None
    orders = {order: _in_turn(base, order) for order in permutations(subtractions)}
    best, worst = (pick(orders, key=lambda order: orders[order][-1]) for pick in (max, min))
    if orders[best][-1] != orders[worst][-1]:
        facts = {"best": orders[best][-1], "worst": orders[worst][-1], "order": [one.called for one in best]}
        yield Step("attacker-orders", {"attacker": ask.attacker.name, **facts})
        best = tuple(subtractions) if ask.in_order else best
    for one, (before, after) in zip(best, pairwise(orders[best]), strict=True):
        facts = {"because": one.called, "by": one.by, "least": one.least}
        yield Step("damage-lessened" if before != after else "minimum-reached", facts, before, after)
    return orders[best][-1]


def _in_turn(base: int, order: Iterable[Subtraction]) -> list[int]:
    """Return the damage before the first and after each subtraction; none goes below its own minimum."""
    found = [base]
    for one in order:
        found.append(min(found[-1], max(one.least, found[-1] - _amount(one))))
    return found


def _changing(effects: Sequence[A], way: str | None) -> Course[list[A] | None]:
    """Return the effects of the attacker that change this damage, None if the amount of one is not known."""
    found, known = [], True
    for one in effects:
        if way == SPELL and not one.spells:
            yield Step("not-for-spells", {"because": one.called})
        else:
            known = (yield from one.need(Effect.by, "damage-added")) is not None and known
            found.append(one)
    return found if known else None


def _amount(effect: Effect) -> int:
    return effect.by or 0


# Effects of the defender ----------------------------------------------------------------------------------------------


def _after_save(ask: Damage, dealt: Amounts) -> Course[Amounts | None]:
    """Return the damage after a save for half, None if it is not known how a half is rounded."""
    if not ask.saved:
        return dealt
    if ask.defender.evades:
        yield Step("evades", {"defender": ask.defender.name}, dealt.total, 0)
        return Amounts(0, 0)
    up = 0
    if dealt.base % 10 or dealt.extra % 10:
        rounding = yield from ask.need(Damage.rounding, "damage-halved")
        if rounding is None:
            return None
        up = FIVE if rounding == "up" else 0
    half = Amounts(*((amount + up) // 10 * FIVE for amount in (dealt.base, dealt.extra)))
    yield Step("damage-halved", {"defender": ask.defender.name}, dealt.total, half.total)
    return half


def _taken(ask: Damage, halved: Amounts) -> Course[Amounts | None]:
    """Return the damage after the protections and weaknesses of the defender, None if one of them is not known."""
    now, known = halved, True
    for one in ask.protected:
        protects = yield from _protects(ask, one)
        if protects is False:
            continue
        by = yield from one.need(Effect.by, "damage-protected")
        against = yield from _type(ask, one, Protection.against, "damage-protected")
        if by is None or against is None or protects is None:
            known = False
            continue
        before, now = now, now.changed(against, now.of(against) - by)
        yield Step("damage-protected", {"because": one.called, "by": by}, before.of(against), now.of(against))
    for weak in ask.weak:
        times = yield from weak.need(Weakness.times, "damage-multiplied")
        of = yield from _type(ask, weak, Weakness.of, "damage-multiplied")
        if times is None or of is None:
            known = False
            continue
        before, now = now, now.changed(of, now.of(of) * times)
        yield Step("damage-multiplied", {"because": weak.called, "times": times}, before.of(of), now.of(of))
    return now if known else None


def _protects(ask: Damage, protection: Protection) -> Course[Truth]:
    """Return whether an ability protects against this damage: DR does not against spells."""
    if ask.way in (MELEE, RANGED):
        return True
    ability = yield from protection.need(Protection.ability, "dr-against-spells")
    if ability != DR:
        return None if ability is None else True
    if (yield from ask.need(Damage.way, "dr-against-spells")) is None:
        return None
    yield Step("dr-against-spells", {"defender": ask.defender.name})
    return False


def _type(ask: Damage, ability: Part, field: Input[str | None], rule: str) -> Course[str | None]:
    """Return the type of damage that an ability is about; without extra damage it is the base damage if omitted."""
    return (yield from ability.need(field, rule)) if ask.extra else (field.__get__(ability, type(ability)) or BASE)


DAMAGE = declared(
    "damage",
    "Damage in its order",
    "What effects make of damage, one after another, and what it does to the defender.",
    Damage,
    DamageAnswer,
    damage,
)
