"""What a player may use in an adventure, from what a record says of all before: experience, and artifacts.

It is a document of its own, so that a list can be judged in a campaign by whoever has not the record.
"""

from __future__ import annotations

from typing import Any

from rulesapi.engine.campaigns.adventures import Adventure, Side
from rulesapi.engine.campaigns.derivation import Campaign, Player, Use, may_carry


def entitlements_of(campaign: Campaign, adventure: Adventure, side: Side, player: Player) -> dict[str, Any]:
    """What a player may use on a side of an adventure, after all that has been entered, each with its entry."""
    least, most = player.span
    uses = player.uses.get(adventure.slug, [])
    spent = [one for one in uses if one.card is None]
    cards = {one.card for one in player.cards}
    cards |= {card for claim in adventure.claims if claim.side == side.slug for card in claim.cards}
    found = []
    for card in sorted(cards):
        may, question, entry = may_carry(campaign, adventure, player, side, card)
        if may is not False:
            row: dict[str, Any] = {"card": card, "entry": entry, "sure": may is True}
            if question is not None:
                row["question"] = question
            found.append({**row, **_used([one for one in uses if one.card == card])})
    return {
        "xp": {"least": least, "most": most, "entries": [one.entry for one in player.xp], **_used(spent)},
        "artifacts": found,
    }


def _used(uses: list[Use]) -> dict[str, Any]:
    """In which entry something was used in this adventure before; it is open after a draw."""
    counting = [one for one in uses if one.counts is not False]
    if not counting:
        return {}
    sure = next((one for one in counting if one.counts), None)
    return {"used_in": (sure or counting[0]).entry, "used_sure": sure is not None}
