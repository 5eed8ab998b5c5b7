"""Counts of known facts: a fact is a field that can be read off a card, and is known if all of it is."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from catalog.documents import card_facts, sets_of


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


@dataclass(frozen=True, slots=True)
class GroupedCounts:
    """Counts of known facts by set, and by kind of card, there apart for official cards and cards of open sets (True).

    A card that was sold in several sets is counted in each. Cards without a set are counted under an empty slug.
    """

    by_set: Mapping[str, FactCount]
    by_kind: Mapping[tuple[str, bool], FactCount]


def count_facts(documents: Iterable[Mapping[str, Any]]) -> FactCount:
    """Return the counts for cards with these documents."""
    return add_counts(map(_count, documents))


def add_counts(counts: Iterable[FactCount]) -> FactCount:
    """Return the sum of counts."""
    cards = known = total = 0
    for count in counts:
        cards, known, total = cards + count.cards, known + count.known, total + count.total
    return FactCount(cards, known, total)


def group_counts(cards: Iterable[tuple[Mapping[str, Any], bool]]) -> GroupedCounts:
    """Return the counts for cards, each given as its document and whether it is of an open set."""
    by_set: defaultdict[str, list[FactCount]] = defaultdict(list)
    by_kind: defaultdict[tuple[str, bool], list[FactCount]] = defaultdict(list)
    for document, is_open in cards:
        count = _count(document)
        by_kind[document["kind"], is_open].append(count)
        for slug in sets_of(document) or ("",):
            by_set[slug].append(count)
    return GroupedCounts(
        {slug: add_counts(counts) for slug, counts in by_set.items()},
        {group: add_counts(counts) for group, counts in by_kind.items()},
    )


def _count(document: Mapping[str, Any]) -> FactCount:
    return FactCount(1, *card_facts.count_known_facts(document))
