"""Sources of cards: the selection of official cards and open sets proposed for a list.

The `sources` of a list do not affect the verdict: any card of the game may be in it. A list without them is offered
official cards and those of the open sets that it already has cards of. Searches propose cards from `Library.all_cards`,
which no rule reads; so each search starts with a library whose `all_cards` may be proposed.
"""

from __future__ import annotations

from dataclasses import replace

from rulesapi.engine.core.formats import CardSelector
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import referenced_cards
from rulesapi.engine.values.fuzzy_match import close_matches
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import CannotJudge, Document

OFFICIAL = "official"
"""The value in `sources` for all cards of the publisher."""


def check_sources(library: Library, legion: Document) -> None:
    """Raise CannotJudge `unknown-set` if a list names a source that is not an open set of the library."""
    if "sources" not in legion:
        return
    sources = legion["sources"]
    if unknown := [number for number, slug in enumerate(sources) if slug not in library.open_sets and slug != OFFICIAL]:
        near = {f"/sources/{number}": close_matches(sources[number], library.open_sets) for number in unknown}
        message = phrase("There is no open set {named:or} of this game.", named=[sources[one] for one in unknown])
        raise CannotJudge("unknown-set", message, tuple(near), near)


def chosen_open_sets(library: Library, legion: Document, pool: CardSelector | None = None) -> frozenset[str]:
    """Return the current slugs of the open sets whose cards are proposed for a list; unknown sets are ignored.

    For a list without `sources` these are the open sets of its cards and of the request's `pool`.
    """
    if "sources" in legion:
        return frozenset(library.open_sets[slug] for slug in legion["sources"] if slug in library.open_sets)
    return open_sets_in(library, legion) | _open_sets_of(library, pool)


def open_sets_in(library: Library, legion: Document) -> frozenset[str]:
    """Return the open sets of a list's cards."""
    named = {slug for _, slug in referenced_cards(legion)} if library.open_cards else ()
    return frozenset(library.open_cards[slug] for slug in named if slug in library.open_cards)


def _open_sets_of(library: Library, pool: CardSelector | None) -> frozenset[str]:
    """Return the open sets that a pool names, directly or by one of their cards."""
    if pool is None:
        return frozenset()
    by_card = {library.open_cards[slug] for slug in pool.cards if slug in library.open_cards}
    return frozenset(by_card | {library.open_sets[slug] for slug in pool.sets if slug in library.open_sets})


def with_proposed_cards(library: Library, legion: Document, pool: CardSelector | None = None) -> Library:
    """Return the library with `all_cards` limited to the list's sources, official cards first.

    Its verdicts do not change. The `pool` of a request only adds the open sets it names: see `chosen_open_sets`.
    """
    if not library.open_sets:
        return library
    chosen = chosen_open_sets(library, legion, pool)
    official = [card for card in library.all_cards if card.slug not in library.open_cards]
    others = [card for card in library.all_cards if library.open_cards.get(card.slug) in chosen] if chosen else []
    return replace(library, all_cards=(*official, *others))


def with_cards_of(library: Library, pool: CardSelector) -> Library:
    """Return the library with `all_cards` limited to the cards known to be in a pool."""
    return replace(library, all_cards=tuple(card for card in library.all_cards if pool.truth_for(card)))
