"""The public lists: query parameters and pages.

A page begins after the last list of the previous one (a cursor), so that the cost does not depend on the number of
lists, and no list is shown twice when others are added.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.db.models import Q

from catalog.documents.text_folding import fold
from legions.my_lists.list_lines import shared_list_lines
from legions.saved_lists.models import Legion, LegionQuerySet, PublicCard

PAGE_SIZE = 30
SAMPLE_SIZE = 8
"""The number of lists that are judged to find a legal one."""
MAX_WORDS = 8
MAX_QUERY_LENGTH = 100
SORTS: dict[str, tuple[str, ...]] = {
    "new": ("published_at", "pk"),
    "favourites": ("favoured", "published_at", "pk"),
}
_POINTS = re.compile(r"[1-9][0-9]{0,5}")
_CURSOR = re.compile(r"([0-9]{1,9})\.([0-9]{1,17})\.([0-9a-f]{32})")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True)
class GalleryQuery:
    """A query for public lists. Empty fields do not filter; `after` is the cursor of the last list shown."""

    game: str = ""
    format: str = ""
    points: str = ""
    card: str = ""
    words: str = ""
    sort: str = "new"
    after: str = ""

    def address(self, **other: str) -> str:
        """Return the query string with some parameters changed."""
        query = replace(self, **other)
        named = {"game": query.game, "format": query.format, "points": query.points, "card": query.card}
        named |= {"q": query.words, "after": query.after}
        if query.sort != "new":
            named["sort"] = query.sort
        return urlencode({name: value for name, value in named.items() if value})

    @property
    def narrowed(self) -> bool:
        """True if any filter is set."""
        return bool(self.game or self.format or self.points or self.card or self.words)


@dataclass(frozen=True)
class GalleryPage:
    """A page of public lists with the cursor of the next page, which is empty on the last one."""

    legions: list[Legion]
    next: str


def parse_gallery_query(query: Mapping[str, str], games: Mapping[str, Mapping[str, Any]]) -> GalleryQuery:
    """Return the query in the parameters of a request; unknown values, such as a game or a sort, are ignored.

    `games` has the formats by slug for each game, by its slug.
    """
    game = query.get("game", "")
    game = game if game in games else ""
    of_game = query.get("format", "")
    points = query.get("points", "")
    sort = query.get("sort", "")
    return GalleryQuery(
        game=game,
        format=of_game if of_game in games.get(game, {}) else "",
        points=points if game and _POINTS.fullmatch(points) else "",
        card=_tidy(query.get("card", "")) if game else "",
        words=_tidy(query.get("q", "")),
        sort=sort if sort in SORTS else "new",
        after=query.get("after", "") if _CURSOR.fullmatch(query.get("after", "")) else "",
    )


def _tidy(text: str) -> str:
    return " ".join(text.replace("\x00", " ").split())[:MAX_QUERY_LENGTH]


def offered_points(formats: Iterable[Mapping[str, Any]]) -> list[int]:
    """Return the point limits that these formats name."""
    named = ([one.get("points"), *(one.get("recommended_points") or ())] for one in formats)
    allowed = (one.get("allowed_points") or () for one in formats)
    return sorted({number for part in (*named, *allowed) for number in part if number})


def matching_legions(
    query: GalleryQuery,
    *,
    default_format: str = "",
    formats: Iterable[Mapping[str, Any]] = (),
    slugs: Collection[str] | None = None,
) -> LegionQuerySet:
    """Return the public lists that match a query, in its order, without its cursor.

    A list without a format has its game's default one, and a list without a limit has that of its format; `formats` are
    the documents of the formats. `slugs` are those of the card searched for, empty for an unknown card.
    """
    legions = Legion.objects.public()
    if query.game:
        legions = legions.filter(game=query.game)
    if query.format:
        named = Q(format=query.format)
        legions = legions.filter(named | Q(format__isnull=True) if query.format == default_format else named)
    if query.points:
        points = int(query.points)
        of_format = {one["slug"] for one in formats if one.get("points") == points}
        silent = Q(format__in=of_format) | (Q(format__isnull=True) if default_format in of_format else Q())
        legions = legions.filter(Q(limit=points) | (Q(limit__isnull=True) & silent if of_format else Q(pk__in=[])))
    if slugs is not None:
        with_card = PublicCard.objects.filter(game=query.game, slug__in=slugs)
        legions = legions.filter(pk__in=with_card.values("legion"))
    for word in fold(query.words).split()[:MAX_WORDS]:
        legions = legions.filter(searched__contains=word)
    return legions.select_related("owner__profile").order_by(*(f"-{field}" for field in SORTS[query.sort]))


def random_legal(legions: LegionQuerySet) -> Legion | None:
    """Return a random legal list of these, or None if the sample has none.

    Ids are random, so those that follow a random id are a sample, which an index finds.
    """
    start = uuid4()
    by_id = legions.order_by("pk")
    sample = list(by_id.filter(pk__gte=start)[:SAMPLE_SIZE])
    if len(sample) < SAMPLE_SIZE:
        sample += by_id.filter(pk__lt=start)[: SAMPLE_SIZE - len(sample)]
    lines = shared_list_lines(sample)
    return next((line.legion for line in lines if line.verdict and line.verdict.verdict["verdict"] == "legal"), None)


def gallery_page(legions: LegionQuerySet, query: GalleryQuery, *, size: int = PAGE_SIZE) -> GalleryPage:
    """Return the page of lists after the cursor of the query, or the first page."""
    if query.after:
        legions = legions.filter(_behind(query))
    rows = list(legions[: size + 1])
    return GalleryPage(rows[:size], _cursor(rows[size - 1]) if len(rows) > size else "")


def _cursor(legion: Legion) -> str:
    assert legion.published_at is not None  # public lists always have it
    microseconds = (legion.published_at - _EPOCH) // _MICROSECOND
    return f"{legion.favoured}.{microseconds}.{legion.pk.hex}"


def _behind(query: GalleryQuery) -> Q:
    """Return the condition for lists after the one that the cursor names."""
    parts = _CURSOR.fullmatch(query.after)
    assert parts is not None  # checked by `parse_gallery_query`
    values = {
        "favoured": int(parts[1]),
        "published_at": _EPOCH + int(parts[2]) * _MICROSECOND,
        "pk": UUID(parts[3]),
    }
    condition, equal = Q(), Q()
    for field in SORTS[query.sort]:
        condition |= equal & Q(**{f"{field}__lt": values[field]})
        equal &= Q(**{field: values[field]})
    return condition
