"""Clauses of cards, evaluated for a creature in one world."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.second_engine.places import Card, folded
from tests.second_engine.possible_worlds import WorldReader


def holds(clause: Mapping[str, Any], creature: Card, look: WorldReader) -> bool:
    """Return whether a clause (one word with its values) is true; any of its values is enough."""
    [(word, values)] = clause.items()
    if word == "not":
        return not holds(values, creature, look)
    if word == "cost_at_most":
        return bool(look(creature, "/cost") <= values)
    if word == "name":
        return folded(look(creature, "/name")) in {folded(name) for name in values}
    if word in ("keyword", "faction"):
        return bool(set(values) & set(look(creature, f"/{word}s")))
    if word in ("size", "alignment"):
        return look(creature, f"/{word}") in values
    return bool(look(creature, f"/{word}") == values)


def all_hold(clauses: Iterable[Mapping[str, Any]], creature: Card, look: WorldReader) -> bool:
    """Return whether every clause holds; no clauses always hold."""
    return all(holds(clause, creature, look) for clause in clauses)
