"""Attack rolls: what an attack needs to hit, what the roll says, and the exact chances of an open roll (FAQ)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulesapi.engine.games.dnd_miniatures_2003.play.cards import (
    MELEE,
    RANGED,
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
    flag,
    number,
    one_of,
    one_part,
    optional_parts,
    rolled_die,
    several_of,
    tick,
)
from rulesapi.engine.resolutions.model import Breach, Course, Step, asking_for_odds
from rulesapi.engine.values.chances import D20
from rulesapi.engine.values.messages import phrase

REACH = "reach"
ATTACKS = {MELEE: "Melee attack", REACH: "Melee attack with Melee Reach", RANGED: "Ranged attack"}
TERRAIN = "terrain"
COVERS = {TERRAIN: "Terrain such as a wall", "statue": "A statue", "creature": "A creature in between"}
CONCEALED = {"conceal": "Conceal", "incorporeal": "Incorporeal"}
COVER, IN_MELEE, STUNNED, SQUEEZED, CHARGE = 4, 4, -2, -4, 2


class Modifier(NamedEffect):
    """A bonus or penalty of an attack roll that a card, a spell or a scenario gives."""

    by = number("Amount", 20, least=-20, asked="the amount of a modifier")
    commander = tick("From a Commander Effect")


class AttackingCreature(CreatureWithAttacks):
    """The creature that attacks."""

    squeezes = tick("Squeezes", folded=True)
    pacified = tick("Under Pacification Spores", folded=True)


class Target(Part, kind="creature"):
    """The creature that is attacked."""

    ac = fact(int, "Armor Class", asked="the Armor Class of {who}")
    in_melee = tick("In melee with another creature")
    stunned = tick("Stunned", folded=True)
    squeezes = tick("Squeezes", folded=True)
    concealed = several_of("Protected by", CONCEALED, folded=True)


class Attack(Situation):
    """One attack of a creature."""

    attacker = one_part(AttackingCreature, "Attacker", omitted="a creature in no special state")
    way = one_of("Kind of attack", ATTACKS, asked="which kind of attack it is")
    target = one_part(Target, "Target creature", omitted="a creature in no special state")
    cover = several_of("Cover from", COVERS)
    charges = tick("It charges")
    rolled = rolled_die("Rolled on the d20")
    bonus = number("Attack bonus", 60, least=-20, folded=True, help="If omitted: that of the attacker’s card.")
    blow: Input[int] = Input(
        Number(1, 8), "Attack of the card", default=1, omitted="the first", folded=True, help="The first, second, …"
    )
    cleaves = tick("It is a Cleave attack", folded=True)
    nearer = tick("Another enemy is nearer", folded=True)
    selective = tick("Has Selective Shot", folded=True)
    unseen = tick("There is no line of sight", folded=True)
    modifiers = optional_parts(Modifier, "Modifier", 8, idle=Modifier.by, plural="Other modifiers", folded=True)
    critical_from: Input[int] = Input(
        Number(2, D20),
        "Critical hit from",
        default=D20,
        omitted="20",
        folded=True,
        help="19 by some Commander Effects.",
    )
    one_misses = flag("A natural 1 misses", folded=True, asked="whether a natural 1 misses, which the FAQ does not say")


@answer
class AttackOdds(AnswerFields):
    """The odds of an attack that is not rolled yet, before Conceal and Incorporeal."""

    hit: Fraction = told("Chance to hit", "Chance to hit: {hit}.", help="With that of a critical hit.")
    critical: Fraction = told("Chance of a critical hit", "Chance of a critical hit: {critical}.")


@answer
class AttackAnswer(AnswerFields):
    """The answer: whether the attack hits, and how likely it does."""

    hit: bool | None = told(
        "Whether it hits", {True: "The attack hits.", False: "The attack misses."}, help="Null before the roll."
    )
    critical: bool | None = told(
        "Whether it is a critical hit", {True: "It is a critical hit."}, help="Null before the roll."
    )
    needs: int | None = told("Lowest roll that hits", "It hits with a roll of {needs} or more.")
    bonus: int | None = told("Bonus of the roll", "Bonus: {bonus}.")
    armor_class: int | None = told("Armor Class", "Armor Class of the target: {armor_class}.")
    conceal: bool | None = told(
        "Whether an ability may still make it miss",
        {True: "A hit can still be avoided by Conceal or Incorporeal, as its card says."},
    )
    odds: AttackOdds | None = told("Odds")


def attack(ask: Attack) -> Course[AttackAnswer]:
    """Answer what an attack needs to hit, and whether it does."""
    names = {"attacker": ask.attacker.name, "target": ask.target.name}
    way = yield from ask.need(Attack.way, "attack-roll")
    forbidden = yield from _forbidden(ask, way, names)
    bonus = None if forbidden else (yield from _bonus(ask, way, names))
    armor_class = None if forbidden else (yield from _armor_class(ask, way, names))
    if way is None or bonus is None or armor_class is None:
        return AttackAnswer(
            hit=None,
            critical=None,
            needs=None,
            bonus=bonus,
            armor_class=armor_class,
            conceal=None,
            odds=None,
        )
    yield Step("attack-roll", {**names, "bonus": bonus, "armor_class": armor_class})
    hits = yield from _hits(ask, armor_class - bonus)
    if ask.target.concealed:
        yield Step("concealed", {**names, "abilities": [phrase(CONCEALED[one]) for one in ask.target.concealed]})
    rolled, critical = ask.rolled, range(ask.critical_from, D20 + 1)
    if rolled in critical:
        yield Step("critical-hit", {**names, "rolled": rolled})
    odds = None
    if rolled is None and hits is not None:
        odds = AttackOdds(hit=Fraction(len(hits), D20), critical=Fraction(len(critical), D20))
    return AttackAnswer(
        hit=None if hits is None or rolled is None else rolled in hits,
        critical=None if rolled is None else rolled in critical,
        needs=min(hits, default=None) if hits is not None else None,
        bonus=bonus,
        armor_class=armor_class,
        conceal=bool(ask.target.concealed),
        odds=odds,
    )


def _hits(ask: Attack, needed: int) -> Course[frozenset[int] | None]:
    """Return the rolls that hit, None if a natural 1 decides and it is not known what it does."""
    hits = {roll for roll in range(1, D20 + 1) if roll >= min(needed, ask.critical_from)}
    if 1 in hits and ask.rolled in (None, 1):
        asking = ask.need(Attack.one_misses, "natural-one")
        misses = yield from (asking if ask.rolled else asking_for_odds(asking))
        if misses is None:
            return None
        if misses:
            yield Step("natural-one", {})
            hits.discard(1)
    return frozenset(hits)


def _forbidden(ask: Attack, way: str | None, names: dict[str, Any]) -> Course[bool]:
    """Return whether something forbids the attack."""
    found = []
    if ask.attacker.pacified:
        found.append(Breach("pacified", (ask.attacker.place(AttackingCreature.pacified),), names))
    if way == RANGED and ask.nearer and not ask.selective:
        found.append(Breach("nearest-enemy", (ask.place(Attack.nearer),), names))
    if way != RANGED and ask.charges and not ask.cleaves and ask.nearer:
        found.append(Breach("charges-nearest", (ask.place(Attack.nearer), ask.place(Attack.charges)), names))
    if way in (RANGED, REACH) and ask.unseen:
        found.append(Breach("no-line-of-sight", (ask.place(Attack.unseen),), names))
    if way == RANGED and ask.charges:
        found.append(Breach("charge-with-ranged", (ask.place(Attack.charges),), names))
    yield from found
    return bool(found)


def _bonus(ask: Attack, way: str | None, names: dict[str, Any]) -> Course[int | None]:
    """Return the bonus of the roll with all modifiers, None if it is not known."""
    bonus, known = ask.bonus, True
    if bonus is None and way is not None:
        printed = ask.attacker.attack_bonuses(RANGED if way == RANGED else MELEE)
        if printed is not None and ask.blow > len(printed):
            facts = {**names, "number": ask.blow, "attacks": len(printed)}
            yield Breach("no-such-attack", (ask.place(Attack.blow),), facts)
            return None
        bonus = None if printed is None else printed[ask.blow - 1]
        if bonus is None:
            yield ask.missing(Attack.bonus, "attack-roll")
    total = bonus or 0
    if ask.charges and ask.cleaves:
        yield Step("charge-not-on-cleave", names)
    elif ask.charges:
        yield Step("charge", names, total, total + CHARGE)
        total += CHARGE
    if ask.attacker.squeezes:
        yield Step("squeezes", {"creature": names["attacker"]}, total, total + SQUEEZED)
        total += SQUEEZED
    modifiers = sorted(ask.modifiers, key=lambda modifier: abs(modifier.by or 0), reverse=True)
    count = that_count((one.because, one.commander, (one.by or 0) < 0) for one in modifiers)
    for one, counts in zip(modifiers, count, strict=True):
        by = yield from one.need(Modifier.by, "attack-modifier")
        known = known and by is not None
        facts = {"because": one.called, "by": by or 0}
        if counts:
            yield Step("attack-modifier", facts, total, total + (by or 0))
            total += by or 0
        else:
            yield Step("does-not-stack", facts)
    return total if known and bonus is not None else None


def _armor_class(ask: Attack, way: str | None, names: dict[str, Any]) -> Course[int | None]:
    """Return the Armor Class of the target against this attack, None if it is not known."""
    target = ask.target
    printed = yield from target.need(Target.ac, "attack-roll")
    total = printed or 0
    covers = [one for one in ask.cover if one == TERRAIN or way != MELEE]
    if len(covers) < len(ask.cover):
        yield Step("no-melee-cover", names)
    if way == REACH and target.in_melee:
        yield Step("reach-into-melee", names)
    changes = (
        ("cover", COVER, covers),
        ("in-melee", IN_MELEE, way == RANGED and target.in_melee),
        ("stunned", STUNNED, target.stunned),
        ("squeezes", SQUEEZED, target.squeezes),
    )
    for rule, by, applies in changes:
        if applies:
            yield Step(rule, {"target": target.name, "creature": target.name}, total, total + by)
            total += by
    return None if printed is None or way is None else total


ATTACK = declared(
    "attack",
    "Attack roll",
    "What an attack needs to hit, whether a roll hits, and how likely an open roll does.",
    Attack,
    AttackAnswer,
    attack,
    permits=True,
)
