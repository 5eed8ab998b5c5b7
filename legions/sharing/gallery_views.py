"""The public lists as pages and as Atom feeds."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalog.documents import slugify
from catalog.documents.text_folding import fold
from legions.accounts.models import Profile
from legions.accounts.profile_names import profile_of_handle
from legions.cards import queries
from legions.cards.stock import CardView, Stock, stock
from legions.my_lists.list_lines import SavedListLine, shared_list_lines
from legions.saved_lists.gallery_cards import slugs_of
from legions.saved_lists.models import LegionQuerySet
from legions.sharing import gallery as lists
from legions.sharing.gallery import GalleryGames, GalleryQuery
from legions.sharing.gallery_choices import gallery_choices
from legions.sharing.gallery_feeds import GalleryHeading, gallery_heading, xml_safe
from legions.site.languages import localized_url
from legions.site.responses import with_etag

FEED_LENGTH = 30
"""The number of lists in a feed, the latest ones."""
FEED_CACHE_SECONDS = 300
"""The time in seconds for which feed readers may cache a feed."""


@never_cache
@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """List the public lists: by game, format, faction, points, card and words."""
    asked = _asked(request)
    query, catalog = asked.query, asked.catalog
    page = lists.gallery_page(asked.legions, query)
    context = {
        "query": query,
        "choices": gallery_choices(query, catalog),
        "known_cards": any(card.known for card in asked.cards),
        "chips": list(_chips(asked)),
        "heading": gallery_heading(catalog.games.get(query.game), asked.formats.get(query.format)),
        "lines": shared_list_lines(page.legions),
        "next": query.address(after=page.next) if page.next else "",
    }
    return render(request, "sharing/gallery.html", context)


@never_cache
@require_safe
def random_list(request: HttpRequest) -> HttpResponse:
    """Redirect to a random legal list that matches the query."""
    asked = _asked(request)
    legion = lists.random_legal(asked.legions)
    if legion is None:
        messages.info(request, _("No legal list found."))
        query = asked.query.address(after="")
        return redirect(f"{reverse('everybody')}?{query}" if query else "everybody")
    return redirect("shared", legion.share_key)


@dataclass(frozen=True)
class _Asked:
    """A parsed request for public lists; `cards` are the requested cards, one for each game that has the card."""

    query: GalleryQuery
    catalog: GalleryGames
    cards: list[CardView]
    legions: LegionQuerySet

    @property
    def formats(self) -> Mapping[str, Mapping[str, Any]]:
        """The formats of the chosen game, by slug."""
        return self.catalog.formats.get(self.query.game, {})


class _FilterChip(NamedTuple):
    """The label of an active filter, and the query string without it."""

    label: str
    without: str


def _chips(asked: _Asked) -> Iterator[_FilterChip]:
    query, catalog = asked.query, asked.catalog

    def chip(label: str, *names: str) -> _FilterChip:
        return _FilterChip(label, query.address(after="", **dict.fromkeys(names, "")))

    if query.game:
        name = catalog.games.get(query.game, {}).get("name") or query.game
        yield chip(name, "game", "format", "faction")
    if query.format:
        yield chip(asked.formats.get(query.format, {}).get("name") or query.format, "format")
    if query.faction:
        yield chip(str(catalog.factions(query.game).get(query.faction, query.faction)), "faction")
    if query.points:
        yield chip(_("{known} points").format(known=query.points), "points")
    if query.points_min:
        yield chip(_("from {number} points").format(number=query.points_min), "points_min")
    if query.points_max:
        yield chip(_("up to {number} points").format(number=query.points_max), "points_max")
    if query.card:
        title = next((card.title for card in asked.cards if card.known), query.card)
        yield chip(_("with {card}").format(card=title), "card")
    if query.words:
        yield chip(f"“{query.words}”", "words")


def _asked(request: HttpRequest) -> _Asked:
    catalog = gallery_games()
    query = lists.parse_gallery_query(request.GET, catalog)
    games = [] if query.faults or not query.card else [query.game] if query.game else list(catalog.games)
    cards = [_card_called(query.card, stock(game)) for game in games]
    slugs = {card.game: slugs_of(card) for card in cards if card.known}
    return _Asked(query, catalog, cards, lists.matching_legions(query, catalog, slugs=slugs if query.card else None))


def gallery_games() -> GalleryGames:
    """Return the published games with their formats."""
    games = {game["slug"]: game for game in queries.published_games()}
    return GalleryGames(games, queries.formats_by_game(games.values()))


def _card_called(name: str, catalog: Stock) -> CardView:
    """Return the card with this slug or name; for an unknown one, a view without a document."""
    card = catalog.card(slugify(name))
    if card.known:
        return card
    folded = fold(name)
    return next((one for one in catalog.cards.values() if fold(one.title) == folded), CardView(card.game, name))


class GalleryFeed(Feed):
    """The feed of the latest public lists of all games, one game, or one format."""

    feed_type = Atom1Feed

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Return the feed, or 304 if the reader has it already."""
        response = super().__call__(request, *args, **kwargs)
        # A list that is no longer public makes the latest date earlier, so dates do not show whether the feed has
        # changed.
        del response["Last-Modified"]
        response["Cache-Control"] = f"public, max-age={FEED_CACHE_SECONDS}"
        return with_etag(request, response, sha256(response.content).hexdigest()[:32])

    def get_object(
        self, request: HttpRequest, game: str = "", format: str = ""
    ) -> tuple[GalleryHeading, list[SavedListLine]]:
        """Return the heading and the lists of the feed. Raises Http404 for an unknown game or format."""
        document = queries.game_or_404(game) if game else None
        formats = queries.formats_by_game([document]) if document else {}
        if format and format not in formats[game]:
            raise Http404("There is no such format.")
        catalog = GalleryGames({game: document} if document else {}, formats)
        found = lists.matching_legions(GalleryQuery(game, format), catalog)
        return gallery_heading(document, formats.get(game, {}).get(format)), shared_list_lines(found[:FEED_LENGTH])

    def title(self, feed: tuple[GalleryHeading, list[SavedListLine]]) -> str:
        """Return the title of the feed."""
        return xml_safe(f"{feed[0].title} · Muster")

    def subtitle(self, feed: tuple[GalleryHeading, list[SavedListLine]]) -> str:
        """Return the subtitle of the feed."""
        return _("Army lists that players share, each with its verdict. Not official.")

    def link(self, feed: tuple[GalleryHeading, list[SavedListLine]]) -> str:
        """Return the path of the page with the same lists."""
        return feed[0].address

    def feed_url(self, feed: tuple[GalleryHeading, list[SavedListLine]]) -> str:
        """Return the path of the feed with its language."""
        return feed[0].feed

    def items(self, feed: tuple[GalleryHeading, list[SavedListLine]]) -> Iterable[SavedListLine]:
        """Return the lists, the latest first."""
        return feed[1]

    def item_title(self, line: SavedListLine) -> str:
        """Return the name of a list."""
        return xml_safe(line.legion.name)

    def item_description(self, line: SavedListLine) -> str:
        """Return game, verdict and creatures. Atom summaries are HTML, so they are escaped."""
        summary = f"{line.verdict.word}, {line.verdict.sums}. " if line.verdict else ""
        return escape(xml_safe(f"{line.game}. {summary}{line.creatures}"))

    def item_link(self, line: SavedListLine) -> str:
        """Return the path of the shared list."""
        return f"/s/{line.legion.share_key}/"

    def item_author_name(self, line: SavedListLine) -> str:
        """Return the name of the owner."""
        return xml_safe(line.by)

    def item_author_link(self, line: SavedListLine) -> str | None:
        """Return the address of the owner's profile, or None."""
        return self.absolute(line.by_address) if line.by_address else None

    def item_pubdate(self, line: SavedListLine) -> Any:
        """Return the time of publication."""
        return line.legion.published_at

    def item_updateddate(self, line: SavedListLine) -> Any:
        """Return the time of the last change."""
        return max(line.legion.updated_at, line.legion.published_at or line.legion.updated_at)

    def item_categories(self, line: SavedListLine) -> list[str]:
        """Return the game and the tags."""
        return [xml_safe(word) for word in (line.game, *line.document.get("tags", []))]

    def get_feed(self, obj: Any, request: HttpRequest) -> Any:
        """Return the feed with addresses on the requested host."""
        self.absolute = request.build_absolute_uri
        return super().get_feed(obj, request)


class ProfileFeed(GalleryFeed):
    """The feed of a user's public lists."""

    def get_object(self, request: HttpRequest, handle: str) -> tuple[GalleryHeading, list[SavedListLine]]:  # type: ignore[override]
        """Return the heading and the lists of a user. Raises Http404 for a user without a public profile."""
        profile = profile_or_404(handle)
        found = lists.matching_legions(GalleryQuery(), GalleryGames({})).filter(owner=profile.user)
        title = _("Lists by %(name)s") % {"name": profile.name}
        return GalleryHeading(title, profile.address, localized_url(f"{profile.address}atom/")), shared_list_lines(
            found[:FEED_LENGTH]
        )


def profile_or_404(handle: str) -> Profile:
    """Return a profile by its handle. Raises Http404, also for a profile that is not public."""
    profile = profile_of_handle(handle)
    if profile is None:
        raise Http404("There is no such page.")
    return profile


gallery_feed = require_safe(GalleryFeed())
profile_feed = require_safe(ProfileFeed())
