"""Cards that contain most of the searched words, for queries that no card matches completely.

A query is split into words and a mandatory rest (`split_query`). A misspelled word also matches its probable
corrections. Cards are ranked by the number of matching words, then by the rarity of these words, then by the number of
words in their names. `ranked` does this in the database; `word_scores` and `is_enough` do it for texts in memory.
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
"""Number of words of a query that are counted, from its start."""
MAX_CARDS = 20
"""The maximum number of closest cards."""
MAX_SPELLINGS = 3
ONE_WORD = 1_000_000
"""The base score of a matching word: so high that no rare word counts as two."""
RARITY_SCALE = 1_000


@dataclass(frozen=True, slots=True)
class WordSearch:
    """The words of a query, of which a card should contain as many as possible, and the mandatory rest.

    `written` are the words without the corrections of misspelled ones.
    """

    words: tuple[SearchedWord, ...]
    written: tuple[SearchedWord, ...]
    rest: Condition


def split_query(condition: Condition, vocabulary: Collection[str]) -> WordSearch | None:
    """Return a query that need not match all of its words; None if that would change nothing.

    `vocabulary` has the stems of the available cards, in which corrections of misspelled words are looked up.
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
    """Return the score of each word, from the number of cards that contain it."""
    return [ONE_WORD + round(RARITY_SCALE * log((cards + 1) / (count + 0.5))) for count in counts]


def is_enough(score: int, word_count: int) -> bool:
    """Return whether a card with this score matches enough of the words to be shown."""
    return score > 0 and 2 * (score // ONE_WORD) >= word_count


def ranked(search: WordSearch, cards: RevisionQuerySet, order: Sequence[OrderBy] = ()) -> list[Revision]:
    """Return the cards that match the most words, the closest first, with two queries.

    Ties are sorted by `order`, then by the length of the text.
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


def words_named(searched: Sequence[SearchedWord]) -> Expression:
    """Return an expression for the number of words in the name or class of a card."""
    return _sum([_if(filters.named(word), 1) for word in searched[:MAX_WORDS]])


def _if(condition: Q, number: int) -> Case:
    return Case(When(condition, then=number), default=0, output_field=IntegerField())


def _sum(terms: Sequence[Expression]) -> Expression:
    return reduce(add, terms)
