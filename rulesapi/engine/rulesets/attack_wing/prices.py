"""What a legion costs: the number on each card, or on a troop's top token, and what card texts add.

A line without points is a price that is not known. Where a part of it is known, that part is a line of its own, so that
the known lines always sum to the least that the legion can cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulesapi.engine.model import Carried, CostEach, Creature, LedgerLine, Pick, Price, Wanting
from rulesapi.engine.names import place_order
from rulesapi.engine.reading import Lines

MOST_SOLDIERS = 6


@dataclass(slots=True)
class _Tally:
    """The ledger while it is written. `slack` is what the open lines can come to; `None` when that has no bound."""

    lines: list[LedgerLine] = field(default_factory=list)
    wanting: list[Wanting] = field(default_factory=list)
    slack: int | None = 0

    def open(self, line: LedgerLine, wanting: Sequence[Wanting], at_most: int | None = None) -> None:
        """Write a line whose points are not known, and the facts it waits for."""
        self.lines.append(line)
        self.wanting += wanting
        self.slack = None if self.slack is None or at_most is None else self.slack + at_most


def price(lines: Lines) -> Price:
    """The ledger of a legion, with the least and the most that it can cost."""
    tally = _Tally()
    families: dict[frozenset[str], tuple[int, list[Carried]]] = {}
    for pick in lines.picks:
        _creature(tally, pick)
        for carried in pick.carried:
            _upgrade(tally, carried)
            if carried.card.cost_each is not None:
                _for_each(tally, carried, carried.card.cost_each, lines.carried, families)
            if carried.card.penalties != ():
                _penalties(tally, carried, pick)
    for carried in lines.loose:
        _upgrade(tally, carried)
        if carried.card.cost_each is not None:
            _for_each(tally, carried, carried.card.cost_each, lines.carried, families)
    if lines.loose:
        tally.lines.sort(key=lambda line: place_order(line.at))
    known = sum(line.points for line in tally.lines if line.points)
    settled = all(line.points is not None for line in tally.lines)
    ceiling = None if tally.slack is None else known + tally.slack
    return Price(tuple(tally.lines), known if settled else None, known, ceiling, tuple(tally.wanting))


def _creature(tally: _Tally, pick: Pick) -> None:
    """The creature's number, or the one on a troop's top token (p. 30), for each copy."""
    at, card, copies = pick.at, pick.card, pick.copies
    reason, fact, each = "printed", "/cost", card.cost
    if pick.soldiers > 1 and card.troop is not False:
        reason, fact, each = _top_token(card, pick.soldiers)
    if each is None:
        tally.open(LedgerLine(at, card.slug, reason, None), [Wanting(card.slug, fact, at)])
    elif copies > 1:
        tally.lines.append(LedgerLine(at, card.slug, reason, each * copies, each))
    else:
        tally.lines.append(LedgerLine(at, card.slug, reason, each))


def _top_token(card: Creature, soldiers: int) -> tuple[str, str, int | None]:
    """Reason, fact and price of a troop; one that is too large is priced like the largest there is."""
    if card.troop is None:
        return "troop-cost", "/troop", None
    if card.costs is None:
        return "troop-cost", "/costs", None
    token = str(min(soldiers, MOST_SOLDIERS))
    return "troop-cost", f"/costs/{token}", card.costs[token]


def _upgrade(tally: _Tally, carried: Carried) -> None:
    """The upgrade's number; none when it is 0 because the card's text says what it costs."""
    at, card = carried.at, carried.card
    if card.cost is None:
        tally.open(LedgerLine(at, card.slug, "printed", None), [Wanting(card.slug, "/cost", at)])
    elif card.cost or card.cost_each is None:
        tally.lines.append(LedgerLine(at, card.slug, "printed", card.cost))


def _for_each(
    tally: _Tally,
    carried: Carried,
    each: CostEach,
    everything: Sequence[Carried],
    families: dict[frozenset[str], tuple[int, list[Carried]]],
) -> None:
    """So much for each upgrade of a family in the legion; `families` remembers how many there are."""
    if each.family not in families:
        families[each.family] = _family(each.family, everything)
    sure, open_ = families[each.family]
    at, slug = carried.at, carried.card.slug
    if sure:
        tally.lines.append(LedgerLine(at, slug, "cost-each", each.cost * sure))
    if open_:
        wanting = [Wanting(other.card.slug, "/keywords", other.at) for other in open_]
        tally.open(LedgerLine(at, slug, "cost-each", None), wanting, each.cost * len(open_))


def _family(family: frozenset[str], everything: Sequence[Carried]) -> tuple[int, list[Carried]]:
    """How many upgrades are of the family, and those that may be."""
    sure = sum(1 for carried in everything if carried.card.keywords and not family.isdisjoint(carried.card.keywords))
    return sure, [carried for carried in everything if carried.card.keywords is None]


def _penalties(tally: _Tally, carried: Carried, pick: Pick) -> None:
    """Points added when the bearer is not what the card asks for (p. 29)."""
    at, card = carried.at, carried.card
    if card.penalties is None:
        tally.open(LedgerLine(at, card.slug, "cost-penalty", None), [Wanting(card.slug, "/penalties", at)])
        return
    for penalty in card.penalties:
        saved = penalty.unless.answer(pick.card)
        if saved is None:
            wanting = [Wanting(pick.card.slug, penalty.unless.word.fact, pick.at)]
            tally.open(LedgerLine(at, card.slug, "cost-penalty", None), wanting, penalty.cost)
        elif not saved:
            tally.lines.append(LedgerLine(at, card.slug, "cost-penalty", penalty.cost))
