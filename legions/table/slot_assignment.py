"""Assignment of upgrades to the slots of a creature, for display.

The rules decide whether everything fits. This module only chooses the row in which each upgrade is shown, so that as
many as possible have a slot of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from legions.cards.stock import CardView

ANY_SLOT = "any"
HOUSE_RULE_SLOT = -1
"""The `granted_by` of a slot added by a house rule."""


BOUGHT_SLOT = -2
"""The `granted_by` of a slot bought with experience."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot: its icon, and the index of the upgrade that grants it.

    `granted_by` is None for a slot printed on the banner, `HOUSE_RULE_SLOT` for one from a house rule, `BOUGHT_SLOT`
    for a bought one.
    """

    icon: str
    granted_by: int | None = None


def slots_of(
    banner: Sequence[str], upgrades: Sequence[CardView], house: Sequence[str] = (), bought: str | None = None
) -> list[Slot]:
    """Return the slots of a creature: on its banner, `bought`, from `house` rules, and granted by its upgrades."""
    granted = [
        Slot(grant["slot"], number)
        for number, upgrade in enumerate(upgrades)
        for grant in upgrade.document.get("grants") or ()
        for _ in range(grant["count"])
    ]
    paid = [Slot(bought, BOUGHT_SLOT)] if bought else []
    return [*(Slot(icon) for icon in banner), *paid, *(Slot(icon, HOUSE_RULE_SLOT) for icon in house), *granted]


def assign_slots(slots: Sequence[Slot], upgrades: Sequence[CardView]) -> dict[int, int]:
    """Return the index of the upgrade in each slot, keyed by the slot's index; upgrades without a slot are omitted.

    Upgrades with an icon are placed before upgrades that fit any slot. A placed upgrade moves if that makes room.
    """
    taken: dict[int, int] = {}
    order = sorted(range(len(upgrades)), key=lambda number: (upgrades[number].slot in {ANY_SLOT, None}, number))
    for number in order:
        _place(number, slots, upgrades, taken, set())
    return taken


def _place(
    number: int, slots: Sequence[Slot], upgrades: Sequence[CardView], taken: dict[int, int], tried: set[int]
) -> bool:
    """Place upgrade `number` in a slot, moving others if necessary. Return whether it was placed."""
    for row, slot in enumerate(slots):
        if row in tried or not _takes(slot, number, upgrades[number]):
            continue
        tried.add(row)
        if row not in taken or _place(taken[row], slots, upgrades, taken, tried):
            taken[row] = number
            return True
    return False


def _takes(slot: Slot, number: int, upgrade: CardView) -> bool:
    """Return whether an upgrade can be shown in a slot. It cannot be shown in a slot that it grants."""
    return slot.granted_by != number and upgrade.slot in {slot.icon, ANY_SLOT, None} and upgrade.carried
