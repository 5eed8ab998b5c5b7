"""Publishing a changeset, discarding its drafts, and taking it back after its publication."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from catalog import audit, documents, permissions
from catalog.documents import merging
from catalog.errors import Refused
from catalog.models import Changeset, Release, Revision, Stage, UpcomingRelease
from catalog.models.changesets import ChangesetOrigin
from catalog.models.drafts import DraftAction
from catalog.publishing import upcoming_releases
from catalog.publishing.bulk_drafts import save_drafts
from catalog.publishing.changeset_review import LeftRevision, ReviewResult, reason_to_keep, seen_drafts, submit_rows
from catalog.publishing.changesets import (
    ChangesetRow,
    audit_label,
    changeset_drafts,
    changeset_rows,
    changeset_token,
    new_changeset,
)
from catalog.publishing.doubles import current_tokens, merged_in
from catalog.publishing.draft_history import record_states
from catalog.publishing.drafts import as_retired
from catalog.publishing.edit_conflicts import outdated_drafts
from catalog.publishing.planning import Document, Identity, identity, not_asked
from catalog.publishing.releases import chunks, clean_reason, lock_writers

MAX_REVERTED = 1_000
"""The maximum number of published rows of a changeset that a request takes back; a command takes back more."""


class NothingToTakeBack(Refused):
    """A changeset of which no change can be taken back; nothing was written."""


@dataclass(slots=True)
class RevertPlan:
    """The documents as they would be without a changeset, and what stays of it."""

    documents: list[Document] = field(default_factory=list)
    kept: list[LeftRevision] = field(default_factory=list)


def publish_changeset(changeset: Changeset, *, by: User, seen: str) -> tuple[Release, list[LeftRevision]]:
    """Publish the approved drafts of a changeset as one release; return it, and the approved drafts that it left.

    Outdated approvals and drafts in a scheduled release are left. Raises Conflict, and ReleaseRefused if nothing can be
    published.
    """
    with transaction.atomic():
        lock_writers()
        drafts = seen_drafts(changeset, seen)
        approved = [draft for draft in drafts if draft.stage == Stage.APPROVED]
        outdated = outdated_drafts(approved)
        reasons = {draft.pk: _reason_to_wait(draft, outdated) for draft in approved}
        ready = [draft for draft in approved if not reasons[draft.pk]]
        left = [LeftRevision(draft, reasons[draft.pk]) for draft in approved if reasons[draft.pk]]
        upcoming = UpcomingRelease.objects.create(why=changeset.title, by=by)
        for chunk in chunks([draft.pk for draft in ready]):
            Revision.objects.filter(pk__in=chunk).update(gathered_in=upcoming)
        release = upcoming_releases.publish_locked(upcoming, by)
        audit.log_action("changeset published", by=by, of=audit_label(changeset), after={"release": release.number})
    return release, left


def discard_rows(
    changeset: Changeset, *, by: User, seen: str, keys: Collection[int] | None = None, why: str = ""
) -> ReviewResult:
    """Discard drafts of a changeset, all or those with these keys; their states are kept. Raises Conflict."""
    why = clean_reason(why) if why.strip() else ""
    with transaction.atomic():
        lock_writers()
        drafts = seen_drafts(changeset, seen)
        result = ReviewResult()
        for draft in drafts:
            if keys is None or draft.pk in keys:
                reason = reason_to_keep(draft, by)
                if reason:
                    result.left.append(LeftRevision(draft, reason))
                else:
                    result.done.append(draft)
        audit.log_entries(
            audit.new_entry("draft discarded", by=by, of="/".join(identity(one.document)), before=one.document)
            for one in result.done
        )
        record_states(result.done, DraftAction.DISCARDED, by=by, why=why)
        for chunk in chunks([draft.pk for draft in result.done]):
            Revision.objects.drafts().filter(pk__in=chunk).delete()
    return result


def is_too_large_to_revert(changeset: Changeset) -> bool:
    """Return whether a changeset has more published rows than a request takes back."""
    return published_rows(changeset).count() > MAX_REVERTED


def published_rows(changeset: Changeset) -> QuerySet[Revision]:
    """Return the published rows of a changeset, also those that were changed since."""
    return changeset.rows.filter(since__isnull=False)


def plan_revert(changeset: Changeset, *, why: str) -> RevertPlan:
    """Return what taking back the published rows of a changeset would change, and what would stay.

    A fact that was changed again since stays, as does a document with a draft. A new document is retired.
    """
    published = published_rows(changeset).select_related("record", "until")
    revisions = list(published.order_by("game", "kind", "slug"))
    plan = RevertPlan()
    current = _current(revisions)
    for row in changeset_rows(revisions):
        now = current.get(identity(row.revision.document))
        if reason := _reason_to_stay(row, now):
            plan.kept.append(LeftRevision(row.revision, reason))
            continue
        assert now is not None
        document, kept = _taken_back(row, now.document, why)
        if ended := merged_in(row.before, row.revision):
            document, separate = _separated(document or now.document, ended)
            plan.documents += separate
        if kept:
            message = _("It was changed again since, and stays: {facts}.")
            plan.kept.append(LeftRevision(row.revision, message.format(facts=", ".join(kept))))
        if document is not None:
            plan.documents.append(document)
    return plan


def revert_changeset(changeset: Changeset, *, by: User, why: str) -> tuple[Changeset, RevertPlan]:
    """Put a changeset up for review that takes back the published rows of another; return it with its plan.

    Its drafts are checked, reviewed and published like any others. Raises NothingToTakeBack, and InvalidInput without a
    reason.
    """
    why = clean_reason(why)
    with transaction.atomic():
        lock_writers()
        plan = plan_revert(changeset, why=why)
        allowed = [one for one in plan.documents if _may_write(by, one)]
        if not allowed:
            raise NothingToTakeBack(_("Nothing of it can be taken back."))
        origin = ChangesetOrigin.REVERT
        revert = new_changeset(title=_("Takes back: {title}").format(title=changeset.title), origin=origin, by=by)
        Changeset.objects.filter(pk=revert.pk).update(reverts=changeset)
        save_drafts(
            allowed,
            by=by,
            why=why,
            expected=current_tokens(allowed),
            held=not_asked,
            reason_of=lambda _document: why,
            changeset=revert,
        )
        audit.log_action("changeset taken back", by=by, of=audit_label(changeset), after={"by": audit_label(revert)})
        submit_rows(revert, by=by, seen=changeset_token(changeset_drafts(revert)), why=why)
    plan.documents = allowed
    return revert, plan


def _may_write(by: User, document: Document) -> bool:
    game, document_type, _slug = identity(document)
    return permissions.may_write(by, game, document_type)


def _reason_to_wait(draft: Revision, outdated: Collection[int]) -> str:
    """Return why an approved draft is not published now; `""` if it is."""
    if reason := upcoming_releases.scheduled_reason(draft):
        return reason
    if draft.pk in outdated:
        return _("A release has changed the published document since it was approved. Review it again.")
    return ""


@dataclass(frozen=True, slots=True)
class _Current:
    """The published document of a record today, and whether there is a draft of it."""

    document: Document
    has_draft: bool


def _current(revisions: Sequence[Revision]) -> dict[Identity, _Current]:
    """Return the current state of the documents that were published as these revisions, also under another slug."""
    drafts: set[Identity] = set()
    published: dict[Identity, Document] = {}
    wanted = {(one.document["game"], documents.document_type(one.document)) for one in revisions}
    for game, document_type in sorted(wanted):
        found = Revision.objects.of_type(document_type, game).filter(until__isnull=True)
        for document, since in found.values_list("document", "since_id"):
            if since is None:
                drafts.add(identity(document))
                continue
            for slug in (*document.get("formerly", ()), document["slug"]):
                published[game, document_type, slug] = document
    return {key: _Current(document, identity(document) in drafts) for key, document in published.items()}


def _reason_to_stay(row: ChangesetRow, now: _Current | None) -> str:
    """Return why nothing of a row is taken back; `""` if something is."""
    if now is None:
        return _("It is not in the catalog any more.")
    if now.has_draft:
        return _("There is a draft of it. Publish or discard that first.")
    if row.before is None and row.changed_since is not None:
        message = _("It was new, and release {release} has changed it since. Retire it by itself if it is wrong.")
        return message.format(release=row.changed_since)
    if row.before is None and "retired" in now.document:
        return _("It is retired already.")
    return ""


def _taken_back(row: ChangesetRow, now: Document, why: str) -> tuple[Document | None, list[str]]:
    """Return a document without the change of a row, None if nothing is left to change, and the facts that stay."""
    if row.before is None:
        return as_retired(now, why), []
    after, before = row.revision.document, row.before.document
    try:
        merged, kept = merging.merge(merging.Base(after, after), now, before)
    except merging.Unmergeable:
        return None, [_("the whole document")]
    if before["slug"] != after["slug"] == now["slug"]:
        former = [slug for slug in now.get("formerly", ()) if slug != before["slug"]]
        merged = {**merged, "slug": before["slug"], "formerly": [*former, after["slug"]]}
    facts = sorted({value.pointer.lstrip("/") for value in kept if value.is_conflict and value.pointer != "/formerly"})
    return (None if merging.is_same(merged, now) else merged), facts


def _separated(document: Document, ended: Sequence[Revision]) -> tuple[Document, list[Document]]:
    """Return a document without the former slugs of the documents that were merged into it, and these documents."""
    separate = [one.document for one in ended if one.document["slug"] in document.get("formerly", ())]
    slugs = {slug for one in separate for slug in (one["slug"], *one.get("formerly", ()))}
    former = [slug for slug in document.get("formerly", ()) if slug not in slugs]
    own = {key: value for key, value in document.items() if key != "formerly"}
    return ({**own, "formerly": former} if former else own), separate
