"""Certain and possible discounts that champions give on the cost of other creatures (206.1.a).

Discounts of different champions add up. Whether the discounts of copies of one champion add up is an open question: two
identical effects on one number count once (706.2.a), but a discount does not change a creature's Cost (206.1.a).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import inf
from typing import Any, NamedTuple

from rulesapi.engine.core.conditions import Clause
from rulesapi.engine.core.legion import Pick
from rulesapi.engine.core.possibilities import Possibility, possibilities
from rulesapi.engine.games.dnd_miniatures.cards import Creature2008
from rulesapi.engine.games.dnd_miniatures.conditions import ChampionCondition, matches_all
from rulesapi.engine.games.dnd_miniatures.limit_rules import NeededFact, creature_count, picks_by_card
from rulesapi.engine.values.model import LedgerLine, MissingFact

IDENTICAL_DISCOUNTS, EACH_COPY, ONCE = "identical-discounts", "each-copy", "once"

MAX_UNCERTAIN = 8
"""The maximum number of uncertain champions whose combinations are examined. Above it, the range is only bounded."""

MAX_LINES = 20
"""The maximum number of discount lines per creature. After them, each card's remaining discount is one line."""

MAX_COMBINATIONS = 100_000
"""The maximum number of discount offers that are evaluated over all cases of the unknown facts."""

ChampionAssumption = Mapping[Creature2008, bool]
"""One case of the uncertain champions: for each card, whether it is a champion."""


class DiscountOffer(NamedTuple):
    """Points that may be taken off a creature if all clauses hold for it and its dealer is a champion.

    `dealer` is None if it certainly is a champion. For a card with unknown discounts, `points` is infinite and the
    discount may also be 0.
    """

    points: float
    clauses: tuple[Clause, ...]
    dealer: Creature2008 | None

    def holds(self, case: Possibility, leading: ChampionAssumption) -> bool:
        """Return whether the discount applies in that case."""
        return (self.dealer is None or leading[self.dealer]) and all(map(case.holds, self.clauses))


class Discounts:
    """The discounts of one player's dealers on one copy of a card. With `once`, each dealer's card counts once.

    `lines` holds the certain discounts in the order of the picks, and `left` the rest of the printed cost. `open` holds
    possible further discounts, and `unknown_effects` the offers of dealers with unknown discounts, which are alike for
    all cards. `own` are deciding facts of the card, `others` those of dealers.
    """

    def __init__(
        self,
        card: Any,
        dealers: Mapping[Creature2008, list[Pick]],
        in_a_row: Iterable[Pick],
        unknown_effects: Sequence[DiscountOffer],
        *,
        once: bool,
    ) -> None:
        self.unknown_effects = unknown_effects
        self.lines: list[tuple[str, int]] = []
        self.open: list[DiscountOffer] = []
        self.left: int = card.cost or 0
        self.own: dict[str, None] = {}
        self.others: list[NeededFact] = []
        sure: dict[Creature2008, list[int]] = {}
        for dealer, picks in dealers.items():
            if points := list(self._surely(dealer, 1 if once else creature_count(picks), card)):
                sure[dealer] = points
        if sure and self.left:
            self._take_off(sure, in_a_row, once=once)

    def _take_off(self, sure: dict[Creature2008, list[int]], in_a_row: Iterable[Pick], *, once: bool) -> None:
        """Add the lines of certain discounts. After `MAX_LINES` lines, each dealer's card has one line for the rest."""
        more: Counter[str] = Counter()
        for pick in in_a_row:
            points, copies = sure.get(pick.card, ()), pick.copies
            if once and points:
                copies = 1
                del sure[pick.card]
            while points and copies and self.left and len(self.lines) < MAX_LINES:
                copies -= 1
                for off in points:
                    if less := min(off, self.left):
                        self.left -= less
                        self.lines.append((pick.card.slug, less))
            if points and (less := min(self.left, sum(points) * copies)):
                self.left -= less
                more[pick.card.slug] += less
            if not self.left:
                break
        self.lines += more.items()

    def off(self, case: Possibility, leading: ChampionAssumption) -> tuple[int, int]:
        """Return the least and the most further discount on one copy in one case of the unknown facts.

        The least includes only known discounts.
        """
        least = most = min(self.left, sum([one.points for one in self.open if one.holds(case, leading)]))
        if self.may_be_free(leading):
            most = self.left
        return int(least), int(most)

    def may_be_free(self, leading: ChampionAssumption) -> bool:
        """Return whether a dealer with unknown discounts is a champion, so that it could take off all that is left."""
        return any(one.dealer is None or leading[one.dealer] for one in self.unknown_effects)

    @property
    def undecided(self) -> bool:
        """True if further discounts are possible."""
        return bool(self.open or self.unknown_effects)

    def _surely(self, dealer: Creature2008, copies: int, card: Any) -> Iterator[int]:
        """Yield the certain discounts of one copy of a dealer. Add possible discounts of all copies to `open`."""
        for row in dealer.discounts or ():
            answer, facts = matches_all(row.whom, card)
            if answer and dealer.leader:
                yield row.points
            elif answer is not False:
                clauses = tuple(clause for clause in row.whom if clause.truth_for(card) is None)
                self.open.append(DiscountOffer(row.points * copies, clauses, None if dealer.leader else dealer))
                self.own |= dict.fromkeys(facts)
                self.others += [] if dealer.leader else [(dealer, "/champion")]


class DiscountGivers:
    """The champions and possible champions of one player that give or may give discounts to others.

    The discounts on each card are computed once, and each fact of a dealer is reported once. With `once`, each dealer's
    card counts once.
    """

    def __init__(self, picks: Iterable[Pick], *, once: bool) -> None:
        self._in_a_row = list(picks)
        by_dealer = picks_by_card(self._in_a_row)
        self._picks = by_dealer
        self._said = {dealer: of for dealer, of in by_dealer.items() if dealer.discounts is not None}
        unknown_effects = [dealer for dealer in by_dealer if dealer.discounts is None]
        self._unknown_effects = [
            DiscountOffer(inf, (), None if dealer.leader else dealer) for dealer in unknown_effects
        ]
        self._needs = [need for dealer in unknown_effects for need in _giver_facts(dealer)]
        self._once = once
        self._discounts: dict[Creature2008, Discounts] = {}
        self._told: set[NeededFact] = set()

    def on(self, card: Creature2008) -> Discounts:
        """Return the discounts on a card."""
        if card not in self._discounts:
            self._discounts[card] = Discounts(card, self._said, self._in_a_row, self._unknown_effects, once=self._once)
        return self._discounts[card]

    def missing_facts(self, discounts: Discounts, pick: Pick) -> Iterator[MissingFact]:
        """Yield the facts that would decide the discounts on a pick. Facts of dealers are yielded only once."""
        for fact in discounts.own:
            yield MissingFact(pick.card.slug, fact, pick.at)
        needs, self._needs = [*self._needs, *discounts.others], []
        for need in needs:
            if need not in self._told:
                self._told.add(need)
                dealer, fact = need
                yield from [MissingFact(dealer.slug, fact, one.at) for one in self._picks[dealer]]


def _giver_facts(card: Creature2008) -> list[NeededFact]:
    return [(card, "/discounts")] if card.leader else [(card, "/champion"), (card, "/discounts")]


def discount_line(pick: Pick, by: str, less: int) -> LedgerLine:
    """Return the ledger line of a discount on each copy of a pick."""
    line: LedgerLine = {"at": pick.at, "card": by, "reason": "discount", "points": -less * pick.copies}
    return line if pick.copies == 1 else {**line, "each": -less}


class OpenDiscount(NamedTuple):
    """The discounts on the copies of a card in one player's list."""

    card: Creature2008
    copies: int
    discounts: Discounts


class DiscountRange(NamedTuple):
    """The least and the most sum of open discounts. `most_stated` is the most by known discounts."""

    least: int
    most_stated: int
    most: int


NO_DISCOUNT = DiscountRange(0, 0, 0)


def discount_range(open_discounts: Sequence[OpenDiscount]) -> DiscountRange:
    """Return the range of the sum of open discounts. A card has the same facts in all lists.

    If there are too many cases, the range is only bounded from both sides. If the only open discounts are entirely
    unknown ones, the range is from 0 to all that is left, and no cases are examined.
    """
    if not any(one.discounts.open for one in open_discounts):
        free = [one.discounts.left * one.copies for one in open_discounts if one.discounts.unknown_effects]
        return DiscountRange(0, 0, sum(free))
    by_card: dict[Creature2008, list[OpenDiscount]] = {}
    for one in open_discounts:
        by_card.setdefault(one.card, []).append(one)
    unknown_effects = {id(one.discounts.unknown_effects): one.discounts.unknown_effects for one in open_discounts}
    offers = chain(
        chain.from_iterable(unknown_effects.values()), (offer for one in open_discounts for offer in one.discounts.open)
    )
    doubtful = list(dict.fromkeys(offer.dealer for offer in offers if offer.dealer))
    if len(doubtful) <= MAX_UNCERTAIN:
        assumptions = [
            dict(zip(doubtful, leading, strict=True))
            for leading in _champion_assumptions(len(doubtful), open_discounts)
        ]
        cases_by_card = {card: list(possibilities(_clauses(of))) for card, of in by_card.items()}
        evaluations = sum(
            len(cases_by_card[card]) * (len(one.discounts.open) + len(one.discounts.unknown_effects))
            for card, of in by_card.items()
            for one in of
        )
        if evaluations * len(assumptions) <= MAX_COMBINATIONS:
            spans = [
                [_discount_range_of_card(card, of, cases_by_card[card], leading) for card, of in by_card.items()]
                for leading in assumptions
            ]
            return DiscountRange(
                min(sum(span.least for span in of_each) for of_each in spans),
                max(sum(span.most_stated for span in of_each) for of_each in spans),
                max(sum(span.most for span in of_each) for of_each in spans),
            )
    favourable, leading = Possibility({}, assume_favourable=True), dict.fromkeys(doubtful, True)
    offs = [(one.discounts.off(favourable, leading), one.copies) for one in open_discounts]
    stated, most = (sum(off[which] * copies for off, copies in offs) for which in (0, 1))
    return DiscountRange(0, stated, most)


def _clauses(open_discounts: Iterable[OpenDiscount]) -> Iterator[Clause]:
    return (clause for one in open_discounts for offer in one.discounts.open for clause in offer.clauses)


def _champion_assumptions(doubtful: int, open_discounts: Sequence[OpenDiscount]) -> Iterable[tuple[bool, ...]]:
    """Return the cases of uncertain champions that matter for the least and the most discount.

    No champion gives a negative discount, so the most is with all of them and the least with none, unless some discount
    is for champions alone.
    """
    if any(clause.word.fact == ChampionCondition.fact for clause in _clauses(open_discounts)):
        return product((True, False), repeat=doubtful)
    return dict.fromkeys(((True,) * doubtful, (False,) * doubtful))


def _discount_range_of_card(
    card: Creature2008,
    open_discounts: Sequence[OpenDiscount],
    cases: Sequence[Possibility],
    leading: ChampionAssumption,
) -> DiscountRange:
    """Return the range of open discounts on the copies of one card in all lists."""
    if not any(one.discounts.open for one in open_discounts):  # only entirely unknown discounts are left
        most = sum(one.discounts.left * one.copies for one in open_discounts if one.discounts.may_be_free(leading))
        return DiscountRange(0, 0, most)
    led = leading.get(card)
    offs = [
        [(one.discounts.off(case, leading), one.copies) for one in open_discounts]
        for case in cases
        if led is None or case.facts.get(ChampionCondition.fact, led) is led
    ]
    stated = [sum(least * copies for (least, _), copies in of) for of in offs]
    return DiscountRange(min(stated), max(stated), max(sum(most * copies for (_, most), copies in of) for of in offs))
