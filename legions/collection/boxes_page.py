"""The page for the number of owned boxes: official sets by year and name, then open sets."""

from dataclasses import dataclass
from functools import cached_property

from legions.collection.counts import Counts
from legions.collection.game_collection import CollectionSetRow, GameCollection
from legions.own_numbers.models import OwnNumbers
from legions.set_sheets.sheet_page import FirstNumbers, SetSheet


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A set with the number of owned boxes or packs. `year` is empty if it is unknown.

    `missing` is the number of facts of an owned set that neither the catalog nor the user has, and `first` those of
    them that make its first cards playable.
    """

    row: CollectionSetRow
    year: str
    missing: int = 0
    first: FirstNumbers | None = None

    @property
    def slug(self) -> str:
        return self.row.slug

    @property
    def number(self) -> int:
        """The number of boxes."""
        return self.row.packs


@dataclass
class BoxesPage:
    """The boxes of a game. `message` describes the last change, `error` is the reason for its refusal.

    `numbers` are the user's own numbers.
    """

    collection: GameCollection
    numbers: OwnNumbers | None = None
    message: str = ""
    error: str = ""

    @cached_property
    def rows(self) -> list[BoxRow]:
        """The sets that can be owned, in the order of the collection."""
        sets = self.collection.stock.sets
        return [self._row(row, (sets[row.slug]["released"] or "")[:4]) for row in self.collection.sets]

    def _row(self, row: CollectionSetRow, year: str) -> BoxRow:
        if not row.packs:
            return BoxRow(row, year)
        sheet = SetSheet(self.collection.stock, row.slug, numbers=self.numbers)
        return BoxRow(row, year, sheet.missing, sheet.first_numbers)

    @property
    def official(self) -> list[BoxRow]:
        return [one for one in self.rows if one.row.official]

    @property
    def open_sets(self) -> list[BoxRow]:
        return [one for one in self.rows if not one.row.official]

    @property
    def owned(self) -> list[BoxRow]:
        """The sets with at least one owned box."""
        return [one for one in self.rows if one.number]

    @property
    def boxes(self) -> int:
        """The total number of boxes."""
        return sum(one.number for one in self.rows)

    @property
    def uncounted(self) -> list[BoxRow]:
        """The owned sets with unknown contents."""
        return [one for one in self.owned if not one.row.counted]

    @property
    def seen(self) -> Counts:
        """The numbers shown on the page."""
        return Counts(packs={one.slug: one.number for one in self.rows})
