"""What warbands published as legal tell of creatures of which the catalog does not know enough.

Whatever a creature requires stood beside it there, and whoever let it in. More creatures take nothing of that away, so
that it is there in every warband that has all of those creatures; of the faction only in one of the same faction.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulesapi.engine.core.legion import Pick
from rulesapi.engine.games.dnd_miniatures.cards import SIZES, Creature2003, PublishedWarband


def stands_as_published(card: Creature2003, present: Iterable[Pick], faction: str | None = None) -> bool:
    """Whether a warband has all that stood beside a creature in a published one, of a faction if one is named.

    A creature that stood beside others of its own card needs another one of that.
    """
    rows = [row for row in card.fielded if faction is None or row.faction == faction]
    if not rows:
        return False
    copies: dict[str, int] = {}
    for pick in present:
        copies[pick.card.slug] = copies.get(pick.card.slug, 0) + pick.copies
    return any(_has_all(row, card, copies) for row in rows)


def _has_all(row: PublishedWarband, card: Creature2003, copies: dict[str, int]) -> bool:
    return all(copies.get(slug, 0) >= (2 if slug == card.slug else 1) for slug in row.beside)


def was_small_enough(card: Creature2003, most: int) -> bool:
    """Whether a creature is no larger than the size of that place, because it stood where no larger one may."""
    return any(row.largest_size is not None and SIZES.index(row.largest_size) <= most for row in card.fielded)
