"""Cards that a rule treats alike in a legion."""

from collections.abc import Hashable, Sequence
from itertools import combinations

from rulesapi.engine.core.evaluation import run_rule
from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import Card, MissingFact, RuleBreach
from tests.nonempty import nonempty


def assert_alike_is_told_alike(by: Library, without: Legion, alone: Legion, tried: dict[Card, Legion]) -> int:
    """Compare the results of each rule for tried cards that it treats alike and that are not in the legion yet.

    `without` is the legion before a card is added, `alone` its bearer alone. Returns the number of pairs compared.
    """
    compared = 0
    for rule in nonempty(by.ruleset.rules):
        hints = by.ruleset.hints_for(rule)
        key = hints.alike_in(alone if hints.per_creature else without)
        before = run_rule(rule, without, by)
        by_key: dict[Hashable, list[Card]] = {}
        for card in tried:
            if hints.relevant_cards(card) and (alike := key(card)) is not None:
                by_key.setdefault(alike, []).append(card)
        for cards in by_key.values():
            for some in combinations(cards, 2):
                one, other = (_told(card, before, run_rule(rule, tried[card], by)) for card in some)
                assert one == other, (rule.code, [card.slug for card in some], key(some[0]))
                compared += 1
    return compared


def _told(card: Card, before: Sequence[RuleResult], after: Sequence[RuleResult]) -> tuple[bool, set[tuple[str, str]]]:
    """Return whether the rule forbids a card, and the facts it needs in addition, by card: "" for the card itself."""
    forbids = any(isinstance(one, RuleBreach) and one not in before for one in after)
    needed = {(one.card, one.fact) for one in before if isinstance(one, MissingFact)}
    new = {(one.card, one.fact) for one in after if isinstance(one, MissingFact)} - needed
    return forbids, {("" if slug == card.slug else slug, fact) for slug, fact in new}
