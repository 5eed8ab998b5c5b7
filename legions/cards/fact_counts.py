"""How many facts of some cards are known: a fact is one field that can be read off a card, known when all of it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from catalog.documents import card_facts


@dataclass(frozen=True, slots=True)
class FactCount:
    """How many cards there are, how many facts they have, and how many of these are known."""

    cards: int = 0
    known: int = 0
    total: int = 0

    @property
    def wanted(self) -> int:
        """How many facts are not known."""
        return self.total - self.known

    @property
    def percent(self) -> int:
        """The known ones in a hundred, rounded down, so that only what is whole is said to be."""
        return 100 * self.known // self.total if self.total else 100


def count_facts(documents: Iterable[Mapping[str, Any]]) -> FactCount:
    """Return how many facts of cards with these documents are known."""
    counted = [card_facts.count_known_facts(document) for document in documents]
    return FactCount(len(counted), sum(known for known, _ in counted), sum(total for _, total in counted))
