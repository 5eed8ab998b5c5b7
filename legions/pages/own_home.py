"""The home page of an authenticated user: their lists, changes by releases, and missing facts of owned cards.

The number of queries does not depend on the number of lists, and only the newest lists are read.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from catalog.documents import card_facts
from catalog.models import DocumentType, Revision
from legions.accounts.holders import Holder
from legions.cards.stock import CardView, Stock
from legions.collection.availability import owned_copies
from legions.collection.models import Collection
from legions.my_lists.list_lines import SavedListLine, saved_list_lines
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.own_cards import filled_cards
from legions.own_numbers.services import Facts, current_facts
from legions.saved_lists.models import Legion
from rulesapi.engine.core.parsing import referenced_cards

MAX_LISTS = 5
"""Number of lists shown."""
MAX_LOOKED_AT = 20
"""Number of lists searched for cards changed by a release."""
MAX_SLUGS = 400
"""Maximum number of cards checked for changes by a release."""
MAX_CARDS = 4
"""Number of cards with unknown facts named per game."""


@dataclass(frozen=True, slots=True)
class ChangedList:
    """A list built with an older release, and its cards that have changed since."""

    legion: Legion
    cards: tuple[CardView, ...]

    @property
    def release(self) -> int:
        """The release that the list was built with."""
        return int(self.legion.document["release"])


@dataclass(frozen=True, slots=True)
class MissingOnOwned:
    """The unknown facts of a user's owned cards in a game: their number and the first cards."""

    game: Mapping[str, Any]
    facts: int
    cards: tuple[CardView, ...]
    more: int


@dataclass(frozen=True)
class OwnHome:
    """The home page of an authenticated user. `stocks` holds the catalog snapshot of each game by slug."""

    holder: Holder
    stocks: Mapping[str, Stock]

    @cached_property
    def legions(self) -> list[Legion]:
        """The user's newest lists, without archived ones."""
        found = Legion.objects.held_by(self.holder).not_deleted().filter(archived_at=None)
        return list(found.order_by("-updated_at", "pk")[:MAX_LOOKED_AT])

    @cached_property
    def collections(self) -> list[Collection]:
        """The user's collections."""
        return list(Collection.objects.held_by(self.holder))

    @cached_property
    def facts(self) -> dict[str, Facts]:
        """The user's own numbers, by game."""
        return {one.game: current_facts(one) for one in OwnNumbers.objects.held_by(self.holder)}

    @cached_property
    def lines(self) -> list[SavedListLine]:
        """The line of each of the newest few lists."""
        have = {one.game: owned_copies(one) for one in self.collections}
        return saved_list_lines(self.legions[:MAX_LISTS], have, self.facts)

    @cached_property
    def changed(self) -> list[ChangedList]:
        """The user's lists with cards changed by a newer release, the newest list first."""
        older = [one for one in self.legions if self._is_older(one)]
        since = self._since(older)
        found = (
            ChangedList(
                one, tuple(card for card in self._cards(one) if since.get((one.game, card.slug), 0) > _release(one))
            )
            for one in older
        )
        return [one for one in found if one.cards]

    @cached_property
    def missing(self) -> list[MissingOnOwned]:
        """The facts of the user's owned cards that neither the catalog nor the user knows, by game."""
        found = (self._missing(one) for one in self.collections if one.game in self.stocks)
        return [one for one in found if one.facts]

    def _is_older(self, legion: Legion) -> bool:
        return legion.game in self.stocks and _release(legion) < self.stocks[legion.game].release

    def _cards(self, legion: Legion) -> Iterable[CardView]:
        """Return each card of a list once, from the newest release; cards missing there are left out."""
        slugs = dict.fromkeys(slug for _at, slug in referenced_cards(legion.document))
        found = {card.slug: card for card in map(self.stocks[legion.game].card, slugs) if card.known}
        return found.values()

    def _since(self, legions: Iterable[Legion]) -> dict[tuple[str, str], int]:
        """Return the release of the newest revision of each card in these lists, by game and slug."""
        wanted = dict.fromkeys((one.game, card.slug) for one in legions for card in self._cards(one))
        if not wanted:
            return {}
        slugs = sorted({slug for _game, slug in list(wanted)[:MAX_SLUGS]})
        games = sorted({game for game, _slug in wanted})
        rows = Revision.objects.newest().of_type(DocumentType.CARD).filter(game__in=games, slug__in=slugs)
        return {(game, slug): since for game, slug, since in rows.values_list("game", "slug", "since_id")}

    def _missing(self, collection: Collection) -> MissingOnOwned:
        stock = self.stocks[collection.game]
        copies = owned_copies(collection)
        slugs = sorted(slug for slug, number in copies.copies.items() if number) if copies else []
        own = filled_cards(collection.game, self.facts.get(collection.game, {}), slugs)
        cards = [
            (card, len(card_facts.wanted_facts(card.document)))
            for card in (own.get(slug) or stock.card(slug) for slug in slugs)
            if card.known
        ]
        wanting = sorted((pair for pair in cards if pair[1]), key=lambda pair: (-pair[1], pair[0].title))
        named = tuple(card for card, _number in wanting[:MAX_CARDS])
        return MissingOnOwned(stock.game, sum(number for _card, number in wanting), named, len(wanting) - len(named))


def _release(legion: Legion) -> int:
    return int(legion.document.get("release", 0))
