"""Cards that say most of the words that are looked for, for when no card says all of them.

A query is taken apart into words and what must hold in any case (`taken_apart`). A misspelled word counts as the words
that it may have been. Cards are ranked by how many of the words they say, then by how rare these are, then by the words
in their names. `ranked` does that in the database; where the texts of the cards are at hand, `word_scores` and
`is_enough` do.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import log
from operator import add

from django.db.models import Case, Count, IntegerField, OrderBy, Q, When
from django.db.models.expressions import Expression
from django.db.models.functions import Length

from catalog.models import Revision, RevisionQuerySet
from catalog.search import filters
from catalog.search.card_texts import STEMS, padded
from catalog.search.conditions import Condition, Conjunction, MentionsText, MentionsWord, SearchedWord
from catalog.search.spelling import nearest
from catalog.search.words import is_function_word, stem

MAX_WORDS = 8
"""Words of a query that are counted, from its start."""
MAX_CARDS = 20
"""The maximum number of closest cards."""
MAX_SPELLINGS = 3
ONE_WORD = 1_000_000
"""The score of a word without what it gains by being rare: so much that no rare word counts as two."""
RARITY_SCALE = 1_000


@dataclass(frozen=True, slots=True)
class WordSearch:
    """The words of which a card should say as many as possible, and the rest of the query, which must hold.

    `written` are the same words without the spellings that a misspelled one may stand for.
    """

    words: tuple[SearchedWord, ...]
    written: tuple[SearchedWord, ...]
    rest: Condition


def taken_apart(condition: Condition, vocabulary: Collection[str]) -> WordSearch | None:
    """Return a query without the demand that a card says all its words; None if that would change nothing.

    `vocabulary` are the stems of the cards at hand, among which a misspelled word is looked up.
    """
    parts = list(condition.conditions) if isinstance(condition, Conjunction) else [condition]
    words = list(dict.fromkeys(one for one in parts if isinstance(one, (MentionsText, MentionsWord))))
    rest = [one for one in parts if not isinstance(one, (MentionsText, MentionsWord))]
    telling = tuple([word for word in words if not is_function_word(word.text)] or words)[:MAX_WORDS]
    corrected = tuple(_corrected(word, vocabulary) for word in telling)
    if not corrected or (len(words) == 1 and corrected == tuple(words)):
        return None
    return WordSearch(corrected, telling, rest[0] if len(rest) == 1 else Conjunction(tuple(rest)))


def _corrected(word: SearchedWord, vocabulary: Collection[str]) -> SearchedWord:
    if isinstance(word, MentionsText) or not word.incomplete:
        return word
    spellings = nearest(stem(word.text), vocabulary, MAX_SPELLINGS)
    return replace(word, phrases=(*word.phrases, *(padded([spelling]) for spelling in spellings)))


def word_scores(counts: Sequence[int], cards: int) -> list[int]:
    """Return the score of each word, by how many of the cards say it."""
    return [ONE_WORD + round(RARITY_SCALE * log((cards + 1) / (count + 0.5))) for count in counts]


def is_enough(score: int, words: int) -> bool:
    """Return whether a card of that score says enough of so many words to be shown."""
    return score > 0 and 2 * (score // ONE_WORD) >= words


def ranked(search: WordSearch, cards: RevisionQuerySet, order: Sequence[OrderBy] = ()) -> list[Revision]:
    """Return those of the cards that say most of the words, the closest first; two questions to the database.

    Cards that are equally close stand in the given `order`, then those first that say the least besides.
    """
    among = cards.filter(filters.to_q(search.rest)).order_by()
    says = [filters.to_q(word) for word in search.words]
    counted = among.aggregate(
        cards=Count("pk"), **{f"word_{number}": Count("pk", filter=one) for number, one in enumerate(says)}
    )
    scores = word_scores([counted[f"word_{number}"] for number in range(len(says))], counted["cards"])
    found = among.annotate(
        score=_sum([_if(one, score) for one, score in zip(says, scores, strict=True)]),
        words_named=words_named(search.words),
        length=Length(filters.SEARCHED_COLUMNS[STEMS]),
    ).order_by("-score", "-words_named", *order, "length", "game", "slug")
    closest = [(one.score, one) for one in found[:MAX_CARDS]]
    most = closest[0][0] if closest else 0
    if not is_enough(most, len(search.words)):
        return []
    return [one for score, one in closest if score // ONE_WORD == most // ONE_WORD]


def words_named(words: Sequence[SearchedWord]) -> Expression:
    """Return the expression for the number of words that the name or class of a card has."""
    return _sum([_if(filters.named(word), 1) for word in words[:MAX_WORDS]])


def _if(condition: Q, number: int) -> Case:
    return Case(When(condition, then=number), default=0, output_field=IntegerField())


def _sum(terms: Sequence[Expression]) -> Expression:
    return reduce(add, terms)
