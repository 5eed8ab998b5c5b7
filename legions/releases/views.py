"""The list of releases, and the page of one release."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from catalog.models import Release
from catalog.snapshots import MAX_NUMBER
from legions.cards import queries
from legions.releases import release_page
from legions.releases.changesets import changesets_of, public_author
from legions.releases.release_list import releases_of, summaries
from legions.releases.release_page import ReleaseFilter
from legions.site.languages import localized_url

LIST_SIZE = 30
"""The number of releases on a page of the list."""


@require_safe
def release_list(request: HttpRequest) -> HttpResponse:
    """List the releases, the newest first; with `game` those that changed this game. Raises Http404."""
    games = {game["slug"]: game["name"] for game in queries.published_games()}
    game = request.GET.get("game", "")
    if game and game not in games:
        raise Http404(_("There is no such game."))
    page = Paginator(releases_of(game), LIST_SIZE).get_page(request.GET.get("page"))
    feed = reverse("game-releases-feed", args=[game]) if game else reverse("releases-feed")
    context = {
        "page": page,
        "summaries": summaries(page.object_list, games),
        "games": games,
        "chosen": game,
        "chosen_name": games.get(game, ""),
        "feed": localized_url(feed),
    }
    return render(request, "releases/list.html", context)


@require_safe
def release_detail(request: HttpRequest, number: int) -> HttpResponse:
    """Show a release: when, why and by whom it was published, and what it changed.

    `game` and `kind` select a part of the changes, `at` the page with this document. Raises Http404.
    """
    release = release_or_404(number)
    asked = ReleaseFilter(*(request.GET.get(name, "") for name in ("game", "kind", "at")))
    every = release_page.ordered_changes(release)
    selected = release_page.selected_changes(every, asked)
    wanted: Any = release_page.page_of(selected, asked.at) if asked.at else request.GET.get("page")
    page = Paginator(selected, release_page.PAGE_SIZE).get_page(wanted)
    changesets = changesets_of(release)
    names = {game["slug"]: game["name"] for game in queries.published_games()}
    context = {
        "release": release,
        "author": public_author(release.by),
        "asked": asked,
        "page": page,
        "query": f"{asked.query}&" if asked.query else "",
        "rows": release_page.change_rows(list(page.object_list)),
        "counts": release_page.game_counts(every, names),
        "total": len(every),
        "changesets": None if changesets.only_repeats(release) else changesets,
        "public_lists": release_page.public_lists_changed(release),
        "names": names,
        "later": Release.objects.filter(number=number + 1).exists(),
    }
    return render(request, "releases/release.html", context)


def release_or_404(number: int) -> Release:
    """Return a release with its publisher's profile. Raises Http404."""
    found = Release.objects.select_related("by__profile").filter(number=min(number, MAX_NUMBER)).first()
    if found is None:
        raise Http404(_("There is no such release."))
    return found
