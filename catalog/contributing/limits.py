"""How much one person may offer. Contributors, and whose facts were accepted before, may offer more: all figures stand
here.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Sum
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from catalog import roles
from catalog.models import Contribution, ContributionPhoto
from catalog.models.contributions import State


@dataclass(frozen=True, slots=True)
class Limit:
    """What somebody of whom so many facts were `accepted` may do: offers a day, offers and photos that wait."""

    accepted: int
    a_day: int
    waiting: int
    photos: int


LIMITS = (Limit(0, 30, 100, 20), Limit(10, 60, 300, 100), Limit(100, 200, 1_000, 300))
TRUSTED = LIMITS[1]
"""What a contributor may do at least. Whoever has so many facts accepted becomes one."""
PAUSE = timedelta(days=30)
"""How long nobody offers anything after a curator has undone their work."""


class Refused(Exception):
    """An offer that is not taken, with the reason for people as its text."""


def accepted_of(user: Any) -> int:
    """Return how many facts of somebody were accepted and stand."""
    return Contribution.objects.filter(by=user).aggregate(sum=Sum("accepted"))["sum"] or 0


def limit_of(user: Any) -> Limit:
    """Return what somebody may offer."""
    accepted = max(accepted_of(user), TRUSTED.accepted if roles.CONTRIBUTOR in roles.roles_of(user) else 0)
    return next(limit for limit in reversed(LIMITS) if accepted >= limit.accepted)


def trust(user: Any, *, more: int, by: Any) -> None:
    """Make somebody a contributor with whose last `more` accepted facts there are enough of them."""
    accepted = accepted_of(user)
    if accepted - more < TRUSTED.accepted <= accepted:
        roles.grant(user, roles.CONTRIBUTOR, by=by)


def paused_until(user: Any) -> datetime | None:
    """Return until when somebody may not offer anything because their work was undone, None for who may."""
    undone = Contribution.objects.filter(by=user, state=State.UNDONE).order_by("-changed_at").first()
    until = undone.changed_at + PAUSE if undone else None
    return until if until and until > timezone.now() else None


def check(user: Any, *, photo: bool) -> None:
    """Keep one person from flooding the curators. Raises Refused."""
    if until := paused_until(user):
        words = _("A curator has undone your offers. You can offer facts again from %(day)s on.")
        raise Refused(words % {"day": date_format(until)})
    limit, mine = limit_of(user), Contribution.objects.filter(by=user)
    if mine.offered().count() >= limit.waiting:
        raise Refused(
            _("You have {number} offers waiting. The curators will see to them first.").format(number=limit.waiting)
        )
    if mine.filter(offered_at__gt=timezone.now() - timedelta(days=1)).count() >= limit.a_day:
        raise Refused(_("You have made {number} offers since yesterday. Go on tomorrow.").format(number=limit.a_day))
    if photo and ContributionPhoto.objects.filter(contribution__by=user).count() >= limit.photos:
        words = _("You have {number} photos waiting. Offer this without one, or wait for the curators.")
        raise Refused(words.format(number=limit.photos))
