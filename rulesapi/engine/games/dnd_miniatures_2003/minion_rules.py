"""Creatures that other creatures bring along: minions, and creatures that can be summoned during play.

A summoned creature is not in the warband before the game, so it counts only toward its pool. How minions count outside
Limited play is an open question that formats may settle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulesapi.engine.core.common_rules import RuleOutput
from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.legion import Legion, Lines, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.games.dnd_miniatures.cards import MinionRow
from rulesapi.engine.games.dnd_miniatures.conditions import matches_all
from rulesapi.engine.games.dnd_miniatures.limit_rules import creature_count, picks_by_card, places
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import Card, MissingFact, RuleBreach

MINIONS, EXTRA, COUNTED = "minions", "extra", "counted"
COMPANION_FIELDS = frozenset(("minion_of", "summoned_by"))
"""Fields of a pick that name the creature that brings it."""


def is_minion(pick: Pick) -> bool:
    """Return whether another creature brings this one as a minion."""
    return "minion_of" in pick.line


def is_summoned(pick: Pick) -> bool:
    """Return whether a creature enters only during play."""
    return "summoned_by" in pick.line


class WarbandParts(NamedTuple):
    """One player's picks, by the way they join the warband: `chosen` on their own, or brought as `minions`.

    `present` holds both in list order: all creatures at the start of the game. Summoned creatures are only in `lines`.
    """

    lines: Lines
    present: list[Pick]
    chosen: list[Pick]
    minions: list[Pick]


def warband_parts(part: Lines) -> WarbandParts:
    """Return one player's picks by the way they join the warband."""
    chosen = [pick for pick in part.picks if COMPANION_FIELDS.isdisjoint(pick.line)]
    if len(chosen) == len(part.picks):
        return WarbandParts(part, chosen, chosen, [])
    present = [pick for pick in part.picks if not is_summoned(pick)]
    return WarbandParts(part, present, chosen, [pick for pick in present if is_minion(pick)])


def minions_count(format: Format) -> bool | None:
    """Return whether minions count like chosen creatures, or None if the format leaves it open."""
    interpretation = format.interpretations.get(MINIONS)
    return None if interpretation is None else interpretation == COUNTED


def minions(legion: Legion, library: Library) -> RuleOutput:
    """A minion comes with a creature of the warband whose card brings it, and no more of them than the card says.

    The card's own text
    """
    for band in legion.arranged:
        by_master: dict[str, list[Pick]] = {}
        for pick in band.minions:
            master = library.cards.get(pick.line["minion_of"])
            by_master.setdefault(master.slug if master else pick.line["minion_of"], []).append(pick)
        chosen = picks_by_card(band.chosen) if by_master else {}
        for slug, picks in by_master.items():
            card = library.cards.get(slug)
            masters = chosen.get(card, [])
            if not masters:
                title = slug if card is None else card.title
                yield from (RuleBreach((pick.at,), {"minion": pick.card.title, "master": title}) for pick in picks)
            else:
                yield from _minion_results(masters, picks)


def _minion_results(masters: list[Pick], picks: list[Pick]) -> Iterator[RuleResult]:
    """Yield the results for the minions of one card."""
    master = masters[0].card
    if master.minions is None:
        yield MissingFact(master.slug, "/minions", masters[0].at)
        return
    if not master.minions:
        yield RuleBreach(places(picks), {"master": master.title})
        return
    (row,) = master.minions
    right: list[Pick] = []
    perhaps: list[Pick] = []
    for pick in picks:
        answer, facts = matches_all(row.whom, pick.card)
        if answer:
            right.append(pick)
        elif answer is None:
            perhaps.append(pick)
            yield from (MissingFact(pick.card.slug, fact, pick.at) for fact in facts)
        else:
            yield RuleBreach((pick.at,), {"minion": pick.card.title, "bringer": master.title})
    yield from _number_results(row, master, right, creature_count(masters), perhaps)


def _number_results(
    row: MinionRow, master: Card, picks: list[Pick], masters: int, perhaps: list[Pick]
) -> Iterator[RuleResult]:
    copies = creature_count(picks)
    if row.count is not None and copies > row.count * masters:
        yield RuleBreach(places(picks), {"bringer": master.title, "brought": copies, "most": row.count * masters})
    if row.points is not None:
        known = sum(pick.card.cost * pick.copies for pick in picks if pick.card.cost is not None)
        if known > row.points * masters:
            yield RuleBreach(places(picks), {"bringer": master.title, "cost": known, "points": row.points * masters})
        else:
            unknown = [pick for pick in [*picks, *perhaps] if pick.card.cost is None]
            yield from (MissingFact(pick.card.slug, "/cost", pick.at) for pick in unknown)
