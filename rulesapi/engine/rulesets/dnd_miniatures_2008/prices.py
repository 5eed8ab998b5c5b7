"""What a warband costs: the points paid, which a card may lower; what is printed on a creature stays what it is."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.formats import Format
from rulesapi.engine.library import Adds
from rulesapi.engine.model import Card, LedgerLine, Pick, Price, Wanting
from rulesapi.engine.reading import Lines
from rulesapi.engine.rulesets.dnd_miniatures.cards import Creature2008
from rulesapi.engine.rulesets.dnd_miniatures.clauses import among
from rulesapi.engine.rulesets.dnd_miniatures_2008.discounts import Discounts, discount, span


def price(lines: Lines, chosen: Format) -> Price:
    """The ledger of a warband, with the least and the most that it can cost; it is the same in every format.

    Several discounts add up; nobody is paid for a creature that would cost less than nothing. Where a discount is sure,
    but not whose it is, it stands beside the first creature of the player that it may be for. One that is not known
    stands beside the card that may have it, as a line without points.
    """
    written: list[LedgerLine] = []
    wanting: list[Wanting] = []
    known, settled = 0, True
    open_: dict[str, list[Discounts]] = {}
    dealers = _dealers(lines)
    for pick in lines.picks:
        cost, copies = pick.card.cost, pick.copies
        line: LedgerLine = {"at": pick.at, "card": pick.card.slug, "reason": "printed", "points": None}
        if cost is None:
            wanting.append(Wanting(pick.card.slug, "/cost", pick.at))
            settled = False
        else:
            line["points"] = cost * copies
            known += cost * copies
        written.append(line if copies == 1 or cost is None else {**line, "each": cost})
        if beside := [dealer for dealer in dealers if player(dealer) == player(pick)]:
            discounts = Discounts(pick, beside)
            wanting += discounts.wanting
            if cost is not None:
                written += discounts.lines
                known -= discounts.taken
                if discounts.open:
                    open_.setdefault(player(pick), []).append(discounts)
    spans = {at: span(some) for at, some in open_.items()}
    if len(spans) > 1:  # one card is the same in the lists of several players
        least, most = span([one for some in open_.values() for one in some])
    else:
        least, most = next(iter(spans.values()), (0, 0))
    written += (_somebodys(open_[at][0], off) for at, (off, _) in spans.items() if off)
    waiting = {at for at, (low, high) in spans.items() if low != high}
    written += (_not_known(dealer) for dealer in dealers if dealer.card.discounts is None and player(dealer) in waiting)
    bounded = all(low == high for low, high in spans.values())
    total = known - most if settled and bounded else None
    return Price(tuple(written), total, known - most, known - least if settled else None, tuple(wanting))


def _dealers(lines: Lines) -> list[Pick]:
    """The champions, and cards that may be such, that take something off others, or may."""
    return [pick for pick in lines.picks if _deals(pick.card)]


def _deals(card: Any) -> bool:
    return card.discounts != () and card.leader is not False


def adding(lines: Lines) -> Adds:
    """What one creature more adds to the price of a player's lines: what is printed on it, if no discount matters."""
    rows = [pick.card.discounts for pick in _dealers(lines)]

    def added(card: Card) -> int | None:
        if not isinstance(card, Creature2008) or _deals(card) or None in rows:
            return None
        apart = all(among(row.whom, card)[0] is False for of_one in rows for row in of_one)
        return card.cost if apart else None

    return added


def _somebodys(first: Discounts, off: int) -> LedgerLine:
    """What is taken off for certain, whatever is not known: by one card in one case, by another in another."""
    line = discount(first.pick, first.pick.card.slug, 0)
    line.pop("each", None)
    return {**line, "points": -off}


def _not_known(dealer: Pick) -> LedgerLine:
    """What a card may take off whose discounts are not known: without the line nobody saw why the sum is open."""
    return {"at": dealer.at, "card": dealer.card.slug, "reason": "discount", "points": None}


def player(pick: Pick) -> str:
    """The place of the list that a pick is of: a card takes off nothing for another player of a team."""
    return pick.at.rpartition("/picks/")[0]
