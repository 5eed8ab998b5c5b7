"""The choices of the public lists' filters: games, formats and factions, each with its number of lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from legions.sharing.gallery import GalleryCounts, GalleryGames, GalleryQuery, offered_points
from legions.site.marked_text import fill_marked, join_marked, marked_text

MIN_CHOICES = 2
"""A filter is shown if it has more choices than this, “All” included."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a filter: its label, its query string, and its number of lists, or None."""

    label: str
    address: str
    chosen: bool
    count: int | None


class ChoiceGroup(NamedTuple):
    """A filter with its choices; the first choice is not to filter.

    `first` is a hint about another filter that has to be chosen first; `names` is true if the labels are English names.
    """

    title: str
    choices: list[Choice]
    first: str = ""
    names: bool = False


class GalleryChoices(NamedTuple):
    """The filters with choices, the number of all public lists, or None, and the point limits to propose."""

    groups: list[ChoiceGroup]
    lists: int | None
    points: list[int]


def gallery_choices(query: GalleryQuery, catalog: GalleryGames) -> GalleryChoices:
    """Return the choices of a query. Numbers are shown unless a filter is set that they do not take into account."""
    counts = None if query.finer or query.faults else GalleryCounts(query, catalog)
    game = query.game if query.game in catalog.games else ""
    formats, factions = catalog.formats.get(game, {}), catalog.factions(game)
    groups = [
        _group(_("Game"), query, "game", _names(catalog.games), counts.games if counts else None, names=True),
        _group(_("Format"), query, "format", _names(formats), counts.formats if counts and game else None),
        _group(_("Faction"), query, "faction", factions, counts.factions if counts and factions else None),
    ]
    if not game:
        games = [one["name"] or slug for slug, one in catalog.games.items() if catalog.factions(slug)]
        named = join_marked(", ", map(marked_text, games))
        hint = fill_marked(_("Choose a game with factions first: {games}."), games=named)
        groups[1:] = [
            ChoiceGroup(_("Format"), [], _("Choose a game first.")),
            *([ChoiceGroup(_("Faction"), [], hint)] if games else []),
        ]
    every = formats.values() if game else [one for some in catalog.formats.values() for one in some.values()]
    shown = [group for group in groups if len(group.choices) > MIN_CHOICES or group.first]
    total = counts.games.total() if counts and counts.games is not None else None
    return GalleryChoices(shown, total, offered_points(every))


def _names(documents: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    return {slug: document["name"] or slug for slug, document in documents.items()}


def _group(
    title: str,
    query: GalleryQuery,
    name: str,
    labels: Mapping[str, Any],
    counts: Mapping[str, int] | None,
    *,
    names: bool = False,
) -> ChoiceGroup:
    cleared = {"format": "", "faction": ""} if name == "game" else {}

    def choice(slug: str, label: Any) -> Choice:
        address = query.address(after="", **cleared | {name: slug})
        count = None if counts is None or not slug else counts.get(slug, 0)
        return Choice(str(label), address, slug == getattr(query, name), count)

    return ChoiceGroup(title, [choice("", _("All")), *(choice(*label) for label in labels.items())], names=names)
