"""The list for everybody: its query parameters, and one page after the other.

A page begins after the last legion of the one before (a cursor), so that a long list costs no more than a short one and
nothing stands twice when a legion is added meanwhile.
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
"""How many legions are looked at for one that is legal."""
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
    """What somebody asks of the list. Empty is everything; `after` is the cursor of the last legion seen."""

    game: str = ""
    format: str = ""
    points: str = ""
    card: str = ""
    words: str = ""
    sort: str = "new"
    after: str = ""

    def address(self, **other: str) -> str:
        """Return the query string of this with some of its parameters changed."""
        query = replace(self, **other)
        named = {"game": query.game, "format": query.format, "points": query.points, "card": query.card}
        named |= {"q": query.words, "after": query.after}
        if query.sort != "new":
            named["sort"] = query.sort
        return urlencode({name: value for name, value in named.items() if value})

    @property
    def narrowed(self) -> bool:
        """Whether it asks for less than everything."""
        return bool(self.game or self.format or self.points or self.card or self.words)


@dataclass(frozen=True)
class GalleryPage:
    """A page of the list, with the cursor of the next one, empty at the end."""

    legions: list[Legion]
    next: str


def parse_gallery_query(query: Mapping[str, str], games: Mapping[str, Mapping[str, Any]]) -> GalleryQuery:
    """Return what an address asks for; what is not known, a game or a sort for example, is as if it were not there.

    `games` are the formats there are, by slug, of each game by its slug.
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


def _tidy(words: str) -> str:
    return " ".join(words.replace("\x00", " ").split())[:MAX_QUERY_LENGTH]


def offered_points(formats: Iterable[Mapping[str, Any]]) -> list[int]:
    """Return the points that these formats are played at, as far as they name any."""
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
    """Return the legions in the list for everybody that match a query, in order and from the start.

    A legion that names no format is of its game's default one, and one that names no points is played at those of its
    format, of which `formats` are the documents. `slugs` are those of the card that is looked for, none for a card
    that there is not.
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
    """Return one of these legions that is legal, None where none of the few that are looked at is.

    Their ids are random: those after another random one are a sample, which an index finds.
    """
    start = uuid4()
    by_id = legions.order_by("pk")
    sample = list(by_id.filter(pk__gte=start)[:SAMPLE_SIZE])
    if len(sample) < SAMPLE_SIZE:
        sample += by_id.filter(pk__lt=start)[: SAMPLE_SIZE - len(sample)]
    lines = shared_list_lines(sample)
    return next((line.legion for line in lines if line.verdict and line.verdict.verdict["verdict"] == "legal"), None)


def gallery_page(legions: LegionQuerySet, query: GalleryQuery, *, size: int = PAGE_SIZE) -> GalleryPage:
    """Return the legions after the cursor that `asked` names; from the start without one."""
    if query.after:
        legions = legions.filter(_behind(query))
    rows = list(legions[: size + 1])
    return GalleryPage(rows[:size], _cursor(rows[size - 1]) if len(rows) > size else "")


def _cursor(legion: Legion) -> str:
    assert legion.published_at is not None  # as of everything that is public
    microseconds = (legion.published_at - _EPOCH) // _MICROSECOND
    return f"{legion.favoured}.{microseconds}.{legion.pk.hex}"


def _behind(query: GalleryQuery) -> Q:
    """The condition that a legion stands after the one that the cursor names."""
    parts = _CURSOR.fullmatch(query.after)
    assert parts is not None  # as `asked` looked
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
