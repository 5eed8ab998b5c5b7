"""The engine's checks of an adventure before publication, above all for outcomes that cannot be reached."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from catalog import documents
from catalog.documents.errors import Fault, json_pointer
from rulesapi.engine.campaigns.adventures import ADVENTURE, Adventure
from rulesapi.engine.campaigns.reachability import reachability_of
from rulesapi.engine.core.library import Library
from rulesapi.judging import verdicts


def unreachable_outcomes(document: dict[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each outcome of an adventure that cannot happen; documents of other kinds have none."""
    if document["kind"] != ADVENTURE:
        return
    found = reachability_of(Adventure.read(document))
    for index, outcome in enumerate(document["outcomes"]):
        if found.complete and outcome["paragraph"] in found.unreachable:
            message = _("Nothing leads to “{paragraph}”: an outcome above it takes it away, or no end fits it.")
            text = message.format(paragraph=outcome["paragraph"])
            yield Fault(json_pointer("outcomes", index, "when"), "unreachable-outcome", text)


def lint_own_adventure(document: Any, game: str, release: int | None) -> list[Fault]:
    """Return the faults of an adventure written by players for a game.

    If the document has faults by its schema or in itself, only these are returned. Otherwise the faults are unreachable
    outcomes, and required cards that are missing from the catalog, barred by the format, or more expensive than the
    side's points.
    Raises InvalidInput `unknown-game`, `unknown-release` or `not-judged-yet`.
    """
    if not isinstance(document, dict) or document.get("kind") != ADVENTURE or document.get("game") != game:
        message = _("This is no adventure of the game: “kind” is “adventure”, and “game” is “{game}”.")
        return [Fault("/kind", "wrong-type", message.format(game=game))]
    if faults := list(islice(documents.faults_in(document), documents.MAX_FAULTS)):
        return faults
    library = verdicts.library(game, release)
    found = (
        unreachable_outcomes(document),
        _format_faults(document, library),
        _required_card_faults(document, library),
    )
    return [fault for faults in found for fault in faults]


def _format_faults(document: dict[str, Any], library: Library) -> Iterator[Fault]:
    """Yield a fault for an unknown format, or for each required card that the format bars."""
    chosen = library.formats.get(document.get("format", library.default_format))
    if chosen is None:
        yield Fault("/format", "unknown-format", _("There is no such format in this game."))
    elif chosen.bars is not None:
        for index, side in enumerate(document["sides"]):
            for slug in side["required_cards"]:
                if (card := library.cards.get(slug)) is not None and chosen.bars.why(card):
                    message = _("{card} is not played in the format “{format}”.")
                    text = message.format(card=card.title, format=chosen.title)
                    yield Fault(json_pointer("sides", index, "required_cards"), "not-allowed", text)


def _required_card_faults(document: dict[str, Any], library: Library) -> Iterator[Fault]:
    for index, side in enumerate(document["sides"]):
        at = json_pointer("sides", index, "required_cards")
        strange = [slug for slug in side["required_cards"] if slug not in library.cards]
        for slug in strange:
            message = _("There is no card “{card}” in the catalog.")
            yield Fault(at, "unknown-card", message.format(card=slug))
        cards = [library.documents[library.cards[slug].slug] for slug in side["required_cards"] if slug not in strange]
        known = sum(card.get("cost") or 0 for card in cards)
        if side["points"] is not None and known > side["points"]:
            message = _("These cards cost {known} points already; the side has {points}.")
            yield Fault(at, "over-limit", message.format(known=known, points=side["points"]))
