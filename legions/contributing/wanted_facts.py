"""Wanted facts by card, set, kind and game.

A fact is a field of a card that can be read off it; it is known if no part of it is unknown. Everything is computed
from the catalog snapshot in memory (`legions.cards.stock`), without a query.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext

from catalog.documents import card_facts, sets_of
from catalog.documents.text_folding import fold
from legions.cards import card_sheet
from legions.cards.fact_counts import FactCount, count_facts
from legions.cards.stock import CardView, Stock
from legions.contributing.fact_order import ordered_facts
from legions.game_words import vocabulary
from legions.site import wording

NO_SET = "?"
"""The name of the cards without a known set in query strings, as in queries; it is not a slug."""


@dataclass(frozen=True, slots=True)
class WantedCard:
    """A card with the labels of its wanted facts, and the number of lists that contain it.

    `deciding` is the number of published and public lists without a certain verdict because of its facts.
    """

    card: CardView
    wanted: tuple[str, ...]
    waiting: int
    deciding: int

    @property
    def labels(self) -> str:
        """The labels of the facts, joined."""
        return ", ".join(self.wanted)


@dataclass(frozen=True, slots=True)
class WantedGroup:
    """A set or a kind of card, with its name and the numbers of known facts.

    For a kind, `cards` and `tally` are about official cards, and `open` about open sets; `official` is None.
    """

    slug: str
    name: str
    cards: int
    tally: FactCount
    official: bool | None = None
    open: FactCount = field(default_factory=FactCount)

    @property
    def wanted(self) -> int:
        """The number of wanted facts, open sets included."""
        return self.tally.wanted + self.open.wanted


def groups_by_set(stock: Stock) -> list[WantedGroup]:
    """Return the sets of a game with their facts: official sets, cards without a known set, then open sets.

    In each part, those with the most wanted facts come first.
    """
    by_set: dict[str, list[CardView]] = {}
    for card in stock.cards.values():
        for slug in sets_of(card.document) or ("",):
            by_set.setdefault(slug, []).append(card)
    found = [
        WantedGroup(slug, one["name"] or slug, len(by_set[slug]), _tally(by_set[slug]), one["official"])
        for slug, one in stock.sets.items()
        if slug in by_set
    ]
    strange = [card for slug, cards in by_set.items() if slug not in stock.sets for card in cards]
    if strange:
        found.append(WantedGroup(NO_SET, "", len(strange), _tally(strange)))
    found.sort(
        key=lambda part: (
            part.official is False,
            part.official is None,
            not part.tally.wanted,
            -part.tally.wanted,
            part.name,
        )
    )
    return found


def groups_by_kind(stock: Stock, game: str) -> list[WantedGroup]:
    """Return the kinds of cards of a game in its order, with separate numbers for official and open sets."""
    by_kind: dict[str, list[CardView]] = {}
    for card in stock.cards.values():
        by_kind.setdefault(card.document["kind"], []).append(card)
    return [
        _kind_group(kind, gettext(title), by_kind[kind])
        for kind, title in vocabulary.card_kinds(game)
        if kind in by_kind
    ]


def _kind_group(kind: str, title: str, cards: Sequence[CardView]) -> WantedGroup:
    official = _tally(card for card in cards if not card.open_set)
    return WantedGroup(kind, title, official.cards, official, open=_tally(card for card in cards if card.open_set))


def wanted_cards(
    stock: Stock,
    waiting: Mapping[str, int],
    deciding: Mapping[str, int],
    *,
    kind: str = "",
    of_set: str = "",
    query: str = "",
) -> list[WantedCard]:
    """Return the matching cards with wanted facts, official ones first, then those that decide most.

    These are the cards for whose facts most lists wait (`deciding`), then those that most lists contain (`waiting`).
    """
    searched = fold(query).split()
    found = [
        WantedCard(card, wanted_labels(stock, card), waiting.get(card.slug, 0), deciding.get(card.slug, 0))
        for card in stock.cards.values()
        if card_facts.wanted_facts(card.document)
        and (not kind or card.document["kind"] == kind)
        and _is_of(card, of_set, stock)
        and _has(card, searched)
    ]
    return sorted(
        found,
        key=lambda wanted: (
            bool(wanted.card.open_set),
            -wanted.deciding,
            -wanted.waiting,
            fold(wanted.card.title),
            wanted.card.slug,
        ),
    )


def wanted_labels(stock: Stock, card: CardView) -> tuple[str, ...]:
    """Return the labels of a card's wanted facts, those that decide most first."""
    sheet = card_sheet.CardSheet(dict(card.document))
    wanted = card_facts.wanted_facts(card.document)
    ordered = [one.fact for one in ordered_facts(stock, card.document["kind"]) if one.fact in wanted]
    return tuple(wording.inline_noun(sheet.label(fact)) for fact in dict.fromkeys([*ordered, *wanted]))


def _tally(cards: Iterable[CardView]) -> FactCount:
    return count_facts(card.document for card in cards)


def _is_of(card: CardView, of_set: str, stock: Stock) -> bool:
    sets = sets_of(card.document)
    return not of_set or of_set in sets or (of_set == NO_SET and stock.sets.keys().isdisjoint(sets))


def _has(card: CardView, searched: Sequence[str]) -> bool:
    text = fold(f"{card.title} {card.document.get('class') or ''} {card.slug}") if searched else ""
    return all(word in text for word in searched)
