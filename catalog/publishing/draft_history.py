"""The history of drafts: a row per action on a draft, written in the transaction of the action."""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max

from catalog.models import Record, Revision
from catalog.models.drafts import DraftAction, DraftState

ROWS_PER_CHUNK = 500


def record_states(
    drafts: Iterable[Revision], deed: DraftAction, *, by: User | None, why: str = "", source: str = ""
) -> None:
    """Record the action `deed` by `by` for each draft in its current state. Call it after `releases.lock_writers`."""
    revisions = list(drafts)
    for start in range(0, len(revisions), ROWS_PER_CHUNK):
        chunk = revisions[start : start + ROWS_PER_CHUNK]
        records = [draft.record_id for draft in chunk]
        numbered = DraftState.objects.filter(record__in=records).order_by().values("record")
        newest = dict(numbered.annotate(newest=Max("number")).values_list("record", "newest"))
        DraftState.objects.bulk_create(
            DraftState(
                record_id=draft.record_id,
                number=newest.get(draft.record_id, 0) + 1,
                deed=deed,
                text=draft.text,
                by=by,
                why=why,
                source=source,
                unsourced_reason=draft.unsourced_reason,
            )
            for draft in chunk
        )


def document_of(state: DraftState) -> dict[str, Any]:
    """Return the document of a draft in a recorded state."""
    document: dict[str, Any] = json.loads(state.text)
    return document


def return_note(draft: Revision) -> DraftState | None:
    """Return the state in which a draft was sent back, if that was the last action on it, else None."""
    last = draft.record.states.select_related("by").order_by("-number").first()
    return last if last is not None and last.deed == DraftAction.RETURNED else None


def draft_actions(draft: Revision) -> list[DraftState]:
    """Return the actions on a draft since it was started, newest first, with their reasons."""
    found = []
    for state in draft.record.states.select_related("by").order_by("-number"):
        if state.deed in (DraftAction.PUBLISHED, DraftAction.DISCARDED):
            break
        found.append(state)
    return found


def revision_actions(revision: Revision) -> list[DraftState]:
    """Return the actions on the draft that was published as a revision, oldest first."""
    found: list[DraftState] = []
    for one in timeline(revision.record):
        if isinstance(one, Revision):
            if one.pk == revision.pk:
                break
            found = []
        elif one.deed == DraftAction.DISCARDED:
            found = []
        else:
            found.append(one)
    return found


def timeline(record: Record) -> list[DraftState | Revision]:
    """Return all states of a record, oldest first: the actions on drafts, and the released revisions."""
    states: list[DraftState | Revision] = list(record.states.select_related("by"))
    released = record.revisions.filter(since__isnull=False).select_related("by", "since", "until")
    return sorted([*states, *released], key=timeline_key)


def timeline_key(state: DraftState | Revision) -> tuple[Any, int]:
    """Return the sort key of a state: its time, with drafts before revisions of one transaction."""
    return (state.at, 0) if isinstance(state, DraftState) else (state.created_at, 1)
