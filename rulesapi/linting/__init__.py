"""Checks for likely mistakes in the cards of a game, for curators.

A remark is a question to a curator and changes nothing: the card may be correct. An `error` is a card that cannot work
with the current catalog, a `warning` one that a curator should check. Retired cards are skipped, and unknown facts
never cause a remark.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rulesapi.engine.core.library import Library
from rulesapi.linting import (
    dominated_cards,
    missing_sources,
    rule_conflicts,
    similar_names,
    unreachable_limits,
    unusable_upgrades,
)
from rulesapi.linting.context import LintContext, LintMessage

__all__ = ["CODES", "LintMessage", "lint"]

CHECKS: Mapping[str, Callable[[LintContext], Iterable[LintMessage]]] = MappingProxyType(
    {
        "restriction-excludes-everything": unusable_upgrades.impossible_restrictions,
        "nobody-can-equip": unusable_upgrades.missing_bearers,
        "strictly-worse": dominated_cards.dominated_cards,
        "limit-cannot-bite": unreachable_limits.unreachable_limits,
        "names-nearly-collide": similar_names.similar_names,
        "no-source": missing_sources.facts_without_a_source,
        "no-basis": missing_sources.sources_without_a_basis,
        "unfit-rule": rule_conflicts.unsupported_requests,
        "rulings-disagree": rule_conflicts.contradicting_rulings,
    }
)
"""The checks by the code of their remarks."""

CODES = tuple(CHECKS)


def lint(library: Library, cards: Iterable[Mapping[str, Any]], *, only: str | None = None) -> list[LintMessage]:
    """Return the remarks on the cards of a library, whose documents are `cards`; with `only`, on this card alone.

    Errors come first; within a level, remarks are sorted by card and code.
    """
    context = LintContext.of(library, cards, only)
    found = [remark for check in CHECKS.values() for remark in check(context)]
    return sorted(found, key=lambda remark: (remark.level, remark.card, remark.code, remark.sentence))
