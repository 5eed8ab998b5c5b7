"""What warbands published as legal tell of creatures of which the catalog does not know enough.

Whatever a creature requires stood beside it there, and whoever let it in. More creatures take nothing of that away, so
that it is there in every warband that has all of those creatures; of the faction only in one of the same faction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulesapi.engine.core.legion import Pick
from rulesapi.engine.games.dnd_miniatures.cards import SIZES, Creature2003


def copies_for_published(groups: Iterable[list[Pick]], present: Iterable[Pick]) -> dict[str, int]:
    """How often each card of a warband stands in it, by its slug; none where no card of the groups was published."""
    copies: dict[str, int] = {}
    for picks in groups:
        if picks[0].card.fielded:
            for pick in present:
                copies[pick.card.slug] = copies.get(pick.card.slug, 0) + pick.copies
            return copies
    return copies


def stands_as_published(card: Creature2003, copies: Mapping[str, int], faction: str | None = None) -> bool:
    """Whether a warband of these copies has all that stood beside a creature in a published one.

    Where a faction is named only in one of that. A creature that stood beside others of its own card needs another one.
    """
    slug, there = card.slug, copies.keys()
    for row in card.fielded:
        if faction is not None and row.faction != faction:
            continue
        if row.beside <= there and (slug not in row.beside or copies[slug] > 1):
            return True
    return False


def was_small_enough(card: Creature2003, most: int) -> bool:
    """Whether a creature is no larger than the size of that place, because it stood where no larger one may."""
    return any(row.largest_size is not None and SIZES.index(row.largest_size) <= most for row in card.fielded)
