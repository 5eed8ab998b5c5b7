"""How documents become drafts and releases: the only code that writes to the catalog.

What a curator does to one document at a time is in `editing`, the way of a draft through review in `stages`, what was
ever done to it in `history`. A publication is planned first (`plans`), then carried out in one transaction
(`releases`).
"""

from .editing import (
    discard_draft,
    move,
    propose,
    publish_draft,
    restore,
    restore_state,
    retire,
    save_and_publish,
    save_draft,
)
from .history import document_of, known, moment, returned
from .many import apart, draft_where_none_is, save_drafts
from .plans import Change, Identity, Plan, Progress, identity, plan, silent
from .releases import Busy, as_reason, attempt, is_empty, publish
from .slugs import suggest, taken
from .stages import (
    PUBLISH,
    NotYours,
    approve,
    may_approve,
    may_publish_at_once,
    may_write,
    put_up,
    send_back,
    take_back,
    written_by,
)
from .state import Conflict, Opened, behind, current, ground, opened, overtaken, standing, state, successor

__all__ = [
    "PUBLISH",
    "Busy",
    "Change",
    "Conflict",
    "Identity",
    "NotYours",
    "Opened",
    "Plan",
    "Progress",
    "apart",
    "approve",
    "as_reason",
    "attempt",
    "behind",
    "current",
    "discard_draft",
    "document_of",
    "draft_where_none_is",
    "ground",
    "identity",
    "is_empty",
    "known",
    "may_approve",
    "may_publish_at_once",
    "may_write",
    "moment",
    "move",
    "opened",
    "overtaken",
    "plan",
    "propose",
    "publish",
    "publish_draft",
    "put_up",
    "restore",
    "restore_state",
    "retire",
    "returned",
    "save_and_publish",
    "save_draft",
    "save_drafts",
    "send_back",
    "silent",
    "standing",
    "state",
    "successor",
    "suggest",
    "take_back",
    "taken",
    "written_by",
]
