"""Pairs of facts of a card that imply each other, such as being a leader and the rating as a leader.

A creature that leads has a rating of at least 1, any other a rating of 0. One of the two facts may imply the other if
the catalog knows only one of them, and two stated facts of a card may contradict each other.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulesapi.engine.values.model import Document

MIN_RATING = 1
"""The lowest rating of a creature that leads."""

RatingPairs = Mapping[str, str]
"""The name of the rating fact, by the name of the fact that says whether a creature leads."""


def with_implied_facts(document: Document, rating_pairs: RatingPairs) -> Document:
    """Return a card's document with implied facts filled in; being a leader implies no particular rating."""
    found = {}
    for leads, rating in rating_pairs.items():
        leading, number = document.get(leads), document.get(rating)
        if leading is None and number is not None:
            found[leads] = number >= MIN_RATING
        elif leading is False and number is None and rating in document:
            found[rating] = 0
    return {**document, **found} if found else document


def contradicting_facts(document: Document, rating_pairs: RatingPairs) -> list[str]:
    """Return the names of the facts of a document that contradict each other in pairs."""
    found: list[str] = []
    for leads, rating in rating_pairs.items():
        leading, number = document.get(leads), document.get(rating)
        if leading is not None and number is not None and leading is not (number >= MIN_RATING):
            found += leads, rating
    return found
