"""Changes of fields that only some games have: a single leader, a faction, a map, tiles, treasure, opened figures, and
the part of a pick in its list.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents.errors import json_pointer
from legions.cards.card_hooks import card_hooks
from legions.cards.stock import stock
from legions.changes.basic import AddCreature, Change, Document, Titles, pick_at, picks, with_fields, with_pick
from legions.site import wording
from legions.site.invalid_forms import invalid_form
from rulesapi.engine.values.names import slug_as_words

CLEARED_WORDS: dict[str, Callable[[], str]] = {
    "faction": lambda: _("No faction chosen."),
    "map": lambda: _("No map chosen."),
}
CHOSEN_WORDS: dict[str, Callable[[], str]] = {
    "faction": lambda: _("Faction: {value}."),
    "map": lambda: _("Map: {value}."),
}


def chest_marker_words(number: int) -> str:
    """Return a number of chest markers with its noun."""
    return ngettext("%(number)d chest marker", "%(number)d chest markers", number) % {"number": number}


def token_words(number: int) -> str:
    """Return a number of treasure tokens with its noun."""
    return ngettext("%(number)d token", "%(number)d tokens", number) % {"number": number}


@dataclass(frozen=True, slots=True)
class ReplaceSingle(Change):
    """A change that adds a card of a kind of which a list has only one. It replaces whichever of `rivals` is in the
    list.
    """

    card: str
    rivals: frozenset[str]

    def apply(self, document: Document) -> Document:
        places = self._places(document)
        pick: Document = {"card": self.card}
        if not places:
            return {**document, "picks": [*picks(document), pick]}
        remaining = [(place, one) for place, one in enumerate(picks(document)) if place not in places[1:]]
        return {**document, "picks": [pick if place == places[0] else one for place, one in remaining]}

    def words(self, document: Document, title: Titles) -> str:
        gone = self.replaced_slugs(document)
        if not gone:
            return _("{card} added.").format(card=title(self.card))
        message = _("{card} added in place of {others}: there is one only.")
        return message.format(card=title(self.card), others=wording.join_and(map(title, gone)))

    def replaced_slugs(self, document: Document) -> list[str]:
        """Return the slugs of the replaced cards, without its own."""
        cards = [picks(document)[place]["card"] for place in self._places(document)]
        return [card for card in dict.fromkeys(cards) if card != self.card]

    def _places(self, document: Document) -> list[int]:
        return [place for place, pick in enumerate(picks(document)) if pick["card"] in self.rivals]


@dataclass(frozen=True, slots=True)
class SetField(Change):
    """A change of the faction or map; None removes it."""

    field: str
    value: str | None

    def apply(self, document: Document) -> Document:
        return with_fields(document, **{self.field: self.value})

    def words(self, document: Document, title: Titles) -> str:
        if self.value is None:
            return CLEARED_WORDS[self.field]()
        value = title(self.value) if self.field == "map" else self.value.replace("-", " ")
        return CHOSEN_WORDS[self.field]().format(value=value)


@dataclass(frozen=True, slots=True)
class AddLeader(AddCreature):
    """A change that adds a leader, and chooses the faction of a list that has none."""

    def apply(self, document: Document) -> Document:
        return {**AddCreature.apply(self, document), **self._chosen(document)}

    def words(self, document: Document, title: Titles) -> str:
        chosen = [SetField(field, value).words(document, title) for field, value in self._chosen(document).items()]
        return " ".join([AddCreature.words(self, document, title), *chosen])

    def _chosen(self, document: Document) -> dict[str, str]:
        cards = stock(document["game"], document.get("release"))
        others = [cards.card(pick["card"]) for pick in picks(document)]
        chosen = card_hooks(document["game"]).chosen_by_leader(cards.card(self.card), others)
        return {field: value for field, value in chosen.items() if field not in document}


@dataclass(frozen=True, slots=True)
class AddTiles(Change):
    """A change that adds tiles."""

    tiles: tuple[str, ...]

    def apply(self, document: Document) -> Document:
        return {**document, "tiles": [*document.get("tiles", ()), *self.tiles]}

    def words(self, document: Document, title: Titles) -> str:
        if len(self.tiles) == 1:
            return _("{tile} brought.").format(tile=title(self.tiles[0]))
        return _("{number} tiles brought.").format(number=len(self.tiles))


@dataclass(frozen=True, slots=True)
class RemoveTile(Change):
    """A change that removes a tile."""

    index: int

    def apply(self, document: Document) -> Document:
        self._tile(document)
        left = [tile for place, tile in enumerate(document["tiles"]) if place != self.index]
        return with_fields(document, tiles=left or None)

    def words(self, document: Document, title: Titles) -> str:
        return _("{tile} left at home.").format(tile=title(self._tile(document)))

    def _tile(self, document: Document) -> str:
        tiles: list[str] = document.get("tiles", [])
        if not 0 <= self.index < len(tiles):
            message = _("That tile is not with the warband any more.")
            raise invalid_form(message, json_pointer("tiles", self.index), "no-such-place")
        return tiles[self.index]


@dataclass(frozen=True, slots=True)
class SetTreasure(Change):
    """A change of the treasure for the tiles: the number of chest markers of each value, and of tokens.

    `chests` are the numbers of markers with a 1, a 2, a 3. Without any treasure the field is removed.
    """

    chests: tuple[int, ...]
    tokens: int

    def apply(self, document: Document) -> Document:
        numbers = [number for number, markers in enumerate(self.chests, start=1) for _ in range(markers)]
        return with_fields(
            document, treasure={"chests": numbers, "tokens": self.tokens} if numbers or self.tokens else None
        )

    def words(self, document: Document, title: Titles) -> str:
        if not any(self.chests) and not self.tokens:
            return _("No treasure brought.")
        return _("Treasure: {markers}, {tokens}.").format(
            markers=chest_marker_words(sum(self.chests)), tokens=token_words(self.tokens)
        )


@dataclass(frozen=True, slots=True)
class SetOpened(Change):
    """A change of the number of opened copies of a figure. Zero removes the figure, and the last one the pool."""

    card: str
    copies: int

    def apply(self, document: Document) -> Document:
        pool = {slug: copies for slug, copies in document.get("pool", {}).items() if slug != self.card}
        if self.copies:
            pool[self.card] = self.copies
        return with_fields(document, pool=pool or None)

    def words(self, document: Document, title: Titles) -> str:
        if not self.copies:
            return _("{card}: none opened.").format(card=title(self.card))
        message = ngettext("{card}: {number} figure opened.", "{card}: {number} figures opened.", self.copies)
        return message.format(card=title(self.card), number=self.copies)


@dataclass(frozen=True, slots=True)
class AddOpened(Change):
    """A change that adds opened copies of a figure."""

    card: str
    copies: int

    def apply(self, document: Document) -> Document:
        return SetOpened(self.card, document.get("pool", {}).get(self.card, 0) + self.copies).apply(document)

    def words(self, document: Document, title: Titles) -> str:
        message = ngettext("{number} figure of {card} opened.", "{number} figures of {card} opened.", self.copies)
        return message.format(card=title(self.card), number=self.copies)


@dataclass(frozen=True, slots=True)
class OpenUncounted(Change):
    """A change that counts all uncounted figures on the table as opened."""

    def apply(self, document: Document) -> Document:
        standing: Counter[str] = Counter()
        for pick in picks(document):
            standing[pick["card"]] += pick.get("count", 1)
        opened = document.get("pool", {})
        pool = {slug: max(opened.get(slug, 0), standing[slug]) for slug in [*opened, *standing]}
        return with_fields(document, pool=pool or None)

    def words(self, document: Document, title: Titles) -> str:
        return _("Cards on the table counted as opened.")


@dataclass(frozen=True, slots=True)
class SetPart(Change):
    """A change of the part of a pick in the list: its master or summoner, its unit, or its attachment."""

    index: int
    minion_of: str | None = None
    summoned_by: str | None = None
    unit: str | None = None
    formed: bool = False
    attached_to: str | None = None

    def apply(self, document: Document) -> Document:
        return with_pick(
            document,
            self.index,
            minion_of=self.minion_of,
            summoned_by=self.summoned_by,
            unit=self.unit,
            formed=(self.formed and self.unit is not None) or None,
            attached_to=self.attached_to,
        )

    def words(self, document: Document, title: Titles) -> str:
        pick = pick_at(self.apply(document), self.index)
        return f"{title(pick['card'])}: {describe_part(pick, title) or _('one of the list')}."


def describe_part(pick: Document, title: Titles) -> str:
    """Return the part of a pick in its list as text, empty without one."""
    descriptions: dict[str, Callable[[str], str]] = {
        "minion_of": lambda slug: _("minion of {card}").format(card=title(slug)),
        "summoned_by": lambda slug: _("summoned by {card}").format(card=title(slug)),
        "unit": lambda slug: (_("in the formed unit {unit}") if pick.get("formed") else _("in the unit {unit}")).format(
            unit=slug_as_words(slug)
        ),
        "attached_to": lambda slug: _("attached to the unit {unit}").format(unit=slug_as_words(slug)),
    }
    return ", ".join(say(pick[field]) for field, say in descriptions.items() if field in pick)
