"""Atom feeds of the releases, of all games or of one."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from legions.cards import queries
from legions.releases.release_list import ReleaseSummary, releases_of, summaries
from legions.sharing.gallery_feeds import xml_safe
from legions.site.languages import localized_url
from legions.site.responses import with_etag

FEED_LENGTH = 30
"""The number of releases in a feed, the newest ones."""
FEED_CACHE_SECONDS = 300
"""The time in seconds for which feed readers may cache a feed."""


class ReleaseFeed(Feed):
    """The feed of the newest releases. It names no people."""

    feed_type = Atom1Feed
    author_name = "Muster"

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Return the feed, or 304 if the reader has it already."""
        response = super().__call__(request, *args, **kwargs)
        response["Cache-Control"] = f"public, max-age={FEED_CACHE_SECONDS}"
        return with_etag(request, response, sha256(response.content).hexdigest()[:32])

    def get_object(self, request: HttpRequest, game: str = "") -> dict[str, Any] | None:
        """Return the document of the game of the feed, None for all games. Raises Http404."""
        return queries.game_or_404(game) if game else None

    def title(self, game: dict[str, Any] | None) -> str:
        """Return the title of the feed."""
        words = _("Releases: %(game)s") % {"game": game["name"]} if game else _("Releases")
        return xml_safe(f"{words} · Muster")

    def subtitle(self, game: dict[str, Any] | None) -> str:
        """Return the subtitle of the feed."""
        return _("What changed in the cards and rules, and why.")

    def link(self, game: dict[str, Any] | None) -> str:
        """Return the path of the page with the same releases."""
        return f"{reverse('releases')}?game={game['slug']}" if game else reverse("releases")

    def feed_url(self, game: dict[str, Any] | None) -> str:
        """Return the path of the feed with its language."""
        path = reverse("game-releases-feed", args=[game["slug"]]) if game else reverse("releases-feed")
        return localized_url(path)

    def items(self, game: dict[str, Any] | None) -> Iterable[ReleaseSummary]:
        """Return the releases, the newest first."""
        found = releases_of(game["slug"] if game else "")[:FEED_LENGTH]
        return summaries(found, {one["slug"]: one["name"] for one in queries.published_games()})

    def item_title(self, summary: ReleaseSummary) -> str:
        """Return the number of a release and its reason."""
        return xml_safe(f"{summary.release}: {summary.release.why}")

    def item_description(self, summary: ReleaseSummary) -> str:
        """Return the changed games with numbers of documents. Atom summaries are HTML, so they are escaped."""
        return escape(xml_safe(", ".join(f"{game}: {number}" for game, number in summary.games)))

    def item_link(self, summary: ReleaseSummary) -> str:
        """Return the path of the release."""
        return reverse("release", args=[summary.release.number])

    def item_pubdate(self, summary: ReleaseSummary) -> Any:
        """Return the time of publication."""
        return summary.release.published_at

    def item_updateddate(self, summary: ReleaseSummary) -> Any:
        """Return the time of publication: a release never changes."""
        return summary.release.published_at


release_feed = require_safe(ReleaseFeed())
