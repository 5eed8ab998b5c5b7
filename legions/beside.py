"""Changes to what a list has beside its picks, in games that have such things: a faction, a map, terrain tiles."""

from dataclasses import dataclass

from catalog.faults import Fault, Malformed, point
from legions.changes import Document, Titles


@dataclass(frozen=True, slots=True)
class SetField:
    """Choose a faction or a map; none takes the choice back."""

    field: str
    value: str | None

    def apply(self, document: Document) -> Document:
        """See Change."""
        changed = {**document, self.field: self.value}
        return {key: value for key, value in changed.items() if value is not None}

    def words(self, document: Document, title: Titles) -> str:
        """See Change."""
        if self.value is None:
            return f"No {self.field} chosen."
        said = title(self.value) if self.field == "map" else self.value.replace("-", " ")
        return f"{self.field.capitalize()}: {said}."

    def lands(self, document: Document) -> str | None:
        """See Change."""
        return None


@dataclass(frozen=True, slots=True)
class AddTile:
    """Bring one more terrain tile."""

    tile: str

    def apply(self, document: Document) -> Document:
        """See Change."""
        return {**document, "tiles": [*document.get("tiles", ()), self.tile]}

    def words(self, document: Document, title: Titles) -> str:
        """See Change."""
        return f"{title(self.tile)} brought."

    def lands(self, document: Document) -> str | None:
        """See Change."""
        return None


@dataclass(frozen=True, slots=True)
class RemoveTile:
    """Leave a terrain tile at home."""

    index: int

    def apply(self, document: Document) -> Document:
        """See Change."""
        self._tile(document)
        left = [tile for place, tile in enumerate(document["tiles"]) if place != self.index]
        changed = {**document, "tiles": left}
        return changed if left else {key: value for key, value in changed.items() if key != "tiles"}

    def words(self, document: Document, title: Titles) -> str:
        """See Change."""
        return f"{title(self._tile(document))} left at home."

    def lands(self, document: Document) -> str | None:
        """See Change."""
        return None

    def _tile(self, document: Document) -> str:
        tiles: list[str] = document.get("tiles", [])
        if not 0 <= self.index < len(tiles):
            message = "That tile is not with the warband any more."
            raise Malformed("invalid-form", [Fault(point("tiles", self.index), "no-such-place", message)])
        return tiles[self.index]
