"""The rules with which the list of each edition ends: about the format, house rules, and cards that cannot stand."""

from __future__ import annotations

from rulesapi.engine import common
from rulesapi.engine.declaring import RuleWriter
from rulesapi.engine.library import Check, Rule
from rulesapi.engine.model import Cite
from rulesapi.engine.rulesets.dnd_miniatures import places


def closing_rules(
    write: RuleWriter,
    places_cite: Cite,
    house_points: Check = common.house_points,
    leaves_open: frozenset[str] = frozenset(),
) -> tuple[Rule, ...]:
    """Those rules, with where it can be read what has a place in a warband, and what `house_points` may leave open."""
    return (
        write.format_dates(),
        write.house_barred(places.house_barred),
        write.house_points(house_points, leaves_open),
        write.house_limit(places.house_limit),
        write.unknown_card(places.unknown_card),
        write.rule(
            "misplaced-card",
            "Card out of its place",
            places.misplaced_card,
            places_cite,
            "{card} cannot stand in the place of a {wanted!k}. Its kind is {kind!k}.",
        ),
        write.retired_card(places.retired_card),
    )
