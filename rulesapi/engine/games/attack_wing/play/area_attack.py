"""Area attacks: one attack on each creature in the area, in the order that the attacker chooses (p. 18-19).

Each attack has its own dice on both sides. The soldiers of a troop in the area count as one creature (p. 31-32).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rulesapi.engine.games.attack_wing.play.attack import ENDINGS
from rulesapi.engine.games.attack_wing.play.attack_answers import (
    DECLARE,
    DICE,
    DONE,
    FAILED,
    MEASURE,
    PLACE,
    UNAFFECTED,
    AreaAnswer,
    AreaOdds,
    RollResult,
    TargetAnswer,
)
from rulesapi.engine.games.attack_wing.play.attack_dice import roll
from rulesapi.engine.games.attack_wing.play.attack_inputs import (
    ATTACKER,
    CHARGE,
    OF_DEFENDER,
    OF_TARGET,
    OF_UPGRADE,
    AttackSituation,
    Measurement,
    OfTarget,
    Rolled,
    Spent,
    SpentOnTarget,
)
from rulesapi.engine.games.attack_wing.play.attack_profiles import upgrade_profile
from rulesapi.engine.games.attack_wing.play.damage import creature_breaches, is_troop
from rulesapi.engine.games.attack_wing.play.parts import BOTH, LONGEST_RANGE, Creature, Upgrade
from rulesapi.engine.games.attack_wing.play.parts import LEVELS as LEVEL_LABELS
from rulesapi.engine.games.attack_wing.play.strikes import LEVELS, AttackProfile, Strike, play_level, tokens_left
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
    token_breaches,
    unknown_level,
    upgrade_breaches,
)
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import Section
from rulesapi.engine.resolutions.inputs import Input, one_of, one_part, several_parts, tick
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Step, without_asking
from rulesapi.engine.resolutions.reading import Layered
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document

AREA_LEVELS = {**LEVELS, BOTH: phrase("on the ground and in the air")}
INSIDE, OUTSIDE, OVERLAPPING = "inside", "outside", "overlapping"
"""Positions of the Burst Token: completely within range and arc, in part outside, or on a base."""
MAX_TARGETS = 12
AREA_ENDINGS = ENDINGS | {
    PLACE: phrase("The Burst Token is not placed yet, and nothing after that was looked at."),
    FAILED: phrase("The attack failed, and nothing after that was looked at."),
}
"""Reasons why an area attack ends early, keyed by the stage of its result or of that of a creature."""


OF_ATTACK = Section("More of the attack", folded=True)
"""A group of inputs on pages."""


class Target(OfTarget):
    """Creature in the area."""

    creature = one_part(Creature, "Creature", called="", shows=(), sections={OF_DEFENDER: OF_TARGET})
    measured = one_part(Measurement, "Measurement", omitted="not measured yet", shown_if="creature")
    rolled = one_part(Rolled, "Rolled", omitted="not rolled yet", shown_if="measured")
    spend: Input[Spent] = one_part(SpentOnTarget, "Tokens spent", omitted="none")


def _may_attack_area(_ask: AttackSituation, card: Document) -> bool:
    """Return whether a card of one's own list may attack an area."""
    return card.get("area") is not False


class AreaAttack(AttackSituation):
    """An attack on several creatures."""

    upgrade = one_part(
        Upgrade,
        "Upgrade or spell",
        called="the upgrade",
        fits=_may_attack_area,
        shows=(),
        sections={OF_ATTACK: OF_UPGRADE},
    )
    charge = tick(
        "The attacker spends its Charge Token",
        help="Whether the attacker spends its Charge Token first.",
        omitted="it does not",
        section=OF_ATTACK,
    )
    level = one_of(
        "It strikes",
        LEVEL_LABELS | {BOTH: "both play levels"},
        help="The attacked play level, as named by the attacker; both if the card names none.",
        asked="which play level the area attack strikes: ground, air or both",
    )
    burst_token = one_of(
        "The Burst Token lies",
        {INSIDE: "within range and arc", OUTSIDE: "in part outside", OVERLAPPING: "on a base"},
        menu=True,
        help="The position of the token of a burst: completely within range and arc, partly outside, or on a base.",
        asked="where the Burst Token is: inside range and arc, outside, or on a base",
    )
    targets = several_parts(
        Target,
        "Creature",
        MAX_TARGETS,
        least=1,
        plural="Creatures caught",
        shows=(Target.creature, Target.measured, Target.rolled),
        help="In the order in which the attacker resolves them.",
        asked="the creatures in the area",
    )


def area_attack(ask: AreaAttack) -> Course[AreaAnswer]:
    """Answer whether an area attack can be made, and its result for each creature in the area."""
    asked: list[Missing] = []
    profile, stage = yield from without_asking(_until_targets(ask), asked)
    targets = None
    if profile is not None and stage is None:
        targets = yield from ask.need(AreaAttack.targets, "area-target")
    if profile is None or targets is None:
        yield from asked if stage != FAILED else ()
        return AreaAnswer(stage=stage or DICE, targets=[])
    asked_of_targets: list[Missing] = []
    found = yield from without_asking(_answers(ask, profile, targets), asked_of_targets)
    stages = [one.fields["stage"] for one in found]
    if any(stage != UNAFFECTED for stage in stages):
        yield from (*asked, *asked_of_targets)
    odds = AreaOdds(targets=[one.odds for one in found]) if any(one.odds for one in found) else None
    done = all(stage in (DONE, UNAFFECTED) for stage in stages)
    return AreaAnswer(stage=DONE if done else DICE, targets=[TargetAnswer(**one.fields) for one in found], odds=odds)


def _until_targets(ask: AreaAttack) -> Course[tuple[AttackProfile | None, str | None]]:
    """Return the profile of the attack, and the stage at which it ends if no creature is attacked."""
    profile = yield from _form(ask)
    if profile is None or not (yield from _may_be_declared(ask, profile)):
        return profile, DECLARE
    return profile, (yield from _place_burst(ask, profile))


def _form(ask: AreaAttack) -> Course[AttackProfile | None]:
    """Return the profile of the attack, or None if the upgrade attacks only one creature."""
    profile = yield from upgrade_profile(ask.upgrade)
    if profile is None or profile.area:
        return profile
    if (yield from ask.upgrade.need_or(Upgrade.area, True, "area-attack")) is False:
        yield Breach("no-area-attack", (ask.upgrade.at,), {"upgrade": profile.name})
        return None
    return replace(profile, area=True)


def _may_be_declared(ask: AreaAttack, profile: AttackProfile) -> Course[bool]:
    attacker, charges = ask.attacker, ask.charge
    spent, charge_place = Counter([CHARGE] if charges else ()), ask.place(AreaAttack.charge)
    breaches = [
        *creature_breaches(attacker),
        *attacker_breaches(ask),
        *upgrade_breaches(attacker, profile),
        *token_breaches(attacker, spent, profile.costs, charge_place),
        *charge_breaches(attacker, profile, charge_place if charges else ""),
    ]
    yield from breaches
    level = yield from ask.need(AreaAttack.level, "area-level")
    if breaches or level is None:
        return False
    if not (yield from before_declared(ask, charges=charges)):
        return False
    facts = {"attacker": attacker.name, "weapon": profile.name, "level": AREA_LEVELS[level]}
    attacked = attacker.sets(Creature.attacked, True)
    paid = tokens_left(attacker, (*spent.elements(), *profile.costs)) if profile.costs else ()
    yield Step("area-level", facts, sets=(*attacked, *paid))
    return True


def _place_burst(ask: AreaAttack, profile: AttackProfile) -> Course[str | None]:
    """Return None if the position of the Burst Token is valid, or the stage at which the attack ends."""
    if not profile.burst:
        return None
    placed = yield from ask.need(AreaAttack.burst_token, "burst-token")
    if placed is None:
        return PLACE
    if placed == OVERLAPPING:
        yield Breach("burst-overlaps", (ask.place(AreaAttack.burst_token),), {})
        return PLACE
    if placed == OUTSIDE:
        yield Step("burst-fails", {"weapon": profile.name})
        return FAILED
    yield Step("burst-token", {})
    return None


# Each creature ------------------------------------------------------------------------------------------------------


def _answers(ask: AreaAttack, profile: AttackProfile, targets: Sequence[Target]) -> Course[list[RollResult]]:
    """Return the result for each creature in turn. Tokens that are spent are gone for the next creature."""
    found = []
    held = Counter(ask.attacker.tokens)
    held.subtract([*profile.costs, *([CHARGE] if ask.charge else [])])
    for number, target in enumerate(targets, start=1):
        strike = Strike(_attacker(ask, held), target.creature, target, ask)
        facts = {"number": number, "of": len(targets), "defender": strike.defender.name}
        yield Step("area-target", facts)
        found.append((yield from _attack_on(ask, strike, replace(profile, costs=()))))
        if found[-1].fields["stage"] != UNAFFECTED:
            held.subtract(set(target.spend.counted(ATTACKER)))
    return found


def _attacker(ask: AreaAttack, held: Counter[str]) -> Creature:
    """Return the attacker with the tokens that it still has. A charge counts for each creature."""
    attacker = after_charge(ask) if ask.charge else ask.attacker
    state = {"tokens": sorted(held.elements()), "charged": ask.charge or attacker.charged}
    return Creature(Layered(state, attacker.said), attacker.at, ask.table, attacker.label)


def _attack_on(ask: AreaAttack, strike: Strike, profile: AttackProfile) -> Course[RollResult]:
    defender, named = strike.defender, {"name": strike.defender.name}
    breaches = [*creature_breaches(defender), *caught_breaches(strike, profile), *spending_breaches(strike, ())]
    yield from breaches
    asked: list[Missing] = []
    stage = DECLARE if breaches else (yield from without_asking(_caught(ask, strike, profile), asked))
    if stage != UNAFFECTED:
        yield from asked
    if stage != REACHED:
        return RollResult(named | {"stage": stage})
    if is_troop(defender):
        yield Step("troop-in-area", {"caught": strike.target.caught})
    found = yield from roll(strike, profile)
    return replace(found, fields=named | found.fields)


def _caught(ask: AreaAttack, strike: Strike, profile: AttackProfile) -> Course[str]:
    """Return `hit` for a creature in the area and on its play level, or the stage at which its attack ends."""
    level, defender = ask.level, strike.defender
    if level != BOTH:
        stands = play_level(defender)
        if stands is None:
            yield unknown_level(defender, "area-other-level")
            return DECLARE
        if stands != level:
            yield Step("area-other-level", {"defender": defender.name, "level": LEVELS[stands]})
            return UNAFFECTED
    if not (yield from reaches_play_level(strike, profile)):
        return DECLARE
    return (yield from _in_area(strike, profile))


def _in_area(strike: Strike, profile: AttackProfile) -> Course[str]:
    measured, defender = strike.target.measured, strike.defender.name
    if profile.burst:
        return (yield from in_burst(strike, profile))
    if (yield from no_such_range(measured)):
        return MEASURE
    distance, reach = measured.distance, profile.reach or (1, LONGEST_RANGE)
    inside = yield from in_arc(strike, profile)
    if profile.burst is None and not inside:  # a burst would strike in any arc
        yield Missing(profile.card, "/range", profile.at, "not-caught")
        return MEASURE
    if inside and not measured.done:
        yield from measure_first(strike.target)
        return MEASURE
    if not inside or distance is None or not reach[0] <= distance <= reach[1]:
        yield Step("not-caught", {"defender": defender, "weapon": profile.name})
        return UNAFFECTED
    if profile.reach is None:
        yield Missing(profile.card, "/range", profile.at, "not-caught")
    yield Step("measure", {"defender": defender, "range": distance})
    return REACHED


AREA_ATTACK = declared(
    "area-attack",
    "Area attack",
    "A line, a cone or a burst: one attack on each creature caught, with the dice and the damage of each.",
    AreaAttack,
    AreaAnswer,
    area_attack,
    counted="targets",
    endings=AREA_ENDINGS,
    permits=True,
)
