"""The attack roll: its modifiers, and whether it hits (604, 610, 611, 613, 707.4, 900-910, 1007, 1015)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rulesapi.engine.games.dnd_miniatures_2008.play.attack_inputs import Attacker, AttackRoll, Target, hidden_at
from rulesapi.engine.games.dnd_miniatures_2008.play.creatures import (
    CONDITIONS,
    DAZED,
    TARGETED,
    counts_in_melee,
    different,
    first_of,
    signed,
)
from rulesapi.engine.games.dnd_miniatures_2008.play.forbidden_attacks import forbidden
from rulesapi.engine.resolutions.answers import AnswerFields, ChanceRow, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.model import Course, Step, asking_for_odds
from rulesapi.engine.resolutions.odds_fields import outcome_rows
from rulesapi.engine.values.chances import D20, both, of_die
from rulesapi.engine.values.messages import phrase

COVERED = ("ac", "reflex")
"""The statistics that cover protects (611.1)."""
UNSEEN_CONCEAL = 11
"""The Conceal of a target that the attacker cannot see, against melee attacks (804.4.f, 901.1)."""
BLOOD_ROCK_CRITICAL = 19
Facts = dict[str, Any]
Modifier = tuple[str, int, Facts]
"""The rule of a modifier, its number, and further facts of its step."""


@answer
class ResultChance(ChanceRow):
    """The chance of a result."""

    outcome: str = told("Result", {"critical": "Critical hit", "hit": "Hit", "miss": "Miss"})


@answer
class AttackRollOdds(AnswerFields):
    """The odds of an attack that is not rolled yet, with Conceal."""

    success: Fraction = told("Chance to hit", "Chance to hit: {success}.", help="With that of a critical hit.")
    results: list[ResultChance] = told("Chance of each result")


@answer
class AttackRollAnswer(AnswerFields):
    """The answer: whether the attack hits, and on which rolls it does."""

    hit: str | None = told(
        "Result",
        {"hit": "The attack hits.", "critical": "A critical hit.", "miss": "The attack misses."},
        help="hit, critical or miss; null if it is not rolled or not known.",
    )
    needed: int | None = told(
        "Lowest roll that hits", "Hits on {needed} or more.", help="Unmodified; null if it does not matter."
    )
    critical: int | None = told(
        "Lowest roll of a critical hit", {19: "Critical hit on 19 and 20."}, help="Null if it does not matter."
    )
    modifier: int | None = told("Sum of the modifiers", help="Null if it does not matter.")
    value: int | None = told("Target value", help="Null if it does not matter.")
    odds: AttackRollOdds | None = told("Odds")


def attack_roll(ask: AttackRoll) -> Course[AttackRollAnswer]:
    """Answer whether an attack hits, or on which rolls it would."""
    names = {"attacker": ask.attacker.name, "target": ask.target.name}
    if (yield from forbidden(ask, names)):
        return _answered(None)
    if "helpless" in ask.target.conditions:
        manner = yield from ask.attacker.need(Attacker.manner, "helpless-melee")
        if manner in (None, "melee"):
            yield from [Step("helpless-melee", names, sets=_done(ask))] if manner else ()
            return _answered("critical" if manner else None)
    if ask.rolled == 1:
        yield Step("natural-1", names, sets=_done(ask))
        return _answered("miss")
    critical = D20 if ask.rolled == D20 else (yield from _critical(ask, names))
    if critical is None:
        return _answered(None)
    if (ask.rolled or 0) >= critical:
        yield Step("natural-20", names | {"roll": ask.rolled}, sets=_done(ask))
        return _answered("critical")
    modifier = yield from _modifier(ask, names)
    value = yield from _target_value(ask, names)
    if modifier is None or value is None:
        return AttackRollAnswer(hit=None, needed=None, critical=critical, modifier=modifier, value=value, odds=None)
    needed = min(max(value - modifier, 2), critical)
    yield Step("needed", {"value": value, "modifier": signed(modifier), "needed": needed}, None, needed)
    hit = yield from _compared(ask, needed, names)
    odds = (yield from asking_for_odds(_odds(ask, needed, critical))) if ask.rolled is None else None
    return AttackRollAnswer(hit=hit, needed=needed, critical=critical, modifier=modifier, value=value, odds=odds)


def _answered(hit: str | None) -> AttackRollAnswer:
    return AttackRollAnswer(hit=hit, needed=None, critical=None, modifier=None, value=None, odds=None)


def _done(ask: AttackRoll) -> tuple[tuple[str, Any], ...]:
    if ask.opportunity:
        return ()
    charged = ask.attacker.sets(Attacker.charged, True) if ask.charge else ()
    return (*ask.attacker.sets(Attacker.attacked, True), *charged)


# Modifiers ------------------------------------------------------------------------------------------------------------


def _critical(ask: AttackRoll, names: Facts) -> Course[int | None]:
    """Return the lowest unmodified roll of a critical hit; None if it is not known."""
    counts = yield from counts_in_melee(ask.attacker, ask.attacker, Attacker.state, "blood-rock", "blood-rock")
    if counts:
        yield Step("blood-rock", names)
    return None if counts is None else BLOOD_ROCK_CRITICAL if counts else D20


def _modifier(ask: AttackRoll, names: Facts) -> Course[int | None]:
    """Return the sum of the modifiers of the attack roll; None if one of them is not known."""
    attacker = ask.attacker
    bonus = yield from attacker.need(Attacker.bonus, "attack-bonus")
    total = bonus or 0
    if bonus is not None:
        yield Step("attack-bonus", names | {"bonus": signed(bonus)}, None, bonus)
    known = bonus is not None
    parts: list[Modifier] = [*_of_rules(ask), *(yield from _of_cover(ask))]
    for effect, amount in (yield from different(ask.changes, "attack-effect")):
        known = known and amount is not None
        parts.append(("attack-effect", amount or 0, {"effect": effect or phrase("An effect")}))
    for rule, amount, facts in parts:
        yield Step(rule, names | {"amount": signed(amount)} | facts, *((total, total + amount) if known else ()))
        total += amount
    return total if known else None


def _of_rules(ask: AttackRoll) -> Iterator[Modifier]:
    """Yield the modifiers by rules, without cover."""
    if ask.charge:
        yield "charge", 1, {}
    if (advantage := _advantage(ask)) is not None:
        yield advantage[0], 2, advantage[1]
    if "helpless" in ask.target.conditions:
        yield "helpless-target", 4, {}
    if "sacred-circle" in ask.attacker.state:
        yield "sacred-circle", 2, {}
    if "squeezing" in ask.attacker.state:
        yield "squeezing", -5, {}


def _advantage(ask: AttackRoll) -> tuple[str, Facts] | None:
    """Return the rule by which the target grants combat advantage, with its facts. Further reasons are not read."""
    state = ask.target.state
    if ask.flanked:
        return "flanked", {}
    if condition := first_of(("blinded", *DAZED), ask.target.conditions):
        return "condition-grants", {"condition": phrase(CONDITIONS[condition])}
    if "unseen" in ask.attacker.state and hidden_at(ask) is None:
        return "unseen-attacker", {}
    if "squeezing" in state:
        return "squeezing-grants", {}
    return ("effect-grants", {}) if "exposed" in state else None


def _of_cover(ask: AttackRoll) -> Course[list[Modifier]]:
    """Return the modifier by cover, which protects AC and Reflex alone. Against other defenses it is not read."""
    if ask.attacker.against not in (None, *COVERED) or not ask.cover:
        return []
    against = yield from ask.attacker.need(Attacker.against, "cover")
    return [("cover", -2, {})] if against else []


def _target_value(ask: AttackRoll, names: Facts) -> Course[int | None]:
    """Return the number that the modified roll has to reach; None if it is not known."""
    against = yield from ask.attacker.need(Attacker.against, "target-value")
    if against is None:
        return None
    field = Target.ac if against == "ac" else Target.defense
    value = yield from ask.target.need(field, "target-value")
    if value is not None:
        yield Step("target-value", names | {"against": phrase(TARGETED[against]), "value": value}, None, value)
    return value


# The roll -------------------------------------------------------------------------------------------------------------


def _compared(ask: AttackRoll, needed: int, names: Facts) -> Course[str | None]:
    """Return the result of a roll that is neither 1 nor a critical hit; None if it is not known."""
    if ask.rolled is None:
        return None
    if ask.rolled < needed:
        yield Step("misses", names | {"roll": ask.rolled, "needed": needed}, sets=_done(ask))
        return "miss"
    yield Step("hits", names | {"roll": ask.rolled, "needed": needed}, sets=_done(ask))
    conceal = yield from _conceal(ask)
    if not conceal:
        return "hit" if conceal == 0 else None
    roll = yield from ask.need(AttackRoll.conceal_roll, "conceal")
    if roll is None:
        return None
    yield Step("concealed" if roll < conceal else "conceal", names | {"roll": roll, "conceal": conceal})
    return "miss" if roll < conceal else "hit"


def _odds(ask: AttackRoll, needed: int, critical: int) -> Course[AttackRollOdds | None]:
    """Return the chance of each result; None if the Conceal of the target is not known."""
    conceal = yield from _conceal(ask)
    if conceal is None:
        return None
    rolls = of_die(lambda face: "critical" if face >= critical else "hit" if face >= needed else "miss")
    seen = of_die(lambda face: face >= conceal)
    found = both(rolls, seen, lambda roll, stays: "miss" if roll == "hit" and not stays else roll)
    rows = outcome_rows(ResultChance, found, ("critical", "hit", "miss"))
    return AttackRollOdds(success=1 - found.get("miss", Fraction(0)), results=rows)


def _conceal(ask: AttackRoll) -> Course[int | None]:
    """Return the Conceal that counts against the attack, the highest one (707.4.b); None if it is not known."""
    attacker = ask.attacker
    printed, hidden = ask.target.conceal, hidden_at(ask) is not None
    if not (printed or hidden) or "blindsight" in attacker.state:
        return 0
    manner = yield from attacker.need(Attacker.manner, "conceal")
    if manner is None:
        return None
    unseen = UNSEEN_CONCEAL if hidden and manner == "melee" else 0
    return max(printed, unseen) if manner in ("melee", "ranged") else 0


ATTACK_ROLL = declared(
    "attack-roll",
    "Attack roll",
    "Whether an attack hits, or what the d20 has to show for it.",
    AttackRoll,
    AttackRollAnswer,
    attack_roll,
    permits=True,
)
