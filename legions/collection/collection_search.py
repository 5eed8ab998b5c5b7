"""The search in a collection, a page of cards at a time."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator

from catalog import snapshots
from catalog.search import card_search
from catalog.search.compiler import CompiledQuery, QueryContext, compile_query
from catalog.search.fields import query_language
from legions.cards.name_search import card_matches, closest_slugs, said_phrases, similar_names
from legions.cards.query_errors import QueryErrorView, query_error_views
from legions.cards.stock import CardView
from legions.collection.game_collection import CollectionCardRow, GameCollection
from legions.collection.owned_query import owned_slugs
from rulesapi.judging import card_fitting

PAGE_SIZE = 40
SHOW_OWNED, SHOW_ALL = "mine", "all"


@dataclass(frozen=True)
class CollectionSearch:
    """A search in a collection.

    `show` is `mine` for the owned cards or `all`; without it all cards are searched if none is owned or there is a
    query. `number` is the page that is shown.
    """

    collection: GameCollection
    query: str = ""
    show: str = ""
    number: str | None = None

    @property
    def shows(self) -> str:
        """The set of cards that is searched: `mine` or `all`."""
        if self.show in (SHOW_OWNED, SHOW_ALL):
            return self.show
        return SHOW_ALL if self.collection.empty or self.query else SHOW_OWNED

    @cached_property
    def sought(self) -> CompiledQuery:
        game = self.collection.game["slug"]
        around = QueryContext(
            sets=lambda: self.collection.stock.sets,
            words=lambda key: card_search.open_words(game, snapshots.newest(), key),
            fits=lambda slug: card_fitting.cards_fitting(game, snapshots.newest(), slug),
            owned=lambda: owned_slugs(self.collection.copies),
            said=lambda phrases: said_phrases(phrases, self.collection.stock),
        )
        return compile_query(self.query, query_language(game), around)

    @property
    def query_errors(self) -> list[QueryErrorView]:
        """The errors in the query, with their positions."""
        return query_error_views(self.query, self.sought.faults)

    @property
    def _shown_cards(self) -> list[CardView]:
        cards = self.collection.stock.cards.values()
        return (
            [card for card in cards if card.slug in self.collection.copies] if self.shows == SHOW_OWNED else list(cards)
        )

    @cached_property
    def found(self) -> list[CardView]:
        """The matching cards: official ones, then cards of open sets, each by name."""
        found = self._shown_cards
        if not self.sought.empty:
            found = [card for card in found if card_matches(self.sought.condition, card)]
        return sorted(found, key=lambda card: (bool(card.open_set), card.title.casefold(), card.slug))

    @cached_property
    def closest(self) -> list[CardView]:
        """The cards with most of the words searched for, if no card has all of them."""
        slugs = [] if self.found else closest_slugs(self.sought.condition, self._shown_cards)
        return [self.collection.stock.cards[slug] for slug in slugs]

    @cached_property
    def page(self) -> Page:
        return Paginator(self.found or self.closest, PAGE_SIZE).get_page(self.number)

    @cached_property
    def rows(self) -> list[CollectionCardRow]:
        """The cards of the page with their counts."""
        return [self.collection.row(card.slug) for card in self.page]

    @property
    def mine_query(self) -> str:
        """The query string for the owned cards."""
        return self._query_with(show=SHOW_OWNED)

    @property
    def all_query(self) -> str:
        """The query string that shows all cards."""
        return self._query_with(show=SHOW_ALL)

    @property
    def earlier(self) -> str:
        """The address of the previous page."""
        return self._address_of(self.page.number - 1)

    @property
    def later(self) -> str:
        """The address of the next page."""
        return self._address_of(self.page.number + 1)

    def _address_of(self, page: int) -> str:
        return f"{self.collection.address}?{self._query_with(show=self.shows, page=page)}"

    def _query_with(self, **params: Any) -> str:
        return urlencode({**({"q": self.query} if self.query else {}), **params})

    @cached_property
    def near(self) -> tuple[str, ...]:
        """Card names with a spelling close to the query."""
        return similar_names(self.sought.condition, sorted(self._shown_cards, key=lambda card: bool(card.open_set)))
