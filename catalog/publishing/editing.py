"""What a curator does to one document: keep it as a draft, publish it, retire it, give it another slug.

Every function that writes waits for other writers first, so that two curators never overwrite each other unseen.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from catalog import audit, canonical, documents, guard
from catalog.differences import differences
from catalog.faults import Fault, Malformed
from catalog.models import Record, Release, Revision
from catalog.query.folding import folded

from .plans import Identity, identity
from .releases import as_reason, one_at_a_time, publish
from .slugs import taken

Edit = Callable[[dict[str, Any]], dict[str, Any]]


class Conflict(Exception):
    """Somebody else saved the document in the meantime; nothing was written."""


def current(record: Record) -> Revision | None:
    """Return what an editor of `record` starts from: its draft, else the revision in force, None if it was renamed."""
    return record.revisions.drafts().first() or record.revisions.newest().first()


def state(record: Record | None) -> str:
    """Return a short mark of a record's draft and revision in force; `""` for a record that is not there yet.

    An editor keeps it to learn later whether anybody changed either in the meantime.
    """
    if record is None:
        return ""
    return _mark([*record.revisions.drafts(), *record.revisions.newest()])


@dataclass(frozen=True, slots=True)
class Standing:
    """A document as an editor starts from it, and the `state` of its record."""

    document: dict[str, Any]
    mark: str


def standing(game: str, shelf: str) -> dict[str, Standing]:
    """Return every document of a game's shelf as an editor starts from it, by slug; what was renamed is left out."""
    own: dict[int, list[Revision]] = {}
    found = (
        Revision.objects.shelf(shelf, game).filter(until__isnull=True).only("record_id", "since_id", "text", "document")
    )
    for one in found.order_by("record_id", F("since_id").asc(nulls_first=True)):
        own.setdefault(one.record_id, []).append(one)
    return {of[0].document["slug"]: Standing(of[0].document, _mark(of)) for of in own.values()}


def _mark(revisions: Sequence[Revision]) -> str:
    """Return the mark of a draft, if there is one, and after it the revision in force, if there is one."""
    return sha256("\n".join(f"{one.since_id} {one.text}" for one in revisions).encode()).hexdigest()[:16]


def behind(record: Record) -> Revision | None:
    """Return the revision in force if it was published after the draft of `record` was last saved, else None."""
    draft = record.revisions.drafts().first()
    in_force = record.revisions.newest().first()
    return in_force if draft and in_force and in_force.created_at > draft.created_at else None


def successor(record: Record) -> Record | None:
    """Return the record that `record` was renamed to, None if it was not."""
    renamed = Revision.objects.newest().shelf(record.shelf, record.game).filter(document__has_key="formerly")
    for revision in renamed.select_related("record"):
        if record.slug in revision.document["formerly"]:
            return revision.record
    return None


def save_draft(
    document: dict[str, Any], *, by: AbstractBaseUser | None, why: str, expected: str | None = None
) -> Revision:
    """Keep `document` as the draft of its record, in place of an earlier draft.

    `expected` is the `state` the editor started from. Raises Malformed for a document with faults, Conflict when the
    record is no longer in the expected state.
    """
    document, why = guard.tidy(document), as_reason(why)
    documents.validate(document)
    game, shelf, slug = identity(document)
    with transaction.atomic():
        one_at_a_time()
        if expected is not None:
            before = Record.objects.filter(game=game, shelf=shelf, slug=slug).first()
            if state(before) != expected:
                raise Conflict(f"“{slug}” was changed by somebody else while you were working on it.")
        record, _ = Record.objects.get_or_create(game=game, shelf=shelf, slug=slug)
        return _put_draft(record, document, by=by, why=why)


def save_drafts(
    incoming: Sequence[dict[str, Any]],
    *,
    by: AbstractBaseUser | None,
    why: str,
    expected: Mapping[Identity, str],
) -> list[Revision]:
    """Keep many documents as drafts of their records, all or none.

    `expected` has the `state` that each was started from. Raises Malformed and Conflict as `save_draft` does.
    """
    with transaction.atomic():
        one_at_a_time()
        return [save_draft(one, by=by, why=why, expected=expected[identity(one)]) for one in incoming]


def publish_draft(record: Record, *, by: AbstractBaseUser | None, why: str) -> Release | None:
    """Publish the draft of `record` as a release of its own. Raises Revision.DoesNotExist when there is none."""
    with transaction.atomic():
        one_at_a_time()
        draft = record.revisions.drafts().get()
        release = publish([draft.document], by=by, why=why)
        record.revisions.drafts().delete()
    return release


def save_and_publish(
    document: dict[str, Any], *, by: AbstractBaseUser | None, why: str, expected: str
) -> Release | None:
    """Publish `document` as a release of its own, in place of any draft; None when nothing would change.

    Raises Malformed or Conflict like `save_draft`; then nothing is written.
    """
    with transaction.atomic():
        one_at_a_time()
        draft = save_draft(document, by=by, why=why, expected=expected)
        return publish_draft(draft.record, by=by, why=why)


def discard_draft(record: Record, *, by: AbstractBaseUser | None = None) -> bool:
    """Throw the draft of `record` away; return whether there was one. A record never published goes with it."""
    with transaction.atomic():
        one_at_a_time()
        if draft := record.revisions.drafts().first():
            audit.note("draft discarded", by=by, of="/".join(identity(draft.document)), before=draft.document)
        count, _ = record.revisions.drafts().delete()
        if count and not record.revisions.exists():
            record.delete()
    return bool(count)


def retire(record: Record, *, reason: str, by: AbstractBaseUser | None, why: str) -> Release | None:
    """Publish that `record` is retired for `reason`; it keeps answering. Its draft, if there is one, says so too.

    Raises Revision.DoesNotExist for a record that is not published.
    """
    return _publish_edit(record, lambda document: {**document, "retired": reason}, by=by, why=why)


def restore(record: Record, *, by: AbstractBaseUser | None, why: str) -> Release | None:
    """Publish that a retired `record` is in use again. Its draft, if there is one, says so too."""
    return _publish_edit(record, _without_retired, by=by, why=why)


def move(record: Record, *, slug: str, by: AbstractBaseUser | None, why: str) -> Record:
    """Give a document another slug, or a former one of its own back. Return the record it has now.

    The slug it had leads to it from now on. A draft that was never published just moves. Raises Malformed for a slug
    that is taken or no slug, and for a published document with a draft, which has to be published or discarded first.
    """
    with transaction.atomic():
        one_at_a_time()
        in_force = record.revisions.newest().first()
        draft = record.revisions.drafts().first()
        formerly = in_force.document.get("formerly", []) if in_force else []
        if slug not in formerly and taken(record.game, record.shelf, slug):
            raise _refuse("/slug", "slug-used", f"“{slug}” is or was the slug of another document.")
        if in_force is None and draft is not None:
            moved = save_draft({**draft.document, "slug": slug}, by=by, why=why)
            discard_draft(record, by=by)
            return moved.record
        if in_force is None or draft is not None:
            raise _refuse("", "draft-first", "Publish or discard the draft first.")
        former = [*(one for one in formerly if one != slug), record.slug]
        publish([{**in_force.document, "slug": slug, "formerly": former}], by=by, why=why)
        return Record.objects.get(game=record.game, shelf=record.shelf, slug=slug)


def _publish_edit(record: Record, edit: Edit, *, by: AbstractBaseUser | None, why: str) -> Release | None:
    with transaction.atomic():
        one_at_a_time()
        release = publish([edit(record.revisions.newest().get().document)], by=by, why=why)
        if draft := record.revisions.drafts().first():
            _put_draft(record, edit(draft.document), by=draft.by, why=draft.why)
    return release


def _put_draft(record: Record, document: dict[str, Any], *, by: AbstractBaseUser | None, why: str) -> Revision:
    values = {
        "document": document,
        "text": canonical.wire(document),
        "folded": folded(document),
        "by": by,
        "why": why,
        "created_at": timezone.now(),
    }
    before = current(record)
    told = audit.sides(differences(before.document if before else {}, document))
    audit.note("draft saved", by=by, of="/".join(identity(document)), **told)
    draft, _ = Revision.objects.drafts().update_or_create(record=record, since=None, defaults=values)
    return draft


def _without_retired(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != "retired"}


def _refuse(pointer: str, code: str, message: str) -> Malformed:
    return Malformed("invalid-document", [Fault(pointer, code, message)])
