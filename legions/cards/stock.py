"""Catalog snapshots for pages: the documents of a game in one release.

A published release never changes, so its snapshot is cached in the process. Each call looks up the current release, so
that a publication takes effect at once.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from catalog import faces, snapshots
from catalog.documents import COMMON_TYPES, card_facts
from catalog.documents.text_folding import fold
from catalog.documents.titles import document_title
from catalog.models import Revision
from catalog.search.card_texts import search_texts
from catalog.snapshots import Snapshot
from legions.cards import card_sheet
from legions.cards.fact_counts import FactCount, GroupedCounts, add_counts, group_counts
from legions.game_words import vocabulary, words_of_game
from legions.site.languages import by_language
from rulesapi.engine.core.library import Library, find_ruleset
from rulesapi.judging import verdicts
from rulesapi.judging.deciding_facts import Coverage, coverage_of
from rulesapi.judging.parsed_documents import read_documents
from rulesapi.judging.release_cache import Parts, ReleaseCache, RevisionKey

MAX_FRAGMENTS = 1_000
"""The maximum number of rendered fragments of the builder in the cache of each release; each has 2 to 8 kB."""


@dataclass(frozen=True)
class CardView:
    """A card for the builder. A slug that the catalog does not have gets a view without a document."""

    game: str
    slug: str
    document: Mapping[str, Any] = field(default_factory=dict, repr=False)
    stands: bool = False
    """True if the card can be a pick of a legion."""
    open_set: str = ""
    """The name of the card's open set, empty for an official card and for one that the catalog does not have."""
    own_keys: tuple[str, ...] = ()
    """The facts that are own numbers of a player, not the catalog's."""

    @property
    def known(self) -> bool:
        """True if the catalog has the card."""
        return bool(self.document)

    @cached_property
    def title(self) -> str:
        """The name for people; for a card that the catalog does not have, its slug."""
        return document_title(self.document) if self.document else self.slug

    @by_language
    def line(self) -> str:
        """A one-line summary."""
        return card_sheet.card_summary(self.document) if self.document else _("Not in this release")

    @cached_property
    def shield(self) -> SafeString:
        """The card's shield as SVG, empty for a card that the catalog does not have."""
        return mark_safe(faces.shield(dict(self.document))) if self.document else SafeString("")  # noqa: S308 - ours, escaped

    @property
    def own_facts(self) -> tuple[str, ...]:
        """The titles of the own numbers."""
        return tuple(vocabulary.fact_title(self.game, self.document["kind"], key) for key in self.own_keys)

    @property
    def address(self) -> str:
        """The path of the card's page, empty for a card that the catalog does not have."""
        return f"/cards/{self.game}/{self.slug}/" if self.document else ""

    @property
    def cost(self) -> int | None:
        """The printed cost, None if unknown."""
        return self.document.get("cost")

    @property
    def unique(self) -> bool:
        """True if the printed cost has the ring; False if unknown."""
        return self.document.get("unique") is True

    @property
    def bears(self) -> bool:
        """True if the card carries other cards."""
        return "slots" in self.document

    @property
    def carried(self) -> bool:
        """True if the card is carried by creatures."""
        return "slot" in self.document

    @property
    def troop(self) -> bool:
        """True if the card is a troop of soldiers."""
        return self.document.get("troop") is True

    @property
    def slots(self) -> list[str] | None:
        """The icons of its banner, None if unknown."""
        return self.document.get("slots")

    @property
    def slot(self) -> str | None:
        """The icon that the card needs, None if it is unknown or there is none."""
        return self.document.get("slot")

    @by_language
    def marks(self) -> tuple[card_sheet.FactMark, ...]:
        """The icons that have colors."""
        keys = [key for key in words_of_game(self.game).inked if self.document.get(key)]
        return tuple(mark for key in keys for mark in card_sheet.fact_words(self.game, key, self.document[key])[1])

    @cached_property
    def folded(self) -> Mapping[str, str]:
        """The card's texts, folded for search."""
        return search_texts(dict(self.document))


def _recent_fragments() -> Callable[[Hashable], list[SafeString]]:
    """Return a cache of the most recently used keys; the list of a key holds its fragment once one is added."""
    return lru_cache(maxsize=MAX_FRAGMENTS)(lambda _key: [])


@dataclass(frozen=True)
class Stock:
    """The documents of a game in one release, by slug."""

    release: int
    game: Mapping[str, Any]
    formats: Mapping[str, dict[str, Any]]
    house_rules: Mapping[str, dict[str, Any]]
    sets: Mapping[str, dict[str, Any]]
    cards: Mapping[str, CardView]
    former: Mapping[str, CardView]
    pieces: dict[tuple[str, str], SafeString] = field(default_factory=dict, repr=False)
    """Rendered fragments about one card in this release, keyed by fragment name and slug."""
    fragment: Callable[[Hashable], list[SafeString]] = field(default_factory=_recent_fragments, repr=False)
    """Cached fragments of the builder; the key has everything a fragment depends on."""
    facets: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict, repr=False)
    """The slugs that a filter value matches, keyed by filter and value; filled on demand."""
    similar: dict[str, tuple[CardView, ...]] = field(default_factory=dict, repr=False)
    """The cards most similar to a card, keyed by slug; filled on demand."""
    fact_orders: dict[str, tuple[Any, ...]] = field(default_factory=dict, repr=False)
    """The facts of each kind of card, those that decide most first; filled on demand."""
    starters: dict[bool, tuple[CardView, ...]] = field(default_factory=dict, repr=False)
    """Cards to start a list with, apart for official cards (True) and cards of open sets; filled on demand."""

    @cached_property
    def facts(self) -> GroupedCounts:
        """The counts of known facts of all cards, by set and by kind."""
        return group_counts((card.document, bool(card.open_set)) for card in self.cards.values())

    @cached_property
    def official_facts(self) -> FactCount:
        """The counts of known facts of official cards."""
        return add_counts(count for (_kind, is_open), count in self.facts.by_kind.items() if not is_open)

    @cached_property
    def open_facts(self) -> FactCount:
        """The counts of known facts of cards in open sets."""
        return add_counts(count for (_kind, is_open), count in self.facts.by_kind.items() if is_open)

    @cached_property
    def wanting(self) -> tuple[CardView, ...]:
        """The cards with unknown facts, by title."""
        found = (card for card in self.cards.values() if card_facts.wanted_facts(card.document))
        return tuple(sorted(found, key=lambda card: (fold(card.title), card.slug)))

    @cached_property
    def coverage(self) -> Coverage | None:
        """The completeness of the data of official cards, None for a game without known rules."""
        try:
            return coverage_of(self.game, (card.document for card in self.cards.values()), self.sets)
        except LookupError:
            return None

    @cached_property
    def standing(self) -> tuple[CardView, ...]:
        """The cards that can be picks of a list, without retired ones."""
        return tuple(card for card in self.cards.values() if card.stands and "retired" not in card.document)

    @cached_property
    def carried(self) -> tuple[CardView, ...]:
        """The cards that other cards carry, without retired ones."""
        return tuple(card for card in self.cards.values() if card.carried and "retired" not in card.document)

    def card(self, slug: str) -> CardView:
        """Return the view of a card by its slug or a former one, even if the release does not have it."""
        return self.cards.get(slug) or self.former.get(slug) or CardView(self.game.get("slug", ""), slug)

    def title(self, slug: str) -> str:
        """Return the title of the card `slug`."""
        return self.card(slug).title


_stocks: ReleaseCache[Stock, CardView] = ReleaseCache(
    "stocks", fewest=8, most_bytes=64 * 1024 * 1024, entry_bytes=1_500, part_bytes=3_000
)


def stock(game: str, release: int | None = None) -> Stock:
    """Return the catalog snapshot for `game` in that release, or in the newest.

    Raises InvalidInput `unknown-release`.
    """
    return stock_at(game, snapshots.at(release))


def single_cards_of_kind(slug: str, stock: Stock) -> frozenset[str]:
    """Return the slugs of all cards of this card's kind if a list can have only one such card, otherwise none."""
    game, kind = stock.game.get("slug", ""), stock.card(slug).document.get("kind")
    if not words_of_game(game).is_single(kind):
        return frozenset()
    return frozenset(other for other, card in stock.cards.items() if card.document["kind"] == kind)


def stock_for(legion: Mapping[str, Any]) -> Stock:
    """Return the catalog snapshot for a legion's game, with the legion's own numbers filled in.

    Raises InvalidInput as judging the legion does.
    """
    return with_own_numbers(stock(legion["game"], legion.get("release")), legion)


def with_own_numbers(plain: Stock, legion: Mapping[str, Any], library: Library | None = None) -> Stock:
    """Return the catalog snapshot of a legion's game and release with the legion's own numbers filled in.

    `library` is that of the game and release, if it has been looked up. Raises InvalidInput as judging the legion does.
    """
    if not legion.get("facts"):
        return plain
    own = {
        slug: replace(plain.cards[slug], document=document, own_keys=_own_keys(plain.cards[slug].document, document))
        for slug, document in verdicts.documents_with_own_facts(dict(legion), library).items()
        if slug in plain.cards
    }
    former = {slug: own.get(card.slug, card) for slug, card in plain.former.items()}
    return replace(plain, cards={**plain.cards, **own}, former=former)


def _own_keys(catalog: Mapping[str, Any], document: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(key for key, value in document.items() if catalog.get(key) != value)


UNREAD_KINDS = frozenset(COMMON_TYPES) - {"game", "set", "format", "house-rule"}
"""The kinds of documents that a catalog snapshot does not have, such as rulings and sections of rulebooks."""


def stocks(games: Iterable[str]) -> list[Stock]:
    """Return the catalog snapshots for these games in the newest release."""
    snapshot = snapshots.newest()
    return [stock_at(game, snapshot) for game in games]


def stock_at(game: str, snapshot: Snapshot) -> Stock:
    """Return the catalog snapshot for `game` in a release already looked up."""
    return _stocks.get(game, snapshot, lambda shared: _made(game, snapshot, shared))


def _made(game: str, snapshot: Snapshot, shared: Parts[CardView]) -> tuple[Stock, Parts[CardView]]:
    """Read a release. Cards that are shared with another cached release are not read again."""
    revisions = Revision.objects.at(snapshot.release).filter(game=game).exclude(kind__in=UNREAD_KINDS)
    keys: list[RevisionKey] = list(revisions.values_list("pk", "created_at")) if shared else []
    read = read_documents(revisions, [key for key in keys if key not in shared] if shared else None)
    frame = _by_kind_and_slug(document for document in read.values() if document["kind"] in COMMON_TYPES)
    game_document: dict[str, Any] = next(iter(frame["game"].values()), {})
    standing, sets = _standing(game_document), frame["set"]
    open_sets = {slug: one["name"] or slug for slug, one in sets.items() if not one["official"]}
    parts = {key: _as_of(shared[key], standing, open_sets) for key in keys if key in shared}
    parts |= {
        key: _as_of(CardView(game, document["slug"], document), standing, open_sets)
        for key, document in read.items()
        if document["kind"] not in COMMON_TYPES
    }
    cards = {card.slug: card for card in sorted(parts.values(), key=lambda card: card.slug)}
    stock = Stock(
        release=snapshot.release,
        game=game_document,
        formats=frame["format"],
        house_rules=frame["house-rule"],
        sets=sets,
        cards=cards,
        former={slug: card for card in cards.values() for slug in card.document.get("formerly", ())},
    )
    return stock, parts


def _by_kind_and_slug(documents: Iterable[dict[str, Any]]) -> Mapping[str, dict[str, dict[str, Any]]]:
    """Return documents by kind and slug, ordered by slug; a kind without documents has an empty dictionary."""
    found: defaultdict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for document in sorted(documents, key=lambda document: str(document["slug"])):
        found[document["kind"]][document["slug"]] = document
    return found


def _as_of(card: CardView, standing: Collection[str], open_sets: Mapping[str, str]) -> CardView:
    """Return a card, updated for the picks and the open sets of a release."""
    stands, open_set = card.document["kind"] in standing, open_sets.get(card.document.get("set") or "", "")
    return (
        card if (card.stands, card.open_set) == (stands, open_set) else replace(card, stands=stands, open_set=open_set)
    )


def _standing(game: Mapping[str, Any]) -> frozenset[str]:
    """Return the kinds of cards that can be picks in a game; empty if its rules are unknown."""
    try:
        return find_ruleset(game.get("ruleset", "")).bearers
    except LookupError:
        return frozenset()


def format_name(stock: Stock, slug: str) -> str:
    return stock.formats.get(slug, {}).get("name") or slug
