"""Cards won in a campaign that are not in the list yet, each with the place where it fits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalog.documents.errors import InvalidInput
from legions.builder.campaign_panel import own_adventure
from legions.builder.candidate_list import CandidateView, candidate_view
from legions.builder.judged_table import JudgedTable
from legions.builder.other_places import MAX_CARDS, elsewhere
from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.models import CampaignEntry
from legions.cards.stock import CardView
from legions.changes.basic import picks as lines_of
from legions.site.marked_text import MarkedText
from legions.table.pick_views import PickView
from legions.table.slot_assignment import ANY_SLOT
from legions.table.table_layout import Selection
from rulesapi.judging import verdicts


@dataclass(frozen=True, slots=True)
class WonArtifact:
    """A card won in a campaign that is not in the list.

    `sure` is false if the record leaves open whether it was this card. `won_in` is the adventure it was won in, empty
    if unknown. `candidate` is the card as a candidate for the first place where it fits, None if none was tried.
    `creature` is the name of the creature there, empty for the table itself; `in_bought_slot` is true if it fits there
    only because of a bought slot.
    """

    card: CardView
    sure: bool
    won_in: MarkedText | str
    candidate: CandidateView | None
    creature: str
    in_bought_slot: bool


def won_artifacts(table: JudgedTable, picks: Sequence[PickView]) -> list[WonArtifact]:
    """Return the cards that the player of a list in a campaign has won and that are not in the list."""
    campaign = table.verdict.verdict.get("campaign")
    if campaign is None:
        return []
    there = {card for pick in lines_of(table.document) for card in (pick["card"], *pick.get("upgrades", ()))}
    rows = [row for row in campaign["players"][0]["artifacts"] if row["card"] not in there][:MAX_CARDS]
    if not rows:
        return []
    candidates = {one["card"]: one for one in _candidates(table, picks, [row["card"] for row in rows])}
    names = _adventure_names(table, {row["entry"] for row in rows})
    return [_won_artifact(table, picks, row, names.get(row["entry"], ""), candidates.get(row["card"])) for row in rows]


def _won_artifact(
    table: JudgedTable,
    picks: Sequence[PickView],
    row: Mapping[str, Any],
    won_in: MarkedText | str,
    candidate: dict[str, Any] | None,
) -> WonArtifact:
    card = table.stock.card(row["card"])
    place = candidate.get("place") if candidate else None
    open_rows = [one for one in picks[place].rows if one.state == "open"] if place is not None else []
    fitting = [one for one in open_rows if card.slot in {one.icon, ANY_SLOT, None}]
    return WonArtifact(
        card=card,
        sure=row["sure"],
        won_in=won_in,
        candidate=candidate_view(candidate, table.document, Selection(), table.stock) if candidate else None,
        creature="" if place is None else picks[place].name,
        in_bought_slot=bool(fitting) and all(one.bought for one in fitting),
    )


def _candidates(table: JudgedTable, picks: Sequence[PickView], slugs: Sequence[str]) -> Iterable[dict[str, Any]]:
    """Return cards as candidates: creatures for the table, other cards for the creatures on it."""
    document, stock = table.searched, table.stock
    standing = {slug for slug in slugs if stock.card(slug).stands}
    carried = [slug for slug in slugs if slug not in standing]
    try:
        placed = verdicts.candidates(document, "", among=standing)["candidates"] if standing else []
        return [*placed, *elsewhere(document, stock, Selection(), picks, refused=(), others=carried, apart=())]
    except InvalidInput as error:
        if error.code != "too-many-cards":
            raise
        return []


def _adventure_names(table: JudgedTable, entries: set[str]) -> dict[str, MarkedText]:
    """Return the names of the adventures that entries of the campaign report, by the ids of the entries."""
    slugs = dict(_adventures_in_record(table.document["campaign"].get("record", {}), entries))
    if not slugs and table.legion is not None:
        found = CampaignEntry.objects.filter(campaign__lists__legion=table.legion, document__id__in=list(entries))
        slugs = {one["id"]: one["adventure"] for one in found.values_list("document", flat=True) if "adventure" in one}
    library = verdicts.library(table.document["game"], table.document.get("release"))
    names = {}
    for entry, slug in slugs.items():
        own = own_adventure(table.document, slug)
        if adventure := own or library.adventures.get(slug):
            names[entry] = AdventureTexts((), own=own is not None).name(adventure.name)
    return names


def _adventures_in_record(record: Mapping[str, Any], entries: set[str]) -> Iterable[tuple[str, str]]:
    return ((one["id"], one["adventure"]) for one in record.get("entries", ()) if one["id"] in entries)
