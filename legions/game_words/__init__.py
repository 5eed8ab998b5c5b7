"""Texts, facts and filters of the games: the interface of each game, and the lookup of its implementation.

Each game has a package in `legions.games`, listed in `PACKAGES`, with its `WORDS` in the module `words`. Pages of a
game without a package use only its schemas.
"""

import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import ModuleType
from typing import Any

from django.db.models import Expression, F
from django.utils.translation import gettext_lazy as _

from legions.game_words import vocabulary
from legions.game_words.sheet_columns import FactGrid, SheetColumn

PACKAGES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")
"""The packages of `legions.games`, one for each game. Their modules are loaded by the first request that needs them."""
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ListWords:
    """Terms for a list of the game (`word`), its picks (`noun`, `nouns`) and the first pick (`starter`).

    `invitation` asks for the first pick; `lesson` explains in a few sentences what a list consists of. `complete_nouns`
    names the cards counted in the completeness of the data, if they are not simply the picks.
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
    """Texts for the facts of a card.

    - `stats`: the main numbers, with their short labels.
    - `card_words`: the facts shown as sentences, with their labels.
    - `marked`: the facts whose values have icons, with the prefix of the icon's name.
    - `spoken`: functions that format the value of a fact if the plain value is not enough.
    - `missing`: functions that describe an unknown part of a fact, from the document and the rest of the pointer.
    - `unknown`: descriptions of unknown facts ("The catalog does not know ...").
    - `price_reasons`: texts for the lines of the ledger.
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
    """A filter of the card browser by values: cards that have any of the selected ones.

    `name` is its name in addresses and queries, and the fact whose values the schemas list. `mark` is the prefix of the
    icon's name, None for values without icons; if `inked`, the icons have colors. `words` are labels for values whose
    label is not the value itself.
    """

    name: str
    label: Any
    mark: str | None = ""
    inked: bool = False
    words: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RangeFilter:
    """A filter of the card browser by a number, from and to. `name` is its name in addresses and queries."""

    name: str
    label: Any
    most: int = 1000


@dataclass(frozen=True, slots=True)
class SortOrder:
    """A sort order of the card browser by a column or an expression. The default order has no name."""

    name: str
    label: Any
    column: str | Expression
    descending: bool = False

    @property
    def expression(self) -> Expression | F:
        """The expression that the database sorts by."""
        return F(self.column) if isinstance(self.column, str) else self.column


@dataclass(frozen=True, slots=True)
class CardFilters:
    """The filters and sort orders of the card browser, and an example search."""

    choices: tuple[ChoiceFilter, ...]
    ranges: tuple[RangeFilter, ...]
    sorts: tuple[SortOrder, ...]
    hint: Any


@dataclass(frozen=True, slots=True)
class DeckKind:
    """A kind of card of which a list has a deck. A `single` deck holds one card, and a new card replaces it.

    Descriptions of a list name the cards of `listed` decks.
    """

    kind: str
    title: Any
    single: bool = False
    listed: bool = True


class GameWords(ABC):
    """The words and facts of one game beyond its schemas.

    Each game defines:

    - `list_words`, `fact_words`, `filters` and the abstract methods.
    - `wounds`: the fact printed as boxes to tick off on paper, and the number that one box stands for.

    Some games also define:

    - `decks`: kinds of cards that the builder shows one at a time; adding one of their cards again increases its count.
    - `target_places`: the place where the choice required by a rule is made, keyed by the rule's code without the game
      (with `/picks/*` before it for a choice in each pick).
    - `common_deck`: the kind of card that all players share, and its name.
    - `played`: facts that a printed sheet shows in addition to the main numbers, because play needs them.
    - `sheets`: the columns of a set's sheet by kind of card, if they differ from the facts needed for verdicts.
    - `shelves`: the first columns of a card on a shelf by kind of card, those that decide most first.
    - `grids`: the grids of a fact that is entered as a whole, by kind of card.
    - `in_squares`: whether positions on the table are counted in squares, not in inches.
    - `ready_start`: title and text for starting with the contents of one pack.
    - `play_facts`: facts needed only for play, by kind of card; they are unknown on a card without them.
    """

    list_words: ListWords
    fact_words: FactWords
    filters: CardFilters
    wounds: tuple[str, int]
    decks: tuple[DeckKind, ...] = ()
    target_places: Mapping[str, str] = {}
    sheets: Mapping[str, tuple[SheetColumn, ...]] = {}
    shelves: Mapping[str, tuple[SheetColumn, ...]] = {}
    grids: Mapping[str, tuple[FactGrid, ...]] = {}
    common_deck: tuple[str, Any] = ("", "")
    played: tuple[str, ...] = ()
    ready_start: tuple[Any, Any] = ("", "")
    in_squares: bool = True
    play_facts: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, game: str) -> None:
        self.game = game

    @abstractmethod
    def summary(self, document: Document) -> str:
        """Return a one-line summary of a card: its kind and its most important facts."""

    @cached_property
    def priced(self) -> bool:
        """True if lists of the game have a points cost: some kind of card has a cost."""
        return self._has_fact("cost")

    @cached_property
    def carries(self) -> bool:
        """True if picks carry cards: some kind of card needs a slot."""
        return self._has_fact("slot")

    @cached_property
    def inked(self) -> frozenset[str]:
        """The facts whose icons have colors."""
        return frozenset(choice.name for choice in self.filters.choices if choice.inked)

    @cached_property
    def deck_titles(self) -> dict[str, Any]:
        """The titles of decks, keyed by kind of card."""
        return {deck.kind: deck.title for deck in self.decks}

    def is_single(self, kind: str | None) -> bool:
        """Return whether a list has at most one card of this kind."""
        return any(deck.single for deck in self.decks if deck.kind == kind)

    def is_listed(self, kind: str) -> bool:
        """Return whether descriptions of a list name the cards of this kind."""
        return not self.decks or any(deck.listed for deck in self.decks if deck.kind == kind)

    def _has_fact(self, fact: str) -> bool:
        kinds = vocabulary.card_kinds(self.game)
        return any(fact in vocabulary.fact_schemas(self.game, kind) for kind, _title in kinds)


class SchemaWords(GameWords):
    """The texts of a game without a package."""

    list_words = ListWords(
        _("legion"), _("creature"), _("creatures"), _("creature"), _("Pick one and build around it."), ()
    )
    fact_words = FactWords()
    filters = CardFilters((), (), (), "")
    wounds = ("", 1)

    def summary(self, document: Document) -> str:
        """Return the kind of the card."""
        return vocabulary.kind_title(document["game"], document["kind"])


@cache
def words_of_game(game: str) -> GameWords:
    module = game_module(game, "words")
    return SchemaWords(game) if module is None else module.WORDS


def game_module(game: str, name: str) -> ModuleType | None:
    """Return the module `name` of a game's package, or None if the package or the module does not exist."""
    package = game.replace("-", "_")
    path = f"legions.games.{package}.{name}"
    if package not in PACKAGES or importlib.util.find_spec(path) is None:
        return None
    return importlib.import_module(path)
