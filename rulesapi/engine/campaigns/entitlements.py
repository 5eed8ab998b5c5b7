"""Entitlements: the experience and artifacts that a player may use in an adventure, by the record so far.

They are a document of their own, so that a list can be judged in a campaign without its record.
"""

from __future__ import annotations

from typing import Any

from rulesapi.engine.campaigns.adventures import Adventure, Side
from rulesapi.engine.campaigns.derivation import Campaign, Player, Use, may_carry


def entitlements_of(campaign: Campaign, adventure: Adventure, side: Side, player: Player) -> dict[str, Any]:
    """Return what a player may use on a side of an adventure, after all entries so far, each with its entry."""
    least, most = player.span
    cards = set(player.owned)
    cards |= {card for claim in adventure.claims if claim.side == side.slug for card in claim.cards}
    found = []
    for card in sorted(cards):
        may, question, entry = may_carry(campaign, adventure, player, side, card)
        if may is not False:
            row: dict[str, Any] = {"card": card, "entry": entry, "sure": may is True}
            if question is not None:
                row["question"] = question
            found.append({**row, **_used(player.first_use(adventure.slug, card))})
    entries = [one.entry for one in player.xp]
    spent = _used(player.first_use(adventure.slug, None))
    return {"xp": {"least": least, "most": most, "entries": entries, **spent}, "artifacts": found}


def _used(use: Use | None) -> dict[str, Any]:
    """Return the entry of an earlier use in this adventure; after a draw the use may be open."""
    return {} if use is None else {"used_in": use.entry, "used_sure": use.counts is True}
