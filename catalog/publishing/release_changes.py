"""The documents that a release added, changed, renamed or retired, without their contents.

A release never changes, so its changes are read once per process.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from catalog import documents
from catalog.models import Release, Revision, fact_text
from catalog.models.upcoming import PreviewState, ReleasePreview

MAX_CACHED_RELEASES = 8
"""The number of releases whose changes a process keeps; 10,000 changes take about 5 MB."""
CHANGES = ("added", "changed", "renamed", "retired")
"""The kinds of changes, in the order in which pages name them."""


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """A change of a document by a release.

    `revision` and `before` are the primary keys of the new and the replaced revision, `record` and `former_record` of
    their records; they are None for a new document, and the records differ if it was renamed. `sets` are the slugs of
    the sets in which a card is or was sold.
    """

    change: str
    game: str
    kind: str
    slug: str
    title: str
    revision: int
    record: int
    before: int | None
    former_record: int | None
    was: str | None
    sets: tuple[str, ...]

    @property
    def document_type(self) -> str:
        """The document type: `card` or a common kind."""
        return documents.COMMON_TYPES.get(self.kind, "card")


class _State(NamedTuple):
    """The columns of a revision that tell how it changed."""

    pk: int
    record: int
    game: str
    kind: str
    slug: str
    name: str | None
    card_class: str | None
    retired: str | None
    set_slug: str | None
    also_in: str | None

    @property
    def sets(self) -> tuple[str, ...]:
        return tuple(slug for slug in (self.set_slug, *json.loads(self.also_in or "[]")) if slug)

    @property
    def document_type(self) -> str:
        return documents.COMMON_TYPES.get(self.kind, "card")


def change_kind(*, renamed: bool, retired: bool, was_retired: bool) -> str:
    """Return how a document changed that was there before: `changed`, `renamed` or `retired`."""
    if renamed:
        return "renamed"
    return "retired" if retired and not was_retired else "changed"


def changes_of(release: Release) -> tuple[DocumentChange, ...]:
    """Return the changes of a release by game, kind and slug. They are kept in memory."""
    return _changes(release.number, release.published_at)


@lru_cache(maxsize=MAX_CACHED_RELEASES)
def _changes(number: int, published_at: datetime) -> tuple[DocumentChange, ...]:
    return read_changes(number)


def read_changes(number: int) -> tuple[DocumentChange, ...]:
    """Return the changes of release `number` by game, kind and slug, with two or three queries."""
    new = _states(Revision.objects.filter(since=number))
    ended = {state.record: state for state in _states(Revision.objects.filter(until=number))}
    followed = {state.record for state in new}
    moved = {(one.game, one.document_type, one.slug): one for one in ended.values() if one.record not in followed}
    former = _former_slugs([state.pk for state in new if state.record not in ended]) if moved else {}
    return tuple(_change(state, ended.get(state.record) or _renamed_from(state, former, moved)) for state in new)


def _states(revisions: Any) -> list[_State]:
    found = revisions.annotate(
        card_class=fact_text("class"), retired_text=fact_text("retired"), also_in=fact_text("also_in")
    )
    columns = ("pk", "record_id", "game", "kind", "slug", "name", "card_class", "retired_text", "set_slug", "also_in")
    return [_State(*row) for row in found.order_by("game", "kind", "slug").values_list(*columns)]


def _former_slugs(revisions: list[int]) -> dict[int, list[str]]:
    """Return the former slugs of revisions that have any, the latest first, keyed by primary key."""
    found = Revision.objects.filter(pk__in=revisions).annotate(formerly=fact_text("formerly"))
    rows = found.filter(formerly__isnull=False).values_list("pk", "formerly")
    return {pk: json.loads(formerly)[::-1] for pk, formerly in rows}


def _renamed_from(
    state: _State, former: dict[int, list[str]], moved: dict[tuple[str, str, str], _State]
) -> _State | None:
    keys = ((state.game, state.document_type, slug) for slug in former.get(state.pk, ()))
    return next((moved[key] for key in keys if key in moved), None)


def _change(state: _State, before: _State | None) -> DocumentChange:
    change = "added"
    if before is not None:
        change = change_kind(
            renamed=before.slug != state.slug,
            retired=state.retired is not None,
            was_retired=before.retired is not None,
        )
    sets = (*state.sets, *(before.sets if before else ())) if state.document_type == "card" else ()
    return DocumentChange(
        change=change,
        game=state.game,
        kind=state.kind,
        slug=state.slug,
        title=state.name or state.card_class or state.slug,
        revision=state.pk,
        record=state.record,
        before=before.pk if before else None,
        former_record=before.record if before else None,
        was=before.slug if before and before.slug != state.slug else None,
        sets=tuple(dict.fromkeys(sets)),
    )


def revisions_of(changes: Iterable[DocumentChange]) -> dict[int, Revision]:
    """Return the new and the replaced revisions of changes, keyed by primary key, with one query."""
    wanted = {pk for change in changes for pk in (change.revision, change.before) if pk is not None}
    return Revision.objects.defer("text", "folded").in_bulk(wanted)


def published_preview(release: Release) -> ReleasePreview | None:
    """Return the finished preview of a release if it was computed for exactly the documents that were published."""
    found = ReleasePreview.objects.filter(upcoming__release=release, state=PreviewState.DONE)
    previews = {preview.mark: preview for preview in found.order_by("asked_at")}
    return previews.get(_token(release.number)) if previews else None


def _token(number: int) -> str:
    """Return the token that `upcoming_releases.release_token` had immediately before release `number`."""
    texts = Revision.objects.filter(since=number).order_by("game", "kind", "slug").values_list("text", flat=True)
    digest = sha256(str(number - 1).encode())
    for text in texts.iterator(chunk_size=500):
        digest.update(b"\n" + text.encode())
    return digest.hexdigest()
