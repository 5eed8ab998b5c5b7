"""Hints: properties of rules that let searches and the solver skip most runs of a rule. They never change a verdict.

A search changes one card at a time and runs the rules again each time; a solver cannot run them at all. Each game has a
table of hints by rule code, next to its rules: see `Ruleset.hints_for`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from enum import Enum

from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.solver_bounds import Bound
from rulesapi.engine.values.model import Card

CardPredicate = Callable[[Card], bool]
"""Returns whether a card can matter to a rule."""


def any_card(card: Card) -> bool:
    """Return True: every card can matter. This is the default."""
    return True


def any_card_in_legion(legion: Legion) -> CardPredicate:
    """Return a predicate by which every card matters; the default of `relevant_cards_in`."""
    return any_card


def no_card(card: Card) -> bool:
    """Return False: no card in a place that allows its kind can matter."""
    return False


CardKey = Callable[[Card], Hashable]
"""Returns the key by which a rule treats cards alike; `None` for a card that is like no other."""


def always_none(card: Card) -> None:
    """Return None: no card is like another. This is the default."""


def no_keys_in_legion(legion: Legion) -> CardKey:
    """Return the default key function, by which no card is like another, for every legion."""
    return always_none


def no_facts(legion: Legion) -> Collection[str]:
    """Return no facts: only which cards are in the legion matters."""
    return ()


def facts(*names: str) -> Callable[[Legion], Collection[str]]:
    """Return a function that returns these facts for every legion."""
    return lambda legion: names


class Remedy(Enum):
    """A need of a rule that one more card in the legion may meet, wherever the findings of the rule are."""

    CARDS = "cards"
    """Cards. The fact "short" of a finding is the number of cards lacking, if more than one."""

    EXCUSE = "excuse"
    """A card that waives the rule for others, or changes what they are allowed."""


CARD_RESTRICTIONS = "bars"
"""The bans and pool of a format, among the `relevant_fields` of a rule."""

ALLOWED_POINTS = "allowed_points"
"""The restriction of a format to some point limits, among the `relevant_fields` of a rule."""


@dataclass(frozen=True, slots=True)
class RuleHints:
    """Properties of a rule that save work. A rule without hints always runs, for all cards.

    - `per_creature`: the rule checks every creature by itself. Its results for a pick depend on that pick alone, and
      its results for a legion are those of its picks in order.
    - `per_upgrade`: the rule also checks every upgrade by itself. Its results for an upgrade depend on that card and
      the card of its bearer alone.
    - `relevant_cards`: the cards that matter to the rule. Any other card, added at the end of a pick or of the legion,
      leaves its results unchanged. `relevant_cards_in` is the equivalent for one legion, where fewer may matter.
    - `alike_in`: the key of a card in one legion. Of two cards with equal keys that are not in the legion, either both
      break the rule there or neither does, and either both need unknown facts or neither does.
    - `triggered_by`: the cards without which the rule has no results; `no_card` if it has results only for a list
        that triggers every rule: see `evaluation.triggered_rules`.
    - `relevant_fields`: fields of a legion's document, its picks or its campaign; `CARD_RESTRICTIONS` for the bans and
      the pool of its format; `ALLOWED_POINTS` for its point limits. A legion with none of them skips the rule.
    - `facts_in`: the card facts that the rule reads in one legion, by their names in the documents of the cards. By
      default any fact may be read. House rules are not considered.
    - `priced`: the rule reads the price, which takes longer than everything else if cards discount others.
    - `remedy`: the need that another card may meet, so that fixes add such cards.
    - `depends_on`: the fields of the list that the rule reads, so that fixes change them.
    - `bound`: the rule as a bound for a solver, which ignores a rule without one.
    """

    per_creature: bool = False
    per_upgrade: bool = False
    relevant_cards: CardPredicate = any_card
    relevant_cards_in: Callable[[Legion], CardPredicate] = any_card_in_legion
    alike_in: Callable[[Legion], CardKey] = no_keys_in_legion
    triggered_by: CardPredicate = any_card
    relevant_fields: tuple[str, ...] = ()
    facts_in: Callable[[Legion], Collection[str]] | None = None
    priced: bool = False
    remedy: Remedy | None = None
    depends_on: frozenset[str] = frozenset()
    bound: Bound | None = None


NO_HINTS = RuleHints()
"""The hints of a rule without hints."""
