"""The End Phase, and who has won (p. 9, 23-24)."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.core.model import Document
from rulesapi.engine.games.attack_wing.play.damage import is_troop
from rulesapi.engine.games.attack_wing.play.sides import (
    Side,
    SideCreature,
    in_order,
    next_holder,
    read_sides,
    seats_from,
    tied_levels,
)
from rulesapi.engine.resolutions.model import Answer, Course, Missing, Step, TableFacts
from rulesapi.engine.resolutions.participants import needed


def end_phase(document: Document, table: TableFacts) -> Course[Answer]:
    """What happens in the End Phase, step by step, and who holds the Initiative Token afterwards."""
    sides = yield from read_sides(document, table, "remove-defeated")
    order = (yield from _one_by_one(document, sides)) if document.get("one_by_one", False) else None
    if effects := document.get("effects", ()):
        yield Step("end-phase-effects", {"effects": list(effects)})
    for one in document.get("durations", ()):
        if one.get("burst", False):
            yield Step("burst-in-end-phase", {"card": one["name"]})
    fallen, open_ones = yield from _defeated(sides)
    yield Step("tokens-go", {})
    durations = yield from _durations(document)
    left = _without(sides, fallen)
    holder = yield from _pass_initiative(document, left)
    standing = [side.number for side in left if side.creatures]
    return Answer(
        {
            "order": order,
            "removed": [_named(one) for one in fallen],
            "open": [_named(one) for one in open_ones],
            "durations": durations,
            "initiative": holder,
            "standing": standing,
            "winner": (yield from _winner(document, sides, left, fallen)) if not open_ones else None,
        }
    )


def _one_by_one(document: Document, sides: tuple[Side, ...]) -> Course[list[dict[str, Any]]]:
    """The order in which creatures go through each step where a player asks for that."""
    yield Step("one-by-one", {})
    return in_order(sides, document.get("initiative"), ascending=True)


def _without(sides: tuple[Side, ...], fallen: list[SideCreature]) -> tuple[Side, ...]:
    """The sides with those creatures that are left."""
    places = {one.who.at for one in fallen}
    return tuple(
        Side(side.number, side.name, side.total, tuple(one for one in side.creatures if one.who.at not in places))
        for side in sides
    )


def _named(one: SideCreature) -> dict[str, Any]:
    return {"side": one.side, "at": one.who.at, "name": one.who.name}


def _defeated(sides: tuple[Side, ...]) -> Course[tuple[list[SideCreature], list[SideCreature]]]:
    """Those who fall, and those of whom that is not known."""
    fallen, open_ones = [], []
    for side in sides:
        for one in side.creatures:
            damage = one.who.state("damage", 0)
            if not damage or is_troop(one.who):
                continue
            health = yield from needed(one.who, "health", "remove-defeated")
            if health is None:
                open_ones.append(one)
            elif damage >= health:
                fallen.append(one)
                yield Step("remove-defeated", {"creature": one.who.name, "damage": damage, "health": health})
    return fallen, open_ones


def _durations(document: Document) -> Course[list[dict[str, Any]]]:
    """Duration tokens of upgrades and of damage cards that lie face up; permanent ones stay."""
    found = []
    for one in document.get("durations", ()):
        tokens = one["tokens"] - (0 if one.get("permanent", False) else 1)
        if one.get("permanent", False):
            yield Step("permanent-stays", {"card": one["name"]}, one["tokens"], tokens)
        else:
            yield Step("duration-goes", {"card": one["name"], "left": tokens}, one["tokens"], tokens)
        if tokens == 0:
            yield Step("effect-ends", {"card": one["name"]})
        if one.get("burst", False):
            yield Step("burst-token-goes" if tokens == 0 else "burst-token-stays", {"card": one["name"]})
        found.append({"name": one["name"], "tokens": tokens, "ends": tokens == 0})
    return found


def _pass_initiative(document: Document, left: tuple[Side, ...]) -> Course[int | None]:
    holder: int | None = document.get("initiative")
    ties = tied_levels(left)
    if not ties:
        if holder is not None:
            yield Step("initiative-gone", {})
        return None
    if holder is None:
        return (yield from _reemerged(document, left))
    after = next_holder(left, holder)
    yield Step("initiative-passes", {"side": left[after].name}, holder, after)
    return after


def _reemerged(document: Document, left: tuple[Side, ...]) -> Course[int | None]:
    """A tie that comes up while no token is out: whoever brought it about gets the token."""
    cause: int | None = document.get("tie_brought_by")
    if cause is None:
        yield Missing("", "/tie_brought_by", "/tie_brought_by", "initiative-again")
        return None
    yield Step("initiative-again", {"side": left[cause].name if cause < len(left) else str(cause + 1)})
    return cause


def winner(document: Document, table: TableFacts) -> Course[Answer]:
    """Who has won after an End Phase."""
    sides = yield from read_sides(document, table, "last-standing")
    fallen = [one for side in sides for one in side.creatures if one.who.state("defeated", False)]
    left = _without(sides, fallen)
    return Answer({"winner": (yield from _winner(document, sides, left, fallen))})


def _winner(
    document: Document, sides: tuple[Side, ...], left: tuple[Side, ...], fallen: list[SideCreature]
) -> Course[int | None]:
    if document.get("adventure", False):
        yield Step("adventure-decides", {})
        return None
    standing = [side.number for side in left if side.creatures]
    if len(standing) == 1 and len(sides) > 1:
        yield Step("last-standing", {"side": sides[standing[0]].name})
        return standing[0]
    if standing or not fallen:
        yield Step("game-goes-on", {})
        return None
    return (yield from _highest_of_the_fallen(document, sides, fallen))


def _highest_of_the_fallen(
    document: Document, sides: tuple[Side, ...], fallen: list[SideCreature]
) -> Course[int | None]:
    """All fell at once: the owner of the highest level wins, by initiative where several share it."""
    now = [one for one in fallen if not one.who.state("fell_before", False)]
    if any(one.level is None for one in now):
        return None
    highest = max(one.level or 0 for one in now)
    owners = sorted({one.side for one in now if one.level == highest})
    if len(owners) == 1:
        yield Step("highest-fallen", {"side": sides[owners[0]].name, "level": highest})
        return owners[0]
    holder = document.get("initiative")
    if holder is None:
        yield Missing("", "/initiative", "/initiative", "highest-fallen-tied")
        return None
    seats = seats_from(holder, len(sides))
    first = min(owners, key=lambda number: seats[number])
    yield Step("highest-fallen-tied", {"side": sides[first].name, "level": highest})
    return first
