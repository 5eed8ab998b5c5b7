"""The front page of who is logged in: their lists, what releases changed in these, what is missing on their cards.

It asks the database as often for many lists as for a few, and looks at the newest lists alone.
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
from legions.own_numbers.services import current_facts
from legions.saved_lists.models import Legion
from rulesapi.engine.core.parsing import referenced_cards

MAX_LISTS = 5
"""How many lists are shown."""
MAX_LOOKED_AT = 20
"""How many lists are looked through for cards that a release has changed."""
MAX_SLUGS = 400
"""Of so many different cards it is asked whether a release has changed them."""
MAX_CARDS = 4
"""How many cards of a game are named of which facts are missing."""


@dataclass(frozen=True, slots=True)
class ChangedList:
    """A list that was built by an older release, and its cards that are different since then."""

    legion: Legion
    cards: tuple[CardView, ...]

    @property
    def release(self) -> int:
        """The release that it was built by."""
        return int(self.legion.document["release"])


@dataclass(frozen=True, slots=True)
class MissingOnOwned:
    """What is not known of the cards of a game that somebody owns: how many facts, and of which cards first."""

    game: Mapping[str, Any]
    facts: int
    cards: tuple[CardView, ...]
    more: int


@dataclass(frozen=True)
class OwnHome:
    """What the front page shows to who is logged in. `stocks` are what the catalog has of each game, by its slug."""

    holder: Holder
    stocks: Mapping[str, Stock]

    @cached_property
    def legions(self) -> list[Legion]:
        """Their newest lists, without those that are archived."""
        found = Legion.objects.held_by(self.holder).not_deleted().filter(archived_at=None)
        return list(found.order_by("-updated_at", "pk")[:MAX_LOOKED_AT])

    @cached_property
    def collections(self) -> list[Collection]:
        """What they own."""
        return list(Collection.objects.held_by(self.holder))

    @cached_property
    def lines(self) -> list[SavedListLine]:
        """A line for each of the newest few."""
        have = {one.game: owned_copies(one) for one in self.collections}
        facts = {one.game: current_facts(one) for one in OwnNumbers.objects.held_by(self.holder)}
        return saved_list_lines(self.legions[:MAX_LISTS], have, facts)

    @cached_property
    def changed(self) -> list[ChangedList]:
        """Their lists of which a newer release changed cards, the newest list first."""
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
        """What is missing on the cards that they own, game by game."""
        found = (self._missing(one) for one in self.collections if one.game in self.stocks)
        return [one for one in found if one.facts]

    def _is_older(self, legion: Legion) -> bool:
        return legion.game in self.stocks and _release(legion) < self.stocks[legion.game].release

    def _cards(self, legion: Legion) -> Iterable[CardView]:
        """Return the cards of a list as the newest release has them, each once; without those that it does not have."""
        slugs = dict.fromkeys(slug for _at, slug in referenced_cards(legion.document))
        found = {card.slug: card for card in map(self.stocks[legion.game].card, slugs) if card.known}
        return found.values()

    def _since(self, legions: Iterable[Legion]) -> dict[tuple[str, str], int]:
        """Return since which release the cards of these lists are as they are."""
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
        cards = [(card, len(card_facts.wanted_facts(card.document))) for card in map(stock.card, slugs) if card.known]
        wanting = sorted((one for one in cards if one[1]), key=lambda one: (-one[1], one[0].title))
        named = tuple(card for card, _number in wanting[:MAX_CARDS])
        return MissingOnOwned(stock.game, sum(number for _card, number in wanting), named, len(wanting) - len(named))


def _release(legion: Legion) -> int:
    return int(legion.document.get("release", 0))
