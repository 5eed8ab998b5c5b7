"""What a card says of using an upgrade: its header, its dice, what it costs, what becomes of it (p. 15, 17, 24-26).

What the players say goes before the card. What neither says is not known where there is a card, which would tell it;
of an upgrade that the players only describe it is as most upgrades are.
"""

from __future__ import annotations

from typing import Any

from rulesapi.engine.resolutions.model import Course, Missing
from rulesapi.engine.resolutions.participants import Participant

PRIMARY, NONE = "primary", "none"
"""Words of cards: the dice are those of the weapon value; there is no attack, no token that it costs."""
DISABLE, DISCARD = "disable", "discard"
"""What becomes of an upgrade that is used."""


def told(one: Participant, said: str, printed: str, usual: Any, rule: str) -> Course[Any]:
    """A fact that is called `said` in situations and `printed` on cards; `None`, said to be missing, if not known."""
    value = one.said.get(said, one.card.get(printed))
    if value is not None or not one.card:
        return usual if value is None else value
    yield Missing(one.card.get("slug", ""), f"/{printed}", one.at, rule)
    return None


def has_no_attack(one: Participant) -> bool:
    """Whether the card has no attack, and nobody says otherwise."""
    return "dice" not in one.said and one.card.get("dice_from") == NONE


def attack_dice(one: Participant) -> Course[int | str | None]:
    """How many dice its attack rolls, `PRIMARY` for the weapon value; `None`, said to be missing, if not known."""
    dice: int | str | None = one.said.get("dice")
    if dice is None:
        dice = PRIMARY if one.card.get("dice_from") == PRIMARY else one.card.get("dice")
    if dice is None:
        yield Missing(one.card.get("slug", ""), "/dice", one.at, "attack-dice")
    return dice


def tokens_spent(one: Participant) -> Course[tuple[str, ...]]:
    """The tokens that its attack costs; none where that is not known, and said to be missing."""
    tokens = yield from told(one, "costs", "spends", (), "missing-token")
    return tuple(token for token in tokens or () if token != NONE)


def disables_itself(one: Participant) -> Course[bool]:
    """Whether using it disables it."""
    if "disables_itself" in one.said:
        return bool(one.said["disables_itself"])
    used = yield from told(one, "when_used", "when_used", "nothing", "upgrade-used")
    return bool(used == DISABLE)
