"""A resolution as plain lines, for terminals."""

from collections.abc import Iterator, Mapping
from typing import Any

from catalog.documents import canonical


def resolution_lines(resolution: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a resolution: steps, findings, unknown facts, the result, odds and unused input."""
    for number, step in enumerate(resolution["steps"], start=1):
        yield f"{number}. {step['message']}{_change(step)} ({_cite(step['cite'])})"
    for finding in resolution["findings"]:
        yield f"{finding['level']}: {finding['message']} ({_cite(finding['cite'])}) [{finding['code']}]"
    for unknown in resolution["unknown"]:
        yield f"{unknown['message'].rstrip('.')}, at {', '.join(unknown['at'])}"
    for name, value in resolution["result"].items():
        if value not in (None, [], {}):
            yield f"{name.replace('_', ' ')}: {value if isinstance(value, str) else canonical.compact(value)}"
    yield from _odds_lines(resolution["odds"] or {})
    for unused in resolution["unused"]:
        yield f"not used: {unused['at']}. {unused['reason']}"


def _odds_lines(odds: Mapping[str, Any]) -> Iterator[str]:
    """Yield the exact damage odds of an attack without rolled dice."""
    if "damage" not in odds:
        return
    yield f"damage on average: {odds['mean']['value']:.2f}"
    if odds["lethal"] is not None:
        yield f"enough to defeat: {odds['lethal']['value']:.1%}"
    for one in odds["damage"]:
        yield f"damage {one['damage']}: {one['value']:.1%} ({one['exact']})"


def _change(step: Mapping[str, Any]) -> str:
    numbers = step["before"], step["after"]
    return f" {numbers[0]} -> {numbers[1]}" if all(isinstance(one, int) for one in numbers) else ""


def _cite(cite: Mapping[str, Any]) -> str:
    parts = [cite["source"], f"p. {cite['page']}" if cite["page"] else "", cite["section"] or ""]
    return ", ".join(part for part in parts if part)
