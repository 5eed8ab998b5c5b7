"""The page of an imported list before it is saved."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from legions.cards.import_outcomes import OUTCOME_LABELS
from legions.importing import ParsedImport, ReportRow
from legions.saved_lists.models import display_name_of_document
from legions.sharing.unsaved_list import UnsavedList

NO_CARD_LABEL = ("check", _("No card"))
"""Mark and word for a line that was understood and names no card."""


class ImportedPart(NamedTuple):
    """One part of the input with its outcome."""

    row: ReportRow
    mark: str
    word: str
    title: str


@dataclass(frozen=True)
class ImportPage(UnsavedList):
    """An imported legion with the outcome of each part of the input."""

    taken: ParsedImport

    @property
    def name(self) -> str:
        """The name of the legion."""
        return display_name_of_document(self.document)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """The number of parts by outcome, without zeros."""
        return [(str(word), number) for key, (_, word) in OUTCOME_LABELS.items() if (number := self.taken.counted(key))]

    @property
    def parts(self) -> Iterator[ImportedPart]:
        """Yield each part of the input with its outcome, and with the title of its card."""
        for row in self.taken.rows:
            is_card = row.card or row.outcome != "mapped"
            mark, word = OUTCOME_LABELS[row.outcome] if is_card else NO_CARD_LABEL
            known: Any = self.stock.card(row.card) if row.card else None
            yield ImportedPart(row, mark, str(word), known.title if known is not None and known.known else "")
