"""Changes of the owned cards in a legion's document: packs, single cards, or no entry at all."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from legions.changes.basic import Change, Document, Titles
from rulesapi.engine.core.collection import COLLECTION_FIELDS, without_collections


@dataclass(frozen=True, slots=True)
class SetOwnedCards(Change):
    """A change of the number of owned packs and single cards; `more` is the slug of a card of which one was added.

    Other counts stay. Afterwards the legion is checked against the owned cards, even if there are none.
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
    """A change that removes the owned cards, so that the legion is not checked against them."""

    def apply(self, document: Document) -> Document:
        return dict(without_collections(document))

    def words(self, document: Document, title: Titles) -> str:
        return _("This list no longer has its own count of your cards.")


def _counted(before: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    """Return the counts with `now` merged into `before`, without zero counts."""
    return {slug: copies for slug, copies in sorted({**before, **now}.items()) if copies}
