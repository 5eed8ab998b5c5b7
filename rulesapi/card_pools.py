"""Card pools of requests: the only cards that an answer may add, in the notation of a format's pool."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from catalog import documents
from catalog.documents.errors import Fault
from catalog.documents.suggestions import close_matches
from rulesapi.engine.core.collection import MAX_SUGGESTIONS
from rulesapi.engine.core.formats import CardSelector
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import UnmatchedSlug

_FORMAT: Mapping[str, Any] = {
    "kind": "format",
    "game": "game",
    "slug": "pool",
    "name": None,
    "text": None,
    "points": None,
    "recommended_points": [],
    "levels": [],
    "sources": {},
}
"""A valid format, except for the pool to be inserted."""
EXAMPLE = '[{"set": ["starter-set"]}, {"card": ["wraith"]}]'


def pool_faults(pool: Any) -> list[Fault]:
    """Return the faults in a request's pool, with pointers into the request and an example in each message."""
    faults = documents.faults_under_schema("format.schema.json", {**_FORMAT, "pool": pool})
    shape = _("A pool is rows of cards, keywords or sets by their slugs, such as {example}.").format(example=EXAMPLE)
    return [replace(fault, message=f"{fault.message} {shape}") for fault in faults if fault.pointer.startswith("/pool")]


def read_pool(library: Library, pool: list[Mapping[str, Any]]) -> tuple[CardSelector, tuple[UnmatchedSlug, ...]]:
    """Return the cards of a valid pool, and the slugs in it that the library lacks."""
    return CardSelector.read(pool, library.cards), tuple(_unmatched_words(library, pool))


def _unmatched_words(library: Library, pool: Sequence[Mapping[str, Any]]) -> Iterator[UnmatchedSlug]:
    """Yield the slugs of a pool that match nothing in the library."""
    known = {
        "card": library.cards.keys(),
        "set": {*library.sets, *(card.set for card in library.all_cards if card.set is not None)},
        "keyword": {word for card in library.all_cards for word in card.keywords or ()},
    }
    places = (
        (f"/pool/{number}/{word}/{place}", slug, known[word])
        for number, row in enumerate(pool)
        for word, named in row.items()
        for place, slug in enumerate(named)
        if slug not in known[word]
    )
    for number, (at, slug, words) in enumerate(places):
        yield UnmatchedSlug(at, slug, close_matches(slug, words) if number < MAX_SUGGESTIONS else ())
