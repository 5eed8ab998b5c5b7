"""Legions that share one collection: which cards are needed twice, and what there is to get for those that are wanted.

Cards are counted as the newest release knows them, be they out of place in their legion or not.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.core.library import Library
from rulesapi.engine.search.pack_plans import PackSelections, fewest_packs, missing_copies

CARD_FIELDS = ("game", "picks", "tiles", "map")
"""The fields of a legion's document that say which cards it uses, with its game."""


@dataclass(frozen=True, slots=True)
class CardConflict:
    """A card that legions need more copies of, all together, than there are; `by` says how many each needs."""

    slug: str
    owned: int
    by: Mapping[Any, int]

    @property
    def needed(self) -> int:
        """How many copies all of them need."""
        return sum(self.by.values())


@dataclass(frozen=True, slots=True)
class MissingCards:
    """What is missing for one legion, or several: the copies of each card, the fewest packs for them, and the copies of
    cards that are in no counted pack.
    """

    missing: Mapping[str, int]
    packs: PackSelections
    nowhere: Mapping[str, int]

    @property
    def size(self) -> tuple[int, int, int]:
        """How large it is, for sorting: by the cards that no pack has, then by packs, then by copies."""
        packs = sum(self.packs.options[0].values()) if self.packs.options else 0
        return sum(self.nowhere.values()), packs, sum(self.missing.values())


def used_copies(library: Library, document: Mapping[str, Any]) -> Counter[str]:
    """Return how many copies of each card a legion uses, by slug."""
    bare = {field: document[field] for field in CARD_FIELDS if field in document}
    return Counter({one.slug: one.copies for one in missing_copies(library, bare)})


def card_conflicts(owned: Mapping[str, int], built: Mapping[Any, Counter[str]]) -> list[CardConflict]:
    """Return the cards that the legions `built`, which stand at the same time, need oftener than there are."""
    together = sum(built.values(), Counter[str]())
    return [
        CardConflict(slug, owned.get(slug, 0), {one: cards[slug] for one, cards in built.items() if cards[slug]})
        for slug, number in sorted(together.items())
        if number > owned.get(slug, 0)
    ]


def remaining_copies(owned: Mapping[str, int], built: Iterable[Counter[str]]) -> Counter[str]:
    """Return the copies that are left beside the legions `built`."""
    return Counter(owned) - sum(built, Counter[str]())


def missing_cards(library: Library, free: Counter[str], cards: Counter[str]) -> MissingCards:
    """Return what to get for `cards` beside the copies that are `free`."""
    short = cards - free
    inside = {card for contents in library.contents.values() for card in contents}
    packed = {library.cards[slug]: number for slug, number in short.items() if library.cards.get(slug) in inside}
    in_packs = {card.slug for card in packed}
    nowhere = {slug: number for slug, number in sorted(short.items()) if slug not in in_packs}
    return MissingCards(dict(sorted(short.items())), fewest_packs(library.contents, packed), nowhere)
