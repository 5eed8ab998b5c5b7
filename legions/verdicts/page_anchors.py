"""Places of a legion document on a page: the element that shows a place, and its name."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.cards.stock import Stock
from legions.changes.basic import picks
from legions.site import wording
from legions.site.marked_text import fill_marked, marked_text

_PICK = re.compile(r"/picks/(\d+)(?:/upgrades/(\d+)|/(part))?")
_TILE = re.compile(r"/tiles/(\d+)\Z")
_FIELDS = {
    "faction": _("The faction"),
    "map": _("The battle map"),
    "tiles": _("The tiles"),
    "treasure": _("The treasure"),
    "pool": _("The opened figures"),
}
"""List fields that only some games have, keyed by the id of the element that shows them, with their names for
people.
"""
_ORDINALS = {1: _("first"), 2: _("second"), 3: _("third"), 4: _("fourth"), 5: _("fifth"), 6: _("sixth")}


@dataclass(frozen=True, slots=True)
class PageAnchor:
    """An element of the page by its id, and its name for people."""

    anchor: str
    words: str


class PickNames:
    """The name of each pick of a legion: its card's title, numbered if the list has the card several times.

    The cards are counted once, so that naming all picks of a long list is fast.
    """

    def __init__(self, document: dict[str, Any], stock: Stock) -> None:
        self._stock = stock
        self._copies: Counter[str] = Counter()
        self._numbered: list[tuple[str, int]] = []
        for pick in picks(document):
            self._copies[pick["card"]] += 1
            self._numbered.append((pick["card"], self._copies[pick["card"]]))

    def __getitem__(self, index: int) -> str:
        slug, number = self._numbered[index]
        if self._copies[slug] == 1:
            return self._stock.title(slug)
        return f"{self._stock.title(slug)} ({_ORDINALS.get(number) or gettext('no. {number}').format(number=number)})"


def page_anchor(pointer: str, document: dict[str, Any], stock: Stock, names: PickNames | None = None) -> PageAnchor:
    """Return the place on the page that shows `pointer` of a legion.

    Callers with many pointers should pass the `names` of the picks, which are computed otherwise.
    """
    match = _PICK.match(pointer)
    if match is None:
        if pointer in {"/points", "/format"}:
            return PageAnchor("limits", gettext("The points limit") if pointer == "/points" else gettext("The format"))
        if pointer == "/house_rules":
            return PageAnchor("house-rules", gettext("The house rules"))
        tile = _TILE.match(pointer)
        if tile:
            return PageAnchor(f"tile-{tile[1]}", marked_text(stock.title(document["tiles"][int(tile[1])])))
        field = pointer.split("/")[1] if pointer else ""
        if field in _FIELDS:
            return PageAnchor(field, str(_FIELDS[field]))
        return PageAnchor(
            "legion",
            gettext("The whole {word}").format(word=wording.translated(stock.game.get("legion_word") or "legion")),
        )
    index = int(match[1])
    name = marked_text((names or PickNames(document, stock))[index])
    if match[3] is not None:
        return PageAnchor(part_id(index), name)
    if match[2] is None:
        return PageAnchor(pick_id(index), name)
    slug = picks(document)[index]["upgrades"][int(match[2])]
    return PageAnchor(
        upgrade_id(index, int(match[2])),
        fill_marked(gettext("{card} on {creature}"), card=marked_text(stock.title(slug)), creature=name),
    )


def pick_id(index: int) -> str:
    """Return the id of the element that shows a pick."""
    return f"pick-{index}"


def part_id(index: int) -> str:
    """Return the id of the element that shows the part of a pick in its list."""
    return f"part-{index}"


def upgrade_id(index: int, upgrade: int) -> str:
    """Return the id of the element that shows an upgrade."""
    return f"pick-{index}-upgrade-{upgrade}"


def index_of(pointer: str, document: dict[str, Any]) -> int | None:
    """Return the index of the pick that `pointer` names, or None if there is no such pick."""
    match = re.fullmatch(r"/picks/(\d{1,3})", pointer)
    index = int(match[1]) if match else -1
    return index if 0 <= index < len(picks(document)) else None
