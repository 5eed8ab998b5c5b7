"""How documents become drafts and releases: the only code that writes to the catalog.

What a curator does to one document at a time is in `editing`, the way of a draft through review in `stages`, what was
ever done to it in `history`. A publication is planned first (`purchases`), then carried out in one transaction
(`releases`).
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
    PUBLISH_PERMISSION,
    SelfApproval,
    approve,
    may_approve,
    may_publish_at_once,
    may_write,
    return_to_author,
    submit_for_review,
    withdraw_from_review,
    writable_drafts,
)
from .slugs import is_slug_taken, suggest_slug

__all__ = [
    "PUBLISH_PERMISSION",
    "Busy",
    "Change",
    "Conflict",
    "Identity",
    "SelfApproval",
    "EditorState",
    "PublicationPlan",
    "Progress",
    "split_by_draft",
    "approve",
    "clean_reason",
    "plan_and_publish",
    "newer_publication",
    "current_revision",
    "discard_draft",
    "document_of",
    "create_missing_drafts",
    "last_changed_release",
    "identity",
    "catalog_is_empty",
    "timeline",
    "may_approve",
    "may_publish_at_once",
    "may_write",
    "timeline_key",
    "change_slug",
    "open_for_editing",
    "is_outdated",
    "plan",
    "save_and_submit",
    "publish",
    "publish_draft",
    "submit_for_review",
    "restore",
    "restore_state",
    "retire",
    "return_note",
    "save_and_publish",
    "save_draft",
    "save_drafts",
    "return_to_author",
    "no_progress",
    "current_documents",
    "edit_token",
    "successor",
    "suggest_slug",
    "withdraw_from_review",
    "is_slug_taken",
    "writable_drafts",
]
