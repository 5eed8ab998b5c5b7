"""Prices of warbands: the printed costs of the creatures. Minions cost points only if they count."""

from __future__ import annotations

from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.legion import Lines
from rulesapi.engine.games.dnd_miniatures.cards import Creature2003
from rulesapi.engine.games.dnd_miniatures_2003.minion_rules import COMPANION_FIELDS, is_summoned, minions_count
from rulesapi.engine.values.model import LedgerLine, MissingFact, Price, PriceDelta


def price(lines: Lines, chosen: Format) -> Price:
    """Return the ledger of a warband, with its minimum and maximum cost.

    If it is open whether minions count, their lines have no points: the minimum leaves them out, the maximum includes
    them.
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
    """Return a function that gives the price of one more chosen creature, its printed cost."""
    return lambda card: card.cost if isinstance(card, Creature2003) else None
