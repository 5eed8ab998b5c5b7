"""Review of changesets: the drafts of one change their stages together, as a whole or row by row.

Every action names the state that its user has seen, and does what is possible: the drafts that it leaves are returned
with the reasons. Several hundred drafts cost a few database statements.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalog import permissions
from catalog.models import Changeset, Revision, Stage
from catalog.models.drafts import DraftAction
from catalog.publishing.changesets import changeset_drafts, changeset_rows, changeset_token
from catalog.publishing.edit_conflicts import Conflict
from catalog.publishing.entry_checks import STAGES_AT, draft_faults
from catalog.publishing.overdue_reviews import overdue_drafts, overdue_note
from catalog.publishing.releases import clean_reason, lock_writers
from catalog.publishing.stage_changes import store_stage
from catalog.publishing.upcoming_releases import scheduled_reason

MIN_SAMPLE = 10
"""The minimum number of drafts that a reviewer reads before the others are approved by sample."""
SAMPLE_STEP = 10
"""A sample has one in so many drafts."""
MIN_SAMPLED = 25
"""The minimum number of drafts in review of which a sample can be approved; fewer are read one by one."""


@dataclass(frozen=True, slots=True)
class LeftRevision:
    """A draft or published revision that an action left as it is, wholly or in part, with the reason."""

    revision: Revision
    reason: str


@dataclass(slots=True)
class ReviewResult:
    """The drafts that an action changed, and those that it left."""

    done: list[Revision] = field(default_factory=list)
    left: list[LeftRevision] = field(default_factory=list)

    @classmethod
    def joined(cls, results: Iterable["ReviewResult"]) -> "ReviewResult":
        """Return the results of several actions as one."""
        whole = cls()
        for result in results:
            whole.done += result.done
            whole.left += result.left
        return whole


Refusal = Callable[[Revision], str]
"""A function that returns the reason against an action on a draft; `""` if there is none."""


def submit_rows(
    changeset: Changeset, *, by: User, seen: str, keys: Collection[int] | None = None, why: str = ""
) -> ReviewResult:
    """Put the drafts in work up for review, all or those with these keys. Drafts with faults are left.

    Raises Conflict if the drafts are not in the state `seen`.
    """
    return _change(changeset, DraftAction.SENT, {Stage.DRAFT}, Stage.REVIEW, by=by, seen=seen, keys=keys, why=why)


def withdraw_rows(
    changeset: Changeset, *, by: User, seen: str, keys: Collection[int] | None = None, why: str = ""
) -> ReviewResult:
    """Return drafts that are in review or approved to work. Raises Conflict."""
    stages = {Stage.REVIEW, Stage.APPROVED}
    return _change(changeset, DraftAction.TAKEN_BACK, stages, Stage.DRAFT, by=by, seen=seen, keys=keys, why=why)


def return_rows(changeset: Changeset, *, by: User, seen: str, keys: Collection[int] | None, why: str) -> ReviewResult:
    """Send drafts back to their authors with a reason. Raises Conflict, or InvalidInput without a reason."""
    stages = {Stage.REVIEW, Stage.APPROVED}
    return _change(
        changeset, DraftAction.RETURNED, stages, Stage.DRAFT, by=by, seen=seen, keys=keys, why=clean_reason(why)
    )


def approve_rows(
    changeset: Changeset, *, by: User, seen: str, keys: Collection[int] | None = None, why: str = ""
) -> ReviewResult:
    """Approve drafts in review, and again those whose approval is outdated.

    A user's own drafts are left, unless nobody else could approve them or has reviewed them in time, and drafts that
    cannot be published. Raises Conflict.
    """
    stages = {Stage.REVIEW, Stage.APPROVED}
    return _change(changeset, DraftAction.APPROVED, stages, Stage.APPROVED, by=by, seen=seen, keys=keys, why=why)


def approve_by_sample(
    changeset: Changeset, *, by: User, seen: str, sources: Collection[str], why: str = ""
) -> ReviewResult:
    """Approve the drafts in review after its reviewer has read a sample of them.

    `sources` are the names of the sources that the reviewer approved for the changeset. A draft outside of the sample
    is left if one of its changes has another source, or none. The history of a draft says whether it was read. Raises
    Conflict.
    """
    with transaction.atomic():
        lock_writers()
        drafts = seen_drafts(changeset, seen)
        in_review = [draft for draft in drafts if draft.stage == Stage.REVIEW]
        read = {draft.pk for draft in sample_of(in_review)}
        if not read:
            raise Conflict(_("There are too few drafts in review for a sample. Read each of them."))
        token = changeset_token(drafts)
        unread = {draft.pk for draft in in_review} - read
        strange = _unapproved(in_review, set(sources))
        found = approve_rows(changeset, by=by, seen=token, keys=read, why=why)
        rest = _change(
            changeset,
            DraftAction.SAMPLED,
            {Stage.REVIEW},
            Stage.APPROVED,
            by=by,
            seen=changeset_token(changeset_drafts(changeset)),
            keys=unread,
            why=why,
            refusal=lambda draft: strange.get(draft.pk, ""),
        )
    return ReviewResult.joined((found, rest))


def sample_of(drafts: Sequence[Revision]) -> list[Revision]:
    """Return the drafts that a reviewer reads, chosen by their texts; none if there are fewer than `MIN_SAMPLED`."""
    if len(drafts) < MIN_SAMPLED:
        return []
    number = max(MIN_SAMPLE, -(-len(drafts) // SAMPLE_STEP))
    return sorted(drafts, key=lambda draft: sha256(draft.text.encode()).digest())[:number]


def faults_of_drafts(drafts: Sequence[Revision], before: DraftAction) -> dict[int, list[str]]:
    """Return the faults that prevent an action on drafts (`entry_checks.draft_faults`), by the keys of the drafts."""
    faults: dict[int, list[str]] = {}
    for index, fault in draft_faults(drafts, before):
        faults.setdefault(drafts[index].pk, []).append(f"{fault.pointer or _('document')}: {fault.message}")
    return faults


def _change(
    changeset: Changeset,
    deed: DraftAction,
    stages: set[Stage],
    stage: Stage,
    *,
    by: User,
    seen: str,
    keys: Collection[int] | None,
    why: str,
    refusal: Refusal | None = None,
) -> ReviewResult:
    """Move the chosen drafts from one of `stages` to `stage`, in the order of the changeset."""
    why = clean_reason(why) if why.strip() else ""
    with transaction.atomic():
        lock_writers()
        drafts = seen_drafts(changeset, seen)
        chosen = [draft for draft in drafts if draft.stage in stages and (keys is None or draft.pk in keys)]
        overdue = _overdue(chosen, by) if deed == DraftAction.APPROVED else set()
        result = ReviewResult()
        for draft, reason in _refused(deed, chosen, by, overdue, refusal):
            if reason:
                result.left.append(LeftRevision(draft, reason))
            else:
                result.done.append(draft)
        store_stage(deed, [draft for draft in result.done if draft.pk not in overdue], stage, by=by, why=why)
        if own := [draft for draft in result.done if draft.pk in overdue]:
            store_stage(deed, own, stage, by=by, why=overdue_note(why))
    return result


def reason_to_keep(draft: Revision, by: User) -> str:
    """Return why a user may not change a draft now, by its release or their rights; `""` if they may."""
    if reason := scheduled_reason(draft):
        return reason
    if not permissions.may_write(by, draft.record.game, draft.record.document_type):
        return _("You may not change documents of this kind and game.")
    return ""


def seen_drafts(changeset: Changeset, seen: str) -> list[Revision]:
    """Return the drafts of a changeset in the state `seen`. Call it after `lock_writers`. Raises Conflict."""
    drafts = changeset_drafts(changeset)
    if changeset_token(drafts) != seen:
        raise Conflict(_("Somebody changed this changeset in the meantime; nothing was done."))
    return drafts


def _refused(
    deed: DraftAction, drafts: Sequence[Revision], by: User, overdue: Collection[int], refusal: Refusal | None
) -> Iterable[tuple[Revision, str]]:
    """Yield each draft with the reason against an action on it; `""` if there is none."""
    approves = deed in (DraftAction.APPROVED, DraftAction.SAMPLED)
    checked = DraftAction.APPROVED if approves else deed
    faults = faults_of_drafts(drafts, checked) if drafts and checked in STAGES_AT else {}
    may_approve = _approver(by)
    for draft in drafts:
        if reason := reason_to_keep(draft, by):
            yield draft, reason
        elif approves and draft.pk not in overdue and not may_approve(draft):
            yield draft, _("You wrote this. Somebody else approves it.")
        elif draft.pk in faults:
            yield draft, " ".join(faults[draft.pk])
        else:
            yield draft, refusal(draft) if refusal else ""


def _approver(by: User) -> Callable[[Revision], bool]:
    """Return a function like `permissions.may_approve` that asks about each game and type once."""

    @cache
    def is_only_reviewer(game: str, document_type: str) -> bool:
        return permissions.is_only_reviewer(by, game, document_type)

    return lambda draft: draft.by_id != by.pk or is_only_reviewer(draft.record.game, draft.record.document_type)


def _overdue(drafts: Sequence[Revision], by: User) -> set[int]:
    """Return the keys of the drafts that a user may only approve because nobody else has reviewed them in time."""
    may_approve = _approver(by)
    return overdue_drafts(by, [draft for draft in drafts if not may_approve(draft)])


def _unapproved(drafts: Sequence[Revision], sources: Collection[str]) -> dict[int, str]:
    """Return the reason against an approval by sample, by the keys of the drafts that have one."""
    found = {}
    for row in changeset_rows(drafts):
        if others := sorted(row.sources - set(sources)):
            names = ", ".join(f"“{name}”" if name else _("no source") for name in others)
            found[row.revision.pk] = _("You did not approve its source for the set: {names}.").format(names=names)
    return found
