"""What search engines are told to look at: the pages that anybody may read, and when each was changed last."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import index, sitemap
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from catalog import documents
from catalog.models import DocumentType, Revision
from legions.accounts.models import Profile
from legions.cards import queries
from legions.game_words import vocabulary
from legions.saved_lists.models import Legion
from rulesapi.judging.supported_games import judged_games

CACHE_SECONDS = 3600
"""How many seconds a search engine may keep what it was told."""
PAGE_SIZE = 5_000
"""How many addresses stand in one file."""


class StaticPagesSitemap(Sitemap):
    """The pages that lead to all others."""

    limit = PAGE_SIZE
    names = (
        *("home", "games", "all-sets", "all-wanted", "all-rules", "everybody", "marks", "legal"),
        *("developers", "api-docs"),
    )

    def items(self) -> Sequence[str]:
        """Their addresses."""
        games = [game["slug"] for game in queries.published_games() if vocabulary.card_kinds(game["slug"])]
        return [reverse(name) for name in self.names] + [
            f"/{of}/{game}/" for of in ("cards", "sets", "wanted") for game in games
        ]

    def location(self, item: str) -> str:
        """The address itself."""
        return item


class RulesSitemap(Sitemap):
    """The rules of each game."""

    limit = PAGE_SIZE

    def items(self) -> Sequence[str]:
        """The slugs of the games that have any."""
        return judged_games()

    def location(self, item: str) -> str:
        """The page of a game's rules."""
        return reverse("rules", args=[item])


class DocumentsSitemap(Sitemap):
    """The cards, or the sets, in force."""

    limit = PAGE_SIZE

    def __init__(self, document_type: str, name: str) -> None:
        self.document_type, self.name = document_type, name

    def items(self) -> QuerySet[Any]:
        """Game, slug and release of each, in an order that stays."""
        found = Revision.objects.newest().of_type(self.document_type).filter(game__in=documents.card_kinds())
        return found.order_by("game", "slug").values_list("game", "slug", "since__published_at")

    def location(self, item: tuple[str, str, datetime]) -> str:
        """Its page."""
        return reverse(self.name, args=item[:2])

    def lastmod(self, item: tuple[str, str, datetime]) -> datetime:
        """When what stands there was published."""
        return item[2]

    def get_latest_lastmod(self) -> datetime | None:
        """When any of them was."""
        return self.items().aggregate(latest=Max("since__published_at"))["latest"]


class PublicLegionsSitemap(Sitemap):
    """The legions in the list for everybody."""

    limit = PAGE_SIZE

    def items(self) -> QuerySet[Any]:
        """Link and date of each, the latest first."""
        found = Legion.objects.public().order_by("-published_at", "-pk")
        return found.values_list("share_key", "updated_at")

    def location(self, item: tuple[str, datetime]) -> str:
        """The page it is shared at."""
        return reverse("shared", args=[item[0]])

    def lastmod(self, item: tuple[str, datetime]) -> datetime:
        """When it was changed last."""
        return item[1]

    def get_latest_lastmod(self) -> datetime | None:
        """When any of them was."""
        return self.items().aggregate(latest=Max("updated_at"))["latest"]


class ProfilesSitemap(Sitemap):
    """The pages about people who show something to everybody."""

    limit = PAGE_SIZE

    def items(self) -> QuerySet[Any]:
        """Their addresses; who shows nothing is left out, as their page asks for."""
        showing = Legion.objects.public().order_by().values("owner")
        found = Profile.objects.filter(shown=True, barred=False, user__is_active=True, user__in=showing)
        return found.order_by("handle").values_list("handle", flat=True)

    def location(self, item: str) -> str:
        """The page about one."""
        return reverse("person", args=[item])


SECTIONS: dict[str, Any] = {
    "pages": StaticPagesSitemap,
    "rules": RulesSitemap,
    "cards": DocumentsSitemap(DocumentType.CARD, "card"),
    "sets": DocumentsSitemap(DocumentType.SET, "set"),
    "shared": PublicLegionsSitemap,
    "people": ProfilesSitemap,
}


@cache_control(public=True, max_age=CACHE_SECONDS)
@require_safe
def sitemap_index(request: HttpRequest) -> HttpResponse:
    """List the parts of the map."""
    return index(request, SECTIONS, sitemap_url_name="sitemap-section")


@cache_control(public=True, max_age=CACHE_SECONDS)
@require_safe
def sitemap_section(request: HttpRequest, section: str) -> HttpResponse:
    """Give one part of the map; a long one in several files, by `?p=`."""
    return sitemap(request, SECTIONS, section)
