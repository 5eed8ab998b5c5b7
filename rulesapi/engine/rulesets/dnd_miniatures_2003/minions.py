"""Creatures that are brought along: minions, and those that can be summoned during play.

A creature summoned stands in no warband before the game, so that it counts for nothing but the pool it comes from. What
minions count for outside Limited play is an open question, which formats may settle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulesapi.engine.common import Said
from rulesapi.engine.formats import Format
from rulesapi.engine.model import Broken, Card, Legion, Pick, Wanting
from rulesapi.engine.reading import Lines
from rulesapi.engine.readings import Thing
from rulesapi.engine.ruleset import Library
from rulesapi.engine.rulesets.dnd_miniatures.cards import Following
from rulesapi.engine.rulesets.dnd_miniatures.clauses import among
from rulesapi.engine.rulesets.dnd_miniatures.limits import by_card, number, places

MINIONS, EXTRA, COUNTED = "minions", "extra", "counted"


def is_minion(pick: Pick) -> bool:
    """Whether a creature is brought by another one."""
    return "minion_of" in pick.line


def is_summoned(pick: Pick) -> bool:
    """Whether a creature only comes during play."""
    return "summoned_by" in pick.line


class Warband(NamedTuple):
    """A player's list by how its creatures come: `chosen` by themselves, `brought` as minions, or only during play.

    Those that are `present` when the game begins are the chosen ones and the minions, in their order.
    """

    lines: Lines
    present: list[Pick]
    chosen: list[Pick]
    brought: list[Pick]


def warband(part: Lines) -> Warband:
    """The creatures of a player by how they come."""
    present = [pick for pick in part.picks if not is_summoned(pick)]
    brought = [pick for pick in present if is_minion(pick)]
    return Warband(part, present, [pick for pick in present if not is_minion(pick)] if brought else present, brought)


def count(format: Format) -> bool | None:
    """Whether minions count like creatures that are chosen; `None` where the format leaves it open."""
    reading = format.settles.get(MINIONS)
    return None if reading is None else reading == COUNTED


def minions(legion: Legion, library: Library) -> Said:
    """A minion comes with a creature of the warband whose card brings it, and no more of them than the card says.

    The card's own text
    """
    for band in legion.arranged:
        by_master: dict[str, list[Pick]] = {}
        for pick in band.brought:
            master = library.cards.get(pick.line["minion_of"])
            by_master.setdefault(master.slug if master else pick.line["minion_of"], []).append(pick)
        chosen = by_card(band.chosen) if by_master else {}
        for slug, picks in by_master.items():
            card = library.cards.get(slug)
            masters = chosen.get(card, [])
            if not masters:
                title = slug if card is None else card.title
                yield from (Broken((pick.at,), {"minion": pick.card.title, "master": title}) for pick in picks)
            else:
                yield from _brought(masters, picks)


def _brought(masters: list[Pick], picks: list[Pick]) -> Iterator[Thing]:
    """What is wrong with the minions of one card."""
    master = masters[0].card
    if master.minions is None:
        yield Wanting(master.slug, "/minions", masters[0].at)
        return
    if not master.minions:
        yield Broken(places(picks), {"master": master.title})
        return
    (row,) = master.minions
    right: list[Pick] = []
    perhaps: list[Pick] = []
    for pick in picks:
        answer, facts = among(row.whom, pick.card)
        if answer:
            right.append(pick)
        elif answer is None:
            perhaps.append(pick)
            yield from (Wanting(pick.card.slug, fact, pick.at) for fact in facts)
        else:
            yield Broken((pick.at,), {"minion": pick.card.title, "bringer": master.title})
    yield from _as_many(row, master, right, number(masters), perhaps)


def _as_many(row: Following, master: Card, picks: list[Pick], masters: int, perhaps: list[Pick]) -> Iterator[Thing]:
    fielded = number(picks)
    if row.count is not None and fielded > row.count * masters:
        yield Broken(places(picks), {"bringer": master.title, "brought": fielded, "most": row.count * masters})
    if row.points is not None:
        known = sum(pick.card.cost * pick.copies for pick in picks if pick.card.cost is not None)
        if known > row.points * masters:
            yield Broken(places(picks), {"bringer": master.title, "cost": known, "points": row.points * masters})
        else:
            unknown = [pick for pick in [*picks, *perhaps] if pick.card.cost is None]
            yield from (Wanting(pick.card.slug, "/cost", pick.at) for pick in unknown)
