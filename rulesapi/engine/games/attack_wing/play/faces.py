"""Faces of dice, for rolled results and for odds. The faces of the real dice are not known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesapi.engine.games.attack_wing.odds import AttackDie, DefenseDie
from rulesapi.engine.resolutions.model import Breach, Course, Missing, TableFacts
from rulesapi.engine.values.model import Document

HIT, CRITICAL, CONCENTRATE, DODGE, BLANK = "hit", "critical", "concentrate", "dodge", "blank"
FACES = {"attack": ("hits", "criticals", "concentrates"), "defense": ("dodges", "concentrates")}
"""The facts of each die in the game's document, besides its number of sides."""


def attack_die(situation: Document, table: TableFacts, rule: str) -> Course[AttackDie | None]:
    """Return the red die, or None if one of its faces is unknown."""
    found = yield from _faces(situation, table, "attack", rule)
    return AttackDie(*found) if found else None


def defense_die(situation: Document, table: TableFacts, rule: str) -> Course[DefenseDie | None]:
    """Return the green die, or None if one of its faces is unknown."""
    found = yield from _faces(situation, table, "defense", rule)
    return DefenseDie(*found) if found else None


def _faces(situation: Document, table: TableFacts, name: str, rule: str) -> Course[tuple[int, ...] | None]:
    said: Mapping[str, Any] = situation.get("dice", {}).get(name, {})
    rows = [row for row in table.game.get("dice", ()) if row["die"] == name]
    printed: Mapping[str, Any] = rows[0] if rows else {}
    facts = {fact: said.get(fact, printed.get(fact)) for fact in ("sides", *FACES[name])}
    unknown = [fact for fact, value in facts.items() if value is None]
    for fact in unknown:
        yield Missing(table.game.get("slug", ""), f"/dice/{name}/{fact}", f"/dice/{name}", rule)
    if unknown:
        return None
    sides, *faces = facts.values()
    if sum(faces) > sides:
        yield Breach("no-such-die", (f"/dice/{name}",), {"sides": sides, "faces": sum(faces)})
        return None
    return sides, *faces
