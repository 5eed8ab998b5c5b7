"""A legion that nobody keeps yet, out of a link or imported, as pages show it before anything is kept."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legions.saved_lists.models import Legion
from legions.sharing.exports import list_text
from legions.sharing.shared_list import SharedList
from legions.table.judged_list import JudgedList


@dataclass(frozen=True)
class UnsavedList(JudgedList):
    """A legion or a team that nobody keeps."""

    document: dict[str, Any]

    @property
    def team(self) -> bool:
        """Whether it is a team's, whose players keep a legion each."""
        return "team" in self.document

    @property
    def empty(self) -> bool:
        """Whether no card is in it; what is in a team its players have."""
        return not self.team and super().empty

    @cached_property
    def shared(self) -> SharedList:
        """A single legion as others see it; nobody keeps it, so that it is nobody's."""
        return SharedList(Legion(game=self.document["game"], document=self.document), own=False)

    @cached_property
    def players(self) -> list[str]:
        """The lists of a team's players as texts, none for a single legion."""
        return [list_text({"game": self.document["game"], **part}) for part in self.document.get("team", ())]


@dataclass(frozen=True)
class ShareLinkList(UnsavedList):
    """The legion that a code holds."""

    code: str
    other_codes: list[str]
