"""The history of a list: a page of judged states, and a single state."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from legions.accounts.holders import Holder
from legions.changes.change_sentences import retold
from legions.my_lists.list_lines import ListLine, SavedListLine, judge_each
from legions.own_numbers.applied_numbers import facts_for, with_numbers
from legions.own_numbers.services import Facts
from legions.saved_lists.models import Legion, LegionRevision, display_name_of_document
from legions.table.judged_list import JudgedList
from legions.table.setting_options import ExtraRow
from legions.table.table_hooks import table_hooks

PAGE_SIZE = 20
MAX_VARIANTS = 30


@dataclass(frozen=True)
class StateLine(ListLine):
    """A state in the history, judged with its release. `undone` is the change that an undo has reversed."""

    state: LegionRevision
    undone: str = ""

    @property
    def what(self) -> str:
        """The change that led to the state; for an undo, the change that it reversed."""
        return _("Undone: {what}").format(what=retold(self.undone)) if self.undone else retold(self.state.what)

    @property
    def name(self) -> str:
        """The display name in that state."""
        return display_name_of_document(self.document)


@dataclass(frozen=True)
class VariantLine(SavedListLine):
    """A variant in its family. `of` is the name of the list that it was started from; empty for the first."""

    of: str


@dataclass(frozen=True)
class History:
    """A page of the states of a list of `holder`, the newest first. Only that page is read and judged."""

    legion: Legion
    holder: Holder
    number: Any = 1

    @cached_property
    def page(self) -> Page:
        return Paginator(self.legion.revisions.order_by("-number"), PAGE_SIZE).get_page(self.number)

    @cached_property
    def facts(self) -> Facts:
        """The holder's present own numbers of the game."""
        return facts_for(self.legion)

    @cached_property
    def lines(self) -> list[StateLine]:
        """The states on the page."""
        states = list(self.page)
        parts = judge_each([with_numbers(state.document, self.facts) for state in states])
        undone = self._undone(states)
        return [
            StateLine(*part, state=state, undone=undone.get(state.number, ""))
            for part, state in zip(parts, states, strict=True)
        ]

    def _undone(self, states: list[LegionRevision]) -> dict[int, str]:
        """Return the reversed change of each state made by an undo, by the number of the state."""
        made = [state.number for state in states if state.redo_to == state.number - 1]
        before = self.legion.revisions.filter(number__in=[number - 1 for number in made])
        return {number + 1: what for number, what in before.values_list("number", "what")} if made else {}

    @cached_property
    def family(self) -> list[VariantLine]:
        """The list and its variants of the same holder, up to the maximum."""
        found = list(Legion.objects.held_by(self.holder).family(self.legion).select_related("origin")[:MAX_VARIANTS])
        parts = judge_each([with_numbers(legion.document, self.facts) for legion in found])
        return [
            VariantLine(*part, legion=legion, of=legion.origin.name if legion.is_variant and legion.origin else "")
            for part, legion in zip(parts, found, strict=True)
        ]


@dataclass(frozen=True)
class PastState(JudgedList):
    """A state of a list on its page. `picks` and `extras` have the same form as in a shared list."""

    legion: Legion
    state: LegionRevision
    own_word = True

    @cached_property
    def document(self) -> dict[str, Any]:  # type: ignore[override]  # computed here, a field in the base class
        """The document of that state, with the holder's present own numbers."""
        return with_numbers(self.state.document, facts_for(self.legion))

    @property
    def name(self) -> str:
        """The display name in that state."""
        return display_name_of_document(self.document)

    @property
    def newest(self) -> bool:
        """True if it is the present state of the list."""
        return self.state.number == self.legion.version

    @property
    def differs(self) -> bool:
        """True if restoring it would change anything."""
        return self.state.document != self.legion.document

    @cached_property
    def extras(self) -> list[ExtraRow]:
        """The parts of the list other than its picks, as texts."""
        rows = table_hooks(self.legion.game).extras(self.document, self.stock)
        return [(field, label, words) for field, label, words in rows if words]
