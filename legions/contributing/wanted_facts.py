"""Which facts are wanted: of each card, of each set and kind, of each game.

A fact is one field of a card that can be read off it; it is known when nothing in it is unknown. Everything here is
computed from what the process keeps of a release (`legions.cards.stock`), without a query.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from catalog.documents import card_facts
from catalog.documents.folding import fold
from legions.cards import card_sheet, vocabulary
from legions.cards.stock import CardView, Stock

NO_SET = "?"
"""What an address calls the cards of which nobody knows the set, as queries do; it is no slug."""


@dataclass(frozen=True, slots=True)
class KnownTally:
    """How many facts there are, and how many of them are known."""

    known: int = 0
    total: int = 0

    @property
    def wanted(self) -> int:
        """How many are not known."""
        return self.total - self.known

    @property
    def percent(self) -> int:
        """The known ones in a hundred, rounded down, so that only what is whole is said to be."""
        return 100 * self.known // self.total if self.total else 100


@dataclass(frozen=True, slots=True)
class WantedCard:
    """A card of which facts are wanted: which, in words, and how many lists wait for them."""

    card: CardView
    wanted: tuple[str, ...]
    waiting: int

    @property
    def labels(self) -> str:
        """The facts in a row."""
        return ", ".join(self.wanted)


@dataclass(frozen=True, slots=True)
class WantedGroup:
    """A set, or a kind of card: what it is called, and how much of it is known. `official` is None for a kind."""

    slug: str
    name: str
    cards: int
    tally: KnownTally
    official: bool | None = None


def known_tally(documents: Iterable[Mapping[str, Any]]) -> KnownTally:
    """Return how many facts of cards with these documents are known."""
    counted = [card_facts.count_known_facts(document) for document in documents]
    return KnownTally(sum(known for known, _ in counted), sum(total for _, total in counted))


def groups_by_set(stock: Stock) -> list[WantedGroup]:
    """Return every set of a game with its facts, those that want most first; cards of no known set come last."""
    by_set: dict[str, list[CardView]] = {}
    for card in stock.cards.values():
        by_set.setdefault(card.document.get("set") or "", []).append(card)
    found = [
        WantedGroup(slug, one["name"] or slug, len(by_set[slug]), _tally(by_set[slug]), one["official"])
        for slug, one in stock.sets.items()
        if slug in by_set
    ]
    found.sort(key=lambda part: (not part.tally.wanted, -part.tally.wanted, part.name))
    strange = [card for slug, cards in by_set.items() if slug not in stock.sets for card in cards]
    return [*found, WantedGroup(NO_SET, "", len(strange), _tally(strange))] if strange else found


def groups_by_kind(stock: Stock, game: str) -> list[WantedGroup]:
    """Return the kinds of card of a game with their facts, in the game's order."""
    by_kind: dict[str, list[CardView]] = {}
    for card in stock.cards.values():
        by_kind.setdefault(card.document["kind"], []).append(card)
    return [
        WantedGroup(kind, gettext(title), len(by_kind[kind]), _tally(by_kind[kind]))
        for kind, title in vocabulary.card_kinds(game)
        if kind in by_kind
    ]


def wanted_cards(
    stock: Stock, waiting: Mapping[str, int], *, kind: str = "", of_set: str = "", words: str = ""
) -> list[WantedCard]:
    """Return the cards that want facts and are like that, those that most lists wait for first, then by name."""
    searched = fold(words).split()
    found = [
        WantedCard(card, wanted_labels(card), waiting.get(card.slug, 0))
        for card in stock.cards.values()
        if card_facts.wanted_facts(card.document)
        and (not kind or card.document["kind"] == kind)
        and _is_of(card, of_set, stock)
        and _has(card, searched)
    ]
    return sorted(found, key=lambda one: (-one.waiting, fold(one.card.title), one.card.slug))


def wanted_labels(card: CardView) -> tuple[str, ...]:
    """Return what the wanted facts of a card are called, in the schema's order."""
    sheet = card_sheet.CardSheet(dict(card.document))
    return tuple(sheet.label(key).lower() for key in card_facts.wanted_facts(card.document))


def _tally(cards: Iterable[CardView]) -> KnownTally:
    return known_tally(card.document for card in cards)


def _is_of(card: CardView, of_set: str, stock: Stock) -> bool:
    own = card.document.get("set")
    return not of_set or own == of_set or (of_set == NO_SET and own not in stock.sets)


def _has(card: CardView, searched: Sequence[str]) -> bool:
    text = fold(f"{card.title} {card.document.get('class') or ''} {card.slug}") if searched else ""
    return all(word in text for word in searched)
