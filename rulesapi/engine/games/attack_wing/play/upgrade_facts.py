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


def told(one: Participant, said: str, printed: str, usual: Any, rule: str) -> Course[Any]:
    """Return a fact called `field` in situations and `printed` on cards, or None with a missing fact if it is unknown.

    `usual` is the value for an upgrade without a card.
    """
    value = one.said.get(said, one.card.get(printed))
    if value is not None or not one.card:
        return usual if value is None else value
    yield Missing(one.card.get("slug", ""), f"/{printed}", one.at, rule)
    return None


def has_no_attack(one: Participant) -> bool:
    """Return whether the card has no attack and the players state none."""
    return "dice" not in one.said and one.card.get("dice_from") == NONE


def attack_dice(one: Participant) -> Course[int | str | None]:
    """Return the dice of its attack, `PRIMARY` for the weapon value, or None with a missing fact if they are
    unknown.
    """
    dice: int | str | None = one.said.get("dice")
    if dice is None:
        dice = PRIMARY if one.card.get("dice_from") == PRIMARY else one.card.get("dice")
    if dice is None:
        yield Missing(one.card.get("slug", ""), "/dice", one.at, "attack-dice")
    return dice


def tokens_spent(one: Participant) -> Course[tuple[str, ...]]:
    """Return the tokens that its attack costs: none, with a missing fact, if they are unknown."""
    tokens = yield from told(one, "costs", "spends", (), "missing-token")
    return tuple(token for token in tokens or () if token != NONE)


def disables_itself(one: Participant) -> Course[bool]:
    """Return whether the use of an upgrade disables it."""
    if "disables_itself" in one.said:
        return bool(one.said["disables_itself"])
    used = yield from told(one, "when_used", "when_used", "nothing", "upgrade-used")
    return bool(used == DISABLE)
