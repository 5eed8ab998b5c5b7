"""Upgrades that do not fit, as findings: one per creature and icon, with all cards that compete for it.

The named cards are defined, not found by trying:

* An icon is short if more cards need it alone than it has slots; it is named with all of these cards.
* The slots of an icon are those printed and those granted. A card grants as far as it can be put on: nothing if no
    chain of cards leads to it, and of the cards that fit equal icons only as many as there are slots of these icons,
    for each granted icon those that grant the most of it.
* Then the cards that fit several icons take the remaining slots. A spell of unknown slot uses one of its icons, the
    same for all copies. Roving cards take any free slot. If the icons reached by the other cards have no free slot, no
    roving card can be put on; if they have one, every roving card grants its slots.
* If some of these cards find no slot for any choice of icons, there is one more finding: with every icon that lacks a
    slot in some choice, and all cards that need one of these icons. No two findings have equal icons.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SlotConflict:
    """Upgrades of one creature that compete for too few slots."""

    places: frozenset[str]
    icons: frozenset[str]
    slots: int


@dataclass(frozen=True)
class Carried:
    """An upgrade: the icons it could take, the key it shares with its copies, and its grants."""

    place: str
    icons: tuple[str, ...]
    copies: str | None
    grants: Counter[str]


def slot_conflicts(banner: Sequence[str], carried: Sequence[Carried]) -> list[SlotConflict]:
    """Return the conflicts over too few slots."""
    slots = _slots(banner, carried)
    settled = [card for card in carried if len(card.icons) == 1]
    choosing = [card for card in carried if card.copies]
    found: dict[frozenset[str], SlotConflict] = {}
    for icon in {icon for card in settled for icon in card.icons}:
        members = frozenset(card.place for card in settled if icon in card.icons)
        if len(members) > slots[icon]:
            found[frozenset([icon])] = SlotConflict(members, frozenset([icon]), slots[icon])
    without = Counter({icon: len(crowd.places) - crowd.slots for [icon], crowd in found.items()})
    roving = [card for card in carried if len(card.icons) > 1 and not card.copies]
    tried = []
    spells = sorted({card.copies for card in choosing if card.copies})
    for choice in itertools.product(*([0, 1] for _ in spells)):
        chosen = dict(zip(spells, choice, strict=True))
        placed = [
            Carried(card.place, (card.icons[chosen[card.copies]],), None, card.grants) if card.copies else card
            for card in carried
        ]
        tried.append(_left_over(banner, placed, slots, without))
    fewest = min(count for _, count, _ in tried)
    if fewest:
        icons = frozenset[str]().union(*(failing for failing, _, _ in tried))
        anywhere = any(stranded for _, _, stranded in tried)
        members = frozenset(
            card.place for card in carried if (anywhere if card in roving else icons.intersection(card.icons))
        )
        fewest += sum(without[icon] for icon in icons)
        found[icons] = SlotConflict(members, icons, len(members) - fewest)
    return list(found.values())


def _left_over(
    banner: Sequence[str], placed: Sequence[Carried], slots: Counter[str], without: Counter[str]
) -> tuple[frozenset[str], int, bool]:
    """Return the icons that lack slots in one choice, how many more cards lack one, and whether roving ones do."""
    settled = [card for card in placed if len(card.icons) == 1]
    roving = [card for card in placed if len(card.icons) > 1]
    start = _reached(banner, settled)
    everywhere = _reached(banner, placed)
    demand = Counter(icon for card in settled for icon in card.icons)
    remaining = Counter({icon: max(0, slots[icon] - demand[icon]) for icon in everywhere})
    failing = set()
    lacking = 0
    for icon, count in demand.items():
        more = count - (slots[icon] if icon in everywhere else 0) - without[icon]
        if more > 0:
            failing.add(icon)
            lacking += more
    where = everywhere if any(remaining[icon] for icon in start) else start
    stranded = max(0, len(roving) - sum(remaining[icon] for icon in where))
    if stranded:
        failing |= where
    return frozenset(failing), lacking + stranded, stranded > 0


def _reached(banner: Iterable[str], cards: Iterable[Carried]) -> set[str]:
    """Return the icons printed, and those granted by cards that can be put on, one after the other."""
    reached = set(banner)
    for _ in cards:
        for card in cards:
            if reached.intersection(card.icons):
                reached |= set(card.grants)
    return reached


def _slots(banner: Sequence[str], carried: Sequence[Carried]) -> Counter[str]:
    """Return the slots of each icon; cards that have no slots themselves grant none."""
    reached = _reached(banner, carried)
    within = [card for card in carried if reached.intersection(card.icons)]
    kinds = {card.icons for card in within}
    can_be_on = {icons: len(within) for icons in kinds}
    while True:
        slots = Counter(banner)
        for icons in kinds:
            alike = [card for card in within if card.icons == icons]
            for icon in reached:
                by_number = sorted(card.grants[icon] for card in alike)
                slots[icon] += sum(by_number[::-1][: can_be_on[icons]])
        fewer = {icons: sum(slots[icon] for icon in icons) for icons in kinds}
        if all(fewer[icons] >= min(can_be_on[icons], len(within)) for icons in kinds):
            return slots
        can_be_on = {icons: min(can_be_on[icons], fewer[icons]) for icons in kinds}
