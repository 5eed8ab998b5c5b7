"""Limits that can never be reached."""

from collections.abc import Iterator

from ..engine.model import Limit, Upgrade
from ..engine.names import counted, listed, spoken
from .shelf import Remark, Shelf


def toothless(shelf: Shelf) -> Iterator[Remark]:
    """Limits on a family of which so few cards exist, or can stand together, that no legion could break them."""
    for card in shelf.upgrades:
        if shelf.asked(card):
            for limit in card.limits or ():
                most = _most_together(shelf.upgrades, limit)
                if most is not None and most <= limit.at_most:
                    yield Remark("limit-cannot-bite", "warning", card.slug, _sentence(card, limit, most))


def _most_together(upgrades: list[Upgrade], limit: Limit) -> int | None:
    """How many of the family could stand where it is limited; `None` for any number.

    A creature never carries two cards of one name; a legion has any number of copies, of a unique name one. A card
    whose keywords are not known may be of the family.
    """
    family = [card for card in upgrades if card.keywords is None or not card.keywords.isdisjoint(limit.family)]
    if limit.per != "creature" and any(not card.unique for card in family):
        return None
    return len({card.identity for card in family})


def _sentence(card: Upgrade, limit: Limit, most: int) -> str:
    family = listed(map(spoken, sorted(limit.family)), "or")
    allowed = counted(limit.at_most, "upgrade", "upgrades")
    where = {"creature": "on a creature", "legion": "in a legion"}[limit.per]
    scope = f"with the keyword {family} {where}"
    return f"{card.title} allows {allowed} {scope}; no more than {most} could ever stand there."
