"""Merging of doubles: of two documents about one thing one stays, and the slug of the other leads to it from then on.

The document that stays, with the facts chosen from both, and every document that refers to the other one become drafts
of one changeset, which is reviewed, published and taken back like any other. When it is published, the other document
ends as a renamed one does, so saved lists with its slug go on with the document that stays.
"""

from collections.abc import Collection, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalog import audit, permissions
from catalog.documents import merging
from catalog.documents.differences import ABSENT
from catalog.errors import Refused
from catalog.models import Changeset, DocumentType, Record, Revision
from catalog.models.changesets import ChangesetOrigin
from catalog.publishing.bulk_drafts import save_drafts
from catalog.publishing.changeset_review import LeftRevision, ReviewResult, submit_rows
from catalog.publishing.changesets import changeset_drafts, changeset_token, new_changeset
from catalog.publishing.edit_conflicts import Conflict, current_documents, edit_token
from catalog.publishing.planning import Document, Identity, identity, not_asked, references_of
from catalog.publishing.releases import clean_reason, lock_writers

FIXED_TYPES = (DocumentType.GAME, DocumentType.RULEBOOK, DocumentType.SECTION)
"""The types whose slugs follow from something else, so that no slug of them leads to another document."""
NOT_CHOSEN = frozenset({"kind", "game", "slug", "sources", "formerly", "retired"})
"""The keys of a document that a merge does not choose from either side."""
MAX_MOVED = 500
"""The maximum number of documents whose references a merge changes."""


class MergeRefused(Refused):
    """Two documents that cannot be merged, with the reason; nothing was written."""


@dataclass(slots=True)
class MergePlan:
    """The document that stays, as merged, the documents whose references move, and those that keep the former slug."""

    document: Document
    moved: list[Document] = field(default_factory=list)
    left: list[LeftRevision] = field(default_factory=list)


def differing_facts(kept: Document, other: Document) -> list[str]:
    """Return the keys in which two documents differ and of which a merge chooses one, in alphabetical order."""
    keys = sorted((kept.keys() | other.keys()) - NOT_CHOSEN)
    return [key for key in keys if not merging.is_same(kept.get(key, ABSENT), other.get(key, ABSENT))]


def merge_token(kept: Record, other: Record) -> str:
    """Return a token of the states of two documents, to detect that either has changed."""
    return f"{edit_token(kept)}{edit_token(other)}"


def published_pair(kept: Record, other: Record, by: User) -> tuple[Revision, Revision]:
    """Return the published revisions of two documents that can be merged. Raises MergeRefused with the reason."""
    if kept.pk == other.pk:
        raise MergeRefused(_("That is the same document. Name the other one."))
    if (kept.game, kept.document_type) != (other.game, other.document_type):
        raise MergeRefused(_("They are of different games or sorts of document."))
    if kept.document_type in FIXED_TYPES:
        raise MergeRefused(_("Documents of this sort have fixed slugs and are not merged."))
    if not permissions.may_write(by, kept.game, kept.document_type):
        raise MergeRefused(_("You may not change documents of this kind and game."))
    revisions = []
    for record in (kept, other):
        revision = record.revisions.newest().select_related("record").first()
        if revision is None:
            message = _("“{slug}” is not published. Discard its draft, or publish it first.")
            raise MergeRefused(message.format(slug=record.slug))
        draft = record.revisions.drafts().select_related("by").first()
        if draft is not None:
            message = _("There is a draft of “{slug}”. Publish or discard it first.")
            raise MergeRefused(message.format(slug=record.slug))
        revisions.append(revision)
    stays, goes = revisions
    if stays.document["kind"] != goes.document["kind"]:
        raise MergeRefused(_("They are of different kinds. Change the kind of one of them first."))
    if "retired" in stays.document:
        raise MergeRefused(_("“{slug}” is retired. Bring it back first, or let the other stay.").format(slug=kept.slug))
    return stays, goes


def plan_merge(kept: Record, other: Record, *, by: User, take: Collection[str]) -> MergePlan:
    """Return the documents that a merge would write. `take` are the facts that come from `other`.

    Each fact keeps the source of the document that it comes from. Raises MergeRefused.
    """
    stays, goes = published_pair(kept, other, by)
    former = [goes.document["slug"], *goes.document.get("formerly", ())]
    plan = MergePlan(_merged(stays.document, goes.document, take))
    drafted = set(Revision.objects.drafts().filter(record__game=kept.game).values_list("record_id", flat=True))
    for revision in _referring(kept, former):
        document = _with_references(revision.document, kept, former)
        game, document_type, _slug = identity(revision.document)
        if document["slug"] == kept.slug and document_type == kept.document_type:
            message = _("“{slug}” refers to “{other}”. Remove that reference first: it would lead to itself.")
            raise MergeRefused(message.format(slug=kept.slug, other=other.slug))
        if document_type == kept.document_type and document["slug"] in former:
            continue
        if revision.record_id in drafted:
            plan.left.append(LeftRevision(revision, _("It has a draft, and keeps the former slug.")))
        elif not permissions.may_write(by, game, document_type):
            plan.left.append(LeftRevision(revision, _("You may not change it; it keeps the former slug.")))
        else:
            plan.moved.append(document)
    if len(plan.moved) > MAX_MOVED:
        raise MergeRefused(_("More than {most} documents refer to “{other}”.").format(most=MAX_MOVED, other=other.slug))
    return plan


def merge_doubles(
    kept: Record, other: Record, *, by: User, take: Collection[str], why: str, seen: str
) -> tuple[Changeset, MergePlan, ReviewResult]:
    """Put a changeset up for review that merges `other` into `kept`; return it, its plan and what was put up.

    `seen` is the `merge_token` of the page. Raises Conflict, MergeRefused, and InvalidInput without a reason.
    """
    why = clean_reason(why)
    with transaction.atomic():
        lock_writers()
        if merge_token(kept, other) != seen:
            raise Conflict(_("Somebody changed one of the two documents in the meantime; nothing was done."))
        plan = plan_merge(kept, other, by=by, take=take)
        title = _("Merges “{other}” into “{slug}”").format(other=other.slug, slug=kept.slug)
        changeset = new_changeset(title=title, origin=ChangesetOrigin.MERGE, by=by)
        incoming = [plan.document, *plan.moved]
        save_drafts(
            incoming,
            by=by,
            why=why,
            expected=current_tokens(incoming),
            held=not_asked,
            changeset=changeset,
        )
        of = f"{kept.game}/{kept.document_type}/{kept.slug}"
        audit.log_action("doubles merged", by=by, of=of, after={"other": other.slug, "taken": sorted(take)})
        result = submit_rows(changeset, by=by, seen=changeset_token(changeset_drafts(changeset)), why=why)
    return changeset, plan, result


def current_tokens(incoming: Iterable[Document]) -> dict[Identity, str]:
    """Return the edit tokens of documents by identity; `""` for new ones."""
    keys = [identity(one) for one in incoming]
    tokens = {
        (game, document_type, slug): state.token
        for game, document_type in sorted({key[:2] for key in keys})
        for slug, state in current_documents(game, document_type).items()
    }
    return {key: tokens.get(key, "") for key in keys}


def merged_in(before: Revision | None, after: Revision) -> list[Revision]:
    """Return the published revisions of other documents that ended when a revision merged them into its document."""
    if before is None or after.since_id is None:
        return []
    own = {before.document["slug"], *before.document.get("formerly", ())}
    new = [slug for slug in after.document.get("formerly", ()) if slug not in own]
    return list(
        Revision.objects.of_type(after.record.document_type, after.record.game)
        .filter(record__slug__in=new, until=after.since_id)
        .select_related("record")
    )


def _merged(stays: Document, goes: Document, take: Collection[str]) -> Document:
    """Return the document that stays with the taken facts and all former slugs. Raises MergeRefused."""
    try:
        merged, _kept = merging.merge(
            merging.Base(), stays, goes, lambda value: value.pointer.split("/")[1] in set(take) - NOT_CHOSEN
        )
    except merging.Unmergeable as error:
        message = _("{fact} of “{other}” has no source, and would get one that is not its own. Give it a source first.")
        fact = str(error).lstrip("/")
        raise MergeRefused(message.format(fact=fact, other=goes["slug"])) from error
    merged.pop("retired", None)
    return {
        **merged,
        "formerly": [*dict.fromkeys([*stays.get("formerly", ()), *goes.get("formerly", ()), goes["slug"]])],
    }


def _referring(kept: Record, former: Collection[str]) -> list[Revision]:
    """Return the published documents of the game that refer to one of the slugs."""
    found = Revision.objects.newest().filter(record__game=kept.game).select_related("record")
    return [
        revision
        for revision in found.order_by("kind", "slug")
        if any(kind == kept.document_type and slug in former for _at, kind, slug in references_of(revision.document))
    ]


def _with_references(document: Document, kept: Record, former: Collection[str]) -> Document:
    """Return a document whose references to one of the slugs lead to `kept`; of two equal ones in a list one stays."""
    changed = deepcopy(document)
    for pointer, document_type, slug in list(references_of(document)):
        if document_type == kept.document_type and slug in former:
            *path, last = pointer.split("/")[1:]
            place = changed
            for part in path:
                place = place[int(part)] if isinstance(place, list) else place[part]
            place[int(last) if isinstance(place, list) else last] = kept.slug
    for key, value in changed.items():
        if isinstance(value, list) and not merging.is_same(value, document[key]):
            changed[key] = _without_doubles(value, kept.slug)
    return changed


def _without_doubles(members: list[Any], slug: str) -> list[Any]:
    """Return a list in which a slug, or the row of a card, occurs once; the copies of its rows are added up."""
    kept: list[Any] = []
    first: dict[str, Any] | None = None
    for row in members:
        if row == slug and row in kept:
            continue
        if isinstance(row, dict) and row.get("card") == slug:
            if first is not None and set(row) == {"card", "copies"}:
                first["copies"] = first["copies"] + row["copies"]
                continue
            first = row if set(row) == {"card", "copies"} else first
        kept.append(row)
    return kept
