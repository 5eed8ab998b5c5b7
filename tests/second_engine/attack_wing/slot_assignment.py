"""Slot assignment of upgrades (p. 29), decided by trying every order of putting the cards on."""

import functools
from dataclasses import dataclass

#: Places of upgrades on one creature.
Places = frozenset[str]


@dataclass(frozen=True)
class SlotWish:
    """An upgrade that needs a slot: its icon ("any" for every icon), and the icons it grants once it is on."""

    place: str
    icon: str
    grants: tuple[str, ...]


@functools.lru_cache(maxsize=100_000)
def possible_assignments(banner: tuple[str, ...], wishes: tuple[SlotWish, ...]) -> frozenset[Places]:
    """Return every set of cards that can be on the creature together, put on one after the other.

    A card takes a slot that is free when it is put on, so it can never take one that it grants itself.
    """
    reached = set()
    waiting = [(Places(), tuple(sorted(banner)))]
    while waiting:
        state = waiting.pop()
        if state in reached:
            continue
        reached.add(state)
        seated, free = state
        for wish in wishes:
            if wish.place in seated:
                continue
            for icon in set(free):
                if wish.icon in (icon, "any"):
                    left = list(free)
                    left.remove(icon)
                    waiting.append((seated | {wish.place}, tuple(sorted([*left, *wish.grants]))))
    return frozenset(seated for seated, _ in reached)


def all_assignable(banner: tuple[str, ...], wishes: tuple[SlotWish, ...]) -> bool:
    return Places(wish.place for wish in wishes) in possible_assignments(banner, wishes)
