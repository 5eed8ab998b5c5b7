"""What somebody looks for in the drawer: the query of the card browser, with the place and the collection at hand."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from catalog.faults import Malformed
from catalog.query.answers import answer
from catalog.query.conditions import Cards, Condition
from catalog.query.fields import language
from catalog.query.meaning import Meaning, NotAsked, Surroundings, understand
from catalog.query.nearest import Named, near_names
from legions.cards.stock import CardView, Stock
from legions.collection.asking import owned_cards
from rulesapi import card_fitting, snapshots, verdicts
from rulesapi.engine.collection import read_collections

Candidates = list[dict[str, Any]]
"""What the rules say of cards at a place."""


def understood(query: str, document: dict[str, Any], stock: Stock, here: Callable[[], Candidates]) -> Meaning:
    """Return what a query means beside a legion; `here` gives what the rules say of each card at the place at hand."""
    game = document["game"]

    def fits(slug: str | None) -> Cards:
        return _fit_here(here) if slug is None else card_fitting.fits(game, snapshots.at(stock.release), slug)

    around = Surroundings(
        sets=lambda: stock.sets,
        words=lambda key: {word for card in stock.cards.values() for word in card.document.get(key) or ()},
        fits=fits,
        owned=lambda: _owned(document),
    )
    return understand(query, language(game), around)


def holds(condition: Condition, card: CardView) -> bool:
    """Return whether a card surely is what is looked for."""
    return answer(condition, dict(card.document), card.folded) is True


def near(condition: Condition, cards: list[CardView]) -> tuple[str, ...]:
    """Return the names of cards that are spelled almost like what is looked for."""
    return tuple(one.name for one in near_names(condition, (Named(card.game, card.slug, card.title) for card in cards)))


def _fit_here(here: Callable[[], Candidates]) -> Cards:
    try:
        found = here()
    except Malformed as error:
        raise NotAsked(error.faults[0].message) from error
    fitting = {one["card"]: not one["unknown"] for one in found if one["fits"]}
    return Cards(
        words=_("fit here"),
        yes=frozenset(slug for slug, sure in fitting.items() if sure),
        maybe=frozenset(slug for slug, sure in fitting.items() if not sure),
    )


def _owned(document: dict[str, Any]) -> Cards:
    library = verdicts.library(document["game"], document.get("release"))
    owned = read_collections(document, library).get("")
    return owned_cards({card.slug: copies for card, copies in (owned or {}).items()})
