"""Changes of rolled dice by cards, tokens and energy (p. 19-20).

On attack dice, all changes of the defender come before all changes of the attacker; on defense dice it is the reverse.
Special rules of an adventure come last. Each side chooses the order of its own changes: they apply in list order, after
its re-rolls and tokens unless they are `first`. No number falls below 0 at any time. A change that removes a result
turns a die to a face that counts for nothing, and that die can still be re-rolled.

If the order or the turned die is unknown, the number is computed at its smallest and at its largest. If both agree,
nothing is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from rulesapi.engine.games.attack_wing import odds
from rulesapi.engine.games.attack_wing.play import faces
from rulesapi.engine.games.attack_wing.play.attack_inputs import (
    ATTACKER,
    CONCENTRATE,
    DEFENDER,
    NUMBERS,
    SIDES,
    TARGET,
    Change,
    Reroll,
    Rolled,
)
from rulesapi.engine.games.attack_wing.play.strikes import Strike, tokens_left
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Step
from rulesapi.engine.values.model import value_object

FIRST, SECOND = 0, 3
"""The ranks at which the two sides begin: changes that come first, then re-rolls and tokens, then other changes."""
REROLLING, LATE = 1, 2
ADVENTURE = 6
USUAL, LEAST, MOST = "usual", "least", "most"
"""Kinds of order: the order that is shown, and the possible orders with the smallest and the largest number."""
Groups = dict[tuple[str, str], list[tuple[int, Reroll]]]
"""Dice with their re-rolls, keyed by the side that re-rolls them and by its card, empty for a token."""
SHOWN_BY = {"hits": faces.HIT, "criticals": faces.CRITICAL, "dodges": faces.DODGE}
"""The face that shows each result."""


@value_object
class Shift:
    """A declared change of a number of results: its index among the changes, and its possible ranks.

    The first of the ranks is the usual one.
    """

    place: int
    what: str
    by: int
    ranks: tuple[int, ...]
    change: Change

    def rank(self, order: str) -> int:
        """Return the rank in an order."""
        if order == USUAL:
            return self.ranks[0]
        return min(self.ranks) if (order == MOST) == (self.by < 0) else max(self.ranks)


@value_object
class Event:
    """A re-roll, a token or energy: its rank, its step, the re-rolled dice, and the results that it adds.

    `shows` has the re-rolled dice that show a result afterwards, and `more` the results that no die shows, both keyed
    by result. If `counts` names a result, the step shows its number before and after.
    """

    rank: int
    step: Step
    more: Mapping[str, int]
    rerolled: frozenset[int] = frozenset()
    shows: Mapping[str, frozenset[int]] = field(default_factory=dict)
    counts: str = ""


@value_object
class Pool:
    """The rolled dice of one side, and the events that change them."""

    rolled: Sequence[str]
    events: tuple[Event, ...]


# Declared changes ---------------------------------------------------------------------------------------------------


def shifts(strike: Strike, name: str, first: str, busy: Iterable[str]) -> list[Shift]:
    """Return the declared changes of a number. `busy` are the sides that also re-roll or spend tokens there."""
    return [
        Shift(place, name, change.by or 0, _ranks(change, first, busy), change)
        for place, change in enumerate(strike.target.changes)
        if change.what == name and change.is_counted
    ]


def unknown_changes(strike: Strike, whats: Iterable[str]) -> Course[bool]:
    """Return whether it is unknown by how much a card changes one of these numbers, and ask for it in that case."""
    unknown = [change for change in strike.target.changes if (change.what or "") in whats and not change.is_counted]
    for change in unknown:
        yield change.missing(Change.by, "declared-change")
    return bool(unknown)


def _ranks(change: Change, first: str, busy: Iterable[str]) -> tuple[int, ...]:
    if change.adventure:
        return (ADVENTURE,)
    said = change.side
    found: list[int] = []
    for side in SIDES if said is None else (said,):
        start = FIRST if side == first else SECOND
        early = change.first if side in busy else False
        found += [start + LATE, start] if early is None else [start] if early else [start + LATE]
    return tuple(found)


def changes_around_tokens(declared: Iterable[Shift], order: str) -> tuple[odds.Change, odds.Change]:
    """Return the changes before the tokens of the second side, and the changes after them."""
    ranked = sorted((shift.rank(order), shift.place, shift.by) for shift in declared)
    before = odds.Change.of(by for rank, _, by in ranked if rank < SECOND + REROLLING)
    return before, odds.Change.of(by for rank, _, by in ranked if rank > SECOND + REROLLING)


def asked_of_order(declared: Iterable[Shift]) -> Iterator[Missing]:
    """Yield the missing facts that decide the order of changes: the side, or whether they precede the side's tokens."""
    for shift in declared:
        if len(shift.ranks) > 1 and shift.by:
            yield shift.change.missing(Change.first if shift.change.side else Change.side, "declared-change")


# Re-rolls -----------------------------------------------------------------------------------------------------------


def _rerolls(
    entries: Sequence[Reroll], list_pointer: str, owner: str, number: int, *, paid: bool
) -> Course[Groups | None]:
    """Return the re-rolls of the dice of a side, or None if a die or its new face is unknown.

    A re-roll needs a card, or a token that is `paid` for it. A die is re-rolled once unless its card allows more.
    """
    found: Groups = {(owner, ""): []} if paid else {}
    unpaid, twice, unrolled, known = [], set(), set(), True
    times: Counter[int] = Counter()
    for entry in entries:
        die = yield from entry.need(Reroll.die, "reroll")
        if die is None:
            known = False
            continue
        because, side = entry.because or "", entry.side or owner
        if times[die] and not (because and entry.twice):
            twice.add(die)
        times[die] += 1
        if die >= number:
            unrolled.add(die)
        elif not because and (side != owner or not paid):
            unpaid.append(entry.at)
        elif not entry.shows:
            yield entry.missing(Reroll.face, "reroll")
            known = False
        else:
            found.setdefault((side, because), []).append((die, entry))
    for die in sorted(twice):
        yield Breach("rerolled-twice", (list_pointer,), {"die": die + 1})
    for die in sorted(unrolled):
        yield Breach("rerolled-unrolled", (list_pointer,), {"die": die + 1, "dice": number})
    if unpaid:
        yield Breach("reroll-unpaid", tuple(unpaid), {"dice": len(unpaid)})
    return found if known else None


def _reroll_events(strike: Strike, shown: list[str], first: str, groups: Groups) -> list[Event]:
    """Return the re-rolls in order, the first side's before the other's. `shown` is updated."""
    found = []
    for (side, because), entries in sorted(groups.items(), key=lambda group: group[0][0] != first):
        before = [*shown]
        for die, entry in entries:
            shown[die] = entry.face or ""
        dice = frozenset(die for die, _entry in entries)
        shows = {what: frozenset(die for die in dice if shown[die] == face) for what, face in SHOWN_BY.items()}
        if because:
            step = Step("reroll-by-card", {"because": because, "dice": len(entries)}, before, [*shown])
        else:
            facts = {"attacker": strike.attacker.name, "dice": len(entries)}
            left = tokens_left(strike.attacker, (*strike.paid, TARGET))
            step = Step("reroll", facts, before, [*shown], sets=left)
        found.append(Event((FIRST if side == first else SECOND) + REROLLING, step, {}, dice, shows))
    return found


# Both sorts of dice -------------------------------------------------------------------------------------------------


def modified_attack(strike: Strike) -> Course[tuple[int, int] | None]:
    """Return hits and criticals after all changes of the attack dice, or None if something unknown decides."""
    part, attacker = strike.target.rolled, strike.attacker
    rolled, again = part.attack or (), part.place(Rolled.reroll)
    shown, aims = [*rolled], strike.spends(ATTACKER, TARGET)
    groups = yield from _rerolls(part.reroll, again, ATTACKER, len(shown), paid=aims)
    if groups is None:
        return None
    events = _reroll_events(strike, shown, DEFENDER, groups)
    if strike.spends(ATTACKER, CONCENTRATE):
        turned = shown.count(faces.CONCENTRATE)
        left = tokens_left(attacker, (*strike.paid, *([TARGET] if aims else []), CONCENTRATE))
        step = Step("concentrate-attack", {"attacker": attacker.name, "dice": turned}, sets=left)
        events.append(Event(SECOND + REROLLING, step, {"hits": turned}, counts="hits"))
    found = yield from _modified(strike, Pool(rolled, tuple(events)), ("hits", "criticals"), DEFENDER)
    return None if found is None else (found[0], found[1])


def modified_defense(strike: Strike, added: Sequence[Step]) -> Course[int | None]:
    """Return the dodges after all changes of the defense dice, or None if something unknown decides.

    `added` are the steps that add one dodge each: tokens and energy.
    """
    part, defender = strike.target.rolled, strike.defender
    rolled, again = part.defense or (), part.place(Rolled.defense_reroll)
    shown = [*rolled]
    groups = yield from _rerolls(part.defense_reroll, again, DEFENDER, len(shown), paid=False)
    if groups is None:
        return None
    events = _reroll_events(strike, shown, ATTACKER, groups)
    if strike.spends(DEFENDER, CONCENTRATE):
        turned = shown.count(faces.CONCENTRATE)
        left = tokens_left(defender, (CONCENTRATE,))
        step = Step("concentrate-defense", {"defender": defender.name, "dice": turned}, sets=left)
        events.append(Event(SECOND + REROLLING, step, {"dodges": turned}, counts="dodges"))
    events += [Event(SECOND + REROLLING, step, {"dodges": 1}) for step in added]
    found = yield from _modified(strike, Pool(rolled, tuple(events)), ("dodges",), ATTACKER)
    return None if found is None else found[0]


def _modified(strike: Strike, pool: Pool, whats: Sequence[str], first: str) -> Course[list[int] | None]:
    if (yield from unknown_changes(strike, whats)):
        return None
    second = DEFENDER if first == ATTACKER else ATTACKER
    busy = {first if event.rank < SECOND else second for event in pool.events}
    found = {what: shifts(strike, what, first, busy) for what in whats}
    for shift in (shift for of_one in found.values() for shift in of_one):
        yield from _wrong_dice(shift, pool)
    asked = [one for what, of_one in found.items() for one in _undecided(pool, what, of_one)]
    yield from asked
    if asked:
        return None
    ends = {what: _walk(pool, what, of_one, USUAL, LEAST) for what, of_one in found.items()}
    yield from _steps(pool, found, ends)
    return [ends[what].number for what in whats]


def _wrong_dice(shift: Shift, pool: Pool) -> Course[None]:
    """Yield a breach for each die of a change that does not show the removed result."""
    events = [event for event in pool.events if event.rank < shift.ranks[0]]
    again = {die for event in events for die in event.rerolled}
    face = SHOWN_BY[shift.what]
    for die in shift.change.turned or () if shift.by < 0 else ():
        if die >= len(pool.rolled) or (die not in again and pool.rolled[die] != face):
            facts = {"die": die + 1, "what": NUMBERS[shift.what]}
            yield Breach("changes-other-die", (shift.change.place(Change.turned),), facts)


def _undecided(pool: Pool, name: str, declared: Sequence[Shift]) -> list[Missing]:
    """Return the missing facts if the number is not unique: the order of changes, and the dice that they turn."""
    if not any(shift.by < 0 for shift in declared):
        return []
    numbers = {
        (order, turned): _walk(pool, name, declared, order, turned).number
        for order in (LEAST, MOST)
        for turned in (LEAST, MOST)
    }
    asked: list[Missing] = []
    if any(numbers[LEAST, turned] != numbers[MOST, turned] for turned in (LEAST, MOST)):
        asked += asked_of_order(declared)
    if any(numbers[order, LEAST] != numbers[order, MOST] for order in (LEAST, MOST)):
        asked += [
            shift.change.missing(Change.turned, "declared-change")
            for shift in declared
            if shift.by < 0 and shift.change.turned is None
        ]
    return asked


# Changes of one number ----------------------------------------------------------------------------------------------


@value_object
class Walk:
    """A final number, and its values before and after each change by index and each event by number."""

    number: int
    changed: Mapping[int, tuple[int, int]]
    at_events: Sequence[tuple[int, int]]


def _walk(pool: Pool, name: str, declared: Sequence[Shift], order: str, turned: str) -> Walk:
    """Return the number of a result after all changes of the roll.

    A change that names no dice may turn any. `turned` selects them: for the smallest number as few as possible of the
    dice that are re-rolled later, for the largest number as many as possible.
    """
    showing = {die for die, face in enumerate(pool.rolled) if face == SHOWN_BY[name]}
    more = 0
    changed: dict[int, tuple[int, int]] = {}
    at_events = []
    row = list(_in_order(pool, declared, order))
    for at, one in enumerate(row):
        before = len(showing) + more
        if isinstance(one, Shift):
            if one.by < 0:
                again = {die for event in row[at:] if isinstance(event, Event) for die in event.rerolled}
                lost = _turned(one, showing, more, again if turned == MOST else showing - again)
                showing -= lost
                more -= min(more, -one.by - len(lost))
            else:
                more += one.by
            changed[one.place] = before, len(showing) + more
        else:
            showing = (showing - one.rerolled) | one.shows.get(name, frozenset())
            more += one.more.get(name, 0)
            at_events.append((before, len(showing) + more))
    return Walk(len(showing) + more, changed, at_events)


def _turned(shift: Shift, showing: set[int], more: int, rather: set[int]) -> set[int]:
    """Return the dice that a change turns: first the dice it names, then those in `rather`, then others.

    Results that no die shows are lost before the results of those other dice.
    """
    named = [die for die in shift.change.turned or () if die in showing]
    preferred = sorted(showing & rather - {*named})
    others = sorted(showing - rather - {*named})
    rest = -shift.by - len(named)
    dice = [*named, *preferred]
    lost = -shift.by
    if len(dice) >= lost:
        return {*dice[:lost]}
    return {*dice, *others[: max(0, rest - len(preferred) - more)]}


def _in_order(pool: Pool, declared: Iterable[Shift], order: str) -> Iterator[Shift | Event]:
    """Yield the changes and events by rank and index."""
    ranked: list[tuple[int, int, Shift | Event]] = [(event.rank, at, event) for at, event in enumerate(pool.events)]
    ranked += [(shift.rank(order), shift.place, shift) for shift in declared]
    yield from (one for _, _, one in sorted(ranked, key=lambda entry: entry[:2]))


def _steps(pool: Pool, declared: Mapping[str, Sequence[Shift]], ends: Mapping[str, Walk]) -> Course[None]:
    """Yield a step for each change and each event, in the usual order."""
    every = [shift for of_one in declared.values() for shift in of_one]
    at = {id(event): number for number, event in enumerate(pool.events)}
    for one in _in_order(pool, every, USUAL):
        if isinstance(one, Shift):
            before, after = ends[one.what].changed[one.place]
            yield change_step(one.change, before, after)
        elif one.counts:
            before, after = ends[one.counts].at_events[at[id(one)]]
            yield replace(one.step, before=before, after=after)
        else:
            yield one.step


def change_step(change: Change, before: Any, after: Any) -> Step:
    """Return the step of a declared change of a number, of which it is known by how much."""
    what = NUMBERS[change.what] if change.what else ""
    facts = {"what": what, "by": f"{change.by:+d}", "because": change.because or change.name}
    return Step("adventure-change" if change.adventure else "declared-change", facts, before, after)
