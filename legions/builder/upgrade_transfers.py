"""What can be moved on the table: the upgrades there are to give away, and the creatures that could take them."""

from collections.abc import Sequence
from dataclasses import dataclass

from legions.cards.stock import CardView
from legions.table.pick_views import PickView


@dataclass(frozen=True, slots=True)
class TransferSource:
    """A creature with what it carries: for each upgrade its place, `PICK/UPGRADE`, and its card."""

    pick: PickView
    carried: tuple[tuple[str, CardView], ...]


@dataclass(frozen=True, slots=True)
class UpgradeTransfers:
    """Who could give what to whom. `giver` and `taker` are the two that the form starts with."""

    givers: tuple[TransferSource, ...]
    takers: tuple[PickView, ...]
    giver: PickView
    taker: PickView


def upgrade_transfers(picks: Sequence[PickView]) -> UpgradeTransfers | None:
    """Return what could be moved among `picks`, None while there is nothing to move or nobody else to take it.

    It starts with the creature that is chosen on the table as who gives.
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
