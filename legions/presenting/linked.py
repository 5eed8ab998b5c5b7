"""A legion that nobody keeps yet, out of a link or imported, as pages show it before anything is kept."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legions.cards.stock import Stock, stock_for
from legions.models import Legion

from .bench import view_of
from .copies import text_of
from .shared import Shared
from .verdicts import VerdictView


def code_in(text: str) -> str:
    """Return the code in what somebody pasted: all of it, or what follows the last `#` of an address."""
    return text.strip().rpartition("#")[2].strip()


@dataclass(frozen=True)
class Unkept:
    """A legion or a team that nobody keeps."""

    document: dict[str, Any]

    @property
    def team(self) -> bool:
        """Whether it is a team's, whose players keep a legion each."""
        return "team" in self.document

    @cached_property
    def stock(self) -> Stock:
        """The catalog as the legion is judged by it."""
        return stock_for(self.document)

    @cached_property
    def verdict(self) -> VerdictView:
        """What the rules say of it. Raises Malformed for one that cannot be judged."""
        return view_of(self.document, self.stock, own_word=False)

    @cached_property
    def shared(self) -> Shared:
        """A single legion as others see it; nobody keeps it, so that it is nobody's."""
        return Shared(Legion(game=self.document["game"], document=self.document), own=False)

    @cached_property
    def players(self) -> list[str]:
        """The lists of a team's players as texts, none for a single legion."""
        return [text_of({"game": self.document["game"], **part}) for part in self.document.get("team", ())]


@dataclass(frozen=True)
class InLink(Unkept):
    """The legion that a code holds."""

    code: str
