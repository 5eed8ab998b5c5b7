"""The page of a shared list: its cards, its cost and its verdict, with its own release."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legions.accounts import profile_names
from legions.collection.availability import states_owned
from legions.collection.owned_cards import OwnedCards, owned_cards
from legions.my_lists.list_lines import SavedListLine, shared_list_lines
from legions.my_lists.newer_verdict import NewerVerdict, newer_verdict
from legions.my_lists.origins import Origin, origin_of
from legions.own_numbers.applied_numbers import shown_with_numbers
from legions.saved_lists.gallery_cards import MAX_COMPARED_LISTS, AlikeList, lists_like
from legions.saved_lists.models import Legion
from legions.site.plots import Plot
from legions.table.judged_list import JudgedList
from legions.table.setting_options import ExtraRow
from legions.table.table_hooks import table_hooks


@dataclass(frozen=True)
class SharedList(JudgedList):
    """A list as visitors see it. `own` is true for its owner, `copied` is the visitor's newest copy of it."""

    legion: Legion
    own: bool
    copied: Legion | None = None

    @cached_property
    def document(self) -> dict[str, Any]:  # type: ignore[override]  # computed here, a field in the base class
        """The list's document as visitors see it, with the holder's own numbers that it is judged with."""
        return shown_with_numbers(self.legion)

    @property
    def name(self) -> str:
        """The name of the list."""
        return self.legion.name

    @property
    def by(self) -> str:
        """The name of the owner; empty for a guest."""
        return profile_names.display_name(self.legion.owner) if self.legion.owner else ""

    @property
    def by_role(self) -> str | None:
        """The role shown next to the owner's name, or None."""
        return profile_names.role_badge(self.legion.owner)

    @property
    def by_address(self) -> str:
        """The path of the owner's profile; empty if there is none."""
        return profile_names.profile_url(self.legion.owner)

    @property
    def has_margin(self) -> bool:
        """True if the page shows anything next to the cards: notes, numbers, or other parts of the list."""
        return bool(self.document.get("notes") or self.numbers.rows or self.extras)

    @property
    def plots(self) -> list[Plot]:
        """The charts of the list; empty if the game has none."""
        return table_hooks(self.legion.game).plots(self.picks, self.verdict)

    @cached_property
    def owned_cards(self) -> OwnedCards | None:
        """The cards that the player owns, if they are shown."""
        return (
            owned_cards(self.document, self.document, self.stock, {}, has_collection=False)
            if states_owned(self.document)
            else None
        )

    @cached_property
    def extras(self) -> list[ExtraRow]:
        """The parts of the list other than its picks, as texts; a missing part is included if a finding links to it."""
        anchors = {place.anchor for finding in self.verdict.finding_list.findings for place in finding.places}
        rows = table_hooks(self.legion.game).extras(self.document, self.stock)
        return [(field, label, words) for field, label, words in rows if words or field in anchors]

    @cached_property
    def newer(self) -> NewerVerdict | None:
        """The verdict of the newest release, or None if the list is on it already."""
        return newer_verdict(self.document)

    @property
    def summary(self) -> str:
        """A sentence about the list, for previews of the link."""
        if not self.picks:
            return f"{self.word}."
        names = ", ".join(
            f"{pick.count} × {pick.card.title}" if pick.count > 1 else pick.card.title for pick in self.picks
        )
        return f"{self.word}, {self.verdict.sums}: {names}."

    @cached_property
    def alike(self) -> list[tuple[SavedListLine, AlikeList]]:
        """The public lists that are like this one, as lines with the numbers of their cards."""
        found = lists_like(self.document, self.stock, self.legion) if self.picks else []
        return list(zip(shared_list_lines(one.legion for one in found), found, strict=True))

    compared = MAX_COMPARED_LISTS
    """The maximum number of public lists that it is compared with."""

    @property
    def token(self) -> str:
        """The token of the list in a comparison."""
        return f"/s/{self.legion.share_key}/"

    @property
    def origin(self) -> Origin | None:
        """The list it was copied from, as far as visitors may see it."""
        return origin_of(self.legion, own=self.own)
