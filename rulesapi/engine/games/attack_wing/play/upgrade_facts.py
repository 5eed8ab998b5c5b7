"""Facts of a card about using an upgrade: header, dice, costs, and its state after use (p. 15, 17, 24-26).

Facts stated by the players override the card. A fact stated by neither is unknown if there is a card. An upgrade that
the players only describe has the most common value.
"""

from __future__ import annotations

from typing import Any

from rulesapi.engine.resolutions.model import Course, Missing
from rulesapi.engine.resolutions.participants import Participant

PRIMARY, NONE = "primary", "none"
"""Values on cards: the dice of the weapon value; no attack, or no cost in tokens."""
DISABLE, DISCARD = "disable", "discard"
"""Effects of its use on an upgrade."""


def needed_fact(upgrade: Participant, field: str, printed: str, usual: Any, rule: str) -> Course[Any]:
    """Return a fact called `field` in situations and `printed` on cards, or None with a missing fact if it is unknown.

    `usual` is the value for an upgrade without a card.
    """
    value = upgrade.said.get(field, upgrade.card.get(printed))
    if value is not None or not upgrade.card:
        return usual if value is None else value
    yield Missing(upgrade.card.get("slug", ""), f"/{printed}", upgrade.at, rule)
    return None


def has_no_attack(upgrade: Participant) -> bool:
    """Return whether the card has no attack and the players state none."""
    return "dice" not in upgrade.said and upgrade.card.get("dice_from") == NONE


def attack_dice(upgrade: Participant) -> Course[int | str | None]:
    """Return the attack dice, `PRIMARY` for the weapon value, or None with a missing fact if unknown."""
    dice: int | str | None = upgrade.said.get("dice")
    if dice is None:
        dice = PRIMARY if upgrade.card.get("dice_from") == PRIMARY else upgrade.card.get("dice")
    if dice is None:
        yield Missing(upgrade.card.get("slug", ""), "/dice", upgrade.at, "attack-dice")
    return dice


def tokens_spent(upgrade: Participant) -> Course[tuple[str, ...]]:
    """Return the tokens that its attack costs: none, with a missing fact, if they are unknown."""
    tokens = yield from needed_fact(upgrade, "costs", "spends", (), "missing-token")
    return tuple(token for token in tokens or () if token != NONE)


def disables_itself(upgrade: Participant) -> Course[bool]:
    """Return whether the use of an upgrade disables it."""
    if "disables_itself" in upgrade.said:
        return bool(upgrade.said["disables_itself"])
    used = yield from needed_fact(upgrade, "when_used", "when_used", "nothing", "upgrade-used")
    return bool(used == DISABLE)
