"""Creatures that are brought along: minions, and those that can be summoned during play.

A creature summoned stands in no warband before the game, so that it counts for nothing but the pool it comes from. What
minions count for outside Limited play is an open question, which formats may settle.
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
"""Fields of a pick that say which other creature it comes with."""


def is_minion(pick: Pick) -> bool:
    """Whether a creature is brought by another one."""
    return "minion_of" in pick.line


def is_summoned(pick: Pick) -> bool:
    """Whether a creature only comes during play."""
    return "summoned_by" in pick.line


class WarbandParts(NamedTuple):
    """A player's list by how its creatures come: `chosen` by themselves, `brought` as minions, or only during play.

    Those that are `present` when the game begins are the chosen ones and the minions, in their order.
    """

    lines: Lines
    present: list[Pick]
    chosen: list[Pick]
    minions: list[Pick]


def warband_parts(part: Lines) -> WarbandParts:
    """The creatures of a player by how they come."""
    chosen = [pick for pick in part.picks if COMPANION_FIELDS.isdisjoint(pick.line)]
    if len(chosen) == len(part.picks):
        return WarbandParts(part, chosen, chosen, [])
    present = [pick for pick in part.picks if not is_summoned(pick)]
    return WarbandParts(part, present, chosen, [pick for pick in present if is_minion(pick)])


def minions_count(format: Format) -> bool | None:
    """Whether minions count like creatures that are chosen; `None` where the format leaves it open."""
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
    """What is wrong with the minions of one card."""
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
