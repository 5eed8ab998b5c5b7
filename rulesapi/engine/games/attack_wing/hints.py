"""D&D Attack Wing: hints for search and solver about its rules, by their codes: see `RuleHints`."""

from __future__ import annotations

from collections.abc import Mapping

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.rule_hints import Remedy, RuleHints, no_card
from rulesapi.engine.core.solver_bounds import AtMostBound, SolverBound
from rulesapi.engine.games.attack_wing import pricing, rules

HINTS: Mapping[str, RuleHints] = {
    "point-limit": RuleHints(
        priced=True, bound=SolverBound.LIMIT, alike_in=common_rules.alike_by_price(pricing.price_delta)
    ),
    "no-creature": RuleHints(relevant_cards=common_rules.is_creature, bound=SolverBound.CREATURE, remedy=Remedy.CARDS),
    "unique-name": RuleHints(
        relevant_cards=common_rules.may_be_unique,
        relevant_cards_in=common_rules.shares_unique_name,
        bound=SolverBound.UNIQUE,
        triggered_by=common_rules.may_be_unique,
    ),
    "upgrade-slot": RuleHints(
        per_creature=True,
        relevant_cards=common_rules.is_upgrade,
        bound=SolverBound.SLOTS,
        triggered_by=common_rules.is_upgrade,
    ),
    "duplicate-upgrade": RuleHints(
        per_creature=True,
        relevant_cards=common_rules.is_upgrade,
        relevant_cards_in=rules.shares_upgrade_name,
        bound=SolverBound.ONCE,
        triggered_by=common_rules.is_upgrade,
    ),
    "equip-restriction": RuleHints(
        per_creature=True,
        per_upgrade=True,
        relevant_cards=rules.has_restriction,
        alike_in=rules.alike_by_unknown_restriction,
        bound=SolverBound.APART,
        triggered_by=rules.has_restriction,
    ),
    "keyword-exclusion": RuleHints(
        per_creature=True,
        relevant_cards=rules.involves_exclusion,
        relevant_cards_in=rules.conflicts_with_legion,
        alike_in=rules.alike_by_keywords,
        bound=SolverBound.EXCLUDES,
        triggered_by=rules.excludes_others,
    ),
    "spell-level": RuleHints(
        per_creature=True,
        per_upgrade=True,
        relevant_cards=rules.needs_level,
        bound=SolverBound.APART,
        triggered_by=rules.needs_level,
    ),
    "campaign-artifact-limit": RuleHints(
        relevant_cards=rules.may_count_as_artifact,
        bound=AtMostBound(rules.MAX_ARTIFACTS, rules.may_count_as_artifact),
        triggered_by=rules.may_count_as_artifact,
    ),
    "troop-size": RuleHints(per_creature=True, relevant_cards=common_rules.is_creature, bound=SolverBound.APART),
    "card-limit": RuleHints(
        relevant_cards=rules.involves_limit,
        relevant_cards_in=rules.limits_within,
        bound=SolverBound.LIMITS,
        triggered_by=rules.states_limits,
    ),
    "team-unique-name": RuleHints(relevant_cards=common_rules.may_be_unique, relevant_fields=("team",)),
    "team-points": RuleHints(priced=True, relevant_fields=("team",)),
    "team-artifact-limit": RuleHints(relevant_cards=rules.may_count_as_artifact, relevant_fields=("team",)),
    "adventure-points": RuleHints(priced=True, bound=SolverBound.LIMIT, relevant_fields=("campaign",)),
    "adventure-required-card": RuleHints(
        relevant_fields=("campaign",), bound=SolverBound.CREATURE, remedy=Remedy.CARDS
    ),
    "xp-budget": RuleHints(
        relevant_cards=no_card, bound=SolverBound.APART, relevant_fields=("points_bought", "bought_slot")
    ),
    "xp-slot": RuleHints(
        per_creature=True,
        relevant_cards=common_rules.is_creature,
        bound=SolverBound.APART,
        relevant_fields=("bought_slot",),
    ),
    "xp-reuse": RuleHints(
        relevant_cards=no_card, bound=SolverBound.APART, relevant_fields=("points_bought", "bought_slot")
    ),
    "artifact-not-earned": RuleHints(
        relevant_cards=rules.may_be_artifact,
        triggered_by=rules.may_be_artifact,
        bound=SolverBound.APART,
        relevant_fields=("campaign",),
    ),
    "artifact-reuse": RuleHints(
        relevant_cards=rules.may_be_artifact,
        triggered_by=rules.may_be_artifact,
        bound=SolverBound.APART,
        relevant_fields=("campaign",),
    ),
    "not-equippable": RuleHints(relevant_cards=no_card, bound=SolverBound.APART),
}
