"""Wanted facts by card, set, kind and game.

A fact is a field of a card that can be read off it; it is known if no part of it is unknown. Everything is computed
from the catalog snapshot in memory (`legions.cards.stock`), without a query. The snapshot counts the facts and orders
the cards once for each release: a game may have ten thousand cards, and a page shows a few of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext

from catalog.documents import card_facts, sets_of
from catalog.documents.text_folding import fold
from legions.cards import card_sheet
from legions.cards.fact_counts import FactCount, add_counts
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
    tallies = stock.facts.by_set
    found = [
        WantedGroup(slug, one["name"] or slug, tallies[slug].cards, tallies[slug], one["official"])
        for slug, one in stock.sets.items()
        if slug in tallies
    ]
    strange = add_counts(tally for slug, tally in tallies.items() if slug not in stock.sets)
    if strange.cards:
        found.append(WantedGroup(NO_SET, "", strange.cards, strange))
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
    groups = [_kind_group(stock, kind, gettext(title)) for kind, title in vocabulary.card_kinds(game)]
    return [group for group in groups if group.cards or group.open.cards]


def _kind_group(stock: Stock, kind: str, title: str) -> WantedGroup:
    official, open_tally = (stock.facts.by_kind.get((kind, is_open), FactCount()) for is_open in (False, True))
    return WantedGroup(kind, title, official.cards, official, open=open_tally)


def wanted_cards(
    stock: Stock,
    waiting: Mapping[str, int],
    deciding: Mapping[str, int],
    *,
    kind: str = "",
    of_set: str = "",
    query: str = "",
) -> list[CardView]:
    """Return the matching cards with wanted facts, official ones first, then those that decide most, then by title.

    These are the cards for whose facts most lists wait (`deciding`), then those that most lists contain (`waiting`).
    """
    searched = fold(query).split()
    found = [
        card
        for card in stock.wanting
        if (not kind or card.document["kind"] == kind) and _is_of(card, of_set, stock) and _has(card, searched)
    ]
    # Sorting is stable: whatever is equal stays in the order of titles.
    return sorted(
        found, key=lambda card: (bool(card.open_set), -deciding.get(card.slug, 0), -waiting.get(card.slug, 0))
    )


def described_cards(
    stock: Stock, cards: Iterable[CardView], waiting: Mapping[str, int], deciding: Mapping[str, int]
) -> list[WantedCard]:
    """Return cards with the labels of their wanted facts and the numbers of lists."""
    return [
        WantedCard(card, wanted_labels(stock, card), waiting.get(card.slug, 0), deciding.get(card.slug, 0))
        for card in cards
    ]


def wanted_labels(stock: Stock, card: CardView) -> tuple[str, ...]:
    """Return the labels of a card's wanted facts, those that decide most first."""
    sheet = card_sheet.CardSheet(dict(card.document))
    wanted = card_facts.wanted_facts(card.document)
    ordered = [one.fact for one in ordered_facts(stock, card.document["kind"]) if one.fact in wanted]
    return tuple(wording.inline_noun(sheet.label(fact)) for fact in dict.fromkeys([*ordered, *wanted]))


def _is_of(card: CardView, of_set: str, stock: Stock) -> bool:
    if not of_set:
        return True
    sets = sets_of(card.document)
    return of_set in sets or (of_set == NO_SET and stock.sets.keys().isdisjoint(sets))


def _has(card: CardView, searched: Sequence[str]) -> bool:
    text = fold(f"{card.title} {card.document.get('class') or ''} {card.slug}") if searched else ""
    return all(word in text for word in searched)
