"""Publishing documents as a release in one transaction: new revisions get `since`, replaced ones `until`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction
from django.utils.translation import gettext as _

from catalog import audit
from catalog.documents import json_input, provenance
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.models import AuditEntry, Record, Release, Revision
from catalog.models.changesets import ChangesetOrigin
from catalog.models.drafts import DraftAction
from catalog.publishing.changesets import new_changeset
from catalog.publishing.draft_history import record_states
from catalog.publishing.planning import (
    Change,
    Identity,
    Progress,
    PublicationPlan,
    SourcesHeld,
    check_documents,
    compare,
    identity,
    no_progress,
    none_held,
    not_asked,
)
from catalog.publishing.signals import release_published
from catalog.search.card_texts import search_texts

# The key of the PostgreSQL advisory lock for writers; arbitrary, but used for nothing else.
WRITING_LOCK = 771_001
# The maximum wait for other writers; shorter in requests than in workers and commands, as on SQLite.
WRITING_TIMEOUT = f"{settings.DATABASE_LIMITS.turn}s"
# The SQLSTATE of PostgreSQL for a lock timeout.
LOCK_NOT_AVAILABLE = "55P03"
ROWS_PER_CHUNK = 1_000


class Busy(OperationalError):
    """Other writers took longer than this one waits; nothing was written. A retry can succeed."""


def catalog_is_empty() -> bool:
    """Return whether the catalog has no documents at all, published or not."""
    return not Revision.objects.exists()


def clean_reason(why: str) -> str:
    """Return the tidied reason. Raises InvalidInput if it is empty or too long."""
    json_input.check(why)
    tidied = json_input.tidy(why).strip()
    longest = Release._meta.get_field("why").max_length or 0
    if not 0 < len(tidied) <= longest:
        message = _("Give a reason of 1 to {longest} characters; this has {number}.")
        message = message.format(longest=longest, number=len(tidied))
        raise InvalidInput("bad-reason", [Fault("", "bad-reason", message)])
    return tidied


def clean_source(source: str) -> str:
    """Return the tidied source of a change. Raises InvalidInput if it is too long."""
    json_input.check(source)
    tidied = json_input.tidy(source).strip()
    longest = Revision._meta.get_field("source").max_length or 0
    if len(tidied) > longest:
        message = _("Name the source in {longest} characters; this has {number}.")
        message = message.format(longest=longest, number=len(tidied))
        raise InvalidInput("bad-reason", [Fault("", "bad-source", message)])
    return tidied


def clean_unsourced_reason(reason: str) -> str:
    """Return the tidied reason for facts without a source, or `""`. Raises InvalidInput if it is too long."""
    return clean_reason(reason) if reason.strip() else ""


def publish(
    incoming: Iterable[dict[str, Any]],
    *,
    by: User | None,
    why: str,
    held: SourcesHeld = none_held,
    unsourced_reason: str = "",
) -> Release | None:
    """Publish documents as one release; return it, or None if nothing would change.

    Raises InvalidInput `invalid-document` with all faults; their pointers start with the index of the document if there
    are several. `held` returns the pointers of facts whose sources also cover new values, `unsourced_reason` is the
    reason for facts without a source.
    """
    submitted = list(incoming)
    why, reason = clean_reason(why), clean_unsourced_reason(unsourced_reason)
    checked = check_documents(submitted)  # before other writers are locked out
    release = None
    with transaction.atomic():
        lock_writers()
        planned = compare(checked, held=held, reason_of=lambda _document: reason)
        if planned.changes and not planned.faults:
            release = carry_out(planned, by=by, why=why, unsourced_reason=reason, progress=no_progress)
    if planned.faults:
        prefix = len(submitted) > 1
        raise InvalidInput(
            "invalid-document",
            [fault.under(json_pointer(index) if prefix else "") for index, fault in planned.faults],
        )
    return release


def plan_of_drafts(drafts: Sequence[Revision]) -> PublicationPlan:
    """Return the plan of publishing drafts together; each fault has the index of its draft.

    Former sources of new values are not asked about, since that was done when the drafts were saved.
    """
    reasons = {identity(draft.document): draft.unsourced_reason for draft in drafts}
    checked = check_documents([draft.document for draft in drafts])
    return compare(checked, held=not_asked, reason_of=lambda document: reasons[identity(document)])


def publish_drafts(drafts: Sequence[Revision], *, by: User | None, why: str) -> Release | None:
    """Publish drafts as one release; revisions keep author, reason and source of their drafts. Return None if nothing
    changes.

    Call it after `lock_writers`. Raises InvalidInput `invalid-document` if the drafts cannot be published together.
    """
    planned = plan_of_drafts(drafts)
    if planned.faults:
        raise InvalidInput("invalid-document", [fault for _, fault in planned.faults])
    if not planned.changes:
        return None
    written = {draft.text: draft for draft in drafts}
    return carry_out(planned, by=by, why=why, progress=no_progress, drafts_by_text=written)


def carry_out(
    planned: PublicationPlan,
    *,
    by: User | None,
    why: str,
    progress: Progress,
    unsourced_reason: str = "",
    drafts_by_text: Mapping[str, Revision] = MappingProxyType({}),
    origin: ChangesetOrigin = ChangesetOrigin.PUBLICATION,
) -> Release:
    """Carry out a plan without faults. Drafts equal to a document of the plan are removed; other drafts are kept.

    `drafts_by_text` has the drafts whose author, reason and source the new revisions get. A revision belongs to the
    changeset of its draft; those without a draft belong to a new one of this `origin`.
    """
    changes = planned.changes
    release = Release.objects.create(number=Release.objects.newest() + 1, by=by, why=why)
    ended = [change.before.pk for change in changes if change.before] + [old.pk for old in planned.moved]
    for chunk in chunks(ended):
        Revision.objects.filter(pk__in=chunk).update(until=release)
    known = ensure_records([identity(change.document) for change in changes])
    texts = {change.text for change in changes}
    drafts = Revision.objects.drafts().filter(game__in={change.document["game"] for change in changes})
    published = [draft for draft in drafts if draft.text in texts]
    changesets = {draft.text: draft.changeset_id for draft in published}
    if any(changesets.get(text) is None for text in texts):
        own = new_changeset(title=why, origin=origin, by=by).pk
        changesets = {text: changesets.get(text) or own for text in texts}
    record_states(published, DraftAction.PUBLISHED, by=by, why=why)
    for chunk in chunks([draft.pk for draft in published]):
        Revision.objects.filter(pk__in=chunk).delete()
    written = 0
    for chunk in chunks(changes):
        Revision.objects.bulk_create(
            Revision(
                record_id=known[identity(change.document)],
                document=change.document,
                text=change.text,
                folded=search_texts(change.document),
                since_id=release.number,
                changeset_id=changesets[change.text],
                **_origin(change, drafts_by_text.get(change.text), by, why, unsourced_reason),
            )
            for change in chunk
        )
        written += len(chunk)
        progress("Writing the release", written, len(changes))
    audit.log_entries(_audit_entries(planned, release, by))
    release_published.send(sender=Release, release=release)
    return release


def _origin(change: Change, draft: Revision | None, by: User | None, why: str, unsourced_reason: str) -> dict[str, Any]:
    """Return the author, reason and source of a revision, from its draft if there is one."""
    if draft is not None:
        return {
            "by": draft.by,
            "why": draft.why,
            "source": draft.source,
            "unsourced_reason": draft.unsourced_reason,
        }
    reason = unsourced_reason or (change.before.unsourced_reason if change.before else "")
    return {"by": by, "why": why, "unsourced_reason": reason if provenance.unsourced(change.document) else ""}


def _audit_entries(planned: PublicationPlan, release: Release, by: Any) -> Iterator[AuditEntry]:
    """Yield the audit entries of a release: one for itself, and one for each document."""
    count = {"documents": len(planned.changes)}
    yield audit.new_entry("release published", by=by, of=f"release {release.number}", after=count)
    for change in planned.changes:
        of = "/".join(identity(change.document))
        if change.before is None:
            states: dict[str, Any] = {"after": {"sha256": audit.digest(change.text)}}
        else:
            states = audit.before_and_after(change.differences)
        if bare := provenance.unsourced(change.document):
            states["after"] |= {"unsourced": bare}
        yield audit.new_entry("document published", by=by, of=of, **states)
    for old in planned.moved:
        yield audit.new_entry("document moved", by=by, of="/".join(identity(old.document)))


def chunks(items: list[Any]) -> Iterator[list[Any]]:
    """Yield parts of `items`, each small enough for one database statement."""
    return (items[start : start + ROWS_PER_CHUNK] for start in range(0, len(items), ROWS_PER_CHUNK))


def ensure_records(keys: list[Identity]) -> dict[Identity, int]:
    """Return the primary keys of the records of `keys`, creating missing records."""
    rows = Record.objects.filter(game__in={key[0] for key in keys}).values_list("game", "document_type", "slug", "pk")
    known = {(game, document_type, slug): pk for game, document_type, slug, pk in rows}
    new = [
        Record(game=game, document_type=document_type, slug=slug)
        for game, document_type, slug in keys
        if (game, document_type, slug) not in known
    ]
    for record in Record.objects.bulk_create(new, batch_size=ROWS_PER_CHUNK):
        known[record.game, record.document_type, record.slug] = record.pk
    return known


def lock_writers() -> None:
    """Wait for other writers; call it first in a transaction, to avoid deadlocks.

    Raises Busy after `WRITING_TIMEOUT`, the time limit that SQLite has, too. On SQLite the database itself serializes
    IMMEDIATE transactions.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [WRITING_TIMEOUT])
            try:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [WRITING_LOCK])
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", None) != LOCK_NOT_AVAILABLE:
                    raise
                raise Busy("others have been writing to the catalog for too long to wait for them") from error
