"""Sides of a game with their creatures: levels that are tied, and who goes first (p. 6, 11, 16, 24, 28)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulesapi.engine.core.messages import phrase
from rulesapi.engine.core.model import Document, value_object
from rulesapi.engine.resolutions.model import Course, TableFacts
from rulesapi.engine.resolutions.participants import Participant, needed, participant_at


@value_object
class SideCreature:
    """A creature of a side: whose it is, who it is, and its level; `None` while that is not known."""

    side: int
    who: Participant
    level: int | None


@value_object
class Side:
    """A player or a team, in the order in which they sit to the left of each other."""

    number: int
    name: str
    total: int | None
    creatures: tuple[SideCreature, ...]


def read_sides(document: Document, table: TableFacts, rule: str) -> Course[tuple[Side, ...]]:
    """The sides of a situation with the creatures of their lists; `rule` is what needs their levels."""
    sides = []
    for number, said in enumerate(document["sides"]):
        found: list[SideCreature] = []
        for at, one in _creatures_of(said, f"/sides/{number}"):
            who = participant_at(one, at, table, phrase("Creature {number}", number=len(found) + 1))
            found.append(SideCreature(number, who, (yield from needed(who, "level", rule))))
        sides.append(
            Side(
                number, said.get("name") or phrase("Side {number}", number=number + 1), said.get("total"), tuple(found)
            )
        )
    return tuple(sides)


def _creatures_of(said: Document, at: str) -> Iterable[tuple[str, Document]]:
    """What stands on a side: its creatures one by one, and each copy of the picks of its list."""
    for number, one in enumerate(said.get("creatures", ())):
        yield f"{at}/creatures/{number}", one
    for number, pick in enumerate(said.get("picks", ())):
        for _ in range(pick.get("count", 1)):
            yield f"{at}/picks/{number}", {"card": pick["card"]}


def standing(sides: Sequence[Side]) -> tuple[Side, ...]:
    """The sides with those creatures that are not defeated."""
    return tuple(
        Side(
            side.number,
            side.name,
            side.total,
            tuple(one for one in side.creatures if not one.who.state("defeated", False)),
        )
        for side in sides
    )


def tied_levels(sides: Sequence[Side]) -> dict[int, list[int]]:
    """The levels that creatures of several sides share, with those sides."""
    owners: dict[int, set[int]] = {}
    for side in sides:
        for creature in side.creatures:
            if creature.level is not None:
                owners.setdefault(creature.level, set()).add(side.number)
    return {level: sorted(of) for level, of in sorted(owners.items()) if len(of) > 1}


def levels_known(sides: Sequence[Side]) -> bool:
    """Whether the level of every creature is known."""
    return all(creature.level is not None for side in sides for creature in side.creatures)


def seats_from(holder: int, count: int) -> dict[int, int]:
    """How many seats to the left of the holder of the token each side sits: fewer have initiative over more."""
    return {(holder + step) % count: step for step in range(count)}


def in_order(sides: Sequence[Side], holder: int | None, *, ascending: bool) -> list[dict[str, Any]]:
    """The creatures of all sides by level, those of one level and side together.

    Ascending, those without initiative come first; descending, those with it. Without a holder creatures of several
    sides on one level stay together in one step, for that is not decided.
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


def next_holder(sides: Sequence[Side], holder: int) -> int:
    """Who has the token after it is passed: the next side to the left with a tied creature, of which there are some."""
    tied = {number for of in tied_levels(sides).values() for number in of}
    count = len(sides)
    return next((holder + step) % count for step in range(1, count + 1) if (holder + step) % count in tied)
