"""Can everything that a creature carries find a slot? Solved exactly, never depending on the order of the list.

The slots are the icons printed on the banner and those that carried cards grant. A card takes one slot: of the one icon
it shows, or of any of several. It never stands in a slot that it grants itself; more than that, there must be an order
in which the cards can be put on, each into a slot that is there by then, so that two cards cannot hold each other up.

Trying all orders is not needed. When each card's icon is settled, such an order exists exactly when

* no icon is used more often than it is printed and granted altogether, and
* each icon in use can be reached: it is printed, or granted by a card whose own icon can be reached

(a Petri net in which each transition takes one token is free of any other deadlock). A roving card fits every icon
there is. If there is no room for one among the icons that the other cards reach, none can be put on. If there is, each
can grant what it grants, since one that opens an icon with room opens at least the room that it takes; then they only
have to be no more than there is room in all that is reached.

What is not known is bounded from both sides, each bound exact: a sure answer is the answer whatever the facts turn out
to be. At best an unknown grant is all that is missing, if its card can be put on at all, and an unknown slot is the one
that is wanted, the same for all copies of a card; at worst an unknown grant is nothing, and an unknown slot (see
`_surely_assigned`) the one that is in the way. Banners and grants have no greatest number. The time grows with the
square of the number of cards at most; with the number of icons it doubles.
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
    """One card that wants a slot: of any one of `icons`.

    With `known` false it wants a certain one of them, but not known which; those with one and the same `card` want the
    same one. `grants` counts the slots it adds; `None` is not known.
    """

    icons: frozenset[str]
    known: bool
    grants: Mapping[str, int] | None
    card: str | None = None

    @cached_property
    def key(self) -> ClaimKey:
        """What tells it from other claims, to find an answer by."""
        return self.icons, self.known, None if self.grants is None else tuple(self.grants.items()), self.card


@value_object
class SlotConflict:
    """Cards that compete for fewer slots than they are: the icons, how many slots these have, the cards' numbers."""

    icons: tuple[str, ...]
    slots: int
    members: tuple[int, ...]


@value_object
class SlotAssignment:
    """The answer: whether all find a slot, and if they surely do not, who competes for what."""

    possible: Truth
    slot_conflicts: tuple[SlotConflict, ...]


Icons = frozenset[str]
Path = tuple[Icons, Icons]
"""A card as a way from the icons it can stand in to the icons it grants."""

ClaimKey = tuple[Icons, bool, tuple[tuple[str, int], ...] | None, str | None]
"""A claim as a key: its icons, whether they are known, its grants, its card."""

EMPTY_ICONS: Icons = frozenset()


def assign_slots(banner: Mapping[str, int] | None, claims: Sequence[SlotClaim]) -> SlotAssignment:
    """Seat all claims on a banner (icons with their number; `None` is not known)."""
    if not claims:
        return SlotAssignment(True, ())
    if banner is None:
        return SlotAssignment(None, ())
    return _assign_slots(tuple(banner.items()), tuple([claim.key for claim in claims]))


@lru_cache(maxsize=4096)
def _assign_slots(printed: tuple[tuple[str, int], ...], keys: tuple[ClaimKey, ...]) -> SlotAssignment:
    """The answer to the same question, kept: a search asks it again and again of other cards with the same icons."""
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
    """Whether a card of unknown grants can be put on, so that at best it grants whatever the others lack.

    If none of them can, their grants change nothing.
    """
    if all(claim.grants is not None for claim in claims):
        return False
    within_reach = _closure(_printed(banner), _paths(claims))
    return any(claim.grants is None and claim.icons & within_reach for claim in claims)


class _BestCase:
    """What is to be seated, at best: who wants one icon, who roves over all, and who chooses one of several for good.

    `supply` counts the slots of an icon that can be reached: printed, and granted by as many of the cards of each icon
    as it has slots itself, always those that grant the most. So it is never less than what there is when some of the
    cards are left off, and just what is printed and granted where all find a slot.
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
        """Who competes for too few slots even if every unknown slot is the best one; nobody if all can be seated.

        One crowd for each icon that more cards want than it has slots. Where the cards that could stand in several find
        no room in what those leave, whichever they choose, one more crowd has all of them, every icon that fails them
        in one choice or another, and all who want these; never two for the same icons.
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
        """The crowd of these icons, of whom so many are without a slot."""
        members = tuple(
            number
            for number, claim in enumerate(self.claims)
            if (flexible if number in self.flexible else claim.icons & icons and (choosing or len(claim.icons) == 1))
        )
        return SlotConflict(tuple(sorted(icons)), len(members) - lacking, members)

    def _choosers(self) -> list[list[SlotClaim]]:
        """The cards that stand in one of several icons, copies that stand in the same one together."""
        choosers: dict[str | int, list[SlotClaim]] = {}
        for number, claim in enumerate(self.claims):
            if len(claim.icons) > 1 and number not in self.flexible:
                choosers.setdefault(claim.card or number, []).append(claim)
        return list(choosers.values())

    def _left_over(self, chosen: Mapping[str, int], paths: frozenset[Path]) -> tuple[Icons, int, bool]:
        """One choice: which icons fail it, how many more cards it leaves without a slot, and whether roving ones do."""
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
    """Whether a card of several icons can stand in any of them, whatever other cards do."""
    return len(claim.icons) > 1 and claim.card is None


def _best_supply(banner: Mapping[str, int], claims: Sequence[SlotClaim], within_reach: Icons) -> Mapping[str, int]:
    """How many slots each icon has at best: see `_BestCase`."""
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
    """Every choice that makes a difference: how many cards stand in each icon, and which ways they open.

    Each chooser is one card with its copies; those that are alike in all are taken together.
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
    """Every way to spread cards that are alike over icons; only those that get some are named."""
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
    """Whether all are seated whatever the unknown slots turn out to be.

    They are not exactly when the unknown ones could overfill an icon, or there is a trap: icons that have all that is
    printed, that the cards in them never lead out of (an unknown one that would is elsewhere), and that either leave a
    card outside or, as many unknown ones as can being inside, too little room for the roving ones.
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
    """Every set of icons that has the least and no more than the most."""
    others = sorted(most - least)
    return (least.union(some) for size in range(len(others) + 1) for some in combinations(others, size))


def _printed(banner: Mapping[str, int]) -> Icons:
    return frozenset(icon for icon, number in banner.items() if number)


def _granted(claims: Iterable[SlotClaim]) -> Icons:
    return frozenset(icon for claim in claims for icon in claim.grants or ())


def _paths(claims: Iterable[SlotClaim]) -> frozenset[Path]:
    return frozenset((claim.icons, _granted([claim])) for claim in claims if claim.grants)


def _closure(start: Icons, paths: Iterable[Path]) -> Icons:
    """All icons that can be reached from `start`, one card after the other."""
    reached = start
    while wider := frozenset(icon for of, to in paths if of & reached for icon in to) - reached:
        reached |= wider
    return reached


def _slots(banner: Mapping[str, int], claims: Iterable[SlotClaim]) -> Mapping[str, int]:
    """How many slots each icon has, printed and granted."""
    slots = Counter(banner)
    for claim in claims:
        slots.update(claim.grants or {})
    return slots


def _demand(claims: Iterable[SlotClaim]) -> Mapping[str, int]:
    """How many claims want each icon; one that may want any of several counts for each of them."""
    return Counter(icon for claim in claims for icon in claim.icons)


def _total(icons: Iterable[str], numbers: Mapping[str, int]) -> int:
    return sum(numbers.get(icon, 0) for icon in icons)
