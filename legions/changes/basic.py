"""The basic changes of a legion's document in the builder, as small value objects.

A change never modifies the document it is applied to. It describes itself in words, for the history and for screen
readers, and names the place of the table to show next. Places are JSON Pointers into the document.
"""

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents.errors import Fault, InvalidInput, json_pointer
from legions.cards.stock import stock

Document = dict[str, Any]
Titles = Callable[[str], str]
"""A function that returns the title of a card by its slug."""


class Change(ABC):
    """A change of a legion."""

    __slots__ = ()

    @abstractmethod
    def apply(self, document: Document) -> Document:
        """Return the changed document. Raises InvalidInput if the place of the change does not exist."""

    @abstractmethod
    def words(self, document: Document, title: Titles) -> str:
        """Return a description of the change of `document`, as a short sentence in the past tense."""

    def focus_pointer(self, document: Document) -> str | None:
        """Return the pointer to select after changing `document`: `""` to select a new creature's place, None for no
        change.
        """
        return None


@dataclass(frozen=True, slots=True)
class AddCreature(Change):
    """A change that adds a creature, with the upgrades it carries from the start.

    In a game that `stacks` its cards, the count of an existing pick is increased, and the candidate list stays.
    """

    card: str
    upgrades: tuple[str, ...] = ()
    stacks: bool = False

    def apply(self, document: Document) -> Document:
        if self.stacks:
            for index, standing in enumerate(picks(document)):
                if standing["card"] == self.card:
                    return with_pick(document, index, count=standing.get("count", 1) + 1)
        pick: Document = {"card": self.card}
        if self.upgrades:
            pick["upgrades"] = list(self.upgrades)
        return {**document, "picks": [*picks(document), pick]}

    def words(self, document: Document, title: Titles) -> str:
        if not self.upgrades:
            return _("{card} added.").format(card=title(self.card))
        upgrades = ", ".join(title(card) for card in self.upgrades)
        return _("{card} with {upgrades} added.").format(card=title(self.card), upgrades=upgrades)

    def focus_pointer(self, document: Document) -> str | None:
        return None if self.stacks else json_pointer("picks", len(picks(document)))


@dataclass(frozen=True, slots=True)
class RemoveCreature(Change):
    """A change that removes a creature with its upgrades."""

    index: int

    def apply(self, document: Document) -> Document:
        pick_at(document, self.index)
        return {**document, "picks": [pick for index, pick in enumerate(picks(document)) if index != self.index]}

    def words(self, document: Document, title: Titles) -> str:
        return _("{card} removed.").format(card=title(pick_at(document, self.index)["card"]))

    def focus_pointer(self, document: Document) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class CopyCreature(Change):
    """A change that adds a copy of a creature, with its upgrades."""

    index: int

    def apply(self, document: Document) -> Document:
        twin = copy.deepcopy(pick_at(document, self.index))
        twin.pop("count", None)
        before = picks(document)
        return {**document, "picks": [*before[: self.index + 1], twin, *before[self.index + 1 :]]}

    def words(self, document: Document, title: Titles) -> str:
        return _("{card} copied.").format(card=title(pick_at(document, self.index)["card"]))

    def focus_pointer(self, document: Document) -> str:
        return json_pointer("picks", self.index + 1)


@dataclass(frozen=True, slots=True)
class SetCount(Change):
    """A change that sets the number of copies of a creature without upgrades."""

    index: int
    count: int

    def apply(self, document: Document) -> Document:
        return with_pick(document, self.index, count=None if self.count == 1 else self.count)

    def words(self, document: Document, title: Titles) -> str:
        card = title(pick_at(document, self.index)["card"])
        return _("{card}: {count} of them.").format(card=card, count=self.count)


@dataclass(frozen=True, slots=True)
class SetSoldiers(Change):
    """A change that sets the number of soldiers of a troop."""

    index: int
    soldiers: int

    def apply(self, document: Document) -> Document:
        return with_pick(document, self.index, soldiers=None if self.soldiers == 1 else self.soldiers)

    def words(self, document: Document, title: Titles) -> str:
        message = ngettext("{card}: {soldiers} soldier.", "{card}: {soldiers} soldiers.", self.soldiers)
        return message.format(card=title(pick_at(document, self.index)["card"]), soldiers=self.soldiers)


@dataclass(frozen=True, slots=True)
class AddUpgrade(Change):
    """A change that adds an upgrade to a creature. If the pick has several copies, one is split off first."""

    index: int
    card: str

    def apply(self, document: Document) -> Document:
        apart = split_pick(document, self.index)
        upgrades = [*pick_at(apart, self.index).get("upgrades", []), self.card]
        return with_pick(apart, self.index, upgrades=upgrades)

    def words(self, document: Document, title: Titles) -> str:
        creature = title(pick_at(document, self.index)["card"])
        return _("{card} added to {creature}.").format(card=title(self.card), creature=creature)

    def focus_pointer(self, document: Document) -> str:
        return json_pointer("picks", self.index)


@dataclass(frozen=True, slots=True)
class RemoveUpgrade(Change):
    """A change that removes an upgrade from a creature."""

    index: int
    upgrade: int

    def apply(self, document: Document) -> Document:
        self._card(document)
        carried = pick_at(document, self.index)["upgrades"]
        left = [card for place, card in enumerate(carried) if place != self.upgrade]
        return with_pick(document, self.index, upgrades=left or None)

    def words(self, document: Document, title: Titles) -> str:
        creature = title(pick_at(document, self.index)["card"])
        return _("{card} taken from {creature}.").format(card=title(self._card(document)), creature=creature)

    def focus_pointer(self, document: Document) -> str:
        return json_pointer("picks", self.index)

    def _card(self, document: Document) -> str:
        carried = pick_at(document, self.index).get("upgrades", [])
        if not 0 <= self.upgrade < len(carried):
            raise _no_place(json_pointer("picks", self.index, "upgrades", self.upgrade))
        return carried[self.upgrade]


@dataclass(frozen=True, slots=True)
class SetLimits(Change):
    """A change of the format and the points limit. None, or a limit that the format does not allow, means the format's
    own.
    """

    format: str | None
    points: int | None

    def apply(self, document: Document) -> Document:
        return with_fields(document, format=self.format, points=self._limit(document))

    def words(self, document: Document, title: Titles) -> str:
        changed, points = [], self._limit(document)
        if self.format != document.get("format"):
            changed.append(_("Format changed."))
        if points != document.get("points"):
            changed.append(
                _("Limit set to {points} points.").format(points=points) if points else _("The format's own limit.")
            )
        return " ".join(changed) or _("Nothing changed.")

    def _limit(self, document: Document) -> int | None:
        """Return the limit if the format allows it in the legion's release, else None."""
        formats = stock(document["game"], document.get("release")).formats
        allowed = formats.get(self.format or "", {}).get("allowed_points")
        return self.points if not allowed or self.points in allowed else None


@dataclass(frozen=True, slots=True)
class ToggleHouseRule(Change):
    """A change that turns a house rule on or off."""

    slug: str

    def apply(self, document: Document) -> Document:
        before = document.get("house_rules", [])
        after = [slug for slug in before if slug != self.slug]
        return with_fields(document, house_rules=(after if self.slug in before else [*before, self.slug]) or None)

    def words(self, document: Document, title: Titles) -> str:
        name = self.slug.replace("-", " ").capitalize()
        message = (
            _("House rule {name} off.") if self.slug in document.get("house_rules", ()) else _("House rule {name} on.")
        )
        return message.format(name=name)


@dataclass(frozen=True, slots=True)
class Rename(Change):
    """A change of the legion's name; an empty one removes it."""

    name: str

    def apply(self, document: Document) -> Document:
        return with_fields(document, name=self.name or None)

    def words(self, document: Document, title: Titles) -> str:
        return _("Renamed to {name}.").format(name=self.name) if self.name else _("Name removed.")


@dataclass(frozen=True, slots=True)
class SetNotes(Change):
    """A change of the owner's notes; empty notes are removed."""

    notes: str

    def apply(self, document: Document) -> Document:
        return with_fields(document, notes=self.notes or None)

    def words(self, document: Document, title: Titles) -> str:
        return _("Notes changed.") if self.notes else _("Notes removed.")


@dataclass(frozen=True, slots=True)
class UseRelease(Change):
    """A change of the catalog release that the legion is judged by. Only the owner makes it, never Muster."""

    release: int

    def apply(self, document: Document) -> Document:
        return {**document, "release": self.release}

    def words(self, document: Document, title: Titles) -> str:
        return _("Now judged by release {release}.").format(release=self.release)


BROUGHT_FIELDS = ("faction", "map", "tiles", "treasure", "sources")
"""The fields of a list, in addition to its picks and own numbers, that come with it into a campaign."""


@dataclass(frozen=True, slots=True)
class ReplaceDocument(Change):
    """A change that replaces the whole list, with a ready one or a pasted one.

    A list in a campaign is for a side of an adventure: it takes the cards of a list without a campaign, and keeps its
    adventure, name, format and release.
    """

    document: Document

    def apply(self, document: Document) -> Document:
        if self.document.get("game") != document["game"]:
            raise InvalidInput(
                "invalid-legion",
                [
                    Fault(
                        "/game",
                        "other-game",
                        _("This table is for “{game}”. Start a new one instead.").format(game=document["game"]),
                    )
                ],
            )
        found = copy.deepcopy(self.document)
        if not self._stays_in_campaign(document):
            return found
        brought = ("picks", "facts", *BROUGHT_FIELDS)
        agreed = {field: value for field, value in document.items() if field not in brought}
        return {**agreed, **{field: found[field] for field in brought if field in found}}

    def _stays_in_campaign(self, document: Document) -> bool:
        """Return whether only the cards are replaced: the table is in a campaign, and the other list is in none."""
        return "campaign" in document and "campaign" not in self.document

    def words(self, document: Document, title: Titles) -> str:
        name = self.document.get("name")
        if self._stays_in_campaign(document):
            loaded = _("Cards of {name} loaded. Adventure, name and limit of this list stay.")
            others = _("Cards loaded. Adventure, name and limit of this list stay.")
            return loaded.format(name=name) if name else others
        return _("{name} loaded.").format(name=name) if name else _("List loaded.")

    def focus_pointer(self, document: Document) -> str:
        return ""


def picks(document: Document) -> list[Document]:
    """Return the picks of a legion, empty for a document without picks."""
    return document.get("picks", [])


def pick_at(document: Document, index: int) -> Document:
    """Return the pick at `index`. Raises InvalidInput if it does not exist."""
    if not 0 <= index < len(picks(document)):
        raise _no_place(json_pointer("picks", index))
    return picks(document)[index]


def split_pick(document: Document, index: int) -> Document:
    """Return the document with one copy of the pick at `index` split off there, and the other copies after it.

    A pick with several copies cannot carry upgrades, so a copy is split off before it gets one.
    """
    pick = pick_at(document, index)
    count = pick.get("count", 1)
    if count == 1:
        return document
    single = {key: value for key, value in pick.items() if key != "count"}
    others = {**single, "count": count - 1} if count > 2 else single
    before = picks(document)
    return {**document, "picks": [*before[:index], single, others, *before[index + 1 :]]}


def with_fields(document: Document, **fields: Any) -> Document:
    """Return `document` with `fields` set; None removes a field, which then has its default."""
    return {key: value for key, value in {**document, **fields}.items() if value is not None}


def with_pick(document: Document, index: int, **fields: Any) -> Document:
    """Return `document` with `fields` of the pick at `index` set; None removes a field.

    Raises InvalidInput if the pick does not exist.
    """
    changed = with_fields(pick_at(document, index), **fields)
    return {**document, "picks": [changed if place == index else pick for place, pick in enumerate(picks(document))]}


def _no_place(pointer: str) -> InvalidInput:
    return InvalidInput(
        "no-such-place", [Fault(pointer, "no-such-place", _("There is nothing at this place any more."))]
    )
