"""D&D Attack Wing: hints for search and solver, keyed by rule code (see `RuleHints`)."""

from __future__ import annotations

from collections.abc import Mapping

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.rule_hints import Remedy, RuleHints, facts, no_card, no_facts
from rulesapi.engine.core.solver_bounds import AtMostBound, SolverBound
from rulesapi.engine.games.attack_wing import pricing, rules

HINTS: Mapping[str, RuleHints] = {
    "point-limit": RuleHints(
        priced=True,
        bound=SolverBound.LIMIT,
        alike_in=common_rules.alike_by_price(pricing.price_delta),
        facts_in=pricing.facts_of_price,
    ),
    "no-creature": RuleHints(
        relevant_cards=common_rules.is_creature,
        bound=SolverBound.CREATURE,
        remedy=Remedy.CARDS,
        triggered_by=no_card,
        facts_in=no_facts,
    ),
    "unique-name": RuleHints(
        relevant_cards=common_rules.may_be_unique,
        relevant_cards_in=common_rules.shares_unique_name,
        bound=SolverBound.UNIQUE,
        triggered_by=common_rules.may_be_unique,
        facts_in=common_rules.facts_of_unique_names,
    ),
    "upgrade-slot": RuleHints(
        per_creature=True,
        relevant_cards=common_rules.is_upgrade,
        bound=SolverBound.SLOTS,
        triggered_by=common_rules.is_upgrade,
        facts_in=facts("slots", "slot", "grants"),
    ),
    "duplicate-upgrade": RuleHints(
        per_creature=True,
        relevant_cards=common_rules.is_upgrade,
        relevant_cards_in=rules.shares_upgrade_name,
        bound=SolverBound.ONCE,
        triggered_by=common_rules.is_upgrade,
        facts_in=facts("name"),
    ),
    "equip-restriction": RuleHints(
        per_creature=True,
        per_upgrade=True,
        relevant_cards=rules.has_restriction,
        alike_in=rules.alike_by_unknown_restriction,
        bound=SolverBound.APART,
        triggered_by=rules.has_restriction,
        facts_in=rules.facts_of_restrictions,
    ),
    "keyword-exclusion": RuleHints(
        per_creature=True,
        relevant_cards=rules.involves_exclusion,
        relevant_cards_in=rules.conflicts_with_legion,
        alike_in=rules.alike_by_keywords,
        bound=SolverBound.EXCLUDES,
        triggered_by=rules.excludes_others,
        facts_in=facts("excludes", "keywords"),
    ),
    "spell-level": RuleHints(
        per_creature=True,
        per_upgrade=True,
        relevant_cards=rules.needs_level,
        bound=SolverBound.APART,
        triggered_by=rules.needs_level,
        facts_in=facts("minimum_level", "level"),
    ),
    "campaign-artifact-limit": RuleHints(
        relevant_cards=rules.may_count_as_artifact,
        bound=AtMostBound(rules.MAX_ARTIFACTS, rules.may_count_as_artifact),
        triggered_by=rules.may_count_as_artifact,
        facts_in=facts("keywords", "exempt"),
    ),
    "troop-size": RuleHints(
        per_creature=True, relevant_cards=common_rules.is_creature, bound=SolverBound.APART, facts_in=facts("troop")
    ),
    "card-limit": RuleHints(
        relevant_cards=rules.involves_limit,
        relevant_cards_in=rules.limits_within,
        bound=SolverBound.LIMITS,
        triggered_by=rules.states_limits,
        facts_in=facts("limits", "keywords"),
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
    "unknown-card": RuleHints(relevant_cards=no_card, bound=SolverBound.APART, triggered_by=no_card, facts_in=no_facts),
    "not-equippable": RuleHints(
        relevant_cards=no_card, bound=SolverBound.APART, triggered_by=no_card, facts_in=no_facts
    ),
}
