"""Which upgrade is shown in which slot of a creature.

The rules decide whether everything fits; here each upgrade only gets the row of the table it is shown in, so that as
many as possible stand in a slot of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from legions.cards.stock import CardView

ANY_SLOT = "any"
HOUSE_RULE_SLOT = -1
"""Who grants a slot that a house rule adds: no upgrade."""


BOUGHT_SLOT = -2
"""The same of a slot that is bought with experience."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot: its icon, and the number of the upgrade that grants it.

    None when it is printed on the banner, `HOUSE_RULE_SLOT` when a house rule adds it, `BOUGHT_SLOT` when it is bought.
    """

    icon: str
    granted_by: int | None = None


def slots_of(
    banner: Sequence[str], upgrades: Sequence[CardView], house: Sequence[str] = (), bought: str | None = None
) -> list[Slot]:
    """Return the slots of a creature: those of its banner from the top, the one of the icon `bought`, those of `house`
    rules, those its upgrades grant.
    """
    granted = [
        Slot(grant["slot"], number)
        for number, upgrade in enumerate(upgrades)
        for grant in upgrade.document.get("grants") or ()
        for _ in range(grant["count"])
    ]
    paid = [Slot(bought, BOUGHT_SLOT)] if bought else []
    return [*(Slot(icon) for icon in banner), *paid, *(Slot(icon, HOUSE_RULE_SLOT) for icon in house), *granted]


def assign_slots(slots: Sequence[Slot], upgrades: Sequence[CardView]) -> dict[int, int]:
    """Return the number of the upgrade in each slot, by the slot's number; who finds none is left out.

    Upgrades of one icon go before those that fit any; each moves another on when that makes room.
    """
    taken: dict[int, int] = {}
    order = sorted(range(len(upgrades)), key=lambda number: (upgrades[number].slot in {ANY_SLOT, None}, number))
    for number in order:
        _place(number, slots, upgrades, taken, set())
    return taken


def _place(
    number: int, slots: Sequence[Slot], upgrades: Sequence[CardView], taken: dict[int, int], tried: set[int]
) -> bool:
    """Find upgrade `number` a slot, moving others on where needed."""
    for row, slot in enumerate(slots):
        if row in tried or not _takes(slot, number, upgrades[number]):
            continue
        tried.add(row)
        if row not in taken or _place(taken[row], slots, upgrades, taken, tried):
            taken[row] = number
            return True
    return False


def _takes(slot: Slot, number: int, upgrade: CardView) -> bool:
    """Return whether an upgrade can be shown in a slot; never in one that it grants itself."""
    return slot.granted_by != number and upgrade.slot in {slot.icon, ANY_SLOT, None} and upgrade.carried
