"""Declaring an attack and measuring: who may attack now, and whether the target is in arc and range (p. 15-18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rulesapi.engine.games.attack_wing.play.attack_answers import MEASURE, UNAFFECTED
from rulesapi.engine.games.attack_wing.play.attack_inputs import (
    ATTACKER,
    CHARGE,
    DEFENDER,
    AttackSituation,
    Measurement,
    OfTarget,
    Spent,
)
from rulesapi.engine.games.attack_wing.play.damage import is_troop, soldiers_in_play
from rulesapi.engine.games.attack_wing.play.parts import LONGEST_RANGE, Creature, Upgrade
from rulesapi.engine.games.attack_wing.play.reforming import formed_again, with_pressed
from rulesapi.engine.games.attack_wing.play.strikes import (
    ALL_AROUND,
    LEVELS,
    AttackProfile,
    Strike,
    play_level,
    tokens_left,
)
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Step

REACHED = "hit"
"""The result of measuring if dice are rolled."""


# Before the target --------------------------------------------------------------------------------------------------


def before_declared(ask: AttackSituation, *, charges: bool) -> Course[bool]:
    """Return whether the attacker can name its target: not while it is open how a troop forms again after a charge.

    Yields the steps before: the card that allows another attack, and the charge.
    """
    attacker = ask.attacker
    if again := attacks_again(ask):
        yield Step("attack-again", {"attacker": attacker.name, "because": again})
    if charges:
        charged = attacker.sets(Creature.charged, True)
        yield Step("charge", {"attacker": attacker.name}, sets=(*charged, *tokens_left(attacker, (CHARGE,))))
        return (yield from formed_again(attacker, ask, AttackSituation.no_room)) is not None
    return True


def after_charge(ask: AttackSituation) -> Creature:
    """Return the attacker after its charge: a troop has formed again."""
    attacker = ask.attacker
    return with_pressed(attacker, ask.no_room or 0) if is_troop(attacker) else attacker


def attacks_again(ask: AttackSituation) -> str:
    """Return the card that allows a second attack, or an empty string."""
    return (ask.attacks_again or "") if ask.attacker.attacked else ""


def attacker_breaches(ask: AttackSituation) -> list[Breach]:
    """Return the reasons why the attacker cannot attack now (p. 4, 16)."""
    attacker = ask.attacker
    found = []
    if attacker.attacked and not attacks_again(ask):
        found.append(Breach("attack-repeated", (attacker.place(Creature.attacked),), {"attacker": attacker.name}))
    if attacker.no_attack:
        found.append(Breach("no-attack-token", (attacker.place(Creature.no_attack),), {"attacker": attacker.name}))
    return found


def upgrade_breaches(attacker: Creature, profile: AttackProfile) -> list[Breach]:
    """Return the reasons why the upgrade of an attack cannot be used now: its state, or missing tokens (p. 24-25)."""
    upgrade = profile.upgrade
    if upgrade is None:
        return []
    facts = {"upgrade": profile.name, "attacker": attacker.name}
    found = []
    if tokens := upgrade.duration_tokens:
        place = upgrade.place(Upgrade.duration_tokens)
        found.append(Breach("upgrade-on-cooldown", (place,), facts | {"tokens": tokens}))
    if upgrade.disabled:
        found.append(Breach("upgrade-disabled", (upgrade.place(Upgrade.disabled),), facts))
    if upgrade.discarded:
        found.append(Breach("upgrade-discarded", (upgrade.place(Upgrade.discarded),), facts))
    if not profile.costs:
        return found
    held = Counter(attacker.tokens)
    for token, number in Counter(profile.costs).items():
        if (left := held[token]) < number:
            few = {"number": number, "held": left} if left else {}
            found.append(Breach("missing-token", (upgrade.place(Upgrade.costs),), facts | {"token": token} | few))
    return found


def charge_breaches(attacker: Creature, profile: AttackProfile, charge_place: str) -> list[Breach]:
    """Return a breach for a ranged attack after a charge (p. 16).

    `charge_place` is the place at which a Charge Token is spent now; empty if none is.
    """
    if profile.melee is not False or not (charge_place or attacker.charged):
        return []
    place = charge_place or attacker.place(Creature.charged)
    return [Breach("ranged-after-charge", (place,), {"attacker": attacker.name, "weapon": profile.name})]


# Tokens and soldiers ------------------------------------------------------------------------------------------------


def spending_breaches(strike: Strike, costs: Iterable[str]) -> list[Breach]:
    """Return the breaches of missing tokens that are spent. Tokens that the attack itself costs are not available."""
    spend = strike.target.spend
    return [
        *token_breaches(strike.attacker, spend.counted(ATTACKER), costs, spend.place(Spent.attacker)),
        *token_breaches(strike.defender, spend.counted(DEFENDER), (), spend.place(Spent.defender)),
    ]


def token_breaches(creature: Creature, spent: Counter[str], costs: Iterable[str], pointer: str) -> list[Breach]:
    """Return a breach at a pointer for each kind of token of which a creature spends more than it has."""
    found = []
    held, paid = Counter(creature.tokens) if spent else spent, Counter(costs)
    for token, number in spent.items():
        left = held[token] - paid[token]
        if 0 <= left < number:
            facts = {"creature": creature.name, "token": token} | ({"spent": number, "held": left} if left else {})
            found.append(Breach("token-not-there", (pointer,), facts))
    return found


def caught_breaches(strike: Strike, profile: AttackProfile) -> list[Breach]:
    """Return a breach if an area has more soldiers than the troop has in the play area (p. 31-32)."""
    defender = strike.defender
    if not (profile.area and is_troop(defender)):
        return []
    caught, most = strike.target.caught, soldiers_in_play(defender)
    if caught is None or caught <= most:
        return []
    facts = {"defender": defender.name, "caught": caught, "most": most}
    return [Breach("too-many-caught", (strike.target.place(OfTarget.caught),), facts)]


# Play levels --------------------------------------------------------------------------------------------------------


def reaches_play_level(strike: Strike, profile: AttackProfile) -> Course[bool]:
    """Return whether a melee attack reaches the target's play level. An unknown level counts as reached."""
    attacker, defender = strike.attacker, strike.defender
    if profile.melee is None and not profile.upgrade:
        yield Missing(profile.card, "/weapons", profile.at, "wrong-play-level")
    if profile.melee is not True or attacker.swooping or defender.swooping:
        return True
    levels: list[str] = []
    for who in (attacker, defender):
        level = play_level(who)
        if level is None:
            yield unknown_level(who, "wrong-play-level")
        else:
            levels.append(level)
    if len(levels) < 2 or levels[0] == levels[1]:
        return True
    yield Breach(
        "wrong-play-level",
        (attacker.at, defender.at),
        {
            "attacker": attacker.name,
            "defender": defender.name,
            "weapon": profile.name,
            "from": LEVELS[levels[0]],
            "to": LEVELS[levels[1]],
        },
    )
    return False


def unknown_level(creature: Creature, rule: str) -> Missing:
    """Return the missing fact that decides the play level of a creature."""
    return creature.missing(Creature.movement, rule)


# Measuring ----------------------------------------------------------------------------------------------------------


def measure_first(target: OfTarget) -> Course[None]:
    """Ask for the range if dice were rolled, because nothing is rolled before it is measured (p. 16)."""
    if target.rolled.said:
        yield target.measured.missing(Measurement.range, "measure")


def in_arc(strike: Strike, profile: AttackProfile) -> Course[bool]:
    """Return whether the target is in the arc of the attack, which is the default."""
    arc = profile.arc
    if arc in ALL_AROUND:
        return True
    measured = strike.target.measured
    said, lies = measured.in_arc, measured.arc if arc else None
    if lies is None:
        return said is not False
    inside: bool = lies == arc
    if said is not None and said != inside:
        facts = {"defender": strike.defender.name, "lies": lies, "arc": arc, "weapon": profile.name}
        yield Breach("arcs-differ", (measured.place(Measurement.in_arc), measured.place(Measurement.arc)), facts)
    return inside


def in_burst(strike: Strike, profile: AttackProfile) -> Course[str]:
    """Return the stage of a burst, which strikes targets in range of the Burst Token in any arc (p. 18)."""
    measured, defender = strike.target.measured, strike.defender.name
    if not measured.done:
        yield from measure_first(strike.target)
        return MEASURE
    distance = measured.distance
    if (yield from no_such_range(measured)):
        return MEASURE
    least, most = profile.reach or (1, LONGEST_RANGE)
    if distance is None or not least <= distance <= most:
        yield Step("not-caught", {"defender": defender, "weapon": profile.name})
        return UNAFFECTED
    if profile.reach is None:
        yield Missing(profile.card, "/range", profile.at, "burst-strikes")
    yield Step("burst-strikes", {"defender": defender})
    return REACHED


def no_such_range(measured: Measurement) -> Course[bool]:
    """Return whether a range was measured that the ruler does not have."""
    distance = measured.distance
    if distance is None or 1 <= distance <= LONGEST_RANGE:
        return False
    yield Breach("no-such-range", (measured.place(Measurement.range),), {"range": distance})
    return True
