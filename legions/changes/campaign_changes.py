"""Changes of a list in a campaign: purchases with experience, and the options of its player."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from legions.changes.basic import Change, Document, Titles, pick_at, with_pick
from legions.changes.form_fields import ChangeForm, IndexField
from legions.site import wording
from legions.site.form_fields import whole_number_field
from legions.site.invalid_forms import invalid_form
from rulesapi.engine.core.campaign_context import PlayerInCampaign, read_campaign
from rulesapi.engine.values.model import CannotJudge
from rulesapi.judging import verdicts

MAX_POINTS = 1_000


@dataclass(frozen=True, slots=True)
class BuyPoints(Change):
    """A change of the number of points bought with experience; 0 buys none."""

    points: int

    def apply(self, document: Document) -> Document:
        campaign = {**_campaign(document), "points_bought": self.points}
        if not self.points:
            del campaign["points_bought"]
        return _affordable({**document, "campaign": campaign}, document, "/campaign/points_bought")

    def words(self, document: Document, title: Titles) -> str:
        if not self.points:
            return _("No points bought.")
        return ngettext("%(points)d point bought.", "%(points)d points bought.", self.points) % {"points": self.points}


@dataclass(frozen=True, slots=True)
class BuySlot(Change):
    """A change that buys a creature one more slot with an icon of its banner. A creature has at most one bought
    slot.
    """

    index: int
    icon: str

    def apply(self, document: Document) -> Document:
        _campaign(document)
        bought = with_pick(document, self.index, bought_slot=self.icon)
        return _affordable(bought, document, f"/picks/{self.index}/bought_slot")

    def words(self, document: Document, title: Titles) -> str:
        card = title(pick_at(document, self.index)["card"])
        return _("A slot bought for {card}: {icon}.").format(card=card, icon=wording.schema_word(self.icon))

    def focus_pointer(self, document: Document) -> str | None:
        return f"/picks/{self.index}"


@dataclass(frozen=True, slots=True)
class ReturnSlot(Change):
    """A change that returns a bought slot."""

    index: int

    def apply(self, document: Document) -> Document:
        return with_pick(document, self.index, bought_slot=None)

    def words(self, document: Document, title: Titles) -> str:
        return _("{card} has no bought slot any more.").format(card=title(pick_at(document, self.index)["card"]))


@dataclass(frozen=True)
class SetCampaign(Change):
    """A change that updates a list to its player's current options in the campaign; purchases stay."""

    campaign: Mapping[str, Any]

    def apply(self, document: Document) -> Document:
        bought = document.get("campaign", {}).get("points_bought")
        return {**document, "campaign": {**self.campaign, **({"points_bought": bought} if bought else {})}}

    def words(self, document: Document, title: Titles) -> str:
        return _("Updated to the current state of the campaign.")


def _campaign(document: Document) -> Document:
    """Return the campaign part of a list's document. Raises InvalidInput for a list outside of campaigns."""
    campaign: Document | None = document.get("campaign")
    if not campaign:
        message = _("This list is in no campaign, so nothing is bought with experience.")
        raise invalid_form(message, "/campaign", "no-such-place")
    return campaign


def _affordable(document: Document, before: Document, pointer: str) -> Document:
    """Return a list after a purchase. Raises InvalidInput if it spends more than before and more than was earned."""
    spent, player = _spending(document)
    if spent <= _spending(before)[0]:
        return document
    if player.used_in is not None and player.used_sure:
        message = _("Your XP were already used in a game of this adventure, and are used in one only.")
        raise invalid_form(message, pointer, "xp-reuse")
    if spent > player.most_xp:
        message = _("This takes {spent} XP in all, and you have earned {earned}.")
        text = message.format(spent=spent, earned=player.most_xp)
        raise invalid_form(text, pointer, "xp-budget")
    return document


def _spending(document: Document) -> tuple[int, PlayerInCampaign]:
    """Return the experience that a list in a campaign spends, and its player. Raises InvalidInput for one that cannot
    be judged.
    """
    library = verdicts.library(document["game"], document.get("release"))
    try:
        campaign = read_campaign(library, document)
    except CannotJudge as error:
        raise verdicts.as_malformed(error) from error
    assert campaign is not None  # the list names its adventure
    return sum(one["xp"] for one in campaign.as_document()["bought"]), campaign.players[0]


class BuyPointsForm(ChangeForm):
    """The number of points to buy."""

    change_type = BuyPoints
    bought = whole_number_field(0, MAX_POINTS)


class BuySlotForm(ChangeForm):
    """A creature, and the icon of the slot to buy for it, as one word: `0-dragon`."""

    slot = forms.RegexField(
        r"\A\d{1,3}-[a-z-]{1,60}\Z", error_messages={"required": gettext_lazy("Choose a slot of a creature.")}
    )

    def make_change(self) -> BuySlot:
        index, _hyphen, icon = self.cleaned_data["slot"].partition("-")
        return BuySlot(int(index), icon)


class ReturnSlotForm(ChangeForm):
    """A creature whose bought slot is returned."""

    change_type = ReturnSlot
    pick = IndexField()


CAMPAIGN_FORMS: dict[str, type[ChangeForm]] = {
    "buy-points": BuyPointsForm,
    "buy-slot": BuySlotForm,
    "return-slot": ReturnSlotForm,
}
"""The forms for purchases in the builder, and for returning them."""
