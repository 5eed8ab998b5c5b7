"""Unique creatures with identical names, as 203.2, 203.2.a and 707.13.a of the rules guide have them.

Two names without a title are identical where the costs are too. Where a name has a title behind a comma, the parts
before it are compared; whether the costs then still count is an open question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulesapi.engine.common import Said
from rulesapi.engine.model import Broken, Legion, Pick, Wanting
from rulesapi.engine.reading import Lines
from rulesapi.engine.readings import Excused, Open, Thing
from rulesapi.engine.rulesets.dnd_miniatures.cards import Creature2008
from rulesapi.engine.rulesets.dnd_miniatures.limits import Excuse, first_by, nameless, number, places
from rulesapi.engine.rulesets.dnd_miniatures_2008.waivers import Waivers

IDENTICAL_NAMES, NAME_ALONE, NAME_AND_COST = "identical-names", "name-alone", "name-and-cost"


def clashes(legion: Legion) -> Said:
    """What stands twice in a warband and is unique, or may be."""
    reading = legion.format.settles.get(IDENTICAL_NAMES)
    for part in legion.parts:
        named: dict[str, list[Pick]] = {}
        for pick in part.picks:
            if pick.card.unique is not False:
                named.setdefault(pick.card.short, []).append(pick)
        twice = [picks for picks in named.values() if len(picks) > 1 or picks[0].copies > 1]
        if not twice and not part.nameless:
            continue
        excuses = _Excuses(part)
        if part.nameless:
            yield from _nameless(part, excuses, reading)
        for picks in twice:
            yield from _said(picks, excuses, reading)


class _Excuses:
    """Who waives Unique for the creatures of a warband, if they have that power."""

    def __init__(self, part: Lines) -> None:
        self._waivers = Waivers(part, "unique")
        self._excuses: dict[Creature2008, Excuse] = {}

    def of(self, card: Creature2008) -> Excuse:
        """Whether Unique is waived for a card."""
        if card not in self._excuses:
            self._excuses[card] = self._waivers.of(card if card.unique else replace(card, unique=True))
        return self._excuses[card]

    def wanting(self, picks: Iterable[Pick]) -> Iterator[Wanting]:
        """The facts that would tell of these."""
        for pick in picks:
            yield from self._waivers.wanting(self.of(pick.card), pick.card, pick.at)


def _nameless(part: Lines, excuses: _Excuses, reading: str | None) -> Iterator[Thing]:
    """What could have the name of another, of those for which Unique is not waived."""
    counting = [pick for pick in part.picks if pick.card.unique is not False and excuses.of(pick.card).by is None]
    sharing = _sharing(dict.fromkeys(pick.card for pick in counting), reading)
    could = [pick for pick in counting if pick.card in sharing]
    yield from nameless(could)
    yield from (Wanting(pick.card.slug, "/cost", pick.at) for pick in could if pick.card.cost is None)
    yield from excuses.wanting(could)


def _sharing(cards: Iterable[Creature2008], reading: str | None) -> set[Creature2008]:
    """The cards that could have the name of another one, of two of which one has no known name."""
    every, nameless = Counter[int | None](), Counter[int | None]()
    known = list(cards)
    for card in known:
        every[card.cost] += 1
        nameless[card.cost] += card.name is None

    def could(card: Creature2008) -> bool:
        others, itself = (nameless, 0) if card.name is not None else (every, 1)
        if reading != NAME_AND_COST or card.cost is None:
            return others.total() > itself
        return others[None] + others[card.cost] > itself

    return set(filter(could, known))


def _said(picks: list[Pick], excuses: _Excuses, reading: str | None) -> Iterator[Thing]:
    """What of creatures of one name is wrong when those count for which Unique is not waived."""
    by = [excuse.by for excuse in (excuses.of(pick.card) for pick in picks) if excuse.by]
    counting = [pick for pick in picks if excuses.of(pick.card).by is None]
    things = list(_clash(counting, reading))
    broken = [thing for thing in things if isinstance(thing, Broken)]
    if things:
        open_ = any(excuses.of(pick.card).open for pick in counting)
        yield from (() if open_ and broken else things)
        yield from excuses.wanting(counting)
    elif by:
        first = first_by(by)
        yield from (Excused(one.at, one.facts, first) for one in _clash(picks, reading) if isinstance(one, Broken))


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
