"""The questions of play of D&D Miniatures 2008, by the numbers of the rules guide.

Interpretations where the guide is silent or contradicts itself, as in the rulings of the catalog:

* A melee attack on a Helpless creature is not rolled, so there is no natural 1 (604.3.b, 604.4.c, 906.1).
* Effects are identical if they have one name and one number (706.2.a).
* Vulnerable adds nothing to damage that has come to 0 (806.2, 806.6).
* What the guide leaves open about ties, areas and the time is asked of the players (103.1.a, 107.2.a, 302.3).
* Dazed ends with Helpless, which makes a creature Stunned and thereby Dazed (900.1, 906.2, 910.2).
* Blindsight ignores Conceal, but does not let a Blinded creature see (707.2.a, 901.1).
"""

from rulesapi.engine.games.dnd_miniatures_2008 import GAME
from rulesapi.engine.games.dnd_miniatures_2008.play.attack_roll import ATTACK_ROLL
from rulesapi.engine.games.dnd_miniatures_2008.play.attack_rules import ATTACK_RULES
from rulesapi.engine.games.dnd_miniatures_2008.play.damage import DAMAGE
from rulesapi.engine.games.dnd_miniatures_2008.play.damage_rules import DAMAGE_RULES
from rulesapi.engine.games.dnd_miniatures_2008.play.guide import guide_citation
from rulesapi.engine.games.dnd_miniatures_2008.play.initiative import INITIATIVE
from rulesapi.engine.games.dnd_miniatures_2008.play.initiative_rules import INITIATIVE_RULES
from rulesapi.engine.games.dnd_miniatures_2008.play.saving_throws import SAVING_RULES, SAVING_THROWS
from rulesapi.engine.games.dnd_miniatures_2008.play.turn import TURN
from rulesapi.engine.games.dnd_miniatures_2008.play.turn_rules import TURN_RULES
from rulesapi.engine.games.dnd_miniatures_2008.play.victory_points import VICTORY_POINTS
from rulesapi.engine.games.dnd_miniatures_2008.play.victory_rules import VICTORY_RULES
from rulesapi.engine.resolutions.card_rules import card_rules
from rulesapi.engine.resolutions.declared import PlayRuleset

RULES = (
    *card_rules(GAME, guide_citation("202.1")),
    *ATTACK_RULES,
    *DAMAGE_RULES,
    *INITIATIVE_RULES,
    *SAVING_RULES,
    *TURN_RULES,
    *VICTORY_RULES,
)
PLAY = PlayRuleset.of(GAME, RULES, (ATTACK_ROLL, DAMAGE, INITIATIVE, SAVING_THROWS, TURN, VICTORY_POINTS))
