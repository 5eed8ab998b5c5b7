"""Sides of a game and their creatures: gone creatures, tied levels, and order of play (p. 6, 11, 16, 23-24, 26, 28)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulesapi.engine.games.attack_wing.play.parts import Creature, Side, SidesSituation
from rulesapi.engine.resolutions.answers import AnswerFields, Place, answer, told
from rulesapi.engine.resolutions.inputs import Input
from rulesapi.engine.resolutions.model import Breach, Course
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import value_object


@answer
class TiedLevel(AnswerFields):
    """A level that creatures of several sides share."""

    level: int = told("Level")
    sides: list[int] = told("Sides that share it")


@answer
class CreatureOfSide(AnswerFields):
    """A creature with its side."""

    side: int = told("Side", entry_of="/sides")
    at: Place = told("Place")
    name: str = told("Name", "{name} ({side})")


@answer
class CreatureStep(AnswerFields):
    """A step of an order: the creatures of a level, of one side if initiative decides."""

    level: int = told("Level")
    creatures: list[CreatureOfSide] = told("Creatures")
    decided: bool = told("Decided", help="Whether the order is decided.")


@value_object
class SideCreature:
    """A creature of a side, and its level or None if it is unknown.

    `gone` is true if it was defeated, has fled, or is a troop without soldiers. It is `listed` if it has a place of its
    own among the creatures of its side: creatures of a pick of several have none.
    """

    side: int
    who: Creature
    level: int | None
    gone: bool
    listed: bool

    def told(self) -> CreatureOfSide:
        """Return the creature for an answer."""
        return CreatureOfSide(side=self.side, at=Place(self.who.at), name=self.who.name)


@value_object
class SideAtTable:
    """A player or a team with its creatures. Sides are numbered by seat, to the left."""

    number: int
    entered: Side
    creatures: tuple[SideCreature, ...]

    @property
    def name(self) -> str:
        """Its name, or a phrase with its number."""
        return self.entered.said.get("name") or phrase("Side {number}", number=self.number + 1)

    @property
    def known(self) -> bool:
        """True if its creatures are stated, even if there are none."""
        return self.entered.creatures is not None or self.entered.picks is not None

    @property
    def total(self) -> int | None:
        """The points of the side, or None if they are unknown."""
        return self.entered.total


def read_sides(ask: SidesSituation, rule: str) -> Course[tuple[SideAtTable, ...] | None]:
    """Return the sides of a situation with the creatures of their lists; None if they are unknown.

    `rule` is the rule that missing facts are needed for: the sides, the creatures of a side, and play levels. Facts of
    creatures that are gone are not asked for.
    """
    entered = yield from ask.need(SidesSituation.sides, rule)
    if entered is None:
        return None
    sides = []
    for number, side in enumerate(entered):
        if side.creatures is None and side.picks is None:
            yield side.missing(Side.creatures, rule)
        of_picks = (creature for pick in side.picks or () for creature in pick.creatures())
        found = []
        listed = side.creatures or ()
        for creature in (*listed, *of_picks):
            found.append((yield from _creature(number, creature, rule, listed=creature in listed)))
        sides.append(SideAtTable(number, side, tuple(found)))
    return tuple(sides)


def _creature(side: int, creature: Creature, rule: str, *, listed: bool) -> Course[SideCreature]:
    fell_before = bool(creature.fell_before)
    defeated = creature.said.get("defeated", fell_before)
    if fell_before and not defeated:
        yield Breach("fell-and-stands", (creature.place(Creature.fell_before),), {"creature": creature.name})
    gone = defeated or creature.soldiers == 0
    level = creature.level if gone else (yield from creature.need(Creature.level, rule))
    return SideCreature(side, creature, level, gone, listed)


def standing(sides: Sequence[SideAtTable]) -> tuple[SideAtTable, ...]:
    """Return the sides with only the creatures in the play area."""
    return without(sides, [one for side in sides for one in side.creatures if one.gone])


def without(sides: Sequence[SideAtTable], removed: Iterable[SideCreature]) -> tuple[SideAtTable, ...]:
    """Return the sides without some of their creatures."""
    ids = {id(one) for one in removed}
    return tuple(replace(side, creatures=tuple(one for one in side.creatures if id(one) not in ids)) for side in sides)


def seat(ask: SidesSituation, field: Input[int | None], sides: Sequence[SideAtTable]) -> Course[int | None]:
    """Return the side that an input names, or None if it names none or no existing side."""
    number = field.__get__(ask, type(ask))
    if number is not None and number >= len(sides):
        facts = {"side": str(number + 1), "sides": [], "seat": number + 1}
        yield Breach("initiative-without-tie", (ask.place(field),), facts)
        return None
    return number


def tied(sides: Sequence[SideAtTable]) -> list[TiedLevel]:
    """Return the shared levels for an answer."""
    return [TiedLevel(level=level, sides=of) for level, of in tied_levels(sides).items()]


def tied_levels(sides: Sequence[SideAtTable]) -> dict[int, list[int]]:
    """Return the levels that creatures of several sides share, with the numbers of those sides."""
    owners: dict[int, set[int]] = {}
    for side in sides:
        for creature in side.creatures:
            if creature.level is not None:
                owners.setdefault(creature.level, set()).add(side.number)
    return {level: sorted(of) for level, of in sorted(owners.items()) if len(of) > 1}


def levels_known(sides: Sequence[SideAtTable]) -> bool:
    """Return whether the creatures of every side are known, and the level of each of them."""
    levels = [creature.level for side in sides for creature in side.creatures]
    return all(side.known for side in sides) and None not in levels


def seats_from(holder: int, count: int) -> dict[int, int]:
    """Return each side's distance in seats to the left of the token's holder. Fewer seats have initiative over more."""
    return {(holder + step) % count: step for step in range(count)}


def in_order(sides: Sequence[SideAtTable], holder: int | None, *, ascending: bool) -> list[CreatureStep]:
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
        CreatureStep(
            level=level,
            creatures=[one.told() for one in groups[level, seat]],
            decided=holder is not None or len({one.side for one in groups[level, seat]}) == 1,
        )
        for level, seat in sorted(groups, reverse=not ascending)
    ]


def next_holder(sides: Sequence[SideAtTable], holder: int, sure: Sequence[SideAtTable]) -> int | None:
    """Return the side to which the token passes: the next one to the left with a tied creature. There must be one.

    `sure` are the sides with the creatures that certainly remain. Returns None if the other creatures, or creatures or
    levels that are not known, decide.
    """
    tied, surely = ({number for of in tied_levels(one).values() for number in of} for one in (sides, sure))
    if not levels_known(sides):  # any creature may share a level with an unknown one
        tied = {side.number for side in sides if side.creatures or not side.known}
    count = len(sides)
    after = next((holder + step) % count for step in range(1, count + 1) if (holder + step) % count in tied)
    return after if after in surely else None
