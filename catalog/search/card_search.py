"""Card queries on a release, with its sets, keywords, and cards that fit a creature.

Each of these is loaded when a query needs it, and cached, since a published release never changes.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

import orjson
from django.db.models import Exists, Q

from catalog import documents
from catalog.extensions import catalog_extensions
from catalog.models import DocumentType, Release, Revision, RevisionQuerySet, fact_text
from catalog.search import closest_cards, filters
from catalog.search.card_texts import STEMS
from catalog.search.closest_cards import WordSearch
from catalog.search.compiler import CompiledQuery, QueryContext, compile_query, no_creature
from catalog.search.conditions import CardSelection
from catalog.search.descriptions import describe
from catalog.search.fields import Field, QueryLanguage, query_language
from catalog.search.near_names import CardName, near_names, searched_words
from catalog.search.syntax import write
from catalog.snapshots import Snapshot

MAX_FACETS = 10
MAX_COUNTED = 200
COMMON_FACETS = {"kind": "kind", "set": "set"}


def cards_in_release(game: str | None, snapshot: Snapshot) -> RevisionQuerySet:
    """Return the revisions of the cards in a release, of one game or, for None, of all games."""
    return Revision.objects.at(snapshot.release).of_type(DocumentType.CARD, game)


def compile_for_release(text: str, game: str | None, snapshot: Snapshot) -> CompiledQuery:
    """Return the meaning of a query on the cards of a game in a release. No collection is available."""
    return compile_query(text, query_language(game), query_context(game, snapshot))


def query_context(game: str | None, snapshot: Snapshot) -> QueryContext:
    """Return the context of queries on the cards of a game in a release."""
    return QueryContext(
        sets=partial(_sets, game, snapshot),
        words=partial(open_words, game, snapshot),
        fits=partial(_cards_fitting, game, snapshot),
        said=lambda phrases: said_phrases(game, snapshot, tuple(sorted(phrases))),
    )


def query_filter(understood: CompiledQuery) -> Q:
    """Return the database condition of a query on revisions of cards."""
    return filters.to_q(understood.condition)


def as_document(understood: CompiledQuery, game: str | None) -> dict[str, str]:
    """Return a query as it was understood: as a normalized query, and in words."""
    return {"q": write(understood.term), "words": describe(understood.condition, query_language(game))}


def similar_names(understood: CompiledQuery, cards: RevisionQuerySet) -> list[CardName]:
    """Return cards with names similar to the searched words, for a query without results."""
    if not searched_words(understood.condition):
        return []
    rows = cards.values_list("game", "slug", "name")
    return near_names(understood.condition, (CardName(game, slug, name) for game, slug, name in rows if name))


def split_query(understood: CompiledQuery, game: str | None, snapshot: Snapshot) -> WordSearch | None:
    """Return the words of a query, to rank cards by, and its other terms; None if there is nothing to rank by."""
    if not searched_words(understood.condition):
        return None
    return closest_cards.split_query(understood.condition, vocabulary(game, snapshot))


def _cards_fitting(game: str | None, snapshot: Snapshot, slug: str | None) -> CardSelection:
    """Return the cards that fit a creature, by the first extension that supports the game. Raises UnavailableTerm."""
    for extension in catalog_extensions():
        if (found := extension.cards_fitting(game, snapshot, slug)) is not None:
            return CardSelection(found.words, found.yes, found.maybe)
    return no_creature(slug)


@lru_cache(maxsize=64)
def _sets(game: str | None, snapshot: Snapshot) -> Mapping[str, Any]:
    found = Revision.objects.at(snapshot.release).of_type(DocumentType.SET, game).order_by("slug")
    return dict(found.values_list("slug", "document"))


@lru_cache(maxsize=256)
def open_words(game: str | None, snapshot: Snapshot, key: str) -> Collection[str]:
    """Return the words that any card has in an open list, for which no schema has a closed list of words."""
    lists = (
        cards_in_release(game, snapshot)
        .annotate(words=fact_text(key))
        .exclude(words=None)
        .values_list("words", flat=True)
    )
    return frozenset(word for text in lists.distinct().order_by() for word in orjson.loads(text))


@lru_cache(maxsize=1_024)
def said_phrases(game: str | None, snapshot: Snapshot, phrases: tuple[str, ...]) -> frozenset[str]:
    """Return the phrases that any card has among its stems, with one query."""
    cards = cards_in_release(game, snapshot)
    asked = (Exists(cards.filter(filters.says([one]))) for one in phrases)
    answers = Release.objects.filter(number=snapshot.release).values_list(*asked)
    return frozenset(one for row in answers for one, said in zip(phrases, row, strict=True) if said)


@lru_cache(maxsize=32)
def vocabulary(game: str | None, snapshot: Snapshot) -> frozenset[str]:
    """Return the stems of all words of the cards."""
    texts = cards_in_release(game, snapshot).order_by().values_list(filters.SEARCHED_COLUMNS[STEMS], flat=True)
    return frozenset(word for text in texts.iterator() for word in (text or "").split())


# -- counting ----------------------------------------------------------------------------------------------------


def countable(name: str, language: QueryLanguage) -> Field | str | None:
    """Return the field to count by, or the key of a common facet; None if `name` cannot be counted."""
    if name in COMMON_FACETS:
        return COMMON_FACETS[name]
    found = language.field(name)
    return found if found is not None and found.countable else None


def facets(cards: RevisionQuerySet, names: Iterable[str], language: QueryLanguage) -> dict[str, list[dict[str, Any]]]:
    """Return the number of cards by value for each facet, the most frequent value first, with one query.

    Null is the value of unknown facts. Cards without the fact are not counted. Each word of a list counts once.
    """
    counts: dict[str, dict[Any, int]] = {name: {} for name in names}
    fields = {name: countable(name, language) for name in counts}
    for text in cards.order_by().values_list("text", flat=True):
        document = orjson.loads(text)
        for name, one in fields.items():
            for value in _values(document, one):
                counts[name][value] = counts[name].get(value, 0) + 1
    return {name: _ordered(values) for name, values in counts.items()}


def _values(document: dict[str, Any], field: Field | str | None) -> set[Any]:
    if field == "set" and "set" in document:
        return set(documents.sets_of(document)) or {None}
    keys = [field] if isinstance(field, str) else [fact.key for fact in field.facts] if field else []
    values = [document[key] for key in keys if key in document]
    return {word for value in values for word in (value if isinstance(value, list) else [value])}


def _ordered(values: dict[Any, int]) -> list[dict[str, Any]]:
    rows = sorted(values.items(), key=lambda row: (-row[1], row[0] is None, str(row[0])))
    return [{"value": value, "count": count} for value, count in rows[:MAX_COUNTED]]
