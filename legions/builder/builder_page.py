"""The builder page of one list: its table, the drawer, and the response to the last request."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from catalog.documents.errors import Fault
from legions.builder.density import DENSITIES
from legions.builder.drawer import Drawer
from legions.builder.hints import Hint, first_hint, next_hint
from legions.builder.judged_table import JudgedTable
from legions.builder.missing_facts import MissingFacts, missing_facts
from legions.builder.suggestions import CompletionPanel, FixList, GhostCard, Suggestion
from legions.cards.stock import Stock
from legions.collection.availability import with_owned
from legions.collection.owned_cards import OwnedCards, owned_cards
from legions.own_numbers.number_fields import RefusedFields


@dataclass(frozen=True, slots=True)
class Notice:
    """A refusal of the last action with its faults. `again` are the form fields that save the change as a copy."""

    title: str
    errors: tuple[Fault, ...] = ()
    again: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PendingChange:
    """A change that was sent after its user had been logged out: its effect as a sentence, and its form fields."""

    words: str
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class Feedback:
    """The result of the last change.

    `message` describes the change. `lost` is true if the change removed something, `told` if it stored own numbers; the
    page offers Undo for both. `focus` is the id of the element to focus.
    """

    message: str = ""
    lost: bool = False
    told: bool = False
    focus: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A form that was not accepted.

    `entered` are the texts of its fields, `own_fact_data` is the data of a form for an own number, `refused` are the
    fields for numbers with their errors.
    """

    notice: Notice | None = None
    entered: Mapping[str, str] = field(default_factory=dict)
    own_fact_data: Any = None
    refused: RefusedFields = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Offers:
    """The offers of the solver: ways to fix the list, a completion of it, or hints how a card would fit.

    `asking` means that missing facts are asked for before the fixes.
    """

    fixes: FixList | None = None
    filling: CompletionPanel | None = None
    fitting_card: str = ""
    fitting_hints: tuple[str, ...] = ()
    asking: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """The display state of the page: `sharing` opens the panel for links, `hinting` allows hints.

    `density` is the density of the table, `unfolded` are the ids of the open folds.
    """

    sharing: bool = False
    hinting: bool = False
    density: str = "table"
    unfolded: Set[str] = frozenset()


@dataclass(frozen=True)
class BuilderPage:
    """The builder page of a list. `waiting` is a change that was sent after the session had ended."""

    table: JudgedTable
    drawer: Drawer
    feedback: Feedback = Feedback()
    refusal: Refusal = Refusal()
    offers: Offers = Offers()
    look: Look = Look()
    waiting: PendingChange | None = None

    @property
    def stock(self) -> Stock:
        """The cards of the list's release; the site menu takes the game from them."""
        return self.table.stock

    @cached_property
    def view(self) -> Any:
        """The template data of the game's own table."""
        table = self.table
        return table.hooks.table_view(
            table.document, table.stock, table.format, self.drawer.picks, self.refusal.entered
        )

    @cached_property
    def missing(self) -> MissingFacts:
        """The unknown facts that the verdict depends on, with fields for the first of them."""
        return missing_facts(self.table.missing, self.table.stock, "o", self.refusal.refused)

    @cached_property
    def owned_cards(self) -> OwnedCards:
        """The cards that the holder owns, and the missing cards."""
        table = self.table
        document = with_owned(table.document, table.owned)
        has_collection = table.owned is not None
        return owned_cards(table.document, document, table.stock, self.refusal.entered, has_collection=has_collection)

    @property
    def densities(self) -> dict[str, Any]:
        return dict(DENSITIES)

    @cached_property
    def hint(self) -> Hint | None:
        """The next step for a new player, or None if the visitor has dismissed the hints."""
        table = self.table
        if not self.look.hinting:
            return None
        words = table.game_words.list_words
        if table.empty:
            return first_hint(words, table.ready)
        return next_hint(words, table.verdict, only_missing=table.only_missing, fills=table.fills)

    @property
    def suggestion(self) -> Suggestion | None:
        """The offer that is shown on the table, or None."""
        offers = self.offers
        return offers.fixes.chosen if offers.fixes else offers.filling.suggestion if offers.filling else None

    @property
    def highlights(self) -> dict[str, str]:
        """The effects of the shown offer on elements of the table, by element id."""
        return self.suggestion.highlights if self.suggestion else {}

    @property
    def ghosts(self) -> list[GhostCard]:
        """The cards that the shown offer adds to the table as lines of their own."""
        return [ghost for ghost in self.suggestion.ghosts if ghost.on is None] if self.suggestion else []
