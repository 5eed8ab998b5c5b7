"""The campaign of a list in the builder: its adventure, and what its player bought and can buy with experience."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.records import span_words
from legions.saved_lists.models import Legion
from legions.site.marked_text import MarkedText
from legions.table.pick_views import PickView
from legions.verdicts.view_models import VerdictView
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.core.campaign_context import NOTHING_EARNED
from rulesapi.judging import verdicts

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SlotOffer:
    """The slot that can be bought for a creature: its price for all copies, and the icons to choose from.

    `bought` is the icon of the slot that was bought, otherwise empty; then `icons` is empty. It is `filled` if a card
    is in it.
    """

    xp: int
    icons: tuple[str, ...]
    affordable: bool
    bought: str
    filled: bool


@dataclass(frozen=True, slots=True)
class CampaignPanel:
    """The campaign of a list in the builder.

    `points` are the points of the side, `bought` the points bought in addition. `least_xp` and `most_xp` are the bounds
    of the experience earned and not used before. `points_per_xp` and `slot_xp` are 0 if experience buys nothing.
    `address` is the address of the campaign page; it is empty for a list that only names its adventure.
    """

    adventure: MarkedText
    side: MarkedText
    points: int | None
    bought: int
    least_xp: int
    most_xp: int
    points_xp: int
    slots_xp: int
    points_per_xp: int
    slot_xp: int
    address: str

    @property
    def spends(self) -> bool:
        """True if there is experience to spend, or some was spent."""
        return bool(self.points_per_xp and (self.most_xp or self.points_xp or self.slots_xp))

    @property
    def left(self) -> int:
        """The maximum of the experience left; negative if too much was spent."""
        return self.most_xp - self.points_xp - self.slots_xp

    @property
    def over(self) -> int:
        """The experience spent beyond what was earned."""
        return max(0, -self.left)

    @property
    def left_words(self) -> str:
        """The experience that is left, or its range, as text."""
        return span_words(max(0, self.least_xp - self.points_xp - self.slots_xp), max(0, self.left))

    @property
    def earned_words(self) -> str:
        """The experience that was earned, or its range, as text."""
        return span_words(self.least_xp, self.most_xp)

    @property
    def tick(self) -> int | None:
        """The place on the bar of points where the bought points begin, or None."""
        return self.points if self.bought else None

    @property
    def fewer(self) -> int | None:
        """The number of bought points after giving some back, or None."""
        return max(0, self.bought - self.points_per_xp) if self.bought else None

    @property
    def more(self) -> int | None:
        """The number of bought points after buying more, or None."""
        return self.bought + self.points_per_xp if self.left > 0 else None

    def slot_offer(self, pick: PickView) -> SlotOffer | None:
        """Return the slot that was bought or can be bought for a creature, or None."""
        bought = next((row for row in pick.rows if row.bought), None)
        icons = () if bought else tuple(dict.fromkeys(pick.card.slots or ()))
        if not self.slot_xp or not (bought or (icons and self.spends)):
            return None
        xp = self.slot_xp * pick.count
        return SlotOffer(
            xp=xp,
            icons=icons,
            affordable=self.left >= xp,
            bought=bought.icon if bought else "",
            filled=bool(bought and bought.card),
        )


def campaign_panel(document: Document, legion: Legion | None, verdict: VerdictView) -> CampaignPanel | None:
    """Return the panel for the campaign of a list, or None if the list is in no campaign."""
    campaign = verdict.verdict.get("campaign")
    if campaign is None:
        return None
    library = verdicts.library(document["game"], document.get("release"))
    own = own_adventure(document, campaign["adventure"])
    adventure, terms = own or library.adventures.get(campaign["adventure"]), library.ruleset.campaign
    side = adventure.sides.get(campaign["side"]) if adventure else None
    translations = adventure.translations if adventure else ()
    said = AdventureTexts(translations, own=adventure is None or own is not None)
    earned = campaign["players"][0]["xp"]
    used = document.get("campaign", {}).get("entitlements", NOTHING_EARNED)["xp"]
    usable = "used_in" not in used or not used.get("used_sure", True)
    return CampaignPanel(
        adventure=said.name(adventure.name if adventure else campaign["adventure"]),
        side=said.side(side.slug, side.name) if side else said.name(campaign["side"]),
        points=campaign["points"]["adventure"],
        bought=campaign["points"]["bought"],
        least_xp=earned["least"] if usable else 0,
        most_xp=earned["most"] if usable else 0,
        points_xp=sum(one["xp"] for one in campaign["bought"] if "points" in one),
        slots_xp=sum(one["xp"] for one in campaign["bought"] if "icon" in one),
        points_per_xp=terms.points_per_xp,
        slot_xp=terms.slot_xp,
        address=_address(legion),
    )


def own_adventure(document: Document, slug: str) -> Adventure | None:
    """Return an adventure that the list's own campaign record contains, or None."""
    rows = document.get("campaign", {}).get("record", {}).get("adventures", ())
    return next((Adventure.read(row) for row in rows if row["slug"] == slug), None)


def _address(legion: Legion | None) -> str:
    if legion is None:
        return ""
    found = Legion.objects.filter(pk=legion.pk).values_list("campaign_list__campaign", flat=True)
    campaign = found.first()
    return f"/campaigns/{campaign}/" if campaign else ""
