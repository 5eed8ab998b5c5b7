"""Site maps for search engines: the public pages with their dates of change."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import index, sitemap
from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control, cache_page
from django.views.decorators.http import require_safe

from catalog import documents, snapshots
from catalog.models import DocumentType, Release, Revision, RevisionQuerySet
from legions.accounts.models import Profile
from legions.cards import queries
from legions.game_words import vocabulary
from legions.rulebook.open_book import open_book_at
from legions.rulebook.section_views import page_url
from legions.saved_lists.models import Legion
from rulesapi.judging.supported_games import judged_games

CACHE_SECONDS = 3600
"""Seconds for which a site map may be cached."""
INDEX_CACHE_SECONDS = 600
"""Seconds for which the index of the site map is kept: it counts all lists, cards and people."""
PAGE_SIZE = 1_000
"""Maximum addresses in one file."""


class StaticPagesSitemap(Sitemap):
    """The overview pages."""

    limit = PAGE_SIZE
    names = (
        *("home", "games", "all-sets", "all-wanted", "all-play", "all-rules", "everybody", "marks", "legal"),
        *("developers", "api-docs", "releases"),
    )

    def items(self) -> Sequence[str]:
        """Return the paths of the overview pages."""
        games = [game["slug"] for game in queries.published_games() if vocabulary.card_kinds(game["slug"])]
        return [reverse(name) for name in self.names] + [
            f"/{of}/{game}/" for of in ("games", "cards", "sets", "wanted") for game in games
        ]

    def location(self, item: str) -> str:
        """Return the path itself."""
        return item


class RulesSitemap(Sitemap):
    """The rules page of each game, and the pages of its rulebook."""

    limit = PAGE_SIZE

    def items(self) -> Sequence[str]:
        """Return the paths of the rules and the rulebooks of the games with rules."""
        snapshot, games = snapshots.newest(), judged_games()
        books = [opened for game in games if (opened := open_book_at(game, snapshot))]
        return [
            *(reverse("rules", args=[game]) for game in games),
            *(reverse("book", args=[opened.book.game]) for opened in books),
            *(page_url(opened.book.game, page) for opened in books for page in opened.pages.pages),
        ]

    def location(self, item: str) -> str:
        """Return the path itself."""
        return item


class DocumentsSitemap(Sitemap):
    """The pages of current cards or sets."""

    limit = PAGE_SIZE

    def __init__(self, document_type: str, name: str) -> None:
        self.document_type, self.name = document_type, name

    def items(self) -> QuerySet[Any]:
        """Return game, slug and publication date of each document, in a stable order."""
        return self._found().order_by("game", "slug").values_list("game", "slug", "since__published_at")

    def _found(self) -> RevisionQuerySet:
        """Return the current revisions, by kind: the index that begins with the kind has all that is read."""
        games = documents.card_kinds()
        cards = {kind for kinds in games.values() for kind in kinds}
        kinds = sorted(cards) if self.document_type == DocumentType.CARD else [self.document_type]
        return Revision.objects.newest().filter(kind__in=kinds, game__in=games)

    def location(self, item: tuple[str, str, datetime]) -> str:
        """Return the path of a document's page."""
        return reverse(self.name, args=item[:2])

    def lastmod(self, item: tuple[str, str, datetime]) -> datetime:
        """Return the date when the current revision was published."""
        return item[2]

    def get_latest_lastmod(self) -> datetime | None:
        """Return the date of the newest revision."""
        newest = self._found().order_by("-since").values("since")[:1]
        return Release.objects.filter(pk=Subquery(newest)).values_list("published_at", flat=True).first()


class ReleasesSitemap(Sitemap):
    """The pages of the releases."""

    limit = PAGE_SIZE

    def items(self) -> QuerySet[Any]:
        """Return number and date of each release, the newest first."""
        return Release.objects.order_by("-number").values_list("number", "published_at")

    def location(self, item: tuple[int, datetime]) -> str:
        """Return the path of the page of a release."""
        return reverse("release", args=[item[0]])

    def lastmod(self, item: tuple[int, datetime]) -> datetime:
        """Return the date of publication."""
        return item[1]

    def get_latest_lastmod(self) -> datetime | None:
        """Return the date of the newest release."""
        return Release.objects.aggregate(latest=Max("published_at"))["latest"]


class PublicLegionsSitemap(Sitemap):
    """The legions in the public gallery."""

    limit = PAGE_SIZE

    def items(self) -> QuerySet[Any]:
        """Return share key and date of each public legion, in the order of the index that has both."""
        found = Legion.objects.public().order_by("owner", "updated_at", "share_key")
        return found.values_list("share_key", "updated_at")

    def location(self, item: tuple[str, datetime]) -> str:
        """Return the path of a shared legion."""
        return reverse("shared", args=[item[0]])

    def lastmod(self, item: tuple[str, datetime]) -> datetime:
        """Return the date of the legion's last change."""
        return item[1]

    def get_latest_lastmod(self) -> datetime | None:
        """Return the date of the newest change."""
        with_owner = self.items().order_by().filter(owner__gt=0)  # true of all; the bound selects the index
        return with_owner.aggregate(latest=Max("updated_at"))["latest"]


class ProfilesSitemap(Sitemap):
    """The profile pages of users with public legions."""

    limit = PAGE_SIZE

    def items(self) -> QuerySet[Any]:
        """Return the handles of shown profiles with public legions; other profile pages ask robots not to index
        them.
        """
        showing = Exists(Legion.objects.public().filter(owner=OuterRef("user")))
        found = Profile.objects.filter(showing, shown=True, barred=False, user__is_active=True)
        return found.order_by("handle").values_list("handle", flat=True)

    def location(self, item: str) -> str:
        """Return the path of a profile page."""
        return reverse("person", args=[item])


SECTIONS: dict[str, Any] = {
    "pages": StaticPagesSitemap,
    "rules": RulesSitemap,
    "cards": DocumentsSitemap(DocumentType.CARD, "card"),
    "sets": DocumentsSitemap(DocumentType.SET, "set"),
    "releases": ReleasesSitemap,
    "shared": PublicLegionsSitemap,
    "people": ProfilesSitemap,
}


@cache_page(INDEX_CACHE_SECONDS, cache="derived")
@cache_control(public=True, max_age=INDEX_CACHE_SECONDS)
@require_safe
def sitemap_index(request: HttpRequest) -> HttpResponse:
    """Return the index of the site map."""
    return index(request, SECTIONS, sitemap_url_name="sitemap-section")


@cache_control(public=True, max_age=CACHE_SECONDS)
@require_safe
def sitemap_section(request: HttpRequest, section: str) -> HttpResponse:
    """Return one section of the site map; long sections have several pages (`?p=`)."""
    return sitemap(request, SECTIONS, section)
