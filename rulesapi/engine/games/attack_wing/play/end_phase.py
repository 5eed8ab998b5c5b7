"""The End Phase, and the winner of a game (p. 9, 23-24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulesapi.engine.games.attack_wing.play.damage import is_troop, soldier_breaches
from rulesapi.engine.games.attack_wing.play.parts import LAST_SEAT, SEAT, Creature, SidesSituation, all_sides
from rulesapi.engine.games.attack_wing.play.sides import (
    CreatureOfSide,
    CreatureStep,
    SideAtTable,
    SideCreature,
    in_order,
    levels_known,
    next_holder,
    read_sides,
    seat,
    seats_from,
    standing,
    tied_levels,
    without,
)
from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import (
    Part,
    adventure_or_flag,
    entry_of,
    flag,
    number,
    optional_parts,
    texts,
    tick,
)
from rulesapi.engine.resolutions.model import Breach, Course, Output, Step, collected, up_to_refusal

Sets = tuple[tuple[str, Any], ...]
"""Inputs that a step sets, by their pointers."""


class Finish(SidesSituation):
    """A situation that may end the game."""

    adventure = adventure_or_flag()


class Lasting(Part, named=True, offers=("upgrade", "spell", "damage-card")):
    """Card with Duration Tokens."""

    tokens = number(
        "Tokens", 99, help="A card without any has no effect.", asked="how many Duration Tokens are on {who}"
    )
    permanent = tick("Permanent")
    burst = tick("Burst", help="Whether it is a burst with its token on the table, which strikes in each End Phase.")
    continuous = flag(
        "Continuous Effect",
        help="Whether it has a Continuous Effect.",
        omitted="the answer assumes that it has one",
        asked="whether {who} has a Continuous Effect",
    )


class EndPhase(Finish):
    """The sides in an End Phase."""

    sides = all_sides(Creature.level, Creature.damage, Creature.health, Creature.defeated, Creature.fell_before)
    tie_brought_by = entry_of(
        "sides", "Who caused a new tie", LAST_SEAT, help=SEAT, asked="which side brought about the shared level"
    )
    effects = texts("Effects", 40, help="What happens during the End Phase, by name.")
    durations = optional_parts(
        Lasting, "Card", 60, plural="Durations", help="Cards with Duration Tokens on them.", folded=True
    )
    one_by_one = tick("Step by step", help="Whether a player wants each step done creature by creature.")


@answer
class LastingAfter(AnswerFields):
    """The Duration Tokens on a card afterwards."""

    name: str = told("Name")
    tokens: int = told("Tokens", "{name}: Duration Tokens left: {tokens}")
    ends: bool = told("Whether its effect ends")


@answer
class EndPhaseAnswer(AnswerFields):
    """The answer: the table after the End Phase."""

    winner: int | None = told("Side that has won", "The winner: {winner}", entry_of="/sides")
    order: list[CreatureStep] | None = told(
        "Creature by creature", help="Null if no player wants it one by one, or if a level is unknown."
    )
    removed: list[CreatureOfSide] = told("Creatures that are removed", "Removed: {removed}")
    open: list[CreatureOfSide] = told(
        "Creatures that may be removed", "Removed, or not: {open}", help="Their health is unknown."
    )
    initiative: int | None = told(
        "Side with initiative afterwards", "Initiative Token: {initiative}", entry_of="/sides"
    )
    durations: list[LastingAfter] = told("Cards with Duration Tokens")
    standing: list[int] | None = told(
        "Sides with creatures", help="Null if what is not known decides.", entry_of="/sides"
    )


def end_phase(ask: EndPhase) -> Course[EndPhaseAnswer]:
    """Answer which steps the End Phase has, and who holds the Initiative Token afterwards."""
    sides = yield from read_sides(ask, "remove-defeated")
    if sides is None:
        return EndPhaseAnswer(
            order=None, removed=[], open=[], durations=[], initiative=None, standing=None, winner=None
        )
    holder = yield from seat(ask, EndPhase.initiative, sides)
    there = standing(sides)
    order = (yield from _one_by_one(there, holder)) if ask.one_by_one else None
    if ask.effects:
        yield Step("end-phase-effects", {"effects": list(ask.effects)})
    lasting = [one for one in ask.durations if one.tokens != 0]
    for one in lasting:
        if one.burst:
            yield Step("burst-in-end-phase", {"card": one.name})
    fallen, open_ones = yield from _defeated(there)
    yield Step("tokens-go", {}, sets=_without_tokens(there))
    durations = yield from _durations(lasting)
    left = without(there, fallen)
    after = yield from _pass_initiative(ask, holder, left, without(left, open_ones))
    return EndPhaseAnswer(
        order=order,
        removed=[one.told() for one in fallen],
        open=[one.told() for one in open_ones],
        durations=durations,
        initiative=after,
        standing=_standing(left, without(left, open_ones)),
        winner=(yield from _winner_after(ask, sides, left, fallen, holder)) if not open_ones else None,
    )


def _standing(left: tuple[SideAtTable, ...], sure: tuple[SideAtTable, ...]) -> list[int] | None:
    """Return the sides with creatures, or None if creatures that may be removed, or are not known, decide."""
    there, surely = ([side.number for side in of if side.creatures] for of in (left, sure))
    unknown = any(not side.known and not side.creatures for side in left)
    return None if unknown or there != surely else there


def _without_tokens(sides: tuple[SideAtTable, ...]) -> Sets:
    """Return that no creature has an Action Token or Pivot Token any more."""
    creatures = [one.who for side in sides for one in side.creatures]
    return tuple(change for who in creatures if who.tokens for change in who.sets(Creature.tokens, ()))


def _next_round(sides: tuple[SideAtTable, ...], left: tuple[SideAtTable, ...]) -> Sets:
    """Return what a new round changes: nobody has done anything in it, and the others fell before it."""
    there = {one.who.at for side in left for one in side.creatures}
    listed = [one.who for side in sides for one in side.creatures if one.listed]
    changes: list[tuple[str, Any]] = []
    for who in listed:
        changes += _undone(who) if who.at in there else () if who.fell_before else who.sets(Creature.fell_before, True)
    return tuple(changes)


def _undone(creature: Creature) -> Iterator[tuple[str, Any]]:
    """Yield the changes by which a creature has done nothing in this round."""
    for done in (Creature.attacked, Creature.charged, Creature.altitude_changed, Creature.met_obstacle):
        if done.__get__(creature, Creature):
            yield from creature.sets(done, False)
    if creature.actions_done:
        yield from creature.sets(Creature.actions_done, ())
    if creature.action_spent is not None:
        yield from creature.sets(Creature.action_spent, None)


def _one_by_one(sides: tuple[SideAtTable, ...], holder: int | None) -> Course[list[CreatureStep] | None]:
    """Return the order in which creatures go through each step, or None if a level is unknown."""
    yield Step("one-by-one", {})
    return in_order(sides, holder, ascending=True) if levels_known(sides) else None


def _defeated(sides: tuple[SideAtTable, ...]) -> Course[tuple[list[SideCreature], list[SideCreature]]]:
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
                facts = {"creature": one.who.name, "damage": damage, "health": health}
                yield Step("remove-defeated", facts, sets=one.who.sets(Creature.defeated, True))
    return fallen, open_ones


def _durations(cards: Sequence[Lasting]) -> Course[list[LastingAfter]]:
    """Return the Duration Tokens of upgrades and face-up damage cards after the phase. Permanent ones stay."""
    found = []
    for card in cards:
        before = yield from card.need(Lasting.tokens, "duration-goes")
        if before is not None:
            found.append((yield from _duration(card, before)))
    return found


def _duration(card: Lasting, before: int) -> Course[LastingAfter]:
    tokens = before if card.permanent else before - 1
    if card.permanent:
        yield Step("permanent-stays", {"card": card.name}, before, tokens)
    else:
        sets = card.sets(Lasting.tokens, tokens)
        yield Step("duration-goes", {"card": card.name, "left": tokens}, before, tokens, sets=sets)
    if tokens == 0 and card.continuous is not False:
        yield Step("effect-ends", {"card": card.name} | ({"effect": card.name} if card.continuous else {}))
    if card.burst:
        yield Step("burst-token-goes" if tokens == 0 else "burst-token-stays", {"card": card.name})
    return LastingAfter(name=card.name, tokens=tokens, ends=tokens == 0)


def _pass_initiative(
    ask: EndPhase, holder: int | None, left: tuple[SideAtTable, ...], sure: tuple[SideAtTable, ...]
) -> Course[int | None]:
    """Return the holder of the token afterwards, or None if it depends on creatures that may be removed.

    `sure` are the sides without these creatures.
    """
    ties = tied_levels(left)
    if not ties:
        if holder is not None and levels_known(left):
            yield Step("initiative-gone", {}, sets=ask.sets(EndPhase.initiative, None))
        return None
    if holder is None:
        return (yield from _reemerged(ask, left)) if ask.initiative is None else None
    after = next_holder(left, holder, sure)
    if after is not None:
        sets = ask.sets(EndPhase.initiative, after)
        yield Step("initiative-passes", {"side": left[after].name}, holder, after, sets=sets)
    return after


def _reemerged(ask: EndPhase, left: tuple[SideAtTable, ...]) -> Course[int | None]:
    """Return the holder of the token after a new tie while no token is in play: the side that caused the tie."""
    yield from ask.need(EndPhase.tie_brought_by, "initiative-again")
    cause = yield from seat(ask, EndPhase.tie_brought_by, left)
    if cause is None:
        return None
    tied = sorted({number for of in tied_levels(left).values() for number in of})
    if cause not in tied and not levels_known(left):
        return None
    if cause not in tied:
        facts = {"side": left[cause].name, "sides": [left[number].name for number in tied]}
        yield Breach("initiative-without-tie", (ask.place(EndPhase.tie_brought_by),), facts)
        return None
    sets = (*ask.sets(EndPhase.initiative, cause), *ask.sets(EndPhase.tie_brought_by, None))
    yield Step("initiative-again", {"side": left[cause].name}, sets=sets)
    return cause


class Ended(Finish):
    """The sides after an End Phase."""

    sides = all_sides(Creature.level, Creature.defeated, Creature.fell_before)


@answer
class WinnerAnswer(AnswerFields):
    """The answer: who has won."""

    winner: int | None = told(
        "Side that has won",
        "The winner: {winner}",
        help="Null if nobody has won, or if it is not decided.",
        entry_of="/sides",
    )


def winner(ask: Ended) -> Course[WinnerAnswer]:
    """Answer who has won after an End Phase: nobody by a table that cannot be."""
    outputs: list[Output] = []
    found = collected(_ended(ask), outputs)
    if not any(isinstance(one, Breach) for one in outputs):
        yield from outputs
        return found
    yield from up_to_refusal(outputs)
    return WinnerAnswer(winner=None)


def _ended(ask: Ended) -> Course[WinnerAnswer]:
    sides = yield from read_sides(ask, "last-standing")
    if sides is None:
        return WinnerAnswer(winner=None)
    holder = yield from seat(ask, Ended.initiative, sides)
    left = standing(sides)
    for one in (creature for side in left for creature in side.creatures):
        yield from _not_removed(one)
    last = [one for side in sides for one in side.creatures if one.gone and not one.who.fell_before]
    return WinnerAnswer(winner=(yield from _winner(ask, sides, left, last, holder)))


def _not_removed(creature: SideCreature) -> Course[None]:
    """Yield a breach for a creature with lethal damage, which cannot remain after an End Phase (p. 23)."""
    damage, who = creature.who.damage, creature.who
    if damage and is_troop(who):
        yield from soldier_breaches(who)
    elif damage and (health := who.health) is not None and damage >= health:
        facts = {"creature": who.name, "damage": damage, "health": health}
        yield Breach("lethal-and-there", (who.place(Creature.damage),), facts)


def _winner_after(
    ask: Finish,
    sides: tuple[SideAtTable, ...],
    left: tuple[SideAtTable, ...],
    fallen: list[SideCreature],
    holder: int | None,
) -> Course[int | None]:
    """Return the winner after this End Phase, in which the creatures in `fallen` fell.

    Other creatures were gone before, in this round (such as those that fled) or in an earlier one. If that decides, it
    is asked for.
    """
    if not any(side.creatures or not side.known for side in left) and not ask.adventure:
        gone = [one for side in sides for one in side.creatures if one.gone]
        fallen = fallen + [one for one in gone if one.who.fell_before is False]
        best = _highest_side(fallen, holder, len(sides))
        unsaid = [one for one in gone if one.who.fell_before is None]
        deciding = [one for one in unsaid if not fallen or _highest_side([*fallen, one], holder, len(sides)) != best]
        for one in deciding:
            yield one.who.missing(Creature.fell_before, "highest-fallen")
        if deciding:
            return None
    return (yield from _winner(ask, sides, left, fallen, holder))


def _winner(
    ask: Finish,
    sides: tuple[SideAtTable, ...],
    left: tuple[SideAtTable, ...],
    last: list[SideCreature],
    holder: int | None,
) -> Course[int | None]:
    """Return the winner. `left` are the sides without what is gone, `last` are the creatures that fell last."""
    if ask.adventure:
        yield Step("adventure-decides", {}, sets=_next_round(sides, left))
        return None
    if not all(side.known for side in left):
        return None
    there = [side for side in left if side.creatures]
    if len(there) == 1:
        yield Step("last-standing", {"side": there[0].name})
        return there[0].number
    if there:
        yield Step("game-goes-on", {}, sets=_next_round(sides, left))
        return None
    if not last:
        yield Breach("none-fell-last", (ask.place(Finish.sides),), {})
        return None
    return (yield from _highest_of_the_fallen(ask, left, last, holder))


def _highest_of_the_fallen(
    ask: Finish, sides: tuple[SideAtTable, ...], last: list[SideCreature], holder: int | None
) -> Course[int | None]:
    """Return the winner if all fell at once: the owner of the highest level, by initiative if several share it."""
    for one in last:
        yield from one.who.need(Creature.level, "highest-fallen")
    highest, owners = _highest(last)
    if highest is None:
        return None
    if len(owners) > 1 and holder is None:
        yield from ask.need(Finish.initiative, "highest-fallen-tied")
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


END_PHASE = declared(
    "end-phase",
    "End Phase",
    "Which creatures and tokens are removed, and who has initiative next.",
    EndPhase,
    EndPhaseAnswer,
    end_phase,
)
WINNER = declared("winner", "Winner", "Whether somebody has won, and by which rule.", Ended, WinnerAnswer, winner)
