"""Rules of play of Dungeon Command with their pages: those about cards, and how a rule is written."""

from __future__ import annotations

from rulesapi.engine.resolutions.card_rules import card_rules
from rulesapi.engine.resolutions.entry_limits import limit_rule
from rulesapi.engine.resolutions.paged_rules import PagedRules
from rulesapi.engine.values.citations import heading_citation

GAME = "dungeon-command"
RULEBOOK = "Dungeon Command rulebook"


_RULES = PagedRules(GAME, RULEBOOK)
happens, forbids = _RULES.happens, _RULES.forbids

_CARDS = heading_citation(RULEBOOK, 7, "All Cards")
OF_CARDS = (*card_rules(GAME, _CARDS), limit_rule(GAME, _CARDS))
