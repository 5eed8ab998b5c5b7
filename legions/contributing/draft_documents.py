"""API documents of drafts and their history."""

from typing import Any

from django.urls import reverse

from catalog import permissions, publishing
from catalog.documents import provenance
from catalog.models import Record, Revision
from catalog.models.drafts import DraftState


def _username(by: Any) -> str | None:
    return by.get_username() if by else None


def _address(record: Record) -> str:
    return reverse("api-draft", args=[record.game, record.document_type, record.slug])


def draft_item(draft: Revision) -> dict[str, Any]:
    """Return a draft for a list of drafts."""
    record = draft.record
    return {
        "game": record.game,
        "shelf": record.document_type,
        "slug": record.slug,
        "kind": draft.kind,
        "name": draft.title,
        "url": _address(record),
        **_written(draft),
    }


def draft_document(record: Record) -> dict[str, Any]:
    """Return the document that an edit starts from: the draft, or the published document if there is no draft."""
    draft, in_force = record.revisions.drafts().first(), record.revisions.newest().first()
    shown = draft or in_force
    assert shown is not None
    return {
        "game": record.game,
        "shelf": record.document_type,
        "slug": record.slug,
        "url": _address(record),
        "document": shown.document,
        "unsourced": provenance.unsourced(shown.document),
        "release": in_force.since_id if in_force else None,
        "draft": _written(draft) if draft else None,
    }


def _written(draft: Revision) -> dict[str, Any]:
    return {
        "stage": draft.stage,
        "by": _username(draft.by),
        "role": permissions.badge_of(draft.by),
        "why": draft.why,
        "source": draft.source,
        "unsourced_reason": draft.unsourced_reason,
        "written_at": draft.created_at,
    }


def history_entry(number: int, state: DraftState | Revision) -> dict[str, Any]:
    """Return an entry of the history: a state of a draft, or the release of a published state."""
    return {
        "number": number,
        "what": "released" if isinstance(state, Revision) else state.deed,
        "release": state.since_id if isinstance(state, Revision) else None,
        "at": state.created_at if isinstance(state, Revision) else state.at,
        "by": _username(state.by),
        "role": permissions.badge_of(state.by),
        "why": state.why,
        "source": state.source,
        "unsourced_reason": state.unsourced_reason,
        "document": state.document if isinstance(state, Revision) else publishing.document_of(state),
    }
