"""A pick as the table shows it: its card, its slots with their cards, and its size as a troop."""

from dataclasses import dataclass
from typing import Any

from legions.cards.stock import CardView
from legions.game_words import words_of_game
from legions.verdicts.findings import FindingView


@dataclass(frozen=True, slots=True)
class SlotRow:
    """One line under a creature: a slot with what stands in it, an open slot, or an upgrade that has no slot.

    `state` is `filled`, `open`, `over` (no slot is left) or `unknown` (a fact about it would decide).
    """

    state: str
    icon: str
    card: CardView | None = None
    upgrade: int = 0
    anchor: str = ""
    points: int | None = None
    faulty: bool = False
    granted: bool = False
    bought: bool = False
    chosen: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class TroopSize:
    """One size of a troop with the price on its token; `points` is None when that is not known."""

    number: int
    points: int | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class PickView:
    """One pick on the table. `part` is its part in the list as its game has it, None where there is none.

    `points` is what it costs with all that it carries, `own_points` what the creatures cost without. `notes` are the
    findings that lie on it. Unless `whole`, only a short line of it is drawn in the builder.
    """

    index: int
    card: CardView
    name: str
    anchor: str
    count: int
    points: int | None
    rows: tuple[SlotRow, ...]
    soldiers: tuple[TroopSize, ...]
    stats: tuple[tuple[str, str, int | None], ...]
    faulty: bool
    chosen: bool
    banner_known: bool
    own_points: int | None = None
    notes: tuple[FindingView, ...] = ()
    part: Any = None
    whole: bool = True

    @property
    def sums(self) -> str:
        """What adds up to its points: “60 + 6 + 6”, or “3 × 25”; empty for one card alone."""
        if self.count > 1:
            return "" if self.own_points is None else f"{self.count} × {self.own_points // self.count}"
        carried = [row.points for row in self.rows if row.card is not None]
        return " + ".join("?" if one is None else str(one) for one in (self.own_points, *carried)) if carried else ""

    @property
    def seal_points(self) -> int | None:
        """What its seal says: the cost of one such creature as it stands here, a troop with its soldiers."""
        return self.card.cost if self.own_points is None else self.own_points // self.count

    @property
    def reprices(self) -> bool:
        """Whether its seal says something else than the drawn card."""
        return self.seal_points != self.card.cost or self.card.cost is None or bool(self.card.own_facts)

    @property
    def bare(self) -> bool:
        """Whether it carries nothing, so that several copies can stand in one line."""
        return all(row.card is None for row in self.rows)

    @property
    def single(self) -> bool:
        """Whether it is of a kind of which a list has one card."""
        return words_of_game(self.card.game).is_single(self.card.document.get("kind"))

    @property
    def counts(self) -> bool:
        """Whether how many there are can be set here: of a unique creature there is one."""
        return self.bare and (self.count > 1 or not self.card.unique)
