"""Releases with the numbers of their changed documents, for the list and its feeds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef

from catalog.models import Release, Revision


@dataclass(frozen=True, slots=True)
class ReleaseSummary:
    """A release with the name of each game that it changed and the number of changed documents."""

    release: Release
    games: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """The number of changed documents."""
        return sum(number for _game, number in self.games)


def releases_of(game: str = "") -> Any:
    """Return the releases, the newest first; with a game those that changed it."""
    found = Release.objects.order_by("-number")
    return found.filter(Exists(Revision.objects.filter(since=OuterRef("pk"), game=game))) if game else found


def summaries(releases: Iterable[Release], games: Mapping[str, str]) -> list[ReleaseSummary]:
    """Return releases with the numbers of their changes by game, with one query; `games` has the names by slug."""
    shown = list(releases)
    rows = Revision.objects.filter(since__in=shown).order_by("game").values_list("since", "game")
    counts: dict[int, list[tuple[str, int]]] = {}
    for release, game, number in rows.annotate(number=Count("pk")):
        counts.setdefault(release, []).append((games.get(game, game), number))
    return [ReleaseSummary(release, tuple(counts.get(release.number, ()))) for release in shown]


def newest_release_of(game: str) -> Release | None:
    """Return the newest release that changed a game, None before the first."""
    newest: Release | None = releases_of(game).first()
    return newest
