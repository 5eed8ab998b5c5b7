"""Saving many documents as drafts in few database statements, all or none; the bulk version of `drafts.save_draft`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalog import audit, documents
from catalog.documents import canonical, json_input, names, provenance
from catalog.documents.differences import differences
from catalog.documents.errors import InvalidInput, json_pointer
from catalog.models import AuditEntry, Changeset, Revision, Stage
from catalog.models.changesets import ChangesetOrigin
from catalog.models.drafts import DraftAction
from catalog.publishing import upcoming_releases
from catalog.publishing.changesets import new_changeset
from catalog.publishing.draft_history import record_states
from catalog.publishing.edit_conflicts import Conflict, EditorState, current_documents, is_own_draft
from catalog.publishing.planning import (
    Document,
    Identity,
    ReasonOf,
    SourcesHeld,
    identity,
    no_reason,
    none_held,
    published_of,
)
from catalog.publishing.releases import (
    ROWS_PER_CHUNK,
    chunks,
    clean_reason,
    clean_unsourced_reason,
    ensure_records,
    lock_writers,
)
from catalog.search.card_texts import search_texts


def save_drafts(
    incoming: Sequence[Document],
    *,
    by: User | None,
    why: str,
    expected: Mapping[Identity, str],
    held: SourcesHeld = none_held,
    reason_of: ReasonOf = no_reason,
    changeset: Changeset | None = None,
) -> list[Revision]:
    """Save documents as drafts of their records, replacing earlier ones; return the drafts.

    `expected` has the edit token that each document was started from. `held` returns the pointers of facts whose
    sources also cover new values. `reason_of` returns the reason for publishing a document's facts without a source;
    an empty one keeps that of the earlier draft. The drafts belong to `changeset`, else to a new one; a draft that is
    replaced stays in its own. Raises InvalidInput and Conflict as `drafts.save_draft` does; then nothing is written.
    """
    if faults := [fault for one in incoming for fault in names.faults(one)]:
        raise InvalidInput("invalid-document", faults)
    tidied, why = [json_input.tidy(one) for one in incoming], clean_reason(why)
    for one in tidied:
        documents.validate(one)
    reasons = {identity(one): clean_unsourced_reason(reason_of(one)) for one in tidied}
    if not tidied:
        return []
    with transaction.atomic():
        lock_writers()
        now = {key: found for key, found in _current_states(tidied) if key in expected}
        for one in tidied:
            key = identity(one)
            if (now[key].token if key in now else "") != expected[key]:
                raise Conflict(
                    _("“{slug}” was changed by somebody else while you were working on it.").format(slug=one["slug"])
                )
        tidied = _settled(tidied, now, held, by)
        reasons = {key: reason or (now[key].unsourced_reason if key in now else "") for key, reason in reasons.items()}
        changeset = changeset or new_changeset(title=why, origin=ChangesetOrigin.FILES, by=by)
        drafts = _put(tidied, by=by, why=why, reasons=reasons, changeset=changeset)
        audit.log_entries(_audit_entries(tidied, now, by))
        record_states(drafts, DraftAction.SAVED, by=by, why=why)
    return drafts


def create_missing_drafts(
    incoming: Sequence[Document],
    *,
    by: User | None,
    why: str,
    held: SourcesHeld = none_held,
    reason_of: ReasonOf = no_reason,
) -> tuple[list[Revision], list[Revision]]:
    """Save drafts of those documents that have none; return these drafts and the existing drafts of the others.

    Raises InvalidInput as `save_drafts` does; then nothing is written.
    """
    with transaction.atomic():
        lock_writers()
        free, left = split_by_draft(incoming)
        now = {key: found.token for key, found in _current_states(free)}
        expected = {identity(one): now.get(identity(one), "") for one in free}
        drafts = save_drafts(free, by=by, why=why, expected=expected, held=held, reason_of=reason_of)
    return drafts, left


def split_by_draft(incoming: Sequence[Document]) -> tuple[list[Document], list[Revision]]:
    """Split documents by whether they have a draft.

    Return the documents without a draft, under their current and former slugs, and the drafts of the others.
    """
    found = Revision.objects.drafts().filter(record__game__in={one["game"] for one in incoming})
    drafted = {
        (one.record.game, one.record.document_type, one.record.slug): one for one in found.select_related("record")
    }
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


def _settled(
    incoming: Sequence[Document], now: Mapping[Identity, EditorState], held: SourcesHeld, by: User | None
) -> list[Document]:
    """Return documents whose sources match their values. Raises InvalidInput for new values with former sources."""
    published = published_of({document["game"] for document in incoming})
    settled, found = [], []
    for index, given in enumerate(incoming):
        state = now.get(identity(given))
        started = [state.document] if state else []
        own = state is not None and is_own_draft(state, by)
        states = [*started, *published(given)]
        document, faults = provenance.settle_sources(given, states, held(given), own_draft=own)
        settled.append(document)
        found += [fault.under(json_pointer(index) if len(incoming) > 1 else "") for fault in faults]
    if found:
        raise InvalidInput("invalid-document", found)
    return settled


def _put(
    incoming: Sequence[Document], *, by: User | None, why: str, reasons: Mapping[Identity, str], changeset: Changeset
) -> list[Revision]:
    known = ensure_records([identity(one) for one in incoming])
    keys = [known[identity(one)] for one in incoming]
    former: dict[int, int] = {}
    for chunk in chunks(keys):
        owned = Revision.objects.drafts().filter(record__in=chunk, changeset__isnull=False)
        former.update(owned.values_list("record_id", "changeset_id"))
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
                changeset_id=former.get(key, changeset.pk),
                by=by,
                why=why,
                unsourced_reason=reasons[identity(one)] if provenance.unsourced(one) else "",
            )
            for key, one in zip(keys, incoming, strict=True)
        ],
        batch_size=ROWS_PER_CHUNK,
    )


def _audit_entries(incoming: Sequence[Document], now: Mapping[Identity, EditorState], by: Any) -> Iterator[AuditEntry]:
    for one in incoming:
        key = identity(one)
        states = audit.before_and_after(differences(now[key].document if key in now else {}, one))
        yield audit.new_entry("draft saved", by=by, of="/".join(key), **states)
