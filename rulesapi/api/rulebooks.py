"""The API for rulebooks: their sections in order with text and coverage, one section by its address, and coverage."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog.api_base import query_params
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.pagination import CursorListView, Row
from catalog.api_base.problems import DocumentNotFound
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CachedReadView
from catalog.documents.suggestions import close_matches
from catalog.models import DocumentType, Revision, RevisionQuerySet
from catalog.snapshots import Snapshot
from rulesapi.rulebooks.book import Book, BookSection, book_at
from rulesapi.rulebooks.coverage import SectionCoverage, counted, coverage_of

LEFT_TO_PEOPLE = {"people": "table"}
"""States that have another name in `state` of `/rules/{game}/coverage/`, which was published before rulebooks were."""


def book_or_404(game: str, snapshot: Snapshot) -> Book:
    """Return the rulebook of a game. Raises DocumentNotFound."""
    book = book_at(game, snapshot)
    if book is None:
        known = _rulebooks(snapshot).values_list("game", flat=True)
        raise DocumentNotFound(
            f"There is no rulebook of a game “{game}” in release {snapshot.release}.", close_matches(game, known)
        )
    return book


def _rulebooks(snapshot: Snapshot) -> RevisionQuerySet:
    """Return the documents of the rulebooks that are not retired."""
    rulebooks = Revision.objects.at(snapshot.release).of_type(DocumentType.RULEBOOK)
    return rulebooks.exclude(document__has_key="retired")


def _response(document: Mapping[str, Any]) -> CachedResponse:
    body = dumps(document)
    return CachedResponse(body, digest_etag(body))


@extend_schema_view(
    get=extend_schema(
        operation_id="listRulebooks",
        summary="List the rulebooks",
        tags=["Rules"],
        responses={200: component("BookList")},
    )
)
class RulebookListView(CursorListView):
    """The rulebooks of a release, by game, each with the number of its sections in each state."""

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the rulebooks after that of the game `after`."""
        found = _rulebooks(snapshot).order_by("game")
        games = (found.filter(game__gt=after) if after else found).values_list("game", flat=True)[:most]
        return [Row(game, dumps(_summary(book_or_404(game, snapshot))).decode()) for game in games]


@extend_schema_view(
    get=extend_schema(
        operation_id="getRulebook",
        summary="Read a rulebook",
        tags=["Rules"],
        responses={200: component("Book"), **errors("not-found")},
    )
)
class RulebookView(CachedReadView):
    """A rulebook with all its sections in the order of the book.

    A section with a `text` is a rule, in our own words; one without is a heading. `text_source` is where the text is
    kept: in the section itself (`text`), in the section `covered_by`, in a `ruling`, or in the first of `references`.
    """

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the book. Raises DocumentNotFound."""
        book = book_or_404(address["game"], snapshot)
        sections = [section_document(covered.section, covered) for covered in coverage_of(book).values()]
        return _response({**_summary(book), "sections": sections})


@extend_schema_view(
    get=extend_schema(
        operation_id="getRulebookSection",
        summary="Read a section of a rulebook by its address",
        tags=["Rules"],
        responses={200: component("BookPlace"), **errors("not-found")},
    )
)
class RulebookSectionView(CachedReadView):
    """One section of a rulebook, with the headings above it and the sections before and after it.

    The address is the printed number (`604.4.b`), the page and heading (`p15/combat-phase`), or the heading and the
    number of the question (`damage/3`). A former address redirects to the current one.
    """

    redirects = True

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the section, or a redirect from a former address. Raises DocumentNotFound."""
        game, at = address["game"], address["at"]
        book = book_or_404(game, snapshot)
        section = book.section(at)
        if section is None:
            message = f"There is no section “{at}” in the rulebook of “{game}” in release {snapshot.release}."
            raise DocumentNotFound(message, close_matches(at, [known.address for known in book.sections]))
        if section.address != at:
            place = reverse("api-rulebook-section", kwargs={"game": game, "at": section.address})
            tag = f"{snapshot.release}-moved-{section.slug}"
            headers = {"Location": query_params.address(place, self.query)}
            return CachedResponse(b"", tag, 301, headers=headers)
        return _response(_place_document(book, section))


@extend_schema_view(
    get=extend_schema(
        operation_id="getCoverage",
        summary="Read the coverage of a rulebook",
        tags=["Rules"],
        responses={200: component("Coverage"), **errors("not-found")},
    )
)
class CoverageView(CachedReadView):
    """The sections of a rulebook in order, each with what covers it: rules, questions of play, a ruling, or its text.

    `states` has all states of a section, the strongest first. `state` is the first of them, but is called `table` where
    it is `people`. A heading without a rule of its own has none.
    """

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the coverage. Raises DocumentNotFound."""
        book = book_or_404(address["game"], snapshot)
        sections = [_coverage_document(covered) for covered in coverage_of(book).values()]
        return _response({"game": book.game, "source": book.cited_as, "sections": sections})


def _summary(book: Book) -> dict[str, Any]:
    """Return the facts of a book as JSON, with the number of its sections in each state."""
    return {
        "game": book.game,
        "title": book.title,
        "edition": book.document["edition"],
        "source": book.cited_as,
        "text": book.document["text"],
        "counted": counted(coverage_of(book).values()),
    }


def section_document(section: BookSection, covered: SectionCoverage | None) -> dict[str, Any]:
    """Return a section as JSON. A retired section has no coverage."""
    return {
        "at": section.address,
        "title": section.title,
        "page": section.page,
        "parent": section.parent,
        "text": section.text,
        "text_source": section.text_source,
        "question": section.question,
        "covered_by": section.covered_by,
        "see": section.see,
        "also": section.other_words,
        "people": section.people,
        "state": covered.state if covered else None,
        "states": covered.states if covered else (),
        "rules": covered.codes if covered else (),
        "adventures": covered.adventures if covered else (),
        "rulings": section.rulings,
        "references": section.references,
    }


def _place_document(book: Book, section: BookSection) -> dict[str, Any]:
    """Return a section as JSON, with the sections around it."""
    before, after = book.neighbors(section)
    return {
        "game": book.game,
        "source": book.cited_as,
        **section_document(section, coverage_of(book).get(section.address)),
        "retired": section.retired,
        "above": [{"at": heading.address, "title": heading.title} for heading in book.headings_above(section)],
        "previous": before and before.address,
        "next": after and after.address,
    }


def _coverage_document(covered: SectionCoverage) -> dict[str, Any]:
    state = covered.state
    return {
        "at": covered.section.address,
        "page": covered.section.page,
        "title": covered.section.title,
        "state": LEFT_TO_PEOPLE.get(state, state) if state else None,
        "reason": covered.section.people,
        "rules": covered.codes,
        "states": covered.states,
        "adventures": covered.adventures,
        "rulings": covered.section.rulings,
    }
