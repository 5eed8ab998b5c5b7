"""Unique creatures with identical names, as 203.2, 203.2.a and 707.13.a of the rules guide have them.

Two names without a title are identical where the costs are too. Where a name has a title behind a comma, the parts
before it are compared; whether the costs then still count is an open question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulesapi.engine.common import Said
from rulesapi.engine.model import Broken, Legion, Pick, Wanting
from rulesapi.engine.reading import Lines
from rulesapi.engine.readings import By, Excused, Open, Thing
from rulesapi.engine.rulesets.dnd_miniatures.limits import Excuse, first_by, nameless, number, places
from rulesapi.engine.rulesets.dnd_miniatures_2008.waivers import excuse

IDENTICAL_NAMES, NAME_ALONE, NAME_AND_COST = "identical-names", "name-alone", "name-and-cost"


def clashes(legion: Legion) -> Said:
    """What stands twice in a warband and is unique, or may be."""
    reading = legion.format.settles.get(IDENTICAL_NAMES)
    for part in legion.parts:
        if part.nameless:
            yield from _nameless(part, reading)
        named: dict[str, list[Pick]] = {}
        for pick in part.picks:
            if pick.card.unique is not False:
                named.setdefault(pick.card.short, []).append(pick)
        for picks in named.values():
            if len(picks) > 1 or picks[0].copies > 1:
                excuses = [_excuse(part, pick) for pick in picks]
                counting = [pick for pick, (by, _) in zip(picks, excuses, strict=True) if by is None]
                open_ = [wanted for _, wanting in excuses for wanted in wanting]
                yield from _said(
                    picks,
                    counting,
                    first_by(by for by, _ in excuses) if len(counting) < len(picks) else None,
                    open_,
                    reading,
                )


def _excuse(part: Lines, pick: Pick) -> Excuse:
    """Who waives Unique for a creature, if it has that power."""
    return excuse(part, "unique", pick if pick.card.unique else replace(pick, card=replace(pick.card, unique=True)))


def _nameless(part: Lines, reading: str | None) -> Iterator[Thing]:
    """What could have the name of another, of those for which Unique is not waived."""
    excuses = {pick.at: _excuse(part, pick) for pick in part.picks if pick.card.unique is not False}
    counting = [pick for pick in part.picks if pick.at in excuses and excuses[pick.at][0] is None]
    could = [pick for pick in counting if any(_could_share(pick, other, reading) for other in counting)]
    yield from nameless(could)
    for pick in could:
        if pick.card.cost is None:
            yield Wanting(pick.card.slug, "/cost", pick.at)
        yield from excuses[pick.at][1]


def _could_share(one: Pick, other: Pick, reading: str | None) -> bool:
    """Whether two cards, of which one has no known name, could have identical names."""
    if one.card is other.card or (one.card.name is not None and other.card.name is not None):
        return False
    return reading != NAME_AND_COST or None in (one.card.cost, other.card.cost) or one.card.cost == other.card.cost


def _said(
    picks: list[Pick], counting: list[Pick], by: By | None, open_: list[Wanting], reading: str | None
) -> Iterator[Thing]:
    """What of creatures of one name is wrong when those count for which Unique is not waived."""
    things = list(_clash(counting, reading))
    broken = [thing for thing in things if isinstance(thing, Broken)]
    if things:
        yield from (() if open_ and broken else things)
        yield from open_
    elif by is not None:
        yield from (Excused(thing.at, thing.facts, by) for thing in _clash(picks, reading) if isinstance(thing, Broken))


def _clash(picks: list[Pick], reading: str | None) -> Iterator[Thing]:
    sure = [pick for pick in picks if pick.card.unique]
    alone = _same_name(sure)
    both = _same_name_and_cost(sure)
    if reading == NAME_ALONE and alone:
        yield _broken(sure)
    elif both:
        yield _broken(both)
    else:
        if alone and reading is None:
            yield Open(IDENTICAL_NAMES, places(sure))
        if number(sure) > 1:
            yield from (Wanting(pick.card.slug, "/cost", pick.at) for pick in sure if pick.card.cost is None)
        maybe = [pick for pick in picks if pick.card.unique is None]
        if maybe and _could_clash(picks, by_name=reading != NAME_AND_COST and not alone):
            yield from (Wanting(pick.card.slug, "/unique", pick.at) for pick in maybe)
            if number(sure) <= 1 and len({pick.card for pick in picks}) > 1:
                yield from (Wanting(pick.card.slug, "/cost", pick.at) for pick in picks if pick.card.cost is None)


def _broken(picks: list[Pick]) -> Broken:
    name = min(pick.card.title.partition(",")[0] for pick in picks)
    return Broken(places(picks), {"name": name, "copies": number(picks)})


def _same_name(picks: list[Pick]) -> bool:
    """Whether there are two by the reading that with a title the name alone is compared."""
    return number(picks) > 1 and any(pick.card.titled for pick in picks)


def _same_name_and_cost(picks: list[Pick]) -> list[Pick]:
    """Those of which there are two with one cost; copies of one card have the same cost, known or not."""
    by_cost: dict[object, list[Pick]] = {}
    for pick in picks:
        by_cost.setdefault(pick.card if pick.card.cost is None else pick.card.cost, []).append(pick)
    return [pick for same in by_cost.values() if number(same) > 1 for pick in same]


def _could_clash(picks: list[Pick], *, by_name: bool) -> bool:
    """Whether two would clash if all were unique, and unknown costs what they need to be."""
    unknown = number(picks) > 1 and any(pick.card.cost is None for pick in picks)
    return (by_name and _same_name(picks)) or unknown or bool(_same_name_and_cost(picks))
