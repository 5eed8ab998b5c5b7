"""The questions of play of D&D Attack Wing, about situations at the table (rulebook pp. 2-34).

Interpretations where the rulebook is silent:

* If attacker and tokens allow both, the Target Token is spent before the Concentrate Token: the other order has no
  advantage.
* With less than full armor, only the face-up tokens deflect hits.
* A dispute in which both sides show the icon equally often is rolled again.
"""

from rulesapi.engine.games.attack_wing.play import dials, rules
from rulesapi.engine.games.attack_wing.play.adventure_facts import ASKED
from rulesapi.engine.games.attack_wing.play.adventures import adventure_says
from rulesapi.engine.games.attack_wing.play.area_attack import AREA_ATTACK
from rulesapi.engine.games.attack_wing.play.attack import ATTACK
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
from rulesapi.engine.resolutions.declared import PlayRuleset, Question

QUESTIONS: tuple[Question, ...] = (
    ATTACK,
    AREA_ATTACK,
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


PLAY = PlayRuleset.of(
    rules.GAME,
    (*rules.SITUATIONS, *attacks.RULES, *activation.RULES, *sides.RULES, *deck.RULES, *at_the_table.RULES),
    QUESTIONS,
    asked=ASKED,
    adventure=adventure_says,
    played_with=dials.played_with,
)
