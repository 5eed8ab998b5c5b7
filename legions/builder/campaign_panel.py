"""The campaign that a list is built in, as the builder shows it: its adventure, what is bought, what was earned."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from legions.campaigns.adventure_translations import AdventureWords, Words
from legions.cards.stock import CardView
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.judging import verdicts

if TYPE_CHECKING:
    from legions.builder.builder_page import BuilderPage


@dataclass(frozen=True, slots=True)
class SlotOffer:
    """A slot that can be bought: for which creature, and with which icon."""

    value: str
    creature: str
    icon: str


@dataclass(frozen=True, slots=True)
class BoughtSlot:
    """A slot that is bought."""

    index: int
    creature: str
    icon: str


@dataclass(frozen=True, slots=True)
class CampaignPanel:
    """What the builder shows of a campaign. `address` leads to it, empty for a list that only names its adventure."""

    adventure: Words
    side: Words
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


def campaign_panel(page: "BuilderPage") -> CampaignPanel | None:
    """Return what there is to show of a list's campaign, None for a list in none."""
    campaign = page.verdict.verdict.get("campaign")
    if campaign is None:
        return None
    library = verdicts.library(page.document["game"], page.document.get("release"))
    own = _own_adventure(page, campaign["adventure"])
    adventure, terms = own or library.adventures.get(campaign["adventure"]), library.ruleset.campaign
    side = adventure.sides.get(campaign["side"]) if adventure else None
    said = AdventureWords((), own=adventure is None or own is not None)
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
        slots=tuple(_bought(page)),
        offers=tuple(_offers(page)) if terms.slot_xp else (),
        artifacts=tuple((page.stock.card(one["card"]), one["sure"]) for one in player["artifacts"]),
        address=_address(page),
    )


def _own_adventure(page: "BuilderPage", slug: str) -> Adventure | None:
    """Return an adventure that the campaign of a list brings itself."""
    rows = page.document.get("campaign", {}).get("record", {}).get("adventures", ())
    return next((Adventure.read(row) for row in rows if row["slug"] == slug), None)


def _picks(page: "BuilderPage") -> Iterator[tuple[int, Mapping[str, Any], CardView]]:
    for index, pick in enumerate(page.document["picks"]):
        yield index, pick, page.stock.card(pick["card"])


def _bought(page: "BuilderPage") -> Iterator[BoughtSlot]:
    for index, pick, _card in _picks(page):
        if "bought_slot" in pick:
            yield BoughtSlot(index, page.verdict.names[index], pick["bought_slot"])


def _offers(page: "BuilderPage") -> Iterator[SlotOffer]:
    """Yield for each creature without a bought slot the icons of its banner, each once."""
    for index, pick, card in _picks(page):
        if "bought_slot" not in pick:
            for icon in dict.fromkeys(card.slots or ()):
                yield SlotOffer(f"{index}-{icon}", page.verdict.names[index], icon)


def _address(page: "BuilderPage") -> str:
    if page.legion is None:
        return ""
    found = page.legion.__class__.objects.filter(pk=page.legion.pk).values_list("campaign_list__campaign", flat=True)
    campaign = found.first()
    return f"/campaigns/{campaign}/" if campaign else ""
