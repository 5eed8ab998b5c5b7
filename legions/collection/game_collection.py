"""The collection of one game: its sets and cards with the number of owned copies."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from catalog.documents import sets_of
from legions.accounts.holders import Holder
from legions.cards.stock import CardView, Stock, stock
from legions.collection.counts import Counts, copies_by_card, pack_copies_by_card, usable_copies, with_current_slugs
from legions.collection.models import Collection
from rulesapi.engine.core.library import Library
from rulesapi.judging import verdicts


@dataclass(frozen=True, slots=True)
class CollectionSetRow:
    """A set with its number of packs, and the number of its cards that are owned.

    `counted` means that the contents of a pack are known; for other sets only single cards are counted.
    """

    slug: str
    name: str
    official: bool
    counted: bool
    packs: int
    cards: int
    owned: int

    @property
    def query(self) -> str:
        """The query for its cards."""
        return f"set:{self.slug}"


@dataclass(frozen=True, slots=True)
class CollectionCardRow:
    """A card with its single copies and its copies in packs."""

    card: CardView
    single: int
    packed: int

    @property
    def copies(self) -> int:
        return self.single + self.packed


@dataclass(frozen=True, slots=True)
class CardCountView:
    """The owned copies of one card, for the page of the card."""

    game: str
    slug: str
    title: str
    single: int = 0
    packed: int = 0

    @property
    def address(self) -> str:
        """The address that counts are sent to."""
        return f"/collection/{self.game}/cards/{self.slug}/"

    @property
    def find(self) -> str:
        """The query that finds the card in the collection."""
        return f'"{self.title}"'


@dataclass(frozen=True, slots=True)
class SetCountView:
    """The owned cards and packs of one set, for the page of the set. A change is based on `version`."""

    game: str
    row: CollectionSetRow
    version: int

    @property
    def address(self) -> str:
        """The address that counts are sent to."""
        return f"/collection/{self.game}/sets/{self.row.slug}/"


@dataclass(frozen=True)
class GameCollection:
    """The collection of a game. `stored` is None if nothing was ever counted."""

    stock: Stock
    stored: Collection | None

    @cached_property
    def library(self) -> Library:
        return verdicts.library(self.stock.game["slug"])

    @cached_property
    def counts(self) -> Counts:
        """The counted cards and packs, by today's slugs."""
        return with_current_slugs(self.stored.counts, self.library) if self.stored else Counts()

    @cached_property
    def copies(self) -> dict[str, int]:
        """The number of copies of each card, by slug."""
        return copies_by_card(self.counts, self.library)

    @cached_property
    def usable(self) -> dict[str, int]:
        """The copies that lists may use; cards in boxes with unknown contents are unlimited."""
        return usable_copies(self.counts, self.library)

    @property
    def game(self) -> Any:
        return self.stock.game

    @property
    def address(self) -> str:
        """The path of the collection, which changes are posted to."""
        return f"/collection/{self.game['slug']}/"

    @property
    def empty(self) -> bool:
        """True if nothing is counted."""
        return not self.counts

    @property
    def undoable(self) -> bool:
        """True if the last change can be undone or redone."""
        return self.stored is not None and bool(self.stored.steps)

    @property
    def version(self) -> int:
        """The version that a change is based on, 0 for a new collection."""
        return self.stored.version if self.stored else 0

    @property
    def kinds(self) -> int:
        """The number of different cards."""
        return len(self.copies)

    @property
    def total(self) -> int:
        """The number of copies of all cards."""
        return sum(self.copies.values())

    @cached_property
    def sets(self) -> list[CollectionSetRow]:
        """The sets of the game with known cards or contents: official ones first, by date of release."""
        cards = Counter(of_set for card in self.stock.cards.values() for of_set in sets_of(card.document))
        owned = Counter(of_set for slug in self.copies for of_set in sets_of(self.stock.card(slug).document))
        rows = []
        for slug, one in self.stock.sets.items():
            inside = self.library.contents.get(slug)
            if inside is None and not cards[slug]:
                continue
            mine = sum(card.slug in self.copies for card in inside) if inside else owned[slug]
            number = len(inside) if inside else cards[slug]
            packs = self.counts.packs.get(slug, 0)
            rows.append(
                CollectionSetRow(slug, one["name"] or slug, one["official"], inside is not None, packs, number, mine)
            )
        released = {slug: one["released"] or "~" for slug, one in self.stock.sets.items()}
        return sorted(rows, key=lambda row: (not row.official, released[row.slug], row.name))

    @property
    def counted_sets(self) -> list[CollectionSetRow]:
        """The sets with known pack contents."""
        return [row for row in self.sets if row.counted]

    @property
    def other_sets(self) -> list[CollectionSetRow]:
        """The sets with unknown pack contents."""
        return [row for row in self.sets if not row.counted]

    @property
    def uncounted_boxes(self) -> int:
        """The number of sets with unknown contents that the owner has a box of."""
        return sum(bool(row.packs) for row in self.other_sets)

    def row(self, slug: str) -> CollectionCardRow:
        """Return a card of the game with its counts."""
        card = self.stock.card(slug)
        return CollectionCardRow(card, self.counts.cards.get(slug, 0), self._packed.get(slug, 0))

    @cached_property
    def _packed(self) -> dict[str, int]:
        return pack_copies_by_card(self.counts, self.library)


def card_count(holder: Holder, game: str, slug: str, title: str) -> CardCountView:
    """Return the owned copies of a card, with a single query if nothing is counted."""
    collection = Collection.objects.of(holder, game)
    if collection is None or not collection.counts:
        return CardCountView(game, slug, title)
    row = GameCollection(stock(game), collection).row(slug)
    return CardCountView(game, slug, title, row.single, row.packed)


def set_count(holder: Holder, game: str, document: dict[str, Any], cards: int) -> SetCountView | None:
    """Return the owned cards and packs of a set, or None for a set without cards.

    `cards` is the number of cards that name the set. Takes a single query if nothing is counted.
    """
    inside, slug = document.get("contents"), document["slug"]
    if not inside and not cards:
        return None
    collection = Collection.objects.of(holder, game)
    if collection is None or not collection.counts:
        number = len({one["card"] for one in inside}) if inside else cards
        row = CollectionSetRow(slug, document["name"] or slug, document["official"], bool(inside), 0, number, 0)
        return SetCountView(game, row, collection.version if collection else 0)
    rows = GameCollection(stock(game), collection).sets
    return next((SetCountView(game, row, collection.version) for row in rows if row.slug == slug), None)


def copies_by_slug(holder: Holder, game: str) -> dict[str, int]:
    """Return the owned copies of each card of a game, by slug."""
    collection = Collection.objects.of(holder, game)
    return (
        copies_by_card(collection.counts, verdicts.library(game))
        if collection is not None and collection.counts
        else {}
    )
