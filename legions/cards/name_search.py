"""Search for cards by query: matching names and texts, and similar names."""

from collections.abc import Collection, Sequence
from typing import Any

from catalog.search import closest_cards
from catalog.search.card_texts import STEMS
from catalog.search.conditions import Condition, SearchedWord
from catalog.search.near_names import CardName, near_names
from legions.cards.stock import CardView, Stock
from rulesapi.judging.query_matching import matches


def card_matches(condition: Condition, card: CardView) -> bool:
    """Return whether a card certainly matches the condition."""
    return matches(condition, dict(card.document), lambda: card.folded) is True


def said_phrases(phrases: Collection[str], stock: Stock) -> set[str]:
    """Return those phrases that occur in the stems of any card."""
    stems = [card.folded[STEMS] for card in stock.cards.values()]
    return {phrase for phrase in phrases if any(phrase in one for one in stems)}


def closest_slugs(condition: Condition, cards: Sequence[CardView]) -> list[str]:
    """Return the slugs of the cards that contain most of the searched words, the closest first.

    It does in memory what `catalog.search.closest_cards.ranked` does in the database.
    """
    vocabulary = {stem for card in cards for stem in card.folded[STEMS].split()}
    search = closest_cards.split_query(condition, vocabulary)
    if search is None:
        return []
    among = [card for card in cards if card_matches(search.rest, card)]
    counts = [sum(word.is_said(card.folded) for card in among) for word in search.words]
    scores = dict(zip(search.words, closest_cards.word_scores(counts, len(among)), strict=True))
    by_score = [(sum(scores[word] for word in search.words if word.is_said(card.folded)), card) for card in among]
    most = max((score for score, _card in by_score), default=0)
    if not closest_cards.is_enough(most, len(search.words)):
        return []
    words = most // closest_cards.ONE_WORD
    close = [(score, card) for score, card in by_score if score // closest_cards.ONE_WORD == words]
    close.sort(key=lambda pair: (-pair[0], *_rank(pair[1], search.words)))
    return [card.slug for _score, card in close[: closest_cards.MAX_CARDS]]


def _rank(card: CardView, searched_words: Sequence[SearchedWord]) -> tuple[Any, ...]:
    """Return the sort key of cards with equal scores."""
    named = sum(word.is_named(card.folded) for word in searched_words)
    return -named, bool(card.open_set), len(card.folded[STEMS]), card.slug


def similar_names(condition: Condition, cards: Sequence[CardView]) -> tuple[str, ...]:
    """Return the names of cards that are spelled almost like the searched words."""
    return tuple(
        one.name for one in near_names(condition, (CardName(card.game, card.slug, card.title) for card in cards))
    )
