"""Evidence from published legal warbands about creatures with unknown facts.

A published warband contained every creature that one of its creatures requires, and every card that admitted it.
Further creatures take nothing away, so the evidence applies to every warband that has all those cards; evidence about
factions applies only in a warband of that faction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulesapi.engine.core.legion import Pick
from rulesapi.engine.games.dnd_miniatures.cards import SIZES, Creature2003


def copies_for_published(groups: Iterable[list[Pick]], present: Iterable[Pick]) -> dict[str, int]:
    """Return the copies of each card in a warband, keyed by slug; empty if no card of the groups was published."""
    copies: dict[str, int] = {}
    for picks in groups:
        if picks[0].card.fielded:
            for pick in present:
                copies[pick.card.slug] = copies.get(pick.card.slug, 0) + pick.copies
            return copies
    return copies


def stands_as_published(card: Creature2003, copies: Mapping[str, int], faction: str | None = None) -> bool:
    """Return whether these copies include all companions of a creature in one of its published warbands.

    With a faction, only published warbands of that faction count. A creature published next to another of its own card
    needs a second copy.
    """
    slug, there = card.slug, copies.keys()
    for row in card.fielded:
        if faction is not None and row.faction != faction:
            continue
        if row.beside <= there and (slug not in row.beside or copies[slug] > 1):
            return True
    return False


def was_small_enough(card: Creature2003, most: int) -> bool:
    """Return whether a published warband shows that a creature is not larger than `SIZES[most]`."""
    return any(row.largest_size is not None and SIZES.index(row.largest_size) <= most for row in card.fielded)
