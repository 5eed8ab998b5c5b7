"""Damage cards, lethal damage and fallen soldiers (p. 20, 23, 31-32)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rulesapi.engine.games.attack_wing.play.altitudes import altitude_breaches
from rulesapi.engine.games.attack_wing.play.parts import Creature
from rulesapi.engine.games.attack_wing.play.strikes import play_level
from rulesapi.engine.games.attack_wing.pricing import MAX_SOLDIERS
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Output, Step, collected
from rulesapi.engine.values.model import value_object


@value_object
class Caught:
    """The minimum and maximum number of a troop's soldiers in an area attack, and the missing fact if it decides.

    `last_face_up` returns whether criticals of the last soldier lie face up after the others fell to the same attack;
    it is called only if there are any. `last_open` is the missing fact if that is open.
    """

    least: int
    most: int
    missing: Missing
    last_face_up: Callable[[], bool | None]
    last_open: Missing


def health_left(creature: Creature) -> int | None:
    """Return the health that a creature or a troop's front soldier has left, or None if its health is unknown."""
    return None if creature.health is None else creature.health - creature.damage


def deal_damage(
    creature: Creature, damage: tuple[int, int], *, caught: Caught | None, dealing: Iterable[Output] | None = None
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
        return {"damage_cards": creature.damage, "soldiers_lost": 0, "removed_in_end_phase": False}
    effects: list[Output] = []
    found = collected(_effect(creature, total, caught), effects)
    of_last = _criticals_of_last(creature, damage, found) if caught else 0
    face_up = caught.last_face_up() if caught and of_last else None
    apart = 0 if face_up is False else of_last
    steps = [dealt(creature, normal, critical - apart)] if dealing is None else [*dealing]
    if steps and isinstance(steps[-1], Step):
        steps[-1] = replace(steps[-1], sets=_afterwards(creature, found))
    yield from (*steps, *effects)
    if caught and apart:
        yield _face_up(creature, apart) if face_up else caught.last_open
    return found


def _criticals_of_last(troop: Creature, damage: tuple[int, int], effect: Mapping[str, Any]) -> int:
    """Return the critical cards dealt to the last soldier of a troop after its others fell to the same attack.

    Normal damage is dealt first. Page 31 has all cards of a troop face down, and treats a troop with one soldier left
    like a normal creature.
    """
    lost, cards, removed = (effect[name] for name in ("soldiers_lost", "damage_cards", "removed_in_end_phase"))
    if not lost or lost + 1 != troop.soldiers or not (cards or removed):
        return 0
    of_others: int = lost * (troop.health or 0) - troop.damage
    return min(damage[1], sum(damage) - of_others)


def _face_up(troop: Creature, criticals: int) -> Step:
    return Step("last-soldier-criticals", {"defender": troop.name, "cards": criticals})


def _effect(creature: Creature, total: int, caught: Caught | None) -> Course[dict[str, Any]]:
    return (yield from _troop_damage(creature, total, caught) if is_troop(creature) else _lethal(creature, total))


def _afterwards(creature: Creature, effect: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return the damage cards and soldiers that are set, as far as they are known.

    A soldier that falls is a pressed one, as long as there are any (p. 31). A creature that is removed in the End Phase
    stays until then, with lethal damage.
    """
    cards, lost = effect["damage_cards"], effect["soldiers_lost"]
    if cards is None or lost is None:
        return ()
    left = max(cards, creature.health or 0) if effect["removed_in_end_phase"] else cards
    soldiers = creature.sets(Creature.soldiers, (creature.soldiers or 0) - lost) if lost else ()
    pressed = creature.sets(Creature.pressed, max(0, creature.pressed - lost)) if lost and creature.pressed else ()
    return (*creature.sets(Creature.damage, left), *soldiers, *pressed)


def dealt(creature: Creature, normal: int, critical: int) -> Step:
    """Return the step of dealt damage cards, normal ones first. All damage cards of a troop are face down."""
    if is_troop(creature):
        return Step("troop-damage", {"defender": creature.name, "damage": normal + critical})
    return Step("deal-damage", {"defender": creature.name, "normal": normal, "critical": critical})


def is_troop(creature: Creature) -> bool:
    """Return whether a creature has several soldiers. The last one is treated like a normal creature (p. 31)."""
    return bool(creature.pressed) if creature.soldiers is None else creature.soldiers > 1


def soldiers_in_play(creature: Creature) -> int:
    """Return the number of a troop's soldiers in the play area, or the maximum if it is unknown."""
    soldiers = MAX_SOLDIERS if creature.soldiers is None else creature.soldiers
    return max(1, soldiers - creature.pressed)


# Creatures that cannot take part ----------------------------------------------------------------------------------


def creature_breaches(creature: Creature) -> list[Breach]:
    """Return the reasons why a creature cannot take part: gone, at an impossible altitude, or an impossible troop."""
    said = creature.swooping or creature.play_level
    altitude = altitude_breaches(creature, play_level(creature)) if said else ()
    return [*gone_breaches(creature), *altitude, *troop_breaches(creature), *soldier_breaches(creature)]


def gone_breaches(creature: Creature) -> list[Breach]:
    """Return a breach for a creature that was removed from play (p. 23, 31).

    A creature with lethal damage stays in play until the End Phase (p. 24).
    """
    if creature.defeated:
        return [Breach("creature-defeated", (creature.place(Creature.defeated),), {"creature": creature.name})]
    if creature.soldiers == 0:
        return [Breach("creature-defeated", (creature.place(Creature.soldiers),), {"creature": creature.name})]
    return []


def troop_breaches(creature: Creature) -> list[Breach]:
    """Return a breach for a troop with too many soldiers, or with none besides the pressed ones."""
    soldiers = creature.soldiers
    if soldiers is not None and soldiers > MAX_SOLDIERS:
        facts = {"creature": creature.name, "soldiers": soldiers, "most": MAX_SOLDIERS}
        return [Breach("too-many-soldiers", (creature.place(Creature.soldiers),), facts)]
    return pressed_breaches(creature, creature.pressed, creature.place(Creature.pressed))


def pressed_breaches(creature: Creature, pressed: int, place: str) -> list[Breach]:
    """Return a breach for so many pressed soldiers, entered at a place, that none is left for the Point Soldier."""
    most = max(0, (MAX_SOLDIERS if creature.soldiers is None else creature.soldiers) - 1)
    facts = {"creature": creature.name, "pressed": pressed, "most": most}
    return [Breach("too-many-pressed", (place,), facts)] if pressed > most else []


def soldier_breaches(creature: Creature) -> Iterator[Breach]:
    """Yield a breach for a soldier of a troop with lethal damage: it falls at once, not in the End Phase (p. 31)."""
    if not is_troop(creature):
        return
    damage, health = creature.damage, creature.health
    if damage and health is not None and damage >= health:
        facts = {"creature": creature.name, "damage": damage, "health": health}
        yield Breach("soldier-has-fallen", (creature.place(Creature.damage),), facts)


def face_up_armor(creature: Creature) -> Course[int | None]:
    """Return the number of face-up Armor Tokens, or None if the armor is unknown."""
    armor: int | None = yield from creature.need(Creature.armor, "armor")
    if armor is None:
        return None
    shattered = creature.shattered
    if shattered > armor:
        facts = {"creature": creature.name, "shattered": shattered, "armor": armor}
        yield Breach("too-many-shattered", (creature.place(Creature.shattered),), facts)
    return max(0, armor - shattered)


# Damage -----------------------------------------------------------------------------------------------------------


def _lethal(creature: Creature, total: int) -> Course[dict[str, Any]]:
    cards = creature.damage + total
    health = yield from creature.need(Creature.health, "lethal")
    removed = None if health is None else cards >= health
    if removed:
        yield Step("lethal", {"defender": creature.name, "damage": cards, "health": health}, cards, health)
    return {"damage_cards": cards, "soldiers_lost": 0, "removed_in_end_phase": removed}


def _troop_damage(creature: Creature, total: int, caught: Caught | None) -> Course[dict[str, Any]]:
    """Return the result of damage to a troop: pressed soldiers fall first, the last soldier in the End Phase."""
    health = yield from creature.need(Creature.health, "soldier-falls")
    soldiers: int | None = yield from _soldiers(creature)
    if health is None or soldiers is None:
        return {"damage_cards": None, "soldiers_lost": None, "removed_in_end_phase": None}
    pressed = creature.pressed if caught else 0
    reachable = [min(soldiers, number + pressed) for number in ((caught.least, caught.most) if caught else (1, 1))]
    least, most = (_falls(creature.damage + total, health, one) for one in reachable)
    if caught and least != most:
        yield caught.missing
        return {"damage_cards": None, "soldiers_lost": None, "removed_in_end_phase": None}
    fallen, left_over = least
    removed = fallen == soldiers
    at_once = fallen - 1 if removed else fallen
    if at_once:
        yield Step("soldier-falls", {"soldiers": at_once, "defender": creature.name}, soldiers, soldiers - at_once)
    if removed:
        yield Step("last-soldier", {"defender": creature.name})
    if fallen and creature.leader:
        yield Step("leader-dice", {"dice": fallen})
    return {"damage_cards": left_over, "soldiers_lost": at_once, "removed_in_end_phase": removed}


def _soldiers(creature: Creature) -> Course[int | None]:
    """Return the number of soldiers, and ask for it if only the pressed ones are stated."""
    if creature.soldiers is None:
        yield Missing("", f"/{Creature.soldiers.name}", creature.at, "soldier-falls")
    return creature.soldiers


def _falls(damage: int, health: int, reachable: int) -> tuple[int, int]:
    """Return the number of reachable soldiers that fall, and the damage cards left at the next soldier."""
    fallen = min(reachable, damage // max(1, health))
    return fallen, damage % max(1, health) if fallen < reachable else 0
