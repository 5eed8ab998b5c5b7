"""Dungeon Command: hints for search and solver about its rules, by their codes: see `RuleHints`."""

from __future__ import annotations

from collections.abc import Mapping

from rulesapi.engine.core.collection import COLLECTION_FIELDS
from rulesapi.engine.core.rule_hints import Remedy, RuleHints, no_card
from rulesapi.engine.games.dungeon_command import play_rules

HINTS: Mapping[str, RuleHints] = {
    "minimum-creatures": RuleHints(remedy=Remedy.CARDS),
    "minimum-orders": RuleHints(remedy=Remedy.CARDS),
    "one-commander": RuleHints(remedy=Remedy.CARDS),
    "miniature-missing": RuleHints(relevant_fields=COLLECTION_FIELDS),
    "card-missing": RuleHints(relevant_fields=COLLECTION_FIELDS),
    "tiles": RuleHints(depends_on=frozenset(("tiles",)), relevant_fields=("tiles",)),
    "treasure-supply": RuleHints(depends_on=frozenset(("tiles",)), relevant_fields=("tiles",)),
    "treasure-without-tiles": RuleHints(relevant_cards=no_card, relevant_fields=("treasure",)),
    "first-game": RuleHints(remedy=Remedy.CARDS, depends_on=frozenset(("tiles",))),
    "team-size": RuleHints(relevant_cards=no_card, relevant_fields=("against",)),
    "ranged-order-unusable": RuleHints(triggered_by=play_rules.may_need_ranged_damage),
}
