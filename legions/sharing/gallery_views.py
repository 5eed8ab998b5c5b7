"""The list for everybody, as a page and as Atom feeds."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legions.accounts.models import Profile
from legions.cards import queries
from legions.community import profile_services
from legions.saved_lists.list_lines import SavedListLine, shared_list_lines
from legions.sharing import gallery as lists
from legions.sharing.gallery import GalleryQuery
from legions.sharing.gallery_feeds import GalleryHeading, gallery_heading, xml_safe
from legions.sharing.responses import with_etag
from legions.site.languages import localized_url

FEED_LENGTH = 30
"""How many legions a feed has, the latest ones."""
FEED_CACHE_SECONDS = 300
"""How many seconds a reader of feeds may go on showing what it has."""


@never_cache
@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """List the legions that people show to everybody: of all games, of one, of one format, by words, in two orders."""
    games = {game["slug"]: game for game in queries.published_games()}
    formats = queries.formats_by_game(games.values())
    query = lists.parse_gallery_query(request.GET, formats)
    game = games.get(query.game)
    page = lists.gallery_page(lists.matching_legions(query, default_format=default_format(game)), query)
    context = {
        "query": query,
        "chosen": game,
        "games": games.values(),
        "formats": formats.get(query.game, {}).values(),
        "heading": gallery_heading(game, formats.get(query.game, {}).get(query.format)),
        "lines": shared_list_lines(page.legions),
        "next": query.address(after=page.next) if page.next else "",
    }
    return render(request, "sharing/gallery.html", context)


def default_format(game: dict[str, Any] | None) -> str:
    """Return the format of the legions of a game that name none."""
    return (game or {}).get("default_format") or ""


class GalleryFeed(Feed):
    """The latest of the list for everybody: of all games, of one game, or of one format. Read by feed readers."""

    feed_type = Atom1Feed

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Respond with the feed, or that it is as the reader has it already."""
        response = super().__call__(request, *args, **kwargs)
        # A legion that leaves the list makes the latest date earlier, so that dates say nothing of what changed.
        del response["Last-Modified"]
        response["Cache-Control"] = f"public, max-age={FEED_CACHE_SECONDS}"
        return with_etag(request, response, sha256(response.content).hexdigest()[:32])

    def get_object(
        self, request: HttpRequest, game: str = "", format: str = ""
    ) -> tuple[GalleryHeading, list[SavedListLine]]:
        """Return what the feed is of. Raises Http404 for a game or a format that there is not."""
        document = queries.game_or_404(game) if game else None
        formats = queries.formats_by_game([document]) if document else {}
        if format and format not in formats[game]:
            raise Http404("There is no such format.")
        query = GalleryQuery(game, format)
        found = lists.matching_legions(query, default_format=default_format(document))
        return gallery_heading(document, formats.get(game, {}).get(format)), shared_list_lines(found[:FEED_LENGTH])

    def title(self, one: tuple[GalleryHeading, list[SavedListLine]]) -> str:
        """What the feed is called."""
        return xml_safe(f"{one[0].title} · Muster")

    def subtitle(self, one: tuple[GalleryHeading, list[SavedListLine]]) -> str:
        """What it holds."""
        return _("Lists of miniatures that people show to everybody, each with its verdict. Unofficial.")

    def link(self, one: tuple[GalleryHeading, list[SavedListLine]]) -> str:
        """The page that shows the same."""
        return one[0].address

    def feed_url(self, one: tuple[GalleryHeading, list[SavedListLine]]) -> str:
        """Its own address, with the language it is in."""
        return one[0].feed

    def items(self, one: tuple[GalleryHeading, list[SavedListLine]]) -> Iterable[SavedListLine]:
        """The legions, the latest first."""
        return one[1]

    def item_title(self, line: SavedListLine) -> str:
        """The legion's name, as text."""
        return xml_safe(line.legion.name)

    def item_description(self, line: SavedListLine) -> str:
        """Game, verdict and creatures. Atom's summaries are HTML, so it is escaped."""
        summary = f"{line.verdict.word}, {line.verdict.sums}. " if line.verdict else ""
        return escape(xml_safe(f"{line.game}. {summary}{line.creatures}"))

    def item_link(self, line: SavedListLine) -> str:
        """The page of the shared legion."""
        return f"/s/{line.legion.share_key}/"

    def item_author_name(self, line: SavedListLine) -> str:
        """Who shows it."""
        return xml_safe(line.by)

    def item_author_link(self, line: SavedListLine) -> str | None:
        """The page about them, where there is one."""
        return self.absolute(line.by_address) if line.by_address else None

    def item_pubdate(self, line: SavedListLine) -> Any:
        """Since when it stands in the list."""
        return line.legion.published_at

    def item_updateddate(self, line: SavedListLine) -> Any:
        """When it was changed last."""
        return max(line.legion.updated_at, line.legion.published_at or line.legion.updated_at)

    def item_categories(self, line: SavedListLine) -> list[str]:
        """Its game and its tags."""
        return [xml_safe(word) for word in (line.game, *line.document.get("tags", []))]

    def get_feed(self, obj: Any, request: HttpRequest) -> Any:
        """Return the feed, its addresses with the host that it is asked of."""
        self.absolute = request.build_absolute_uri
        return super().get_feed(obj, request)


class ProfileFeed(GalleryFeed):
    """The latest that one person shows to everybody."""

    def get_object(self, request: HttpRequest, handle: str) -> tuple[GalleryHeading, list[SavedListLine]]:  # type: ignore[override]
        """Return whose legions they are. Raises Http404 where there is no page about somebody."""
        profile = profile_or_404(handle)
        found = lists.matching_legions(GalleryQuery()).filter(owner=profile.user)
        title = _("Lists by %(name)s") % {"name": profile.name}
        return GalleryHeading(title, profile.address, localized_url(f"{profile.address}atom/")), shared_list_lines(
            found[:FEED_LENGTH]
        )


def profile_or_404(handle: str) -> Profile:
    """Return whom a page is about. Raises Http404, the same for a page that is not shown as for none."""
    profile = profile_services.profile_of_handle(handle)
    if profile is None:
        raise Http404("There is no such page.")
    return profile


gallery_feed = require_safe(GalleryFeed())
profile_feed = require_safe(ProfileFeed())
