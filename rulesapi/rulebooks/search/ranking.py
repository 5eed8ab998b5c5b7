"""The comparison of a query with the titles and other words of an entry, each taken as a whole.

“Line of sight” is a better title for the query “line of sight” than “Line of sight through creatures and terrain”.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rulesapi.rulebooks.search.query import Concept

TITLE_BONUS = 1.2
"""The share that a title, or other words, add to the score if they say all that the query says, and nothing else."""
NAME_BONUS = 0.6
"""The share that is added if this is the title itself, or the part of it before a colon."""
WHOLE = 0.99
"""The share of the query, and of a title, from which on they are equal."""

Title = tuple[str, ...]
"""The stems of a title, or of one of the other words, without ignored words."""


class EntryTitles(NamedTuple):
    """The title of an entry and the part of it before a colon, and its other words."""

    names: tuple[Title, ...]
    other_words: tuple[Title, ...]


class SearchedStems(NamedTuple):
    """The stems that a query searches, each with the weight of its match, and the weight of the whole query."""

    weights: Mapping[str, float]
    total: float


def searched_stems(concepts: Sequence[Concept], rarity: Mapping[str, float]) -> SearchedStems:
    """Return the stems that the expressions of a query consist of.

    The weight of the query is that of its whole expressions, or of their parts if the book has none of them.
    """
    weights: dict[str, float] = {}
    for concept in concepts:
        for expression in concept.alternatives:
            for stem in expression.phrase:
                weights[stem] = max(weights.get(stem, 0), expression.weight)
    whole = [concept for concept in concepts if concept.role == "whole"]
    said = whole or [concept for concept in concepts if concept.role == "part"]
    total = sum(max(_rarity(one.phrase, rarity) for one in concept.alternatives) for concept in said)
    return SearchedStems(weights, total)


def bonus(of_entry: EntryTitles, searched: SearchedStems, rarity: Mapping[str, float]) -> float:
    """Return the factor for the score of an entry: 1 if none of its titles has a searched word, otherwise more."""
    name = max((_agreement(title, searched, rarity) for title in of_entry.names), default=0)
    other = max((_agreement(title, searched, rarity) for title in of_entry.other_words), default=0)
    return 1 + TITLE_BONUS * max(name, other) + (NAME_BONUS if name >= WHOLE else 0)


def _agreement(title: Title, searched: SearchedStems, rarity: Mapping[str, float]) -> float:
    """Return how much a title and a query say the same, from 0 to 1."""
    matched = sum(rarity[stem] * searched.weights[stem] for stem in title if stem in searched.weights)
    if not matched or not searched.total:
        return 0
    return matched / _rarity(title, rarity) * min(1, matched / searched.total)


def _rarity(stems: Iterable[str], rarity: Mapping[str, float]) -> float:
    return sum(rarity.get(stem, 0) for stem in stems)
