"""Damage cards, lethal damage and fallen soldiers (p. 20, 23, 31-32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulesapi.engine.games.attack_wing.play.altitudes import altitude_breaches
from rulesapi.engine.games.attack_wing.play.attack_parts import play_level
from rulesapi.engine.games.attack_wing.pricing import MAX_SOLDIERS
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Output, Step
from rulesapi.engine.resolutions.participants import Participant, needed

Caught = tuple[int, int] | None
"""The minimum and maximum number of a troop's soldiers in an area attack; None for an attack on a single target."""


def health_left(who: Participant) -> int | None:
    """Return the health that a creature or a troop's front soldier has left, or None if its health is unknown."""
    health: int | None = who.fact("health")
    return None if health is None else health - who.state("damage", 0)


def deal_damage(
    who: Participant, damage: tuple[int, int], *, caught: Caught, dealing: Iterable[Output] | None = None
) -> Course[dict[str, Any]]:
    """Deal normal and critical damage to a creature, or to the soldiers of a troop that an area attack has `caught`.

    Without an area, one soldier takes the damage. Pressed soldiers fall first. `dealing` holds the steps of dealing the
    cards if there is more than one, because the damage deck runs out.

    Returns the damage cards at the creature afterwards, the number of soldiers that fall, and whether the creature is
    removed in the End Phase. A value is None if it depends on unknown health or on an unknown number of soldiers
    caught.
    """
    normal, critical = damage
    total = normal + critical
    if not total:
        return {"damage_cards": who.state("damage", 0), "soldiers_lost": 0, "removed_in_end_phase": False}
    yield from (dealt(who, normal, critical),) if dealing is None else dealing
    if is_troop(who):
        return (yield from _troop_damage(who, total, caught))
    return (yield from _lethal(who, total))


def dealt(who: Participant, normal: int, critical: int) -> Step:
    """Return the step of dealt damage cards, normal ones first. All damage cards of a troop are face down."""
    if is_troop(who):
        return Step("troop-damage", {"defender": who.name, "damage": normal + critical})
    return Step("deal-damage", {"defender": who.name, "normal": normal, "critical": critical})


def is_troop(who: Participant) -> bool:
    """Return whether a creature has several soldiers. The last one is treated like a creature, except for its cards."""
    soldiers: int = who.state("soldiers", 1)
    return soldiers > 1 or ("soldiers" not in who.said and bool(who.state("pressed", 0)))


def soldiers_in_play(who: Participant) -> int:
    """Return the number of a troop's soldiers in the play area, or the maximum if it is unknown."""
    soldiers: int = who.state("soldiers", MAX_SOLDIERS) - who.state("pressed", 0)
    return max(1, soldiers)


# Creatures that cannot take part ----------------------------------------------------------------------------------


def creature_breaches(who: Participant) -> list[Breach]:
    """Return the reasons why a creature cannot take part: gone, at an impossible altitude, or an impossible troop."""
    said = who.state("swooping", False) or who.state("play_level", None)
    altitude = altitude_breaches(who, play_level(who)) if said else ()
    return [*gone_breaches(who), *altitude, *troop_breaches(who), *soldier_breaches(who)]


def gone_breaches(who: Participant) -> list[Breach]:
    """Return a breach for a creature that was removed from play (p. 23, 31).

    A creature with lethal damage stays in play until the End Phase (p. 24).
    """
    if who.state("defeated", False):
        return [Breach("creature-defeated", (f"{who.at}/defeated",), {"creature": who.name})]
    if who.state("soldiers", 1) == 0:
        return [Breach("creature-defeated", (f"{who.at}/soldiers",), {"creature": who.name})]
    return []


def troop_breaches(who: Participant) -> list[Breach]:
    """Return a breach for a troop with too many soldiers, or with none besides the pressed ones."""
    soldiers = who.state("soldiers", None)
    if soldiers is not None and soldiers > MAX_SOLDIERS:
        facts = {"creature": who.name, "soldiers": soldiers, "most": MAX_SOLDIERS}
        return [Breach("too-many-soldiers", (f"{who.at}/soldiers",), facts)]
    pressed, most = who.state("pressed", 0), max(0, (MAX_SOLDIERS if soldiers is None else soldiers) - 1)
    if pressed <= most:
        return []
    return [
        Breach("too-many-pressed", (f"{who.at}/pressed",), {"creature": who.name, "pressed": pressed, "most": most})
    ]


def soldier_breaches(who: Participant) -> Iterator[Breach]:
    """Yield a breach for a soldier of a troop with lethal damage: it falls at once, not in the End Phase (p. 31)."""
    if not is_troop(who):
        return
    damage, health = who.state("damage", 0), who.fact("health")
    if damage and health is not None and damage >= health:
        facts = {"creature": who.name, "damage": damage, "health": health}
        yield Breach("soldier-has-fallen", (f"{who.at}/damage",), facts)


def face_up_armor(who: Participant) -> Course[int | None]:
    """Return the number of face-up Armor Tokens, or None if the armor is unknown."""
    armor: int | None = yield from needed(who, "armor", "armor")
    if armor is None:
        return None
    shattered: int = who.state("shattered", 0)
    if shattered > armor:
        facts = {"creature": who.name, "shattered": shattered, "armor": armor}
        yield Breach("too-many-shattered", (f"{who.at}/shattered",), facts)
    return max(0, armor - shattered)


# Damage -----------------------------------------------------------------------------------------------------------


def _lethal(who: Participant, total: int) -> Course[dict[str, Any]]:
    cards = who.state("damage", 0) + total
    health = yield from needed(who, "health", "lethal")
    removed = None if health is None else cards >= health
    if removed:
        yield Step("lethal", {"defender": who.name, "damage": cards, "health": health}, cards, health)
    return {"damage_cards": cards, "soldiers_lost": 0, "removed_in_end_phase": removed}


def _troop_damage(who: Participant, total: int, caught: Caught) -> Course[dict[str, Any]]:
    """Return the result of damage to soldiers one after the other: pressed ones first, and the last in the End
    Phase.
    """
    health = yield from needed(who, "health", "soldier-falls")
    soldiers: int | None = yield from _soldiers(who)
    if health is None or soldiers is None:
        return {"damage_cards": None, "soldiers_lost": None, "removed_in_end_phase": None}
    pressed = who.state("pressed", 0) if caught else 0
    reachable = [min(soldiers, number + pressed) for number in caught or (1,)]
    least, most = (_falls(who.state("damage", 0) + total, health, one) for one in (reachable[0], reachable[-1]))
    if least != most:
        yield Missing("", "/caught", "", "troop-in-area")
        return {"damage_cards": None, "soldiers_lost": None, "removed_in_end_phase": None}
    fallen, left_over = least
    removed = fallen == soldiers
    at_once = fallen - 1 if removed else fallen
    if at_once:
        yield Step("soldier-falls", {"soldiers": at_once, "defender": who.name}, soldiers, soldiers - at_once)
    if removed:
        yield Step("last-soldier", {"defender": who.name})
    if fallen and who.state("leader", False):
        yield Step("leader-dice", {"dice": fallen})
    return {"damage_cards": left_over, "soldiers_lost": at_once, "removed_in_end_phase": removed}


def _soldiers(who: Participant) -> Course[int | None]:
    """Return the number of soldiers, and ask for it if only the pressed ones are stated."""
    soldiers: int | None = who.state("soldiers", None)
    if soldiers is None:
        yield Missing("", "/soldiers", who.at, "soldier-falls")
    return soldiers


def _falls(damage: int, health: int, reachable: int) -> tuple[int, int]:
    """Return the number of reachable soldiers that fall, and the damage cards left with the next."""
    fallen = min(reachable, damage // max(1, health))
    return fallen, damage % max(1, health) if fallen < reachable else 0
