"""The number of saved lists that contain a card, which shows contributors the worth of its facts.

Private lists are counted too, so small numbers are not revealed: all below `MIN_SHOWN_COUNT` are the same.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from django.core.cache import caches
from django.db.models import Q, TextField
from django.db.models.functions import Cast

from legions.cards.stock import Stock
from legions.saved_lists.models import Legion

T = TypeVar("T")

MIN_SHOWN_COUNT = 5
"""The minimum number of lists that is shown; fewer are shown as some."""
FRESH_SECONDS = 15 * 60
"""The time in seconds for which a count is fresh; the next request after it counts again."""
CACHE_SECONDS = 24 * 3600
LOCK_SECONDS = 60
"""The maximum time of a count in seconds, before another one may start."""
BATCH_SIZE = 2_000
MAX_NAMED = 10


def waiting_lists(game: str, stock: Stock) -> Mapping[str, int]:
    """Return the number of saved lists of a game that contain each card, by slug.

    `MIN_SHOWN_COUNT - 1` replaces every smaller number. The result is cached for a quarter of an hour for all users; it
    is empty while the first count runs.
    """
    return counted_for_all(f"lists-waiting:{game}:{stock.release}", lambda: _bounded_counts(game, stock)) or {}


def counted_for_all(key: str, count: Callable[[], T]) -> T | None:
    """Return the result of `count`, cached for all users under a key for `FRESH_SECONDS`.

    Only one request counts at a time; meanwhile the others get the previous result, or None if there is none.
    """
    cached = caches["derived"].get(key)
    if cached and time.time() - cached[0] < FRESH_SECONDS:
        return cast("T", cached[1])
    if not caches["derived"].add(f"{key}:counting", True, LOCK_SECONDS):
        return cast("T", cached[1]) if cached else None
    found = count()
    caches["derived"].set(key, (time.time(), found), CACHE_SECONDS)
    caches["derived"].delete(f"{key}:counting")
    return found


def _bounded_counts(game: str, stock: Stock) -> Mapping[str, int]:
    return {slug: max(number, MIN_SHOWN_COUNT - 1) for slug, number in _count(game, stock).items()}


def public_lists_with(game: str, slugs: Sequence[str]) -> Sequence[Legion]:
    """Return the newest public lists with a card, by any of its slugs, up to a maximum."""
    mentions = Q()
    for slug in slugs:
        mentions |= Q(written__contains=f'"{slug}"')
    written = Legion.objects.public().filter(game=game).annotate(written=Cast("document", TextField()))
    found = written.filter(mentions).order_by("-published_at")[: 2 * MAX_NAMED]
    return [one for one in found if not set(slugs).isdisjoint(_named_in(one.document))][:MAX_NAMED]


def _named_in(document: Mapping[str, Any]) -> Iterator[str]:
    return _slugs(document.get("picks") or [], document.get("tiles") or [], document.get("map"))


def _count(game: str, stock: Stock) -> Counter[str]:
    counts: Counter[str] = Counter()
    rows = (
        Legion.objects.not_deleted()
        .filter(game=game)
        .values_list("document__picks", "document__tiles", "document__map")
    )
    for of_picks, tiles, of_map in rows.iterator(chunk_size=BATCH_SIZE):
        counts.update({stock.card(slug).slug for slug in _slugs(of_picks or [], tiles or [], of_map)})
    return counts


def _slugs(of_picks: list[dict[str, Any]], tiles: list[str], of_map: str | None) -> Iterator[str]:
    """Yield the slugs of all cards that a list contains."""
    for pick in of_picks:
        yield pick["card"]
        yield from pick.get("upgrades", ())
    yield from tiles
    if of_map:
        yield of_map
