"""The integer program for a list whose cards carry and cost nothing: the number of copies of each card.

Such a list has minimum sizes and maximum copies instead of points and slots. A completion has exactly as many cards as
the minimum sizes require, since each further card makes the others rarer; a repair may also remove cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from rulesapi.engine.core.house_rules import Allowance
from rulesapi.engine.core.solver_bounds import Bound, CopiesBound, DeckSizeBound, SolverBound, WaysOfUse
from rulesapi.engine.values.model import Card, OwnedCopies
from rulesapi.solver.integer_program import NO_UPPER_BOUND, IntegerProgram, limit_may_count

MAX_USES = 50_000
"""The maximum number of cards named by all ways of use; further cards' uses are not weighed."""


@dataclass(frozen=True, slots=True)
class DeckFrame:
    """The limits of a list regardless of its cards: solver bounds of its rules, its collection and its house rules.

    With `repair`, cards already in the list may be removed.
    """

    bounds: Collection[Bound]
    owned: OwnedCopies | None
    allowances: tuple[Allowance, ...]
    repair: bool

    @property
    def sizes(self) -> list[DeckSizeBound]:
        return [bound for bound in self.bounds if isinstance(bound, DeckSizeBound)]

    @property
    def limits_copies(self) -> list[CopiesBound]:
        return [bound for bound in self.bounds if isinstance(bound, CopiesBound)]


class DeckProgram:
    """The model of a list with the cards that may be added: one column per card, for its number of copies.

    `removed` are the columns for how many of the existing copies are removed. `barred` cards are in no legal list.
    """

    def __init__(
        self, frame: DeckFrame, standing: Mapping[Card, int], offered: Iterable[Card], barred: Collection[Card]
    ) -> None:
        self.frame, self.standing, self.barred = frame, standing, barred
        self.model = IntegerProgram()
        self.columns: dict[Card, int] = {}
        self.removed: dict[Card, int] = {}
        for card in dict.fromkeys((*standing, *offered)):
            self._column(card)
        for size in frame.sizes:
            self._size(size)
        for copies in frame.limits_copies:
            self._copies(copies)
        for allowance in frame.allowances:
            counted = {column: 1 for card, column in self.columns.items() if _may_count(allowance, card)}
            self.model.row(counted, allowance.at_most)

    def _column(self, card: Card) -> None:
        standing, model = self.standing.get(card, 0), self.model
        sizes = [size.most or size.least for size in self.frame.sizes if size.counts(card)]
        most = max(standing, min(sizes, default=0))
        if self.frame.owned is not None and SolverBound.OWNED in self.frame.bounds:
            most = min(most, self.frame.owned.get(card, 0))
        if not self.frame.repair:
            self.columns[card] = model.column(standing, max(most, standing))
            return
        self.columns[card] = model.column(0, 0 if card in self.barred else most)
        if standing:
            self.removed[card] = model.column(0, standing)
            model.row({self.columns[card]: -1, self.removed[card]: -1}, -standing)

    def _size(self, size: DeckSizeBound) -> None:
        """Add a row for the size: the current size or the minimum; for a repair, any size between minimum and
        maximum.
        """
        standing = sum(copies for card, copies in self.standing.items() if size.counts(card))
        most = min(max(size.least, standing), NO_UPPER_BOUND if size.most is None else size.most)
        counted = {column: 1 for card, column in self.columns.items() if size.counts(card)}
        if not counted:
            counted = {self.model.column(0, 0): 1}
        self.model.row(counted, most, size.least if self.frame.repair else most)

    def _copies(self, bound: CopiesBound) -> None:
        by_name: dict[str, dict[int, float]] = {}
        for card, column in self.columns.items():
            if bound.counts(card):
                by_name.setdefault(card.identity, {})[column] = 1
        for same in by_name.values():
            self.model.row(same, bound.number)

    # -- objectives ---------------------------------------------------------------------------------------------------

    def want_fewest_changes(self) -> dict[int, float]:
        """Minimize the changes; return the columns that count them with their coefficients, up to a constant."""
        changes: dict[int, float] = dict.fromkeys(self.columns.values(), 1)
        changes |= dict.fromkeys(self.removed.values(), 2)
        self._want({column: -int(count) for column, count in changes.items()})
        return changes

    def want_worth(self, worth: Callable[[Card], int]) -> dict[int, float]:
        """Maximize the worth of the cards; return the nonzero worth of each column."""
        worths = {column: worth(card) for card, column in self.columns.items()}
        self._want(worths)
        return {column: number for column, number in worths.items() if number}

    def want_uses(self, ways_of_use: WaysOfUse) -> None:
        """Maximize the number of cards that the other cards make usable."""
        wanted: dict[int, int] = {}
        cards, named = list(self.columns), 0
        for card, column in list(self.columns.items()):
            ways = ways_of_use(card, cards) if self.model.high[column] else None
            named += sum(len(way.any_of) + len(way.sums) for way in ways or ())
            if ways is None or named > MAX_USES:
                continue
            most = self.model.high[column]
            used = self.model.column(0, most)
            wanted[used] = 1
            met: list[int] = []
            for way in ways:
                met.append(self.model.column(0, 1))
                self.model.row({met[-1]: 1, **{self.columns[one]: -1 for one in way.any_of}}, 0)
                if way.least > 0:
                    sums = {self.columns[one]: -number for one, number in way.sums.items()}
                    self.model.row({met[-1]: way.least, **sums}, 0)
            self.model.row({used: 1, column: -1}, 0)
            self.model.row({used: 1, **dict.fromkeys(met, -most)}, 0)
        self._want(wanted)

    def keep(self, sums: Mapping[int, float], values: Mapping[int, int]) -> None:
        """Fix the sum of these columns at its value in the solution."""
        found = sum(count * values.get(column, 0) for column, count in sums.items())
        self.model.row(sums, found, found)

    def _want(self, worths: Mapping[int, int]) -> None:
        self.model.worth = [worths.get(column, 0) for column in range(len(self.model.low))]


def _may_count(allowance: Allowance, card: Card) -> bool:
    """Return whether a limit counts a card or might; no list is legal while an unknown fact decides that."""
    return allowance.per == "legion" and limit_may_count(allowance, card)
