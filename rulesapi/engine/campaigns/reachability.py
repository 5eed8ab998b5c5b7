"""Reachability of the outcomes of an adventure, found by trying each way in which its sides can end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, permutations, product

from rulesapi.engine.campaigns.adventures import ENDED, LEFT, Adventure, Condition, Report, Side, SideReport
from rulesapi.engine.campaigns.outcomes import held_outcomes

MAX_REPORTS = 100_000
"""Maximum number of ways to end that are tried, each under one reading of the open questions."""


@dataclass(frozen=True, slots=True)
class Reachability:
    """The unreachable paragraphs, and whether everything was tried."""

    unreachable: tuple[str, ...]
    complete: bool


def reachability_of(adventure: Adventure) -> Reachability:
    """Try each way in which an adventure can end, under every reading of its open questions."""
    missing = {outcome.paragraph for outcome in adventure.outcomes}
    tried = 0
    most = MAX_REPORTS // adventure.number_of_readings(adventure.deciding_questions)
    readings = adventure.readings(adventure.deciding_questions) if most else []
    for report in islice(_reports(adventure), most):
        tried += 1
        counted = adventure.counted(report)
        for settled in readings:
            missing.difference_update(
                outcome.paragraph for outcome, holds in held_outcomes(adventure, counted, settled) if holds
            )
    order = {outcome.paragraph: number for number, outcome in enumerate(adventure.outcomes)}
    return Reachability(tuple(sorted(missing, key=order.__getitem__)), tried < most)


def _reports(adventure: Adventure) -> Iterator[Report]:
    """Yield every complete report that conditions can distinguish."""
    asked = adventure.conditions
    names = list(adventure.sides)
    ordered = any(one.after or one.before for one in asked)
    of_each = [list(_side_reports(adventure, side, asked)) for side in adventure.sides.values()]
    for rows in product(*of_each):
        sides = dict(zip(names, rows, strict=True))
        ended = [name for name in names if sides[name].end in ENDED]
        for order in permutations(ended) if ordered else [tuple(ended)]:
            yield Report(sides, order)


def _side_reports(adventure: Adventure, side: Side, asked: Sequence[Condition]) -> Iterator[SideReport]:
    """Yield every end of a side that conditions on it can distinguish."""
    mine = [one for one in asked if one.side == side.slug]
    marks = {mark for one in mine for mark in (one.least_health, one.most_health) if mark is not None}
    healths = sorted({*marks, *(mark + 1 for mark in marks), *(mark - 1 for mark in marks if mark)} | {0})
    exits = side.exits if any(one.exits is not None for one in mine) else side.exits[:1]
    tokens = sorted({token for one in mine for token in one.tokens or ()})
    most = min(len(tokens), adventure.most_held)
    held = [frozenset(some) for size in range(most + 1) for some in combinations(tokens, size)]
    for end, health, holds in product(side.ends, healths, held):
        for way in exits or (None,) if end == LEFT else (None,):
            yield SideReport(end, way, health, holds)
