"""The rules of play of D&D Attack Wing with their pages: effects of steps, and prohibitions.

The courses of the questions name the rules by their short codes. The texts paraphrase the rulebook.
"""

from __future__ import annotations

from rulesapi.engine.resolutions.card_rules import card_rules
from rulesapi.engine.resolutions.entry_limits import limit_rule
from rulesapi.engine.resolutions.paged_rules import PagedRules
from rulesapi.engine.values.citations import heading_citation

GAME = "attack-wing"
RULEBOOK = "Attack Wing rulebook"


_RULES = PagedRules(GAME, RULEBOOK)
happens, forbids, warns = _RULES.happens, _RULES.forbids, _RULES.warns

OF_CARDS = heading_citation(RULEBOOK, 5, "Creature Card Anatomy")
SITUATIONS = (
    *card_rules(GAME, OF_CARDS),
    limit_rule(GAME, OF_CARDS),
    forbids(
        "no-such-range",
        "Range",
        13,
        "Range Ruler",
        "A range is one of the four sections of the ruler.",
        "There is no range {range}: the ruler has ranges 1 to 4.",
    ),
    forbids(
        "too-many-soldiers",
        "Soldiers",
        30,
        "Troop Rules",
        "A troop has one to six soldiers.",
        "A troop has 1 to {most} soldiers. {creature} cannot have {soldiers}.",
    ),
)
