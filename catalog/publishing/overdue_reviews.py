"""Reviews that nobody does: after `REVIEW_DAYS`, authors may approve their own drafts.

The days count from the submission for review. If another curator does anything with the draft, or if it is saved again,
they begin again.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from catalog import permissions
from catalog.models import Revision, Stage
from catalog.models.drafts import DraftAction


def may_approve(user: Any, draft: Revision) -> bool:
    """Return whether a user may approve a draft now: somebody else's, or their own if its review is overdue."""
    if permissions.may_approve(user, draft):
        return True
    day = self_approval_day(user, draft)
    return day is not None and day <= timezone.now()


def self_approval_day(user: Any, draft: Revision) -> datetime | None:
    """Return the time from which a user may approve their own draft if nobody else reviews it.

    None for a draft that somebody else wrote or that is not in review, and for a user who may approve it anyway or
    never.
    """
    record = draft.record
    mine = draft.by_id == user.pk and permissions.may_write(user, record.game, record.document_type)
    if not mine or draft.stage != Stage.REVIEW or not settings.REVIEW_DAYS or permissions.may_approve(user, draft):
        return None
    last = record.states.order_by("-number").values_list("deed", "at").first()
    if last is None or last[0] != DraftAction.SENT:
        return None
    return last[1] + timedelta(days=settings.REVIEW_DAYS)


def submitted_before() -> datetime | None:
    """Return the time before which a draft was submitted if its review is overdue; None for never."""
    return timezone.now() - timedelta(days=settings.REVIEW_DAYS) if settings.REVIEW_DAYS else None


def approval_note(user: Any, draft: Revision, why: str) -> str:
    """Return the reason of an approval for the history, which says if the author approves an overdue draft."""
    if permissions.may_approve(user, draft):
        return why
    note = f"Approved by its author: nobody else reviewed it for {settings.REVIEW_DAYS} days."
    return f"{note} {why}".strip()[:300]
