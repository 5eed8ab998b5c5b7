"""The rules that the questions of play name, a module for each subject. The texts paraphrase the rulebook."""

from rulesapi.engine.games.dungeon_command.play.rule_tables import (
    attack,
    damage,
    deployment,
    ending,
    movement,
    odds,
    orders,
    treasure,
)
from rulesapi.engine.games.dungeon_command.play.rules import OF_CARDS

RULES = (
    *OF_CARDS,
    *orders.RULES,
    *damage.RULES,
    *deployment.RULES,
    *attack.RULES,
    *treasure.RULES,
    *ending.RULES,
    *odds.RULES,
    *movement.RULES,
)
