"""Counts of known facts: a fact is a field that can be read off a card, and is known if all of it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from catalog.documents import card_facts


@dataclass(frozen=True, slots=True)
class FactCount:
    """The number of cards, of their known facts, and of all their facts."""

    cards: int = 0
    known: int = 0
    total: int = 0

    @property
    def wanted(self) -> int:
        """The number of unknown facts."""
        return self.total - self.known

    @property
    def percent(self) -> int:
        """The percentage of known facts, rounded down, so that 100 means all."""
        return 100 * self.known // self.total if self.total else 100


def count_facts(documents: Iterable[Mapping[str, Any]]) -> FactCount:
    """Return the counts for cards with these documents."""
    counted = [card_facts.count_known_facts(document) for document in documents]
    return FactCount(len(counted), sum(known for known, _ in counted), sum(total for _, total in counted))
