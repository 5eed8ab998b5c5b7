"""How the pages speak of each game: a package for each, named in `PACKAGES`, with its `PAGE_ADAPTER` in `page_adapter`.

The pages of a game without a package say what its schemas say.
"""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from django.db.models import Expression, F
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from legions.cards import vocabulary
from legions.set_sheets.columns import SheetColumn

if TYPE_CHECKING:
    from legions.cards.stock import CardView, Stock
    from legions.play.forms import MemoryForm, SituationForm
    from legions.site.plots import Plot
    from legions.table.setting_options import ExtraRow, MakePart
    from legions.table.table_layout import PickView
    from legions.verdicts.view_models import VerdictView

PACKAGES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")
"""The packages here, one a game. Each is loaded with the first request for a page of its game."""
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ListWords:
    """What the pages call a list of the game (`word`), its picks (`noun`, `nouns`) and the first of them (`starter`).

    `invitation` says what to do with the first, `lesson` in a few sentences what a list is made of. `complete_nouns`
    are the cards of which is said how many are complete, where those are not simply the picks.
    """

    word: Any
    noun: Any
    nouns: Any
    starter: Any
    invitation: Any
    lesson: tuple[Any, ...]
    complete_nouns: Any = ""


@dataclass(frozen=True, slots=True)
class FactWords:
    """How the facts of a card are said.

    `stats` are the numbers read at one glance, with their labels where there is little space; `card_words` the facts
    that sentences tell, and what to call them where they are not spelled out; `marked` the facts whose words have drawn
    marks, with what is put before the word to name the mark. `spoken` says the value of a fact in words where the plain
    value is not enough, `missing` what is not known of it (document, the pointer's rest), `unknown` what the catalog
    does not know ("The catalog does not know ..."). `price_reasons` are the words for the lines of the ledger.
    """

    stats: Mapping[str, Any] = field(default_factory=dict)
    card_words: Mapping[str, Any] = field(default_factory=dict)
    marked: Mapping[str, str] = field(default_factory=dict)
    spoken: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    missing: Mapping[str, Callable[[Document, str], str]] = field(default_factory=dict)
    unknown: Mapping[str, Any] = field(default_factory=dict)
    price_reasons: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChoiceFilter:
    """A filter of the browser by words: cards that have any of those ticked.

    `name` is its name in an address and in a query, and the fact whose words the schemas list. `mark` is put before a
    word to name its drawn mark, None where words have none; `inked` words have an ink. `words` says those that are not
    said as they are written.
    """

    name: str
    label: Any
    mark: str | None = ""
    inked: bool = False
    words: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RangeFilter:
    """A filter of the browser by a number, from and to. `name` is what it is called in an address and in a query."""

    name: str
    label: Any
    most: int = 1000


@dataclass(frozen=True, slots=True)
class SortOrder:
    """An order of the browser by a column or an expression of columns; the first, without a name, is the default."""

    name: str
    label: Any
    column: str | Expression
    descending: bool = False

    @property
    def expression(self) -> Expression | F:
        """What the database sorts by."""
        return F(self.column) if isinstance(self.column, str) else self.column


@dataclass(frozen=True, slots=True)
class CardFilters:
    """The filters and orders of the card browser, and an example of what to look for."""

    choices: tuple[ChoiceFilter, ...]
    ranges: tuple[RangeFilter, ...]
    sorts: tuple[SortOrder, ...]
    hint: Any


@dataclass(frozen=True, slots=True)
class DeckKind:
    """A kind of card that a list has a deck of. Of a `single` kind it has one card, and a new one takes its place.

    A line about a list names the cards of those that are `listed`.
    """

    kind: str
    title: Any
    single: bool = False
    listed: bool = True


class PageAdapter(ABC):
    """What the pages know of one game beyond its schemas.

    Each game gives `list_words`, `fact_words`, `filters`, `wounds` (the fact of a creature that boxes are ticked off
    for on paper, and how much a box stands for), and the abstract methods.

    What only some games have: `decks`, kinds of card that the builder shows one at a time, and whose cards are counted
    up where they are added again; `target_places`, where that can be chosen which a rule asks for, by the rule's code
    without the game (with `/picks/*` before it, in each pick); `common_deck`, the kind of card that everybody plays
    with and what it is called; `played`, the facts beside the numbers that a printed sheet says because play needs
    them; `sheets`, the columns of a set's sheet by kind of card, where these are others than the facts that decide;
    `in_squares`, whether places on the table are told in squares and not in inches; `ready_start`, how a table is
    started with what comes in one pack; templates for the table, for what stands below it and for what stands below a
    pick; `play_forms`, the form of each question of play by its name, in the order in which they are listed,
    `play_memory`, the form of what a table says once, and `play_facts`, by kind of card the facts that only play needs:
    a card that leaves one out has it not known.
    """

    list_words: ListWords
    fact_words: FactWords
    filters: CardFilters
    wounds: tuple[str, int]
    decks: tuple[DeckKind, ...] = ()
    target_places: Mapping[str, str] = {}
    sheets: Mapping[str, tuple[SheetColumn, ...]] = {}
    common_deck: tuple[str, Any] = ("", "")
    played: tuple[str, ...] = ()
    ready_start: tuple[Any, Any] = ("", "")
    in_squares: bool = True
    table_template = "builder/_table.html"
    setting_template = ""
    part_template = ""
    odds_template = ""
    play_forms: "Mapping[str, type[SituationForm]]" = {}
    play_facts: Mapping[str, tuple[str, ...]] = {}
    play_memory: "type[MemoryForm] | None" = None

    def __init__(self, game: str) -> None:
        self.game = game

    @abstractmethod
    def summary(self, document: Document) -> str:
        """Return one line about a card: what it is and what matters first."""

    @abstractmethod
    def order(self, card: "CardView") -> tuple[Any, ...]:
        """Return what cards are sorted by in the builder."""

    @abstractmethod
    def starters(self, cards: Iterable["CardView"]) -> list["CardView"]:
        """Return cards to start a list with, for the front page."""

    @abstractmethod
    def plots(self, picks: Sequence["PickView"], verdict: "VerdictView") -> list["Plot"]:
        """Return the plots of the picks on the table and of their verdict."""

    def tally(self, document: Document, stock: "Stock") -> str:
        """Return in a few words what a list has, in a game whose cards cost no points."""
        return ""

    def table_view(
        self,
        document: dict[str, Any],
        stock: "Stock",
        format_: Document,
        picks: "Sequence[PickView]",
        entered: Mapping[str, str],
    ) -> Any:
        """Return the data for the templates of this game alone.

        `format_` is the format of the list, `picks` are its cards as they are laid out, `entered` are the fields of a
        form that could not be read, to be shown again.
        """
        return None

    def pick_parts(self, document: dict[str, Any], stock: "Stock") -> "MakePart | None":
        """Return what gives the part of each pick in a list, None where picks have none."""
        return None

    def extras(self, document: Document, stock: "Stock") -> "list[ExtraRow]":
        """Return what a list has beside its picks: field, label, words."""
        return []

    def odds(self, request: HttpRequest, game: Document) -> Any:
        """Return what `odds_template` shows of the dice of the game, where it names one."""
        return None

    def attacks(self, document: Document) -> list[str]:
        """Return what the attacks of a card are called whose odds can be counted, in the order of the card."""
        return []

    @cached_property
    def priced(self) -> bool:
        """Whether lists cost points: some kind of card has a cost."""
        return self._has_fact("cost")

    @cached_property
    def carries(self) -> bool:
        """Whether picks carry cards: some kind of card needs a slot."""
        return self._has_fact("slot")

    @cached_property
    def inked(self) -> frozenset[str]:
        """The facts whose marks have an ink of their own."""
        return frozenset(choice.name for choice in self.filters.choices if choice.inked)

    @cached_property
    def deck_titles(self) -> dict[str, Any]:
        """The kinds of card that have a deck, with their titles."""
        return {deck.kind: deck.title for deck in self.decks}

    def is_single(self, kind: str | None) -> bool:
        """Return whether a list has one card of a kind."""
        return any(deck.single for deck in self.decks if deck.kind == kind)

    def is_listed(self, kind: str) -> bool:
        """Return whether a line about a list names the cards of a kind."""
        return not self.decks or any(deck.listed for deck in self.decks if deck.kind == kind)

    def _has_fact(self, fact: str) -> bool:
        kinds = vocabulary.card_kinds(self.game)
        return any(fact in vocabulary.fact_schemas(self.game, kind) for kind, _title in kinds)


class SchemaPageAdapter(PageAdapter):
    """Of a game without a package the pages know its schemas alone."""

    list_words = ListWords(
        _("legion"), _("creature"), _("creatures"), _("creature"), _("Pick one and build around it."), ()
    )
    fact_words = FactWords()
    filters = CardFilters((), (), (), "")
    wounds = ("", 1)

    def summary(self, document: Document) -> str:
        """Return the kind of the card."""
        return vocabulary.kind_title(document["game"], document["kind"])

    def order(self, card: "CardView") -> tuple[Any, ...]:
        """Cards of known cost first, the cheaper before the dearer, then by name."""
        return (card.cost is None, card.cost or 0, card.title)

    def starters(self, cards: Iterable["CardView"]) -> list["CardView"]:
        """Nothing says which cards lead."""
        return []

    def plots(self, picks: Sequence["PickView"], verdict: "VerdictView") -> list["Plot"]:
        """Nothing says what is worth a plot."""
        return []


@cache
def page_adapter(game: str) -> PageAdapter:
    """Return what the pages know of a game."""
    package = game.replace("-", "_")
    if package not in PACKAGES:
        return SchemaPageAdapter(game)
    adapter: PageAdapter = importlib.import_module(f"{__name__}.{package}.page_adapter").PAGE_ADAPTER
    return adapter
