"""The content of a release's page: its changes by game and kind, in pages of a fixed size."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from catalog import snapshots
from catalog.documents import COMMON_TYPES
from catalog.documents.titles import document_title
from catalog.models import DocumentType, Release, Revision
from catalog.publishing.release_changes import CHANGES, DocumentChange, changes_of, published_preview, revisions_of
from legions.game_words import vocabulary
from legions.releases.fact_changes import (
    MAX_FACTS,
    FactDifference,
    checked_again,
    fact_differences,
    retirement_sentences,
    source_differences,
    state_sentences,
)
from legions.site.book_urls import section_url
from legions.verdicts.rulings import ruling_url

PAGE_SIZE = 50
"""The number of documents on a page."""
COMMON_KINDS = tuple(COMMON_TYPES)
"""The kinds of documents that all games share, in the order in which pages show them after the cards."""


@dataclass(frozen=True, slots=True)
class KindCount:
    """The changes of one kind of documents of a game: numbers by change, and the query of the page with them alone."""

    kind: str
    name: str
    total: int
    numbers: tuple[tuple[str, int], ...]
    query: str


@dataclass(frozen=True, slots=True)
class GameCount:
    """The changes of a game, by kind."""

    game: str
    name: str
    total: int
    kinds: tuple[KindCount, ...]


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A changed document with its address, its picture, sentences about it, and its changed facts.

    `sources` are facts of which only the source changed, `checked` the labels of facts that were checked or explained
    again.
    """

    change: DocumentChange
    title: str
    address: str
    shield: str
    sentences: tuple[str, ...]
    facts: tuple[FactDifference, ...]
    sources: tuple[FactDifference, ...]
    checked: tuple[str, ...]
    more: int

    @property
    def anchor(self) -> str:
        """The id of the row."""
        return change_anchor(self.change.game, self.change.kind, self.change.slug)


@dataclass(frozen=True, slots=True)
class ReleaseFilter:
    """The requested part of a release: one game, one kind, and the slug whose page is shown; each may be empty."""

    game: str = ""
    kind: str = ""
    at: str = ""

    @property
    def query(self) -> str:
        """The query of the first page of this part."""
        return urlencode({name: value for name, value in (("game", self.game), ("kind", self.kind)) if value})


def change_anchor(game: str, kind: str, slug: str) -> str:
    """Return the anchor of a document on the page of a release."""
    return f"{game}--{kind}--{slug}"


def change_url(release: int, game: str, kind: str, slug: str) -> str:
    """Return the path of a document on the page of the release that changed it."""
    query = urlencode({"game": game, "kind": kind, "at": slug})
    return f"{reverse('release', args=[release])}?{query}#{change_anchor(game, kind, slug)}"


def ordered_changes(release: Release) -> tuple[DocumentChange, ...]:
    """Return the changes of a release as its page shows them: by game, cards before other kinds, by slug."""
    return _ordered(changes_of(release))


@lru_cache(maxsize=8)
def _ordered(changes: tuple[DocumentChange, ...]) -> tuple[DocumentChange, ...]:
    return tuple(sorted(changes, key=_place))


def _place(change: DocumentChange) -> tuple[str, int, str, str]:
    common = COMMON_KINDS.index(change.kind) + 1 if change.kind in COMMON_TYPES else 0
    return change.game, common, change.kind, change.slug


def selected_changes(changes: Sequence[DocumentChange], asked: ReleaseFilter) -> list[DocumentChange]:
    """Return the changes of the requested game and kind. Raises Http404 if the release changed none."""
    found = [
        one
        for one in changes
        if (not asked.game or one.game == asked.game) and (not asked.kind or one.kind == asked.kind)
    ]
    if not found and (asked.game or asked.kind):
        raise Http404("The release changed nothing of this kind.")
    return found


def page_of(changes: Sequence[DocumentChange], slug: str) -> int:
    """Return the number of the page with the document `slug`. Raises Http404 if the release did not change it."""
    for index, change in enumerate(changes):
        if change.slug == slug:
            return index // PAGE_SIZE + 1
    raise Http404("The release did not change this document.")


def game_counts(changes: Sequence[DocumentChange], games: Mapping[str, str]) -> list[GameCount]:
    """Return the numbers of changes by game and kind; `games` has the names of games by slug."""
    counts: dict[str, dict[str, Counter[str]]] = {}
    for one in changes:
        counts.setdefault(one.game, {}).setdefault(one.kind, Counter())[one.change] += 1
    return [
        GameCount(
            game=game,
            name=games.get(game, game),
            total=sum(number.total() for number in kinds.values()),
            kinds=tuple(_kind_count(game, kind, numbers) for kind, numbers in kinds.items()),
        )
        for game, kinds in counts.items()
    ]


def _kind_count(game: str, kind: str, numbers: Counter[str]) -> KindCount:
    query = ReleaseFilter(game, kind).query
    by_change = tuple((change, numbers[change]) for change in CHANGES if numbers[change])
    return KindCount(kind, kind_heading(game, kind), numbers.total(), by_change, query)


def kind_heading(game: str, kind: str) -> str:
    """Return the plural name of a kind of document."""
    headings = {
        DocumentType.SET: _("Sets"),
        DocumentType.FORMAT: _("Formats"),
        DocumentType.HOUSE_RULE: _("House rules"),
        DocumentType.RULING: _("Rulings"),
        DocumentType.ADVENTURE: _("Adventures"),
        DocumentType.REFERENCE: _("References"),
        DocumentType.RULEBOOK: _("Rulebooks"),
        DocumentType.SECTION: _("Sections of the rulebook"),
        DocumentType.GAME: _("The game"),
    }
    return headings[DocumentType(kind)] if kind in COMMON_TYPES else vocabulary.kind_names(game, kind)


def change_rows(changes: Sequence[DocumentChange]) -> list[ChangeRow]:
    """Return the rows of a page, with two queries."""
    states, newest = revisions_of(changes), snapshots.newest().release
    return [_row(one, states, newest) for one in changes]


def _row(change: DocumentChange, states: Mapping[int, Revision], newest: int) -> ChangeRow:
    after = states[change.revision].document
    before = states[change.before].document if change.before is not None else None
    facts = fact_differences(before, after) if before else []
    sources = source_differences(before, after) if before else []
    return ChangeRow(
        change=change,
        title=document_title(after),
        address=document_url(after),
        shield=_shield_url(after, newest),
        sentences=tuple(state_sentences(before, after) if before else retirement_sentences({}, after)),
        facts=tuple(facts[:MAX_FACTS]),
        sources=tuple(sources[: max(0, MAX_FACTS - len(facts))]),
        checked=tuple(checked_again(before, after)) if before else (),
        more=max(0, len(facts) + len(sources) - MAX_FACTS),
    )


def _shield_url(document: dict[str, Any], newest: int) -> str:
    """Return the address of the picture of a card, empty for other documents.

    The picture is that of the newest release, whose cards are in memory: old releases would have to be read for it.
    """
    if document["kind"] in COMMON_TYPES or not vocabulary.card_kinds(document["game"]):
        return ""
    return reverse("shield", args=[newest, document["game"], document["slug"]])


def document_url(document: Mapping[str, Any]) -> str:
    """Return the path of the page that shows a document, empty for a game that has no pages."""
    game, kind, slug = document["game"], document["kind"], document["slug"]
    if not vocabulary.card_kinds(game):
        return ""
    if kind not in COMMON_TYPES:
        return reverse("card", args=[game, slug])
    if kind == DocumentType.SECTION:
        return section_url(game, document["at"])
    if kind == DocumentType.RULING:
        return ruling_url(game, slug)
    pages = {DocumentType.REFERENCE: "references", DocumentType.RULEBOOK: "book"}
    if kind in (DocumentType.SET, DocumentType.ADVENTURE):
        return reverse(kind, args=[game, slug])
    return reverse(pages.get(DocumentType(kind), "game"), args=[game])


@lru_cache(maxsize=64)
def _public_lists(number: int, published_at: Any) -> int | None:
    preview = published_preview(Release(number=number))
    report = preview.told.get("legions") if preview else None
    return report["public"] if report else None


def public_lists_changed(release: Release) -> int | None:
    """Return the number of public lists that the release was found to judge differently, before it was published.

    None if no preview of exactly these documents was computed.
    """
    return _public_lists(release.number, release.published_at)
