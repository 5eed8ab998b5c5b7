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

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from rulesapi.engine.model import Answer


class Claim(NamedTuple):
    """One card that wants a slot: of any one of `icons`.

    With `known` false it wants a certain one of them, but not known which. `grants` counts the slots it adds; `None` is
    not known.
    """

    icons: frozenset[str]
    known: bool
    grants: Mapping[str, int] | None


class Crowd(NamedTuple):
    """Cards that compete for fewer slots than they are: the icons, how many slots these have, the cards' numbers."""

    icons: tuple[str, ...]
    slots: int
    members: tuple[int, ...]


class Seating(NamedTuple):
    """The answer: whether all find a slot, and if they surely do not, who competes for what."""

    possible: Answer
    crowds: tuple[Crowd, ...]


Icons = Set[str]
Path = tuple[frozenset[str], frozenset[str]]
"""A card as a way from the icons it can stand in to the icons it grants."""


def seat(banner: Mapping[str, int] | None, claims: Sequence[Claim]) -> Seating:
    """Seat all claims on a banner (icons with their number; `None` is not known)."""
    if not claims:
        return Seating(True, ())
    if banner is None:
        return Seating(None, ())
    crowds = _crowds(banner, [_generous(claim, claims) for claim in claims])
    if crowds:
        return Seating(False, crowds)
    if all(claim.known and claim.grants is not None for claim in claims):
        return Seating(True, ())
    return Seating(_seated_whatever(banner, [_poor(claim) for claim in claims]) or None, ())


def _generous(claim: Claim, claims: Sequence[Claim]) -> Claim:
    """The claim with unknown grants as plentiful as anybody here could need."""
    if claim.grants is not None:
        return claim
    wanted = frozenset[str]().union(*(other.icons for other in claims))
    return claim._replace(grants=dict.fromkeys(sorted(wanted), len(claims)))


def _poor(claim: Claim) -> Claim:
    """The claim with unknown grants as nothing."""
    return claim if claim.grants is not None else claim._replace(grants={})


def _crowds(banner: Mapping[str, int], claims: Sequence[Claim]) -> tuple[Crowd, ...]:
    """Who competes for too few slots even if every unknown slot is the best one; nobody if all can be seated.

    One crowd for each icon that is wanted by more cards than it has slots (none when it cannot be reached), then those
    of the cards that fit several icons and do not find room among the rest.
    """
    fixed, flexible = _by_choice(claims)
    within_reach = _closure(_printed(banner), _paths(claims))
    slots = _slots(banner, (claim for claim in claims if claim.icons & within_reach))
    wanted = Counter(icon for claim in fixed for icon in claim.icons)
    room = Counter({icon: max(0, slots[icon] - wanted[icon]) for icon in within_reach})

    def crowd(icons: Icons, *, with_flexible: bool = False) -> Crowd:
        members = (
            number
            for number, claim in enumerate(claims)
            if claim.icons <= icons or (with_flexible and len(claim.icons) > 1)
        )
        return Crowd(tuple(sorted(icons)), _total(icons & within_reach, slots), tuple(members))

    found = [crowd({icon}) for icon in sorted(wanted) if icon not in within_reach or wanted[icon] > slots[icon]]
    narrow = {claim.icons for claim in flexible if not within_reach <= claim.icons}
    for icons in sorted(narrow, key=sorted):
        if sum(claim.icons <= icons for claim in flexible) > _total(icons, room):
            found.append(crowd(icons))
    if any(claim.icons not in narrow for claim in flexible):
        start = _closure(_printed(banner), _paths(fixed))
        reached, left_over = _seat_flexible(start, _total(start, room), room, claims)
        if left_over:
            found.append(crowd(reached, with_flexible=True))
    return tuple(found)


def _seated_whatever(banner: Mapping[str, int], claims: Sequence[Claim]) -> bool:
    """Whether all are seated whatever the unknown slots turn out to be.

    Asks a little more than needed when cards that fit several icons also grant slots: each icon that an unknown slot
    may be must be within reach without those.
    """
    settled = [claim for claim in claims if claim.known]
    uncertain = [claim for claim in claims if not claim.known]
    fixed, _ = _by_choice(settled)
    start = _closure(_printed(banner), _paths(fixed))
    while more := _granted(claim for claim in uncertain if claim.icons <= start) - start:
        start = _closure(start | more, _paths(fixed))
    if not all(claim.icons <= start for claim in uncertain):
        return False
    room = _slots(banner, claims)
    room.subtract(icon for claim in fixed for icon in claim.icons)
    reserved = Counter(icon for claim in uncertain for icon in claim.icons)
    if any(number < reserved[icon] for icon, number in room.items()):
        return False
    reached, left_over = _seat_flexible(start, _total(start, room) - len(uncertain), room, settled)
    return not left_over and all(claim.icons <= reached for claim in fixed)


def _seat_flexible(start: Icons, seats: int, room: Counter[str], claims: Sequence[Claim]) -> tuple[Icons, int]:
    """Seat the claims of several icons where `seats` are free among the icons of `start`.

    Those that open up more room go first. Returns the icons reached and how many claims are left without a seat.
    """
    fixed, flexible = _by_choice(claims)
    paths = _paths(fixed)
    ways = sorted({tuple(sorted(_granted([claim]))) for claim in flexible})
    reached, waiting = frozenset(start), len(flexible)
    while seats > 0 and waiting:
        wider = max((_closure(reached | set(way), paths) for way in ways), key=lambda icons: _total(icons, room))
        gain = _total(wider, room) - _total(reached, room)
        if not gain:
            break
        reached, seats, waiting = wider, seats - 1 + gain, waiting - 1
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


def _granted(claims: Iterable[Claim]) -> frozenset[str]:
    return frozenset(icon for claim in claims for icon in claim.grants or ())


def _paths(claims: Iterable[Claim]) -> set[Path]:
    return {(claim.icons, _granted([claim])) for claim in claims if claim.grants}


def _closure(start: Icons, paths: Iterable[Path]) -> frozenset[str]:
    """All icons that can be reached from `start`, one card after the other."""
    reached = frozenset(start)
    paths = list(paths)
    while wider := frozenset().union(*(to for of, to in paths if of & reached)) - reached:
        reached |= wider
    return reached


def _slots(banner: Mapping[str, int], claims: Iterable[Claim]) -> Counter[str]:
    """How many slots each icon has, printed and granted."""
    slots = Counter(dict(banner))
    for claim in claims:
        slots.update(claim.grants or {})
    return slots


def _total(icons: Icons, numbers: Counter[str]) -> int:
    return sum(numbers[icon] for icon in icons)
