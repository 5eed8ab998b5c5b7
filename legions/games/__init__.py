"""How the pages speak of each game: a package for each, named in `PACKAGES`, with its `PAGE_ADAPTER` in `page_adapter`.

Everything in an adapter may be left out: the pages of a game without one say what its schemas say.
"""

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from legions.builder.table_layout import PickView
    from legions.cards.stock import CardView, Stock
    from legions.site.plots import Plot
    from legions.verdicts.view_models import VerdictView

PACKAGES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")
"""The packages here, one a game. Each is loaded when a page of its game is asked for."""
Document = Mapping[str, Any]

DEFAULT_LIST_WORD = _("legion")
DEFAULT_NOUN, DEFAULT_NOUNS = _("creature"), _("creatures")
DEFAULT_INVITATION = _("Pick one and build around it.")


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
    """An order of the browser by a column; the first of a room, which has no name, is the one nobody has to ask for."""

    name: str
    label: Any
    column: str
    descending: bool = False


@dataclass(frozen=True, slots=True)
class PageAdapter:
    """What the pages know of one game beyond its schemas.

    Of a card's facts: `stats` are the numbers read at one glance, `short` what they are called where there is little
    room; `card_words` are the facts that sentences tell, and what to call them where they are not spelled out; `marked`
    the facts whose words have drawn marks, with what is put before the word to name the mark, `inked` those of them
    whose marks have an ink of their own. `spoken` says the value of a fact in words where the plain value is not
    enough, `missing` what is not known of it (document, the pointer's rest). `summary` is one line about a card.

    Of the browser: `columns` are more columns of the catalog that its orders ask for; `choices`, `ranges`,
    `sorts`. `hint` is an example of what to look for.

    Of the builder: `word` is what a list of the game is called, `noun` and `nouns` what a pick is, `invitation` what to
    do with the first, `lesson` says in a few sentences what a list is made of, to who never saw the game, `priced` says
    whether legions cost points; where they do not, `tally` says in a few words what there is. `carrying` says whether
    picks carry anything, for which the drawer opens. With `stacks` a card that is added again is counted up where it
    stands; of the kinds that are `single` a list has one card, and a new one takes its place. `shelves` are the
    kinds of card that the drawer shows one at a time; `listed` are the kinds that a line about a legion names, all
    where it is empty. `order` is the order of cards in the drawer, `table` the template that lays out the picks,
    `aside` that of what stands below them; `view` makes of the page what these two show (`page.view`). `part`
    makes of a pick what the template `under` shows below it; its `said` says that in words. `brings` says in words
    what a list has beside its picks: field, label, words. `leads`
    says where that can be chosen which a rule asks for, by the rule's code without the game; with `/picks/*` before it,
    in each pick. `reasons` are the words for the ledger, `unknown` those for facts that would decide ("The catalog does
    not know ..."), `start` picks cards to start a legion with for the front page, each of them a
    `starter`.

    `odds` makes of what was asked, and of the game's document, what the template `odds_page` shows on a page of its
    own: the odds that the dice of the game come to. `plots` makes of the picks on the table, and of their verdict, the
    plots to look at.

    On paper: `wounds` is the fact of a creature that boxes are ticked off for, and how much a box stands for; `deck`
    is the kind of card that everybody plays with, which can be printed beside a list, and what it is called.
    """

    stats: tuple[str, ...] = ()
    short: Mapping[str, Any] = field(default_factory=dict)
    card_words: Mapping[str, Any] = field(default_factory=dict)
    marked: Mapping[str, Any] = field(default_factory=dict)
    inked: frozenset[str] = frozenset()
    spoken: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    missing: Mapping[str, Callable[[Document, str], str]] = field(default_factory=dict)
    summary: Callable[[Document], str] | None = None
    columns: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[ChoiceFilter, ...] = ()
    ranges: tuple[RangeFilter, ...] = ()
    sorts: tuple[SortOrder, ...] = ()
    hint: Any = ""
    word: Any = DEFAULT_LIST_WORD
    noun: Any = DEFAULT_NOUN
    nouns: Any = DEFAULT_NOUNS
    invitation: Any = DEFAULT_INVITATION
    lesson: tuple[Any, ...] = ()
    priced: bool = True
    tally: Callable[[Document, "Stock"], str] | None = None
    carrying: bool = True
    stacks: bool = False
    single: frozenset[str] = frozenset()
    shelves: Mapping[str, Any] = field(default_factory=dict)
    listed: frozenset[str] = frozenset()
    order: Callable[["CardView"], tuple[Any, ...]] | None = None
    table: str = "builder/_table.html"
    aside: str = ""
    view: Callable[[Any], Any] | None = None
    part: Callable[[Document, "Stock"], Callable[[int, bool], Any]] | None = None
    under: str = ""
    brings: Callable[[Document, "Stock"], list[tuple[str, Any, str]]] | None = None
    leads: Mapping[str, Any] = field(default_factory=dict)
    reasons: Mapping[str, Any] = field(default_factory=dict)
    unknown: Mapping[str, Any] = field(default_factory=dict)
    start: Callable[[Iterable["CardView"]], list["CardView"]] | None = None
    starter: Any = DEFAULT_NOUN
    odds: Callable[[Mapping[str, Any], Document], Any] | None = None
    odds_page: str = ""
    plots: Callable[[Sequence["PickView"], "VerdictView"], list["Plot"]] | None = None
    wounds: tuple[str, int] = ("", 1)
    deck: tuple[str, Any] = ("", "")


@cache
def page_adapter(game: str) -> PageAdapter:
    """Return what the pages know of a game; of one that has no package here, nothing."""
    package = game.replace("-", "_")
    if package not in PACKAGES:
        return PageAdapter()
    adapter: PageAdapter = importlib.import_module(f"{__name__}.{package}.page_adapter").PAGE_ADAPTER
    return adapter
