"""An unsaved list from a link or an import, as pages show it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legions.saved_lists.models import Legion
from legions.sharing.exports import list_text
from legions.sharing.shared_list import SharedList
from legions.table.judged_list import JudgedList


@dataclass(frozen=True)
class UnsavedList(JudgedList):
    """An unsaved list, or a team of lists."""

    document: dict[str, Any]

    @property
    def team(self) -> bool:
        """True if it is a team, with a list for each player."""
        return "team" in self.document

    @property
    def empty(self) -> bool:
        """True if it has no cards; a team is never empty."""
        return not self.team and super().empty

    @cached_property
    def shared(self) -> SharedList:
        """The single list as visitors see a shared one, without an owner."""
        return SharedList(Legion(game=self.document["game"], document=self.document), own=False)

    @cached_property
    def players(self) -> list[str]:
        """The lists of a team's players as texts; empty for a single list."""
        return [list_text({"game": self.document["game"], **part}) for part in self.document.get("team", ())]


@dataclass(frozen=True)
class ShareLinkList(UnsavedList):
    """The list contained in a code."""

    code: str
    other_codes: list[str]
