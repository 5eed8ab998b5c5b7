"""Collections: what a player owns, which is asked of a legion only when its document brings it along.

A collection counts cards, by themselves (`collection`) or by the packs they came in (`packs`), and nothing else: a
figure, its base and pegs come with a creature's card, and what a troop has more of (soldiers, tokens) is on no card. A
slug that the library does not know is nobody's copy of a card here, and no fault: a collection may be older or newer
than the release judged. It is named beside the answer, because it may also be misspelt. A pack is another matter: it
may hold any card of the legion, so that one whose contents are not known cannot be left out without a guess. It is
refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rulesapi.engine.core.legion import CarriedUpgrade, Pick
from rulesapi.engine.core.rules import RuleLibrary
from rulesapi.engine.values.fuzzy_match import close_matches
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import CannotJudge, Card, Document, OwnedCopies, UnmatchedSlug

COLLECTION_FIELDS = ("collection", "packs")
"""The fields of a list that say what its player owns. With one of them, be it empty, the list is checked against it."""

MAX_SUGGESTIONS = 5
"""For how many of the cards that are not known near names are looked for: a collection may be of another game."""


def read_collections(legion: Document, library: RuleLibrary) -> dict[str, OwnedCopies]:
    """The collections in a legion's document, by the place of the list that each is for: a player's, or a team's.

    Raises CannotJudge `unknown-set` and `uncounted-set` for packs that nobody can open here.
    """
    owned: dict[str, OwnedCopies] = {}
    if "team" not in legion and legion.keys().isdisjoint(COLLECTION_FIELDS):
        return owned
    for at, holder in _collection_owners(legion):
        if "collection" in holder or "packs" in holder:
            owned[at] = _cards(holder.get("collection", {}), library) + _packs(holder.get("packs", {}), library, at)
    return owned


def unmatched_slugs(legion: Document, library: RuleLibrary) -> tuple[UnmatchedSlug, ...]:
    """The cards in the collections of a legion that the library does not know, in the order of the document."""
    if "collection" not in legion and "team" not in legion:
        return ()
    places = (
        (f"{at}/collection/{slug}", slug)
        for at, holder in _collection_owners(legion)
        for slug in holder.get("collection", ())
        if slug not in library.cards
    )
    return tuple(
        UnmatchedSlug(at, slug, _suggestions(slug, library) if number < MAX_SUGGESTIONS else ())
        for number, (at, slug) in enumerate(places)
    )


def _suggestions(slug: str, library: RuleLibrary) -> tuple[str, ...]:
    return tuple(card.slug for card in library.nearest.to(slug, (Card,)))


def without_collections(legion: Document) -> Document:
    """A legion's document without what its player, or those of its team, say they own."""
    others = {key: value for key, value in legion.items() if key not in COLLECTION_FIELDS}
    return {**others, "team": [without_collections(part) for part in others["team"]]} if "team" in others else others


def _collection_owners(legion: Document) -> Iterator[tuple[str, Document]]:
    for number, part in enumerate(legion.get("team", ())):
        yield f"/team/{number}", part
    yield "", legion


def _cards(collection: Mapping[str, int], library: RuleLibrary) -> Counter[Card]:
    """The copies of each card; what is listed by a former slug counts as the card of today."""
    owned: Counter[Card] = Counter()
    for slug, copies in collection.items():
        if slug in library.cards:
            owned[library.cards[slug]] += copies
    return owned


def _packs(packs: Mapping[str, int], library: RuleLibrary, at: str) -> Counter[Card]:
    """The copies of each card in so many packs."""
    unknown = [slug for slug in packs if slug not in library.sets]
    if unknown:
        near = {f"{at}/packs/{slug}": close_matches(slug, library.sets) for slug in unknown}
        message = phrase("There is no such set in this release of the game.")
        raise CannotJudge("unknown-set", message, tuple(near), near)
    uncounted = [slug for slug in packs if library.sets[slug] not in library.contents]
    if uncounted:
        message = phrase("The contents of this set are not known. List the cards you have of it under “collection”.")
        raise CannotJudge("uncounted-set", message, tuple(f"{at}/packs/{slug}" for slug in uncounted))
    owned: Counter[Card] = Counter()
    for slug, number in packs.items():
        for card, inside in library.contents[library.sets[slug]].items():
            owned[card] += number * inside
    return owned


def copies_used(standing: Iterable[Pick | CarriedUpgrade]) -> Counter[Card]:
    """How many copies of each card a list uses; a troop is one card, however many its soldiers."""
    copies: Counter[Card] = Counter()
    for one in standing:
        copies[one.card] += one.copies
    return copies
