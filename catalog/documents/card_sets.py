"""The sets in which a card was sold."""

from collections.abc import Mapping
from typing import Any


def sets_of(card: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the known sets in which a card was sold: its own first, then those in which it was sold again."""
    own = card.get("set")
    return (*(() if own is None else (own,)), *card.get("also_in", ()))
