"""What was done to drafts, written down in the transaction in which it is done: a row for each, in bulk too."""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max

from catalog.models import Record, Revision
from catalog.models.drafts import DraftAction, DraftState

CHUNK = 500


def record_states(
    drafts: Iterable[Revision], deed: DraftAction, *, by: User | None, why: str = "", source: str = ""
) -> None:
    """Write down that `by` did this to each of the drafts, as they stand now. Other writers must be waiting."""
    revisions = list(drafts)
    for start in range(0, len(revisions), CHUNK):
        chunk = revisions[start : start + CHUNK]
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
            )
            for draft in chunk
        )


def document_of(state: DraftState) -> dict[str, Any]:
    """Return the document of a draft as it was in a state."""
    document: dict[str, Any] = json.loads(state.text)
    return document


def return_note(draft: Revision) -> DraftState | None:
    """Return the last word to a draft that was sent back and that nobody has written on since, None for others."""
    last = draft.record.states.select_related("by").order_by("-number").first()
    return last if last is not None and last.deed == DraftAction.RETURNED else None


def timeline(record: Record) -> list[DraftState | Revision]:
    """Return everything that is known of a record, the first thing first: what was done to drafts, and releases."""
    states: list[DraftState | Revision] = list(record.states.select_related("by"))
    released = record.revisions.filter(since__isnull=False).select_related("by", "since", "until")
    return sorted([*states, *released], key=timeline_key)


def timeline_key(one: DraftState | Revision) -> tuple[Any, int]:
    """Return what states are ordered by: when it was, and of what is of one transaction the draft first."""
    return (one.at, 0) if isinstance(one, DraftState) else (one.created_at, 1)
