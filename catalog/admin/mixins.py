"""Mixins for model admins: titles of lists, read-only pages, and pages restricted to the user's games."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from catalog import permissions


class ListTitleMixin:
    """A mixin that titles the list with the plural of its model, instead of Django's “Select … to view”."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        title = capfirst(self.opts.verbose_name_plural)  # type: ignore[attr-defined]
        context = {"title": title, **(extra_context or {})}
        return super().changelist_view(request, context)  # type: ignore[misc]


class ReadOnlyMixin:
    """A mixin that forbids adding, changing and deleting; view permissions are unchanged."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class GameScopedMixin:
    """A mixin that restricts objects to the games that the user curates, or sees as a publisher
    (`catalog.permissions`).

    Objects have an attribute `game`; `game_lookup` is the field path used in queries.
    """

    game_lookup: ClassVar[str] = "game"
    games_visible_to: "ClassVar[staticmethod[[Any], frozenset[str] | None]]" = staticmethod(permissions.visible_games)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found = super().get_queryset(request)  # type: ignore[misc]
        return permissions.limit_to_games(found, self.games_visible_to(request.user), self.game_lookup)

    @admin.display(description=_("Game"), ordering="game")
    def game_slug(self, record: Any) -> str:
        """The slug of the game."""
        return str(record.game)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if not super().has_view_permission(request, obj):  # type: ignore[misc]
            return False
        games = None if obj is None else self.games_visible_to(request.user)
        return games is None or obj.game in games

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        may = super().has_change_permission(request, obj)  # type: ignore[misc]
        return may and (obj is None or permissions.curates_game(request.user, obj.game))
