"""Sources of cards: whose cards are proposed for a list, the publisher's alone or those of open sets, too.

What a list says of them in `sources` judges nothing: any card of the game may stand in it. A list that says nothing is
given official cards and those of the open sets that it has cards of already. Searches make their proposals of
`Library.all_cards`, which no rule asks for; so each search begins with a library that has there what may be proposed.
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
"""The word under `sources` for all cards of the publisher."""


def check_sources(library: Library, legion: Document) -> None:
    """Raise CannotJudge `unknown-set` where a list names a source that is no open set of the library."""
    if "sources" not in legion:
        return
    sources = legion["sources"]
    if unknown := [number for number, slug in enumerate(sources) if slug not in library.open_sets and slug != OFFICIAL]:
        near = {f"/sources/{number}": close_matches(sources[number], library.open_sets) for number in unknown}
        message = phrase("There is no open set {named:or} of this game.", named=[sources[one] for one in unknown])
        raise CannotJudge("unknown-set", message, tuple(near), near)


def chosen_open_sets(library: Library, legion: Document, pool: CardSelector | None = None) -> frozenset[str]:
    """The open sets whose cards are proposed for a list, by their slugs of today; what is none is left aside.

    Where the list does not say, those that it has cards of, and those that the `pool` of a request names.
    """
    if "sources" in legion:
        return frozenset(library.open_sets[slug] for slug in legion["sources"] if slug in library.open_sets)
    return open_sets_in(library, legion) | _open_sets_of(library, pool)


def open_sets_in(library: Library, legion: Document) -> frozenset[str]:
    """The open sets that a list has cards of."""
    named = {slug for _, slug in referenced_cards(legion)} if library.open_cards else ()
    return frozenset(library.open_cards[slug] for slug in named if slug in library.open_cards)


def _open_sets_of(library: Library, pool: CardSelector | None) -> frozenset[str]:
    """The open sets that a pool names, by themselves or by one of their cards."""
    if pool is None:
        return frozenset()
    by_card = {library.open_cards[slug] for slug in pool.cards if slug in library.open_cards}
    return frozenset(by_card | {library.open_sets[slug] for slug in pool.sets if slug in library.open_sets})


def with_proposed_cards(library: Library, legion: Document, pool: CardSelector | None = None) -> Library:
    """The library with those cards alone to make proposals of which are of the list's sources, official ones first.

    It judges as before. The `pool` of a request only tells which open sets it names: see `chosen_open_sets`.
    """
    if not library.open_sets:
        return library
    chosen = chosen_open_sets(library, legion, pool)
    official = [card for card in library.all_cards if card.slug not in library.open_cards]
    others = [card for card in library.all_cards if library.open_cards.get(card.slug) in chosen] if chosen else []
    return replace(library, all_cards=(*official, *others))


def with_cards_of(library: Library, pool: CardSelector) -> Library:
    """The library with those cards alone to make proposals of which are known to be of a pool."""
    return replace(library, all_cards=tuple(card for card in library.all_cards if pool.truth_for(card)))
