"""The questions of play of D&D Miniatures, the original edition, about situations at the table (its FAQ of May 2005).

Interpretations where the FAQ is silent:

* Of bonuses that do not stack the largest one counts.
* A subtraction without a minimum leaves no less than 0.
* An attack hits whose roll and bonus are the Armor Class or more, and a save succeeds that reaches its DC.
* The bonus of a charge is one of the attack roll. Cover and being in melee both count against a ranged attack.
* Extra damage of a second type is never changed by an effect that names no type.
"""

from rulesapi.engine.games.dnd_miniatures_2003 import GAME
from rulesapi.engine.games.dnd_miniatures_2003.citations import faq_citation
from rulesapi.engine.games.dnd_miniatures_2003.play.attack import ATTACK
from rulesapi.engine.games.dnd_miniatures_2003.play.attack_rules import ATTACK_RULES
from rulesapi.engine.games.dnd_miniatures_2003.play.command import COMMAND
from rulesapi.engine.games.dnd_miniatures_2003.play.command_rules import COMMAND_RULES
from rulesapi.engine.games.dnd_miniatures_2003.play.damage import DAMAGE
from rulesapi.engine.games.dnd_miniatures_2003.play.damage_rules import DAMAGE_RULES
from rulesapi.engine.games.dnd_miniatures_2003.play.initiative import INITIATIVE
from rulesapi.engine.games.dnd_miniatures_2003.play.initiative_rules import INITIATIVE_RULES
from rulesapi.engine.games.dnd_miniatures_2003.play.morale import MORALE
from rulesapi.engine.games.dnd_miniatures_2003.play.morale_rules import MORALE_RULES
from rulesapi.engine.games.dnd_miniatures_2003.play.victory import VICTORY_POINTS
from rulesapi.engine.games.dnd_miniatures_2003.play.victory_rules import VICTORY_RULES
from rulesapi.engine.resolutions.card_rules import card_rules
from rulesapi.engine.resolutions.declared import PlayRuleset

RULES = (
    *card_rules(GAME, faq_citation("Etiquette", "etiquette/1")),
    *DAMAGE_RULES,
    *ATTACK_RULES,
    *COMMAND_RULES,
    *MORALE_RULES,
    *INITIATIVE_RULES,
    *VICTORY_RULES,
)
PLAY = PlayRuleset.of(GAME, RULES, (DAMAGE, ATTACK, COMMAND, MORALE, INITIATIVE, VICTORY_POINTS))
