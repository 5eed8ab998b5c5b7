"""The questions of play of D&D Attack Wing, about situations at the table (rulebook pp. 2-34).

Interpretations where the rulebook is silent:

* If attacker and tokens allow both, the Target Token is spent before the Concentrate Token: the other order has no
  advantage.
* With less than full armor, only the face-up tokens deflect hits.
* A dispute in which both sides show the icon equally often is rolled again.
"""

from rulesapi.engine.games.attack_wing.play import dials, rules
from rulesapi.engine.games.attack_wing.play.adventures import adventure_says
from rulesapi.engine.games.attack_wing.play.area_attack import area_attack
from rulesapi.engine.games.attack_wing.play.asked import ASKED
from rulesapi.engine.games.attack_wing.play.attack import attack
from rulesapi.engine.games.attack_wing.play.damage_deck import DAMAGE_DECK
from rulesapi.engine.games.attack_wing.play.disputes import DISPUTE
from rulesapi.engine.games.attack_wing.play.end_phase import END_PHASE, WINNER
from rulesapi.engine.games.attack_wing.play.maneuver import MANEUVER
from rulesapi.engine.games.attack_wing.play.outside_damage import DAMAGE
from rulesapi.engine.games.attack_wing.play.rule_tables import activation, sides
from rulesapi.engine.games.attack_wing.play.rule_tables import attack as attacks
from rulesapi.engine.games.attack_wing.play.rule_tables import damage_deck as deck
from rulesapi.engine.games.attack_wing.play.rule_tables import table as at_the_table
from rulesapi.engine.games.attack_wing.play.set_up import ORDER, SET_UP
from rulesapi.engine.games.attack_wing.play.troops import FORMATION, MORALE
from rulesapi.engine.games.attack_wing.play.upgrades import UPGRADE
from rulesapi.engine.resolutions.declared import DeclaredQuestion, asked_phrases
from rulesapi.engine.resolutions.model import PlayRuleset, Question
from rulesapi.engine.values.messages import phrase

OF_ATTACK = {
    "declare": phrase("The attack could not be declared like this, and nothing after that was looked at."),
    "measure": phrase("Nobody has measured yet, and nothing after that was looked at."),
    "lost": phrase("The attack was lost, and nothing after that was looked at."),
    "unaffected": phrase("This creature is not attacked, and nothing after that was looked at."),
}
"""Reasons why an attack ends before its dice, keyed by the stage of its result."""
OF_AREA = OF_ATTACK | {
    "place": phrase("The Burst Token is not placed yet, and nothing after that was looked at."),
    "failed": phrase("The attack failed, and nothing after that was looked at."),
}
QUESTIONS: tuple[Question, ...] = (
    Question(
        "attack",
        "Making an attack",
        "Whether an attack can be made, the dice of each side and why, and its damage: of rolled dice, or the odds.",
        attack,
        endings=OF_ATTACK,
    ),
    Question(
        "area-attack",
        "Area attack",
        "A line, a cone or a burst: one attack on each creature caught, with the dice and the damage of each.",
        area_attack,
        counted="targets",
        endings=OF_AREA,
    ),
    MANEUVER,
    DAMAGE,
    DAMAGE_DECK,
    UPGRADE,
    MORALE,
    FORMATION,
    SET_UP,
    ORDER,
    END_PHASE,
    WINNER,
    DISPUTE,
)


def kinds_at(pointer: str) -> tuple[str, ...]:
    """Return the kinds of card that can be named at a pointer of a situation."""
    if pointer.startswith("/upgrade/"):
        return ("upgrade", "spell")
    return ("creature",)


PLAY = PlayRuleset.of(
    rules.GAME,
    (*rules.SITUATIONS, *attacks.RULES, *activation.RULES, *sides.RULES, *deck.RULES, *at_the_table.RULES),
    QUESTIONS,
    kinds_at,
    adventure_says,
    {**asked_phrases(one for one in QUESTIONS if isinstance(one, DeclaredQuestion)), **ASKED},
    dials.played_with,
)
