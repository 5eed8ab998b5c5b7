"""What a warband costs: the points paid, which a card may lower; what is printed on a creature stays what it is."""

from __future__ import annotations

from math import inf

from rulesapi.engine.formats import Format
from rulesapi.engine.model import LedgerLine, Pick, Price, Wanting
from rulesapi.engine.reading import Lines
from rulesapi.engine.rulesets.dnd_miniatures.clauses import among


def price(lines: Lines, chosen: Format) -> Price:
    """The ledger of a warband, with the least and the most that it can cost; it is the same in every format.

    Several discounts add up; nobody is paid for a creature that would cost less than nothing.
    """
    written: list[LedgerLine] = []
    wanting: list[Wanting] = []
    known, off, settled = 0, 0, True
    dealers = [pick for pick in lines.picks if pick.card.discounts != () and pick.card.leader is not False]
    for pick in lines.picks:
        card, copies = pick.card, pick.copies
        beside = [dealer for dealer in dealers if player(dealer) == player(pick)]
        if card.cost is None:
            written.append({"at": pick.at, "card": card.slug, "reason": "printed", "points": None})
            wanting.append(Wanting(card.slug, "/cost", pick.at))
            wanting += _Discounts(pick, beside).wanting
            settled = False
            continue
        line: LedgerLine = {"at": pick.at, "card": card.slug, "reason": "printed", "points": card.cost * copies}
        written.append(line if copies == 1 else {**line, "each": card.cost})
        known += card.cost * copies
        if beside:
            discounts = _Discounts(pick, beside)
            written += discounts.lines
            wanting += discounts.wanting
            known -= discounts.taken
            off += discounts.possible
    total = known if settled and not off else None
    return Price(tuple(written), total, known - off, known if settled else None, tuple(wanting))


def player(pick: Pick) -> str:
    """The place of the list that a pick is of: a card takes off nothing for another player of a team."""
    return pick.at.rpartition("/picks/")[0]


class _Discounts:
    """What cards take off one pick: `taken` for certain, `possible` as well while facts are `wanting`."""

    def __init__(self, pick: Pick, dealers: list[Pick]) -> None:
        self.lines: list[LedgerLine] = []
        self.wanting: list[Wanting] = []
        self.taken = self.possible = 0
        self.could: float = 0
        rest = pick.card.cost or 0
        for dealer in dealers:
            for _ in range(dealer.copies):
                rest -= self._by(dealer, pick, rest)
        self.possible = int(min(rest, self.could)) * pick.copies

    def _by(self, dealer: Pick, pick: Pick, rest: int) -> int:
        """Write what one dealer takes off each creature; returns it."""
        card, taken = dealer.card, 0
        if card.discounts is None:
            facts = ["/discounts"] if card.leader else ["/champion", "/discounts"]
            self.wanting += [Wanting(card.slug, fact, dealer.at) for fact in facts]
            self.could = inf
            return 0
        for row in card.discounts:
            answer, facts_ = among(row.whom, pick.card)
            if answer and card.leader:
                less = min(row.points, rest - taken)
                taken += less
                self.taken += less * pick.copies
                self._write(pick, card.slug, less)
            elif answer is not False:
                self.could += row.points
                self.wanting += [Wanting(pick.card.slug, fact, pick.at) for fact in facts_]
                self.wanting += [Wanting(card.slug, "/champion", dealer.at)] if card.leader is None else []
        return taken

    def _write(self, pick: Pick, by: str, less: int) -> None:
        line: LedgerLine = {"at": pick.at, "card": by, "reason": "discount", "points": -less * pick.copies}
        self.lines.append(line if pick.copies == 1 else {**line, "each": -less})
