"""Collections: what a player owns, which is asked of a legion only when its document brings it along.

A collection counts cards and nothing else: a figure, its base and pegs come with a creature's card, and what a troop
has more of (soldiers, tokens) is on no card. A slug that the library does not know is nobody's copy of a card here, and
no fault: a collection may be older or newer than the release judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rulesapi.engine.model import Card, Carried, Document, Owned, Pick


def read_collections(legion: Document, cards: Mapping[str, Card]) -> dict[str, Owned]:
    """The collections in a legion's document, by the place of the list that each is for: a player's, or a team's."""
    owned = {f"/team/{number}": part for number, part in enumerate(legion.get("team", ()))} | {"": legion}
    return {at: _owned(holder["collection"], cards) for at, holder in owned.items() if "collection" in holder}


def _owned(collection: Mapping[str, int], cards: Mapping[str, Card]) -> Owned:
    """The copies of each card; what is listed by a former slug counts as the card of today."""
    owned: Counter[Card] = Counter()
    for slug, copies in collection.items():
        if slug in cards:
            owned[cards[slug]] += copies
    return owned


def used(standing: Iterable[Pick | Carried]) -> Counter[Card]:
    """How many copies of each card a list uses; a troop is one card, however many its soldiers."""
    copies: Counter[Card] = Counter()
    for one in standing:
        copies[one.card] += one.copies
    return copies
