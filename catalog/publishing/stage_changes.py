"""Stages of drafts: storing a change of stage with its audit entries and states, for one draft or many."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from catalog import audit
from catalog.models import Revision, Stage
from catalog.models.drafts import DraftAction
from catalog.publishing.draft_history import record_states
from catalog.publishing.edit_conflicts import last_changed_releases
from catalog.publishing.planning import identity
from catalog.publishing.releases import ROWS_PER_CHUNK, chunks

AUDIT_ACTIONS = {
    DraftAction.SENT: "draft put up for review",
    DraftAction.TAKEN_BACK: "draft taken back",
    DraftAction.APPROVED: "draft approved",
    DraftAction.SAMPLED: "draft approved by sample",
    DraftAction.RETURNED: "draft sent back",
}


def store_stage(deed: DraftAction, drafts: Sequence[Revision], stage: Stage, *, by: User | None, why: str) -> None:
    """Store the stage of drafts after an action on them, and log it. They leave the upcoming release they were in.

    Call it with other writers locked out (`releases.lock_writers`).
    """
    approves = stage == Stage.APPROVED
    changed = last_changed_releases([draft.document for draft in drafts]) if approves else {}
    for draft in drafts:
        draft.stage, draft.gathered_in = stage, None
        draft.approved_over = changed[identity(draft.document)] if approves else None
    for chunk in chunks(list(drafts)):
        Revision.objects.bulk_update(chunk, ["stage", "approved_over", "gathered_in"], batch_size=ROWS_PER_CHUNK // 4)
    audit.log_entries(
        audit.new_entry(
            AUDIT_ACTIONS[deed],
            by=by,
            of="/".join(identity(draft.document)),
            after={"stage": stage, "sha256": audit.digest(draft.text)},
        )
        for draft in drafts
    )
    record_states(drafts, deed, by=by, why=why)
