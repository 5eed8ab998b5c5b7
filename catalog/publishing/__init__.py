"""How documents become drafts and releases: the only code that writes to the catalog.

A publication is planned first (`plans`), then carried out in one transaction (`releases`). What a curator does to one
document at a time is in `editing`.
"""

from .editing import (
    Conflict,
    Standing,
    behind,
    current,
    discard_draft,
    move,
    publish_draft,
    restore,
    retire,
    save_and_publish,
    save_draft,
    save_drafts,
    standing,
    state,
    successor,
)
from .plans import Change, Identity, Plan, Progress, identity, plan, silent
from .releases import Busy, as_reason, attempt, is_empty, publish
from .slugs import suggest, taken

__all__ = [
    "Busy",
    "Change",
    "Conflict",
    "Identity",
    "Plan",
    "Progress",
    "Standing",
    "as_reason",
    "attempt",
    "behind",
    "current",
    "discard_draft",
    "identity",
    "is_empty",
    "move",
    "plan",
    "publish",
    "publish_draft",
    "restore",
    "retire",
    "save_and_publish",
    "save_draft",
    "save_drafts",
    "silent",
    "standing",
    "state",
    "successor",
    "suggest",
    "taken",
]
