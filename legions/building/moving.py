"""The change of moving an upgrade from one creature to another: one state, so that one undo takes it back."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from .changes import Document, Equip, Titles, Unequip, pick_at


@dataclass(frozen=True, slots=True)
class MoveUpgrade:
    """Take an upgrade from one creature and give it to another. One of several copies is laid out by itself first."""

    index: int
    upgrade: int
    to: int

    def apply(self, document: Document) -> Document:
        """See Change."""
        pick_at(document, self.to)
        card = self._card(document)
        return Equip(self.to, card).apply(Unequip(self.index, self.upgrade).apply(document))

    def words(self, document: Document, title: Titles) -> str:
        """See Change."""
        giver, taker = (title(pick_at(document, index)["card"]) for index in (self.index, self.to))
        return _("{card} moved from {giver} to {taker}.").format(
            card=title(self._card(document)), giver=giver, taker=taker
        )

    def lands(self, document: Document) -> str | None:
        """See Change."""
        return Equip(self.to, "").lands(document)

    def _card(self, document: Document) -> str:
        Unequip(self.index, self.upgrade).apply(document)
        card: str = pick_at(document, self.index)["upgrades"][self.upgrade]
        return card
