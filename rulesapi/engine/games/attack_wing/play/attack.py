"""One attack in the order of the table: declare, measure, dice, their changes, armor, damage (p. 15-22).

If a roll is given, the course continues with it. If not, the course ends with the odds of the rest.
"""

from __future__ import annotations

from dataclasses import replace

from rulesapi.engine.games.attack_wing.play.attack_answers import DECLARE, LOST, MEASURE, UNAFFECTED, AttackAnswer
from rulesapi.engine.games.attack_wing.play.attack_dice import roll
from rulesapi.engine.games.attack_wing.play.attack_inputs import ATTACKER, CHARGE, Attack, Spent
from rulesapi.engine.games.attack_wing.play.attack_profiles import profile_of
from rulesapi.engine.games.attack_wing.play.damage import creature_breaches, is_troop
from rulesapi.engine.games.attack_wing.play.parts import Creature
from rulesapi.engine.games.attack_wing.play.strikes import AttackProfile, Strike, tokens_left
from rulesapi.engine.games.attack_wing.play.targeting import (
    REACHED,
    after_charge,
    attacker_breaches,
    before_declared,
    caught_breaches,
    charge_breaches,
    in_arc,
    in_burst,
    measure_first,
    no_such_range,
    reaches_play_level,
    spending_breaches,
    upgrade_breaches,
)
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.model import Course, Missing, Step, without_asking
from rulesapi.engine.values.messages import phrase

MELEE = {True: phrase("melee"), False: phrase("ranged"), None: phrase("melee or ranged is not known")}
ENDINGS = {
    DECLARE: phrase("The attack could not be declared like this, and nothing after that was looked at."),
    MEASURE: phrase("Nobody has measured yet, and nothing after that was looked at."),
    LOST: phrase("The attack was lost, and nothing after that was looked at."),
    UNAFFECTED: phrase("This creature is not attacked, and nothing after that was looked at."),
}
"""Reasons why an attack ends before its dice, keyed by the stage of its result."""


def attack(ask: Attack) -> Course[AttackAnswer]:
    """Answer whether an attack can be made, and its result as far as dice were rolled."""
    strike = Strike(ask.attacker, ask.defender, ask, ask)
    asked: list[Missing] = []
    profile, stage = yield from without_asking(_until_dice(ask, strike), asked)
    if stage not in (LOST, UNAFFECTED):  # these stages do not depend on other unknown facts: no dice are rolled
        yield from asked
    if profile is None or stage == DECLARE:
        return AttackAnswer(stage=DECLARE)
    if stage != REACHED:
        return AttackAnswer(stage=stage, reach=list(profile.reach) if profile.reach else None, arc=profile.arc)
    found = yield from roll(_paid(strike, profile), profile)
    return AttackAnswer(**found.fields, odds=found.odds)


def _paid(strike: Strike, profile: AttackProfile) -> Strike:
    """Return the attack after what comes before the dice: the tokens that it costs, and a charge."""
    if not strike.spends(ATTACKER, CHARGE):
        return replace(strike, paid=profile.costs)
    return replace(strike, paid=(CHARGE, *profile.costs), attacker=after_charge(strike.whole))


def _until_dice(ask: Attack, strike: Strike) -> Course[tuple[AttackProfile | None, str]]:
    """Return the profile of the attack, and `hit` if dice are rolled, otherwise the stage at which it ends."""
    profile = yield from profile_of(ask)
    if profile is None or not (yield from _may_be_declared(ask, strike, profile)):
        return profile, DECLARE
    return profile, (yield from _measure(strike, profile))


def _may_be_declared(ask: Attack, strike: Strike, profile: AttackProfile) -> Course[bool]:
    attacker = strike.attacker
    charges = profile.melee is False and strike.spends(ATTACKER, CHARGE)
    breaches = [
        *creature_breaches(attacker),
        *creature_breaches(strike.defender),
        *attacker_breaches(ask),
        *caught_breaches(strike, profile),
        *spending_breaches(strike, profile.costs),
        *upgrade_breaches(attacker, profile),
        *charge_breaches(attacker, profile, ask.spend.place(Spent.attacker) if charges else ""),
    ]
    yield from breaches
    level = yield from reaches_play_level(strike, profile)
    if breaches or not level:
        return False
    if not (yield from before_declared(ask, charges=strike.spends(ATTACKER, CHARGE))):
        return False
    yield _declared(_paid(strike, profile), profile)
    if profile.area:
        yield Step("area-attack", {"weapon": profile.name, "defender": strike.defender.name})
        if is_troop(strike.defender):
            yield Step("troop-in-area", {"caught": ask.caught})
    return True


def _declared(strike: Strike, profile: AttackProfile) -> Step:
    """Return the step of the declared target: the attacker has attacked, and has paid what the attack costs."""
    attacker = strike.attacker
    facts = {
        "attacker": attacker.name,
        "defender": strike.defender.name,
        "weapon": profile.name,
        "melee": MELEE[profile.melee],
        "arc": profile.arc,
        "range": profile.reach[1] if profile.reach else None,
    }
    attacked = attacker.sets(Creature.attacked, True)
    return Step(
        "declare-target", facts, sets=(*attacked, *tokens_left(attacker, strike.paid)) if profile.costs else attacked
    )


def _measure(strike: Strike, profile: AttackProfile) -> Course[str]:
    """Return the result of measuring: `measure` if no range was measured, `lost`, `unaffected` or `hit`."""
    measured, defender = strike.target.measured, strike.defender.name
    if profile.burst:
        return (yield from in_burst(strike, profile))
    if not (yield from in_arc(strike, profile)):
        yield Step("out-of-arc", {"defender": defender, "arc": profile.arc or "attack"})
        return LOST
    if not measured.done:
        yield from measure_first(strike.target)
        return MEASURE
    distance = measured.distance
    if distance is None:
        yield Step("out-of-range", {"defender": defender, "range": None, "weapon": profile.name, "most": None})
        return LOST
    if (yield from no_such_range(measured)):
        return MEASURE
    if profile.reach is None:
        yield Missing(profile.card, "/range" if profile.upgrade else "/weapons", profile.at, "out-of-range")
    elif not profile.reach[0] <= distance <= profile.reach[1]:
        least, most = profile.reach
        facts = {"defender": defender, "range": distance, "weapon": profile.name, "most": most}
        yield Step("out-of-range", facts | ({"least": least} if least > 1 else {}))
        return LOST
    yield Step("measure", {"defender": defender, "range": distance})
    return REACHED


ATTACK = declared(
    "attack",
    "Making an attack",
    "Whether an attack can be made, the dice of each side and why, and its damage: of rolled dice, or the odds.",
    Attack,
    AttackAnswer,
    attack,
    endings=ENDINGS,
    permits=True,
)
