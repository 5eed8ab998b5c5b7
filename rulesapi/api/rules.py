"""The API for the rules by which legions are judged, with the texts that findings cite."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api.documents import check_game
from catalog.api_base import query_params
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.pagination import CursorListView, Row, invalid_cursor
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CACHE_NEWEST, BaseAPIView, conditional_response
from catalog.models import DocumentType, Revision
from catalog.snapshots import Snapshot
from rulesapi.engine.core.library import ruleset_of
from rulesapi.engine.core.rules import Rule
from rulesapi.judging import conformance_cases


@extend_schema_view(
    get=extend_schema(
        operation_id="listRules",
        summary="List the rules",
        tags=["Rules"],
        responses={200: component("RuleList"), **errors("unknown-game")},
    )
)
class RuleListView(CursorListView):
    """The rules of the games of a release, in the order of their rulebooks."""

    parameters = (*query_params.LISTING, query_params.slug("game", "Only the rules of this game."))

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the rules after the one with code `after`. Raises InvalidInput `unknown-game`."""
        rows = [Row(rule.code, dumps(rule_document(game, rule)).decode()) for game, rule in self._rules(snapshot)]
        if after is None:
            return rows[:most]
        codes = [row.key for row in rows]
        if after not in codes:
            raise invalid_cursor("This cursor is of another list.")
        start = codes.index(after) + 1
        return rows[start : start + most]

    def _rules(self, snapshot: Snapshot) -> Iterator[tuple[str, Rule]]:
        standing = Revision.objects.at(snapshot.release)
        if game := self.query.get("game"):
            check_game(game, standing)
        found = standing.of_type(DocumentType.GAME, game).order_by("slug").values_list("slug", "document")
        for slug, document in found:
            try:
                ruleset = ruleset_of(document)
            except LookupError:
                continue  # a game with cards but without rules for legions
            yield from ((slug, rule) for rule in ruleset.rules)


def rule_document(game: str, rule: Rule) -> dict[str, Any]:
    """Return a rule as JSON; the level is null for a rule that only changes the price."""
    return {
        "game": game,
        "code": rule.code,
        "title": rule.title,
        "text": rule.text,
        "cite": rule.cite.as_document(),
        "level": rule.level if rule.check else None,
        "examples": cases_summary(rule.code),
    }


def cases_summary(code: str) -> dict[str, Any] | None:
    """Return the addresses and the number of a rule's conformance cases; None if they are not installed here."""
    return case_links(code, conformance_cases.case_count(code)) if conformance_cases.rule_file(code) else None


def case_links(code: str, count: int) -> dict[str, Any]:
    """Return the addresses of a rule's cases and of their library."""
    game, _, rule = code.partition("/")
    return {
        "count": count,
        "cases": reverse("api-rule-cases", args=[game, rule]),
        "library": reverse("api-cases-library", args=[game]),
    }


class RuleCasesView(BaseAPIView):
    """The conformance cases of one rule: legions, and the verdicts that any engine must give.

    They are judged with the documents at `library` of the rule's `examples`, not with a release of the catalog.
    """

    parameters = ()
    response_headers = ("ETag",)
    any_origin = True

    @extend_schema(
        operation_id="getRuleCases",
        summary="Read the conformance cases of a rule",
        tags=["Rules"],
        responses={200: component("RuleCases"), **errors("not-found")},
    )
    def get(self, request: Request, game: str, rule: str) -> Response:
        """Return the case file, byte for byte. Raises Http404."""
        return _file(
            request, conformance_cases.rule_file(f"{game}/{rule}"), f"There are no cases of a rule “{game}/{rule}”."
        )


class CasesLibraryView(BaseAPIView):
    """The documents for the conformance cases of a game: the game, formats and cards, most of them invented."""

    parameters = ()
    response_headers = ("ETag",)
    any_origin = True

    @extend_schema(
        operation_id="getCasesLibrary",
        summary="Read the documents of the cases",
        tags=["Rules"],
        responses={200: component("CasesLibrary"), **errors("not-found")},
    )
    def get(self, request: Request, game: str) -> Response:
        """Return the library file, byte for byte. Raises Http404."""
        return _file(request, conformance_cases.library_file(game), f"There are no cases of a game “{game}”.")


def _file(request: Request, path: Path | None, otherwise: str) -> Response:
    if path is None:
        raise Http404(otherwise)
    body = path.read_bytes()
    return conditional_response(request, CachedResponse(body, digest_etag(body)), {"Cache-Control": CACHE_NEWEST})
