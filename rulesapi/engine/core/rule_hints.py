"""Hints: what spares a search and the solver most of the asking about a rule. A verdict is the same without them.

A search changes one card at a time and asks the rules anew each time; a solver cannot ask them at all. The hints of a
game stand in a table beside its rules, by the code of each: see `Ruleset.hints_for`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from enum import Enum

from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.solver_bounds import Bound
from rulesapi.engine.values.model import Card

CardPredicate = Callable[[Card], bool]
"""Whether a card can matter to what it is asked for."""


def any_card(card: Card) -> bool:
    """Every card can matter: what is taken for granted where nothing closer is known."""
    return True


def any_card_in_legion(legion: Legion) -> CardPredicate:
    """Whatever stands in a legion, no card matters less for it."""
    return any_card


def no_card(card: Card) -> bool:
    """No card can matter that stands where its kind has a place."""
    return False


CardKey = Callable[[Card], Hashable]
"""What tells a card from others for what it is asked for; `None` where no card is taken for one like it."""


def always_none(card: Card) -> None:
    """No card is like another: what is taken for granted where nothing closer is known."""


def no_keys_in_legion(legion: Legion) -> CardKey:
    """Whatever stands in a legion, no card is like another for it."""
    return always_none


def no_facts(legion: Legion) -> Collection[str]:
    """Return no facts: which cards stand in the legion is all that matters."""
    return ()


def facts(*names: str) -> Callable[[Legion], Collection[str]]:
    """Return facts that are read of whatever stands in a legion."""
    return lambda legion: names


class Remedy(Enum):
    """What a rule misses that a card more in the legion may bring, wherever what it finds stands."""

    CARDS = "cards"
    """Cards. A fact `short` says how many are lacking, where that is more than one."""

    EXCUSE = "excuse"
    """A card that waives the rule for others, or changes what they are allowed."""


CARD_RESTRICTIONS = "bars"
"""What a format keeps out, among the `relevant_fields` of a rule."""

ALLOWED_POINTS = "allowed_points"
"""That a format is played at some limits alone, among the same things."""


@dataclass(frozen=True, slots=True)
class RuleHints:
    """What is known of a rule beside what it says; without any of it the rule is asked always and about everything.

    `per_creature` tells that the rule asks every creature by itself: what it says of one pick depends on that pick
    alone, and it says the same of a legion as of each of its picks, one after the other. `per_upgrade` tells that it
    also asks every upgrade by itself: what it says of one depends on that card and the card of its bearer alone.
    `relevant_cards` are the cards that matter to it: any other, put in at the end of a pick or of the legion, leaves
    what it says as it is; `relevant_cards_in` tells the same of one legion, where fewer cards matter because of what
    stands in it. `alike_in` tells of one legion which cards are alike to the rule: of two that it gives the same key,
    and of which neither stands in the legion, both or neither break it there, and both or neither need facts that are
    not known. `triggered_by` are the cards without which it has nothing to say of a legion. `relevant_fields` are
    fields of a legion's document, its picks or its campaign, or `CARD_RESTRICTIONS` for what its format keeps out, or
    `ALLOWED_POINTS` for the limits it is played at: without any of them the rule has nothing to say and is not asked.
    `facts_in` tells of one legion the facts of cards that the rule reads, by their names in the documents of the cards;
    without it any fact may be read. House rules are not thought of. `priced` tells that it asks for the price, which
    takes longer than all else where cards take something off others.

    Two say where a search for fixes finds one beside the picks that are named: `remedy` what another card may bring,
    `depends_on` the fields of the list that the rule asks for. `bound` says what the rule comes to for a solver, which
    knows nothing of a rule without one.
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
"""Of a rule of which nothing is known."""
