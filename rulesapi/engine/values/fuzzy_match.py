"""Near matches of unknown slugs and words: cards by an index of their slugs, short lists one by one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property

from rulesapi.engine.values.model import Card

MAX_MATCHES = 3
MAX_COMPARED = 24
MIN_SIMILARITY = 0.6
MAX_LETTERS = 100


@dataclass(frozen=True)
class SlugIndex:
    """An index of slugs by trigram, so that only a handful are compared letter by letter. It is made on first use."""

    cards: Sequence[Card]

    @cached_property
    def by_trigram(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards whose slugs have each trigram."""
        by_piece: defaultdict[str, list[Card]] = defaultdict(list)
        for card in self.cards:
            for piece in _trigrams(card.slug):
                by_piece[piece].append(card)
        return {piece: tuple(found) for piece, found in by_piece.items()}

    def to(self, slug: str, kinds: tuple[type[Card], ...]) -> list[Card]:
        """Return up to three cards of these classes with similar slugs, the closest first."""
        return self._near(slug, lambda card: isinstance(card, kinds))

    def of_kinds(self, slug: str, kinds: Iterable[str]) -> list[Card]:
        """Return up to three cards of these kinds (as in documents) with similar slugs, the closest first."""
        wanted = frozenset(kinds)
        return self._near(slug, lambda card: card.kind in wanted)

    def _near(self, slug: str, fits: Callable[[Card], bool]) -> list[Card]:
        shared = Counter(card for piece in _trigrams(slug) for card in self.by_trigram.get(piece, ()) if fits(card))
        likely = sorted(shared, key=lambda card: (-shared[card], card.slug))[:MAX_COMPARED]
        scored = ((SequenceMatcher(None, slug, card.slug).ratio(), card) for card in likely)
        close = sorted(
            ((-score, card.slug, card) for score, card in scored if score >= MIN_SIMILARITY), key=lambda c: c[:2]
        )
        return [card for _, _, card in close[:MAX_MATCHES]]


def close_matches(word: str, vocabulary: Iterable[str]) -> tuple[str, ...]:
    """Return up to three similar words among `vocabulary`, the closest first; meant for at most some hundreds."""
    return tuple(get_close_matches(word[:MAX_LETTERS], sorted(vocabulary), n=MAX_MATCHES, cutoff=MIN_SIMILARITY))


def _trigrams(slug: str) -> set[str]:
    padded = f"  {slug} "
    return {padded[start : start + 3] for start in range(len(padded) - 2)}
