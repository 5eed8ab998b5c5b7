"""Sides of a game and their creatures: gone creatures, tied levels, and order of play (p. 6, 11, 16, 23-24, 26, 28)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rulesapi.engine.games.attack_wing.play.parts import Creature
from rulesapi.engine.resolutions.model import Breach, Course, Missing, TableFacts
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document, value_object


@value_object
class SideCreature:
    """A creature of a side, and its level or None if it is unknown.

    `gone` is true if it was defeated, has fled, or is a troop without soldiers.
    """

    side: int
    who: Creature
    level: int | None
    gone: bool


@value_object
class Side:
    """A player or a team, with all facts stated about it. Sides are numbered by seat, to the left.

    `known` is true if its creatures are stated, even if there are none.
    """

    number: int
    name: str
    said: Document
    known: bool
    creatures: tuple[SideCreature, ...]

    @property
    def total(self) -> int | None:
        """The points of the side, or None if they are unknown."""
        total: int | None = self.said.get("total")
        return total


def read_sides(document: Document, table: TableFacts, rule: str) -> Course[tuple[Side, ...]]:
    """Return the sides of a situation with the creatures of their lists.

    `rule` is the rule that missing facts are needed for: the creatures of a side, and play levels. Facts of creatures
    that are gone are not asked for.
    """
    sides = []
    for number, said in enumerate(document["sides"]):
        known = "creatures" in said or "picks" in said
        if not known:
            yield Missing("", "/creatures", f"/sides/{number}", rule)
        found: list[SideCreature] = []
        for at, one in _creatures_of(said, f"/sides/{number}"):
            who = Creature(one, at, table, phrase("Creature {number}", number=len(found) + 1))
            found.append((yield from _creature(number, who, rule)))
        name = said.get("name") or phrase("Side {number}", number=number + 1)
        sides.append(Side(number, name, said, known, tuple(found)))
    return tuple(sides)


def _creature(side: int, participant: Creature, rule: str) -> Course[SideCreature]:
    fell_before = bool(participant.fell_before)
    defeated = participant.said.get("defeated", fell_before)
    if fell_before and not defeated:
        yield Breach("fell-and-stands", (f"{participant.at}/fell_before",), {"creature": participant.name})
    gone = defeated or participant.soldiers == 0
    return SideCreature(
        side, participant, participant.level if gone else (yield from participant.need(Creature.level, rule)), gone
    )


def _creatures_of(side: Document, pointer: str) -> Iterable[tuple[str, Document]]:
    """Yield the pointer and document of each creature of a side, and of each copy of the picks of its list."""
    for number, one in enumerate(side.get("creatures", ())):
        yield f"{pointer}/creatures/{number}", one
    for number, pick in enumerate(side.get("picks", ())):
        for _ in range(pick.get("count", 1)):
            soldiers = {"soldiers": pick["soldiers"]} if "soldiers" in pick else {}
            yield f"{pointer}/picks/{number}", {"card": pick["card"], **soldiers}


def standing(sides: Sequence[Side]) -> tuple[Side, ...]:
    """Return the sides with only the creatures in the play area."""
    return without(sides, [one for side in sides for one in side.creatures if one.gone])


def without(sides: Sequence[Side], removed: Iterable[SideCreature]) -> tuple[Side, ...]:
    """Return the sides without some of their creatures."""
    ids = {id(one) for one in removed}
    return tuple(replace(side, creatures=tuple(one for one in side.creatures if id(one) not in ids)) for side in sides)


def seat(document: Document, key: str, sides: Sequence[Side]) -> Course[int | None]:
    """Return the side that a situation names at `key`, or None if it names none or no existing side."""
    number: int | None = document.get(key)
    if number is not None and number >= len(sides):
        yield Breach("initiative-without-tie", (f"/{key}",), {"side": str(number + 1), "sides": [], "seat": number + 1})
        return None
    return number


def tied_levels(sides: Sequence[Side]) -> dict[int, list[int]]:
    """Return the levels that creatures of several sides share, with the numbers of those sides."""
    owners: dict[int, set[int]] = {}
    for side in sides:
        for creature in side.creatures:
            if creature.level is not None:
                owners.setdefault(creature.level, set()).add(side.number)
    return {level: sorted(of) for level, of in sorted(owners.items()) if len(of) > 1}


def levels_known(sides: Sequence[Side]) -> bool:
    """Return whether the level of every creature is known."""
    return all(creature.level is not None for side in sides for creature in side.creatures)


def seats_from(holder: int, count: int) -> dict[int, int]:
    """Return each side's distance in seats to the left of the token's holder. Fewer seats have initiative over more."""
    return {(holder + step) % count: step for step in range(count)}


def in_order(sides: Sequence[Side], holder: int | None, *, ascending: bool) -> list[dict[str, Any]]:
    """Return the creatures of all sides by level, grouped by level and side.

    In ascending order, creatures without initiative come first; in descending order, those with it. Without a holder,
    creatures of several sides on one level share one undecided step.
    """
    seats = seats_from(holder, len(sides)) if holder is not None else {}
    groups: dict[tuple[int, int], list[SideCreature]] = {}
    for side in sides:
        for creature in side.creatures:
            if creature.level is not None:
                key = creature.level, -seats.get(side.number, 0)
                groups.setdefault(key, []).append(creature)
    return [
        {
            "level": level,
            "creatures": [{"side": one.side, "at": one.who.at, "name": one.who.name} for one in groups[level, seat]],
            "decided": holder is not None or len({one.side for one in groups[level, seat]}) == 1,
        }
        for level, seat in sorted(groups, reverse=not ascending)
    ]


def next_holder(sides: Sequence[Side], holder: int, sure: Sequence[Side]) -> int | None:
    """Return the side to which the token passes: the next one to the left with a tied creature. There must be one.

    `sure` are the sides with the creatures that certainly remain. Returns None if the other creatures decide.
    """
    tied, surely = ({number for of in tied_levels(one).values() for number in of} for one in (sides, sure))
    count = len(sides)
    after = next((holder + step) % count for step in range(1, count + 1) if (holder + step) % count in tied)
    return after if after in surely else None
