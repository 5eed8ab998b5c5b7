"""The page of a collection: the sets and cards of a game with how many somebody has of each."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator

from catalog.query.fields import language
from catalog.query.meaning import Meaning, Surroundings, understand
from legions.accounts.people import Holder
from legions.cards.pointing import Pointed, pointed
from legions.cards.stock import CardView, Stock, stock
from legions.collection.asking import owned_cards
from legions.collection.counts import Counts, copies, in_packs, today
from legions.models import Collection
from rulesapi import asking, card_fitting, snapshots, verdicts
from rulesapi.engine.ruleset import Library

from .looking import holds, near

SHOWN = 40
MINE, ALL = "mine", "all"


@dataclass(frozen=True, slots=True)
class SetRow:
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
class CardRow:
    """A card: the copies that are counted by themselves, and those in packs."""

    card: CardView
    single: int
    packed: int

    @property
    def copies(self) -> int:
        """How many copies there are."""
        return self.single + self.packed


@dataclass(frozen=True, slots=True)
class CardCount:
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
class SetCount:
    """How much of one set somebody has, for the set's own page. `version` is the one that a change is based on."""

    game: str
    row: SetRow
    version: int

    @property
    def address(self) -> str:
        """Where it is counted anew."""
        return f"/collection/{self.game}/sets/{self.row.slug}/"


@dataclass
class Collected:
    """What somebody has of a game, and what of it is looked for. `kept` is None where nothing was ever written down.

    `show` is `mine` for the cards there is a copy of, or `all`; by itself all where there is nothing yet, and while
    something is looked for. `said` is what the last change did.
    """

    stock: Stock
    kept: Collection | None
    query: str = ""
    show: str = ""
    number: str | None = None
    said: str = ""

    @cached_property
    def library(self) -> Library:
        """What the game's legions are judged by in the newest release."""
        return verdicts.library(self.stock.game["slug"])

    @cached_property
    def counts(self) -> Counts:
        """How many there are of what."""
        return today(self.kept.counts, self.library) if self.kept else Counts()

    @cached_property
    def copies(self) -> dict[str, int]:
        """How many copies there are of each card, by slug."""
        return copies(self.counts, self.library)

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
        return self.kept is not None and self.kept.before is not None

    @property
    def version(self) -> int:
        """The version that a change is based on, 0 where nothing was ever written down."""
        return self.kept.version if self.kept else 0

    @property
    def kinds(self) -> int:
        """Of how many different cards there is a copy."""
        return len(self.copies)

    @property
    def total(self) -> int:
        """How many copies there are in all."""
        return sum(self.copies.values())

    @cached_property
    def sets(self) -> list[SetRow]:
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
            rows.append(SetRow(slug, one["name"] or slug, one["official"], inside is not None, packs, number, mine))
        released = {slug: one["released"] or "~" for slug, one in self.stock.sets.items()}
        return sorted(rows, key=lambda row: (not row.official, released[row.slug], row.name))

    @property
    def counted_sets(self) -> list[SetRow]:
        """The sets of which it is known what is in a pack."""
        return [row for row in self.sets if row.counted]

    @property
    def other_sets(self) -> list[SetRow]:
        """The sets of which nobody has counted what is in a pack."""
        return [row for row in self.sets if not row.counted]

    @property
    def shows(self) -> str:
        """Which cards are shown, `mine` or `all`."""
        if self.show in (MINE, ALL):
            return self.show
        return ALL if self.empty or self.query else MINE

    @cached_property
    def sought(self) -> Meaning:
        """What the query means."""
        game = self.game["slug"]
        around = Surroundings(
            sets=lambda: self.stock.sets,
            words=lambda key: asking.words(game, snapshots.newest(), key),
            fits=lambda slug: card_fitting.fits(game, snapshots.newest(), slug),
            owned=lambda: owned_cards(self.copies),
        )
        return understand(self.query, language(game), around)

    @property
    def faults(self) -> list[Pointed]:
        """What of the query means nothing, each with its place."""
        return pointed(self.query, self.sought.faults)

    @cached_property
    def found(self) -> list[CardView]:
        """The cards that are shown, by name; those with the words in their name first."""
        among = self.stock.cards.values()
        if self.shows == MINE:
            among = [card for card in among if card.slug in self.copies]
        found = among if self.sought.empty else [card for card in among if holds(self.sought.condition, card)]
        return sorted(found, key=lambda card: (card.title.casefold(), card.slug))

    @cached_property
    def page(self) -> Page:
        """One page of them."""
        return Paginator(self.found, SHOWN).get_page(self.number)

    @cached_property
    def rows(self) -> list[CardRow]:
        """The cards of that page with their counts."""
        return [self.row(card.slug) for card in self.page]

    def row(self, slug: str) -> CardRow:
        """Return a card of the game with its counts."""
        card = self.stock.card(slug)
        return CardRow(card, self.counts.cards.get(slug, 0), self._packed.get(slug, 0))

    @cached_property
    def _packed(self) -> dict[str, int]:
        return in_packs(self.counts, self.library)

    @property
    def as_mine(self) -> str:
        """The query of the address for the cards there is a copy of."""
        return self._asking(show=MINE)

    @property
    def as_all(self) -> str:
        """The query of the address for all cards."""
        return self._asking(show=ALL)

    @property
    def earlier(self) -> str:
        """The query of the address of the page before this one."""
        return self._asking(show=self.shows, page=self.page.number - 1)

    @property
    def later(self) -> str:
        """The query of the address of the page after this one."""
        return self._asking(show=self.shows, page=self.page.number + 1)

    def _asking(self, **asked: Any) -> str:
        return urlencode({**({"q": self.query} if self.query else {}), **asked})

    @cached_property
    def near(self) -> tuple[str, ...]:
        """Names that are spelled almost like what was looked for, where nothing is found."""
        return near(self.sought.condition, list(self.stock.cards.values()))


def count_of(holder: Holder, game: str, slug: str, title: str) -> CardCount:
    """Return how many copies of a card of a game there are; who never counted any costs no more than a look."""
    kept = Collection.objects.of(holder, game)
    if kept is None or not kept.counts:
        return CardCount(game, slug, title)
    row = Collected(stock(game), kept).row(slug)
    return CardCount(game, slug, title, row.single, row.packed)


def count_of_set(holder: Holder, game: str, document: dict[str, Any], cards: int) -> SetCount | None:
    """Return how much of a set there is, None for one without any card; `cards` are those that name it as their set.

    Who never counted any costs no more than a look.
    """
    inside, slug = document.get("contents"), document["slug"]
    if not inside and not cards:
        return None
    kept = Collection.objects.of(holder, game)
    if kept is None or not kept.counts:
        number = len({one["card"] for one in inside}) if inside else cards
        row = SetRow(slug, document["name"] or slug, document["official"], bool(inside), 0, number, 0)
        return SetCount(game, row, kept.version if kept else 0)
    rows = Collected(stock(game), kept).sets
    return next((SetCount(game, row, kept.version) for row in rows if row.slug == slug), None)


def copies_of(holder: Holder, game: str) -> dict[str, int]:
    """Return how many copies of each card of a game there are, by slug; none for who never counted any."""
    kept = Collection.objects.of(holder, game)
    return copies(kept.counts, verdicts.library(game)) if kept is not None and kept.counts else {}
