"""The questions of play of Dungeon Command, about situations at the table (rulebook pp. 6-15).

Interpretations where the rulebook is silent:

* A tapped creature cannot assist: assisting creatures tap (p. 12), and a tapped one cannot do anything for which it
  would have to tap (p. 8).
* A creature may cower down to exactly 0 Morale, which ends the game (p. 14).
* Of several sets of creatures that could assist, the smallest one is told, although any number may tap.
* A deployed creature is untapped: nothing has tapped it (p. 8).
* A tie of teams is decided like one of players: by the levels of all creatures of the team (p. 14-15).
"""

from rulesapi.engine.games.dungeon_command.play.attack import ATTACK
from rulesapi.engine.games.dungeon_command.play.damage import DAMAGE
from rulesapi.engine.games.dungeon_command.play.deployment import DEPLOYMENT
from rulesapi.engine.games.dungeon_command.play.ending import ENDING
from rulesapi.engine.games.dungeon_command.play.movement import MOVEMENT
from rulesapi.engine.games.dungeon_command.play.odds import ODDS
from rulesapi.engine.games.dungeon_command.play.orders import PLAY_ORDER
from rulesapi.engine.games.dungeon_command.play.rule_tables import RULES
from rulesapi.engine.games.dungeon_command.play.rules import GAME
from rulesapi.engine.games.dungeon_command.play.treasure import MORALE, TREASURE
from rulesapi.engine.resolutions.declared import PlayRuleset

PLAY = PlayRuleset.of(GAME, RULES, (PLAY_ORDER, DAMAGE, DEPLOYMENT, ATTACK, TREASURE, MORALE, ENDING, ODDS, MOVEMENT))
