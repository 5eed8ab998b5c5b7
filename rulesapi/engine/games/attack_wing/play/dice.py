"""Dice with the numbers of their faces, for odds, and their number. The faces of the real dice are not known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesapi.engine.games.attack_wing.odds import AttackDie, DefenseDie
from rulesapi.engine.games.attack_wing.play.parts import AttackDieFaces, DefenseDieFaces, DieFaces
from rulesapi.engine.resolutions.model import Breach, Course, asking_for_odds


def attack_die(faces: AttackDieFaces, rule: str) -> Course[AttackDie | None]:
    """Return the red die, or None if one of its faces is unknown, which leaves odds open and nothing else."""
    found = yield from asking_for_odds(_faces(faces, rule))
    return AttackDie(*found) if found else None


def defense_die(faces: DefenseDieFaces, rule: str) -> Course[DefenseDie | None]:
    """Return the green die, or None if one of its faces is unknown, which leaves odds open and nothing else."""
    found = yield from asking_for_odds(_faces(faces, rule))
    return DefenseDie(*found) if found else None


def other_number(pointer: str, rolled: Sequence[str], dice: int) -> Iterator[Breach]:
    """Yield a breach at a pointer if another number of dice was rolled."""
    if len(rolled) != dice:
        yield Breach("other-number-of-dice", (pointer,), {"given": len(rolled), "dice": dice})


def _faces(part: DieFaces, rule: str) -> Course[tuple[int, ...] | None]:
    numbers: list[int] = []
    for field in part.inputs.values():
        number = yield from part.need(field, rule)
        numbers += [] if number is None else [number]
    if len(numbers) < len(part.inputs):
        return None
    sides, *shown = numbers
    if sum(shown) > sides:
        yield Breach("no-such-die", (part.at,), {"sides": sides, "faces": sum(shown)})
        return None
    return sides, *shown
