"""Where the verdict of the first engine and that of the second part."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

SLOT = "attack-wing/upgrade-slot"


def _slots_apart(codes: list[tuple[str, tuple[str, ...]]]) -> tuple[Counter[Any], dict[str, Counter[frozenset[str]]]]:
    """All findings but those about slots, and those about slots by creature."""
    others: Counter[Any] = Counter()
    slots: dict[str, Counter[frozenset[str]]] = {}
    for code, places in codes:
        if code == SLOT:
            creature = places[0].rpartition("/upgrades/")[0]
            slots.setdefault(creature, Counter())[frozenset(places)] += 1
        else:
            others[code, places] += 1
    return others, slots


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Where a verdict document and the answer of the second judge differ, in words; nothing if they agree."""
    found = [
        f"{what}: the first says {first[what]}, the second {second[what]}"
        for what in ("verdict", "points")
        if first[what] != second[what]
    ]
    others, slots = _slots_apart([(finding["code"], tuple(finding["at"])) for finding in first["findings"]])
    expected, _ = _slots_apart(second["codes"])
    if others != expected:
        found.append(f"findings: only the first has {others - expected}, only the second {expected - others}")
    return found + _about_unknown(first, second) + _about_slots(slots, second["misfits"])


def _about_unknown(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Each fact that decides must be named, and no other than has to do with an open rule."""
    named = {(entry["card"], entry["fact"]) for entry in first["unknown"]}
    found = []
    if missing := second["unknown"] - named:
        found.append(f"unknown: the first leaves out {sorted(missing)}")
    if idle := named - second["touching"]:
        found.append(f"unknown: nothing hangs on {sorted(idle)}, which the first names")
    return found


def _about_slots(slots: Mapping[str, Counter[frozenset[str]]], misfits: Mapping[str, Any]) -> list[str]:
    """The same creatures must have too few slots, and what is said of each must be true and a way out."""
    found = []
    if set(slots) != set(misfits):
        found.append(f"slots: too few for {sorted(slots)} says the first, for {sorted(misfits)} the second")
    for creature in set(slots) & set(misfits):
        misfit, named = misfits[creature], slots[creature]
        if misfit.exact is not None and named != Counter(misfit.exact):
            found.append(f"slots of {creature}: the first names {named}, the second {misfit.exact}")
        if any(count > 1 or places not in misfit.overfull for places, count in named.items()):
            found.append(f"slots of {creature}: of {named} some could all be on, or stand twice")
        if not any(cure <= frozenset().union(*named) for cure in misfit.cures):
            found.append(f"slots of {creature}: with what {named} names taken off, the others still do not fit")
    return found
