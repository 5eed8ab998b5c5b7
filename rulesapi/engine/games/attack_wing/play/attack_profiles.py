"""The profile of an attack: the weapon or the upgrade, with the facts that are known about it (p. 15-18)."""

from __future__ import annotations

import re
from typing import Any

from rulesapi.engine.games.attack_wing.play.attack_inputs import Attack
from rulesapi.engine.games.attack_wing.play.damage import is_troop
from rulesapi.engine.games.attack_wing.play.parts import LONGEST_RANGE, PRIMARY, Upgrade, Weapon
from rulesapi.engine.games.attack_wing.play.strikes import AttackProfile
from rulesapi.engine.resolutions.model import Breach, Course, Missing
from rulesapi.engine.resolutions.reading import Layered, peek
from rulesapi.engine.values.model import Document

BURST = "burst"
SHAPES = ("line", "cone", BURST)
"""The shapes of area attacks, as named in the ranges of cards."""
SECTIONS = re.compile(r"(?:range )?([0-9]+)(?: ?[-–] ?([0-9]+))?")
"""A range in sections of the ruler, as printed on cards or written by players."""


def profile_of(ask: Attack) -> Course[AttackProfile | None]:
    """Return the profile of an attack on one creature, or None if there is no such weapon or attack."""
    if "upgrade" not in ask.said:
        return (yield from _weapon_profile(ask))
    return (yield from upgrade_profile(ask.upgrade, _is_area(ask)))


def _weapon_profile(ask: Attack) -> Course[AttackProfile | None]:
    """Return the named weapon with the stated facts, a described weapon, or the attacker's first weapon."""
    attacker, asked = ask.attacker, ask.weapon.said
    printed = attacker.weapons or ()
    if not asked and printed:
        return _weapon(ask, printed[0].said)
    known = [one for one in printed if asked.get("name") and one.said.get("name") == asked["name"]]
    if len(known) > 1 and len(peek(asked)) == 1:  # the name alone does not tell which one is meant
        yield Missing(attacker.slug, "/weapons", attacker.at, "unknown-weapon")
        return _weapon(ask, asked)
    if known:
        return _weapon(ask, Layered(asked, known[0].said))
    if not peek(asked).keys() <= {"name"}:
        return _weapon(ask, asked)
    names = [one.said.get("name") for one in printed]
    if not all(names) or not names:  # a weapon with an unknown name may be meant
        rule = "unknown-weapon" if names else "declare-target"
        yield Missing(attacker.slug, "/weapons", attacker.at, rule)
        return _weapon(ask, asked)
    facts = {"attacker": attacker.name, "weapon": asked["name"], "weapons": names}
    yield Breach("unknown-weapon", (ask.place(Attack.weapon),), facts)
    return None


def _weapon(ask: Attack, entered: Document) -> AttackProfile:
    weapon = Weapon(entered, ask.weapon.at, ask.table, ask.weapon.label)
    return AttackProfile(
        name=weapon.name,
        at=weapon.at,
        card=ask.attacker.slug,
        melee=weapon.melee,
        reach=None if weapon.range is None else (1, weapon.range),
        area=False,
        source=weapon,
    )


def upgrade_profile(upgrade: Upgrade, is_area: Course[bool | None] | None = None) -> Course[AttackProfile | None]:
    """Return the profile of an upgrade's attack, or None if it has none.

    `is_area` returns whether it attacks an area if its range does not say so; None if that is unknown.
    """
    if upgrade.has_no_attack:
        yield Breach("no-upgrade-attack", (upgrade.at,), {"upgrade": upgrade.name})
        return None
    reach, shape = read_range(upgrade.range)
    if reach is not None and not 1 <= reach[0] <= reach[1] <= LONGEST_RANGE:
        yield Breach("no-such-range", (upgrade.place(Upgrade.range),), {"range": upgrade.range})
        return None
    dice = upgrade.dice
    if dice is None:
        yield upgrade.missing(Upgrade.dice, "attack-dice")
    return AttackProfile(
        name=upgrade.name,
        at=upgrade.at,
        card=upgrade.slug,
        melee=(yield from upgrade.need_or(Upgrade.melee, False, "wrong-play-level")),
        reach=reach,
        area=bool(shape) or (False if is_area is None else (yield from is_area)),
        source=upgrade,
        dice=dice if isinstance(dice, int) else None,
        primary=dice == PRIMARY,
        burst=shape == BURST if shape or reach else None,
        costs=(yield from upgrade.tokens_spent()),
    )


def _is_area(ask: Attack) -> Course[bool | None]:
    """Return whether the upgrade attacks an area: None, and asked for, if that is unknown and makes a difference."""
    upgrade = ask.upgrade
    if upgrade.area is not None or not upgrade.card:
        return bool(upgrade.area)
    if is_troop(ask.defender) or ask.interposing or ask.obstacles:
        yield upgrade.missing(Upgrade.area, "area-attack")
        return None
    return False


def read_range(printed: Any) -> tuple[tuple[int, int] | None, str]:
    """Return the minimum and maximum range that a card prints, and the shape of its area: “2-3”, “cone 2”.

    A range that cannot be read is None. The shape of an attack on one creature is empty.
    """
    words = [] if printed is None else str(printed).lower().split()
    shape = words.pop(0) if words and words[0] in SHAPES else ""
    found = SECTIONS.fullmatch(" ".join(words))
    if found is None:
        return None, shape
    first, last = found.groups()
    return (int(first), int(last)) if last else (1, int(first)), shape
