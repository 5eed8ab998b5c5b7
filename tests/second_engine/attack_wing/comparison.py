"""Differences between two verdicts on a legion of this game."""

from collections.abc import Mapping
from typing import Any

from tests.second_engine import comparison

SLOT = "attack-wing/upgrade-slot"
PENALTY = frozenset({"attack-wing/cost-penalty"})


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Return the differences as sentences; none if the verdicts agree."""
    return comparison.differences(first, second, PENALTY) + _about_slots(first, second)


def _about_slots(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Return the differences in icons and numbers of upgrades without a slot."""
    facts = [(finding["at"], finding["facts"]) for finding in first["findings"] if finding["code"] == SLOT]
    found = {(*sorted(at), "for", *fact["icons"], fact["slots"], fact["needed"]) for at, fact in facts}
    expected = {
        (*sorted(crowd.places), "for", *sorted(crowd.icons), crowd.slots, len(crowd.places))
        for crowd in second["slot_conflicts"]
    }
    return [f"slots: the first says {found - expected}, the second {expected - found}"] if found != expected else []
