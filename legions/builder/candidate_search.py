"""Searches in the candidate list: the query language of the card browser, with the selected place and the
collection.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext as _

from catalog import snapshots
from catalog.documents.errors import InvalidInput
from catalog.search.compiler import CompiledQuery, QueryContext, UnavailableTerm, compile_query
from catalog.search.conditions import CardSelection
from catalog.search.fields import query_language
from legions.builder.candidate_rows import CandidateRows
from legions.cards.name_search import said_phrases
from legions.cards.stock import Stock
from legions.collection.owned_query import owned_slugs
from rulesapi.engine.core.collection import read_collections
from rulesapi.judging import card_fitting, verdicts


def parse_query(
    query: str, document: dict[str, Any], stock: Stock, judge_here: Callable[[], CandidateRows]
) -> tuple[CompiledQuery, bool]:
    """Return a query compiled for a list, and whether all cards were tried for it.

    `judge_here` returns the cards as candidates for the selected place; it is called if the query asks for them.
    """
    game = document["game"]
    tried: list[bool] = []

    def fits(slug: str | None) -> CardSelection:
        if slug is not None:
            return card_fitting.cards_fitting(game, snapshots.at(stock.release), slug)
        found = _rows_here(judge_here)
        tried.append(found.complete)
        return _fit_here(found.rows)

    around = QueryContext(
        sets=lambda: stock.sets,
        words=lambda key: {word for card in stock.cards.values() for word in card.document.get(key) or ()},
        fits=fits,
        owned=lambda: _owned(document),
        said=lambda phrases: said_phrases(phrases, stock),
    )
    return compile_query(query, query_language(game), around), all(tried)


def _rows_here(judge_here: Callable[[], CandidateRows]) -> CandidateRows:
    try:
        return judge_here()
    except InvalidInput as error:
        raise UnavailableTerm(error.faults[0].message) from error


def _fit_here(candidates: Iterable[dict[str, Any]]) -> CardSelection:
    fitting = {one["card"]: not one["unknown"] for one in candidates if one["fits"]}
    return CardSelection(
        words=_("fit here"),
        yes=frozenset(slug for slug, sure in fitting.items() if sure),
        maybe=frozenset(slug for slug, sure in fitting.items() if not sure),
    )


def _owned(document: dict[str, Any]) -> CardSelection:
    library = verdicts.library(document["game"], document.get("release"))
    owned = read_collections(document, library).get("")
    return owned_slugs({card.slug: copies for card, copies in (owned or {}).items()})
