"""Collections: the cards a player owns. A legion is checked against them only if its document includes them.

A collection counts cards, individually (`collection`) or by packs (`packs`), and nothing else: a figure, its base and
pegs come with a creature's card, and the extra pieces of a troop (soldiers, tokens) are on no card. A slug that the
library does not know counts for no card and is no error: a collection may be older or newer than the release judged. It
is reported with the verdict, because it may also be misspelled. A pack is different: it may hold any card of the
legion, so a pack with unknown contents cannot be left out without guessing. It is refused.
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
"""Fields of a list that contain its player's collection. A list with one of them, even empty, is checked against it."""

MAX_SUGGESTIONS = 5
"""Maximum number of unknown cards that get near matches: a collection may be of another game."""


def read_collections(legion: Document, library: RuleLibrary) -> dict[str, OwnedCopies]:
    """Return the collections in a legion's document, by the place of the list that each is for.

    The list is a player's or a team's. Raises CannotJudge `unknown-set` and `uncounted-set` for unknown packs and for
    packs with unknown contents.
    """
    owned: dict[str, OwnedCopies] = {}
    if "team" not in legion and legion.keys().isdisjoint(COLLECTION_FIELDS):
        return owned
    for at, holder in _collection_owners(legion):
        if "collection" in holder or "packs" in holder:
            owned[at] = _cards(holder.get("collection", {}), library) + _packs(holder.get("packs", {}), library, at)
    return owned


def unmatched_slugs(legion: Document, library: RuleLibrary) -> tuple[UnmatchedSlug, ...]:
    """Return the slugs in a legion's collections that the library does not know, in the order of the document."""
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
    """Return a legion's document without collections, including the collections of a team's players."""
    others = {key: value for key, value in legion.items() if key not in COLLECTION_FIELDS}
    return {**others, "team": [without_collections(part) for part in others["team"]]} if "team" in others else others


def _collection_owners(legion: Document) -> Iterator[tuple[str, Document]]:
    for number, part in enumerate(legion.get("team", ())):
        yield f"/team/{number}", part
    yield "", legion


def _cards(collection: Mapping[str, int], library: RuleLibrary) -> Counter[Card]:
    """Return the copies of each card; a former slug counts as the current card."""
    owned: Counter[Card] = Counter()
    for slug, copies in collection.items():
        if slug in library.cards:
            owned[library.cards[slug]] += copies
    return owned


def _packs(packs: Mapping[str, int], library: RuleLibrary, pointer: str) -> Counter[Card]:
    """Return the copies of each card in these packs."""
    unknown = [slug for slug in packs if slug not in library.sets]
    if unknown:
        near = {f"{pointer}/packs/{slug}": close_matches(slug, library.sets) for slug in unknown}
        message = phrase("There is no such set in this release of the game.")
        raise CannotJudge("unknown-set", message, tuple(near), near)
    uncounted = [slug for slug in packs if library.sets[slug] not in library.contents]
    if uncounted:
        message = phrase("The contents of this set are not known. List the cards you have of it under “collection”.")
        raise CannotJudge("uncounted-set", message, tuple(f"{pointer}/packs/{slug}" for slug in uncounted))
    owned: Counter[Card] = Counter()
    for slug, number in packs.items():
        for card, inside in library.contents[library.sets[slug]].items():
            owned[card] += number * inside
    return owned


def copies_used(standing: Iterable[Pick | CarriedUpgrade]) -> Counter[Card]:
    """Return how many copies of each card a list uses; a troop is one card, whatever its number of soldiers."""
    copies: Counter[Card] = Counter()
    for one in standing:
        copies[one.card] += one.copies
    return copies
