"""What champions take off the cost of creatures beside them, for certain and perhaps (206.1.a).

Discounts of different champions add up. Whether those of copies of one champion do is an open question: two identical
effects on one number count once (706.2.a), but a creature's Cost is no number that a discount changes (206.1.a).
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
"""Of more cards that may be champions or not, what they do together is not looked at, but what each could do."""

MAX_LINES = 20
"""So many lines of discounts a creature gets in the ledger, before what each card still takes off is one line."""

MAX_COMBINATIONS = 100_000
"""So many offers are looked at for what is taken off together, over all cases of what is not known."""

ChampionAssumption = Mapping[Creature2008, bool]
"""Which of the cards that may be champions are taken to be such."""


class DiscountOffer(NamedTuple):
    """Points that may be taken off a creature: if its clauses hold for it, and if its dealer is a champion.

    `dealer` is `None` where that is certain. Of a card whose discounts are not known the points are without bound, and
    may as well be none.
    """

    points: float
    clauses: tuple[Clause, ...]
    dealer: Creature2008 | None

    def holds(self, case: Possibility, leading: ChampionAssumption) -> bool:
        """Whether it is taken off in that case."""
        return (self.dealer is None or leading[self.dealer]) and all(map(case.holds, self.clauses))


class Discounts:
    """What the dealers of one player take off one copy of a card; with `once` each dealer's card does so only once.

    `lines` are what each takes off for certain, in the order of the picks, `left` what they leave of the printed cost.
    `open` is what may be taken off as well, and so is `unknown_effects`, what dealers offer every card alike whose
    discounts are not known. `own` are facts of the card that would tell, `others` those of dealers.
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
        """Write the lines of what dealers take off for certain; past so many lines one for all that a dealer's card
        still takes off."""
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
        """The least and the most that is taken off one copy as well in one case of what is not known.

        The least is what discounts that are known take off.
        """
        least = most = min(self.left, sum([one.points for one in self.open if one.holds(case, leading)]))
        if self.may_be_free(leading):
            most = self.left
        return int(least), int(most)

    def may_be_free(self, leading: ChampionAssumption) -> bool:
        """Whether a dealer whose discounts are not known leads, who could take off all that is left."""
        return any(one.dealer is None or leading[one.dealer] for one in self.unknown_effects)

    @property
    def undecided(self) -> bool:
        """Whether anything may be taken off as well."""
        return bool(self.open or self.unknown_effects)

    def _surely(self, dealer: Creature2008, copies: int, card: Any) -> Iterator[int]:
        """What one copy of a dealer takes off for certain; what so many of them take off perhaps is kept as open."""
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
    """The champions of one player, and cards that may be such, that take something off others, or may.

    Each card is asked about once, and each fact of a dealer told once. `once` is as `Discounts` has it.
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
        """What they take off a card."""
        if card not in self._discounts:
            self._discounts[card] = Discounts(card, self._said, self._in_a_row, self._unknown_effects, once=self._once)
        return self._discounts[card]

    def missing_facts(self, discounts: Discounts, pick: Pick) -> Iterator[MissingFact]:
        """The facts that would tell what is taken off a pick; those of dealers where they were not told before."""
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
    """The ledger's line of what is taken off each copy of a pick."""
    line: LedgerLine = {"at": pick.at, "card": by, "reason": "discount", "points": -less * pick.copies}
    return line if pick.copies == 1 else {**line, "each": -less}


class OpenDiscount(NamedTuple):
    """What may be taken off so many copies of a card in the list of one player."""

    card: Creature2008
    copies: int
    discounts: Discounts


class DiscountRange(NamedTuple):
    """The least and the most that what is open comes to; `most_stated` is the most by discounts that are known."""

    least: int
    most_stated: int
    most: int


NO_DISCOUNT = DiscountRange(0, 0, 0)


def discount_range(some: Sequence[OpenDiscount]) -> DiscountRange:
    """What the open discounts come to: one card is the same wherever it stands.

    Where there would be too much to look at it is bounded from both sides. Where discounts are not known at all, and
    no other is open, nothing may be taken off or all that is left, which takes no looking at cases.
    """
    if not any(one.discounts.open for one in some):
        free = [one.discounts.left * one.copies for one in some if one.discounts.unknown_effects]
        return DiscountRange(0, 0, sum(free))
    by_card: dict[Creature2008, list[OpenDiscount]] = {}
    for one in some:
        by_card.setdefault(one.card, []).append(one)
    unknown_effects = {id(one.discounts.unknown_effects): one.discounts.unknown_effects for one in some}
    offers = chain(
        chain.from_iterable(unknown_effects.values()), (offer for one in some for offer in one.discounts.open)
    )
    doubtful = list(dict.fromkeys(offer.dealer for offer in offers if offer.dealer))
    if len(doubtful) <= MAX_UNCERTAIN:
        assumptions = [
            dict(zip(doubtful, leading, strict=True)) for leading in _champion_assumptions(len(doubtful), some)
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
    offs = [(one.discounts.off(favourable, leading), one.copies) for one in some]
    stated, most = (sum(off[which] * copies for off, copies in offs) for which in (0, 1))
    return DiscountRange(0, stated, most)


def _clauses(some: Iterable[OpenDiscount]) -> Iterator[Clause]:
    return (clause for one in some for offer in one.discounts.open for clause in offer.clauses)


def _champion_assumptions(doubtful: int, some: Sequence[OpenDiscount]) -> Iterable[tuple[bool, ...]]:
    """Which of so many cards in doubt may lead, as far as it matters to the least and the most that is taken off.

    Each that leads takes off something or nothing, so the most is when all do and the least when none does, unless
    something is taken off for champions alone.
    """
    if any(clause.word.fact == ChampionCondition.fact for clause in _clauses(some)):
        return product((True, False), repeat=doubtful)
    return dict.fromkeys(((True,) * doubtful, (False,) * doubtful))


def _discount_range_of_card(
    card: Creature2008, some: Sequence[OpenDiscount], cases: Sequence[Possibility], leading: ChampionAssumption
) -> DiscountRange:
    """What may be taken off the copies of one card, wherever they stand."""
    if not any(one.discounts.open for one in some):  # every case is alike: only what is not known at all is left
        most = sum(one.discounts.left * one.copies for one in some if one.discounts.may_be_free(leading))
        return DiscountRange(0, 0, most)
    led = leading.get(card)
    offs = [
        [(one.discounts.off(case, leading), one.copies) for one in some]
        for case in cases
        if led is None or case.facts.get(ChampionCondition.fact, led) is led
    ]
    stated = [sum(least * copies for (least, _), copies in of) for of in offs]
    return DiscountRange(min(stated), max(stated), max(sum(most * copies for (_, most), copies in of) for of in offs))
