"""How documents become a release: one transaction, the next number, `since` on the new and `until` on the old."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import connection, transaction

from catalog.faults import Fault, Malformed, point
from catalog.models import Record, Release, Revision

from .plans import Identity, Plan, identity, plan

# Any number will do, as long as nothing else takes it: one writer at a time on PostgreSQL.
PUBLISHING_LOCK = 771_001
CHUNK = 1_000


def is_empty() -> bool:
    """Return whether the catalog holds nothing at all: no document of anybody's, published or not."""
    return not Record.objects.exists()


def attempt(
    incoming: Sequence[dict[str, Any]],
    *,
    by: AbstractBaseUser | None,
    why: str,
    retire_missing: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Plan, Release | None]:
    """Plan `incoming` and, if it has no fault and changes something, publish it as one release, all or nothing.

    Returns the plan, and the release or None when nothing was written.
    """
    with transaction.atomic():
        one_at_a_time()
        planned = plan(incoming, retire_missing=retire_missing, progress=progress)
        if planned.faults or not planned.changes:
            return planned, None
        return planned, _carry_out(planned, by=by, why=why)


def publish(incoming: Iterable[dict[str, Any]], *, by: AbstractBaseUser | None, why: str) -> Release | None:
    """Publish documents as one release; return it, or None when nothing would change.

    Raises Malformed `invalid-document` with every fault; the pointer of a fault starts with the document's index
    where there are several.
    """
    given = list(incoming)
    planned, release = attempt(given, by=by, why=why)
    if planned.faults:
        prefix = len(given) > 1
        raise Malformed(
            "invalid-document",
            [
                Fault((point(index) if prefix else "") + fault.pointer, fault.code, fault.message)
                for index, fault in planned.faults
            ],
        )
    return release


def _carry_out(planned: Plan, *, by: AbstractBaseUser | None, why: str) -> Release:
    """Write a plan without faults. A draft that says just what is published is published by it; others stay."""
    changes = planned.changes
    release = Release.objects.create(number=Release.objects.newest() + 1, by=by, why=why)
    ended = [change.before.pk for change in changes if change.before] + [old.pk for old in planned.moved]
    for chunk in _chunks(ended):
        Revision.objects.filter(pk__in=chunk).update(until=release)
    records = _records([identity(change.document) for change in changes])
    texts = {change.text for change in changes}
    drafts = Revision.objects.drafts().filter(game__in={change.document["game"] for change in changes})
    Revision.objects.filter(pk__in=[draft.pk for draft in drafts if draft.text in texts]).delete()
    for chunk in _chunks(changes):
        Revision.objects.bulk_create(
            Revision(
                record=records[identity(change.document)],
                document=change.document,
                text=change.text,
                since=release,
                by=by,
                why=why,
            )
            for change in chunk
        )
    return release


def _chunks(items: list[Any]) -> Iterator[list[Any]]:
    return (items[start : start + CHUNK] for start in range(0, len(items), CHUNK))


def _records(keys: list[Identity]) -> dict[Identity, Record]:
    """Return the records of `keys`, making those that are new."""
    games = {key[0] for key in keys}

    def found() -> dict[Identity, Record]:
        return {(one.game, one.shelf, one.slug): one for one in Record.objects.filter(game__in=games)}

    known = found()
    missing = [key for key in keys if key not in known]
    if not missing:
        return known
    Record.objects.bulk_create(
        [Record(game=game, shelf=shelf, slug=slug) for game, shelf, slug in missing], batch_size=CHUNK
    )
    return found()


def one_at_a_time() -> None:
    """Wait for any other writer to end; call it first in a transaction, so that nobody waits in a circle.

    SQLite's IMMEDIATE transactions are one at a time by themselves.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PUBLISHING_LOCK])
