"""The comparison of a query with the titles and other words of an entry, each taken as a whole.

“Line of sight” is a better title for the query “line of sight” than “Line of sight through creatures and terrain”.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from rulesapi.rulebooks.search.query import Concept
from rulesapi.rulebooks.search.tokens import Phrase

TITLE_BONUS = 1.0
"""The share that a title adds to the score if it says all that the query says, and nothing else."""

Title = tuple[str, ...]
"""The stems of a title, or of one of the other words, without ignored words."""


class SearchedStems(NamedTuple):
    """The stems that a query searches, each with the weight of its match, and the weight of the whole query."""

    weights: Mapping[str, float]
    total: float


def titles(phrases: Iterable[Phrase], ignored: Collection[str]) -> tuple[Title, ...]:
    """Return titles without ignored words, and each word once."""
    short = (tuple(dict.fromkeys(stem for stem in phrase if stem not in ignored)) for phrase in phrases)
    return tuple(title for title in short if title)


def searched_stems(concepts: Sequence[Concept], rarity: Mapping[str, float]) -> SearchedStems:
    """Return the stems that the expressions of a query consist of."""
    weights: dict[str, float] = {}
    for concept in concepts:
        for expression in concept.alternatives:
            for stem in expression.phrase:
                weights[stem] = max(weights.get(stem, 0), expression.weight)
    whole = (concept for concept in concepts if not concept.is_part)
    total = sum(max(_rarity(one.phrase, rarity) for one in concept.alternatives) for concept in whole)
    return SearchedStems(weights, total)


def bonus(of_entry: Sequence[Title], searched: SearchedStems, rarity: Mapping[str, float]) -> float:
    """Return the factor for the score of an entry, from 1 if none of its titles has a searched word up to 2."""
    best = 0.0
    for title in of_entry:
        matched = sum(rarity[stem] * searched.weights[stem] for stem in title if stem in searched.weights)
        if matched:
            best = max(best, matched / _rarity(title, rarity) * min(1, matched / searched.total))
    return 1 + TITLE_BONUS * best


def _rarity(stems: Iterable[str], rarity: Mapping[str, float]) -> float:
    return sum(rarity.get(stem, 0) for stem in stems)
