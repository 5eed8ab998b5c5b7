"""What champions take off the cost of creatures beside them, for certain and perhaps (206.1.a)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import inf
from typing import NamedTuple

from rulesapi.engine.conditions import Clause
from rulesapi.engine.guesses import Case, cases
from rulesapi.engine.model import LedgerLine, Pick, Wanting
from rulesapi.engine.rulesets.dnd_miniatures.cards import Creature2008
from rulesapi.engine.rulesets.dnd_miniatures.clauses import Champion, among

MOST_IN_DOUBT = 8
"""Of more cards that may be champions or not, what they do together is not looked at, but what each could do."""

Leading = Mapping[Creature2008, bool]
"""Which of the cards that may be champions are taken to be such."""


class Offer(NamedTuple):
    """Points that may be taken off a creature: if its clauses hold for it, and if its dealer is a champion.

    `dealer` is `None` where that is certain. Of a card whose discounts are not known the points are without bound, and
    may as well be none.
    """

    points: float
    clauses: tuple[Clause, ...]
    dealer: Creature2008 | None

    def holds(self, case: Case, leading: Leading) -> bool:
        """Whether it is taken off in that case."""
        return (self.dealer is None or leading[self.dealer]) and all(map(case.holds, self.clauses))


class Discounts:
    """What the `dealers` take off one pick: the ledger's `lines`, what they leave of each, and what is `open`."""

    def __init__(self, pick: Pick, dealers: Iterable[Pick]) -> None:
        self.pick = pick
        self.lines: list[LedgerLine] = []
        self.wanting: list[Wanting] = []
        self.open: list[Offer] = []
        self.left: int = pick.card.cost or 0
        for dealer in dealers:
            if dealer.card.discounts is None:
                self._not_known(dealer)
            else:
                for _ in range(dealer.copies):
                    self._by(dealer)

    @property
    def taken(self) -> int:
        """What is taken off all copies for certain."""
        return ((self.pick.card.cost or 0) - self.left) * self.pick.copies

    def off(self, case: Case, leading: Leading) -> tuple[int, int]:
        """The least and the most that is taken off as well in one case of what is not known."""
        points = [one.points for one in self.open if one.holds(case, leading)]
        least, most = (min(self.left, sum(some)) for some in ([one for one in points if one < inf], points))
        return int(least) * self.pick.copies, int(most) * self.pick.copies

    def _not_known(self, dealer: Pick) -> None:
        facts = ["/discounts"] if dealer.card.leader else ["/champion", "/discounts"]
        self.wanting += [Wanting(dealer.card.slug, fact, dealer.at) for fact in facts]
        self.open.append(Offer(inf, (), None if dealer.card.leader else dealer.card))

    def _by(self, dealer: Pick) -> None:
        """What one copy of a dealer takes off each creature."""
        card = dealer.card
        for row in card.discounts:
            answer, facts = among(row.whom, self.pick.card)
            if answer and card.leader:
                less = min(row.points, self.left)
                self.left -= less
                self.lines.append(discount(self.pick, card.slug, less))
            elif answer is not False:
                clauses = tuple(clause for clause in row.whom if clause.answer(self.pick.card) is None)
                self.open.append(Offer(row.points, clauses, None if card.leader else card))
                self.wanting += [Wanting(self.pick.card.slug, fact, self.pick.at) for fact in facts]
                self.wanting += [] if card.leader else [Wanting(card.slug, "/champion", dealer.at)]


def discount(pick: Pick, by: str, less: int) -> LedgerLine:
    """The ledger's line of what is taken off each copy of a pick."""
    line: LedgerLine = {"at": pick.at, "card": by, "reason": "discount", "points": -less * pick.copies}
    return line if pick.copies == 1 else {**line, "each": -less}


def span(some: Sequence[Discounts]) -> tuple[int, int]:
    """The least and the most that what is open comes to: one card is the same wherever it stands."""
    by_card: dict[Creature2008, list[Discounts]] = {}
    for one in some:
        by_card.setdefault(one.pick.card, []).append(one)
    doubtful = list(dict.fromkeys(offer.dealer for one in some for offer in one.open if offer.dealer))
    if len(doubtful) > MOST_IN_DOUBT:
        return 0, sum(one.off(Case({}, favourable=True), dict.fromkeys(doubtful, True))[1] for one in some)
    spans = [
        [_of_card(card, of, dict(zip(doubtful, leading, strict=True))) for card, of in by_card.items()]
        for leading in _ways_to_lead(len(doubtful), some)
    ]
    return (
        min(sum(least for least, _ in of_each) for of_each in spans),
        max(sum(most for _, most in of_each) for of_each in spans),
    )


def _ways_to_lead(doubtful: int, some: Sequence[Discounts]) -> Iterable[tuple[bool, ...]]:
    """Which of so many cards in doubt may lead, as far as it matters to the least and the most that is taken off.

    Each that leads takes off something or nothing, so the most is when all do and the least when none does, unless
    something is taken off for champions alone.
    """
    asked = (clause for one in some for offer in one.open for clause in offer.clauses)
    if any(clause.word.fact == Champion.fact for clause in asked):
        return product((True, False), repeat=doubtful)
    return dict.fromkeys(((True,) * doubtful, (False,) * doubtful))


def _of_card(card: Creature2008, some: Sequence[Discounts], leading: Leading) -> tuple[int, int]:
    """The least and the most that may be taken off the copies of one card, wherever they stand."""
    asked = (clause for one in some for offer in one.open for clause in offer.clauses)
    led = leading.get(card)
    offs = [
        [one.off(case, leading) for one in some]
        for case in cases(asked)
        if led is None or case.facts.get(Champion.fact, led) is led
    ]
    return min(sum(least for least, _ in of) for of in offs), max(sum(most for _, most in of) for of in offs)
