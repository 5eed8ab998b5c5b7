"""The states that a legion was in: a page of them judged, and one of them as it was."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator

from legions.accounts.people import Holder
from legions.cards.stock import Stock, stock_for
from legions.games import room_of
from legions.models import Legion, LegionRevision, name_of

from .bench import view_of
from .beside import Said
from .listing import LegionLine, Line, format_name, judged
from .table import LaidOut, Selection, lay_out
from .verdicts import VerdictView

SHOWN = 20
MOST_VARIANTS = 30


@dataclass(frozen=True)
class StateLine(Line):
    """A state in the history, judged by the release that it names."""

    state: LegionRevision

    @property
    def name(self) -> str:
        """What it was called."""
        return name_of(self.document)


@dataclass(frozen=True)
class VariantLine(LegionLine):
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
        """The page asked for."""
        return Paginator(self.legion.revisions.order_by("-number"), SHOWN).get_page(self.number)

    @cached_property
    def lines(self) -> list[StateLine]:
        """The states on it, each as it stood."""
        states = list(self.page)
        parts = judged([state.document for state in states])
        return [StateLine(*part, state=state) for part, state in zip(parts, states, strict=True)]

    @cached_property
    def family(self) -> list[VariantLine]:
        """The legion and its variants, as far as they are the same holder's; of very many the first."""
        found = list(Legion.objects.held_by(self.holder).family(self.legion).select_related("origin")[:MOST_VARIANTS])
        return [
            VariantLine(*part, legion=legion, of=legion.origin.name if legion.is_variant and legion.origin else "")
            for part, legion in zip(judged([legion.document for legion in found]), found, strict=True)
        ]


@dataclass(frozen=True)
class Earlier:
    """One state of a legion, to be looked at. `picks` and `brought` are what a shared legion's page shows too."""

    legion: Legion
    state: LegionRevision

    @property
    def document(self) -> dict[str, Any]:
        """The document as it was."""
        return self.state.document

    @property
    def name(self) -> str:
        """What it was called."""
        return name_of(self.document)

    @property
    def newest(self) -> bool:
        """Whether it is the state that the legion is in."""
        return self.state.number == self.legion.version

    @property
    def differs(self) -> bool:
        """Whether going back to it would change anything."""
        return self.document != self.legion.document

    @cached_property
    def stock(self) -> Stock:
        """The catalog as it is judged by it."""
        return stock_for(self.document)

    @cached_property
    def verdict(self) -> VerdictView:
        """What the rules say of it."""
        return view_of(self.document, self.stock)

    @cached_property
    def picks(self) -> list[LaidOut]:
        """Its creatures with what they carry."""
        return lay_out(self.document, self.verdict, Selection())

    @cached_property
    def brought(self) -> list[Said]:
        """What it has beside its picks, in words."""
        brings = room_of(self.legion.game).brings
        return [one for one in brings(self.document, self.stock) if one[2]] if brings else []

    @property
    def format(self) -> str:
        """The format's name."""
        return format_name(self.stock, self.verdict.verdict["format"])
