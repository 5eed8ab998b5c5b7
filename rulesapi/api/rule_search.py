"""The API for the search over rules, rulings, terms and cards, in the words of players."""

from collections.abc import Collection, Mapping
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog.api_base import query_params
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.problems import DocumentNotFound
from catalog.api_base.query_params import QueryParameter
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CachedReadView
from catalog.documents.suggestions import close_matches
from catalog.snapshots import Snapshot
from rulesapi.rulebooks.rule_search import GameHit, search_games, searched_games
from rulesapi.rulebooks.search.entries import KINDS
from rulesapi.rulebooks.search.query import MAX_QUERY_LENGTH

DEFAULT_RESULTS, MAX_RESULTS = 10, 50
QUERY = QueryParameter(
    "q",
    "What is searched, in your own words: “can i shoot into melee”. Nothing is found if it is empty.",
    {"type": "string", "minLength": 0, "maxLength": MAX_QUERY_LENGTH, "default": ""},
    example="shoot into melee",
)
KIND = QueryParameter(
    "kind",
    "Only results of these kinds, separated by commas. The counts remain those of all kinds.",
    {
        "type": "array",
        "items": {
            "type": "string",
            "pattern": f"^({'|'.join(KINDS)})$",
            "maxLength": max(map(len, KINDS)),
            "title": "the kinds rule, ruling, term and card",
        },
        "minItems": 1,
        "maxItems": len(KINDS),
    },
)
LIMIT = query_params.number("limit", "The maximum number of results.", 1, MAX_RESULTS, default=DEFAULT_RESULTS)
VIEW_NAMES: Mapping[str, str] = {
    "section": "api-section",
    "ruling": "api-ruling",
    "reference": "api-reference",
    "card": "api-card",
}
"""The views of the documents that are found, by their types."""


class RuleSearchView(CachedReadView):
    """Base of the searches in one game and in all of them."""

    parameters = (query_params.RELEASE, QUERY, LIMIT, KIND)

    def search(self, games: Collection[str], snapshot: Snapshot) -> CachedResponse:
        """Return the response for a search in these games."""
        query, most = self.query.get("q", ""), self.query.get("limit", DEFAULT_RESULTS)
        answer = search_games(games, query, most, snapshot, self.query.get("kind"))
        body = dumps(
            {
                "release": snapshot.release,
                "read_as": answer.read_as,
                "counts": answer.counts,
                "results": [_result_document(one) for one in answer.hits],
            }
        )
        return CachedResponse(body, digest_etag(body))


@extend_schema_view(
    get=extend_schema(
        operation_id="searchGameRules",
        summary="Search the rules and cards of a game",
        tags=["Rules"],
        responses={200: component("RuleSearchAnswer"), **errors("not-found")},
    )
)
class GameSearchView(RuleSearchView):
    """Find the rules, rulings, terms and cards of a game that answer a question, the best first.

    The question may be in any words: abbreviations (“aoo”), other words (“stressed”) and misspelled words are
    understood, and `read_as` has the words as they were read. `counts` has the number of all results of each kind: a
    `rule` is a section of the rulebook, a `ruling` an answered question, a `term` an explanation of an action, a token
    or the like.

    `at` is the address in the rulebook; it is null for a card, and for a ruling that is about no section. `text` is the
    text in our own words, for a ruling the question and its answer; a heading has none. `href` is the document.
    """

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the results. Raises DocumentNotFound for an unknown game."""
        game, games = address["game"], searched_games(snapshot)
        if game not in games:
            message = f"There is no game “{game}” in release {snapshot.release}."
            raise DocumentNotFound(message, close_matches(game, games))
        return self.search([game], snapshot)


@extend_schema_view(
    get=extend_schema(
        operation_id="searchRules",
        summary="Search the rules and cards of all games",
        tags=["Rules"],
        responses={200: component("RuleSearchAnswer")},
    )
)
class AllGamesSearchView(RuleSearchView):
    """Find the rules, rulings, terms and cards of all games that answer a question, the best first.

    The search and the results are those of `GET /api/v1/rules/{game}/search/`. Each game is searched by itself.
    """

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the results."""
        return self.search(searched_games(snapshot), snapshot)


def _result_document(game_hit: GameHit) -> dict[str, Any]:
    entry = game_hit.hit.entry
    document_type, _, slug = entry.key.partition("/")
    return {
        "game": game_hit.game,
        "kind": entry.kind,
        "at": entry.address,
        "page": entry.page,
        "title": entry.title,
        "text": entry.text,
        "href": reverse(VIEW_NAMES[document_type], args=[game_hit.game, slug]),
        "score": round(game_hit.hit.score, 2),
    }
