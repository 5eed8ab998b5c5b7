"""Player lists of a legion's document, one or one per player of a team: places in them, and all their picks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rulesapi.engine.values.model import Document

POOL = "pool"
"""The list field that has copies by slug."""


class PlayerList(NamedTuple):
    """One player's list: its place in the document, the list itself, and the number of its first pick among all."""

    at: str
    document: Document
    first: int

    @property
    def picks(self) -> Sequence[Any]:
        picks: Sequence[Any] = self.document["picks"]
        return picks


class Place(NamedTuple):
    """The target of a JSON Pointer: a list, and a pick by its number in that list, or a field of the list.

    `pick` is `None` for a place outside picks, `upgrade` for a place outside upgrades. `entry` is the index in a
    `field` that has several values, `counted` the slug in one that has copies by slug. `inside_pick` says that the
    place is one of the pick's own fields.
    """

    of: str
    pick: int | None = None
    upgrade: int | None = None
    field: str | None = None
    entry: int | None = None
    counted: str | None = None
    inside_pick: bool = False


class PlayerLists:
    """The lists of a legion's document. The picks of all of them form one sequence, player by player."""

    def __init__(self, legion: Document) -> None:
        self.legion = legion
        team = legion.get("team")
        holders = [("", legion)] if team is None else [(f"/team/{number}", part) for number, part in enumerate(team)]
        self.of_each: list[PlayerList] = []
        number = 0
        for at, document in holders:
            self.of_each.append(PlayerList(at, document, number))
            number += len(document["picks"])
        self.number = number
        self._by_place = {one.at: place for place, one in enumerate(self.of_each)}

    def __iter__(self) -> Iterator[PlayerList]:
        return iter(self.of_each)

    def __getitem__(self, pointer: str) -> PlayerList:
        return self.of_each[self._by_place[pointer]]

    def __contains__(self, pointer: str) -> bool:
        return pointer in self._by_place

    @property
    def places(self) -> list[str]:
        return [one.at for one in self.of_each]

    def place(self, pointer: str) -> Place | None:
        """Return the place of a pointer; `None` for a place that is in no list, such as the point limit of a team."""
        steps = pointer.split("/")
        of, rest = ("/".join(steps[:3]), steps[3:]) if steps[1:2] == ["team"] else ("", steps[1:])
        if of not in self._by_place:
            return None
        if rest[:1] == ["picks"] and len(rest) > 1:
            upgrade = int(rest[3]) if rest[2:3] == ["upgrades"] and len(rest) > 3 else None
            return Place(of, int(rest[1]), upgrade, inside_pick=len(rest) > 2 and upgrade is None)
        if rest[:1] == [POOL] and len(rest) == 2:
            return Place(of, field=POOL, counted=rest[1])
        entry = int(rest[1]) if len(rest) == 2 and rest[1].isdecimal() else None
        return Place(of, field=rest[0] if rest else None, entry=entry)

    def row_index(self, place: Place) -> int | None:
        """Return the number of a place's pick among all picks; a pick that joined gets a number past all original
        ones.
        """
        if place.pick is None:
            return None
        number = self._by_place[place.of]
        one = self.of_each[number]
        past = place.pick - len(one.picks)
        return one.first + place.pick if past < 0 else self.number + past * len(self.of_each) + number

    def pointer(self, number: int) -> str:
        """Return the place in the document of an original pick, by its number among all picks."""
        one = next(one for one in reversed(self.of_each) if one.first <= number and one.picks)
        return f"{one.at}/picks/{number - one.first}"
