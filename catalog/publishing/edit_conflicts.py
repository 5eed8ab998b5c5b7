"""Optimistic locking of documents: the state that an editor starts from, and a token to detect later changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F

from catalog.errors import ChangedMeanwhile
from catalog.models import Record, Revision
from catalog.publishing.planning import Identity, identity

MAX_NAMES = 500
"""The maximum number of slugs that a query names; for more, it reads all documents of the game and type."""
DRAFT_FIRST = F("since_id").asc(nulls_first=True)


class Conflict(ChangedMeanwhile):
    """The document was saved by another user in the meantime; nothing was written."""


def open_for_editing(record: Record) -> tuple[str, Revision | None]:
    """Return the `edit_token` of a record and the revision that its editor starts from, read in one query.

    With two queries, another user could save in between, and the editor would overwrite a change unnoticed.
    """
    found = list(record.revisions.filter(until__isnull=True).order_by(DRAFT_FIRST))
    return _token(found), found[0] if found else None


def current_revision(record: Record) -> Revision | None:
    """Return the draft of `record`, else its revision in force; None if it was renamed."""
    return open_for_editing(record)[1]


def edit_token(record: Record | None) -> str:
    """Return a short token of a record's draft and revision in force; `""` for a record without either.

    An editor keeps it to detect later that either of them, or the stage of the draft, has changed.
    """
    return "" if record is None else open_for_editing(record)[0]


@dataclass(frozen=True, slots=True)
class EditorState:
    """A document as an editor starts from it, and the `edit_token` of its record.

    If it is a draft, `author` is the primary key of its author (None for an import or a deleted account), and
    `unsourced_reason` the reason for its facts without a source.
    """

    document: dict[str, Any]
    token: str
    author: int | None = None
    unsourced_reason: str = ""


def is_own_draft(state: EditorState, by: User | None) -> bool:
    """Return whether a state is a draft that a user wrote last."""
    return by is not None and state.author == by.pk


def current_documents(game: str, document_type: str) -> dict[str, EditorState]:
    """Return the current state of every document of a game and type by slug; renamed records are left out."""
    own: dict[int, list[Revision]] = {}
    found = Revision.objects.of_type(document_type, game).filter(until__isnull=True)
    found = found.only("record_id", "since_id", "stage", "text", "document", "by_id", "unsourced_reason")
    for one in found.order_by("record_id", DRAFT_FIRST):
        own.setdefault(one.record_id, []).append(one)
    return {of[0].document["slug"]: _editor_state(of) for of in own.values()}


def _editor_state(revisions: Sequence[Revision]) -> EditorState:
    """Return the state of a record from its current revisions, the draft first."""
    first = revisions[0]
    if first.since_id is not None:
        return EditorState(first.document, _token(revisions))
    return EditorState(first.document, _token(revisions), first.by_id, first.unsourced_reason)


def _token(revisions: Sequence[Revision]) -> str:
    """Return the token of a record's current revisions, the draft first."""
    if not revisions:
        return ""
    return sha256("\n".join(f"{one.since_id} {one.stage} {one.text}" for one in revisions).encode()).hexdigest()[:16]


def newer_publication(record: Record) -> Revision | None:
    """Return the revision in force if it was published after the draft of `record` was last saved, else None."""
    draft = record.revisions.drafts().first()
    in_force = record.revisions.newest().first()
    return in_force if draft and in_force and in_force.created_at > draft.created_at else None


def successor(record: Record) -> Record | None:
    """Return the record that `record` was renamed to; None if it was not renamed."""
    renamed = Revision.objects.newest().of_type(record.document_type, record.game).filter(document__has_key="formerly")
    for revision in renamed.select_related("record"):
        if record.slug in revision.document["formerly"]:
            return revision.record
    return None


def last_changed_release(document: dict[str, Any]) -> int:
    """Return the newest release that changed a document, also under a former slug; 0 if there is none."""
    return last_changed_releases([document])[identity(document)]


def last_changed_releases(documents: Sequence[dict[str, Any]]) -> dict[Identity, int]:
    """Return the same for several documents, by identity, with a query for each game and type."""
    wanted: dict[tuple[str, str], dict[str, list[Identity]]] = {}
    for document in documents:
        game, document_type, slug = identity(document)
        for name in (slug, *document.get("formerly", ())):
            wanted.setdefault((game, document_type), {}).setdefault(name, []).append((game, document_type, slug))
    newest = {identity(document): 0 for document in documents}
    for (game, document_type), names in wanted.items():
        standing = Revision.objects.newest().filter(record__game=game, record__document_type=document_type)
        if len(names) <= MAX_NAMES:
            standing = standing.filter(record__slug__in=names)
        for slug, release in standing.values_list("record__slug", "since_id"):
            for key in names.get(slug, ()):
                newest[key] = max(newest[key], release or 0)
    return newest


def is_outdated(draft: Revision) -> bool:
    """Return whether a release changed the document after the draft was approved."""
    return bool(outdated_drafts([draft]))


def outdated_drafts(drafts: Sequence[Revision]) -> set[int]:
    """Return the keys of the drafts whose document a release changed after their approval."""
    approved = [draft for draft in drafts if draft.approved_over is not None]
    changed = last_changed_releases([draft.document for draft in approved])
    return {draft.pk for draft in approved if draft.approved_over != changed[identity(draft.document)]}
