"""The odds of an attack whose attack or defense dice are still to be rolled, and the effect of each token."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

from rulesapi.engine.games.attack_wing import odds
from rulesapi.engine.games.attack_wing.play.attack_answers import AttackOdds, DamageChance, TokenEffect
from rulesapi.engine.games.attack_wing.play.attack_inputs import ATTACKER, CONCENTRATE, DEFENDER, DODGE, TARGET
from rulesapi.engine.games.attack_wing.play.damage import face_up_armor, health_left
from rulesapi.engine.games.attack_wing.play.dice import attack_die, defense_die
from rulesapi.engine.games.attack_wing.play.dice_changes import (
    LEAST,
    MOST,
    Shift,
    asked_of_order,
    changes_around_tokens,
    shifts,
    unknown_changes,
)
from rulesapi.engine.games.attack_wing.play.strikes import AddedDodges, AttackProfile, Strike, penetration_unknown
from rulesapi.engine.resolutions.answers import Average, Difference
from rulesapi.engine.resolutions.model import Breach, Course
from rulesapi.engine.values.chances import chance_document

Parts = tuple[odds.Attack, odds.Defense]
Ways = list[Parts]
"""An attack with each possible order of its changes; only one if all orders have the same effect."""
SPENDING: dict[tuple[str, str], Callable[[odds.Attack, odds.Defense], Parts]] = {
    (ATTACKER, TARGET): lambda attack, defense: (replace(attack, target=True), defense),
    (ATTACKER, CONCENTRATE): lambda attack, defense: (replace(attack, concentrate=True), defense),
    (DEFENDER, CONCENTRATE): lambda attack, defense: (attack, replace(defense, concentrate=True)),
    (DEFENDER, DODGE): lambda attack, defense: (attack, replace(defense, dodges=defense.dodges + 1)),
}
"""The effect of spending each token, keyed by side and token."""


def odds_of_all(
    strike: Strike, profile: AttackProfile, dice: tuple[int | None, int | None], added: AddedDodges
) -> Course[AttackOdds | None]:
    """Return the odds before any roll, and the effect of each token that could be spent."""
    attack_dice, defense_dice = dice
    red = yield from attack_die(strike.whole.dice.attack, "attack-dice")
    unknown = yield from unknown_changes(strike, ("hits", "criticals", "dodges"))
    found = yield from _green_and_defense(strike, profile, defense_dice, added)
    if attack_dice is not None and attack_dice > odds.MAX_DICE:
        yield Breach("too-many-dice", (strike.attacker.at,), {"dice": attack_dice, "most": odds.MAX_DICE})
        return None
    if found is None or attack_dice is None or red is None or unknown:
        return None
    green, defense = found
    attack = odds.Attack(
        attack_dice,
        strike.spends(ATTACKER, TARGET),
        strike.spends(ATTACKER, CONCENTRATE),
        bool(profile.penetrates),
    )
    declared = [shift for what in ("hits", "criticals", "dodges") for shift in _shifts(strike, what)]
    ways = _ways(attack, defense, declared)

    def sure(changed: Ways) -> odds.Odds | None:
        return _agreed(odds.odds(red, green, *parts) for parts in changed)

    now = sure(ways)
    then = {token: sure([SPENDING[token](*parts) for parts in ways]) for token in _unspent(strike)}
    if now is None or None in then.values():
        yield from asked_of_order(declared)
        return None
    health = health_left(strike.defender)
    return _answer(now, health, [_token_effect(token, one, now, health) for token, one in then.items() if one])


def odds_of_defense(
    strike: Strike, profile: AttackProfile, shown: tuple[int, int], defense_dice: int | None, added: AddedDodges
) -> Course[AttackOdds | None]:
    """Return the odds after the attack dice were rolled."""
    unknown = yield from unknown_changes(strike, ("dodges",))
    found = yield from _green_and_defense(strike, profile, defense_dice, added)
    if found is None or unknown:
        return None
    green, defense = found
    attack, declared = odds.Attack(1, penetrates=bool(profile.penetrates)), _shifts(strike, "dodges")
    now = _agreed(odds.odds_of_defense(shown, green, *parts) for parts in _ways(attack, defense, declared))
    if now is None:
        yield from asked_of_order(declared)
        return None
    return _answer(now, health_left(strike.defender), [])


def _green_and_defense(
    strike: Strike, profile: AttackProfile, defense_dice: int | None, added: AddedDodges
) -> Course[tuple[odds.DefenseDie, odds.Defense] | None]:
    green = yield from defense_die(strike.whole.dice.defense, "defense-dice")
    armor = 0 if profile.penetrates else (yield from face_up_armor(strike.defender))
    yield from added.steps
    yield from added.open
    unsure = armor and (yield from penetration_unknown(profile))
    if green is None or armor is None or defense_dice is None or unsure or added.open or profile.reach is None:
        return None
    if defense_dice > odds.MAX_DICE:
        yield Breach("too-many-dice", (strike.defender.at,), {"dice": defense_dice, "most": odds.MAX_DICE})
        return None
    return green, odds.Defense(defense_dice, len(added.steps), strike.spends(DEFENDER, CONCENTRATE), armor)


# The order of changes -------------------------------------------------------------------------------------------------


def _shifts(strike: Strike, name: str) -> list[Shift]:
    first, second = (ATTACKER, DEFENDER) if name == "dodges" else (DEFENDER, ATTACKER)
    return shifts(strike, name, first, (second,))


def _ways(attack: odds.Attack, defense: odds.Defense, declared: list[Shift]) -> Ways:
    """Return the attack in each order of its changes that can give the fewest or the most of a result."""
    if not declared:
        return [(attack, defense)]
    found: Ways = []
    for results in (LEAST, MOST):
        for dodges in (LEAST, MOST):
            hits, criticals, dodged = (
                changes_around_tokens((one for one in declared if one.what == what), order)
                for what, order in (("hits", results), ("criticals", results), ("dodges", dodges))
            )
            of_attack = replace(
                attack,
                first_hits=hits[0],
                hits=hits[1],
                first_criticals=criticals[0],
                criticals=criticals[1],
            )
            parts = of_attack, replace(defense, first=dodged[0], last=dodged[1])
            if parts not in found:
                found.append(parts)
    return found


def _agreed(outcomes: Iterable[odds.Odds]) -> odds.Odds | None:
    """Return the odds if they are equal for all orders, else None."""
    first, *others = outcomes
    chances = _likely(first)
    return first if all(_likely(one) == chances for one in others) else None


def _likely(outcome: odds.Odds) -> dict[tuple[int, int], Fraction]:
    return {damage: chance for damage, chance in outcome.chances.items() if chance}


# Tokens ---------------------------------------------------------------------------------------------------------------


def _unspent(strike: Strike) -> list[tuple[str, str]]:
    """Return the available tokens that are not spent, one of each kind."""
    held = {ATTACKER: strike.attacker.tokens, DEFENDER: strike.defender.tokens}
    return [
        (side, token)
        for side, token in SPENDING
        if token in held[side] and held[side].count(token) > strike.target.spend.counted(side)[token]
    ]


def _token_effect(token: tuple[str, str], then: odds.Odds, now: odds.Odds, health: int | None) -> TokenEffect:
    side, name = token
    return TokenEffect(
        side=side,
        token=name,
        mean=Average(then.mean),
        change=Difference(then.mean - now.mean),
        lethal=_lethal(then, health),
    )


# The answer -----------------------------------------------------------------------------------------------------------


def _answer(outcome: odds.Odds, health: int | None, tokens: list[TokenEffect]) -> AttackOdds:
    return AttackOdds(
        mean=Average(outcome.mean),
        lethal=_lethal(outcome, health),
        critical=outcome.critical,
        damage=[
            DamageChance(damage=number, at_least=outcome.at_least(number), **chance_document(chance))
            for number, chance in enumerate(outcome.damage)
        ],
        tokens=tokens,
    )


def _lethal(outcome: odds.Odds, health: int | None) -> Fraction | None:
    return None if health is None else outcome.at_least(max(0, health))
