"""Actions on one document: save it as a draft, publish it, retire it, change its slug.

Every function that writes waits for other writers first, so that two curators never overwrite each other's changes
unnoticed.
"""

from collections.abc import Callable, Collection
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog import audit, documents
from catalog.documents import canonical, json_input, names, provenance
from catalog.documents.differences import differences
from catalog.documents.errors import Fault, InvalidInput
from catalog.models import Changeset, Record, Release, Revision, Stage
from catalog.models.drafts import DraftAction
from catalog.publishing import review_workflow, upcoming_releases
from catalog.publishing.changesets import work_changeset
from catalog.publishing.draft_history import record_states
from catalog.publishing.edit_conflicts import Conflict, current_revision, edit_token
from catalog.publishing.planning import identity, not_asked, published_states
from catalog.publishing.releases import clean_reason, clean_source, clean_unsourced_reason, lock_writers, publish
from catalog.publishing.slugs import slug_holder, used_slug_fault
from catalog.search.card_texts import search_texts

Edit = Callable[[dict[str, Any]], dict[str, Any]]


def save_draft(
    document: dict[str, Any],
    *,
    by: User | None,
    why: str,
    source: str = "",
    expected: str | None = None,
    sources_hold: Collection[str] | None = (),
    unsourced_reason: str | None = None,
    deed: DraftAction = DraftAction.SAVED,
    changeset: Changeset | None = None,
) -> Revision:
    """Save `document` as the draft of its record, replacing an earlier draft.

    `expected` is the edit token that the editor started from; None skips the check. `source` is the source of the
    change. `sources_hold` has the pointers of facts whose sources also cover new values (None if each value already had
    its source). `unsourced_reason` is the reason for publishing facts without a source; None keeps that of the earlier
    draft. The new draft is in the first stage, whatever the stage of the earlier one. It belongs to the changeset of
    the earlier one, else to `changeset`, else to what its author works on. Raises InvalidInput for a document with
    faults, including `stale-source` for new values with former sources, and Conflict if the record is not
    in the expected state.
    """
    if faults := names.faults(document):
        raise InvalidInput("invalid-document", faults)
    document, why, source = json_input.tidy(document), clean_reason(why), clean_source(source)
    reason = None if unsourced_reason is None else clean_unsourced_reason(unsourced_reason)
    documents.validate(document)
    game, document_type, slug = identity(document)
    with transaction.atomic():
        lock_writers()
        if expected is not None and _state_of(game, document_type, slug) != expected:
            raise Conflict(_("“{slug}” was changed by somebody else while you were working on it.").format(slug=slug))
        record, _made = Record.objects.get_or_create(game=game, document_type=document_type, slug=slug)
        draft = record.revisions.drafts().first()
        document = _settled(draft, document, sources_hold, by)
        if reason is None:
            reason = draft.unsourced_reason if draft else ""
        texts = {"why": why, "source": source, "unsourced_reason": reason}
        return _put_draft(record, document, by=by, whose=by, deed=deed, changeset=changeset, **texts)


def save_and_submit(
    document: dict[str, Any],
    *,
    by: User | None,
    why: str,
    source: str = "",
    expected: str | None = None,
    sources_hold: Collection[str] | None = (),
    unsourced_reason: str | None = None,
) -> Revision:
    """Save `document` as a draft and submit it for review, in one transaction. Raises the errors of `save_draft`."""
    with transaction.atomic():
        lock_writers()
        record = save_draft(
            document,
            by=by,
            why=why,
            source=source,
            expected=expected,
            sources_hold=sources_hold,
            unsourced_reason=unsourced_reason,
        ).record
        return review_workflow.submit_for_review(record, by=by, expected=edit_token(record), why=why)


def restore_state(record: Record, document: dict[str, Any], *, by: User | None, why: str, expected: str) -> Revision:
    """Save an earlier state of a document as its draft; the states in between are kept.

    Former slugs are kept, since they redirect permanently; each value is restored with its source. Raises the errors of
    `save_draft`, since schemas may have changed.
    """
    now = current_revision(record)
    former = now.document.get("formerly") if now else None
    restored = {key: value for key, value in document.items() if key != "formerly"}
    if former:
        restored["formerly"] = former
    reason = now.unsourced_reason if now else ""
    return save_draft(
        restored,
        by=by,
        why=why,
        expected=expected,
        sources_hold=None,
        unsourced_reason=reason,
        deed=DraftAction.RESTORED,
    )


def publish_draft(record: Record, *, by: User | None, why: str, expected: str | None = None) -> Release | None:
    """Publish the draft of `record` as a release of its own.

    Raises Revision.DoesNotExist without a draft, and Conflict if the record is not in the `expected` state.
    """
    with transaction.atomic():
        lock_writers()
        draft = record.revisions.drafts().get()
        _lock(record, expected)
        release = publish([draft.document], by=by, why=why, held=not_asked, unsourced_reason=draft.unsourced_reason)
        if left := record.revisions.drafts().first():  # equal to the published document
            _end(left, by=by, why="Nothing differed from what is published.")
    return release


def save_and_publish(
    document: dict[str, Any],
    *,
    by: User | None,
    why: str,
    expected: str,
    source: str = "",
    sources_hold: Collection[str] | None = (),
    unsourced_reason: str | None = None,
) -> Release | None:
    """Publish `document` as a release of its own, replacing any draft; return None if nothing changes.

    Raises InvalidInput or Conflict as `save_draft` does; then nothing is written.
    """
    with transaction.atomic():
        lock_writers()
        draft = save_draft(
            document,
            by=by,
            why=why,
            source=source,
            expected=expected,
            sources_hold=sources_hold,
            unsourced_reason=unsourced_reason,
        )
        return publish_draft(draft.record, by=by, why=why)


def discard_draft(record: Record, *, by: User | None = None, why: str = "", expected: str | None = None) -> bool:
    """Discard the draft of `record`; return whether there was one. Its states are kept and can be restored.

    Raises Conflict if the record is not in the `expected` state.
    """
    with transaction.atomic():
        lock_writers()
        _lock(record, expected)
        draft = record.revisions.drafts().first()
        if draft is not None:
            _end(draft, by=by, why=why)
    return draft is not None


def retire(record: Record, *, reason: str, by: User | None, why: str) -> Release | None:
    """Publish `record` as retired for `reason`; the document stays available. Its draft is retired, too.

    Raises Revision.DoesNotExist for a record that is not published.
    """
    return _publish_edit(record, lambda document: as_retired(document, reason), by=by, why=why)


def restore(record: Record, *, by: User | None, why: str) -> Release | None:
    """Publish a retired `record` as active again. Its draft is changed, too."""
    return _publish_edit(record, as_active, by=by, why=why)


def as_retired(document: dict[str, Any], reason: str) -> dict[str, Any]:
    """Return a copy of a card's document that is retired for `reason`."""
    return {**document, "retired": reason}


def as_active(document: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a card's document that is not retired."""
    return {key: value for key, value in document.items() if key != "retired"}


def change_slug(record: Record, *, slug: str, by: User | None, why: str, at_once: bool = True) -> Record:
    """Change the slug of a document, or restore one of its former slugs. Return its new record.

    The old slug redirects to the new one, immediately or, unless `at_once`, once the submitted draft is published. A
    draft that was never published is only moved. Raises InvalidInput for a malformed or used slug, and for a published
    document with a draft, which must be published or discarded first.
    """
    with transaction.atomic():
        lock_writers()
        in_force = record.revisions.newest().first()
        draft = record.revisions.drafts().first()
        formerly = in_force.document.get("formerly", []) if in_force else []
        holder = None if slug in formerly else slug_holder(record.game, record.document_type, slug)
        if holder is not None:
            raise InvalidInput("invalid-document", [used_slug_fault(slug, holder)])
        if in_force is None and draft is not None:
            moved = save_draft(
                {**draft.document, "slug": slug},
                by=by,
                why=why,
                source=draft.source,
                unsourced_reason=draft.unsourced_reason,
                changeset=draft.changeset,
            )
            discard_draft(record, by=by, why=f"It has the slug “{slug}” now.")
            return moved.record
        if in_force is None or draft is not None:
            raise _refuse("", "draft-first", _("Publish or discard the draft first."))
        former = [*(one for one in formerly if one != slug), record.slug]
        document = {**in_force.document, "slug": slug, "formerly": former}
        if not at_once:
            return save_and_submit(document, by=by, why=why).record
        publish([document], by=by, why=why)
        return Record.objects.get(game=record.game, document_type=record.document_type, slug=slug)


def _publish_edit(record: Record, edit: Edit, *, by: User | None, why: str) -> Release | None:
    with transaction.atomic():
        lock_writers()
        release = publish([edit(record.revisions.newest().get().document)], by=by, why=why)
        if draft := record.revisions.drafts().first():
            _put_draft(
                record,
                edit(draft.document),
                by=by,
                whose=draft.by,
                why=draft.why,
                source=draft.source,
                unsourced_reason=draft.unsourced_reason,
            )
    return release


def _settled(
    draft: Revision | None, document: dict[str, Any], held: Collection[str] | None, by: User | None
) -> dict[str, Any]:
    """Return a document whose sources match its values. Raises InvalidInput for new values with former sources."""
    states = [draft.document] if draft else []
    own = draft is not None and by is not None and draft.by_id == by.pk
    states += published_states(document)
    document, faults = provenance.settle_sources(document, states, held, own_draft=own)
    if faults:
        raise InvalidInput("invalid-document", faults)
    documents.validate(document)  # sources that cover new values may have been split into entries of their own
    return document


def _put_draft(
    record: Record,
    document: dict[str, Any],
    *,
    by: User | None,
    whose: User | None,
    why: str,
    source: str,
    unsourced_reason: str | None = None,
    deed: DraftAction = DraftAction.SAVED,
    changeset: Changeset | None = None,
) -> Revision:
    """Replace the draft of a record. `whose` is the author of the draft, `by` the user in the audit log."""
    values: dict[str, Any] = {
        "document": document,
        "text": canonical.compact(document),
        "folded": search_texts(document),
        "by": whose,
        "why": why,
        "source": source,
        "unsourced_reason": unsourced_reason if provenance.unsourced(document) else "",
        "stage": Stage.DRAFT,
        "approved_over": None,
        "gathered_in": None,
        "created_at": timezone.now(),
    }
    before = current_revision(record)
    if before is not None and before.since_id is None:
        upcoming_releases.check_not_scheduled(before)
    if before is None or before.since_id is not None or before.changeset_id is None:
        values["changeset"] = changeset or work_changeset(title=why, by=whose)
    states = audit.before_and_after(differences(before.document if before else {}, document))
    audit.log_action("draft saved", by=by, of="/".join(identity(document)), **states)
    draft, _made = Revision.objects.drafts().update_or_create(record=record, since=None, defaults=values)
    record_states([draft], deed, by=whose, why=why, source=source)
    return draft


def _end(draft: Revision, *, by: User | None, why: str) -> None:
    upcoming_releases.check_not_scheduled(draft)
    audit.log_action("draft discarded", by=by, of="/".join(identity(draft.document)), before=draft.document)
    record_states([draft], DraftAction.DISCARDED, by=by, why=why)
    draft.delete()


def _state_of(game: str, document_type: str, slug: str) -> str:
    return edit_token(Record.objects.filter(game=game, document_type=document_type, slug=slug).first())


def _lock(record: Record, expected: str | None) -> None:
    if expected is not None and edit_token(record) != expected:
        raise Conflict(
            _("“{slug}” was changed by somebody else while you were looking at it.").format(slug=record.slug)
        )


def _refuse(pointer: str, code: str, message: str) -> InvalidInput:
    return InvalidInput("invalid-document", [Fault(pointer, code, message)])
