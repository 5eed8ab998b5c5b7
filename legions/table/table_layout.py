"""The layout of the table: each creature of a legion with its numbers, its slots and its upgrades."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from catalog.documents.errors import json_pointer
from legions.cards.stock import CardView, Stock
from legions.changes.basic import picks
from legions.game_words import words_of_game
from legions.table.pick_views import PickView, SlotRow, TroopSize
from legions.table.slot_assignment import ANY_SLOT, BOUGHT_SLOT, assign_slots, slots_of
from legions.table.table_hooks import table_hooks
from legions.verdicts.findings import FindingView
from legions.verdicts.page_anchors import pick_id, upgrade_id
from legions.verdicts.view_models import VerdictView
from rulesapi.judging import verdicts

MAX_SOLDIERS = 6

MAX_NOTES = 3
"""The maximum number of notes on a card. The strip shows all findings."""

MAX_PINNED = 50
"""The maximum number of findings that are assigned to cards."""

MAX_EXPANDED = 50
"""The number of lines that the builder renders with all controls. Other lines are short."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The purpose of the candidate list: an upgrade for the pick at `index`, or a creature if that is None.

    `slot` narrows it to one icon, `kind` to one kind of card, `query` to cards that match it. `open` is true if a phone
    shows the list. `upto` is the minimum number of cards shown, `since` the number of those already on the page.
    `lines` is the index of a line in the block rendered with controls, for more than `MAX_EXPANDED` lines. `sort` is
    the order of the candidates if it is not the game's own.
    """

    index: int | None = None
    slot: str = ""
    query: str = ""
    open: bool = False
    kind: str = ""
    upto: int = 0
    since: int = 0
    lines: int = 0
    sort: str = ""

    def whole(self, number: int) -> range:
        """Return the lines rendered with controls in addition to the selected one: the block of `MAX_EXPANDED` with
        `lines`.
        """
        first = min(self.lines, max(0, number - 1)) // MAX_EXPANDED * MAX_EXPANDED
        return range(first, min(number, first + MAX_EXPANDED))

    @property
    def at(self) -> str:
        """The selected place as a JSON Pointer."""
        return "" if self.index is None else json_pointer("picks", self.index)


def lay_out_picks(document: dict[str, Any], verdict: VerdictView, selection: Selection) -> list[PickView]:
    """Return the view of every pick of a legion on the table."""
    lines = picks(document)
    house = verdicts.house_slots(document)
    part = table_hooks(document["game"]).pick_parts(document, verdict.stock)
    whole = selection.whole(len(lines))
    notes = pinned_notes(verdict)
    return [
        _lay_out(index, pick, verdict, selection, house[index], part, notes, index in whole or index == selection.index)
        for index, pick in enumerate(lines)
    ]


_PICK_ANCHOR = re.compile(r"pick-(\d+)")


def pinned_notes(verdict: VerdictView) -> Mapping[int, Sequence[FindingView]]:
    """Return the findings shown on cards, keyed by the index of the pick.

    A finding with several places is shown on the last of them.
    """
    notes: defaultdict[int, list[FindingView]] = defaultdict(list)
    for finding in verdict.finding_list.findings[:MAX_PINNED]:
        found = [match for place in finding.places if (match := _PICK_ANCHOR.match(place.anchor))]
        if found:
            pinned = notes[int(found[-1][1])]
            # Unknown facts of a card are requested next to it: one note is enough for all of them.
            if finding.sort != "unknown" or all(one.sort != "unknown" for one in pinned):
                pinned.append(finding)
    return notes


def _lay_out(
    index: int,
    pick: dict[str, Any],
    verdict: VerdictView,
    selection: Selection,
    house: Sequence[str],
    part: Callable[[int, bool], Any] | None,
    notes: Mapping[int, Sequence[FindingView]],
    whole: bool,
) -> PickView:
    stock = verdict.stock
    card = stock.card(pick["card"])
    pointer = json_pointer("picks", index)
    chosen = selection.index == index
    stats = words_of_game(card.game).fact_words.stats
    return PickView(
        index=index,
        card=card,
        name=verdict.names[index],
        anchor=pick_id(index),
        count=pick.get("count", 1),
        points=verdict.places.points_at(pointer),
        rows=tuple(_slot_rows(index, card, pick, verdict, selection.slot if chosen else None, house)),
        soldiers=tuple(_soldiers(card, pick.get("soldiers", 1))),
        stats=tuple((key, label, card.document[key]) for key, label in stats.items() if key in card.document),
        faulty=pointer in verdict.faulty,
        chosen=chosen,
        banner_known=card.slots is not None,
        own_points=verdict.places.own_points_at(pointer),
        notes=tuple(notes.get(index, ())[:MAX_NOTES]),
        part=part(index, whole) if part else None,
        whole=whole,
    )


def _carried(pick: dict[str, Any], stock: Stock) -> list[CardView]:
    return [stock.card(slug) for slug in pick.get("upgrades", [])]


def _slot_rows(
    index: int,
    creature: CardView,
    pick: dict[str, Any],
    verdict: VerdictView,
    chosen: str | None,
    house: Sequence[str],
) -> list[SlotRow]:
    """Return the slots of a creature with their upgrades, then the upgrades without a slot."""
    faulty, unknown = verdict.faulty, verdict.open
    upgrades = _carried(pick, verdict.stock)
    slots = slots_of(creature.slots or (), upgrades, house, pick.get("bought_slot"))
    seated = assign_slots(slots, upgrades)

    def carried(number: int, icon: str, granted: bool, seated: bool, bought: bool = False) -> SlotRow:
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
            points=verdict.places.points_at(pointer),
            faulty=pointer in faulty,
            granted=granted,
            bought=bought,
        )

    rows = []
    first_open: Set[str] = set()
    for number, slot in enumerate(slots):
        bought = slot.granted_by == BOUGHT_SLOT
        granted = slot.granted_by is not None and not bought
        if number in seated:
            rows.append(carried(seated[number], slot.icon, granted, True, bought))
        else:
            marked = chosen == slot.icon and slot.icon not in first_open
            first_open |= {slot.icon}
            rows.append(SlotRow("open", slot.icon, granted=granted, bought=bought, chosen=marked, number=number))
    at_home = creature.slots is None  # if the banner is unknown, no upgrade counts as too much
    rows += [
        carried(number, upgrade.slot or ANY_SLOT, False, at_home)
        for number, upgrade in enumerate(upgrades)
        if number not in seated.values()
    ]
    return rows


def _soldiers(card: CardView, chosen: int) -> list[TroopSize]:
    """Return the possible sizes of a troop, and its present one if it is another; empty for other cards."""
    if not card.troop:
        return []
    costs = card.document.get("costs") or {}
    prices = {1: card.cost, **{number: costs.get(str(number)) for number in range(2, MAX_SOLDIERS + 1)}}
    return [TroopSize(number, prices.get(number), number == chosen) for number in sorted({*prices, chosen})]
