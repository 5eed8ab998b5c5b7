"""Creatures that are brought along: minions, and those that can be summoned during play.

A creature summoned stands in no warband before the game, so that it counts for nothing but the pool it comes from. What
minions count for outside Limited play is an open question, which formats may settle.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesapi.engine.common import Said
from rulesapi.engine.formats import Format
from rulesapi.engine.model import Broken, Card, Legion, Pick, Wanting
from rulesapi.engine.reading import Lines
from rulesapi.engine.readings import Thing
from rulesapi.engine.ruleset import Library
from rulesapi.engine.rulesets.dnd_miniatures.cards import Following
from rulesapi.engine.rulesets.dnd_miniatures.clauses import among
from rulesapi.engine.rulesets.dnd_miniatures.limits import number, places

MINIONS, EXTRA, COUNTED = "minions", "extra", "counted"


def is_minion(pick: Pick) -> bool:
    """Whether a creature is brought by another one."""
    return "minion_of" in pick.line


def is_summoned(pick: Pick) -> bool:
    """Whether a creature only comes during play."""
    return "summoned_by" in pick.line


def chosen(part: Lines) -> list[Pick]:
    """The creatures that a player has chosen, neither brought nor summoned."""
    return [pick for pick in part.picks if "minion_of" not in pick.line and "summoned_by" not in pick.line]


def brought(part: Lines) -> list[Pick]:
    """The minions of a warband."""
    return [pick for pick in part.picks if "minion_of" in pick.line and "summoned_by" not in pick.line]


def count(format: Format) -> bool | None:
    """Whether minions count like creatures that are chosen; `None` where the format leaves it open."""
    reading = format.settles.get(MINIONS)
    return None if reading is None else reading == COUNTED


def minions(legion: Legion, library: Library) -> Said:
    """A minion comes with a creature of the warband whose card brings it, and no more of them than the card says.

    The card's own text
    """
    for part in legion.parts:
        by_master: dict[str, list[Pick]] = {}
        for pick in brought(part):
            by_master.setdefault(pick.line["minion_of"], []).append(pick)
        for slug, picks in by_master.items():
            card = library.cards.get(slug)
            masters = [pick for pick in part.picks if pick.card is card]
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
    right = []
    for pick in picks:
        answer, facts = among(row.whom, pick.card)
        if answer:
            right.append(pick)
        elif answer is None:
            yield from (Wanting(pick.card.slug, fact, pick.at) for fact in facts)
        else:
            yield Broken((pick.at,), {"minion": pick.card.title, "bringer": master.title})
    yield from _as_many(row, master, right, number(masters))


def _as_many(row: Following, master: Card, picks: list[Pick], masters: int) -> Iterator[Thing]:
    fielded = number(picks)
    if row.count is not None and fielded > row.count * masters:
        yield Broken(places(picks), {"bringer": master.title, "brought": fielded, "most": row.count * masters})
    if row.points is not None:
        known = sum(pick.card.cost * pick.copies for pick in picks if pick.card.cost is not None)
        if known > row.points * masters:
            yield Broken(places(picks), {"bringer": master.title, "cost": known, "points": row.points * masters})
        else:
            unknown = [pick for pick in picks if pick.card.cost is None]
            yield from (Wanting(pick.card.slug, "/cost", pick.at) for pick in unknown)
