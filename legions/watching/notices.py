"""Notices about releases that changed watched cards and sets: one for each account and release.

They are made by a worker. Each account's notice is written at once, so that an interrupted or repeated task makes
none twice and leaves none out.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django_tasks import task

from catalog.models import DocumentType, Record, Release
from catalog.publishing.release_changes import DocumentChange, changes_of, read_changes
from legions.watching.models import Watch, WatchNotice
from legions.watching.services import follow_renamed

MAX_NAMED = 50
"""The maximum number of changed documents that a notice names; all are counted."""
MAX_NOTICES = 30
"""The number of notices that are kept for an account, the newest ones."""
ACCOUNTS_PER_BATCH = 200
"""The number of accounts whose watches are read at a time."""

WatchedChanges = Mapping[int, Sequence[DocumentChange]]
"""The changes about which the watchers of a record are told, keyed by the primary key of the record."""


def note_release(release: Release) -> None:
    """Move watches to renamed documents, and enqueue the notices; called in the transaction that publishes."""
    if Watch.objects.exists():
        follow_renamed(read_changes(release.number))
        make_notices.enqueue(release.number)


@task()
def make_notices(number: int) -> None:
    """Make the notices about a release for all accounts that watch what it changed."""
    release = Release.objects.filter(number=number).first()
    if release is None:
        return
    watched = watched_changes(release)
    earlier = Watch.objects.filter(user__is_active=True, after__lt=number)
    accounts = list(earlier.order_by("user_id").values_list("user_id", flat=True).distinct())
    for start in range(0, len(accounts), ACCOUNTS_PER_BATCH):
        records: dict[int, list[int]] = {}
        batch = earlier.filter(user__in=accounts[start : start + ACCOUNTS_PER_BATCH])
        for user, record in batch.order_by("pk").values_list("user_id", "record_id"):
            if record in watched:
                records.setdefault(user, []).append(record)
        for user, found in records.items():
            _make_one(user, release, _changes_for(found, watched))


def notice_of(user: Any, release: Release, watched: WatchedChanges) -> WatchNotice | None:
    """Return the notice of a user about a release, made now if it is not yet there.

    None if the release changed nothing that they watch. `watched` are the changes as `watched_changes` returns them.
    """
    earlier = Watch.objects.filter(user=user, after__lt=release.number).order_by("pk")
    records = [record for record in earlier.values_list("record_id", flat=True) if record in watched]
    if records:
        return _make_one(user.pk, release, _changes_for(records, watched))
    return WatchNotice.objects.filter(user=user, release=release).first()


def watched_changes(release: Release) -> WatchedChanges:
    """Return the changes of a release by the record whose watchers are told of them: that of the document itself, and
    for a card those of its sets.
    """
    changes = [one for one in changes_of(release) if one.document_type in (DocumentType.CARD, DocumentType.SET)]
    found: dict[int, list[DocumentChange]] = {}
    sets = _records_of_sets(changes)
    for change in changes:
        own = [change.record, *(pk for slug in change.sets if (pk := sets.get((change.game, slug))))]
        for record in dict.fromkeys(own):
            found.setdefault(record, []).append(change)
    return found


def _records_of_sets(changes: Iterable[DocumentChange]) -> dict[tuple[str, str], int]:
    games = {change.game for change in changes if change.sets}
    rows = Record.objects.filter(game__in=games, document_type=DocumentType.SET)
    return {(game, slug): pk for game, slug, pk in rows.values_list("game", "slug", "pk")}


def _changes_for(records: Sequence[int], watched: WatchedChanges) -> list[DocumentChange]:
    """Return the changes of watched records, each once, in the order of the release."""
    found = {change.revision: change for record in records for change in watched[record]}
    return sorted(found.values(), key=lambda change: (change.game, change.kind, change.slug))


@transaction.atomic
def _make_one(user: int, release: Release, changes: Sequence[DocumentChange]) -> WatchNotice:
    named = [[one.game, one.kind, one.slug, one.title, one.change] for one in changes[:MAX_NAMED]]
    notice, made = WatchNotice.objects.get_or_create(
        user_id=user, release=release, defaults={"changes": named, "total": len(changes)}
    )
    if made:
        every = WatchNotice.objects.filter(user_id=user)
        old = every.order_by("-release_id").values_list("pk", flat=True)[MAX_NOTICES:]
        WatchNotice.objects.filter(pk__in=list(old)).delete()
    return notice
