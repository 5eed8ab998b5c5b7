"""The campaign of a list in the builder: its adventure, purchases and earnings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from legions.campaigns.adventure_translations import AdventureTexts, MarkedText
from legions.cards.stock import CardView, Stock
from legions.saved_lists.models import Legion
from legions.verdicts.view_models import VerdictView
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.judging import verdicts

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SlotOffer:
    """A slot that can be bought. `value` is the value of its form field: the index of the creature and the icon."""

    value: str
    creature: str
    icon: str


@dataclass(frozen=True, slots=True)
class BoughtSlot:
    index: int
    creature: str
    icon: str


@dataclass(frozen=True, slots=True)
class CampaignPanel:
    """The campaign of a list in the builder.

    `address` is the address of the campaign page; it is empty for a list that only names its adventure.
    """

    adventure: MarkedText
    side: MarkedText
    points: int | None
    bought: int
    earned: tuple[int, int]
    spent: int
    slot_xp: int
    buys: bool
    slots: tuple[BoughtSlot, ...]
    offers: tuple[SlotOffer, ...]
    artifacts: tuple[tuple[CardView, bool], ...]
    address: str


def campaign_panel(
    document: Document, legion: Legion | None, verdict: VerdictView, stock: Stock
) -> CampaignPanel | None:
    """Return the panel for the campaign of a list, or None if the list is in no campaign."""
    campaign = verdict.verdict.get("campaign")
    if campaign is None:
        return None
    library = verdicts.library(document["game"], document.get("release"))
    own = _own_adventure(document, campaign["adventure"])
    adventure, terms = own or library.adventures.get(campaign["adventure"]), library.ruleset.campaign
    side = adventure.sides.get(campaign["side"]) if adventure else None
    said = AdventureTexts((), own=adventure is None or own is not None)
    player = campaign["players"][0]
    return CampaignPanel(
        adventure=said.name(adventure.name if adventure else campaign["adventure"]),
        side=said.name(side.name if side else campaign["side"]),
        points=campaign["points"]["adventure"],
        bought=campaign["points"]["bought"],
        earned=(player["xp"]["least"], player["xp"]["most"]),
        spent=sum(one["xp"] for one in campaign["bought"]),
        slot_xp=terms.slot_xp,
        buys=bool(terms.points_per_xp),
        slots=tuple(_bought(document, verdict)),
        offers=tuple(_offers(document, verdict, stock)) if terms.slot_xp else (),
        artifacts=tuple((stock.card(one["card"]), one["sure"]) for one in player["artifacts"]),
        address=_address(legion),
    )


def _own_adventure(document: Document, slug: str) -> Adventure | None:
    """Return an adventure that the list's own campaign record contains, or None."""
    rows = document.get("campaign", {}).get("record", {}).get("adventures", ())
    return next((Adventure.read(row) for row in rows if row["slug"] == slug), None)


def _bought(document: Document, verdict: VerdictView) -> Iterator[BoughtSlot]:
    for index, pick in enumerate(document["picks"]):
        if "bought_slot" in pick:
            yield BoughtSlot(index, verdict.names[index], pick["bought_slot"])


def _offers(document: Document, verdict: VerdictView, stock: Stock) -> Iterator[SlotOffer]:
    """Yield the banner icons of each creature without a bought slot, each icon once per creature."""
    for index, pick in enumerate(document["picks"]):
        if "bought_slot" not in pick:
            for icon in dict.fromkeys(stock.card(pick["card"]).slots or ()):
                yield SlotOffer(f"{index}-{icon}", verdict.names[index], icon)


def _address(legion: Legion | None) -> str:
    if legion is None:
        return ""
    found = Legion.objects.filter(pk=legion.pk).values_list("campaign_list__campaign", flat=True)
    campaign = found.first()
    return f"/campaigns/{campaign}/" if campaign else ""
