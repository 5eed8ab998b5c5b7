"""Choosing cards for a shelf: by their names, a whole set, or the card that decides most."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from catalog.documents import sets_of
from catalog.documents.text_folding import fold
from legions.cards.stock import CardView, Stock
from legions.own_numbers.fact_table import is_wanted, known_facts
from legions.shelf.shelf_columns import FIRST_COLUMNS, shelf_columns, shelf_grids

MAX_FOUND = 12
"""The maximum number of cards that a search shows."""
MAX_SETS = 4


@dataclass(frozen=True, slots=True)
class FoundSet:
    """A set that a search found, with its cards that lack facts."""

    slug: str
    name: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundCards:
    """Cards and sets for a query; `missed` is true if neither was found."""

    query: str = ""
    cards: tuple[CardView, ...] = ()
    sets: tuple[FoundSet, ...] = ()

    @property
    def missed(self) -> bool:
        return bool(self.query) and not self.cards and not self.sets


def find_cards(stock: Stock, query: str) -> FoundCards:
    """Return the cards whose names and sets contain all words of a query in any order, official ones first."""
    searched = fold(query).split()
    if not searched:
        return FoundCards()
    found = [card for card in stock.cards.values() if _is_enterable(stock, card) and _has(stock, card, searched)]
    found.sort(key=lambda card: (not _in_name(card, searched), bool(card.open_set), fold(card.title), card.slug))
    return FoundCards(query, tuple(found[:MAX_FOUND]), find_sets(stock, searched))


def find_sets(stock: Stock, searched: list[str]) -> tuple[FoundSet, ...]:
    """Return the first sets whose names contain all words."""
    alike = [
        (slug, one) for slug, one in stock.sets.items() if all(word in fold(one["name"] or slug) for word in searched)
    ]
    found = [FoundSet(slug, one["name"] or slug, tuple(cards_of_set(stock, slug))) for slug, one in alike[:MAX_SETS]]
    return tuple(one for one in found if one.cards)


def cards_of_set(stock: Stock, slug: str) -> list[str]:
    """Return the cards of a set that lack facts, by their numbers and names."""
    found = [card for card in stock.cards.values() if slug in sets_of(card.document) and _lacking(stock, card)]
    return [card.slug for card in sorted(found, key=lambda card: (card.document.get("number") or 0, fold(card.title)))]


def next_card(
    stock: Stock, waiting: Mapping[str, int], deciding: Mapping[str, int], besides: Collection[str]
) -> CardView | None:
    """Return the card that decides most, or None: an official one that lacks facts.

    It is the card for whose facts most published and public lists wait (`deciding`), then the one in the most lists.
    """
    found = [card for card in stock.cards.values() if card.slug not in besides and _lacking(stock, card)]
    return min(
        found,
        key=lambda card: (
            bool(card.open_set),
            -deciding.get(card.slug, 0),
            not card.stands,
            -waiting.get(card.slug, 0),
            -_lacking(stock, card),
            fold(card.title),
            card.slug,
        ),
        default=None,
    )


def _lacking(stock: Stock, card: CardView) -> int:
    """Return the number of the deciding facts that the catalog lacks."""
    if "retired" in card.document:
        return 0
    known = known_facts(card, stock.game["ruleset"])
    columns = shelf_columns(stock, card.document["kind"])[:FIRST_COLUMNS]
    in_grids = {grid.fact for grid in shelf_grids(stock, card.document["kind"])}
    wanted = sum(any(is_wanted(known, fact) for fact in column.facts) for column in columns)
    return wanted + sum(known.get(fact) is None for fact in in_grids)


def _is_enterable(stock: Stock, card: CardView) -> bool:
    return bool(shelf_columns(stock, card.document["kind"]))


def _in_name(card: CardView, searched: list[str]) -> bool:
    return all(word in fold(card.title) for word in searched)


def _has(stock: Stock, card: CardView, searched: list[str]) -> bool:
    names = [stock.sets[slug]["name"] or slug for slug in sets_of(card.document) if slug in stock.sets]
    text = fold(" ".join([card.title, card.document.get("class") or "", *names]))
    return all(word in text for word in searched)
