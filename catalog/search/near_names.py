"""Cards whose names are spelled almost like what somebody looked for and did not find."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from ..documents.folding import fold
from .conditions import Condition, Conjunction, Disjunction, MentionsText

MOST = 3
CLOSE_ENOUGH = 0.72


class CardName(NamedTuple):
    """A card's game, slug and name."""

    game: str
    slug: str
    name: str


def searched_words(condition: Condition) -> list[str]:
    """Return the folded words that a card should say, without those that it should not."""
    if isinstance(condition, MentionsText):
        return [condition.text]
    if isinstance(condition, (Conjunction, Disjunction)):
        return [word for one in condition.conditions for word in searched_words(one)]
    return []


def near_names(condition: Condition, cards: Iterable[CardName]) -> list[CardName]:
    """Return up to three cards whose name, or a word of it, is like a word that is looked for; the closest first."""
    by_spelling: dict[str, list[CardName]] = {}
    for card in cards:
        plain = fold(card.name)
        for spelling in dict.fromkeys((plain, *plain.split())):
            by_spelling.setdefault(spelling, []).append(card)
    words = searched_words(condition)
    near: dict[CardName, None] = {}
    for word in (" ".join(words), *words) if len(words) > 1 else words:
        for spelling in get_close_matches(word, by_spelling, n=MOST, cutoff=CLOSE_ENOUGH):
            near.update(dict.fromkeys(by_spelling[spelling][:MOST]))
    return list(near)[:MOST]
