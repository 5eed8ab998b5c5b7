"""Which cards could stand on a creature by itself, as the rules say: what `fits:` asks in a query about cards."""

from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from catalog.faults import Malformed
from catalog.query.conditions import Cards
from catalog.query.meaning import NotAsked
from catalog.suggestions import did_you_mean

from . import verdicts
from .engine.model import Creature, Upgrade
from .snapshots import Snapshot

# A creature is asked by itself, so that no limit of points stands in the way, nor that a cost is not known.
NO_LIMIT = 100_000
OF_THE_PRICE = "/point-limit"


def fits(game: str | None, snapshot: Snapshot, slug: str | None) -> Cards:
    """Return what could stand on a creature by itself, as the rules say. Raises NotAsked."""
    if game is None:
        raise NotAsked("What fits a creature can be asked of one game. Say which.")
    if slug is None:
        raise NotAsked("“fits” alone is about a place of a legion. Write “fits:” and the slug of a creature.")
    try:
        return fitting(game, snapshot, slug)
    except Malformed as error:
        raise NotAsked(error.faults[0].message) from error


@lru_cache(maxsize=128)
def fitting(game: str, snapshot: Snapshot, slug: str) -> Cards:
    """Return what could stand on the creature `slug` by itself; what may fit is told apart from what surely does.

    Where there are too many cards to try them all, those that were not may fit.

    Raises NotAsked for a card that carries nothing, and Malformed for a game that cannot be judged.
    """
    shelf = verdicts.library(game, snapshot.release)
    if not shelf.ruleset.carried:
        raise NotAsked(_("In this game no card is carried by another."))
    card = shelf.cards.get(slug)
    if not isinstance(card, Creature):
        near = [one.slug for one in shelf.nearest.to(slug, (Creature,))]
        message = _("There is no creature “{name}” that could carry anything.").format(name=slug[:60])
        raise NotAsked(message + did_you_mean(near, _("“{word}”")))
    legion = {"game": game, "points": NO_LIMIT, "picks": [{"card": card.slug}]}
    found = verdicts.candidates(legion, "/picks/0", release=snapshot.release)
    fits = {one["card"]: not any(map(_decides, one["unknown"])) for one in found["candidates"] if one["fits"]}
    if not found["complete"]:
        tried = {one["card"] for one in found["candidates"]}
        carried = (one.slug for one in shelf.shelf if isinstance(one, Upgrade))
        fits |= dict.fromkeys((one for one in carried if one not in tried), False)
    return Cards(
        words=_("fit {card}").format(card=card.title),
        yes=frozenset(one for one, sure in fits.items() if sure),
        maybe=frozenset(one for one, sure in fits.items() if not sure),
    )


def _decides(unknown: dict[str, Any]) -> bool:
    """Return whether a fact that is not known is needed for more than the price."""
    return not all(code.endswith(OF_THE_PRICE) for code in unknown["needed_by"])
