"""Words, facts and filters of the games: the contract that each game fulfills, and the lookup of a game's part.

Each game has a package in `legions.games`, named in `PACKAGES`, whose module `words` has its `WORDS`. Pages of a game
without a package use its schemas alone.
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
from legions.game_words.sheet_columns import SheetColumn

PACKAGES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")
"""The packages of `legions.games`, one a game. A module of one is loaded with the first request that needs it."""
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


class GameWords(ABC):
    """Words and facts of one game beyond its schemas.

    Each game gives `list_words`, `fact_words`, `filters`, `wounds` (the fact of a creature that boxes are ticked off
    for on paper, and how much a box stands for), and the abstract methods.

    Some games have more: `decks`, kinds of card that the builder shows one at a time, and whose cards are counted up
    when they are added again; `target_places`, the place where the choice that a rule asks for can be made, by the
    rule's code without the game (with `/picks/*` before it, in each pick); `common_deck`, the kind of card that all
    players share and its name; `played`, the facts beside the numbers that a printed sheet shows because play needs
    them; `sheets`, the columns of a set's sheet by kind of card, where these are others than the facts that decide;
    `in_squares`, whether places on the table are counted in squares and not in inches; `ready_start`, the title and
    text of a start with the contents of one pack; `play_facts`, by kind of card the facts that only play needs: on a
    card that leaves one out it is unknown.
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
    play_facts: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, game: str) -> None:
        self.game = game

    @abstractmethod
    def summary(self, document: Document) -> str:
        """Return one line about a card: what it is and what matters first."""

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


class SchemaWords(GameWords):
    """The words of a game without a package."""

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
    """Return the words of a game."""
    module = game_module(game, "words")
    return SchemaWords(game) if module is None else module.WORDS


def game_module(game: str, name: str) -> ModuleType | None:
    """Return the module `name` of a game's package; None for a game without a package, or a package without it."""
    package = game.replace("-", "_")
    path = f"legions.games.{package}.{name}"
    if package not in PACKAGES or importlib.util.find_spec(path) is None:
        return None
    return importlib.import_module(path)
