"""The dice of an attack: how many each side rolls and why, and what gets past dodges and armor (p. 12, 17-20)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from rulesapi.engine.games.attack_wing.play import attack_odds
from rulesapi.engine.games.attack_wing.play.attack_answers import ATTACK_DICE, DAMAGE, DEFENSE_DICE, DONE, RollResult
from rulesapi.engine.games.attack_wing.play.attack_inputs import (
    ATTACKER,
    CHARGE,
    CONCENTRATE,
    DEFENDER,
    DODGE,
    Attack,
    Change,
    Measurement,
    Obstacle,
    OfTarget,
    Rolled,
)
from rulesapi.engine.games.attack_wing.play.damage import (
    Caught,
    deal_damage,
    face_up_armor,
    is_troop,
    soldiers_in_play,
)
from rulesapi.engine.games.attack_wing.play.dice import other_number
from rulesapi.engine.games.attack_wing.play.dice_changes import change_step, modified_attack, modified_defense
from rulesapi.engine.games.attack_wing.play.outside_damage import DealtDamage
from rulesapi.engine.games.attack_wing.play.parts import AIR, BOTH, GROUND, LONGEST_RANGE, PIVOT, Creature, Upgrade
from rulesapi.engine.games.attack_wing.play.strikes import (
    AddedDodges,
    AttackProfile,
    Strike,
    penetration_unknown,
    play_level,
    tokens_left,
)
from rulesapi.engine.games.attack_wing.play.targeting import unknown_level
from rulesapi.engine.resolutions.model import (
    Breach,
    Course,
    Missing,
    Output,
    Step,
    collected,
    up_to_refusal,
    without_asking,
)

FORWARD, REAR = "forward", "rear"
NUMBERS_OF_DICE = ("attack_dice", "defense_dice")


def roll(strike: Strike, profile: AttackProfile) -> Course[RollResult]:
    """Resolve the dice of both sides as far as they were rolled (p. 19-20). Dice that are refused have no effect."""
    outputs: list[Output] = []
    found = collected(_roll(strike, profile), outputs)
    if not any(isinstance(one, Breach) for one in outputs):
        yield from outputs
        return found
    yield from up_to_refusal(outputs)
    return RollResult({name: found.fields[name] for name in NUMBERS_OF_DICE} | {"stage": ATTACK_DICE})


def _roll(strike: Strike, profile: AttackProfile) -> Course[RollResult]:
    if (yield from _unnamed_changes(strike)):
        return RollResult({"stage": ATTACK_DICE, "attack_dice": None, "defense_dice": None})
    attack_dice = yield from _attack_dice(strike, profile)
    defense_dice = yield from _defense_dice(strike, profile)
    dice = {"attack_dice": attack_dice, "defense_dice": defense_dice}
    rolled = strike.target.rolled
    if attack_dice == 0:
        yield from _other_number(rolled, ATTACKER, attack_dice)
        yield Step("no-attack-dice", {})
        return RollResult({"stage": DONE, **dice, "damage": DealtDamage(normal=0, critical=0)})
    if rolled.attack is None:
        if rolled.said:  # the attack dice are rolled before all others
            yield rolled.missing(Rolled.attack, "attack-dice")
        added = yield from _added_dodges(strike, profile)
        odds = yield from attack_odds.odds_of_all(strike, profile, (attack_dice, defense_dice), added)
        return RollResult({"stage": ATTACK_DICE, **dice}, odds)
    yield from _other_number(rolled, ATTACKER, attack_dice)
    shown = yield from modified_attack(strike)
    fields = {"stage": DEFENSE_DICE, **dice, "hits": shown and shown[0], "criticals": shown and shown[1]}
    if shown is None:
        return RollResult(fields)
    return (yield from _after_attack_dice(strike, profile, shown, fields))


def _after_attack_dice(
    strike: Strike, profile: AttackProfile, shown: tuple[int, int], fields: dict[str, Any]
) -> Course[RollResult]:
    """Return the rest of an attack with these hits and criticals: the defense dice, armor and damage."""
    rolled, defense_dice = strike.target.rolled, fields["defense_dice"]
    added = yield from _added_dodges(strike, profile)
    if rolled.defense is None and defense_dice != 0:
        odds = yield from attack_odds.odds_of_defense(strike, profile, shown, defense_dice, added)
        return RollResult(fields, odds)
    yield from _other_number(rolled, DEFENDER, defense_dice)
    dodges = yield from modified_defense(strike, added.steps)
    fields = {**fields, "stage": DAMAGE, "dodges": None if added.open else dodges}
    if dodges is None:
        yield from added.open
        return RollResult(fields)
    damage = yield from _compared(strike, profile, shown, dodges, added.open)
    if damage is None or (any(damage) and _may_fall_on_nobody(strike, profile)):
        return RollResult(fields)
    dealt = yield from deal_damage(strike.defender, damage, caught=_soldiers_caught(strike, profile))
    suffered = DealtDamage(normal=damage[0], critical=damage[1])
    return RollResult({**fields, "stage": DONE, "damage": suffered, **dealt})


def _may_fall_on_nobody(strike: Strike, profile: AttackProfile) -> bool:
    """Return whether an unknown fact, which was asked for, decides who suffers the damage: range or area.

    Only the damage of a troop depends on whether it is an area.
    """
    return profile.reach is None or (profile.area is None and is_troop(strike.defender))


def _unnamed_changes(strike: Strike) -> Course[bool]:
    """Return whether it is unknown which number a card changes, and ask for it in that case."""
    unnamed = [change for change in strike.target.changes if change.what is None]
    for change in unnamed:
        yield change.missing(Change.what, "declared-change")
    return bool(unnamed)


def _soldiers_caught(strike: Strike, profile: AttackProfile) -> Caught | None:
    """Return how many of a troop's soldiers are in the area of an attack.

    Returns None for an attack on a single soldier, or on a creature that is no troop.
    """
    if not (profile.area and is_troop(strike.defender)):
        return None
    caught = strike.target.caught
    least, most = (1, soldiers_in_play(strike.defender)) if caught is None else (caught, caught)
    target = strike.target
    return Caught(
        least,
        most,
        target.missing(OfTarget.caught, "troop-in-area"),
        lambda: target.last_face_up,
        target.missing(OfTarget.last_face_up, "last-soldier-criticals"),
    )


# Attack dice --------------------------------------------------------------------------------------------------------


def _attack_dice(strike: Strike, profile: AttackProfile) -> Course[int | None]:
    attacker, defender = strike.attacker, strike.defender
    if profile.upgrade and profile.dice is not None:
        dice: int | None = profile.dice
    elif profile.upgrade and not profile.primary:
        dice = None
    else:
        dice = yield from attacker.need(Creature.attack, "attack-dice")
    if dice is not None:
        yield Step("attack-dice", {"weapon": profile.name, "dice": dice}, 0, dice)
    charged = yield from _charged(strike, profile)
    if charged is None:
        dice = None
    elif charged:
        dice = yield from _more(dice, 1, "charge-die", {})
    pivoted = yield from _pivoted(strike)
    if pivoted is None:
        dice = None
    elif pivoted:
        dice = yield from _more(dice, 1, "pivot-die", {"defender": defender.name})
    if pressed := attacker.pressed:
        dice = yield from _more(dice, -pressed, "pressed-attack", {"pressed": pressed, "creature": attacker.name})
    dice = yield from _changed(strike, "attack-dice", DEFENDER, dice)
    if dice is None:
        return None
    yield from _in_turns(strike.whole.at_hand.attack, dice)
    return max(0, dice)


def _charged(strike: Strike, profile: AttackProfile) -> Course[bool | None]:
    """Return whether the charge gives a die, or None with a missing fact if an unknown arc decides."""
    charged = strike.spends(ATTACKER, CHARGE) or strike.attacker.charged
    if not charged or profile.melee is False:
        return False
    if profile.melee is None:
        return None  # which the declaration of the target asks for
    measured = strike.target.measured
    arc = measured.arc or profile.arc
    if arc in (FORWARD, REAR):
        return arc == FORWARD
    yield measured.missing(Measurement.arc, "charge-die")
    return None


def _pivoted(strike: Strike) -> Course[bool | None]:
    """Return whether the defender's Pivot Token gives a die, or None with a missing fact for a friend.

    The token gives a die to enemies by p. 12, to any attacker by p. 19.
    """
    if PIVOT not in strike.defender.tokens:
        return False
    if not strike.target.friend:
        return True
    return (yield from strike.target.need(OfTarget.pivot_of_friend, "pivot-die"))


# Defense dice -------------------------------------------------------------------------------------------------------


def _defense_dice(strike: Strike, profile: AttackProfile) -> Course[int | None]:
    defender, measured = strike.defender, strike.target.measured
    dice = yield from defender.need(Creature.agility, "defense-dice")
    if dice is not None:
        yield Step("defense-dice", {"defender": defender.name, "dice": dice}, 0, dice)
    # The range of a burst is measured from its token, and the range for the defense die from the attacker (p. 17-18).
    if (measured.from_attacker if profile.burst else measured.distance) == LONGEST_RANGE:
        dice = yield from _more(dice, 1, "long-range", {})
    if isinstance(strike.whole, Attack) and profile.area is None:
        dice = None if strike.whole.interposing or strike.whole.obstacles else dice
    elif isinstance(strike.whole, Attack) and not profile.area:
        dice = yield from _interposing(strike.whole, dice)
        dice = yield from _obstructed(strike.whole, dice)
    if pressed := defender.pressed:
        dice = yield from _more(dice, -pressed, "pressed-defense", {"pressed": pressed, "creature": defender.name})
    dice = yield from _changed(strike, "defense-dice", ATTACKER, dice)
    if dice is None:
        return None
    if dice < 0:
        yield Step("no-defense-dice", {}, dice, 0)
        return 0
    yield from _in_turns(strike.whole.at_hand.defense, dice)
    return dice


def _interposing(ask: Attack, dice: int | None) -> Course[int | None]:
    """Return the defense dice with those for ground creatures between two creatures on the ground (p. 17-18)."""
    sides = ask.attacker, ask.defender
    levels = [play_level(who) for who in sides]
    if AIR in levels or not (between := ask.interposing):
        return dice
    unknown = [who for who, level in zip(sides, levels, strict=True) if level is None]
    yield from (unknown_level(who, "interposing") for who in unknown)
    return None if unknown else (yield from _more(dice, between, "interposing", {"number": between}))


def _obstructed(ask: Attack, dice: int | None) -> Course[int | None]:
    """Return the defense dice with those for obstacles on the play level of attacker or defender (p. 33-34)."""
    obstacles = ask.obstacles
    if not obstacles:
        return dice
    sides = ask.attacker, ask.defender
    levels = {who.at: play_level(who) for who in sides}
    hinders = [_hinders(one.affects, levels.values()) for one in obstacles]
    if None in hinders:
        for one in obstacles:
            if one.affects is None:
                yield one.missing(Obstacle.affects, "obstructed")
        yield from (unknown_level(who, "obstructed") for who in sides if levels[who.at] is None)
        return None
    number = hinders.count(True)
    if number < len(hinders):
        yield Step("not-obstructed", {"number": len(hinders) - number})
    return (yield from _more(dice, number, "obstructed", {"number": number})) if number else dice


def _hinders(affects: str | None, levels: Collection[str | None]) -> bool | None:
    """Return whether an obstacle hinders an attack between creatures on these play levels, or None if unknown."""
    if {AIR, GROUND} <= {*levels} or affects == BOTH or (affects is not None and affects in levels):
        return True
    return None if affects is None or None in levels else False


# Both kinds of dice -------------------------------------------------------------------------------------------------


def _in_turns(at_hand: int | None, dice: int) -> Course[None]:
    """Yield the step of rolling in turns if there are fewer dice at hand than in the pool (p. 32)."""
    if at_hand is not None and dice > at_hand:
        yield Step("dice-in-turns", {"dice": dice, "at_hand": at_hand, "again": dice - at_hand})


def _more(dice: int | None, by: int, rule: str, facts: dict[str, Any]) -> Course[int | None]:
    after = None if dice is None else dice + by
    yield Step(rule, facts, dice, after)
    return after


def _changed(strike: Strike, name: str, first: str, number: int | None) -> Course[int | None]:
    """Return a number of dice after the declared changes by cards. Only the final sum is kept at 0 or more."""
    for change in strike.target.changes_in_order(name, first):
        by = yield from change.need(Change.by, "declared-change")
        if by is None:
            number = None
            continue
        after = None if number is None else number + by
        yield change_step(change, number, after)
        number = after
    return number


def _other_number(rolled: Rolled, side: str, dice: int | None) -> Course[None]:
    """Yield a breach if another number of dice was rolled by a side."""
    field = Rolled.attack if side == ATTACKER else Rolled.defense
    if dice is not None:
        yield from other_number(rolled.place(field), field.__get__(rolled, Rolled) or (), dice)


# Rolled faces -------------------------------------------------------------------------------------------------------


def _added_dodges(strike: Strike, profile: AttackProfile) -> Course[AddedDodges]:
    """Return the dodges that no die shows: one for each token, and one for a shared energy type."""
    defender, facts = strike.defender, {"defender": strike.defender.name}
    before = [CONCENTRATE] if strike.target.spend.counted(DEFENDER)[CONCENTRATE] else []
    dodges = strike.target.spend.times(DEFENDER, DODGE)
    added = [
        Step("dodge-token", facts, sets=tokens_left(defender, [*before, *[DODGE] * number]))
        for number in range(1, dodges + 1)
    ]
    missing: list[Missing] = []
    resists = yield from without_asking(_resists(strike, profile), missing)
    if resists:
        added.append(Step("energy-resistance", facts | ({} if resists is True else {"energy": resists})))
    return AddedDodges(added, missing)


def _resists(strike: Strike, profile: AttackProfile) -> Course[list[str] | bool]:
    """Return the energy types that an upgrade attack shares with the defender, or a truth value if they are unknown."""
    upgrade, defender = profile.upgrade, strike.defender
    if upgrade is None:
        return False
    types, said = profile.energy, profile.resisted
    if types is None and not profile.card and said is None:
        return False  # an upgrade that is only described has an energy type only if one is stated
    own = defender.energy if types != () or said else None
    if types == () or own == () or None not in (types, own):
        shared = sorted({*(types or ())} & {*(own or ())})
        if said is not None and said != bool(shared):
            facts = {"defender": defender.name, "upgrade": profile.name}
            yield Breach("resistance-differs", (upgrade.place(Upgrade.resisted),), facts)
        return shared
    if said is not None:
        return said
    yield from defender.need(Creature.energy, "energy-resistance")
    if types is None:
        yield Missing(profile.card, "/energy", profile.at, "energy-resistance")
    return False


def _compared(
    strike: Strike, profile: AttackProfile, shown: tuple[int, int], dodges: int, undecided: Sequence[Missing]
) -> Course[tuple[int, int] | None]:
    """Return the remaining normal and critical damage, or None if something unknown decides.

    `undecided` are the missing facts that decide about one more dodge, which matters if anything is left without it.
    """
    hits, criticals = shown
    cancelled = min(hits, dodges)
    left = hits - cancelled, max(0, criticals - (dodges - cancelled))
    if any(left) and undecided:
        outputs: list[Output] = []
        collected(_past_armor(strike, profile, left), outputs)
        yield from (*undecided, *(one for one in outputs if not isinstance(one, Step)))
        return None
    facts = {
        "dodges": dodges,
        "hits": hits,
        "criticals": criticals,
        "left_hits": left[0],
        "left_criticals": left[1],
    }
    yield Step("compare", facts, [hits, criticals], list(left))
    if not any(left):
        yield Step("missed", {})
        return left
    return (yield from _past_armor(strike, profile, left))


def _past_armor(strike: Strike, profile: AttackProfile, left: tuple[int, int]) -> Course[tuple[int, int] | None]:
    """Return the hits and criticals that get past armor, or None if unknown armor decides."""
    if profile.penetrates:
        yield Step("armor-penetrated", {})
        return left
    if not left[0]:
        return left
    armor = yield from face_up_armor(strike.defender)
    if armor is None or (armor and (yield from penetration_unknown(profile))):
        return None
    deflected = min(armor, left[0])
    yield Step("armor", {"armor": armor, "deflected": deflected}, left[0], left[0] - deflected)
    return left[0] - deflected, left[1]
