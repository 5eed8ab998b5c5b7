"""Troops that form again after a move, with the soldiers that find no room then (p. 31)."""

from __future__ import annotations

from rulesapi.engine.games.attack_wing.play.damage import is_troop, pressed_breaches
from rulesapi.engine.games.attack_wing.play.parts import Creature, GameSituation
from rulesapi.engine.resolutions.inputs import Input
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.resolutions.reading import Layered


def formed_again(troop: Creature, ask: GameSituation, entered: Input[int | None]) -> Course[int | None]:
    """Return the pressed soldiers after a move: None if they are unknown or cannot be so many.

    All soldiers of a troop are placed again, and those that were pressed come back if there is room.
    """
    number_entered = entered.__get__(ask, type(ask))
    if not is_troop(troop) and not number_entered:
        return 0
    pressed = (yield from ask.need(entered, "forms-again")) if troop.pressed else number_entered or 0
    if pressed is None:
        return None
    breaches: list[Breach] = pressed_breaches(troop, pressed, ask.place(entered))
    if breaches:
        yield from breaches
        return None
    if pressed or troop.pressed:
        facts = {"creature": troop.name, "pressed": pressed}
        yield Step("forms-again", facts, troop.pressed, pressed, sets=troop.sets(Creature.pressed, pressed))
    return pressed


def with_pressed(troop: Creature, pressed: int) -> Creature:
    """Return a creature with this number of pressed soldiers."""
    return Creature(Layered({"pressed": pressed}, troop.said), troop.at, troop.table, troop.label)
