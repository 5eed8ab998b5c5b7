"""Counts of cards and packs, and the copies of cards they add up to."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesapi.engine.core.collection import read_collections
from rulesapi.engine.core.library import Library

MAX_COPIES = 10_000
"""The maximum number of copies of a card, or of packs of a set."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of single cards and of packs, by slug; a pack has the slug of its set."""

    cards: Mapping[str, int] = field(default_factory=dict)
    packs: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any(self.cards.values()) or any(self.packs.values())

    def with_counts(self, now: "Counts") -> "Counts":
        """Return the counts updated with the counts in `now`, without zeros."""
        return Counts(_merged(self.cards, now.cards), _merged(self.packs, now.packs))

    def with_added(self, more: "Counts") -> "Counts":
        """Return the sums of both counts, each limited to the maximum."""
        return Counts(_added(self.cards, more.cards), _added(self.packs, more.packs))

    def greater(self, other: "Counts") -> "Counts":
        """Return the greater count of each card and pack."""
        return Counts(_greater(self.cards, other.cards), _greater(self.packs, other.packs))

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> "Counts":
        """Return the counts in a document from `as_document`."""
        return cls(document["cards"], document["packs"])

    def as_document(self) -> dict[str, dict[str, int]]:
        """Return the counts as JSON, without zeros."""
        return {"cards": _merged({}, self.cards), "packs": _merged({}, self.packs)}


def with_current_slugs(counts: Counts, library: Library) -> Counts:
    """Return the counts by the slugs of the library; former slugs are replaced by the present ones."""
    cards: Counter[str] = Counter()
    for slug, number in counts.cards.items():
        cards[library.cards[slug].slug if slug in library.cards else slug] += number
    packs: Counter[str] = Counter()
    for slug, number in counts.packs.items():
        packs[library.sets.get(slug, slug)] += number
    return Counts(dict(cards), dict(packs))


def copies_by_card(counts: Counts, library: Library) -> dict[str, int]:
    """Return the number of copies of each card of `library`, by slug, including those in packs.

    Former slugs are replaced by the present ones. Cards that the library does not have are ignored, and so are packs
    with unknown contents.
    """
    counted = {slug: number for slug, number in counts.packs.items() if library.sets.get(slug) in library.contents}
    owned = read_collections({"collection": counts.cards, "packs": counted}, library).get("", {})
    return {card.slug: number for card, number in owned.items() if number > 0}


def cards_in_uncounted_boxes(counts: Counts, library: Library) -> frozenset[str]:
    """Return the cards of owned boxes with unknown contents.

    The number of their copies is unknown, so they are never reported as missing.
    """
    boxes = {library.sets.get(slug, slug) for slug, number in counts.packs.items() if number}
    boxes = {slug for slug in boxes if slug not in library.contents}
    if not boxes:
        return frozenset()
    return frozenset(card.slug for card in library.cards.values() if not boxes.isdisjoint(card.sets))


def usable_copies(counts: Counts, library: Library) -> dict[str, int]:
    """Return the copies of each card; cards in boxes with unknown contents have the maximum number."""
    uncounted = dict.fromkeys(sorted(cards_in_uncounted_boxes(counts, library)), MAX_COPIES)
    return {**copies_by_card(counts, library), **uncounted}


def pack_copies_by_card(counts: Counts, library: Library) -> dict[str, int]:
    """Return the number of copies of each card that come from packs."""
    return copies_by_card(Counts(packs=counts.packs), library)


def _merged(before: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    return {slug: number for slug, number in sorted({**before, **now}.items()) if number}


def _added(before: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {slug: min(MAX_COPIES, number) for slug, number in sorted((Counter(before) + Counter(more)).items())}


def _greater(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted((Counter(first) | Counter(second)).items()))
