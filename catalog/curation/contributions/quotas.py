"""Limits on the contributions of one account. They are higher for contributors and accounts with accepted facts."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from catalog import permissions
from catalog.errors import Refused
from catalog.models import Contribution, ContributionPhoto
from catalog.models.contributions import ContributionState


@dataclass(frozen=True, slots=True)
class Quota:
    """Limits for an account with at least `accepted` accepted facts: contributions per day, open ones, and their
    photos; open batches, and their photos.
    """

    accepted: int
    a_day: int
    waiting: int
    photos: int
    batches: int = 5
    batch_photos: int = 100

    @property
    def of_sheets_a_day(self) -> int:
        """The maximum number of cards per day on sheets and in batches, each of which counts as one contribution."""
        return CARDS_OF_A_SHEET * self.a_day


QUOTAS = (Quota(0, 30, 100, 20), Quota(10, 60, 300, 100, 10, 200), Quota(100, 200, 1_000, 300, 20, 400))
TRUSTED = QUOTAS[1]
"""The minimum quota of contributors. An account becomes a contributor with its number of accepted facts."""
PAUSE = timedelta(days=30)
"""The time without new contributions after a curator has undone an account's work."""


CARDS_OF_A_SHEET = 20
"""The maximum average number of cards on the sheets of a day."""
MAX_BATCH_PHOTO_BYTES = 60_000_000
"""The maximum size in bytes of the photos in an account's open batches."""


class ContributionRefused(Refused):
    """A contribution that is not accepted; the reason for users is the text."""

    code = "contribution-refused"


def accepted_count(user: Any) -> int:
    """Return the number of a user's accepted facts."""
    return Contribution.objects.filter(by=user).aggregate(sum=Sum("accepted"))["sum"] or 0


def quota_of(user: Any) -> Quota:
    accepted = max(
        accepted_count(user), TRUSTED.accepted if permissions.CONTRIBUTOR in permissions.roles_of(user) else 0
    )
    return next(limit for limit in reversed(QUOTAS) if accepted >= limit.accepted)


def trust(user: Any, *, more: int, by: Any) -> None:
    """Make a user a contributor if their last `more` accepted facts reach the required number."""
    accepted = accepted_count(user)
    if accepted - more < TRUSTED.accepted <= accepted:
        permissions.grant(user, permissions.CONTRIBUTOR, by=by)


def paused_until(user: Any) -> datetime | None:
    """Return the end of a user's pause after their work was undone; None if they may contribute."""
    undone = Contribution.objects.filter(by=user, state=ContributionState.UNDONE).order_by("-changed_at").first()
    until = undone.changed_at + PAUSE if undone else None
    return until if until and until > timezone.now() else None


def check_quota(user: Any, *, photo: bool) -> None:
    """Check the limits for a new contribution. Raises ContributionRefused if one is reached."""
    if until := paused_until(user):
        words = _("A curator has undone your offers. You can offer facts again from %(day)s on.")
        raise ContributionRefused(words % {"day": date_format(until)})
    limit, mine = quota_of(user), Contribution.objects.filter(by=user)
    today = mine.filter(offered_at__gt=timezone.now() - timedelta(days=1))
    if today.filter(~Q(sheet="") | Q(batch__isnull=False)).count() >= limit.of_sheets_a_day:
        raise ContributionRefused(_("You have offered enough sheets since yesterday. Go on tomorrow."))
    if _offers(mine.offered()) >= limit.waiting:
        raise ContributionRefused(
            _("You have {number} offers waiting. The curators will see to them first.").format(number=limit.waiting)
        )
    if _offers(today) >= limit.a_day:
        raise ContributionRefused(
            _("You have made {number} offers since yesterday. Go on tomorrow.").format(number=limit.a_day)
        )
    alone = ContributionPhoto.objects.filter(contribution__by=user, contribution__batch=None)
    if photo and alone.count() >= limit.photos:
        words = _("You have {number} photos waiting. Offer this without one, or wait for the curators.")
        raise ContributionRefused(words.format(number=limit.photos))


def check_batch(user: Any, *, photos: Collection[bytes]) -> None:
    """Check the limits for a new batch with these photos. Raises ContributionRefused if one is reached."""
    check_quota(user, photo=False)
    limit = quota_of(user)
    waiting = Contribution.objects.filter(by=user, batch__isnull=False).offered()
    if waiting.order_by().values("batch").distinct().count() >= limit.batches:
        message = _("You have {number} shelves waiting. The curators will see to them first.")
        raise ContributionRefused(message.format(number=limit.batches))
    stored = ContributionPhoto.objects.filter(contribution__in=waiting)
    if photos and stored.count() + len(photos) > limit.batch_photos:
        message = _("At most {most} photos from your shelves can wait for the curators. Offer fewer cards with photos.")
        raise ContributionRefused(message.format(most=limit.batch_photos))
    size = stored.aggregate(size=Sum(Length("data")))["size"] or 0
    if size + sum(map(len, photos)) > MAX_BATCH_PHOTO_BYTES:
        message = _("Your photos that wait for the curators may have {most} MB together. Offer fewer cards at once.")
        raise ContributionRefused(message.format(most=MAX_BATCH_PHOTO_BYTES // 10**6))


def _offers(contributions: QuerySet[Contribution]) -> int:
    """Return the number of contributions; all contributions of one sheet or batch count as one."""
    sheets = contributions.exclude(sheet="").order_by().values("record__game", "sheet").distinct().count()
    batches = contributions.filter(batch__isnull=False).order_by().values("batch").distinct().count()
    return contributions.filter(sheet="", batch=None).count() + sheets + batches
