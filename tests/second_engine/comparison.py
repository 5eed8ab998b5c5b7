"""Comparison of the two engines' verdicts."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.second_engine.report import Breach

Answer = Mapping[str, Any]

#: Facts of a waived finding about an unknown fact.
UNSURE = {"slug", "fact", "wanted"}

#: Facts that are not compared: the choice of near names is free.
TASTE = {"nearest", "nearest_slugs"}


def differences(first: Answer, second: Answer, unlisted: frozenset[str] = frozenset()) -> list[str]:
    """Return the differences between a verdict document and the second judge's answer as sentences; none if they agree.

    `unlisted` are rules that the second judge applies but does not list among the waived ones.
    """
    found = [
        f"{what}: the first says {first[what]}, the second {second[what]}"
        for what in ("verdict", "points")
        if first[what] != second[what]
    ]
    waived = [one for one in first["waived"] if not one["facts"].keys() >= UNSURE and one["code"] not in unlisted]
    for what in ("parts", "facts"):
        if first.get(what, []) != second[what]:
            found.append(f"{what}: the first says {first.get(what)}, the second {second[what]}")
    found += _about("findings", first["findings"], second["findings"])
    found += _about("waived", waived, second["waived"])
    return found + _about_unknown(first, second) + _about_open(first, second) + _about_rulings(first, second)


def _about(part: str, first: Iterable[Answer], second: Iterable[Breach]) -> list[str]:
    """Return differences in breaches: places, level, waiver, and the facts if the second judge gives them."""
    found_codes = Counter((one["code"], one["level"], tuple(one["at"]), one.get("by", {}).get("slug")) for one in first)
    expected = Counter((one.code, one.level, one.places, one.by) for one in second)
    found = []
    if found_codes != expected:
        found.append(f"{part}: only the first has {found_codes - expected}, only the second {expected - found_codes}")
    found_facts = Counter((one["code"], tuple(one["at"]), _text(one["facts"])) for one in first)
    expected_facts = Counter((one.code, one.places, _text(one.facts)) for one in second if one.facts is not None)
    if (missing := expected_facts - found_facts) and not found:
        at = {(code, places) for code, places, _ in missing}
        others = sorted(facts for code, places, facts in found_facts if (code, places) in at)
        found.append(f"facts of {part}: only the second has {sorted(missing)}, the first {others}")
    return found


def _text(facts: Mapping[str, Any] | None) -> str:
    return json.dumps({key: value for key, value in (facts or {}).items() if key not in TASTE}, sort_keys=True)


def _about_unknown(first: Answer, second: Answer) -> list[str]:
    """Return differences in unknown facts: deciding facts that are missing, and facts that no open rule needs."""
    named = {((entry["card"], entry["fact"]), code) for entry in first["unknown"] for code in entry["needed_by"]}
    found = []
    if missing := second["unknown"] - named:
        found.append(f"unknown: the first leaves out {sorted(missing)}")
    if idle := named - second["touching"]:
        found.append(f"unknown: nothing hangs on {sorted(idle)}, which the first names")
    return found


def _about_open(first: Answer, second: Answer) -> list[str]:
    """Return differences in the deciding questions of the rulebook, with their places and rules."""
    found = {(one["question"], tuple(one["at"]), tuple(one["needed_by"])) for one in first.get("open", [])}
    expected = second.get("questions", set())
    return [f"open: the first asks {found - expected}, the second {expected - found}"] if found != expected else []


def _about_rulings(first: Answer, second: Answer) -> list[str]:
    """Return differences in the questions that rulings settle, and in the rulings that findings cite."""
    settled = {
        (one["question"], one["reading"]["reading"], _slugs(one), tuple(one["at"]), tuple(one["needed_by"]))
        for one in first.get("settled", [])
    }
    cited = Counter((one["code"], tuple(one["at"]), _slugs(one)) for one in first["findings"])
    found = []
    if settled != second["settled"]:
        found.append(f"settled: the first says {settled}, the second {second['settled']}")
    if cited != Counter(second["cited"]):
        found.append(f"cited: the first has {cited}, the second {second['cited']}")
    return found


def _slugs(answer: Answer) -> tuple[str, ...]:
    return tuple(ruling["slug"] for ruling in answer.get("rulings", []))
