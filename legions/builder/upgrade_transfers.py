"""Upgrades that can be moved between creatures of a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from legions.cards.stock import CardView
from legions.table.pick_views import PickView


@dataclass(frozen=True, slots=True)
class TransferSource:
    """A creature with its upgrades: for each its place, `PICK/UPGRADE`, and its card."""

    pick: PickView
    carried: tuple[tuple[str, CardView], ...]


@dataclass(frozen=True, slots=True)
class UpgradeTransfers:
    """The possible transfers of upgrades. The form starts with `giver` and `taker`."""

    givers: tuple[TransferSource, ...]
    takers: tuple[PickView, ...]
    giver: PickView
    taker: PickView


def upgrade_transfers(picks: Sequence[PickView]) -> UpgradeTransfers | None:
    """Return the possible transfers among `picks`, or None if there is no upgrade to move or no other creature for it.

    The form starts with the creature selected on the table as the giver, if it has upgrades.
    """
    givers = tuple(TransferSource(pick, carried) for pick in picks if (carried := _carried(pick)))
    takers = tuple(pick for pick in picks if pick.card.bears)
    for giver in sorted((one.pick for one in givers), key=lambda pick: not pick.chosen):
        for taker in takers:
            if taker.index != giver.index:
                return UpgradeTransfers(givers, takers, giver, taker)
    return None


def _carried(pick: PickView) -> tuple[tuple[str, CardView], ...]:
    return tuple((f"{pick.index}/{row.upgrade}", row.card) for row in pick.rows if row.card is not None)
