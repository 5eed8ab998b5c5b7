"""Similar cards, computed from facts alone: the result of a card stays until the next release."""

from collections.abc import Mapping
from typing import Any

from legions.cards.stock import CardView, Stock
from legions.game_words import GameWords, words_of_game
from legions.game_words.vocabulary import fact_values

MAX_SIMILAR = 6
MIN_SIMILARITY = 1.0
"""The minimum similarity of two cards: one shared fact, or two almost equal numbers."""
KEYWORDS_WEIGHT = 2.0
"""The weight of keywords. They describe what a card does, and count more than one fact."""


def similar_cards(slug: str, stock: Stock) -> tuple[CardView, ...]:
    """Return the cards most similar to a card of a release: of its kind, by slot, cost, keywords and other facts.

    Unknown facts do not count as similar. The result is computed once per card and release.
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
    like = [pair for pair in scored if pair[0] >= MIN_SIMILARITY]
    like.sort(key=lambda pair: (-pair[0], bool(pair[1].open_set), pair[1].title, pair[1].slug))
    return tuple(other for _score, other in like[:MAX_SIMILAR])


def likeness(card: Mapping[str, Any], compared: Mapping[str, Any], game_words: GameWords) -> float:
    """Return the similarity of two cards: the weighted sum of their similarities in each fact, which are at most 1."""
    words = sum(
        _share(_fact_words(card, fact), _fact_words(compared, fact))
        for fact in card
        if _is_compared(game_words.game, fact)
    )
    keywords = KEYWORDS_WEIGHT * _share(_fact_words(card, "keywords"), _fact_words(compared, "keywords"))
    numbers = sum(_nearness(card.get(number.name), compared.get(number.name)) for number in game_words.filters.ranges)
    return round(words + keywords + numbers, 6)


def _is_compared(game: str, fact: str) -> bool:
    """Return whether a fact is compared: it has values listed in the schema, or is the class of a creature."""
    return fact in ("class", "classes") or (fact not in ("kind", "rarity") and bool(fact_values(game, fact)))


def _fact_words(document: Mapping[str, Any], fact: str) -> frozenset[str]:
    """Return the words of a fact; empty if it is unknown, a number, or a structure."""
    value = document.get(fact)
    return frozenset(word for word in (value if isinstance(value, list) else [value]) if isinstance(word, str))


def _share(fact_words: frozenset[str], compared: frozenset[str]) -> float:
    return len(fact_words & compared) / len(fact_words | compared) if fact_words and compared else 0.0


def _nearness(number: Any, compared: Any) -> float:
    """Return 0.5 for equal numbers, less the further they are apart, and 0 if one is unknown."""
    if not isinstance(number, int) or not isinstance(compared, int):
        return 0.0
    most = max(abs(number), abs(compared))
    return 0.5 if not most else max(0.0, 0.5 - abs(number - compared) / most)
