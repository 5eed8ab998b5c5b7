"""The cost of a card as the catalog knows it, by which a number beside its name is recognized."""

from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import Card

COST_FACT = "cost"
"""The fact that a number beside a name says."""
TROOP_COSTS_FACT = "costs"
"""The costs of a troop, by its soldiers."""


def has_cost(library: Library, card: Card) -> bool:
    """Return whether a card of this kind costs points, known or not."""
    return COST_FACT in library.documents[card.slug]


def known_cost(library: Library, card: Card, soldiers: int | None) -> int | None:
    """Return what one copy of a card costs, a troop by its soldiers; None where the catalog does not know."""
    document = library.documents[card.slug]
    if soldiers in (None, 1):
        cost: int | None = document.get(COST_FACT)
    else:
        cost = (document.get(TROOP_COSTS_FACT) or {}).get(str(soldiers))
    return cost
