"""Slot assignment: an exact solution, independent of the order of the list.

The slots are the icons printed on the banner and those that carried cards grant. A card takes one slot: of the one icon
it shows, or of one of several icons. It never takes a slot that it grants itself. There must also be an order in which
the cards can be put on, each into a slot that exists at that time, so two cards cannot grant each other's slots.

Trying all orders is not needed. When each card's icon is chosen, such an order exists exactly when

* no icon is used more often than it is printed and granted altogether, and
* each icon in use can be reached: it is printed, or granted by a card whose own icon can be reached

(a Petri net in which each transition takes one token is free of any other deadlock). A roving card fits every icon. If
there is no room for one among the icons that the other cards reach, none can be put on. If there is, each can grant its
slots, since one that opens an icon with room opens at least the room that it takes; then it is enough that there are no
more of them than there is room in all that is reached.

Unknown facts are bounded from both sides, each bound exact: a sure answer holds whatever the facts turn out to be. At
best an unknown grant is everything missing, if its card can be put on at all, and an unknown slot is the wanted one,
equal for all copies of a card; at worst an unknown grant is nothing, and an unknown slot (see `_surely_assigned`) the
one in the way. Banners and grants have no maximum. The time grows at most with the square of the number of cards; it
doubles with each icon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate, combinations

from rulesapi.engine.values.model import value_object
from rulesapi.engine.values.truth import Truth


@dataclass(frozen=True)
class SlotClaim:
    """One card that needs a slot with any one of `icons`.

    With `known` false it needs a certain one of them, but it is unknown which; claims with one `card` need the same
    icon. `grants` counts the slots it adds; `None` is unknown.
    """

    icons: frozenset[str]
    known: bool
    grants: Mapping[str, int] | None
    card: str | None = None

    @cached_property
    def key(self) -> ClaimKey:
        """The key of the claim in the cache of answers."""
        return self.icons, self.known, None if self.grants is None else tuple(self.grants.items()), self.card


@value_object
class SlotConflict:
    """Cards that compete for too few slots: the icons, the number of their slots, and the indexes of the cards."""

    icons: tuple[str, ...]
    slots: int
    members: tuple[int, ...]


@value_object
class SlotAssignment:
    """The answer: whether all cards find a slot, and the conflicts if they surely do not."""

    possible: Truth
    slot_conflicts: tuple[SlotConflict, ...]


Icons = frozenset[str]
Path = tuple[Icons, Icons]
"""A card as a path from the icons it can take to the icons it grants."""

ClaimKey = tuple[Icons, bool, tuple[tuple[str, int], ...] | None, str | None]
"""A claim as a key: its icons, whether they are known, its grants, its card."""

EMPTY_ICONS: Icons = frozenset()


def assign_slots(banner: Mapping[str, int] | None, claims: Sequence[SlotClaim]) -> SlotAssignment:
    """Assign slots of a banner (icons with their number; `None` is unknown) to all claims."""
    if not claims:
        return SlotAssignment(True, ())
    if banner is None:
        return SlotAssignment(None, ())
    return _assign_slots(tuple(banner.items()), tuple([claim.key for claim in claims]))


@lru_cache(maxsize=4096)
def _assign_slots(printed: tuple[tuple[str, int], ...], keys: tuple[ClaimKey, ...]) -> SlotAssignment:
    """Return the assignment, cached: a search asks it repeatedly for other cards with equal icons."""
    banner = dict(printed)
    claims = [
        SlotClaim(icons, known, None if grants is None else dict(grants), card) for icons, known, grants, card in keys
    ]
    poor = [claim if claim.grants is not None else replace(claim, grants={}) for claim in claims]
    if not _may_grant_all(banner, claims):
        crowds = _BestCase(banner, poor).slot_conflicts()
        if crowds:
            return SlotAssignment(False, crowds)
    if all(claim.known and claim.grants is not None for claim in claims):
        return SlotAssignment(True, ())
    return SlotAssignment(_surely_assigned(banner, poor) or None, ())


def _may_grant_all(banner: Mapping[str, int], claims: Sequence[SlotClaim]) -> bool:
    """Return whether a card with unknown grants can be put on, so that at best it grants every missing slot.

    If no such card can be put on, the unknown grants change nothing.
    """
    if all(claim.grants is not None for claim in claims):
        return False
    within_reach = _closure(_printed(banner), _paths(claims))
    return any(claim.grants is None and claim.icons & within_reach for claim in claims)


class _BestCase:
    """The best case of the claims: cards that need one icon, cards that rove, and cards that choose one of several.

    `supply` counts the slots of an icon that can be reached: printed, and granted by as many of the cards of each icon
    as it has slots itself, always those that grant the most. It is never less than the supply with some cards left off,
    and exactly what is printed and granted if all find a slot.
    """

    def __init__(self, banner: Mapping[str, int], claims: Sequence[SlotClaim]) -> None:
        self.claims = claims
        self.printed = _printed(banner)
        self.supply = _best_supply(banner, claims, _closure(self.printed, _paths(claims)))
        in_play = self.printed | _granted(claims)
        self.flexible = {n for n, one in enumerate(claims) if _is_free(one) and one.icons >= in_play}
        self.fixed = [claim for claim in claims if len(claim.icons) == 1]
        self.demand = _demand(self.fixed)
        self.paths = _paths(self.fixed)
        self.opened_by_flexible = _granted(claims[number] for number in self.flexible)

    def slot_conflicts(self) -> tuple[SlotConflict, ...]:
        """Return the conflicts that remain even if every unknown slot is the best one; none if all cards find a slot.

        There is one for each icon with fewer slots than cards that need it. If no choice of icons gives all cards with
        several icons a slot, there is one more conflict: with every icon that lacks a slot in some choice, and all
        cards that need these icons. No two conflicts have equal icons.
        """
        lacking = {icon: number - self.supply.get(icon, 0) for icon, number in self.demand.items()}
        short = {frozenset((icon,)): number for icon, number in sorted(lacking.items()) if number > 0}
        crowds = {icons: self._crowd(icons, number) for icons, number in short.items()}
        choices = [self._left_over(*way) for way in _choices(self._choosers())]
        least = min(number for _, number, _ in choices)
        if least:
            icons = EMPTY_ICONS.union(*(icons for icons, _, _ in choices))
            too = least + sum(number for one, number in short.items() if one <= icons)
            crowds[icons] = self._crowd(icons, too, choosing=True, flexible=any(roving for _, _, roving in choices))
        return tuple(crowds.values())

    def _crowd(self, icons: Icons, lacking: int, *, choosing: bool = False, flexible: bool = False) -> SlotConflict:
        """Return the conflict over these icons, in which `lacking` cards are without a slot."""
        members = tuple(
            number
            for number, claim in enumerate(self.claims)
            if (flexible if number in self.flexible else claim.icons & icons and (choosing or len(claim.icons) == 1))
        )
        return SlotConflict(tuple(sorted(icons)), len(members) - lacking, members)

    def _choosers(self) -> list[list[SlotClaim]]:
        """Return the cards that choose one of several icons; copies with a common choice are grouped."""
        choosers: dict[str | int, list[SlotClaim]] = {}
        for number, claim in enumerate(self.claims):
            if len(claim.icons) > 1 and number not in self.flexible:
                choosers.setdefault(claim.card or number, []).append(claim)
        return list(choosers.values())

    def _left_over(self, chosen: Mapping[str, int], paths: frozenset[Path]) -> tuple[Icons, int, bool]:
        """Return the icons that lack slots in one choice, how many more cards lack one, and whether roving ones do."""
        paths = paths | self.paths
        start = _closure(self.printed, paths)
        reached = _closure(start | self.opened_by_flexible, paths) if start else start
        failing: set[str] = set()
        lacking = 0
        remaining: dict[str, int] = {}
        for icon in reached | self.demand.keys() | chosen.keys():
            demand, slots = self.demand.get(icon, 0), self.supply.get(icon, 0)
            left = (slots if icon in reached else 0) - demand - chosen.get(icon, 0)
            remaining[icon] = max(0, left)
            if (more := max(0, -left) - max(0, demand - slots)) > 0:
                failing.add(icon)
                lacking += more
        if not _total(start, remaining):
            reached = start
        stranded = max(0, len(self.flexible) - _total(reached, remaining))
        return frozenset(failing | reached if stranded else failing), lacking + stranded, stranded > 0


def _is_free(claim: SlotClaim) -> bool:
    """Return whether a card with several icons can take any of them, regardless of the other cards."""
    return len(claim.icons) > 1 and claim.card is None


def _best_supply(banner: Mapping[str, int], claims: Sequence[SlotClaim], within_reach: Icons) -> Mapping[str, int]:
    """Return how many slots each icon has at best: see `_BestCase`."""
    granting: dict[Icons, list[Mapping[str, int]]] = {}
    for claim in claims:
        if claim.grants and claim.icons & within_reach:
            granting.setdefault(claim.icons, []).append(claim.grants)
    most: dict[Icons, dict[str, list[int]]] = {}
    for of, all_grants in granting.items():
        icons = {icon for grants in all_grants for icon in grants}
        numbers = {icon: sorted((grants.get(icon, 0) for grants in all_grants), reverse=True) for icon in icons}
        most[of] = {icon: list(accumulate(row, initial=0)) for icon, row in numbers.items()}
    on = {of: len(all_grants) for of, all_grants in granting.items()}
    while True:
        supply = Counter(banner)
        for of, by_icon in most.items():
            for icon, sums in by_icon.items():
                supply[icon] += sums[on[of]]
        fewer = {of: min(number, _total(of, supply)) for of, number in on.items()}
        if fewer == on:
            return supply
        on = fewer


def _choices(choosers: Iterable[Sequence[SlotClaim]]) -> list[tuple[Mapping[str, int], frozenset[Path]]]:
    """Return every choice that makes a difference: the number of cards on each icon, and the paths they open.

    A chooser is a card with all its copies. Equal choosers are counted together.
    """
    alike = Counter((copies[0].icons, len(copies), _granted(copies)) for copies in choosers)
    assignments = {(frozenset[tuple[str, int]](), frozenset[Path]())}
    for (icons, copies, granted), number in alike.items():
        spreads = list(_distributions(sorted(icons), number))
        wider = set()
        for chosen, paths in assignments:
            for spread in spreads:
                counts = Counter(dict(chosen))
                counts.update({icon: cards * copies for icon, cards in spread.items()})
                opened = {(frozenset((icon,)), granted) for icon in spread} if granted else set()
                wider.add((frozenset(counts.items()), paths | opened))
        assignments = wider
    return [(dict(chosen), paths) for chosen, paths in assignments]


def _distributions(icons: Sequence[str], number: int) -> Iterator[dict[str, int]]:
    """Yield every way to distribute equal cards over icons; icons that get none are left out."""
    first, *others = icons
    if not others:
        yield {first: number}
        return
    for some in range(number + 1):
        here = {first: some} if some else {}
        if some == number:
            yield here
        else:
            yield from (here | rest for rest in _distributions(others, number - some))


def _surely_assigned(banner: Mapping[str, int], claims: Sequence[SlotClaim]) -> bool:
    """Return whether all cards find a slot whatever the unknown slots turn out to be.

    They may fail to for two reasons. The cards of unknown slot could overfill an icon. Or there is a trap: a set of
    icons with every printed icon, out of which no card in it leads (a card of unknown slot that leads out of it is
    assumed to be elsewhere). A trap is a failure if it leaves a card outside, or if with as many cards of unknown slot
    inside as possible it has too little room for the roving cards.
    """
    doubtful = Counter((claim.icons, _granted([claim])) for claim in claims if not claim.known)
    roving = [claim for claim in claims if claim.known and len(claim.icons) > 1]
    fixed = [claim for claim in claims if claim.known and len(claim.icons) == 1]
    slots, demand, paths = _slots(banner, claims), _demand(fixed), _paths(fixed)
    possible = _demand(claim for claim in claims if not claim.known)
    if any(demand.get(icon, 0) + possible.get(icon, 0) > slots.get(icon, 0) for icon in {*demand, *possible}):
        return False
    remaining = {icon: number - demand.get(icon, 0) for icon, number in slots.items()}
    opened = _granted(roving)
    used = frozenset(demand).union(*(icons for icons, _ in doubtful))
    printed = _printed(banner)
    for trap in _icon_sets_between(printed, printed | used | slots.keys()):
        if any(of <= trap and not to <= trap for of, to in {*paths, *doubtful}):
            continue
        inside = sum(number for (icons, granted), number in doubtful.items() if icons & trap and granted <= trap)
        left = _total(trap, remaining) - inside
        if roving and left <= 0:
            return False
        if (not roving or opened <= trap) and (not used <= trap or len(roving) > left):
            return False
    return True


def _icon_sets_between(least: Icons, most: Icons) -> Iterator[Icons]:
    """Yield every set of icons that includes `least` and is included in `most`."""
    others = sorted(most - least)
    return (least.union(some) for size in range(len(others) + 1) for some in combinations(others, size))


def _printed(banner: Mapping[str, int]) -> Icons:
    return frozenset(icon for icon, number in banner.items() if number)


def _granted(claims: Iterable[SlotClaim]) -> Icons:
    return frozenset(icon for claim in claims for icon in claim.grants or ())


def _paths(claims: Iterable[SlotClaim]) -> frozenset[Path]:
    return frozenset((claim.icons, _granted([claim])) for claim in claims if claim.grants)


def _closure(start: Icons, paths: Iterable[Path]) -> Icons:
    """Return all icons that can be reached from `start`, one card after the other."""
    reached = start
    while wider := frozenset(icon for of, to in paths if of & reached for icon in to) - reached:
        reached |= wider
    return reached


def _slots(banner: Mapping[str, int], claims: Iterable[SlotClaim]) -> Mapping[str, int]:
    """Return how many slots each icon has, printed and granted."""
    slots = Counter(banner)
    for claim in claims:
        slots.update(claim.grants or {})
    return slots


def _demand(claims: Iterable[SlotClaim]) -> Mapping[str, int]:
    """Return the number of claims by icon. A claim with several icons counts for each of them."""
    return Counter(icon for claim in claims for icon in claim.icons)


def _total(icons: Iterable[str], numbers: Mapping[str, int]) -> int:
    return sum(numbers.get(icon, 0) for icon in icons)
