"""Cards of D&D Miniatures, 2008."""

from legions.games.dnd_miniatures_2008.words import LEADER
from legions.games.miniatures.cards import MiniaturesCards

CARD_HOOKS = MiniaturesCards(LEADER)
