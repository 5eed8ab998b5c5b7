"""Changes to what a legion's document says its player has: packs, single cards, or nothing said at all."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from legions.changes.basic import Change, Document, Titles
from rulesapi.engine.core.collection import COLLECTION_FIELDS, without_collections


@dataclass(frozen=True, slots=True)
class SetOwnedCards(Change):
    """Say how many there are of these packs and single cards, and `more` of which card there is one more.

    Of the others there are as many as before. From then on the legion is checked against what there is, also when that
    is nothing.
    """

    packs: Mapping[str, int] = field(default_factory=dict)
    cards: Mapping[str, int] = field(default_factory=dict)
    more: str = ""

    def apply(self, document: Document) -> Document:
        packs = _counted(document.get("packs", {}), self.packs)
        cards = _counted(document.get("collection", {}), self.cards)
        if self.more:
            cards[self.more] = cards.get(self.more, 0) + 1
        return {**without_collections(document), "collection": cards} | ({"packs": packs} if packs else {})

    def words(self, document: Document, title: Titles) -> str:
        changed = self.apply(document)
        if any(changed.get(key, {}) != document.get(key, {}) for key in COLLECTION_FIELDS):
            return _("Your cards for this list are saved.")
        return _("Checked against the cards you own.")


@dataclass(frozen=True, slots=True)
class ClearOwnedCards(Change):
    """Say nothing about what there is, so that the legion is not checked against it."""

    def apply(self, document: Document) -> Document:
        return dict(without_collections(document))

    def words(self, document: Document, title: Titles) -> str:
        return _("This list no longer has its own count of your cards.")


def _counted(before: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    """How many there are of each after some are counted anew; what there is none of is left out."""
    return {slug: copies for slug, copies in sorted({**before, **now}.items()) if copies}
