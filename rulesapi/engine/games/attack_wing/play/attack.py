"""One attack in the order of the table: declare, measure, dice, their changes, armor, damage (p. 15-22).

If a roll is given, the course continues with it. If not, the course ends with the odds of the rest.
"""

from __future__ import annotations

from dataclasses import replace

from rulesapi.engine.games.attack_wing.play.attack_answers import DECLARE, LOST, MEASURE, UNAFFECTED, AttackAnswer
from rulesapi.engine.games.attack_wing.play.attack_form import form_of
from rulesapi.engine.games.attack_wing.play.attack_inputs import ATTACKER, CHARGE, Attack, Spent
from rulesapi.engine.games.attack_wing.play.attack_parts import AttackForm, Strike, tokens_left
from rulesapi.engine.games.attack_wing.play.damage import creature_breaches, is_troop
from rulesapi.engine.games.attack_wing.play.declaring import (
    HIT,
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
from rulesapi.engine.games.attack_wing.play.parts import Creature
from rulesapi.engine.games.attack_wing.play.rolling import roll
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
    form, stage = yield from without_asking(_until_dice(ask, strike), asked)
    if stage not in (LOST, UNAFFECTED):  # these stages do not depend on other unknown facts: no dice are rolled
        yield from asked
    if form is None or stage == DECLARE:
        return AttackAnswer(stage=DECLARE)
    if stage != HIT:
        return AttackAnswer(stage=stage, reach=list(form.reach) if form.reach else None, arc=form.arc)
    found = yield from roll(_paid(strike, form), form)
    return AttackAnswer(**found.fields, odds=found.odds)


def _paid(strike: Strike, form: AttackForm) -> Strike:
    """Return the attack with the tokens that are spent before the dice: those that it costs, and that of a charge."""
    return replace(strike, paid=(*([CHARGE] if strike.spends(ATTACKER, CHARGE) else []), *form.costs))


def _until_dice(ask: Attack, strike: Strike) -> Course[tuple[AttackForm | None, str]]:
    """Return the form of the attack and its stage: `hit` if dice are rolled, otherwise the stage at which it ends."""
    form = yield from form_of(ask)
    if form is None or not (yield from _may_be_declared(ask, strike, form)):
        return form, DECLARE
    return form, (yield from _measure(strike, form))


def _may_be_declared(ask: Attack, strike: Strike, form: AttackForm) -> Course[bool]:
    attacker = strike.attacker
    charges = form.melee is False and strike.spends(ATTACKER, CHARGE)
    breaches = [
        *creature_breaches(attacker),
        *creature_breaches(strike.defender),
        *attacker_breaches(ask),
        *caught_breaches(strike, form),
        *spending_breaches(strike, form.costs),
        *upgrade_breaches(attacker, form),
        *charge_breaches(attacker, form, ask.spend.place(Spent.attacker) if charges else ""),
    ]
    yield from breaches
    level = yield from reaches_play_level(strike, form)
    if breaches or not level:
        return False
    yield from before_declared(ask, charges=strike.spends(ATTACKER, CHARGE))
    yield _declared(_paid(strike, form), form)
    if form.area:
        yield Step("area-attack", {"weapon": form.name, "defender": strike.defender.name})
        if is_troop(strike.defender):
            yield Step("troop-in-area", {"caught": ask.caught})
    return True


def _declared(strike: Strike, form: AttackForm) -> Step:
    """Return the step of the declared target: the attacker has attacked, and has paid what the attack costs."""
    attacker = strike.attacker
    facts = {
        "attacker": attacker.name,
        "defender": strike.defender.name,
        "weapon": form.name,
        "melee": MELEE[form.melee],
        "arc": form.arc,
        "range": form.reach[1] if form.reach else None,
    }
    attacked = attacker.sets(Creature.attacked, True)
    return Step(
        "declare-target", facts, sets=(*attacked, *tokens_left(attacker, strike.paid)) if form.costs else attacked
    )


def _measure(strike: Strike, form: AttackForm) -> Course[str]:
    """Return the result of measuring: `measure` if no range was measured, `lost`, `unaffected` or `hit`."""
    measured, defender = strike.target.measured, strike.defender.name
    if form.burst:
        return (yield from in_burst(strike, form))
    if not (yield from in_arc(strike, form)):
        yield Step("out-of-arc", {"defender": defender, "arc": form.arc or "attack"})
        return LOST
    if not measured.done:
        yield from measure_first(strike.target)
        return MEASURE
    distance = measured.distance
    if distance is None:
        yield Step("out-of-range", {"defender": defender, "range": None, "weapon": form.name, "most": None})
        return LOST
    if (yield from no_such_range(measured)):
        return MEASURE
    if form.reach is None:
        yield Missing(form.card, "/range" if form.upgrade else "/weapons", form.at, "out-of-range")
    elif not form.reach[0] <= distance <= form.reach[1]:
        least, most = form.reach
        facts = {"defender": defender, "range": distance, "weapon": form.name, "most": most}
        yield Step("out-of-range", facts | ({"least": least} if least > 1 else {}))
        return LOST
    yield Step("measure", {"defender": defender, "range": distance})
    return HIT


ATTACK = declared(
    "attack",
    "Making an attack",
    "Whether an attack can be made, the dice of each side and why, and its damage: of rolled dice, or the odds.",
    Attack,
    AttackAnswer,
    attack,
    endings=ENDINGS,
)
