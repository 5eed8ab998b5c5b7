"""The states that a legion was in: a page of them judged, and one of them as it was."""

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
    """A state in the history, judged by the release that it names. `undone` is what an undo undid."""

    state: LegionRevision
    undone: str = ""

    @property
    def what(self) -> str:
        """What led to it; of a state that an undo made, what was undone."""
        return _("Undone: {what}").format(what=retold(self.undone)) if self.undone else retold(self.state.what)

    @property
    def name(self) -> str:
        """What it was called."""
        return display_name_of_document(self.document)


@dataclass(frozen=True)
class VariantLine(SavedListLine):
    """A variant in its family. `of` is what the one is called that it was started from, empty for the first."""

    of: str


@dataclass(frozen=True)
class History:
    """A page of the states of a legion of `holder`, the newest first. Only that page is read and judged."""

    legion: Legion
    holder: Holder
    number: Any = 1

    @cached_property
    def page(self) -> Page:
        """The page requested."""
        return Paginator(self.legion.revisions.order_by("-number"), PAGE_SIZE).get_page(self.number)

    @cached_property
    def facts(self) -> Facts:
        """What its holder says of the game's cards now."""
        return facts_for(self.legion)

    @cached_property
    def lines(self) -> list[StateLine]:
        """The states on it, each as it stood."""
        states = list(self.page)
        parts = judge_each([with_numbers(state.document, self.facts) for state in states])
        undone = self._undone(states)
        return [
            StateLine(*part, state=state, undone=undone.get(state.number, ""))
            for part, state in zip(parts, states, strict=True)
        ]

    def _undone(self, states: list[LegionRevision]) -> dict[int, str]:
        """Return what was undone where an undo made a state: such a one leads forward to the one before."""
        made = [state.number for state in states if state.redo_to == state.number - 1]
        before = self.legion.revisions.filter(number__in=[number - 1 for number in made])
        return {number + 1: what for number, what in before.values_list("number", "what")} if made else {}

    @cached_property
    def family(self) -> list[VariantLine]:
        """The legion and its variants, as far as they are the same holder's; of very many the first."""
        found = list(Legion.objects.held_by(self.holder).family(self.legion).select_related("origin")[:MAX_VARIANTS])
        parts = judge_each([with_numbers(legion.document, self.facts) for legion in found])
        return [
            VariantLine(*part, legion=legion, of=legion.origin.name if legion.is_variant and legion.origin else "")
            for part, legion in zip(parts, found, strict=True)
        ]


@dataclass(frozen=True)
class PastState(JudgedList):
    """One state of a legion, to be looked at. `picks` and `extras` are what a shared legion's page shows too."""

    legion: Legion
    state: LegionRevision
    own_word = True

    @cached_property
    def document(self) -> dict[str, Any]:  # type: ignore[override]  # worked out, where others are given it
        """The document as it was, with what its holder says of its cards now."""
        return with_numbers(self.state.document, facts_for(self.legion))

    @property
    def name(self) -> str:
        """What it was called."""
        return display_name_of_document(self.document)

    @property
    def newest(self) -> bool:
        """Whether it is the state that the legion is in."""
        return self.state.number == self.legion.version

    @property
    def differs(self) -> bool:
        """Whether going back to it would change anything."""
        return self.state.document != self.legion.document

    @cached_property
    def extras(self) -> list[ExtraRow]:
        """What it has beside its picks, in words."""
        rows = table_hooks(self.legion.game).extras(self.document, self.stock)
        return [(field, label, words) for field, label, words in rows if words]
