"""The cost of a card in the catalog, used to recognize a number next to its name."""

from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import Card

COST_FACT = "cost"
"""The fact that a number next to a name can repeat."""
TROOP_COSTS_FACT = "costs"
"""The fact with the costs of a troop, by number of soldiers."""


def has_cost(library: Library, card: Card) -> bool:
    """Return whether cards of this kind cost points, even if the cost of this card is unknown."""
    return COST_FACT in library.documents[card.slug]


def known_cost(library: Library, card: Card, soldiers: int | None) -> int | None:
    """Return the cost of one copy of a card, for a troop by its number of soldiers; None if it is unknown."""
    document = library.documents[card.slug]
    if soldiers in (None, 1):
        cost: int | None = document.get(COST_FACT)
    else:
        cost = (document.get(TROOP_COSTS_FACT) or {}).get(str(soldiers))
    return cost
