"""The integer program for a list whose cards carry nothing and cost points: how many copies of each card are added.

Its rows never exclude a legal list. They may admit lists that are not legal: the search judges each and forbids it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.house_rules import Allowance
from rulesapi.engine.core.legion import Pick
from rulesapi.engine.core.solver_bounds import Bound, CardCountBound, OneSideBound, SolverBound, Waives
from rulesapi.engine.values.model import Card, OwnedCopies
from rulesapi.solver.helping_cards import Help
from rulesapi.solver.integer_program import NO_UPPER_BOUND, IntegerProgram, limit_may_count


@dataclass(frozen=True, slots=True)
class OfferedCard:
    """A card that may be added: the points of one copy, and the least and most copies to add."""

    card: Card
    points: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """A set of added copies that is illegal together unless one of `helpers` is added, too."""

    copies: Mapping[Card, int]
    helpers: frozenset[Card]


@dataclass(frozen=True, slots=True)
class PricedFrame:
    """The constraints of every completion: bounds of the rules, points left, the collection, limits of house rules.

    `standing` are the picks of the list. `worth` is the worth of a point.
    """

    bounds: Collection[Bound]
    format: Format
    limit: int | None
    points_left: int
    worth: int
    standing: Sequence[Pick]
    owned: OwnedCopies | None
    allowances: Sequence[Allowance]


def room_left(bound: Bound, frame: PricedFrame) -> int | None:
    """Return how many more cards a rule about their number allows; None for other rules and without a maximum."""
    most = bound.most(frame.format, frame.limit) if isinstance(bound, CardCountBound) else None
    if most is None or not isinstance(bound, CardCountBound):
        return None
    return max(0, most - sum(pick.copies for pick in frame.standing if bound.counts(pick, frame.format)))


@dataclass(slots=True)
class PricedProgram:
    """The model of the cards that may be added: one column for the copies of each.

    `helps` has the ways to help each card that needs help, including cards already in the list.
    """

    frame: PricedFrame
    offered: Sequence[OfferedCard]
    helps: Mapping[Card, Sequence[Help]]
    conflicts: Iterable[Conflict]
    model: IntegerProgram = field(default_factory=IntegerProgram)
    columns: dict[Card, int] = field(default_factory=dict)
    standing: dict[Card, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        frame, model = self.frame, self.model
        for pick in frame.standing:
            self.standing[pick.card] = self.standing.get(pick.card, 0) + pick.copies
        for one in self.offered:
            self.columns[one.card] = model.column(one.least, one.most, frame.worth * one.points)
        model.row({self.columns[one.card]: one.points for one in self.offered}, frame.points_left)
        for bound in frame.bounds:
            if isinstance(bound, CardCountBound):
                self._count(bound)
            elif isinstance(bound, OneSideBound):
                self._sides(bound)
        for allowance in frame.allowances:
            self._allow(allowance)
        if frame.owned is not None and SolverBound.OWNED in frame.bounds:
            self._own(frame.owned)
        for card, helps in self.helps.items():
            self._help(card, helps)
        for conflict in self.conflicts:
            self._forbid(conflict)

    # -- rows ------------------------------------------------------------------------------------------------------

    def _allow(self, limit: Allowance) -> None:
        if limit.per == "legion":
            counted = [card for card in dict.fromkeys((*self.columns, *self.standing)) if limit_may_count(limit, card)]
            already = sum(self.standing.get(card, 0) for card in counted)
            columns = {self.columns[card]: 1.0 for card in counted if card in self.columns}
            self.model.row(columns, max(0, limit.at_most - already))

    def _own(self, owned: OwnedCopies) -> None:
        for card, column in self.columns.items():
            self.model.row({column: 1}, max(0, owned.get(card, 0) - self.standing.get(card, 0)))

    def _waivers(self, card: Card, waives: Waives) -> list[int] | None:
        """Return the columns of the cards that waive a rule for a card; None if the list already has such a card."""
        if any(waives(card, by) for by in self.standing):
            return None
        return [column for by, column in self.columns.items() if waives(card, by)]

    def _count(self, bound: CardCountBound) -> None:
        most = bound.most(self.frame.format, self.frame.limit)
        if most is None:
            return
        model, counted, already = self.model, dict[int, float](), 0
        standing: dict[Card, int] = {}
        for pick in self.frame.standing:
            if bound.counts(pick, self.frame.format):
                standing[pick.card] = standing.get(pick.card, 0) + pick.copies
        for card in dict.fromkeys((*standing, *self.columns)):
            if card in self.columns and not bound.counts(Pick("", card, 1, 1, (), {}), self.frame.format):
                continue
            waivers = self._waivers(card, bound.waives)
            if waivers is None:
                continue
            copies, column = standing.get(card, 0), self.columns.get(card)
            if not waivers:
                already += copies
                counted |= {} if column is None else {column: 1}
                continue
            high = copies + (0 if column is None else model.high[column])
            counting = model.column(0, high)
            counted[counting] = 1
            added = {} if column is None else {column: 1.0}
            self._sum({counting: -1.0}, added, dict.fromkeys(waivers, -float(high)), most=-copies)
        if already > most:
            self._never()
        model.row(counted, most - already)

    def _sides(self, bound: OneSideBound) -> None:
        model = self.model
        sides: dict[str, int] = {}
        for card in dict.fromkeys((*self.standing, *self.columns)):
            side = bound.side(card)
            waivers = self._waivers(card, bound.waives) if side is not None else None
            if side is None or waivers is None:
                continue
            if side not in sides:
                sides[side] = model.column(0, 1)
            column, copies = self.columns.get(card), self.standing.get(card, 0)
            high = copies + (0 if column is None else model.high[column])
            if high:
                added = {} if column is None else {column: 1.0}
                self._sum(added, {sides[side]: -float(high)}, dict.fromkeys(waivers, -float(high)), most=-copies)
        model.row(dict.fromkeys(sides.values(), 1), 1)

    def _help(self, card: Card, helps: Sequence[Help]) -> None:
        """Let a card be in the list only with cards that help it."""
        model, column, copies = self.model, self.columns.get(card), self.standing.get(card, 0)
        helping: dict[int, float] = {}
        for group in helps:
            if any(one not in self.columns for one in group):
                continue
            if len(group) == 1 and card not in group:
                (one,) = group
                helping[self.columns[one]] = 1
                continue
            met = model.column(0, 1)
            helping[met] = 1
            for one in group:
                needed = 2 - copies if one is card else 1
                model.row({met: max(needed, 0), self.columns[one]: -1}, 0)
        if copies:
            self._sum(dict.fromkeys(helping, -1.0), most=-1)
        elif column is not None and model.high[column]:
            there = model.column(0, 1)
            model.row({column: 1, there: -model.high[column]}, 0)
            self._sum({there: 1.0}, dict.fromkeys(helping, -1.0), most=0)

    def _forbid(self, conflict: Conflict) -> None:
        if not self.columns.keys() >= conflict.copies.keys():
            return
        model = self.model
        helping = {self.columns[card]: -1.0 for card in conflict.helpers if card in self.columns}
        if len(conflict.copies) == 1:
            ((card, copies),) = conflict.copies.items()
            column = self.columns[card]
            more = model.high[column] - copies + 1
            self._sum({column: 1.0}, {one: more * count for one, count in helping.items()}, most=copies - 1)
            return
        reached: dict[int, float] = {}
        for card, copies in conflict.copies.items():
            column, there = self.columns[card], model.column(0, 1)
            model.row({column: 1, there: -(model.high[column] - copies + 1)}, copies - 1)
            reached[there] = 1
        self._sum(reached, helping, most=len(reached) - 1)

    def _sum(self, *terms: Mapping[int, float], most: float) -> None:
        """Add a row for the sum of these terms."""
        columns: dict[int, float] = {}
        for term in terms:
            for column, count in term.items():
                columns[column] = columns.get(column, 0) + count
        if columns:
            self.model.row(columns, most)
        elif most < 0:
            self._never()

    def _never(self) -> None:
        """Add a row that no list satisfies."""
        self.model.row({self.model.column(0, 0): 1}, NO_UPPER_BOUND, 1)
