"""The digest of a legion as judged: one for the same list, in whatever order it was clicked together."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rulesapi.engine.model import Document

_canonical = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def digest(legion: Document, *, format: str, points: int | None) -> str:
    """SHA-256 over the canonical JSON of what is judged, as "sha256:" and 64 hexadecimal digits.

    `format` and `points` are the ones judged by, so that a default left out and a default written down are the same
    list. Names, notes, tags, the release, the date and the collection are left out; slugs stand as they were sent.
    """
    text = _canonical(canonical(legion, format=format, points=points))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def canonical(legion: Document, *, format: str, points: int | None) -> dict[str, Any]:
    """What the digest is taken of: defaults filled in, upgrades sorted, equal bare picks merged, picks sorted."""
    return {
        "facts": legion.get("facts", {}),
        "format": format,
        "game": legion["game"],
        "house_rules": sorted(legion.get("house_rules", ())),
        "picks": _picks(legion.get("picks", ())),
        "points": points,
    }


def _picks(picks: Any) -> list[dict[str, Any]]:
    bare: dict[tuple[str, int, str], int] = {}
    lines = []
    for pick in picks:
        card, upgrades = pick["card"], pick.get("upgrades")
        soldiers, bought, count = pick.get("soldiers", 1), pick.get("bought_slot", ""), pick.get("count", 1)
        if upgrades:
            lines.append((card, sorted(upgrades), soldiers, bought, count))
        else:
            bare[card, soldiers, bought] = bare.get((card, soldiers, bought), 0) + count
    lines += [(card, [], soldiers, bought, count) for (card, soldiers, bought), count in bare.items()]
    lines.sort()
    return [_line(*line) for line in lines]


def _line(card: str, upgrades: list[str], soldiers: int, bought: str, count: int) -> dict[str, Any]:
    line = {"card": card, "count": count, "soldiers": soldiers, "upgrades": upgrades}
    return {**line, "bought_slot": bought} if bought else line
