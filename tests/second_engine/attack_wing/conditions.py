"""Clauses printed on upgrades, evaluated for their bearer in one world (p. 29)."""

from typing import Any

from tests.second_engine.places import Card
from tests.second_engine.possible_worlds import WorldReader


def holds(clause: dict[str, Any], bearer: Card, look: WorldReader) -> bool:
    """Return whether a clause (one word with its values) is true; any of its values is enough."""
    [(word, values)] = clause.items()
    if word == "not":
        return not holds(values, bearer, look)
    if word == "troop":
        return bool(look(bearer, "/troop") == values)
    if word == "level_at_least":
        return bool(look(bearer, "/level") >= values)
    if word in ("energy", "keyword", "has_slot"):
        fact = {"energy": "/energy", "keyword": "/keywords", "has_slot": "/slots"}[word]
        return any(value in look(bearer, fact) for value in values)
    # As for unique names, capitals make no other name, nor another class.
    return look(bearer, "/" + word).casefold() in {value.casefold() for value in values}
