"""Changesets: which one a change belongs to, their rows and their discussion."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog import audit
from catalog.documents import json_input, provenance
from catalog.documents.errors import Fault, InvalidInput
from catalog.models import Changeset, ChangesetNote, Revision, Stage
from catalog.models.changesets import NOTE_LENGTH, TITLE_LENGTH, ChangesetOrigin
from catalog.publishing.planning import Document

WORK_SPAN = timedelta(hours=12)
"""The time during which the changes that one person makes by hand belong together."""
MAX_NOTES = 200
"""The maximum number of notes of a changeset."""


@dataclass(frozen=True, slots=True)
class ChangesetRow:
    """A draft or published revision of a changeset, and the revision that it replaces or replaced, if any."""

    revision: Revision
    before: Revision | None

    @property
    def is_published(self) -> bool:
        return self.revision.since_id is not None

    @property
    def document_before(self) -> Document:
        """The document that it replaces; empty for a new one."""
        return self.before.document if self.before else {}

    @property
    def changed_since(self) -> int | None:
        """The number of the release that changed the document after this row was published; None if none did."""
        return self.revision.until_id

    @property
    def sources(self) -> set[str]:
        """The names of the sources of the facts that it changes."""
        return set(_sources(self.document_before, self.revision.document))


def new_changeset(*, title: str, origin: ChangesetOrigin, by: User | None) -> Changeset:
    """Create a changeset. Call it in the transaction that writes its rows."""
    return Changeset.objects.create(title=title[:TITLE_LENGTH], origin=origin, by=by)


def work_changeset(*, title: str, by: User | None, origin: ChangesetOrigin = ChangesetOrigin.WORK) -> Changeset:
    """Return the changeset that a change of a person belongs to: their newest of this origin, or a new one.

    It goes on for `WORK_SPAN`, until something in it is approved or published.
    """
    if by is not None:
        recent = Changeset.objects.filter(by=by, origin=origin, created_at__gt=timezone.now() - WORK_SPAN).first()
        if recent is not None and not recent.rows.filter(Q(stage=Stage.APPROVED) | Q(since__isnull=False)).exists():
            return recent
    return new_changeset(title=title, origin=origin, by=by)


def rename_changeset(changeset: Changeset, *, title: str, by: User) -> None:
    """Give a changeset another title. Raises InvalidInput for an empty or too long one."""
    tidied = _clean(title, TITLE_LENGTH)
    with transaction.atomic():
        Changeset.objects.filter(pk=changeset.pk).update(title=tidied)
        audit.log_action("changeset renamed", by=by, of=audit_label(changeset))


def add_note(changeset: Changeset, *, text: str, by: User) -> ChangesetNote:
    """Add a message to the discussion. Raises InvalidInput for an empty or too long one, and if there are too many."""
    tidied = _clean(text, NOTE_LENGTH)
    with transaction.atomic():
        if changeset.notes.count() >= MAX_NOTES:
            message = _("A discussion has at most {most} notes.").format(most=MAX_NOTES)
            raise InvalidInput("bad-reason", [Fault("", "too-many", message)])
        audit.log_action("changeset discussed", by=by, of=audit_label(changeset))
        return ChangesetNote.objects.create(changeset=changeset, by=by, text=tidied)


def move_drafts(drafts: Sequence[Revision], *, title: str, by: User) -> Changeset:
    """Move drafts into a new changeset, whatever their stages. Raises InvalidInput for an empty or too long title."""
    with transaction.atomic():
        changeset = new_changeset(title=_clean(title, TITLE_LENGTH), origin=ChangesetOrigin.WORK, by=by)
        Revision.objects.drafts().filter(pk__in=[draft.pk for draft in drafts]).update(changeset=changeset)
        audit.log_action("changeset begun", by=by, of=audit_label(changeset), after={"drafts": len(drafts)})
    return changeset


def changeset_drafts(changeset: Changeset) -> list[Revision]:
    """Return the drafts of a changeset in a fixed order."""
    return list(changeset.rows.drafts().select_related("record", "by", "gathered_in").order_by("game", "kind", "slug"))


def changeset_rows(revisions: Sequence[Revision]) -> list[ChangesetRow]:
    """Return revisions as rows, each with the revision that it replaces or replaced, with two queries."""
    published = [one for one in revisions if one.since_id is not None]
    ended = Revision.objects.filter(until__in={one.since_id for one in published})
    replaced = {(one.until_id, one.record_id): one for one in ended.select_related("record")}
    renamed = {
        (one.until_id, one.record.game, one.record.document_type, one.record.slug): one for one in replaced.values()
    }
    in_force = {
        one.record_id: one for one in Revision.objects.newest().filter(record__in=[one.record_id for one in revisions])
    }
    rows = []
    for one in revisions:
        if one.since_id is None:
            rows.append(ChangesetRow(one, in_force.get(one.record_id)))
            continue
        keys = [
            (one.since_id, one.record.game, one.record.document_type, slug)
            for slug in (one.record.slug, *reversed(one.document.get("formerly", ())))
        ]
        rows.append(ChangesetRow(one, next((renamed[key] for key in keys if key in renamed), None)))
    return rows


def changeset_token(drafts: Sequence[Revision]) -> str:
    """Return a short token of drafts and their stages, to detect that any of them has changed."""
    return sha256("\n".join(f"{one.pk} {one.stage} {one.text}" for one in drafts).encode()).hexdigest()[:16]


def audit_label(changeset: Changeset) -> str:
    return f"changeset {changeset.pk}"


def _sources(before: Document, after: Document) -> Iterator[str]:
    """Yield the names of the sources of new values and of changed entries; `""` for a new value without one."""
    for pointer in provenance.new_values(before, after):
        entry = provenance.source_of(after, pointer)
        yield entry["source"] if entry else ""
    former = before.get("sources", {})
    yield from (entry["source"] for place, entry in after["sources"].items() if former.get(place) != entry)


def _clean(text: str, longest: int) -> str:
    json_input.check(text)
    tidied: str = json_input.tidy(text).strip()
    if not 0 < len(tidied) <= longest:
        message = _("Write 1 to {longest} characters; this has {number}.")
        raise InvalidInput("bad-reason", [Fault("", "bad-reason", message.format(longest=longest, number=len(tidied)))])
    return tidied
