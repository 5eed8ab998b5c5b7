"""Reviews that nobody does: after `REVIEW_DAYS`, authors may approve their own drafts.

The days count from the submission for review. If another curator does anything with the draft, or if it is saved again,
they begin again.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from catalog import permissions
from catalog.models import Revision, Stage
from catalog.models.drafts import DraftAction, DraftState

ROWS_PER_CHUNK = 500


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
    submitted = _submission_times([record.pk]).get(record.pk)
    return submitted + timedelta(days=settings.REVIEW_DAYS) if submitted else None


def overdue_drafts(user: Any, drafts: Iterable[Revision]) -> set[int]:
    """Return the primary keys of a user's own drafts in review that nobody else has reviewed in time."""
    limit = submitted_before()
    mine = [draft for draft in drafts if draft.by_id == user.pk and draft.stage == Stage.REVIEW]
    if limit is None or not mine:
        return set()
    submitted = _submission_times([draft.record_id for draft in mine])
    return {draft.pk for draft in mine if draft.record_id in submitted and submitted[draft.record_id] <= limit}


def _submission_times(records: list[int]) -> dict[int, datetime]:
    """Return the times when the drafts of records were submitted for review, if nothing was done to them since."""
    last: dict[int, tuple[str, datetime]] = {}
    for start in range(0, len(records), ROWS_PER_CHUNK):
        found = DraftState.objects.filter(record__in=records[start : start + ROWS_PER_CHUNK]).order_by("number")
        last |= {record: (deed, at) for record, deed, at in found.values_list("record", "deed", "at")}
    return {record: at for record, (deed, at) in last.items() if deed == DraftAction.SENT}


def submitted_before() -> datetime | None:
    """Return the time before which a draft was submitted if its review is overdue; None for never."""
    return timezone.now() - timedelta(days=settings.REVIEW_DAYS) if settings.REVIEW_DAYS else None


def overdue_note(why: str) -> str:
    """Return the reason with which the history records that an author approves an overdue draft."""
    note = f"Approved by its author: nobody else reviewed it for {settings.REVIEW_DAYS} days."
    return f"{note} {why}".strip()[:300]
