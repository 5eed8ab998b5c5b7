"""Dungeon Command: hints for search and solver, keyed by rule code (see `RuleHints`)."""

from __future__ import annotations

from collections.abc import Mapping

from rulesapi.engine.core.collection import COLLECTION_FIELDS
from rulesapi.engine.core.rule_hints import Remedy, RuleHints, facts, no_card, no_facts
from rulesapi.engine.core.solver_bounds import CopiesBound, DeckSizeBound, SolverBound
from rulesapi.engine.games.dungeon_command import deck_rules, play_rules
from rulesapi.engine.games.dungeon_command.cards import Commander, Creature, Order
from rulesapi.engine.values.model import Card


def is_creature(card: Card) -> bool:
    return isinstance(card, Creature)


def is_order(card: Card) -> bool:
    return isinstance(card, Order)


def is_commander(card: Card) -> bool:
    return isinstance(card, Commander)


HINTS: Mapping[str, RuleHints] = {
    "minimum-creatures": RuleHints(
        remedy=Remedy.CARDS, bound=DeckSizeBound(is_creature, deck_rules.MIN_CREATURES), facts_in=no_facts
    ),
    "creature-copies": RuleHints(bound=CopiesBound(is_creature, deck_rules.MAX_COPIES), facts_in=facts("name")),
    "minimum-orders": RuleHints(
        remedy=Remedy.CARDS, bound=DeckSizeBound(is_order, deck_rules.MIN_ORDERS), facts_in=no_facts
    ),
    "order-copies": RuleHints(bound=CopiesBound(is_order, deck_rules.MAX_COPIES), facts_in=facts("name")),
    "one-commander": RuleHints(
        remedy=Remedy.CARDS,
        bound=DeckSizeBound(is_commander, deck_rules.REQUIRED_COMMANDERS, deck_rules.REQUIRED_COMMANDERS),
        facts_in=no_facts,
    ),
    "miniature-missing": RuleHints(relevant_fields=COLLECTION_FIELDS, bound=SolverBound.OWNED),
    "card-missing": RuleHints(relevant_fields=COLLECTION_FIELDS, bound=SolverBound.OWNED),
    "tiles": RuleHints(depends_on=frozenset(("tiles",)), relevant_fields=("tiles",), bound=SolverBound.APART),
    "treasure-supply": RuleHints(depends_on=frozenset(("tiles",)), relevant_fields=("tiles",), bound=SolverBound.APART),
    "treasure-without-tiles": RuleHints(relevant_cards=no_card, relevant_fields=("treasure",), bound=SolverBound.APART),
    "first-game": RuleHints(remedy=Remedy.CARDS, depends_on=frozenset(("tiles",))),
    "team-size": RuleHints(relevant_cards=no_card, relevant_fields=("against",), bound=SolverBound.APART),
    "ranged-order-unusable": RuleHints(triggered_by=play_rules.may_need_ranged_damage),
    "misplaced-card": RuleHints(bound=SolverBound.APART, facts_in=no_facts),
}
