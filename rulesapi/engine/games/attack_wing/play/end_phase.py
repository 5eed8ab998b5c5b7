"""The End Phase, and the winner of a game (p. 9, 23-24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesapi.engine.games.attack_wing.play.damage import is_troop, soldier_breaches
from rulesapi.engine.games.attack_wing.play.parts import Creature
from rulesapi.engine.games.attack_wing.play.sides import (
    Side,
    SideCreature,
    in_order,
    next_holder,
    read_sides,
    seat,
    seats_from,
    standing,
    tied_levels,
    without,
)
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts
from rulesapi.engine.values.model import Document


def end_phase(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer which steps the End Phase has, and who holds the Initiative Token afterwards."""
    sides = yield from read_sides(document, table, "remove-defeated")
    holder = yield from seat(document, "initiative", sides)
    there = standing(sides)
    order = (yield from _one_by_one(there, holder)) if document.get("one_by_one", False) else None
    if effects := document.get("effects", ()):
        yield Step("end-phase-effects", {"effects": list(effects)})
    for one in document.get("durations", ()):
        if one.get("burst", False):
            yield Step("burst-in-end-phase", {"card": one["name"]})
    fallen, open_ones = yield from _defeated(there)
    yield Step("tokens-go", {})
    durations = yield from _durations(document)
    left = without(there, fallen)
    after = yield from _pass_initiative(document, holder, left, without(left, open_ones))
    return Answer(
        {
            "order": order,
            "removed": [_named(one) for one in fallen],
            "open": [_named(one) for one in open_ones],
            "durations": durations,
            "initiative": after,
            "standing": [side.number for side in left if side.creatures],
            "winner": (yield from _winner_after(document, sides, left, fallen, holder)) if not open_ones else None,
        }
    )


def _one_by_one(sides: tuple[Side, ...], holder: int | None) -> Course[list[dict[str, Any]]]:
    """Return the order in which creatures go through each step if a player asks for it."""
    yield Step("one-by-one", {})
    return in_order(sides, holder, ascending=True)


def _named(creature: SideCreature) -> dict[str, Any]:
    return {"side": creature.side, "at": creature.who.at, "name": creature.who.name}


def _defeated(sides: tuple[Side, ...]) -> Course[tuple[list[SideCreature], list[SideCreature]]]:
    """Return the creatures that fall, and the creatures that may fall."""
    fallen, open_ones = [], []
    for side in sides:
        for one in side.creatures:
            damage = one.who.damage
            if not damage:
                continue
            if is_troop(one.who):
                yield from soldier_breaches(one.who)
                continue
            health = yield from one.who.need(Creature.health, "remove-defeated")
            if health is None:
                open_ones.append(one)
            elif damage >= health:
                fallen.append(one)
                yield Step("remove-defeated", {"creature": one.who.name, "damage": damage, "health": health})
    return fallen, open_ones


def _durations(document: Document) -> Course[list[dict[str, Any]]]:
    """Return the Duration Tokens of upgrades and face-up damage cards after the phase. Permanent ones stay."""
    found = []
    for one in document.get("durations", ()):
        tokens = one["tokens"] - (0 if one.get("permanent", False) else 1)
        if one.get("permanent", False):
            yield Step("permanent-stays", {"card": one["name"]}, one["tokens"], tokens)
        else:
            yield Step("duration-goes", {"card": one["name"], "left": tokens}, one["tokens"], tokens)
        continuous = one.get("continuous")
        if tokens == 0 and continuous is not False:
            yield Step("effect-ends", {"card": one["name"]} | ({"effect": one["name"]} if continuous else {}))
        if one.get("burst", False):
            yield Step("burst-token-goes" if tokens == 0 else "burst-token-stays", {"card": one["name"]})
        found.append({"name": one["name"], "tokens": tokens, "ends": tokens == 0})
    return found


def _pass_initiative(
    document: Document, holder: int | None, left: tuple[Side, ...], sure: tuple[Side, ...]
) -> Course[int | None]:
    """Return the holder of the token afterwards, or None if it depends on creatures that may be removed.

    `sure` are the sides without these creatures.
    """
    ties = tied_levels(left)
    if not ties:
        if holder is not None:
            yield Step("initiative-gone", {})
        return None
    if holder is None:
        return (yield from _reemerged(document, left)) if "initiative" not in document else None
    after = next_holder(left, holder, sure)
    if after is not None:
        yield Step("initiative-passes", {"side": left[after].name}, holder, after)
    return after


def _reemerged(document: Document, left: tuple[Side, ...]) -> Course[int | None]:
    """Return the holder of the token after a new tie while no token is in play: the side that caused the tie."""
    if "tie_brought_by" not in document:
        yield Missing("", "/tie_brought_by", "/tie_brought_by", "initiative-again")
        return None
    cause = yield from seat(document, "tie_brought_by", left)
    if cause is None:
        return None
    tied = sorted({number for of in tied_levels(left).values() for number in of})
    if cause not in tied:
        facts = {"side": left[cause].name, "sides": [left[number].name for number in tied]}
        yield Breach("initiative-without-tie", ("/tie_brought_by",), facts)
        return None
    yield Step("initiative-again", {"side": left[cause].name})
    return cause


def winner(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer who has won after an End Phase."""
    sides = yield from read_sides(document, table, "last-standing")
    holder = yield from seat(document, "initiative", sides)
    left = standing(sides)
    for one in (creature for side in left for creature in side.creatures):
        yield from _not_removed(one)
    last = [one for side in sides for one in side.creatures if one.gone and not one.who.fell_before]
    return Answer({"winner": (yield from _winner(document, left, last, holder))})


def _not_removed(creature: SideCreature) -> Course[None]:
    """Yield a breach for a creature with lethal damage, which cannot remain after an End Phase (p. 23)."""
    damage, who = creature.who.damage, creature.who
    if damage and is_troop(who):
        yield from soldier_breaches(who)
    elif damage and (health := who.health) is not None and damage >= health:
        facts = {"creature": who.name, "damage": damage, "health": health}
        yield Breach("lethal-and-there", (f"{who.at}/damage",), facts)


def _winner_after(
    document: Document,
    sides: tuple[Side, ...],
    left: tuple[Side, ...],
    fallen: list[SideCreature],
    holder: int | None,
) -> Course[int | None]:
    """Return the winner after this End Phase, in which the creatures in `fallen` fell.

    Other creatures were gone before, in this round (such as those that fled) or in an earlier one. If that decides, it
    is asked for.
    """
    if not any(side.creatures or not side.known for side in left) and not document.get("adventure", False):
        gone = [one for side in sides for one in side.creatures if one.gone]
        fallen = fallen + [one for one in gone if one.who.fell_before is False]
        best = _highest_side(fallen, holder, len(sides))
        unsaid = [one for one in gone if one.who.fell_before is None]
        deciding = [one for one in unsaid if not fallen or _highest_side([*fallen, one], holder, len(sides)) != best]
        for one in deciding:
            yield Missing("", "/fell_before", one.who.at, "highest-fallen")
        if deciding:
            return None
    return (yield from _winner(document, left, fallen, holder))


def _winner(
    document: Document, left: tuple[Side, ...], last: list[SideCreature], holder: int | None
) -> Course[int | None]:
    """Return the winner. `last` are the creatures that fell in the last round."""
    if document.get("adventure", False):
        yield Step("adventure-decides", {})
        return None
    if not all(side.known for side in left):
        return None
    there = [side for side in left if side.creatures]
    if len(there) == 1:
        yield Step("last-standing", {"side": there[0].name})
        return there[0].number
    if there:
        yield Step("game-goes-on", {})
        return None
    if not last:
        yield Breach("none-fell-last", ("/sides",), {})
        return None
    return (yield from _highest_of_the_fallen(document, left, last, holder))


def _highest_of_the_fallen(
    document: Document, sides: tuple[Side, ...], last: list[SideCreature], holder: int | None
) -> Course[int | None]:
    """Return the winner if all fell at once: the owner of the highest level, by initiative if several share it."""
    for one in last:
        yield from one.who.need(Creature.level, "highest-fallen")
    highest, owners = _highest(last)
    if highest is None:
        return None
    if len(owners) > 1 and holder is None:
        if "initiative" not in document:
            yield Missing("", "/initiative", "/initiative", "highest-fallen-tied")
        return None
    first = _first_of(owners, holder, len(sides))
    rule = "highest-fallen" if len(owners) == 1 else "highest-fallen-tied"
    yield Step(rule, {"side": sides[first].name, "level": highest})
    return first


def _highest(fallen: Sequence[SideCreature]) -> tuple[int | None, list[int]]:
    """Return the highest level of some creatures and the sides that own it; None and no sides if a level is unknown."""
    levels = [one.level for one in fallen if one.level is not None]
    if len(levels) < len(fallen) or not levels:
        return None, []
    highest = max(levels)
    return highest, sorted({one.side for one in fallen if one.level == highest})


def _first_of(owners: list[int], holder: int | None, count: int) -> int:
    """Return the owner of the highest level; if there are several, the one with initiative over the others."""
    if holder is None:
        return owners[0]
    seats = seats_from(holder, count)
    return min(owners, key=lambda number: seats[number])


def _highest_side(fallen: Sequence[SideCreature], holder: int | None, count: int) -> int | None:
    """Return the winner if exactly these creatures fell in the last round, or None if that is open."""
    _, owners = _highest(fallen)
    return None if not owners or (len(owners) > 1 and holder is None) else _first_of(owners, holder, count)
