"""The page that asks which boxes somebody owns: the publisher's sets by year and name, then the open sets."""

from dataclasses import dataclass
from functools import cached_property

from legions.collection.counts import Counts
from legions.collection.game_collection import CollectionSetRow, GameCollection
from legions.own_numbers.models import OwnNumbers
from legions.set_sheets.sheet_page import SetSheet


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A set with how many boxes or packs of it there are. `year` is empty where nobody knows it.

    `missing` are the numbers of a set that somebody owns that neither the catalog nor they say.
    """

    row: CollectionSetRow
    year: str
    missing: int = 0

    @property
    def slug(self) -> str:
        """The slug of the set."""
        return self.row.slug

    @property
    def number(self) -> int:
        """How many boxes there are."""
        return self.row.packs


@dataclass
class BoxesPage:
    """The boxes of a game. `message` is what the last change did, `error` why it was not made.

    `numbers` are what somebody says of the cards.
    """

    collection: GameCollection
    numbers: OwnNumbers | None = None
    message: str = ""
    error: str = ""

    @cached_property
    def rows(self) -> list[BoxRow]:
        """Every set that can be owned, in the order of the collection."""
        sets = self.collection.stock.sets
        return [BoxRow(row, (sets[row.slug]["released"] or "")[:4], self._missing(row)) for row in self.collection.sets]

    def _missing(self, row: CollectionSetRow) -> int:
        return SetSheet(self.collection.stock, row.slug, self.numbers).missing if row.packs else 0

    @property
    def official(self) -> list[BoxRow]:
        """The sets of the publisher."""
        return [one for one in self.rows if one.row.official]

    @property
    def open_sets(self) -> list[BoxRow]:
        """The sets that somebody else made."""
        return [one for one in self.rows if not one.row.official]

    @property
    def owned(self) -> list[BoxRow]:
        """The sets of which there is a box."""
        return [one for one in self.rows if one.number]

    @property
    def boxes(self) -> int:
        """How many boxes there are in all."""
        return sum(one.number for one in self.rows)

    @property
    def uncounted(self) -> list[BoxRow]:
        """Those of them of which nobody has counted what is inside."""
        return [one for one in self.owned if not one.row.counted]

    @property
    def seen(self) -> Counts:
        """The numbers that stand on the page."""
        return Counts(packs={one.slug: one.number for one in self.rows})
