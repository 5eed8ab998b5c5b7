"""Permissions in campaigns of leaders and players. Everybody else gets a 404."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate

from django.http import Http404, HttpRequest, HttpResponseBase

from legions.accounts.holders import Holder, holder_of
from legions.campaigns.models import Campaign, CampaignEntry
from rulesapi.engine.campaigns.records import CORRECTED, ENDED, MOVED_OUT, PLAYED


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a campaign: their player, empty if they have no seat, and whether they lead."""

    campaign: Campaign
    player: str
    leads: bool

    def may_enter(self, document: dict[str, Any]) -> bool:
        """Return whether the member may enter a game: its players and leaders may."""
        return self.leads or any(seat["player"] == self.player for seat in document.get("seats", ()))

    def may_correct(self, entry: CampaignEntry) -> bool:
        """Return whether the member may correct an entry: leaders any entry, players the games they may enter."""
        told = entry.told
        if entry.document["type"] == CORRECTED or not told or told["type"] not in (PLAYED, ENDED, MOVED_OUT):
            return False
        return self.may_enter(told) if told["type"] == PLAYED else self.leads


def member_of(campaign: Campaign, holder: Holder) -> Member | None:
    """Return the member that `holder` is in a campaign, or None."""
    leads = _is_theirs(holder, campaign.owner_id, campaign.guest_key)
    mine = (seat.player for seat in campaign.seats.all() if _is_theirs(holder, seat.user_id, seat.guest_key))
    player = next(mine, "")
    return Member(campaign, player, leads) if leads or player else None


def _is_theirs(holder: Holder, user: int | None, guest_key: str | None) -> bool:
    by_account = holder.user is not None and user == holder.user.pk
    return by_account or (holder.guest_key is not None and guest_key == holder.guest_key)


def as_member(
    view: Callable[Concatenate[Any, Member, ...], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Call a view with the member in place of the campaign's key.

    Raises Http404 for everybody else, and in the same way for a campaign that does not exist.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, pk: Any, **kwargs: Any) -> HttpResponseBase:
        campaign = Campaign.objects.prefetch_related("seats").filter(pk=pk).first()
        member = member_of(campaign, holder_of(request)) if campaign else None
        if member is None:
            raise Http404("There is no such campaign.")
        return view(request, member, **kwargs)

    return wrapper
