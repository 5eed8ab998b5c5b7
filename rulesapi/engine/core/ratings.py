"""Facts of a card that tell of each other: that a creature leads, and the rating with which it does.

A creature that leads has a rating of 1 at least, any other one of 0. So one of the two facts may tell the other where
the catalog knows only one of them, and two that are said of a card may contradict each other.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulesapi.engine.values.model import Document

MIN_RATING = 1
"""The lowest rating of those who lead."""

RatingPairs = Mapping[str, str]
"""The fact that is the rating, by the fact that tells whether a creature leads."""


def with_implied_facts(document: Document, rating_pairs: RatingPairs) -> Document:
    """A card's document with what one of two such facts tells of the other; that a creature leads tells no rating."""
    found = {}
    for leads, rating in rating_pairs.items():
        leading, number = document.get(leads), document.get(rating)
        if leading is None and number is not None:
            found[leads] = number >= MIN_RATING
        elif leading is False and number is None and rating in document:
            found[rating] = 0
    return {**document, **found} if found else document


def contradicting_facts(document: Document, rating_pairs: RatingPairs) -> list[str]:
    """The names of those facts of a document of which two contradict each other."""
    found: list[str] = []
    for leads, rating in rating_pairs.items():
        leading, number = document.get(leads), document.get(rating)
        if leading is not None and number is not None and leading is not (number >= MIN_RATING):
            found += leads, rating
    return found
