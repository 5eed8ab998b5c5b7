"""Cards of D&D Miniatures, the original edition."""

from legions.games.dnd_miniatures_2003.words import LEADER
from legions.games.miniatures.cards import MiniaturesCards

CARD_HOOKS = MiniaturesCards(LEADER)
