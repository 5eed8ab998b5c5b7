"""Cards needed by several lists that share a collection, and purchases for wanted lists.

Cards are those of the newest release, whether or not they are legal in their list.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.core.library import Library
from rulesapi.engine.search.pack_plans import PackSelections, fewest_packs, missing_copies

CARD_FIELDS = ("game", "picks", "tiles", "map")
"""The fields of a list document that decide which cards it uses."""


@dataclass(frozen=True, slots=True)
class CardConflict:
    """A card that several lists together need more copies of than there are; `by` are the copies by list."""

    slug: str
    owned: int
    by: Mapping[Any, int]

    @property
    def needed(self) -> int:
        """The number of copies needed in total."""
        return sum(self.by.values())


@dataclass(frozen=True, slots=True)
class MissingCards:
    """The missing cards of one or more lists: copies by card, the fewest packs with them, and the copies of cards that
    no pack contains.
    """

    missing: Mapping[str, int]
    packs: PackSelections
    nowhere: Mapping[str, int]

    @property
    def size(self) -> tuple[int, int, int]:
        """The size as a sort key: cards without a pack, packs, copies."""
        packs = sum(self.packs.options[0].values()) if self.packs.options else 0
        return sum(self.nowhere.values()), packs, sum(self.missing.values())


def used_copies(library: Library, document: Mapping[str, Any]) -> Counter[str]:
    """Return the number of copies of each card that a list uses, by slug."""
    bare = {field: document[field] for field in CARD_FIELDS if field in document}
    return Counter({one.slug: one.copies for one in missing_copies(library, bare)})


def card_conflicts(owned: Mapping[str, int], built: Mapping[Any, Counter[str]]) -> list[CardConflict]:
    """Return the cards of which the lists in `built`, which are built at the same time, need more copies than there
    are.
    """
    together = sum(built.values(), Counter[str]())
    return [
        CardConflict(slug, owned.get(slug, 0), {one: cards[slug] for one, cards in built.items() if cards[slug]})
        for slug, number in sorted(together.items())
        if number > owned.get(slug, 0)
    ]


def remaining_copies(owned: Mapping[str, int], built: Iterable[Counter[str]]) -> Counter[str]:
    """Return the copies that the lists in `built` leave free."""
    return Counter(owned) - sum(built, Counter[str]())


def missing_cards(library: Library, free: Counter[str], cards: Counter[str]) -> MissingCards:
    """Return the copies of `cards` that exceed the `free` copies, with the packs that contain them."""
    short = cards - free
    inside = {card for contents in library.contents.values() for card in contents}
    packed = {library.cards[slug]: number for slug, number in short.items() if library.cards.get(slug) in inside}
    in_packs = {card.slug for card in packed}
    nowhere = {slug: number for slug, number in sorted(short.items()) if slug not in in_packs}
    return MissingCards(dict(sorted(short.items())), fewest_packs(library.contents, packed), nowhere)
