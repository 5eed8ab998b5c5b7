"""The stages of a draft on its way into a release: in work, in review, approved, or sent back with a reason.

Two-person rule: the author of a draft's newest state does not approve it, as long as another user could. If two people
wrote a draft one after the other, the first may approve it: each has then seen the other's work. If there is only one
curator, they approve their own work. If the others are away, the author may do so after some days (`overdue_reviews`).

A draft that could not be published is neither submitted nor approved (`entry_checks`).

Saving a draft returns it to the first stage (`drafts`), so that the approved state is the one that was reviewed. Every
step names the state that it is about; if two people act at once, the second gets an error and nothing is done.
"""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalog import permissions
from catalog.errors import Refused
from catalog.models import Record, Revision, Stage
from catalog.models.drafts import DraftAction
from catalog.publishing import entry_checks, overdue_reviews, upcoming_releases
from catalog.publishing.edit_conflicts import Conflict, edit_token
from catalog.publishing.releases import clean_reason, lock_writers
from catalog.publishing.stage_changes import store_stage


class SelfApproval(Refused):
    """The user may not approve their own work; nothing was written."""

    code = "draft-refused"


def submit_for_review(record: Record, *, by: User | None, expected: str, why: str = "") -> Revision:
    """Submit a draft for review, with an optional comment. Raises Conflict or Unpublishable."""
    return _change_stage(record, DraftAction.SENT, {Stage.DRAFT}, Stage.REVIEW, by=by, expected=expected, why=why)


def withdraw_from_review(record: Record, *, by: User | None, expected: str, why: str = "") -> Revision:
    """Return a draft that is in review or approved to its first stage. Raises Conflict."""
    return _change_stage(
        record, DraftAction.TAKEN_BACK, {Stage.REVIEW, Stage.APPROVED}, Stage.DRAFT, by=by, expected=expected, why=why
    )


def return_to_author(record: Record, *, by: User | None, expected: str, why: str) -> Revision:
    """Send a draft back to its author with a reason. Raises Conflict, or InvalidInput without a reason."""
    stages = {Stage.REVIEW, Stage.APPROVED}
    return _change_stage(
        record, DraftAction.RETURNED, stages, Stage.DRAFT, by=by, expected=expected, why=clean_reason(why)
    )


def approve(record: Record, *, by: User, expected: str, why: str = "") -> Revision:
    """Approve a draft in review, or again after a release has outdated its approval.

    Raises Conflict, SelfApproval or Unpublishable.
    """
    stages = {Stage.REVIEW, Stage.APPROVED}
    return _change_stage(record, DraftAction.APPROVED, stages, Stage.APPROVED, by=by, expected=expected, why=why)


def _change_stage(
    record: Record,
    deed: DraftAction,
    stages: set[Stage],
    stage: Stage,
    *,
    by: User | None,
    expected: str,
    why: str,
) -> Revision:
    why = clean_reason(why) if why.strip() else ""
    with transaction.atomic():
        lock_writers()
        draft = record.revisions.drafts().select_related("record", "by", "gathered_in").first()
        if draft is None or draft.stage not in stages or edit_token(record) != expected:
            raise Conflict(
                _("“{slug}” was changed by somebody else while you were looking at it.").format(slug=record.slug)
            )
        if deed == DraftAction.APPROVED:
            if not overdue_reviews.may_approve(by, draft):
                raise SelfApproval(_("You wrote this. Somebody else approves it."))
            if not permissions.may_approve(by, draft):
                why = overdue_reviews.overdue_note(why)
        upcoming_releases.check_not_scheduled(draft)
        entry_checks.check_publishable([draft], deed)
        store_stage(deed, [draft], stage, by=by, why=why)
    return draft
