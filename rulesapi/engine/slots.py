"""Can everything that a creature carries find a slot? Solved exactly, never depending on the order of the list.

The slots are the icons printed on the banner and those that carried cards grant. A card takes one slot: of the one icon
it shows, or of any of several. It never stands in a slot that it grants itself; more than that, there must be an order
in which the cards can be put on, each into a slot that is there by then, so that two cards cannot hold each other up.

Trying all orders is not needed. When each card's icon is settled, such an order exists exactly when

* no icon is used more often than it is printed and granted altogether, and
* each icon in use can be reached: it is printed, or granted by a card whose own icon can be reached

(a Petri net in which each transition takes one token is free of any other deadlock). Cards that fit several icons are
seated one after the other wherever room is left; those that open up more room than they take go first, and since the
room one card opens never makes another card open more, that is as good as trying everything.

What is not known is bounded from both sides. At best an unknown slot is the one that is wanted and an unknown grant is
all that is missing; at worst an unknown slot is the scarcest one and an unknown grant is nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from rulesapi.engine.model import Answer, value


@value
class Claim:
    """One card that wants a slot: of any one of `icons`.

    With `known` false it wants a certain one of them, but not known which. `grants` counts the slots it adds; `None` is
    not known.
    """

    icons: frozenset[str]
    known: bool
    grants: Mapping[str, int] | None


@value
class Crowd:
    """Cards that compete for fewer slots than they are: the icons, how many slots these have, the cards' numbers."""

    icons: tuple[str, ...]
    slots: int
    members: tuple[int, ...]


@value
class Seating:
    """The answer: whether all find a slot, and if they surely do not, who competes for what."""

    possible: Answer
    crowds: tuple[Crowd, ...]


Icons = frozenset[str]
Path = tuple[Icons, Icons]
"""A card as a way from the icons it can stand in to the icons it grants."""

Wanted = tuple[Icons, bool, tuple[tuple[str, int], ...] | None]
"""A claim as a key: its icons, whether they are known, its grants."""


def seat(banner: Mapping[str, int] | None, claims: Sequence[Claim]) -> Seating:
    """Seat all claims on a banner (icons with their number; `None` is not known)."""
    if not claims:
        return Seating(True, ())
    if banner is None:
        return Seating(None, ())
    return _seat(
        tuple(banner.items()),
        tuple((one.icons, one.known, None if one.grants is None else tuple(one.grants.items())) for one in claims),
    )


@lru_cache(maxsize=4096)
def _seat(printed: tuple[tuple[str, int], ...], wanted: tuple[Wanted, ...]) -> Seating:
    """The answer to the same question, kept: a search asks it again and again of other cards with the same icons."""
    banner = dict(printed)
    claims = [Claim(icons, known, None if grants is None else dict(grants)) for icons, known, grants in wanted]
    poor = [claim if claim.grants is not None else replace(claim, grants={}) for claim in claims]
    if not _may_grant_all(banner, claims):
        crowds = _crowds(banner, poor)
        if crowds:
            return Seating(False, crowds)
    if all(claim.known and claim.grants is not None for claim in claims):
        return Seating(True, ())
    return Seating(_seated_whatever(banner, poor) or None, ())


def _may_grant_all(banner: Mapping[str, int], claims: Sequence[Claim]) -> bool:
    """Whether a card of unknown grants can be put on, so that at best it grants whatever the others lack.

    If none of them can, their grants change nothing.
    """
    if all(claim.grants is not None for claim in claims):
        return False
    within_reach = _closure(_printed(banner), _paths(claims))
    return any(claim.grants is None and claim.icons & within_reach for claim in claims)


def _crowds(banner: Mapping[str, int], claims: Sequence[Claim]) -> tuple[Crowd, ...]:
    """Who competes for too few slots even if every unknown slot is the best one; nobody if all can be seated.

    One crowd for each icon that is wanted by more cards than it has slots (none when it cannot be reached), then those
    of the cards that fit several icons and do not find room among the rest; never two for the same icons.
    """
    fixed, flexible = _by_choice(claims)
    printed = _printed(banner)
    within_reach = _closure(printed, _paths(claims))
    slots = _slots(banner, [claim for claim in claims if claim.icons & within_reach])
    wanted = _wanted(fixed)
    room = {icon: max(0, slots[icon] - wanted.get(icon, 0)) for icon in within_reach}

    short: dict[Icons, bool] = {}
    for icon in sorted(wanted):
        if icon not in within_reach or wanted[icon] > slots[icon]:
            short[frozenset((icon,))] = False
    narrow = {claim.icons for claim in flexible if not within_reach <= claim.icons}
    for icons in sorted(narrow, key=sorted):
        if sum(claim.icons <= icons for claim in flexible) > _total(icons, room):
            short[icons] = False
    if any(claim.icons not in narrow for claim in flexible):
        start = _closure(printed, _paths(fixed))
        reached, left_over = _seat_flexible(start, _total(start, room), room, fixed, flexible)
        if left_over:
            short[reached] = True
    return tuple(
        Crowd(tuple(sorted(icons)), _total(icons & within_reach, slots), _members(claims, icons, with_flexible))
        for icons, with_flexible in short.items()
    )


def _members(claims: Sequence[Claim], icons: Icons, with_flexible: bool) -> tuple[int, ...]:
    """The numbers of the claims that want only these icons, and if need be of those that have a choice."""
    return tuple(
        number
        for number, claim in enumerate(claims)
        if claim.icons <= icons or (with_flexible and len(claim.icons) > 1)
    )


def _seated_whatever(banner: Mapping[str, int], claims: Sequence[Claim]) -> bool:
    """Whether all are seated whatever the unknown slots turn out to be.

    Asks a little more than needed when cards that fit several icons also grant slots: each icon that an unknown slot
    may be must be within reach without those.
    """
    uncertain = [claim for claim in claims if not claim.known]
    fixed, flexible = _by_choice(claim for claim in claims if claim.known)
    paths = _paths(fixed)
    start = _closure(_printed(banner), paths)
    while more := _granted(claim for claim in uncertain if claim.icons <= start) - start:
        start = _closure(start | more, paths)
    if not all(claim.icons <= start for claim in uncertain):
        return False
    slots, wanted, reserved = _slots(banner, claims), _wanted(fixed), _wanted(uncertain)
    room = {icon: number - wanted.get(icon, 0) for icon, number in slots.items()}
    if any(number < reserved.get(icon, 0) for icon, number in room.items()):
        return False
    reached, left_over = _seat_flexible(start, _total(start, room) - len(uncertain), room, fixed, flexible)
    return not left_over and all(claim.icons <= reached for claim in fixed)


def _seat_flexible(
    start: Icons, seats: int, room: Mapping[str, int], fixed: Sequence[Claim], flexible: Sequence[Claim]
) -> tuple[Icons, int]:
    """Seat the claims of several icons where `seats` are free among the icons of `start`.

    Those that open up more room go first. Returns the icons reached and how many claims are left without a seat.
    """
    paths = _paths(fixed)
    ways = {_granted([claim]) for claim in flexible if claim.grants}
    reached, waiting = start, len(flexible)
    while ways and seats > 0 and waiting:
        options = (_closure(reached | way, paths) for way in ways)
        gain, names = max((_total(option, room) - _total(reached, room), sorted(option)) for option in options)
        if not gain:
            break
        reached, seats, waiting = frozenset(names), seats - 1 + gain, waiting - 1
    left_over = max(0, waiting - max(0, seats))
    return (reached if left_over else _closure(reached.union(*ways), paths)), left_over


def _by_choice(claims: Iterable[Claim]) -> tuple[list[Claim], list[Claim]]:
    """The claims of one icon, and those of several."""
    fixed: list[Claim] = []
    flexible: list[Claim] = []
    for claim in claims:
        (fixed if len(claim.icons) == 1 else flexible).append(claim)
    return fixed, flexible


def _printed(banner: Mapping[str, int]) -> Icons:
    return frozenset(icon for icon, number in banner.items() if number)


def _granted(claims: Iterable[Claim]) -> Icons:
    return frozenset(icon for claim in claims for icon in claim.grants or ())


def _paths(claims: Iterable[Claim]) -> set[Path]:
    return {(claim.icons, _granted([claim])) for claim in claims if claim.grants}


def _closure(start: Icons, paths: set[Path]) -> Icons:
    """All icons that can be reached from `start`, one card after the other."""
    reached = start
    while wider := frozenset(icon for of, to in paths if of & reached for icon in to) - reached:
        reached |= wider
    return reached


def _slots(banner: Mapping[str, int], claims: Iterable[Claim]) -> dict[str, int]:
    """How many slots each icon has, printed and granted."""
    slots = dict(banner)
    for claim in claims:
        for icon, number in (claim.grants or {}).items():
            slots[icon] = slots.get(icon, 0) + number
    return slots


def _wanted(claims: Iterable[Claim]) -> dict[str, int]:
    """How many claims want each icon; one that may want any of several counts for each of them."""
    wanted: dict[str, int] = {}
    for claim in claims:
        for icon in claim.icons:
            wanted[icon] = wanted.get(icon, 0) + 1
    return wanted


def _total(icons: Icons, numbers: Mapping[str, int]) -> int:
    return sum(numbers.get(icon, 0) for icon in icons)
