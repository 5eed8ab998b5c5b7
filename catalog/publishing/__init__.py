"""How documents become drafts and releases: the only code that writes to the catalog.

What a curator does to one document at a time is in `drafts`, to many at once in `bulk_drafts`, the stages of a draft in
`review_workflow`, every former state in `draft_history`. A publication is planned first (`planning`), then carried out
in one transaction (`releases`), now or when it is due (`upcoming_releases`, `scheduling`).
"""

from .bulk_drafts import create_missing_drafts, save_drafts, split_by_draft
from .draft_history import document_of, return_note, timeline, timeline_key
from .drafts import (
    change_slug,
    discard_draft,
    publish_draft,
    restore,
    restore_state,
    retire,
    save_and_publish,
    save_and_submit,
    save_draft,
)
from .edit_conflicts import (
    Conflict,
    EditorState,
    current_documents,
    current_revision,
    edit_token,
    is_outdated,
    last_changed_release,
    newer_publication,
    open_for_editing,
    successor,
)
from .planning import Change, Identity, Progress, PublicationPlan, identity, no_progress, plan
from .releases import Busy, catalog_is_empty, clean_reason, plan_and_publish, publish
from .review_workflow import (
    SelfApproval,
    approve,
    return_to_author,
    submit_for_review,
    withdraw_from_review,
)
from .slugs import is_slug_taken, suggest_slug

__all__ = [
    "Busy",
    "Change",
    "Conflict",
    "EditorState",
    "Identity",
    "Progress",
    "PublicationPlan",
    "SelfApproval",
    "approve",
    "catalog_is_empty",
    "change_slug",
    "clean_reason",
    "create_missing_drafts",
    "current_documents",
    "current_revision",
    "discard_draft",
    "document_of",
    "edit_token",
    "identity",
    "is_outdated",
    "is_slug_taken",
    "last_changed_release",
    "newer_publication",
    "no_progress",
    "open_for_editing",
    "plan",
    "plan_and_publish",
    "publish",
    "publish_draft",
    "restore",
    "restore_state",
    "retire",
    "return_note",
    "return_to_author",
    "save_and_publish",
    "save_and_submit",
    "save_draft",
    "save_drafts",
    "split_by_draft",
    "submit_for_review",
    "successor",
    "suggest_slug",
    "timeline",
    "timeline_key",
    "withdraw_from_review",
]
