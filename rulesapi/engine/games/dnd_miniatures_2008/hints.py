"""D&D Miniatures of 2008: hints for search and solver, keyed by rule code (see `RuleHints`)."""

from __future__ import annotations

from collections.abc import Mapping

from rulesapi.engine.core.common_rules import alike_by_price
from rulesapi.engine.core.rule_hints import Remedy, RuleHints, no_card
from rulesapi.engine.core.solver_bounds import CardCountBound, OneSideBound, SolverBound
from rulesapi.engine.games.dnd_miniatures import limit_rules
from rulesapi.engine.games.dnd_miniatures.cards import may_be_unique_creature
from rulesapi.engine.games.dnd_miniatures_2008 import pricing, rules, unique_name_rules, waivers

HINTS: Mapping[str, RuleHints] = {
    "point-limit": RuleHints(priced=True, alike_in=alike_by_price(pricing.price_delta), bound=SolverBound.LIMIT),
    "faction": RuleHints(remedy=Remedy.EXCUSE, depends_on=frozenset(("faction",)), bound=SolverBound.HELPED),
    "battle-map": RuleHints(depends_on=frozenset(("map",))),
    "creature-count": RuleHints(
        remedy=Remedy.EXCUSE,
        bound=CardCountBound(limit_rules.creatures_at_most, rules.counts_always, waivers.waiver_of("creature-count")),
    ),
    "creature-cost-cap": RuleHints(remedy=Remedy.EXCUSE, bound=SolverBound.HELPED),
    "point-limit-not-allowed": RuleHints(relevant_cards=no_card),
    "team-not-allowed": RuleHints(relevant_cards=no_card, relevant_fields=("team",)),
    "size": RuleHints(remedy=Remedy.EXCUSE, bound=SolverBound.HELPED),
    "alignment-mix": RuleHints(
        remedy=Remedy.EXCUSE,
        triggered_by=rules.may_take_sides,
        bound=OneSideBound(rules.side, waivers.waiver_of("alignment-mix")),
    ),
    "unique": RuleHints(
        remedy=Remedy.EXCUSE,
        relevant_cards_in=unique_name_rules.shares_name,
        alike_in=unique_name_rules.alike_by_waiving,
        triggered_by=may_be_unique_creature,
    ),
    "sealed-pool": RuleHints(depends_on=frozenset(("pool",))),
    "beta-card": RuleHints(bound=SolverBound.APART),
}
