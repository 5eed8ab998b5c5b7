"""D&D Miniatures of 2003: hints for search and solver, keyed by rule code (see `RuleHints`)."""

from __future__ import annotations

from collections.abc import Mapping

from rulesapi.engine.core.rule_hints import Remedy, RuleHints
from rulesapi.engine.core.solver_bounds import CardCountBound, SolverBound
from rulesapi.engine.games.dnd_miniatures import limit_rules
from rulesapi.engine.games.dnd_miniatures.cards import may_be_unique_creature
from rulesapi.engine.games.dnd_miniatures_2003 import faction_rules, rules

HINTS: Mapping[str, RuleHints] = {
    "point-limit": RuleHints(priced=True, alike_in=rules.alike_by_cost, bound=SolverBound.LIMIT),
    "creature-count": RuleHints(
        alike_in=rules.alike_by_familiar, bound=CardCountBound(limit_rules.creatures_at_most, rules.may_count)
    ),
    "creature-cost-cap": RuleHints(bound=SolverBound.HELPED),
    "size": RuleHints(bound=SolverBound.HELPED),
    "faction": RuleHints(remedy=Remedy.EXCUSE, depends_on=frozenset(("faction",)), bound=SolverBound.HELPED),
    "warband-building": RuleHints(
        remedy=Remedy.EXCUSE,
        depends_on=frozenset(("faction",)),
        triggered_by=faction_rules.may_be_difficult,
        bound=SolverBound.HELPED,
    ),
    "requires": RuleHints(remedy=Remedy.CARDS, triggered_by=rules.may_require, bound=SolverBound.HELPED),
    "minions": RuleHints(remedy=Remedy.CARDS, relevant_fields=("minion_of",)),
    "unit-attachment": RuleHints(relevant_fields=("attached_to",)),
    "formed-unit-class": RuleHints(relevant_fields=("formed",)),
    "limited-pool": RuleHints(depends_on=frozenset(("pool",))),
    "terrain-tiles": RuleHints(depends_on=frozenset(("tiles",))),
    "difficult": RuleHints(
        remedy=Remedy.CARDS, depends_on=frozenset(("faction",)), triggered_by=faction_rules.may_be_difficult
    ),
    "unique": RuleHints(triggered_by=may_be_unique_creature),
}
