"""Upgrades and the icons of a banner (p. 29), decided by putting the cards on in every order there is."""

import functools
from dataclasses import dataclass

#: Places of upgrades on one creature.
Places = frozenset[str]


@dataclass(frozen=True)
class SlotWish:
    """An upgrade that wants a slot: the icon it needs (any: whichever) and the icons it grants once it is on."""

    place: str
    icon: str
    grants: tuple[str, ...]


@functools.lru_cache(maxsize=100_000)
def possible_assignments(banner: tuple[str, ...], wishes: tuple[SlotWish, ...]) -> frozenset[Places]:
    """Every set of cards that can be on the creature together, one put on after the other.

    A card takes a slot that is free when it is put on, so it can never stand in one that it grants itself.
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
    """Whether all can be on the creature."""
    return Places(wish.place for wish in wishes) in possible_assignments(banner, wishes)
