"""The page of what a user watches: notices, and the watched cards and sets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from catalog.documents.titles import document_title
from catalog.models import DocumentType, Record, Revision
from legions.watching.models import Watch, WatchNotice

PAGE_SIZE = 50
"""The number of watched cards and sets on a page."""
PAGES = {DocumentType.CARD: "card", DocumentType.SET: "set"}
"""The names of the pages of the documents that can be watched, by type."""


@dataclass(frozen=True, slots=True)
class WatchRow:
    """A watched card or set: its title and page, and the release that changed it last, None if it is not published."""

    number: int
    title: str
    game: str
    address: str
    is_set: bool
    release: int | None


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A notice with links to the changed documents in the release, each with its title and its kind of change."""

    notice: WatchNotice
    links: tuple[tuple[str, str, str], ...]

    @property
    def more(self) -> int:
        """The number of changed documents that the notice does not name."""
        return self.notice.total - len(self.links)


def document_page(record: Record) -> str:
    """Return the path of the page of a watched card or set."""
    return reverse(PAGES[DocumentType(record.document_type)], args=[record.game, record.slug])


def watch_rows(watches: Iterable[Watch]) -> list[WatchRow]:
    """Return watches, read with their records, as rows, with one query."""
    shown = list(watches)
    found = Revision.objects.newest().filter(record__in=[watch.record_id for watch in shown]).defer("text", "folded")
    revisions = {revision.record_id: revision for revision in found}
    return [_row(watch, revisions.get(watch.record_id)) for watch in shown]


def _row(watch: Watch, revision: Revision | None) -> WatchRow:
    record = watch.record
    return WatchRow(
        number=watch.pk,
        title=document_title(revision.document) if revision else record.slug,
        game=record.game,
        address=document_page(record),
        is_set=record.document_type == DocumentType.SET,
        release=revision.since_id if revision else None,
    )


def notice_rows(notices: Iterable[WatchNotice]) -> list[NoticeRow]:
    """Return notices with links to the pages of their releases."""
    return [NoticeRow(notice, tuple(_links(notice))) for notice in notices]


def _links(notice: WatchNotice) -> Iterator[tuple[str, str, str]]:
    for game, kind, slug, title, how in notice.changes:
        yield title, _place(notice.release_id, game, kind, slug), how


def _place(release: int, game: str, kind: str, slug: str) -> str:
    query = urlencode({"game": game, "kind": kind, "at": slug})
    return f"{reverse('release', args=[release])}?{query}#{game}--{kind}--{slug}"
