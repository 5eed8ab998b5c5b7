"""Many documents kept as drafts by few statements: what `save_draft` does to one, all of them or none."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalog import audit, documents
from catalog.documents import canonical, guard
from catalog.documents.differences import differences
from catalog.documents.folding import search_texts
from catalog.models import AuditEntry, Revision, Stage
from catalog.models.drafts import DraftAction

from . import upcoming_releases
from .draft_history import record_states
from .edit_conflicts import Conflict, EditorState, current_documents
from .planning import Document, Identity, identity
from .releases import CHUNK, chunks, clean_reason, ensure_records, lock_writers


def save_drafts(
    incoming: Sequence[Document], *, by: User | None, why: str, expected: Mapping[Identity, str]
) -> list[Revision]:
    """Keep many documents as drafts of their records, in place of earlier ones; return the drafts.

    `expected` has the `state` that each was started from. Raises InvalidInput and Conflict as `save_draft` does;
    then nothing is written.
    """
    tidied, why = [guard.tidy(one) for one in incoming], clean_reason(why)
    for one in tidied:
        documents.validate(one)
    with transaction.atomic():
        lock_writers()
        now = {key: found for key, found in _current_states(tidied) if key in expected}
        for one in tidied:
            key = identity(one)
            if (now[key].token if key in now else "") != expected[key]:
                raise Conflict(
                    _("“{slug}” was changed by somebody else while you were working on it.").format(slug=one["slug"])
                )
        drafts = _put(tidied, by=by, why=why)
        audit.log_entries(_audit_entries(tidied, now, by))
        record_states(drafts, DraftAction.SAVED, by=by, why=why)
    return drafts


def create_missing_drafts(
    incoming: Sequence[Document], *, by: User | None, why: str
) -> tuple[list[Revision], list[Revision]]:
    """Keep as drafts those documents of which nobody has one; return these drafts, and those of others that stay.

    Raises InvalidInput as `save_drafts` does; then nothing is written.
    """
    with transaction.atomic():
        lock_writers()
        free, left = split_by_draft(incoming)
        now = {key: found.token for key, found in _current_states(free)}
        drafts = save_drafts(free, by=by, why=why, expected={identity(one): now.get(identity(one), "") for one in free})
    return drafts, left


def split_by_draft(incoming: Sequence[Document]) -> tuple[list[Document], list[Revision]]:
    """Return the documents of which there is no draft, under a former slug neither, and the drafts of the others."""
    found = Revision.objects.drafts().filter(record__game__in={one["game"] for one in incoming})
    drafted = {(one.record.game, one.record.shelf, one.record.slug): one for one in found.select_related("record")}
    free, left = [], []
    for one in incoming:
        game, document_type, slug = identity(one)
        theirs = [
            drafted[key] for name in (slug, *one.get("formerly", ())) if (key := (game, document_type, name)) in drafted
        ]
        left += theirs
        if not theirs:
            free.append(one)
    return free, left


def _current_states(incoming: Sequence[Document]) -> Iterator[tuple[Identity, EditorState]]:
    for game, document_type in sorted({identity(one)[:2] for one in incoming}):
        for slug, found in current_documents(game, document_type).items():
            yield (game, document_type, slug), found


def _put(incoming: Sequence[Document], *, by: User | None, why: str) -> list[Revision]:
    known = ensure_records([identity(one) for one in incoming])
    keys = [known[identity(one)] for one in incoming]
    for chunk in chunks(keys):
        for draft in Revision.objects.filter(record__in=chunk, gathered_in__isnull=False).select_related("gathered_in"):
            upcoming_releases.check_not_scheduled(draft)
        Revision.objects.drafts().filter(record__in=chunk).delete()
    return Revision.objects.bulk_create(
        [
            Revision(
                record_id=key,
                document=one,
                text=canonical.compact(one),
                folded=search_texts(one),
                stage=Stage.DRAFT,
                by=by,
                why=why,
            )
            for key, one in zip(keys, incoming, strict=True)
        ],
        batch_size=CHUNK,
    )


def _audit_entries(incoming: Sequence[Document], now: Mapping[Identity, EditorState], by: Any) -> Iterator[AuditEntry]:
    for one in incoming:
        key = identity(one)
        states = audit.before_and_after(differences(now[key].document if key in now else {}, one))
        yield audit.new_entry("draft saved", by=by, of="/".join(key), **states)
