"""What was imported, as the page tells it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from legions.importing import Row, Taken
from legions.models import name_of

from .linked import Unkept

WORDS = {
    "mapped": ("check", _("Understood")),
    "guessed": ("seal-undetermined", _("Guessed")),
    "unknown": ("warning", _("Not known")),
    "dropped": ("close", _("Left out")),
}
"""The mark and the word of each outcome."""


class Told(NamedTuple):
    """One part of what was sent, and what became of it."""

    row: Row
    mark: str
    word: str
    title: str


@dataclass(frozen=True)
class Imported(Unkept):
    """A legion as it was understood, with what became of each part of what was sent."""

    taken: Taken

    @property
    def name(self) -> str:
        """What the legion is called."""
        return name_of(self.document)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many parts had each outcome, without those that none had."""
        return [(word, number) for key, (_, word) in WORDS.items() if (number := self.taken.counted(key))]

    @property
    def told(self) -> Iterator[Told]:
        """What became of each part; a card by what it is called."""
        for row in self.taken.rows:
            mark, word = WORDS[row.outcome]
            known: Any = self.stock.card(row.card) if row.card else None
            yield Told(row, mark, word, known.title if known is not None and known.known else "")
