"""Where the verdict of the first engine and that of the second part."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

SLOT = "attack-wing/upgrade-slot"
PENALTY = "attack-wing/cost-penalty"

#: What a waived finding has that only says that something is not known.
UNSURE = {"wanted"}


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Where a verdict document and the answer of the second judge differ, in words; nothing if they agree."""
    found = [
        f"{what}: the first says {first[what]}, the second {second[what]}"
        for what in ("verdict", "points")
        if first[what] != second[what]
    ]
    named = Counter((finding["code"], tuple(finding["at"])) for finding in first["findings"])
    expected = Counter(second["codes"])
    if named != expected:
        found.append(f"findings: only the first has {named - expected}, only the second {expected - named}")
    if first.get("parts", []) != second["parts"]:
        found.append(f"parts: the first says {first.get('parts')}, the second {second['parts']}")
    waived = Counter((one["code"], tuple(one["at"])) for one in first["waived"] if not UNSURE & one["facts"].keys())
    waived -= Counter({key: count for key, count in waived.items() if key[0] == PENALTY})
    if waived != Counter(second["waived"]):
        found.append(f"waived: the first says {waived}, the second {second['waived']}")
    return found + _about_unknown(first, second) + _about_slots(first, second)


def _about_unknown(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Each fact that decides must be named, and no other than has to do with an open rule."""
    named = {(entry["card"], entry["fact"]) for entry in first["unknown"]}
    found = []
    if missing := second["unknown"] - named:
        found.append(f"unknown: the first leaves out {sorted(missing)}")
    if idle := named - second["touching"]:
        found.append(f"unknown: nothing hangs on {sorted(idle)}, which the first names")
    return found


def _about_slots(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """The icons and the numbers that are said of upgrades without a slot."""
    facts = [(finding["at"], finding["facts"]) for finding in first["findings"] if finding["code"] == SLOT]
    said = {(*sorted(at), "for", *fact["icons"], fact["slots"], fact["needed"]) for at, fact in facts}
    expected = {
        (*sorted(crowd.places), "for", *sorted(crowd.icons), crowd.slots, len(crowd.places))
        for crowd in second["crowds"]
    }
    return [f"slots: the first says {said - expected}, the second {expected - said}"] if said != expected else []
