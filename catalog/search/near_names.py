"""Cards with names similar to searched words that were not found."""

from collections.abc import Iterable
from typing import NamedTuple

from catalog.documents.text_folding import fold
from catalog.search.conditions import Condition, Conjunction, Disjunction, MentionsText, MentionsWord
from catalog.search.spelling import nearest
from catalog.search.words import without_punctuation

MAX_NAMES = 3


class CardName(NamedTuple):
    """The game, slug and name of a card."""

    game: str
    slug: str
    name: str


def searched_words(condition: Condition) -> list[MentionsText | MentionsWord]:
    """Return the words that a card should contain, without excluded ones."""
    if isinstance(condition, (MentionsText, MentionsWord)):
        return [condition]
    if isinstance(condition, (Conjunction, Disjunction)):
        return [word for one in condition.conditions for word in searched_words(one)]
    return []


def near_names(condition: Condition, cards: Iterable[CardName]) -> list[CardName]:
    """Return up to three cards whose name differs from the searched words by a letter or two, the closest first.

    A single word is also compared with each word of a name.
    """
    words = [word.text for word in searched_words(condition)]
    if not words:
        return []
    by_spelling: dict[str, list[CardName]] = {}
    for card in cards:
        plain = fold(without_punctuation(card.name))
        for spelling in dict.fromkeys((plain, *(plain.split() if len(words) == 1 else ()))):
            by_spelling.setdefault(spelling, []).append(card)
    near: dict[CardName, None] = {}
    for spelling in nearest(" ".join(words), by_spelling, MAX_NAMES):
        near.update(dict.fromkeys(by_spelling[spelling][:MAX_NAMES]))
    return list(near)[:MAX_NAMES]
