"""Many documents kept as drafts by few statements: what `save_draft` does to one, all of them or none."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from catalog import audit, canonical, documents, guard
from catalog.differences import differences
from catalog.models import AuditEntry, Revision, Stage
from catalog.models.drafts import Deed
from catalog.query.folding import folded

from . import gathering
from .history import remember
from .plans import Document, Identity, identity
from .releases import CHUNK, as_reason, chunks, one_at_a_time, records
from .state import Conflict, Opened, standing


def save_drafts(
    incoming: Sequence[Document], *, by: AbstractBaseUser | None, why: str, expected: Mapping[Identity, str]
) -> list[Revision]:
    """Keep many documents as drafts of their records, in place of earlier ones; return the drafts.

    `expected` has the `state` that each was started from. Raises Malformed and Conflict as `save_draft` does; then
    nothing is written.
    """
    given, why = [guard.tidy(one) for one in incoming], as_reason(why)
    for one in given:
        documents.validate(one)
    with transaction.atomic():
        one_at_a_time()
        now = {key: found for key, found in _standing(given) if key in expected}
        for one in given:
            key = identity(one)
            if (now[key].mark if key in now else "") != expected[key]:
                raise Conflict(
                    _("“{slug}” was changed by somebody else while you were working on it.").format(slug=one["slug"])
                )
        drafts = _put(given, by=by, why=why)
        audit.note_all(_noted(given, now, by))
        remember(drafts, Deed.SAVED, by=by, why=why)
    return drafts


def draft_where_none_is(
    incoming: Sequence[Document], *, by: AbstractBaseUser | None, why: str
) -> tuple[list[Revision], list[Revision]]:
    """Keep as drafts those documents of which nobody has one; return these drafts, and those of others that stay.

    Raises Malformed as `save_drafts` does; then nothing is written.
    """
    with transaction.atomic():
        one_at_a_time()
        free, left = apart(incoming)
        now = {key: found.mark for key, found in _standing(free)}
        drafts = save_drafts(free, by=by, why=why, expected={identity(one): now.get(identity(one), "") for one in free})
    return drafts, left


def apart(incoming: Sequence[Document]) -> tuple[list[Document], list[Revision]]:
    """Return the documents of which there is no draft, under a former slug neither, and the drafts of the others."""
    found = Revision.objects.drafts().filter(record__game__in={one["game"] for one in incoming})
    drafted = {(one.record.game, one.record.shelf, one.record.slug): one for one in found.select_related("record")}
    free, left = [], []
    for one in incoming:
        game, shelf, slug = identity(one)
        theirs = [drafted[key] for name in (slug, *one.get("formerly", ())) if (key := (game, shelf, name)) in drafted]
        left += theirs
        if not theirs:
            free.append(one)
    return free, left


def _standing(given: Sequence[Document]) -> Iterator[tuple[Identity, Opened]]:
    for game, shelf in sorted({identity(one)[:2] for one in given}):
        for slug, found in standing(game, shelf).items():
            yield (game, shelf, slug), found


def _put(given: Sequence[Document], *, by: AbstractBaseUser | None, why: str) -> list[Revision]:
    known = records([identity(one) for one in given])
    keys = [known[identity(one)] for one in given]
    for chunk in chunks(keys):
        for draft in Revision.objects.filter(record__in=chunk, gathered_in__isnull=False).select_related("gathered_in"):
            gathering.locked(draft)
        Revision.objects.drafts().filter(record__in=chunk).delete()
    return Revision.objects.bulk_create(
        [
            Revision(
                record_id=key,
                document=one,
                text=canonical.wire(one),
                folded=folded(one),
                stage=Stage.DRAFT,
                by=by,
                why=why,
            )
            for key, one in zip(keys, given, strict=True)
        ],
        batch_size=CHUNK,
    )


def _noted(given: Sequence[Document], now: Mapping[Identity, Opened], by: Any) -> Iterator[AuditEntry]:
    for one in given:
        key = identity(one)
        told = audit.sides(differences(now[key].document if key in now else {}, one))
        yield audit.entry("draft saved", by=by, of="/".join(key), **told)
