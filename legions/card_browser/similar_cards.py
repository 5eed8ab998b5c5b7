"""Cards that are like a card, by their facts alone: the same card has the same ones until the next release."""

from collections.abc import Mapping
from typing import Any

from legions.cards.stock import CardView, Stock
from legions.game_words import GameWords, words_of_game
from legions.game_words.vocabulary import fact_values

MAX_SIMILAR = 6
LEAST = 1.0
"""So much alike two cards are at least: one fact in words, or two numbers that are nearly the same."""
KEYWORDS_WEIGHT = 2.0
"""What cards do is said by their keywords: they count for more than one fact."""


def similar_cards(slug: str, stock: Stock) -> tuple[CardView, ...]:
    """Return the cards most like a card of a release: of its kind, by slot, cost, keywords and its other facts.

    What is not known of a card makes it like no other. The work is done once for each card of a release.
    """
    found = stock.similar.get(slug)
    if found is None:
        found = stock.similar[slug] = _similar(stock.card(slug), stock)
    return found


def _similar(card: CardView, stock: Stock) -> tuple[CardView, ...]:
    if not card.known:
        return ()
    game_words = words_of_game(card.game)
    scored = [
        (likeness(card.document, other.document, game_words), other)
        for other in stock.cards.values()
        if other.slug != card.slug
        and other.document["kind"] == card.document["kind"]
        and "retired" not in other.document
        and other.title != card.title
    ]
    like = [one for one in scored if one[0] >= LEAST]
    like.sort(key=lambda one: (-one[0], bool(one[1].open_set), one[1].title, one[1].slug))
    return tuple(other for _score, other in like[:MAX_SIMILAR])


def likeness(one: Mapping[str, Any], other: Mapping[str, Any], game_words: GameWords) -> float:
    """Return how much alike two cards are: the sum of what they share of each fact, which is at most 1."""
    words = sum(_share(_words(one, fact), _words(other, fact)) for fact in one if _is_compared(game_words.game, fact))
    keywords = KEYWORDS_WEIGHT * _share(_words(one, "keywords"), _words(other, "keywords"))
    numbers = sum(_nearness(one.get(number.name), other.get(number.name)) for number in game_words.filters.ranges)
    return round(words + keywords + numbers, 6)


def _is_compared(game: str, fact: str) -> bool:
    """Return whether a fact is said in words of a schema, or is what a creature is by its class."""
    return fact in ("class", "classes") or (fact not in ("kind", "rarity") and bool(fact_values(game, fact)))


def _words(document: Mapping[str, Any], fact: str) -> frozenset[str]:
    """Return the words of a fact, none where it is not known, and where it is a number or is made of several."""
    value = document.get(fact)
    return frozenset(word for word in (value if isinstance(value, list) else [value]) if isinstance(word, str))


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0


def _nearness(one: Any, other: Any) -> float:
    """Return 0.5 for the same number, and less the further they are apart; 0 where one is not known."""
    if not isinstance(one, int) or not isinstance(other, int):
        return 0.0
    most = max(abs(one), abs(other))
    return 0.5 if not most else max(0.0, 0.5 - abs(one - other) / most)
