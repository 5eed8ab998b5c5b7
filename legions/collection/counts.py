"""How many of which cards and packs somebody has, and what that comes to."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesapi.engine.core.collection import read_collections
from rulesapi.engine.core.library import Library

MAX_COPIES = 10_000
"""Copies of one card, or packs of one set, that somebody can have at most."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Single cards and packs with how many there are of each, by slug; a pack's is that of its set."""

    cards: Mapping[str, int] = field(default_factory=dict)
    packs: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any(self.cards.values()) or any(self.packs.values())

    def with_counts(self, now: "Counts") -> "Counts":
        """Return these with those of `now` in their place; what there is none of is left out."""
        return Counts(_merged(self.cards, now.cards), _merged(self.packs, now.packs))

    def with_added(self, more: "Counts") -> "Counts":
        """Return these with those of `more` added, of none more than there can be."""
        return Counts(_added(self.cards, more.cards), _added(self.packs, more.packs))

    def greater(self, other: "Counts") -> "Counts":
        """Return of each card and pack the greater of both counts."""
        return Counts(_greater(self.cards, other.cards), _greater(self.packs, other.packs))

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> "Counts":
        """Return what `as_document` gave."""
        return cls(document["cards"], document["packs"])

    def as_document(self) -> dict[str, dict[str, int]]:
        """Return these as JSON, without what there is none of."""
        return {"cards": _merged({}, self.cards), "packs": _merged({}, self.packs)}


def with_current_slugs(counts: Counts, library: Library) -> Counts:
    """Return these under the slugs that the library has: what is counted under a former one is the card of today."""
    cards: Counter[str] = Counter()
    for slug, number in counts.cards.items():
        cards[library.cards[slug].slug if slug in library.cards else slug] += number
    packs: Counter[str] = Counter()
    for slug, number in counts.packs.items():
        packs[library.sets.get(slug, slug)] += number
    return Counts(dict(cards), dict(packs))


def copies_by_card(counts: Counts, library: Library) -> dict[str, int]:
    """Return how many copies there are of each card of `library`, by its slug, those in packs included.

    A card counted under a former slug is the card of today. What the library does not know counts nothing, and so does
    a pack of a set that nobody has counted any more.
    """
    counted = {slug: number for slug, number in counts.packs.items() if library.sets.get(slug) in library.contents}
    owned = read_collections({"collection": counts.cards, "packs": counted}, library).get("", {})
    return {card.slug: number for card, number in owned.items() if number > 0}


def cards_in_uncounted_boxes(counts: Counts, library: Library) -> frozenset[str]:
    """Return the cards of the sets that somebody has boxes of and whose contents nobody has counted.

    How many copies there are of them nobody can say, so nothing is ever said to be missing of them.
    """
    boxes = {library.sets.get(slug, slug) for slug, number in counts.packs.items() if number}
    boxes = {slug for slug in boxes if slug not in library.contents}
    return frozenset(card.slug for card in library.cards.values() if card.set in boxes) if boxes else frozenset()


def usable_copies(counts: Counts, library: Library) -> dict[str, int]:
    """Return the copies of each card, and of those in boxes that nobody has counted as many as anybody can have."""
    uncounted = dict.fromkeys(sorted(cards_in_uncounted_boxes(counts, library)), MAX_COPIES)
    return {**copies_by_card(counts, library), **uncounted}


def pack_copies_by_card(counts: Counts, library: Library) -> dict[str, int]:
    """Return how many of those copies come from packs."""
    return copies_by_card(Counts(packs=counts.packs), library)


def _merged(before: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    return {slug: number for slug, number in sorted({**before, **now}.items()) if number}


def _added(before: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {slug: min(MAX_COPIES, number) for slug, number in sorted((Counter(before) + Counter(more)).items())}


def _greater(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted((Counter(one) | Counter(other)).items()))
