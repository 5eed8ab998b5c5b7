"""The page of a shared legion: its cards, its price and its verdict, by the release it was built on."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legions import services
from legions.cards.stock import CardView, Stock, stock
from legions.models import Legion

from .bench import Newer, newer_of, view_of
from .listing import format_name
from .table import LaidOut, Selection, lay_out
from .verdicts import VerdictView


@dataclass(frozen=True)
class Shared:
    """A legion as others see it. `own` says whether its owner is looking."""

    legion: Legion
    own: bool

    @property
    def document(self) -> dict[str, Any]:
        """The legion's document."""
        return self.legion.document

    @property
    def name(self) -> str:
        """What the legion is called."""
        return self.legion.name

    @property
    def by(self) -> str:
        """Who built it, empty for a guest."""
        return services.display_name(self.legion.owner) if self.legion.owner else ""

    @cached_property
    def stock(self) -> Stock:
        """The catalog as the legion is judged by it."""
        return stock(self.legion.game, self.document.get("release"))

    @cached_property
    def verdict(self) -> VerdictView:
        """What the rules say of it."""
        return view_of(self.document, self.stock)

    @cached_property
    def picks(self) -> list[LaidOut]:
        """Its creatures with what they carry."""
        return lay_out(self.document, self.verdict, Selection())

    @property
    def faces(self) -> list[tuple[CardView, Mapping[str, Any] | None]]:
        """Every card of the legion that the catalog has with its set, each once."""
        rows = [card for pick in self.picks for card in (pick.card, *(row.card for row in pick.rows if row.card))]
        cards = {card.slug: card for card in rows if card.known}.values()
        return [(card, self.stock.sets.get(card.document.get("set") or "")) for card in cards]

    @cached_property
    def newer(self) -> Newer | None:
        """What the newest release says, where that is another one."""
        return newer_of(self.document)

    @property
    def format(self) -> str:
        """The format's name."""
        return format_name(self.stock, self.verdict.verdict["format"])

    @property
    def summary(self) -> str:
        """The legion in one sentence, for a preview of the link."""
        names = ", ".join(
            f"{pick.count} × {pick.card.title}" if pick.count > 1 else pick.card.title for pick in self.picks
        )
        words = self.verdict.sums
        return f"{self.verdict.word}, {words}: {names or 'an empty table'}."
