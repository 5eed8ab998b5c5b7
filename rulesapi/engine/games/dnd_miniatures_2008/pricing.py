"""Prices of warbands: the points paid, which a card may lower. The printed cost of a creature does not change."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.legion import Lines, Pick
from rulesapi.engine.games.dnd_miniatures.cards import Creature2008
from rulesapi.engine.games.dnd_miniatures.conditions import matches_all
from rulesapi.engine.games.dnd_miniatures_2008.discounts import (
    EACH_COPY,
    IDENTICAL_DISCOUNTS,
    NO_DISCOUNT,
    ONCE,
    DiscountGivers,
    Discounts,
    OpenDiscount,
    discount_line,
    discount_range,
)
from rulesapi.engine.values.model import Card, LedgerLine, MissingFact, Price, PriceDelta


def price(lines: Lines, chosen: Format) -> Price:
    """Return the ledger of a warband, with its minimum and maximum cost and the known part.

    If it is open whether copies of one champion give their discount more than once, the minimum counts every copy and
    the maximum counts one. Each such champion then has a line without points.
    """
    dealing = _discount_givers(lines)
    doubled, interpretation = _repeated_among(dealing), chosen.interpretations.get(IDENTICAL_DISCOUNTS)
    if not doubled or interpretation == EACH_COPY:
        return _price(lines, dealing, once=False)
    once = _price(lines, dealing, once=True)
    if interpretation == ONCE:
        return once
    each = _price(lines, dealing, once=False)
    players = dict.fromkeys(map(player_place, doubled))
    open_ = {at for at in players if _interpretations_differ(lines, at, each, once)}
    if not open_:
        return each
    perhaps = [_unknown_discount_line(pick) for pick in doubled if player_place(pick) in open_]
    return Price((*once.lines, *perhaps), None, each.known, once.upper_bound, once.missing_facts, each.least)


def _interpretations_differ(lines: Lines, player: str, each: Price, once: Price) -> bool:
    """Return whether the readings with the prices `each` and `once` give different prices for one player."""
    own = tuple(pick for pick in lines.picks if player_place(pick) == player)
    if len(own) < len(lines.picks):
        of_player = replace(lines, picks=own)
        dealing = _discount_givers(of_player)
        each, once = _price(of_player, dealing, once=False), _price(of_player, dealing, once=True)
    return (each.known, each.least, each.upper_bound) != (once.known, once.least, once.upper_bound)


def repeated_givers(lines: Lines) -> list[Pick]:
    """Return the picks of champions and possible champions with discounts of which a player has several copies."""
    return _repeated_among(_discount_givers(lines))


def _repeated_among(dealing: list[Pick]) -> list[Pick]:
    dealers = [pick for pick in dealing if pick.card.discounts is not None]
    if not dealers:
        return []
    copies: Counter[tuple[str, Card]] = Counter()
    for pick in dealers:
        copies[player_place(pick), pick.card] += pick.copies
    return [pick for pick in dealers if copies[player_place(pick), pick.card] > 1]


def _price(lines: Lines, dealing: list[Pick], *, once: bool) -> Price:
    """Return the price by one reading: each card of `dealing` gives its discount once, or once per copy.

    Discounts of different cards add up, and no creature costs less than 0 points. If a discount is certain but not its
    source, its line is at the first creature of the player that it may apply to. An unknown discount is a line without
    points at the card that may give it.
    """
    written: list[LedgerLine] = []
    missing_facts: list[MissingFact] = []
    known, settled = 0, True
    open_: dict[str, _OpenDiscounts] = {}
    by_player: dict[str, list[Pick]] = {}
    for dealer in dealing:
        by_player.setdefault(player_place(dealer), []).append(dealer)
    dealers = {at: DiscountGivers(picks, once=once) for at, picks in by_player.items()}
    for pick in lines.picks:
        cost, copies = pick.card.cost, pick.copies
        line: LedgerLine = {"at": pick.at, "card": pick.card.slug, "reason": "printed", "points": None}
        if cost is None:
            missing_facts.append(MissingFact(pick.card.slug, "/cost", pick.at))
            settled = False
        else:
            line["points"] = cost * copies
            known += cost * copies
        written.append(line if copies == 1 or cost is None else {**line, "each": cost})
        if dealers and (discount_giver := dealers.get(player_place(pick))):
            discounts = discount_giver.on(pick.card)
            missing_facts += discount_giver.missing_facts(discounts, pick)
            if cost is not None:
                written += [discount_line(pick, by, less) for by, less in discounts.lines]
                known -= (cost - discounts.left) * copies
                if discounts.undecided:
                    open_.setdefault(player_place(pick), _OpenDiscounts(pick)).add(pick, discounts)
    if not dealing:
        total = known if settled else None
        return Price(tuple(written), total, known, total, tuple(missing_facts), known)
    spans = {at: discount_range(some.of_each) for at, some in open_.items()}
    if len(spans) > 1:  # a card has the same facts in the lists of all players
        off = discount_range([one for some in open_.values() for one in some.of_each])
    else:
        off = next(iter(spans.values()), NO_DISCOUNT)
    written += (_shared_discount_line(open_[at].first, span.least) for at, span in spans.items() if span.least)
    waiting = {at for at, span in spans.items() if span.least != span.most}
    written += (
        _unknown_discount_line(dealer)
        for dealer in dealing
        if dealer.card.discounts is None and player_place(dealer) in waiting
    )
    total = known - off.most if settled and not waiting else None
    upper_bound = known - off.least if settled else None
    return Price(tuple(written), total, known - off.most_stated, upper_bound, tuple(missing_facts), known - off.most)


class _OpenDiscounts:
    """The open discounts on one player's creatures, keyed by card. `first` is the first pick with an open discount."""

    def __init__(self, first: Pick) -> None:
        self.first = first
        self._copies: Counter[Creature2008] = Counter()
        self._discounts: dict[Creature2008, Discounts] = {}

    def add(self, pick: Pick, discounts: Discounts) -> None:
        self._copies[pick.card] += pick.copies
        self._discounts[pick.card] = discounts

    @property
    def of_each(self) -> list[OpenDiscount]:
        """The open discounts, each card once."""
        return [OpenDiscount(card, copies, self._discounts[card]) for card, copies in self._copies.items()]


def _discount_givers(lines: Lines) -> list[Pick]:
    """Return the picks that give or may give discounts to other creatures."""
    return [pick for pick in lines.picks if pick.card.discounts != () and _gives_discount(pick.card)]


def _gives_discount(card: Any) -> bool:
    return card.discounts != () and card.leader is not False


def price_delta(lines: Lines) -> PriceDelta:
    """Return a function that prices one more creature: its printed cost, or None if a discount may matter."""
    rows = [pick.card.discounts for pick in _discount_givers(lines)]

    def added(card: Card) -> int | None:
        if not isinstance(card, Creature2008) or _gives_discount(card) or None in rows:
            return None
        apart = all(matches_all(row.whom, card)[0] is False for of_one in rows for row in of_one)
        return card.cost if apart else None

    return added


def _shared_discount_line(first: Pick, off: int) -> LedgerLine:
    """Return the line of a discount that is certain although its source is not."""
    line = discount_line(first, first.card.slug, 0)
    line.pop("each", None)
    return {**line, "points": -off}


def _unknown_discount_line(dealer: Pick) -> LedgerLine:
    """Return the line of a card with an unknown discount, so that readers see why the sum is open."""
    return {"at": dealer.at, "card": dealer.card.slug, "reason": "discount", "points": None}


def player_place(pick: Pick) -> str:
    """Return the pointer of the list that contains a pick. Discounts do not apply to other players of a team."""
    return pick.at.rpartition("/picks/")[0]
