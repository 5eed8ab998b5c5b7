"""Which cards could stand on a creature by itself, as the rules say: what `fits:` asks in a query about cards."""

from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import InvalidInput
from catalog.documents.suggestions import did_you_mean
from catalog.search.compiler import UnavailableTerm
from catalog.search.conditions import CardSelection
from catalog.snapshots import Snapshot
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Creature
from rulesapi.judging import verdicts

# A creature is asked by itself, so that no limit of points stands in the way, nor that a cost is not known.
NO_LIMIT = 100_000
PRICE_RULE_SUFFIX = "/point-limit"


def cards_fitting(game: str | None, snapshot: Snapshot, slug: str | None) -> CardSelection:
    """Return what could stand on a creature by itself, as the rules say. Raises UnavailableTerm."""
    if game is None:
        raise UnavailableTerm("What fits a creature can be asked of one game. Say which.")
    if slug is None:
        raise UnavailableTerm("“fits” alone is about a place of a legion. Write “fits:” and the slug of a creature.")
    try:
        return fitting_cards(game, snapshot, slug)
    except InvalidInput as error:
        raise UnavailableTerm(error.faults[0].message) from error


@lru_cache(maxsize=128)
def fitting_cards(game: str, snapshot: Snapshot, slug: str) -> CardSelection:
    """Return what could stand on the creature `slug` by itself; what may fit is told apart from what surely does.

    Where there are too many cards to try them all, those that were not may fit.

    Raises UnavailableTerm for a card that carries nothing, and InvalidInput for a game that cannot be judged.
    """
    game_library = verdicts.library(game, snapshot.release)
    if not game_library.ruleset.carried:
        raise UnavailableTerm(_("In this game no card is carried by another."))
    card = game_library.cards.get(slug)
    if not isinstance(card, Creature):
        near = [one.slug for one in game_library.nearest.to(slug, (Creature,))]
        message = _("There is no creature “{name}” that could carry anything.").format(name=slug[:60])
        raise UnavailableTerm(message + did_you_mean(near, _("“{word}”")))
    legion = {"game": game, "points": NO_LIMIT, "picks": [{"card": card.slug}]}
    found = verdicts.candidates(legion, "/picks/0", release=snapshot.release, of_all_sources=True)
    fits = {one["card"]: not any(map(_decides, one["unknown"])) for one in found["candidates"] if one["fits"]}
    if not found["complete"]:
        tried = {one["card"] for one in found["candidates"]}
        carried = (one.slug for one in game_library.all_cards if isinstance(one, Upgrade))
        fits |= dict.fromkeys((one for one in carried if one not in tried), False)
    return CardSelection(
        words=_("fit {card}").format(card=card.title),
        yes=frozenset(one for one, sure in fits.items() if sure),
        maybe=frozenset(one for one, sure in fits.items() if not sure),
    )


def _decides(unknown: dict[str, Any]) -> bool:
    """Return whether a fact that is not known is needed for more than the price."""
    return not all(code.endswith(PRICE_RULE_SUFFIX) for code in unknown["needed_by"])
