"""The table: each creature of a legion laid out with its numbers, its slots and what it carries."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Any

from catalog.documents.errors import json_pointer
from legions.builder.changes import picks
from legions.cards.stock import CardView, Stock
from legions.games import page_adapter
from rulesapi.judging import verdicts

from ..verdicts.page_anchors import pick_id, upgrade_id
from ..verdicts.view_models import VerdictView
from .slot_assignment import ANY_SLOT, assign_slots, slots_of

MAX_SOLDIERS = 6

MAX_EXPANDED = 50
"""Lines of a list that the builder draws with all that can be done with them; of the others it draws a short one."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What the candidate list is for: an upgrade for the pick at `index`, or a creature when that is None.

    `slot` narrows it to one icon, `kind` to one kind of card; `query` to cards with these words. `open` says whether a
    phone shows the list. `upto` is how many cards it shows at the least, `since` how many of those the page has.
    `lines` is one of the lines that are drawn whole together where there are more than `MAX_EXPANDED`.
    """

    index: int | None = None
    slot: str = ""
    query: str = ""
    open: bool = False
    kind: str = ""
    upto: int = 0
    since: int = 0
    lines: int = 0

    def whole(self, number: int) -> range:
        """Return which of so many lines are drawn whole, beside the one that is selected: the fifty with `lines`."""
        first = min(self.lines, max(0, number - 1)) // MAX_EXPANDED * MAX_EXPANDED
        return range(first, min(number, first + MAX_EXPANDED))

    @property
    def at(self) -> str:
        """The place as a JSON Pointer."""
        return "" if self.index is None else json_pointer("picks", self.index)


@dataclass(frozen=True, slots=True)
class SlotRow:
    """One line under a creature: a slot with what stands in it, an open slot, or an upgrade that has no slot.

    `state` is `filled`, `open`, `over` (no slot is left) or `unknown` (a fact about it would decide).
    """

    state: str
    icon: str
    card: CardView | None = None
    upgrade: int = 0
    anchor: str = ""
    points: int | None = None
    faulty: bool = False
    granted: bool = False
    chosen: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class TroopSize:
    """One size of a troop with the price on its token; `points` is None when that is not known."""

    number: int
    points: int | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class PickView:
    """One pick on the table. `part` is its part in the list as its game has it, None where there is none.

    Unless `whole`, only a short line of it is drawn in the builder.
    """

    index: int
    card: CardView
    name: str
    anchor: str
    count: int
    points: int | None
    rows: tuple[SlotRow, ...]
    soldiers: tuple[TroopSize, ...]
    stats: tuple[tuple[str, str, int | None], ...]
    faulty: bool
    chosen: bool
    banner_known: bool
    part: Any = None
    whole: bool = True

    @property
    def bare(self) -> bool:
        """Whether it carries nothing, so that several copies can stand in one line."""
        return all(row.card is None for row in self.rows)

    @property
    def single(self) -> bool:
        """Whether it is of a kind of which a list has one card."""
        return page_adapter(self.card.game).is_single(self.card.document.get("kind"))

    @property
    def counts(self) -> bool:
        """Whether how many there are can be set here: of a unique creature there is one."""
        return self.bare and (self.count > 1 or not self.card.unique)


def lay_out_picks(document: dict[str, Any], verdict: VerdictView, selection: Selection) -> list[PickView]:
    """Return every pick of a legion as it is shown on the table."""
    lines = picks(document)
    house = verdicts.house_slots(document)
    part = page_adapter(document["game"]).pick_parts(document, verdict.stock)
    whole = selection.whole(len(lines))
    return [
        _lay_out(index, pick, verdict, selection, house[index], part, index in whole or index == selection.index)
        for index, pick in enumerate(lines)
    ]


def _lay_out(
    index: int,
    pick: dict[str, Any],
    verdict: VerdictView,
    selection: Selection,
    house: Sequence[str],
    part: Callable[[int, bool], Any] | None,
    whole: bool,
) -> PickView:
    stock = verdict.stock
    card = stock.card(pick["card"])
    pointer = json_pointer("picks", index)
    chosen = selection.index == index
    stats = page_adapter(card.game).fact_words.stats
    return PickView(
        index=index,
        card=card,
        name=verdict.names[index],
        anchor=pick_id(index),
        count=pick.get("count", 1),
        points=verdict.points_at(pointer),
        rows=tuple(_rows(index, card, _carried(pick, stock), verdict, selection.slot if chosen else None, house)),
        soldiers=tuple(_soldiers(card, pick.get("soldiers", 1))),
        stats=tuple((key, label, card.document[key]) for key, label in stats.items() if key in card.document),
        faulty=pointer in verdict.faulty,
        chosen=chosen,
        banner_known=card.slots is not None,
        part=part(index, whole) if part else None,
        whole=whole,
    )


def _carried(pick: dict[str, Any], stock: Stock) -> list[CardView]:
    return [stock.card(slug) for slug in pick.get("upgrades", [])]


def _rows(
    index: int,
    creature: CardView,
    upgrades: list[CardView],
    verdict: VerdictView,
    chosen: str | None,
    house: Sequence[str],
) -> list[SlotRow]:
    """Return the slots of a creature with what stands in them, then what found no slot."""
    faulty, unknown = verdict.faulty, verdict.open
    slots = slots_of(creature.slots or (), upgrades, house)
    seated = assign_slots(slots, upgrades)

    def carried(number: int, icon: str, granted: bool, seated: bool) -> SlotRow:
        pointer = json_pointer("picks", index, "upgrades", number)
        state = "filled" if seated else "over"
        if pointer in unknown and pointer not in faulty:
            state = "unknown"
        return SlotRow(
            state=state,
            icon=icon,
            card=upgrades[number],
            upgrade=number,
            anchor=upgrade_id(index, number),
            points=verdict.points_at(pointer),
            faulty=pointer in faulty,
            granted=granted,
        )

    rows = []
    first_open: Set[str] = set()
    for number, slot in enumerate(slots):
        granted = slot.granted_by is not None
        if number in seated:
            rows.append(carried(seated[number], slot.icon, granted, True))
        else:
            marked = chosen == slot.icon and slot.icon not in first_open
            first_open |= {slot.icon}
            rows.append(SlotRow("open", slot.icon, granted=granted, chosen=marked, number=number))
    at_home = creature.slots is None  # with a banner that is not known nothing is said to be too much
    rows += [
        carried(number, upgrade.slot or ANY_SLOT, False, at_home)
        for number, upgrade in enumerate(upgrades)
        if number not in seated.values()
    ]
    return rows


def _soldiers(card: CardView, chosen: int) -> list[TroopSize]:
    """Return the sizes a troop can have, and the one it has should that be none of them; none for no troop."""
    if not card.troop:
        return []
    costs = card.document.get("costs") or {}
    prices = {1: card.cost, **{number: costs.get(str(number)) for number in range(2, MAX_SOLDIERS + 1)}}
    return [TroopSize(number, prices.get(number), number == chosen) for number in sorted({*prices, chosen})]
