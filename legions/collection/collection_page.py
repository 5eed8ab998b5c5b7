"""The page of a collection: the sets and cards of a game with how many somebody has of each."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator

from catalog import snapshots
from catalog.search import card_search
from catalog.search.compiler import CompiledQuery, QueryContext, compile_query
from catalog.search.fields import query_language
from legions.accounts.holders import Holder
from legions.cards.name_search import card_matches, closest_slugs, said_phrases, similar_names
from legions.cards.query_errors import QueryErrorView, query_error_views
from legions.cards.stock import CardView, Stock, stock
from legions.collection.counts import Counts, copies_by_card, pack_copies_by_card, usable_copies, with_current_slugs
from legions.collection.models import Collection
from legions.collection.owned_query import owned_slugs
from rulesapi.engine.core.library import Library
from rulesapi.judging import card_fitting, verdicts

PAGE_SIZE = 40
SHOW_OWNED, SHOW_ALL = "mine", "all"


@dataclass(frozen=True, slots=True)
class CollectionSetRow:
    """A set: how many packs of it there are, and of how many of its cards there is a copy.

    `counted` tells whether it is known what is in a pack; of another set only single cards can be had.
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
    """A card: the copies that are counted by themselves, and those in packs."""

    card: CardView
    single: int
    packed: int

    @property
    def copies(self) -> int:
        """How many copies there are."""
        return self.single + self.packed


@dataclass(frozen=True, slots=True)
class CardCountView:
    """How many copies of one card somebody has, for the card's own page."""

    game: str
    slug: str
    title: str
    single: int = 0
    packed: int = 0

    @property
    def address(self) -> str:
        """Where it is counted anew."""
        return f"/collection/{self.game}/cards/{self.slug}/"

    @property
    def find(self) -> str:
        """The query that finds it in the collection."""
        return f'"{self.title}"'


@dataclass(frozen=True, slots=True)
class SetCountView:
    """How much of one set somebody has, for the set's own page.

    `version` is the one that a change is based on.
    """

    game: str
    row: CollectionSetRow
    version: int

    @property
    def address(self) -> str:
        """Where it is counted anew."""
        return f"/collection/{self.game}/sets/{self.row.slug}/"


@dataclass
class CollectionPage:
    """What somebody has of a game, and what of it is looked for. `stored` is None where nothing was ever written down.

    `show` is `mine` for the cards there is a copy of, or `all`; by itself all where there is nothing yet, and while
    something is looked for. `message` is what the last change did.
    """

    stock: Stock
    stored: Collection | None
    query: str = ""
    show: str = ""
    number: str | None = None
    message: str = ""

    @cached_property
    def library(self) -> Library:
        """What the game's legions are judged by in the newest release."""
        return verdicts.library(self.stock.game["slug"])

    @cached_property
    def counts(self) -> Counts:
        """How many there are of what."""
        return with_current_slugs(self.stored.counts, self.library) if self.stored else Counts()

    @cached_property
    def copies(self) -> dict[str, int]:
        """How many copies there are of each card, by slug."""
        return copies_by_card(self.counts, self.library)

    @cached_property
    def usable(self) -> dict[str, int]:
        """The copies that lists are held against: of cards in boxes that nobody has counted as many as there can be."""
        return usable_copies(self.counts, self.library)

    @property
    def game(self) -> Any:
        """The game's document."""
        return self.stock.game

    @property
    def address(self) -> str:
        """Where it stands, and where changes are sent to."""
        return f"/collection/{self.game['slug']}/"

    @property
    def empty(self) -> bool:
        """Whether there is nothing."""
        return not self.counts

    @property
    def undoable(self) -> bool:
        """Whether the last change can be taken back."""
        return self.stored is not None and self.stored.before is not None

    @property
    def version(self) -> int:
        """The version that a change is based on, 0 where nothing was ever written down."""
        return self.stored.version if self.stored else 0

    @property
    def kinds(self) -> int:
        """Of how many different cards there is a copy."""
        return len(self.copies)

    @property
    def total(self) -> int:
        """How many copies there are in all."""
        return sum(self.copies.values())

    @cached_property
    def sets(self) -> list[CollectionSetRow]:
        """The sets of the game that have cards or are counted: those of the publisher first, in order of release."""
        cards = Counter(card.document.get("set") for card in self.stock.cards.values())
        owned = Counter(self.stock.card(slug).document.get("set") for slug in self.copies)
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
        """The sets of which it is known what is in a pack."""
        return [row for row in self.sets if row.counted]

    @property
    def other_sets(self) -> list[CollectionSetRow]:
        """The sets of which nobody has counted what is in a pack."""
        return [row for row in self.sets if not row.counted]

    @property
    def uncounted_boxes(self) -> int:
        """Of how many sets there is a box that nobody has counted the contents of."""
        return sum(bool(row.packs) for row in self.other_sets)

    @property
    def shows(self) -> str:
        """Which cards are shown, `mine` or `all`."""
        if self.show in (SHOW_OWNED, SHOW_ALL):
            return self.show
        return SHOW_ALL if self.empty or self.query else SHOW_OWNED

    @cached_property
    def sought(self) -> CompiledQuery:
        """What the query means."""
        game = self.game["slug"]
        around = QueryContext(
            sets=lambda: self.stock.sets,
            words=lambda key: card_search.open_words(game, snapshots.newest(), key),
            fits=lambda slug: card_fitting.cards_fitting(game, snapshots.newest(), slug),
            owned=lambda: owned_slugs(self.copies),
            said=lambda phrases: said_phrases(phrases, self.stock),
        )
        return compile_query(self.query, query_language(game), around)

    @property
    def query_errors(self) -> list[QueryErrorView]:
        """What of the query means nothing, each with its place."""
        return query_error_views(self.query, self.sought.faults)

    @property
    def _shown_cards(self) -> list[CardView]:
        cards = self.stock.cards.values()
        return [card for card in cards if card.slug in self.copies] if self.shows == SHOW_OWNED else list(cards)

    @cached_property
    def found(self) -> list[CardView]:
        """The cards that are shown: official ones, then those of open sets, each by name."""
        found = self._shown_cards
        if not self.sought.empty:
            found = [card for card in found if card_matches(self.sought.condition, card)]
        return sorted(found, key=lambda card: (bool(card.open_set), card.title.casefold(), card.slug))

    @cached_property
    def closest(self) -> list[CardView]:
        """The cards that have most of the words that are looked for, where none has all of them."""
        slugs = [] if self.found else closest_slugs(self.sought.condition, self._shown_cards)
        return [self.stock.cards[slug] for slug in slugs]

    @cached_property
    def page(self) -> Page:
        """One page of them."""
        return Paginator(self.found or self.closest, PAGE_SIZE).get_page(self.number)

    @cached_property
    def rows(self) -> list[CollectionCardRow]:
        """The cards of that page with their counts."""
        return [self.row(card.slug) for card in self.page]

    def row(self, slug: str) -> CollectionCardRow:
        """Return a card of the game with its counts."""
        card = self.stock.card(slug)
        return CollectionCardRow(card, self.counts.cards.get(slug, 0), self._packed.get(slug, 0))

    @cached_property
    def _packed(self) -> dict[str, int]:
        return pack_copies_by_card(self.counts, self.library)

    @property
    def mine_query(self) -> str:
        """The query of the address for the cards there is a copy of."""
        return self._query_with(show=SHOW_OWNED)

    @property
    def all_query(self) -> str:
        """The query of the address for all cards."""
        return self._query_with(show=SHOW_ALL)

    @property
    def earlier(self) -> str:
        """The query of the address of the page before this one."""
        return self._query_with(show=self.shows, page=self.page.number - 1)

    @property
    def later(self) -> str:
        """The query of the address of the page after this one."""
        return self._query_with(show=self.shows, page=self.page.number + 1)

    def _query_with(self, **params: Any) -> str:
        return urlencode({**({"q": self.query} if self.query else {}), **params})

    @cached_property
    def near(self) -> tuple[str, ...]:
        """Names that are spelled almost like what was looked for, where nothing is found."""
        return similar_names(self.sought.condition, sorted(self._shown_cards, key=lambda card: bool(card.open_set)))


def card_count(holder: Holder, game: str, slug: str, title: str) -> CardCountView:
    """Return how many copies of a card of a game there are; who never counted any costs no more than a look."""
    collection = Collection.objects.of(holder, game)
    if collection is None or not collection.counts:
        return CardCountView(game, slug, title)
    row = CollectionPage(stock(game), collection).row(slug)
    return CardCountView(game, slug, title, row.single, row.packed)


def set_count(holder: Holder, game: str, document: dict[str, Any], cards: int) -> SetCountView | None:
    """Return how much of a set there is, None for one without any card; `cards` are those that name it as their set.

    Who never counted any costs no more than a look.
    """
    inside, slug = document.get("contents"), document["slug"]
    if not inside and not cards:
        return None
    collection = Collection.objects.of(holder, game)
    if collection is None or not collection.counts:
        number = len({one["card"] for one in inside}) if inside else cards
        row = CollectionSetRow(slug, document["name"] or slug, document["official"], bool(inside), 0, number, 0)
        return SetCountView(game, row, collection.version if collection else 0)
    rows = CollectionPage(stock(game), collection).sets
    return next((SetCountView(game, row, collection.version) for row in rows if row.slug == slug), None)


def copies_by_slug(holder: Holder, game: str) -> dict[str, int]:
    """Return how many copies of each card of a game there are, by slug; none for who never counted any."""
    collection = Collection.objects.of(holder, game)
    return (
        copies_by_card(collection.counts, verdicts.library(game))
        if collection is not None and collection.counts
        else {}
    )
