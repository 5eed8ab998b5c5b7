"""Upgrades and the icons of a banner (p. 29), decided by putting the cards on in every order there is."""

import functools
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: Places of upgrades on one creature.
Places = frozenset[str]


@dataclass(frozen=True)
class Wish:
    """An upgrade that wants a slot: the icon it needs (any: whichever) and the icons it grants once it is on."""

    place: str
    icon: str
    grants: tuple[str, ...]


@functools.lru_cache(maxsize=10_000)
def seatings(banner: tuple[str, ...], wishes: tuple[Wish, ...]) -> frozenset[Places]:
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


def all_on(banner: tuple[str, ...], wishes: tuple[Wish, ...], wanted: Iterable[str] | None = None) -> bool:
    """Whether all of these places (left out: every one) can be on the creature, with what the others grant."""
    places = Places(wish.place for wish in wishes) if wanted is None else Places(wanted)
    return any(places <= seated for seated in seatings(banner, wishes))


def crowded(banner: Sequence[str], wishes: Sequence[Wish]) -> list[Places]:
    """Where each card needs one icon and none grants any: for each icon with too few slots, all that want it."""
    wanting = {icon: Places(wish.place for wish in wishes if wish.icon == icon) for icon in {w.icon for w in wishes}}
    return [places for icon, places in wanting.items() if len(places) > banner.count(icon)]


def subsets(places: Sequence[str]) -> list[Places]:
    """Every choice of some of the places."""
    return [Places(some) for count in range(1, len(places) + 1) for some in itertools.combinations(places, count)]
