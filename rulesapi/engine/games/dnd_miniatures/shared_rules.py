"""The last rules in the list of each edition: format, house rules, and unknown, misplaced and retired cards."""

from __future__ import annotations

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.rule_builder import RuleBuilder
from rulesapi.engine.core.rules import Rule, RuleCheck
from rulesapi.engine.games.dnd_miniatures import placement_rules
from rulesapi.engine.values.model import Citation


def closing_rules(
    write: RuleBuilder,
    places_cite: Citation,
    house_points: RuleCheck = common_rules.house_points,
    may_leave_open: frozenset[str] = frozenset(),
) -> tuple[Rule, ...]:
    """Return the last rules of an edition.

    `places_cite` is the citation for the places of cards in a warband. `may_leave_open` holds the questions that
    `house_points` may leave open.
    """
    return (
        write.format_dates(),
        write.house_barred(placement_rules.house_barred),
        write.house_points(house_points, may_leave_open),
        write.house_limit(placement_rules.house_limit),
        write.unknown_card(placement_rules.unknown_card),
        write.rule(
            "misplaced-card",
            "Card out of its place",
            placement_rules.misplaced_card,
            places_cite,
            "{card} is no {wanted!k} and cannot be used as one. Its kind is {kind!k}.",
        ),
        write.retired_card(placement_rules.retired_card),
    )
