"""API view of the changes of each release, for clients that keep a copy of the catalog."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Q
from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog.api.documents import check_game
from catalog.api_base import query_params
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.pagination import CursorListView, Row, invalid_cursor
from catalog.api_base.renderers import dumps
from catalog.documents.differences import ABSENT, Difference, differences
from catalog.documents.errors import Fault, InvalidInput
from catalog.models import Record, Revision
from catalog.publishing.release_changes import change_kind, read_changes
from catalog.snapshots import MAX_NUMBER, Snapshot

SINCE = query_params.number("since", "Only changes after this release; 0 for all.", 0, MAX_NUMBER, default=0)
Key = tuple[int | None, str, str, str]
"""The release (None for none), game, type and slug of a document."""


@extend_schema_view(
    get=extend_schema(
        operation_id="listChanges",
        summary="List the changes",
        tags=["Catalog"],
        responses={200: component("ChangeList"), **errors("unknown-game")},
    )
)
class ChangeListView(CursorListView):
    """The changes after release `since`, release by release: documents added, changed, renamed and retired.

    For a changed document, `differences` has the old and the new value of each fact by its JSON Pointer; `before` or
    `after` is left out if there was or is no value. Read an added document at its own address. A renamed document has
    its former slug in `was`. If you have the catalog as of `since` and follow `next` to the end, you have it as of
    `release`.
    """

    parameters = (*query_params.LISTING, SINCE, query_params.slug("game", "Only the documents of this game."))

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the changes after the one with key `after`.

        Raises InvalidInput `unknown-release` and `unknown-game`.
        """
        since, game = self.query.get("since", 0), self.query.get("game")
        if since > snapshot.release:
            message = f"Release {since} is not before release {snapshot.release}."
            raise InvalidInput("unknown-release", [Fault("/since", "unknown-release", message)])
        found = Revision.objects.filter(since__gt=since, since__lte=snapshot.release).select_related("record")
        if game:
            check_game(game, Revision.objects.at(snapshot.release))
            found = found.filter(record__game=game)
        if after is not None:
            found = found.filter(_beyond(after))
        ordered = list(found.order_by("since_id", "record__game", "record__document_type", "record__slug")[:most])
        earlier = _earlier(ordered)
        return [Row("/".join(map(str, _key(one))), dumps(_change(one, earlier)).decode()) for one in ordered]


def count_changes(release: int) -> dict[str, Counter[str]]:
    """Return the numbers of added, changed, renamed and retired documents of a release, keyed by game and change."""
    counts: dict[str, Counter[str]] = {}
    for one in read_changes(release):
        counts.setdefault(one.game, Counter())[one.change] += 1
    return counts


def _key(revision: Revision) -> Key:
    record = revision.record
    return revision.since_id, record.game, record.document_type, record.slug


def _beyond(key: str) -> Q:
    parts = key.split("/")
    if len(parts) != 4 or not parts[0].isdecimal() or int(parts[0]) > MAX_NUMBER:
        raise invalid_cursor("This cursor is of another list.")
    release, (game, document_type, slug) = int(parts[0]), parts[1:]
    within = Q(record__game__gt=game) | Q(record__game=game, record__document_type__gt=document_type)
    within |= Q(record__game=game, record__document_type=document_type, record__slug__gt=slug)
    return Q(since__gt=release) | (Q(since=release) & within)


def _earlier(revisions: Iterable[Revision]) -> dict[Key, Revision]:
    """Return the predecessors of these revisions, under their own slug or a former one.

    The key consists of the release that ended the predecessor, and of its game, type and slug.
    """
    slugs = {slug for one in revisions for slug in _slugs(one)}
    ended = Revision.objects.filter(until__in={one.since_id for one in revisions}, record__slug__in=slugs)
    return {(one.until_id, *_of(one.record)): one for one in ended.select_related("record")}


def _of(record: Record) -> tuple[str, str, str]:
    return record.game, record.document_type, record.slug


def _slugs(revision: Revision) -> Iterator[str]:
    yield revision.record.slug
    yield from reversed(revision.document.get("formerly", ()))


def _before(revision: Revision, earlier: dict[Key, Revision]) -> Revision | None:
    """Return the revision that was replaced, None for a new document."""
    game, document_type, _ = _of(revision.record)
    keys = ((revision.since_id, game, document_type, one) for one in _slugs(revision))
    return next((earlier[key] for key in keys if key in earlier), None)


def _change(revision: Revision, earlier: dict[Key, Revision]) -> dict[str, Any]:
    game, _, slug = _of(revision.record)
    before = _before(revision, earlier)
    entry = {"release": revision.since_id, "game": game, "kind": revision.kind, "slug": slug}
    if before is None:
        return {**entry, "change": "added", "was": None, "differences": []}
    return {
        **entry,
        "change": _change_kind(before, revision),
        "was": before.record.slug if before.record.slug != slug else None,
        "differences": [_difference_document(one) for one in differences(before.document, revision.document)],
    }


def _change_kind(before: Revision, after: Revision) -> str:
    return change_kind(
        renamed=before.record.slug != after.record.slug,
        retired="retired" in after.document,
        was_retired="retired" in before.document,
    )


def _difference_document(difference: Difference) -> dict[str, Any]:
    values = {"before": difference.before, "after": difference.after}
    return {"pointer": difference.pointer, **{name: value for name, value in values.items() if value is not ABSENT}}
