"""The page of lists that share a collection: marks, conflicts and purchases."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.core.paginator import Page, Paginator

from legions.cards.stock import CardView
from legions.collection import purchases as collection_purchases
from legions.collection.availability import states_owned
from legions.collection.built_lists import MAX_MARKED
from legions.collection.game_collection import GameCollection
from legions.collection.owned_cards import PackToGet, set_link, smallest_purchases
from legions.collection.purchases import MissingCards
from legions.saved_lists.models import BuildStatus, Legion

PAGE_SIZE = 30


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """A card with fewer copies than the built lists need, with the number that each list needs."""

    card: CardView
    owned: int
    needed: int
    by: tuple[tuple[Legion, int], ...]


@dataclass(frozen=True, slots=True)
class PurchaseRow:
    """The missing cards of a wanted list, or of all of them (`legion` None): cards, packs, and cards in no pack.

    `sets` are the sets of the cards in no pack, with the number of copies.
    """

    legion: Legion | None
    cards: tuple[tuple[CardView, int], ...]
    options: tuple[tuple[PackToGet, ...], ...]
    smallest: bool
    nowhere: tuple[tuple[CardView, int], ...]
    sets: tuple[tuple[str, str, int], ...]

    @property
    def packs(self) -> int:
        """The number of packs to buy."""
        return sum(one.copies for one in self.options[0]) if self.options else 0

    @property
    def copies(self) -> int:
        """The number of missing copies."""
        return sum(number for _, number in self.cards)


@dataclass
class PurchasesPage:
    """The lists of a game that share a collection. `number` is the page of lists without a mark."""

    collection: GameCollection
    legions: Sequence[Legion]
    number: str | None = None

    @cached_property
    def sharing(self) -> list[Legion]:
        """The lists that use the collection: those without a collection of their own."""
        return [legion for legion in self.legions if not states_owned(legion.document)]

    @property
    def apart(self) -> list[Legion]:
        """The lists with a collection of their own."""
        return [legion for legion in self.legions if states_owned(legion.document)]

    def marked(self, mark: BuildStatus) -> list[Legion]:
        """Return the lists with a mark, up to the limit, which lists restored from the trash can exceed."""
        return [legion for legion in self.sharing if legion.mark == mark][:MAX_MARKED]

    @property
    def built(self) -> list[Legion]:
        """The lists that are built at the same time."""
        return self.marked(BuildStatus.BUILT)

    @property
    def wanted(self) -> list[Legion]:
        """The lists to buy cards for."""
        return self.marked(BuildStatus.WANTED)

    @cached_property
    def page(self) -> Page:
        """A page of the unmarked lists, the latest changes first."""
        above = {*self.built, *self.wanted}
        return Paginator([legion for legion in self.sharing if legion not in above], PAGE_SIZE).get_page(self.number)

    @cached_property
    def _built(self) -> Mapping[Legion, Counter[str]]:
        return {
            legion: collection_purchases.used_copies(self.collection.library, legion.document) for legion in self.built
        }

    @cached_property
    def conflicts(self) -> list[ConflictRow]:
        """The cards with fewer copies than the built lists need, by name."""
        found = collection_purchases.card_conflicts(self.collection.usable, self._built)
        card = self.collection.stock.card
        rows = [ConflictRow(card(one.slug), one.owned, one.needed, tuple(one.by.items())) for one in found]
        return sorted(rows, key=lambda row: row.card.title)

    @cached_property
    def purchases(self) -> list[PurchaseRow]:
        """The purchase for each wanted list, in addition to the built lists, the smallest first."""
        found = [(self._purchase(cards), legion) for legion, cards in self._wanted_copies.items()]
        return [
            self._row(entry, legion)
            for entry, legion in sorted(found, key=lambda entry: (entry[0].size, entry[1].name))
        ]

    @cached_property
    def together(self) -> PurchaseRow | None:
        """The purchase for all wanted lists together; None for fewer than two."""
        if len(self._wanted_copies) < 2:
            return None
        return self._row(self._purchase(sum(self._wanted_copies.values(), Counter[str]())), None)

    @cached_property
    def _wanted_copies(self) -> Mapping[Legion, Counter[str]]:
        return {
            legion: collection_purchases.used_copies(self.collection.library, legion.document) for legion in self.wanted
        }

    @cached_property
    def _free(self) -> Counter[str]:
        return collection_purchases.remaining_copies(self.collection.usable, self._built.values())

    def _purchase(self, cards: Counter[str]) -> MissingCards:
        return collection_purchases.missing_cards(self.collection.library, self._free, cards)

    def _row(self, missing: MissingCards, legion: Legion | None) -> PurchaseRow:
        stock = self.collection.stock
        sold: Counter[str] = Counter()
        for slug, number in missing.nowhere.items():
            if from_set := stock.card(slug).document.get("set"):
                sold[from_set] += number
        return PurchaseRow(
            legion,
            tuple((stock.card(slug), number) for slug, number in missing.missing.items()),
            smallest_purchases(missing.packs, stock),
            missing.packs.smallest,
            tuple((stock.card(slug), number) for slug, number in missing.nowhere.items()),
            tuple((*set_link(stock, slug), number) for slug, number in sold.most_common()),
        )
