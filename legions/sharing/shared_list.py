"""The page of a shared legion: its cards, its price and its verdict, by the release it was built on."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legions.accounts import profile_names
from legions.cards.stock import CardView, stock
from legions.collection.availability import states_owned
from legions.collection.owned_cards import OwnedCards, owned_cards
from legions.my_lists.newer_verdict import NewerVerdict, newer_verdict
from legions.my_lists.origins import Origin, origin_of
from legions.own_numbers.applied_numbers import shown_with_numbers
from legions.saved_lists.models import Legion
from legions.site.plots import Plot
from legions.table.judged_list import JudgedList
from legions.table.setting_options import ExtraRow
from legions.table.table_hooks import table_hooks


@dataclass(frozen=True)
class SharedList(JudgedList):
    """A legion as others see it. `own` says whether its owner is looking, `copied` is their newest copy of it."""

    legion: Legion
    own: bool
    copied: Legion | None = None

    @cached_property
    def document(self) -> dict[str, Any]:  # type: ignore[override]  # worked out, where others are given it
        """The legion's document as others see it, with the numbers of its holder that it is judged with."""
        return shown_with_numbers(self.legion)

    @property
    def name(self) -> str:
        """What the legion is called."""
        return self.legion.name

    @property
    def by(self) -> str:
        """Who built it, empty for a guest."""
        return profile_names.display_name(self.legion.owner) if self.legion.owner else ""

    @property
    def by_role(self) -> str | None:
        """The role that stands beside the name of who built it, None for none."""
        return profile_names.role_badge(self.legion.owner)

    @property
    def by_address(self) -> str:
        """The page about who built it, empty where there is none."""
        return profile_names.profile_url(self.legion.owner)

    @property
    def faces(self) -> list[tuple[CardView, Mapping[str, Any] | None]]:
        """Every card of the legion that the catalog has with its set, each once; own numbers are on none of them."""
        rows = [card for pick in self.picks for card in (pick.card, *(row.card for row in pick.rows if row.card))]
        catalog = stock(self.legion.game, self.document.get("release")) if self.document.get("facts") else self.stock
        cards = {card.slug: catalog.card(card.slug) for card in rows if card.known}.values()
        return [(card, self.stock.sets.get(card.document.get("set") or "")) for card in cards]

    @property
    def plots(self) -> list[Plot]:
        """The plots of it to look at, none in a game without."""
        return table_hooks(self.legion.game).plots(self.picks, self.verdict)

    @cached_property
    def owned_cards(self) -> OwnedCards | None:
        """What its player has, where that is shown."""
        return (
            owned_cards(self.document, self.document, self.stock, {}, has_collection=False)
            if states_owned(self.document)
            else None
        )

    @cached_property
    def extras(self) -> list[ExtraRow]:
        """What it has beside its picks, in words; what it lacks with no words where a finding leads there."""
        anchors = {place.anchor for finding in self.verdict.finding_list.findings for place in finding.places}
        rows = table_hooks(self.legion.game).extras(self.document, self.stock)
        return [(field, label, words) for field, label, words in rows if words or field in anchors]

    @cached_property
    def newer(self) -> NewerVerdict | None:
        """What the newest release says, where that is another one."""
        return newer_verdict(self.document)

    @property
    def summary(self) -> str:
        """The legion in one sentence, for a preview of the link."""
        if not self.picks:
            return f"{self.word}."
        names = ", ".join(
            f"{pick.count} × {pick.card.title}" if pick.count > 1 else pick.card.title for pick in self.picks
        )
        return f"{self.word}, {self.verdict.sums}: {names}."

    @property
    def token(self) -> str:
        """What the comparison asks for."""
        return f"/s/{self.legion.share_key}/"

    @property
    def origin(self) -> Origin | None:
        """What it was copied from, as far as others may know."""
        return origin_of(self.legion, own=self.own)
