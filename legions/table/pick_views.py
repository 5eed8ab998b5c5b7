"""View models of a pick on the table: its card, its slots with their cards, and its size as a troop."""

from dataclasses import dataclass
from typing import Any

from legions.cards.stock import CardView
from legions.game_words import words_of_game
from legions.verdicts.findings import FindingView


@dataclass(frozen=True, slots=True)
class SlotRow:
    """A line under a creature: a filled slot, an open slot, or an upgrade without a slot.

    `state` is "filled", "open", "over" (no slot is left) or "unknown" (it depends on an unknown fact).
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
    """A size of a troop with the price on its token; `points` is None if unknown."""

    number: int
    points: int | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class PickView:
    """A pick on the table. `part` is its part in the list, as defined by its game, or None.

    `points` is the price with everything it carries, `own_points` the price of the creatures alone. `notes` are the
    findings shown on it. Unless `whole`, the builder renders only a short line. `others` are the anchors of the equal
    picks that are combined with it on pages for reading.
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
    others: tuple[str, ...] = ()

    @property
    def sums(self) -> str:
        """The sum that makes up the points: “60 + 6 + 6”, or “3 × 25”; empty for one card and with unknown ones."""
        if not all(card.known for card in (self.card, *(row.card for row in self.rows if row.card))):
            return ""
        if self.count > 1:
            return "" if self.own_points is None else f"{self.count} × {self.own_points // self.count}"
        carried = [row.points for row in self.rows if row.card is not None]
        return " + ".join("?" if one is None else str(one) for one in (self.own_points, *carried)) if carried else ""

    @property
    def stack_classes(self) -> str:
        """The CSS classes, with a space before each, that draw several copies as edges behind the first."""
        return "" if self.count == 1 else " stacked" if self.count == 2 else " stacked stacked--high"

    @property
    def seal_points(self) -> int | None:
        """The points on the seal: the cost of one copy in this list, a troop with its soldiers."""
        return self.card.cost if self.own_points is None else self.own_points // self.count

    @property
    def reprices(self) -> bool:
        """True if the seal differs from the card image: the cost is another or unknown."""
        return self.seal_points != self.card.cost or self.card.cost is None

    @property
    def bare(self) -> bool:
        """True if it carries nothing, so that several copies can share a line."""
        return all(row.card is None for row in self.rows)

    @property
    def single(self) -> bool:
        """True if a list can have only one card of its kind."""
        return words_of_game(self.card.game).is_single(self.card.document.get("kind"))

    @property
    def counts(self) -> bool:
        """True if the number of copies can be set here: unique creatures have only one."""
        return self.bare and (self.count > 1 or not self.card.unique)
