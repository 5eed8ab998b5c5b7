"""The answers to the questions of attacks, and their odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulesapi.engine.games.attack_wing.play.outside_damage import DealtDamage
from rulesapi.engine.resolutions.answers import LEFT_OUT, AnswerFields, Average, ChanceRow, Difference, answer, told
from rulesapi.engine.values.model import value_object

DECLARE, MEASURE, PLACE = "declare", "measure", "place"
LOST, UNAFFECTED, FAILED = "lost", "unaffected", "failed"
"""The stages of an attack on a target out of arc or range, on one that a burst does not reach, and on nobody."""
ATTACK_DICE, DEFENSE_DICE, DAMAGE, DICE, DONE = "attack-dice", "defense-dice", "damage", "dice", "done"


@answer
class DamageChance(ChanceRow):
    """The chance of a number of damage."""

    damage: int = told("Damage")
    at_least: Fraction = told("The chance of this damage or more")


@answer
class TokenEffect(AnswerFields):
    """The effect of one token that could be spent."""

    side: str = told(
        "Side",
        {
            "attacker": "A {token!c} Token of the attacker: {change} damage on average.",
            "defender": "A {token!c} Token of the defender: {change} damage on average.",
        },
    )
    token: str = told("Token")
    mean: Average = told("Average damage with it")
    change: Difference = told("Change of the average damage")
    lethal: Fraction | None = told("Chance to defeat with it", help="Null if the health is unknown.")


@answer
class AttackOdds(AnswerFields):
    """The odds of an attack."""

    mean: Average = told("Average damage", "{mean} damage on average.")
    lethal: Fraction | None = told(
        "Chance to defeat", "Enough to defeat: {lethal}.", help="Null if the health is unknown."
    )
    critical: Fraction = told("Chance of any critical damage")
    damage: list[DamageChance] = told("Chance of each damage")
    tokens: list[TokenEffect] = told("Tokens that could be spent")


@value_object
class RollResult:
    """The fields of an answer that follow from the dice, and the odds if some are open."""

    fields: dict[str, Any]
    odds: AttackOdds | None = None


@answer
class DamageDone(AnswerFields):
    """The result of an attack on a creature; an attack that ends early lacks the fields of later stages."""

    damage: DealtDamage = told("Damage that gets through", default=LEFT_OUT)
    attack_dice: int | None = told("Attack dice", help="Null if the number is unknown.", default=LEFT_OUT)
    defense_dice: int | None = told("Defense dice", help="Null if the number is unknown.", default=LEFT_OUT)
    hits: int | None = told("Hits", help="Null if the order of changes decides.", default=LEFT_OUT)
    criticals: int | None = told("Critical hits", help="Null if the order of changes decides.", default=LEFT_OUT)
    dodges: int | None = told(
        "Dodges", help="Null if the order of changes or an unknown energy type decides.", default=LEFT_OUT
    )
    damage_cards: int | None = told(
        "Damage cards beside the defender",
        {0: "", ...: "Damage cards beside the defender: {damage_cards}."},
        help="Null if they are not known.",
        default=LEFT_OUT,
    )
    soldiers_lost: int | None = told(
        "Soldiers that fall",
        {0: "", ...: "Soldiers lost: {soldiers_lost}."},
        help="Null if they are not known.",
        default=LEFT_OUT,
    )
    removed_in_end_phase: bool | None = told(
        "Whether it is removed in the End Phase",
        {True: "Defeated: removed in the End Phase."},
        help="Null if its health is unknown.",
        default=LEFT_OUT,
    )


@answer
class AttackAnswer(DamageDone):
    """The answer: how far the attack got, its dice, and the defender afterwards."""

    stage: str = told(
        "Stage",
        {
            DECLARE: "",
            MEASURE: "Now measure: tap the range.",
            LOST: "The attack is lost.",
            UNAFFECTED: "The burst does not reach the defender.",
            ATTACK_DICE: "",
            DEFENSE_DICE: "{hits} hits and {criticals} criticals. Now the defense dice.",
            DAMAGE: "All dice are rolled; the damage depends on what is not known.",
            DONE: "",
        },
    )
    reach: list[int] | None = told(
        "Least and longest range", help="Null if they are not known. Missing once dice are rolled.", default=LEFT_OUT
    )
    arc: str | None = told("Arc", help="Null if it is not known. Missing once dice are rolled.", default=LEFT_OUT)
    odds: AttackOdds | None = told("Odds", default=None)


@answer
class TargetAnswer(DamageDone):
    """The answer about one creature in an area."""

    name: str = told("Name")
    stage: str = told(
        "Stage", dict.fromkeys((DECLARE, MEASURE, UNAFFECTED, ATTACK_DICE, DEFENSE_DICE, DAMAGE, DONE), "")
    )


@answer
class AreaOdds(AnswerFields):
    """The odds of an area attack."""

    targets: list[AttackOdds | None] = told("Odds of each creature", help="Null for one without open dice.")


@answer
class AreaAnswer(AnswerFields):
    """The answer: how far the attack got, and what it does to each creature in the area."""

    stage: str = told("Stage", {DECLARE: "", PLACE: "", FAILED: "The attack fails.", DICE: "", DONE: ""})
    targets: list[TargetAnswer] = told("Each creature")
    odds: AreaOdds | None = told("Odds", default=None)
