"""The public lists: query parameters, filters and pages.

A page begins after the last list of the previous one (a cursor), so that the cost does not depend on the number of
lists, and no list is shown twice when others are added.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.db.models import Q
from django.utils.translation import gettext as _

from catalog.documents.text_folding import fold
from legions.my_lists.list_lines import shared_list_lines
from legions.saved_lists.models import Legion, LegionQuerySet, PublicCard
from legions.site.search_queries import read_query
from legions.table.table_hooks import table_hooks

PAGE_SIZE = 30
SAMPLE_SIZE = 8
"""The number of lists that are judged to find a legal one."""
MAX_COUNTED = 1_000
"""The maximum number of lists that are counted for the numbers next to choices."""
MAX_WORDS = 8
MAX_POINTS = 999_999
SORTS: dict[str, tuple[str, ...]] = {
    "new": ("published_at", "pk"),
    "favourites": ("favoured", "published_at", "pk"),
}
_POINTS = re.compile(r"[1-9][0-9]{0,5}")
_CURSOR = re.compile(r"([0-9]{1,9})\.([0-9]{1,17})\.([0-9a-f]{32})")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_PARAMETERS = {
    "game": "game",
    "format": "format",
    "faction": "faction",
    "points": "points",
    "points_min": "points_min",
    "points_max": "points_max",
    "card": "card",
    "words": "q",
    "after": "after",
    "sort": "sort",
}
"""The names of the fields of a query as parameters of addresses."""


@dataclass(frozen=True)
class GalleryGames:
    """The published games with their formats, by slug, and their factions."""

    games: Mapping[str, Mapping[str, Any]]
    formats: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)

    def default_format(self, game: str) -> str:
        """Return the slug of the format of lists that name none; empty if there is none."""
        return self.games.get(game, {}).get("default_format") or ""

    def factions(self, game: str) -> Mapping[str, Any]:
        """Return the factions of a game with their names; empty for a game without factions."""
        return table_hooks(game).factions if game in self.games else {}


@dataclass(frozen=True)
class GalleryQuery:
    """A query for public lists. Empty fields do not filter; `after` is the cursor of the last list shown.

    `points` is a limit, `points_min` and `points_max` are the bounds of one. `faults` are messages about invalid
    parameters; a query with any matches no list.
    """

    game: str = ""
    format: str = ""
    faction: str = ""
    points: str = ""
    points_min: str = ""
    points_max: str = ""
    card: str = ""
    words: str = ""
    sort: str = "new"
    after: str = ""
    faults: tuple[str, ...] = ()

    def address(self, **other: str) -> str:
        """Return the query string with some parameters changed."""
        changed: dict[str, Any] = dict(other)
        query = replace(self, **changed)
        named = {parameter: getattr(query, name) for name, parameter in _PARAMETERS.items()}
        named["sort"] = "" if query.sort == "new" else query.sort
        return urlencode({name: value for name, value in named.items() if value})

    @property
    def narrowed(self) -> bool:
        """True if any filter is set."""
        return bool(self.game or self.format or self.faction or self.finer)

    @property
    def finer(self) -> bool:
        """True if a filter is set that the numbers next to games, formats and factions do not take into account."""
        return bool(self.points or self.points_min or self.points_max or self.card or self.words)


@dataclass(frozen=True)
class GalleryPage:
    """A page of public lists with the cursor of the next page, which is empty on the last one."""

    legions: list[Legion]
    next: str


def parse_gallery_query(query: Mapping[str, str], catalog: GalleryGames) -> GalleryQuery:
    """Return the query in the parameters of a request, with a message for each invalid value."""
    values = {name: read_query(query.get(parameter, "")) for name, parameter in _PARAMETERS.items()}
    return GalleryQuery(**(values | {"sort": values["sort"] or "new"}), faults=tuple(_faults(values, catalog)))


def _faults(values: Mapping[str, str], catalog: GalleryGames) -> Iterator[str]:
    game = values["game"]
    if game and game not in catalog.games:
        yield _("There is no game “{value}”.").format(value=game)
    if values["format"] and not game:
        yield _("Choose a game first: a format belongs to a game.")
    elif values["format"] and values["format"] not in catalog.formats.get(game, {}):
        yield _("This game has no format “{value}”.").format(value=values["format"])
    if values["faction"] and not game:
        yield _("Choose a game first: a faction belongs to a game.")
    elif values["faction"] and values["faction"] not in catalog.factions(game):
        yield _("This game has no faction “{value}”.").format(value=values["faction"])
    yield from _faults_of_points(values)
    if values["sort"] and values["sort"] not in SORTS:
        yield _("Lists cannot be sorted by “{value}”.").format(value=values["sort"])
    if values["after"] and not _CURSOR.fullmatch(values["after"]):
        yield _("The address of this page is incomplete. Start at the first page.")


def _faults_of_points(values: Mapping[str, str]) -> Iterator[str]:
    for name in ("points", "points_min", "points_max"):
        if values[name] and not _POINTS.fullmatch(values[name]):
            template = _("“{value}” is not a number of points. Enter a whole number from 1 to {most}.")
            yield template.format(value=values[name], most=MAX_POINTS)
    low, high = values["points_min"], values["points_max"]
    if _POINTS.fullmatch(low) and _POINTS.fullmatch(high) and int(low) > int(high):
        yield _("The lower limit of {low} points is above the upper one of {high}.").format(low=low, high=high)


def offered_points(formats: Iterable[Mapping[str, Any]]) -> list[int]:
    """Return the point limits that these formats name."""
    named = ([one.get("points"), *(one.get("recommended_points") or ())] for one in formats)
    allowed = (one.get("allowed_points") or () for one in formats)
    return sorted({number for part in (*named, *allowed) for number in part if number})


def matching_legions(
    query: GalleryQuery, catalog: GalleryGames, *, slugs: Mapping[str, Collection[str]] | None = None
) -> LegionQuerySet:
    """Return the public lists that match a query, in its order, without its cursor.

    A list without a format has its game's default one, and a list without a limit has that of its format. `slugs` are
    those of the card searched for, by game; empty for an unknown card.
    """
    if query.faults:
        return Legion.objects.none()
    legions = Legion.objects.public()
    if query.game:
        legions = legions.filter(game=query.game)
    if query.format:
        legions = legions.filter(_of_formats(query.game, {query.format}, catalog))
    if query.faction:
        legions = legions.filter(faction=query.faction)
    if query.points or query.points_min or query.points_max:
        legions = legions.filter(_within_points(query, catalog))
    if slugs is not None:
        condition = Q(pk__in=[])
        for game, of_game in slugs.items():
            condition |= Q(game=game, slug__in=of_game)
        legions = legions.filter(pk__in=PublicCard.objects.filter(condition).values("legion"))
    for word in fold(query.words).split()[:MAX_WORDS]:
        legions = legions.filter(searched__contains=word)
    return legions.select_related("owner__profile").order_by(*_order(query))


def _order(query: GalleryQuery) -> list[str]:
    return [f"-{name}" for name in SORTS[query.sort]]


def _of_formats(game: str, formats: Collection[str], catalog: GalleryGames) -> Q:
    """Return the condition for lists of a game in these formats."""
    named = Q(format__in=formats)
    return named | Q(format__isnull=True) if catalog.default_format(game) in formats else named


def _within_points(query: GalleryQuery, catalog: GalleryGames) -> Q:
    """Return the condition for lists whose limit is within the points. Lists without a limit have their format's."""
    least = int(query.points or query.points_min or 0)
    most = int(query.points or query.points_max or MAX_POINTS)
    condition = Q(limit__gte=least, limit__lte=most)
    for game in [query.game] if query.game else catalog.games:
        formats = catalog.formats.get(game, {})
        fitting = {slug for slug, one in formats.items() if least <= (one.get("points") or -1) <= most}
        if fitting:
            condition |= Q(game=game, limit__isnull=True) & _of_formats(game, fitting, catalog)
    return condition


@dataclass(frozen=True)
class GalleryCounts:
    """The numbers of public lists next to the choices of a query: by game, and in its game by format and faction.

    Each takes the other choices into account, but not points, card and words. With more than `MAX_COUNTED` lists there
    are no numbers, because counting would take longer the more lists there are.
    """

    query: GalleryQuery
    catalog: GalleryGames

    @cached_property
    def games(self) -> Counter[str] | None:
        """The numbers by game."""
        return self._by("game", GalleryQuery())

    @cached_property
    def formats(self) -> Counter[str] | None:
        """The numbers by format in the game of the query."""
        counts = self._by("format", GalleryQuery(game=self.query.game, faction=self.query.faction))
        if counts is not None:
            counts[self.catalog.default_format(self.query.game)] += counts.pop("", 0)
        return counts

    @cached_property
    def factions(self) -> Counter[str] | None:
        """The numbers by faction in the game of the query."""
        return self._by("faction", GalleryQuery(game=self.query.game, format=self.query.format))

    def _by(self, name: str, query: GalleryQuery) -> Counter[str] | None:
        values = list(matching_legions(query, self.catalog).values_list(name, flat=True)[: MAX_COUNTED + 1])
        return Counter(value or "" for value in values) if len(values) <= MAX_COUNTED else None


def random_legal(legions: LegionQuerySet) -> Legion | None:
    """Return a random legal list among `legions`, or None if the sample has none.

    Ids are random, so the lists that follow a random id are a sample, which an index finds.
    """
    start = uuid4()
    by_id = legions.order_by("pk")
    sample = list(by_id.filter(pk__gte=start)[:SAMPLE_SIZE])
    if len(sample) < SAMPLE_SIZE:
        sample += by_id.filter(pk__lt=start)[: SAMPLE_SIZE - len(sample)]
    lines = shared_list_lines(sample)
    return next((line.legion for line in lines if line.verdict and line.verdict.verdict["verdict"] == "legal"), None)


def gallery_page(legions: LegionQuerySet, query: GalleryQuery, *, size: int = PAGE_SIZE) -> GalleryPage:
    """Return the page of lists after the cursor of the query, or the first page.

    The lists are chosen by their keys first: an index has all that this reads, also the texts for words.
    """
    if query.faults:
        return GalleryPage([], "")
    if query.after:
        legions = legions.filter(_behind(query))
    chosen = legions.values("pk")[: size + 1]
    rows = list(Legion.objects.filter(pk__in=chosen).select_related("owner__profile").order_by(*_order(query)))
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
    for name in SORTS[query.sort]:
        condition |= equal & Q(**{f"{name}__lt": values[name]})
        equal &= Q(**{name: values[name]})
    return condition
