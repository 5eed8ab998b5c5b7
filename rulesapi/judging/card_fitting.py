"""Cards that may be on a creature by itself according to the rules, for the query word `fits:`."""

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

# The creature is judged alone, with a limit so high that neither the limit nor an unknown cost matters.
NO_LIMIT = 100_000
PRICE_RULE_SUFFIX = "/point-limit"


def cards_fitting(game: str | None, snapshot: Snapshot, slug: str | None) -> CardSelection:
    """Return the cards that a creature alone could carry according to the rules. Raises UnavailableTerm."""
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
    """Return the cards that the creature `slug` alone could carry, with certain and possible ones separated.

    If there are too many cards to check, the unchecked ones count as possible.

    Raises UnavailableTerm for a card that carries nothing, and InvalidInput for a game without verdicts.
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
    """Return whether an unknown fact is needed for more than the price."""
    return not all(code.endswith(PRICE_RULE_SUFFIX) for code in unknown["needed_by"])
