"""The change that moves an upgrade between creatures. It is one state, so that one undo reverses it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from legions.changes.basic import AddUpgrade, Change, Document, RemoveUpgrade, Titles, pick_at


@dataclass(frozen=True, slots=True)
class MoveUpgrade(Change):
    """A change that moves an upgrade to another creature. If a pick has several copies, one is split off first."""

    index: int
    upgrade: int
    to: int

    def apply(self, document: Document) -> Document:
        pick_at(document, self.to)
        card = self._card(document)
        return AddUpgrade(self.to, card).apply(RemoveUpgrade(self.index, self.upgrade).apply(document))

    def words(self, document: Document, title: Titles) -> str:
        giver, taker = (title(pick_at(document, index)["card"]) for index in (self.index, self.to))
        return _("{card} moved from {giver} to {taker}.").format(
            card=title(self._card(document)), giver=giver, taker=taker
        )

    def focus_pointer(self, document: Document) -> str | None:
        return AddUpgrade(self.to, "").focus_pointer(document)

    def _card(self, document: Document) -> str:
        RemoveUpgrade(self.index, self.upgrade).apply(document)
        card: str = pick_at(document, self.index)["upgrades"][self.upgrade]
        return card
