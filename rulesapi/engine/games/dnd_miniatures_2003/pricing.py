"""What a warband costs: what is printed on its creatures. Minions cost something only where they count."""

from __future__ import annotations

from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.legion import Lines
from rulesapi.engine.games.dnd_miniatures.cards import Creature2003
from rulesapi.engine.games.dnd_miniatures_2003.minion_rules import COMPANION_FIELDS, is_summoned, minions_count
from rulesapi.engine.values.model import LedgerLine, MissingFact, Price, PriceDelta


def price(lines: Lines, chosen: Format) -> Price:
    """The ledger of a warband, with the least and the most that it can cost.

    Where it is open whether minions count, theirs are lines without points: the least is without them, the most with.
    """
    written: list[LedgerLine] = []
    missing_facts: list[MissingFact] = []
    known, slack, bounded, settled = 0, 0, True, True
    counted = minions_count(chosen)
    for pick in lines.picks:
        card, copies, cost, reason = pick.card, pick.copies, pick.card.cost, "printed"
        if not COMPANION_FIELDS.isdisjoint(pick.line):
            reason = "summoned" if is_summoned(pick) else "minion"
        if reason == "summoned" or (reason == "minion" and counted is False):
            points: int | None = 0
        elif cost is None:
            points, settled, bounded = None, False, False
            missing_facts.append(MissingFact(pick.card.slug, "/cost", pick.at))
        elif reason == "minion" and counted is None:
            points, settled = None, False
            slack += cost * copies
        else:
            points = cost * copies
            known += points
        line: LedgerLine = {"at": pick.at, "card": card.slug, "reason": reason, "points": points}
        written.append({**line, "each": cost} if copies > 1 and points else line)
    total, upper_bound = known if settled else None, known + slack if bounded else None
    return Price(tuple(written), total, known, upper_bound, tuple(missing_facts), known)


def price_delta(lines: Lines) -> PriceDelta:
    """What one creature more adds to the price of any lines, chosen by itself: what is printed on it."""
    return lambda card: card.cost if isinstance(card, Creature2003) else None
